//! The scaling rules as files write them: the name and the keys of each, how its numbers are read, checked and
//! written.

use serde_json::{Value, json};

use super::context::Context;
use crate::family::Family;
use crate::fields::Fields;
use crate::finding::{Finding, Notice};
use crate::keys::ORIGINAL_MAX_POSITIONS;
use phasor_encoding::scaling::{Dynamic, Linear, Ntk, Proportional};
use phasor_encoding::{Llama3, LongRope, Scaling, Yarn};
use phasor_text::number::Plain;

/// The factors by which Phi-3.5-MoE multiplies cosines and sines, in place of the attention factor.
pub(super) const SHORT_MSCALE: &str = "short_mscale";
pub(super) const LONG_MSCALE: &str = "long_mscale";

/// The weight from which DeepSeek's attention computes a factor of its scores.
pub(super) const MSCALE_ALL_DIM: &str = "mscale_all_dim";

/// A rule in files.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    /// Its keys, apart from those of every rule.
    pub(super) keys: &'static [&'static str],
    /// What to call it, if transformers does not have it.
    pub(super) only_here_as: Option<&'static str>,
    /// Whether transformers fails if `head_dim` is null.
    pub(crate) needs_head_dim: bool,
    /// Whether the share of the head that rotates is one of its numbers.
    pub(crate) has_part: bool,
    /// Reads its numbers.
    pub(crate) read: fn(&Context<'_>, &mut Vec<Finding>) -> Scaling,
}

impl Rule {
    pub(crate) fn is_none(self) -> bool {
        self.name == NONE.name
    }
}

/// All rules, in the order in which errors name them.
pub(super) const RULES: &[Rule] = &[
    NONE,
    LINEAR,
    DYNAMIC,
    NTK,
    YARN,
    LONGROPE,
    LLAMA3,
    PROPORTIONAL,
];

/// Returns the name under which a class of that family has the rule.
pub(crate) fn name_of(scaling: &Scaling, family: Family) -> &'static str {
    match scaling {
        Scaling::Ntk(_) if family.reads("alpha") => DYNAMIC.name,
        _ => scaling.name(),
    }
}

/// Passes the keys of the rule with its numbers to `put`, which leaves out those that are null.
pub(crate) fn write(scaling: &Scaling, family: Family, put: &mut dyn FnMut(&str, Value)) {
    match scaling {
        Scaling::Default => {}
        Scaling::Linear(rule) => put("factor", json!(rule.factor)),
        Scaling::Dynamic(rule) => put("factor", json!(rule.factor)),
        Scaling::Ntk(rule) if family.reads("alpha") => put("alpha", json!(rule.factor)),
        Scaling::Ntk(rule) => put("factor", json!(rule.factor)),
        Scaling::Yarn(rule) => write_yarn(rule, put),
        Scaling::LongRope(rule) => write_longrope(rule, put),
        Scaling::Llama3(rule) => write_llama3(rule, put),
        Scaling::Proportional(rule) => {
            put("partial_rotary_factor", json!(rule.partial_rotary_factor));
            put("factor", json!(rule.factor));
        }
    }
}

/// Reports lengths of the rule, which stands at `place`, that contradict the longest sequence of the model.
pub(crate) fn check_lengths(
    scaling: &Scaling,
    longest: f64,
    (fields, place): (&Fields<'_>, &Fields<'_>),
    findings: &mut Vec<Finding>,
) {
    match scaling {
        Scaling::Yarn(rule) => check_yarn(rule, longest, (fields, place), findings),
        Scaling::Llama3(rule) if rule.original_max_position_embeddings >= longest => {
            let sentence = format!(
                "Should be below `max_position_embeddings`, {longest}, not {}; kept.",
                Plain(rule.original_max_position_embeddings)
            );
            findings.warn(&place.path_of(ORIGINAL_MAX_POSITIONS), sentence);
        }
        Scaling::Default
        | Scaling::Linear(_)
        | Scaling::Ntk(_)
        | Scaling::Dynamic(_)
        | Scaling::LongRope(_)
        | Scaling::Llama3(_)
        | Scaling::Proportional(_) => {}
    }
}

pub(crate) const NONE: Rule = Rule {
    name: "default",
    keys: &[],
    only_here_as: None,
    needs_head_dim: false,
    has_part: false,
    read: |_, _| Scaling::Default,
};

const LINEAR: Rule = Rule {
    name: "linear",
    keys: &["factor"],
    read: |context, findings| {
        let factor = context.factor(findings);
        Scaling::Linear(Linear { factor })
    },
    ..NONE
};

/// The static NTK-aware rule, which only old code implements.
const NTK: Rule = Rule {
    name: "ntk",
    keys: &["factor"],
    only_here_as: Some("the static NTK-aware rule"),
    read: |context, findings| {
        if context.lacks_pairs(findings) {
            return Scaling::Default;
        }
        let factor = context.factor(findings);
        Scaling::Ntk(Ntk { factor })
    },
    ..NONE
};

const DYNAMIC: Rule = Rule {
    name: "dynamic",
    keys: &["factor", "alpha"],
    needs_head_dim: true,
    read: read_dynamic,
    ..NONE
};

fn read_dynamic(context: &Context<'_>, findings: &mut Vec<Finding>) -> Scaling {
    if context.lacks_pairs(findings) {
        return Scaling::Default;
    }
    // Hunyuan stores a fixed NTK factor under the name "dynamic".
    if context.family.reads("alpha")
        && let Some(factor) = context.parameters.positive("alpha", findings)
    {
        return Scaling::Ntk(Ntk { factor });
    }
    let factor = context.factor(findings);
    let longest = context.max_positions(findings).unwrap_or_else(|| {
        let key = context.fields.path_of("max_position_embeddings");
        findings.error(&key, "Missing, but the rule needs it; 2048 is used.");
        2048.0
    });
    Scaling::Dynamic(Dynamic {
        factor,
        max_position_embeddings: longest,
    })
}

const YARN: Rule = Rule {
    name: "yarn",
    keys: &[
        "factor",
        ORIGINAL_MAX_POSITIONS,
        "attention_factor",
        "beta_fast",
        "beta_slow",
        "mscale",
        MSCALE_ALL_DIM,
        "truncate",
        "llama_4_scaling_beta",
        "max_position_embeddings",
    ],
    needs_head_dim: true,
    read: read_yarn,
    ..NONE
};

fn read_yarn(context: &Context<'_>, findings: &mut Vec<Finding>) -> Scaling {
    let parameters = context.parameters;
    if context.base <= 1.0 {
        let base = Plain(context.base);
        let sentence = format!("Must be above 1 for YaRN, not {base}; no scaling is used.");
        findings.error(&parameters.path_of("rope_theta"), sentence);
        return Scaling::Default;
    }
    let length = context.original_length(findings);
    if parameters.is_null("factor") {
        let sentence = "Null; `max_position_embeddings` over the original length is used.";
        findings.warn(&parameters.path_of("factor"), sentence);
    } else if !parameters.has("factor") {
        let sentence = "Missing, which transformers rejects; `max_position_embeddings` over \
                        the original length is used.";
        findings.error(&parameters.path_of("factor"), sentence);
    }
    let factor = context.factor_or_ratio(length, findings);
    let beta = |key, standard, findings: &mut Vec<Finding>| {
        // The reference treats 0 as missing.
        let given = parameters.positive_or_0(key, findings);
        given.filter(|beta| *beta > 0.0).unwrap_or(standard)
    };
    let truncate = parameters.flag("truncate", findings);
    // Python treats null as false.
    let truncate = truncate.unwrap_or(!parameters.is_null("truncate"));
    if context.has_layer_type && !truncate {
        let sentence = "transformers does not read it inside a layer type; the range is \
                        rounded to whole pairs.";
        findings.warn(&parameters.path_of("truncate"), sentence);
    }
    let mscale_all_dim = parameters.positive_or_0(MSCALE_ALL_DIM, findings);
    if !context.family.has_softmax_factor && mscale_all_dim.is_some_and(|weight| weight > 0.0) {
        let sentence = "It changes only the attention factor: unlike DeepSeek’s, the attention of the model’s class does not \
                        multiply scores by it.";
        findings.note(&parameters.path_of(MSCALE_ALL_DIM), sentence);
    }
    Scaling::Yarn(Yarn {
        factor,
        original_max_position_embeddings: length,
        beta_fast: beta("beta_fast", 32.0, findings),
        beta_slow: beta("beta_slow", 1.0, findings),
        attention_factor: parameters
            .positive("attention_factor", findings)
            .or(context.family.yarn_attention_factor),
        mscale: parameters.positive_or_0("mscale", findings),
        mscale_all_dim,
        truncate: truncate || context.has_layer_type,
    })
}

fn write_yarn(rule: &Yarn, put: &mut dyn FnMut(&str, Value)) {
    put("factor", json!(rule.factor));
    let length = rule.original_max_position_embeddings;
    put(ORIGINAL_MAX_POSITIONS, json!(length));
    put("beta_fast", json!(rule.beta_fast));
    put("beta_slow", json!(rule.beta_slow));
    put("attention_factor", json!(rule.attention_factor));
    put("mscale", json!(rule.mscale));
    put(MSCALE_ALL_DIM, json!(rule.mscale_all_dim));
    put("truncate", json!(rule.truncate));
}

fn check_yarn(
    rule: &Yarn,
    longest: f64,
    (fields, place): (&Fields<'_>, &Fields<'_>),
    findings: &mut Vec<Finding>,
) {
    let ratio = longest / rule.original_max_position_embeddings;
    // A ratio of 1 means that the file leaves the longest length unchanged.
    if ratio != rule.factor && ratio != 1.0 {
        let factor = Plain(rule.factor);
        let length = Plain(rule.original_max_position_embeddings);
        // Qwen3 recommends factors for its training length of 32768 but states 40960.
        let expected = match fields.model_type() {
            Some(name) if name.starts_with("qwen3") => ", as usual for Qwen3",
            _ => "",
        };
        let sentence = format!(
            "Should be the declared length over the original length, {longest} / {length} \
             = {}, not {factor}; {factor} is used{expected}.",
            Plain(ratio)
        );
        findings.warn(&place.path_of("factor"), sentence);
    }
    if rule.beta_fast < rule.beta_slow {
        let sentence = format!(
            "Should be at least `beta_slow`, {}, not {}; kept, which reverses the ramp.",
            Plain(rule.beta_slow),
            Plain(rule.beta_fast)
        );
        findings.warn(&place.path_of("beta_fast"), sentence);
    }
}

pub(super) const LONGROPE: Rule = Rule {
    name: "longrope",
    keys: &[
        "factor",
        ORIGINAL_MAX_POSITIONS,
        "attention_factor",
        "short_factor",
        "long_factor",
        SHORT_MSCALE,
        LONG_MSCALE,
    ],
    needs_head_dim: true,
    read: read_longrope,
    ..NONE
};

fn read_longrope(context: &Context<'_>, findings: &mut Vec<Finding>) -> Scaling {
    let parameters = context.parameters;
    let length = context.original_length(findings);
    let factor = context.factor_or_ratio(length, findings);
    let (short_factor, long_factor) = (
        context.list("short_factor", findings),
        context.list("long_factor", findings),
    );
    let (Some(short_factor), Some(long_factor)) = (short_factor, long_factor) else {
        return Scaling::Default;
    };
    if length <= 1.0 {
        let sentence = format!(
            "Must be above 1 for LongRoPE, not {}; no scaling is used.",
            Plain(length)
        );
        findings.error(&parameters.path_of(ORIGINAL_MAX_POSITIONS), sentence);
        return Scaling::Default;
    }
    let mut rule = LongRope {
        short_factor,
        long_factor,
        original_max_position_embeddings: length,
        factor,
        attention_factor: parameters.positive("attention_factor", findings),
        long_attention_factor: None,
    };
    if context.family.is_known_to_read(SHORT_MSCALE) {
        let standard = rule.attention_factor();
        rule.attention_factor = Some(context.needed(SHORT_MSCALE, standard, findings));
        rule.long_attention_factor = Some(context.needed(LONG_MSCALE, standard, findings));
    }
    Scaling::LongRope(rule)
}

fn write_longrope(rule: &LongRope, put: &mut dyn FnMut(&str, Value)) {
    put("factor", json!(rule.factor));
    let length = rule.original_max_position_embeddings;
    put(ORIGINAL_MAX_POSITIONS, json!(length));
    match rule.long_attention_factor {
        None => put("attention_factor", json!(rule.attention_factor)),
        Some(long) => {
            put(SHORT_MSCALE, json!(rule.attention_factor));
            put(LONG_MSCALE, json!(long));
        }
    }
    put("short_factor", json!(rule.short_factor));
    put("long_factor", json!(rule.long_factor));
}

const LLAMA3: Rule = Rule {
    name: "llama3",
    keys: &[
        "factor",
        ORIGINAL_MAX_POSITIONS,
        "low_freq_factor",
        "high_freq_factor",
    ],
    read: read_llama3,
    ..NONE
};

fn read_llama3(context: &Context<'_>, findings: &mut Vec<Finding>) -> Scaling {
    let standard = Llama3::default();
    let factor = context.factor(findings);
    let low = context.needed("low_freq_factor", standard.low_freq_factor, findings);
    let high = context.needed("high_freq_factor", standard.high_freq_factor, findings);
    if high <= low {
        let (low, high) = (Plain(low), Plain(high));
        let sentence = format!(
            "Should be above `low_freq_factor`, {low}, not {high}; kept, so no frequency is \
             mixed."
        );
        findings.warn(&context.parameters.path_of("high_freq_factor"), sentence);
    }
    Scaling::Llama3(Llama3 {
        factor,
        low_freq_factor: low,
        high_freq_factor: high,
        original_max_position_embeddings: context.original_length(findings),
    })
}

fn write_llama3(rule: &Llama3, put: &mut dyn FnMut(&str, Value)) {
    put("factor", json!(rule.factor));
    put("low_freq_factor", json!(rule.low_freq_factor));
    put("high_freq_factor", json!(rule.high_freq_factor));
    let length = rule.original_max_position_embeddings;
    put(ORIGINAL_MAX_POSITIONS, json!(length));
}

const PROPORTIONAL: Rule = Rule {
    name: "proportional",
    keys: &["factor"],
    has_part: true,
    read: |context, findings| {
        let factor = context.parameters.positive("factor", findings);
        Scaling::Proportional(Proportional {
            partial_rotary_factor: context.partial,
            factor: factor.unwrap_or(1.0),
        })
    },
    ..NONE
};
