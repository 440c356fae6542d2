//! The scaling rule of a set of rotary parameters, with its numbers.

use super::family::Family;
use super::fields::{self, Fields, ORIGINAL_MAX_POSITIONS};
use super::finding::{Finding, Notice};
use super::spelling;
use phasor_encoding::{Llama3, LongRope, Scaling, Yarn};
use phasor_text::number::Plain;
use phasor_text::shorten;

/// The sources of a rule's numbers, and the values to check them against.
pub(super) struct Context<'a> {
    pub(super) fields: &'a Fields<'a>,
    pub(super) parameters: &'a Fields<'a>,
    /// Whether a training length outside the parameters does not apply to them.
    pub(super) has_own_length: bool,
    pub(super) reads_alpha: bool,
    pub(super) reads_mscales: bool,
    pub(super) original_length: Option<f64>,
    pub(super) has_layer_type: bool,
    pub(super) base: f64,
    pub(super) n_pairs: usize,
    pub(super) partial: f64,
    pub(super) yarn_attention_factor: Option<f64>,
    /// Whether the class multiplies scores by what `mscale_all_dim` gives.
    pub(super) has_softmax_factor: bool,
}

/// Keys of every rule.
const COMMON: &[&str] = &[
    "rope_theta",
    "rope_type",
    "type",
    "partial_rotary_factor",
    "mrope_section",
    "mrope_interleaved",
];

/// The factors by which Phi-3.5-MoE multiplies cosines and sines, in place of the attention factor.
const SHORT_MSCALE: &str = "short_mscale";
const LONG_MSCALE: &str = "long_mscale";

/// Keys of rules that only some classes read.
const FEW_READ: &[&str] = &["alpha", SHORT_MSCALE, LONG_MSCALE];

/// The static NTK-aware rule, which only old code implements.
const NTK: &str = "ntk";

/// The rules by their names in files, with their keys.
const RULES: &[(&str, &[&str])] = &[
    ("default", &[]),
    ("linear", &["factor"]),
    ("dynamic", &["factor", "alpha"]),
    (NTK, &["factor"]),
    (
        "yarn",
        &[
            "factor",
            ORIGINAL_MAX_POSITIONS,
            "attention_factor",
            "beta_fast",
            "beta_slow",
            "mscale",
            "mscale_all_dim",
            "truncate",
            "llama_4_scaling_beta",
            "max_position_embeddings",
        ],
    ),
    (
        "longrope",
        &[
            "factor",
            ORIGINAL_MAX_POSITIONS,
            "attention_factor",
            "short_factor",
            "long_factor",
            SHORT_MSCALE,
            LONG_MSCALE,
        ],
    ),
    (
        "llama3",
        &[
            "factor",
            ORIGINAL_MAX_POSITIONS,
            "low_freq_factor",
            "high_freq_factor",
        ],
    ),
    ("proportional", &["factor"]),
];

/// Returns the rule that the parameters name, with findings for unknown names and keys. `is_merged`
/// means that the class merges the parameters into a set that has a `rope_type`.
pub(super) fn rule(
    parameters: &Fields<'_>,
    family: Family,
    is_merged: bool,
    findings: &mut Vec<Finding>,
) -> &'static str {
    let Some((rule, keys)) = named(parameters, family, is_merged, findings) else {
        return "default";
    };
    if rule == NTK {
        let sentence = "transformers has no rule \"ntk\"; the static NTK-aware rule is used.";
        findings.warn(&parameters.path_of("rope_type"), sentence);
    }
    if !["default", "longrope"].contains(&rule) && family.is_known_to_read(SHORT_MSCALE) {
        for key in [SHORT_MSCALE, LONG_MSCALE] {
            if parameters.number(key, findings).is_none() {
                let sentence = "Missing, but the model’s class needs it with every rule.";
                findings.error(&parameters.path_of(key), sentence);
            }
        }
    }
    let is_named = parameters.has("rope_type") || parameters.has("type");
    if !is_named && report_missing_rule(parameters, findings) {
        return rule;
    }
    for key in parameters.keys() {
        let is_known = keys.contains(&key) && (!FEW_READ.contains(&key) || family.reads(key))
            || COMMON.contains(&key);
        if !is_known {
            let sentence = match (rule, key) {
                ("longrope", SHORT_MSCALE | LONG_MSCALE) => {
                    "Phi-3.5-MoE multiplies by it in place of the attention factor; ignored."
                        .to_owned()
                }
                _ => unknown_key(rule, key, keys),
            };
            findings.warn(&parameters.path_of(key), sentence);
        }
    }
    rule
}

/// Reports numbers of a rule without its name, and a name that is null. Returns whether there was
/// something to report.
fn report_missing_rule(parameters: &Fields<'_>, findings: &mut Vec<Finding>) -> bool {
    let null = ["rope_type", "type"]
        .into_iter()
        .find(|key| parameters.is_null(key));
    if let Some(key) = null {
        let sentence =
            "Must be a string, not null, which transformers rejects; no scaling is used.";
        findings.error(&parameters.path_of(key), sentence);
        return true;
    }
    let numbers = RULES.iter().flat_map(|(_, keys)| keys.iter().copied());
    let Some(unused) = numbers.into_iter().find(|key| parameters.has(key)) else {
        return false;
    };
    let sentence = format!("Missing, so `{unused}` is ignored and no scaling is used.");
    findings.warn(&parameters.path_of("rope_type"), sentence);
    true
}

/// Returns the entry of [`RULES`] that the parameters name, if the class accepts it.
fn named(
    parameters: &Fields<'_>,
    family: Family,
    is_merged: bool,
    findings: &mut Vec<Finding>,
) -> Option<(&'static str, &'static [&'static str])> {
    let new = parameters.word("rope_type", findings);
    let mut old = parameters.word("type", findings);
    if is_merged && new.is_none() && old.is_some_and(|old| old != "default") {
        let sentence = "The model’s class reads `rope_type` instead; no scaling is used.";
        findings.warn(&parameters.path_of("type"), sentence);
        old = None;
    }
    if let (Some(new), Some(old)) = (new, old)
        && new != old
        && (new, old) != ("default", "mrope")
    {
        let sentence = format!(
            "Should equal `rope_type`, \"{}\", not \"{}\"; `rope_type` is used.",
            shorten(new),
            shorten(old)
        );
        findings.warn(&parameters.path_of("type"), sentence);
    }
    let has_lists = parameters.has("short_factor") && parameters.has("long_factor");
    let name = match new.or(old) {
        None => "default",
        Some("mrope") if family.reads("mrope") => "default",
        // The name of LongRoPE in the first Phi-3 files.
        Some("su") if family.reads("su") => {
            if family.is_known() && !parameters.has(ORIGINAL_MAX_POSITIONS) {
                let sentence = "Missing, and for the old rule name \"su\" transformers reads it \
                                only here and fails; the model’s own training length is used.";
                findings.error(&parameters.path_of(ORIGINAL_MAX_POSITIONS), sentence);
            }
            "longrope"
        }
        Some("yarn") if has_lists && family.reads("su") => "longrope",
        Some(name) => name,
    };
    let accepted = |rule: &str| family.rules.is_none_or(|rules| rules.contains(&rule));
    let found = RULES
        .iter()
        .find(|(rule, _)| *rule == name && accepted(rule));
    if found.is_none() {
        let known = RULES.iter().map(|(rule, _)| *rule);
        let names: Vec<&str> = known
            .filter(|rule| *rule != NTK && accepted(rule))
            .collect();
        let class = match family.rules {
            None => "",
            Some(_) => " for the model’s class",
        };
        let sentence = format!(
            "Must be {}{class}, not \"{}\"; no scaling is used.",
            one_of(&names),
            shorten(name)
        );
        findings.error(&parameters.path_of("rope_type"), sentence);
    }
    found.copied()
}

/// Returns the names as a list with "or" before the last one.
fn one_of(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}

fn unknown_key(rule: &str, key: &str, keys: &[&'static str]) -> String {
    let known = keys.iter().chain(COMMON).copied();
    match spelling::meant(key, known) {
        Some(meant) => format!("Unknown key, perhaps a misspelling of `{meant}`; ignored."),
        None => format!("The rule \"{rule}\" has no such key; ignored."),
    }
}

/// Reads the numbers of the rule `rule`.
pub(super) fn read(rule: &str, context: &Context<'_>, findings: &mut Vec<Finding>) -> Scaling {
    match rule {
        "linear" => Scaling::Linear {
            factor: context.factor(findings),
        },
        "dynamic" | NTK if context.n_pairs < 2 => {
            let sentence = format!(
                "The rule needs at least 2 pairs that rotate, not {}; no scaling is used.",
                context.n_pairs
            );
            findings.error(&context.parameters.path_of("rope_type"), sentence);
            Scaling::Default
        }
        "dynamic" => context.dynamic(findings),
        NTK => Scaling::Ntk {
            factor: context.factor(findings),
        },
        "yarn" if context.base <= 1.0 => {
            let base = Plain(context.base);
            let sentence = format!("Must be above 1 for YaRN, not {base}; no scaling is used.");
            findings.error(&context.parameters.path_of("rope_theta"), sentence);
            Scaling::Default
        }
        "yarn" => context.yarn(findings),
        "longrope" => context.longrope(findings),
        "llama3" => context.llama3(findings),
        "proportional" => Scaling::Proportional {
            partial_rotary_factor: context.partial,
            factor: context
                .parameters
                .positive("factor", findings)
                .unwrap_or(1.0),
        },
        _ => Scaling::Default,
    }
}

impl Context<'_> {
    /// Reads a number above 0 that the rule needs.
    fn needed(&self, key: &str, standard: f64, findings: &mut Vec<Finding>) -> f64 {
        if !self.parameters.has(key) {
            let sentence = format!("Missing, but the rule needs it; {standard} is used.");
            findings.error(&self.parameters.path_of(key), sentence);
            return standard;
        }
        let given = self.parameters.positive(key, findings);
        given.unwrap_or(standard)
    }

    fn factor(&self, findings: &mut Vec<Finding>) -> f64 {
        let factor = self.needed("factor", 1.0, findings);
        self.warn_if_below_1(factor, findings);
        factor
    }

    fn warn_if_below_1(&self, factor: f64, findings: &mut Vec<Finding>) {
        if factor < 1.0 {
            let factor = Plain(factor);
            let sentence =
                format!("Should be at least 1, not {factor}, which shortens the context; kept.");
            findings.warn(&self.parameters.path_of("factor"), sentence);
        }
    }

    fn max_positions(&self, findings: &mut Vec<Finding>) -> Option<f64> {
        let longest = self.fields.longest(findings);
        longest.map(|longest| longest as f64)
    }

    /// Reads the training length. Phi-3 has it outside the rotary parameters, where it takes
    /// precedence over the one inside. Without either, the longest sequence is used.
    fn training_length(&self, findings: &mut Vec<Finding>) -> f64 {
        let inner = self.parameters.positive(ORIGINAL_MAX_POSITIONS, findings);
        let outer = self.fields.positive(ORIGINAL_MAX_POSITIONS, findings);
        let outer = outer.filter(|_| !self.has_own_length);
        if !self.has_own_length && self.fields.is_null(ORIGINAL_MAX_POSITIONS) {
            let sentence =
                "Must be a number, not null, which transformers cannot use; read as missing.";
            findings.error(&self.fields.path_of(ORIGINAL_MAX_POSITIONS), sentence);
        }
        let outer = outer.or(self.original_length);
        if let (Some(inner), Some(outer)) = (inner, outer)
            && inner != outer
        {
            let (inner, outer) = (Plain(inner), Plain(outer));
            let sentence = format!(
                "Should equal the model’s own training length, {outer}, not {inner}; {outer} is \
                 used."
            );
            findings.warn(&self.parameters.path_of(ORIGINAL_MAX_POSITIONS), sentence);
        }
        if let Some(length) = outer.or(inner) {
            return length;
        }
        let key = self.parameters.path_of(ORIGINAL_MAX_POSITIONS);
        if let Some(longest) = self.max_positions(findings) {
            let sentence = format!("Missing; `max_position_embeddings`, {longest}, is used.");
            findings.warn(&key, sentence);
            return longest;
        }
        findings.error(&key, "Missing, but the rule needs it; 4096 is used.");
        4096.0
    }

    /// Reads the factor; if it is missing, computes it as the longest sequence over the training
    /// length.
    fn factor_or_ratio(&self, length: f64, findings: &mut Vec<Finding>) -> f64 {
        let key = self.parameters.path_of("factor");
        if let Some(factor) = self.parameters.positive("factor", findings) {
            self.warn_if_below_1(factor, findings);
            return factor;
        }
        let Some(longest) = self.max_positions(findings) else {
            findings.error(&key, "Missing, but the rule needs it; 1 is used.");
            return 1.0;
        };
        (longest / length).clamp(fields::SMALLEST, fields::LARGEST)
    }

    fn dynamic(&self, findings: &mut Vec<Finding>) -> Scaling {
        // Hunyuan stores a fixed NTK factor under the name "dynamic".
        if self.reads_alpha
            && let Some(alpha) = self.parameters.positive("alpha", findings)
        {
            return Scaling::Ntk { factor: alpha };
        }
        let factor = self.factor(findings);
        let longest = self.max_positions(findings).unwrap_or_else(|| {
            let key = self.fields.path_of("max_position_embeddings");
            findings.error(&key, "Missing, but the rule needs it; 2048 is used.");
            2048.0
        });
        Scaling::Dynamic {
            factor,
            max_position_embeddings: longest,
        }
    }

    fn yarn(&self, findings: &mut Vec<Finding>) -> Scaling {
        let parameters = self.parameters;
        let length = self.training_length(findings);
        if parameters.is_null("factor") {
            let sentence = "Null; `max_position_embeddings` over the training length is used.";
            findings.warn(&parameters.path_of("factor"), sentence);
        } else if !parameters.has("factor") {
            let sentence = "Missing, which transformers rejects; `max_position_embeddings` over \
                            the training length is used.";
            findings.error(&parameters.path_of("factor"), sentence);
        }
        let factor = self.factor_or_ratio(length, findings);
        let beta = |key, standard, findings: &mut Vec<Finding>| {
            // The reference treats 0 as missing.
            let given = parameters.positive_or_0(key, findings);
            given.filter(|beta| *beta > 0.0).unwrap_or(standard)
        };
        let truncate = parameters.flag("truncate", findings);
        // Python treats null as false.
        let truncate = truncate.unwrap_or(!parameters.is_null("truncate"));
        if self.has_layer_type && !truncate {
            let sentence = "transformers does not read it inside a layer type; the range is \
                            rounded to whole pairs.";
            findings.warn(&parameters.path_of("truncate"), sentence);
        }
        let mscale_all_dim = parameters.positive_or_0("mscale_all_dim", findings);
        if !self.has_softmax_factor && mscale_all_dim.is_some_and(|weight| weight > 0.0) {
            let sentence = "It changes only the attention factor: unlike DeepSeek’s, the attention of the model’s class does not \
                            multiply scores by it.";
            findings.note(&parameters.path_of("mscale_all_dim"), sentence);
        }
        Scaling::Yarn(Yarn {
            factor,
            original_max_position_embeddings: length,
            beta_fast: beta("beta_fast", 32.0, findings),
            beta_slow: beta("beta_slow", 1.0, findings),
            attention_factor: parameters
                .positive("attention_factor", findings)
                .or(self.yarn_attention_factor),
            mscale: parameters.positive_or_0("mscale", findings),
            mscale_all_dim,
            truncate: truncate || self.has_layer_type,
        })
    }

    fn longrope(&self, findings: &mut Vec<Finding>) -> Scaling {
        let parameters = self.parameters;
        let length = self.training_length(findings);
        let factor = self.factor_or_ratio(length, findings);
        let mut list = |key: &'static str| {
            if !parameters.has(key) {
                let sentence = "Missing, but the rule needs it; no scaling is used.";
                findings.error(&parameters.path_of(key), sentence);
                return None;
            }
            let list = parameters.numbers(key, findings)?;
            if list.len() == self.n_pairs {
                return Some(list);
            }
            let sentence = format!(
                "Must have one number for each of the {} pairs, not {}; no scaling is used.",
                self.n_pairs,
                list.len()
            );
            findings.error(&parameters.path_of(key), sentence);
            None
        };
        let (short_factor, long_factor) = (list("short_factor"), list("long_factor"));
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
        if self.reads_mscales {
            let standard = rule.attention_factor();
            rule.attention_factor = Some(self.needed(SHORT_MSCALE, standard, findings));
            rule.long_attention_factor = Some(self.needed(LONG_MSCALE, standard, findings));
        }
        Scaling::LongRope(rule)
    }

    fn llama3(&self, findings: &mut Vec<Finding>) -> Scaling {
        let standard = Llama3::default();
        let factor = self.factor(findings);
        let low = self.needed("low_freq_factor", standard.low_freq_factor, findings);
        let high = self.needed("high_freq_factor", standard.high_freq_factor, findings);
        if high <= low {
            let (low, high) = (Plain(low), Plain(high));
            let sentence = format!(
                "Should be above `low_freq_factor`, {low}, not {high}; kept, so no frequency is \
                 mixed."
            );
            findings.warn(&self.parameters.path_of("high_freq_factor"), sentence);
        }
        Scaling::Llama3(Llama3 {
            factor,
            low_freq_factor: low,
            high_freq_factor: high,
            original_max_position_embeddings: self.training_length(findings),
        })
    }
}
