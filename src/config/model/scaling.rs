//! The scaling rule that a set of rotary parameters names, with its numbers.

use super::family::Family;
use super::fields::{self, Fields, ORIGINAL_MAX_POSITIONS};
use super::finding::{Finding, Notice, Said, shorten};
use super::spelling;
use crate::encoding::{Llama3, LongRope, Scaling, Yarn};

/// What a rule's numbers are read from, and what they are checked against.
pub(super) struct Context<'a> {
    pub(super) fields: &'a Fields<'a>,
    pub(super) parameters: &'a Fields<'a>,
    /// Whether a training length beside the parameters is not for them.
    pub(super) has_own_length: bool,
    pub(super) reads_alpha: bool,
    pub(super) original_length: Option<f64>,
    pub(super) has_layer_type: bool,
    pub(super) base: f64,
    pub(super) n_pairs: usize,
    pub(super) partial: f64,
    pub(super) yarn_attention_factor: Option<f64>,
}

/// Keys that go with every rule.
const COMMON: &[&str] = &[
    "rope_theta",
    "rope_type",
    "type",
    "partial_rotary_factor",
    "mrope_section",
    "mrope_interleaved",
];

/// The static NTK-aware rule, which only old code has.
const NTK: &str = "ntk";

/// Rules by the names that files give them, and the keys that go with them.
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

/// The rule that the parameters name, and findings for names and keys that are unknown.
/// `is_merged` where the class adds them to a set that has a `rope_type`.
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
        let sentence = "transformers has no rule \"ntk\"; the static NTK-aware rule is used here.";
        findings.warn(&parameters.path_of("rope_type"), sentence);
    }
    if rule != "default" && family.is_known() && family.reads("short_mscale") {
        for key in ["short_mscale", "long_mscale"] {
            if parameters.number(key, findings).is_none() {
                let sentence = "It is missing and the model's class needs it; it is not used here.";
                findings.error(&parameters.path_of(key), sentence);
            }
        }
    }
    for key in parameters.keys() {
        let is_known = keys.contains(&key) && (key != "alpha" || family.reads("alpha"))
            || COMMON.contains(&key);
        if !is_known {
            let sentence = match (rule, key) {
                ("longrope", "short_mscale" | "long_mscale") => {
                    "The class of Phi-3.5-MoE multiplies by it in the place of the attention \
                     factor; it is not used here."
                        .to_owned()
                }
                _ => unknown_key(rule, key, keys),
            };
            findings.warn(&parameters.path_of(key), sentence);
        }
    }
    rule
}

/// The entry of [`RULES`] that the parameters name, if the class has it.
fn named(
    parameters: &Fields<'_>,
    family: Family,
    is_merged: bool,
    findings: &mut Vec<Finding>,
) -> Option<(&'static str, &'static [&'static str])> {
    let new = parameters.word("rope_type", findings);
    let mut old = parameters.word("type", findings);
    if is_merged && new.is_none() && old.is_some_and(|old| old != "default") {
        let sentence = "The model's class reads `rope_type` in its place; no scaling is used.";
        findings.warn(&parameters.path_of("type"), sentence);
        old = None;
    }
    if let (Some(new), Some(old)) = (new, old)
        && new != old
        && (new, old) != ("default", "mrope")
    {
        let sentence = format!(
            "It is \"{}\" and `rope_type` is \"{}\"; `rope_type` is used.",
            shorten(old),
            shorten(new)
        );
        findings.warn(&parameters.path_of("type"), sentence);
    }
    let has_lists = parameters.has("short_factor") && parameters.has("long_factor");
    let name = match new.or(old) {
        None => "default",
        Some("mrope") if family.reads("mrope") => "default",
        // What Phi-3 was first published with.
        Some("su") if family.reads("su") => {
            if family.is_known() && !parameters.has(ORIGINAL_MAX_POSITIONS) {
                let sentence =
                    "Under the old name \"su\" transformers looks for it only here and fails.";
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
        let sentence = match (family.rules, names.as_slice()) {
            (None, names) => format!(
                "There is no rule \"{}\"; there are {}. No scaling is used.",
                shorten(name),
                names.join(", ")
            ),
            (Some(_), names) => format!(
                "The model's class has no rule \"{}\", only {}. No scaling is used.",
                shorten(name),
                names.join(", ")
            ),
        };
        findings.error(&parameters.path_of("rope_type"), sentence);
    }
    found.copied()
}

fn unknown_key(rule: &str, key: &str, keys: &[&'static str]) -> String {
    let known = keys.iter().chain(COMMON).copied();
    match spelling::meant(key, known) {
        Some(meant) => format!("There is no such key; perhaps `{meant}` is meant. It is not used."),
        None => format!("The rule \"{rule}\" has no such key; it changes nothing."),
    }
}

/// The rule `rule` with its numbers.
pub(super) fn read(rule: &str, context: &Context<'_>, findings: &mut Vec<Finding>) -> Scaling {
    match rule {
        "linear" => Scaling::Linear {
            factor: context.factor(findings),
        },
        "dynamic" | NTK if context.n_pairs < 2 => {
            let sentence = "The rule needs at least 2 pairs; no scaling is used.";
            findings.error(&context.parameters.path_of("rope_type"), sentence);
            Scaling::Default
        }
        "dynamic" => context.dynamic(findings),
        NTK => Scaling::Ntk {
            factor: context.factor(findings),
        },
        "yarn" if context.base <= 1.0 => {
            let sentence = "YaRN needs a base above 1; no scaling is used.";
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
    /// A number above 0 that the rule cannot do without.
    fn needed(&self, key: &str, standard: f64, findings: &mut Vec<Finding>) -> f64 {
        if !self.parameters.has(key) {
            let sentence = format!("It is missing and the rule needs it; {standard} is used.");
            findings.error(&self.parameters.path_of(key), sentence);
            return standard;
        }
        let given = self.parameters.positive(key, findings);
        given.unwrap_or(standard)
    }

    fn factor(&self, findings: &mut Vec<Finding>) -> f64 {
        let factor = self.needed("factor", 1.0, findings);
        self.told_if_below_1(factor, findings);
        factor
    }

    fn told_if_below_1(&self, factor: f64, findings: &mut Vec<Finding>) {
        if factor < 1.0 {
            let factor = Said(factor);
            let sentence = format!("{factor} makes the context shorter; it should be at least 1.");
            findings.warn(&self.parameters.path_of("factor"), sentence);
        }
    }

    fn max_positions(&self, findings: &mut Vec<Finding>) -> Option<f64> {
        let longest = self.fields.count(fields::MAX_POSITIONS, findings);
        longest.map(|longest| longest as f64)
    }

    /// The training length. Phi-3 has it beside the rotary parameters, where it goes before the
    /// one inside; without any it is the longest sequence.
    fn training_length(&self, findings: &mut Vec<Finding>) -> f64 {
        let inner = self.parameters.positive(ORIGINAL_MAX_POSITIONS, findings);
        let outer = self.fields.positive(ORIGINAL_MAX_POSITIONS, findings);
        let outer = outer.filter(|_| !self.has_own_length);
        if !self.has_own_length && self.fields.is_null(ORIGINAL_MAX_POSITIONS) {
            let sentence = "transformers cannot count with null; it is read as missing.";
            findings.error(&self.fields.path_of(ORIGINAL_MAX_POSITIONS), sentence);
        }
        let outer = outer.or(self.original_length);
        if let (Some(inner), Some(outer)) = (inner, outer)
            && inner != outer
        {
            let (inner, outer) = (Said(inner), Said(outer));
            let sentence = format!("It is {inner} here and {outer} outside, which is used.");
            findings.warn(&self.parameters.path_of(ORIGINAL_MAX_POSITIONS), sentence);
        }
        if let Some(length) = outer.or(inner) {
            return length;
        }
        let key = self.parameters.path_of(ORIGINAL_MAX_POSITIONS);
        if let Some(longest) = self.max_positions(findings) {
            let sentence = format!("It is missing; `max_position_embeddings`, {longest}, is used.");
            findings.warn(&key, sentence);
            return longest;
        }
        findings.error(&key, "It is missing and the rule needs it; 4096 is used.");
        4096.0
    }

    /// The factor, or how many times longer the longest sequence is than the training length.
    fn factor_or_ratio(&self, length: f64, findings: &mut Vec<Finding>) -> f64 {
        let key = self.parameters.path_of("factor");
        if let Some(factor) = self.parameters.positive("factor", findings) {
            self.told_if_below_1(factor, findings);
            return factor;
        }
        let Some(longest) = self.max_positions(findings) else {
            findings.error(&key, "It is missing and the rule needs it; 1 is used.");
            return 1.0;
        };
        (longest / length).clamp(fields::SMALLEST, fields::LARGEST)
    }

    fn dynamic(&self, findings: &mut Vec<Finding>) -> Scaling {
        // Hunyuan calls a fixed NTK factor "dynamic" and keeps it here.
        if self.reads_alpha
            && let Some(alpha) = self.parameters.positive("alpha", findings)
        {
            return Scaling::Ntk { factor: alpha };
        }
        let factor = self.factor(findings);
        let longest = self.max_positions(findings).unwrap_or_else(|| {
            let key = self.fields.path_of("max_position_embeddings");
            findings.error(&key, "It is missing and the rule needs it; 2048 is used.");
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
            let sentence = "It is null; `max_position_embeddings` over the training length is \
                            used.";
            findings.warn(&parameters.path_of("factor"), sentence);
        } else if !parameters.has("factor") {
            let sentence = "It is missing, which transformers refuses; `max_position_embeddings` \
                            over the training length is used.";
            findings.error(&parameters.path_of("factor"), sentence);
        }
        let factor = self.factor_or_ratio(length, findings);
        let beta = |key, standard, findings: &mut Vec<Finding>| {
            // The reference takes 0 for missing.
            let given = parameters.positive_or_0(key, findings);
            given.filter(|beta| *beta > 0.0).unwrap_or(standard)
        };
        let truncate = parameters.flag("truncate", findings);
        // Python takes null for false.
        let truncate = truncate.unwrap_or(!parameters.is_null("truncate"));
        if self.has_layer_type && !truncate {
            let sentence = "transformers does not look for it inside a layer type; the range is \
                            rounded to whole pairs.";
            findings.warn(&parameters.path_of("truncate"), sentence);
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
            mscale_all_dim: parameters.positive_or_0("mscale_all_dim", findings),
            truncate: truncate || self.has_layer_type,
        })
    }

    fn longrope(&self, findings: &mut Vec<Finding>) -> Scaling {
        let parameters = self.parameters;
        let length = self.training_length(findings);
        let factor = self.factor_or_ratio(length, findings);
        let mut list = |key: &'static str| {
            if !parameters.has(key) {
                let sentence = "It is missing and the rule needs it; no scaling is used.";
                findings.error(&parameters.path_of(key), sentence);
                return None;
            }
            let list = parameters.numbers(key, findings)?;
            if list.len() == self.n_pairs {
                return Some(list);
            }
            let sentence = format!(
                "It has {} numbers for {} pairs; no scaling is used.",
                list.len(),
                self.n_pairs
            );
            findings.error(&parameters.path_of(key), sentence);
            None
        };
        let (short_factor, long_factor) = (list("short_factor"), list("long_factor"));
        let (Some(short_factor), Some(long_factor)) = (short_factor, long_factor) else {
            return Scaling::Default;
        };
        if length <= 1.0 {
            let sentence = "LongRoPE needs a training length above 1; no scaling is used.";
            findings.error(&parameters.path_of(ORIGINAL_MAX_POSITIONS), sentence);
            return Scaling::Default;
        }
        Scaling::LongRope(LongRope {
            short_factor,
            long_factor,
            original_max_position_embeddings: length,
            factor,
            attention_factor: parameters.positive("attention_factor", findings),
        })
    }

    fn llama3(&self, findings: &mut Vec<Finding>) -> Scaling {
        let standard = Llama3::default();
        let factor = self.factor(findings);
        let low = self.needed("low_freq_factor", standard.low_freq_factor, findings);
        let high = self.needed("high_freq_factor", standard.high_freq_factor, findings);
        if high <= low {
            let (low, high) = (Said(low), Said(high));
            let sentence = format!(
                "{high} is not above `low_freq_factor`, {low}; no pair is mixed between kept \
                 and divided."
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
