//! The scaling rule of a set of rotary parameters, with its numbers.

mod context;
mod rules;

pub(super) use context::Context;
pub(super) use rules::{NONE, Rule, check_lengths, name_of, write};

use super::family::Family;
use super::fields::Fields;
use super::finding::{Finding, Notice, Severity};
use super::keys::{ORIGINAL_MAX_POSITIONS, XDROPE};
use phasor_text::{listed, shorten};
use rules::{LONG_MSCALE, LONGROPE, MSCALE_ALL_DIM, RULES, SHORT_MSCALE};

/// Keys of every rule.
const COMMON: &[&str] = &[
    "rope_theta",
    "rope_type",
    "type",
    "partial_rotary_factor",
    "mrope_section",
    "mrope_interleaved",
];

/// Keys that a class with [`XDROPE`] knows beside every rule, and does not use.
const WITH_XDROPE: &[&str] = &[
    "xdrope_section",
    "beta_fast",
    "beta_slow",
    "mscale",
    MSCALE_ALL_DIM,
];

/// Keys of rules that only some classes read.
const FEW_READ: &[&str] = &["alpha", SHORT_MSCALE, LONG_MSCALE];

/// Returns the rule that the parameters name, with findings for unknown names and keys. `is_merged`
/// means that the class merges the parameters into a set that has a `rope_type`.
pub(super) fn rule(
    parameters: &Fields<'_>,
    family: Family,
    is_merged: bool,
    findings: &mut Vec<Finding>,
) -> Rule {
    let Some(rule) = named(parameters, family, is_merged, findings) else {
        return NONE;
    };
    if let Some(meant) = rule.only_here_as {
        let sentence = format!(
            "transformers has no rule \"{}\"; {meant} is used.",
            rule.name
        );
        findings.warn(&parameters.path_of("rope_type"), sentence);
    }
    let has_mscales = rule.is_none() || rule.keys.contains(&SHORT_MSCALE);
    if !has_mscales && family.is_known_to_read(SHORT_MSCALE) {
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
        let has = rule.keys.contains(&key);
        let is_read = has && (!FEW_READ.contains(&key) || family.reads(key));
        let is_of_attention = key == MSCALE_ALL_DIM && family.has_softmax_factor && !rule.is_none();
        let is_of_class = WITH_XDROPE.contains(&key) && family.is_known_to_read(XDROPE);
        let is_known = is_read || is_of_attention || is_of_class || COMMON.contains(&key);
        if !is_known {
            let sentence = match key {
                SHORT_MSCALE | LONG_MSCALE if has => {
                    "Phi-3.5-MoE multiplies by it in place of the attention factor; ignored."
                        .to_owned()
                }
                _ => unknown_key(rule, key),
            };
            findings.warn(&parameters.path_of(key), sentence);
        }
    }
    rule
}

/// Returns `mscale_all_dim` beside a rule that does not have it, if the attention of the class multiplies its scores by what
/// it gives.
pub(super) fn mscale_all_dim(
    parameters: &Fields<'_>,
    family: Family,
    rule: Rule,
    findings: &mut Vec<Finding>,
) -> Option<f64> {
    if !family.has_softmax_factor || rule.is_none() {
        return None;
    }
    let weight = parameters.positive_or_0(MSCALE_ALL_DIM, findings);
    let weight = weight.filter(|weight| *weight > 0.0)?;
    let key = parameters.path_of("factor");
    let is_reported = |finding: &Finding| finding.key == key && finding.severity == Severity::Error;
    if !parameters.has("factor") && !findings.iter().any(is_reported) {
        let sentence =
            "Missing, but beside `mscale_all_dim` the attention of the model’s class needs it.";
        findings.error(&key, sentence);
    }
    if rule.keys.contains(&MSCALE_ALL_DIM) {
        return None;
    }
    let sentence = format!(
        "No key of the rule \"{}\", but the attention of the model’s class multiplies scores by what it gives with every rule.",
        rule.name
    );
    findings.note(&parameters.path_of(MSCALE_ALL_DIM), sentence);
    Some(weight)
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
    let numbers = RULES.iter().flat_map(|rule| rule.keys.iter().copied());
    let Some(unused) = numbers.into_iter().find(|key| parameters.has(key)) else {
        return false;
    };
    let sentence = format!("Missing, so `{unused}` is ignored and no scaling is used.");
    findings.warn(&parameters.path_of("rope_type"), sentence);
    true
}

/// Returns the rule that the parameters name, if the class accepts it.
fn named(
    parameters: &Fields<'_>,
    family: Family,
    is_merged: bool,
    findings: &mut Vec<Finding>,
) -> Option<Rule> {
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
        None => NONE.name,
        Some("mrope") if family.reads("mrope") => NONE.name,
        Some(XDROPE) if family.reads(XDROPE) => "dynamic",
        // The name of LongRoPE in the first Phi-3 files.
        Some("su") if family.reads("su") => {
            if family.is_known() && !parameters.has(ORIGINAL_MAX_POSITIONS) {
                let sentence = "Missing, and for the old rule name \"su\" transformers reads it \
                                only here and fails; the model’s own original length is used.";
                findings.error(&parameters.path_of(ORIGINAL_MAX_POSITIONS), sentence);
            }
            LONGROPE.name
        }
        Some("yarn") if has_lists && family.reads("su") => LONGROPE.name,
        Some(name) => name,
    };
    let accepted = |rule: &&Rule| {
        let rules = family.rules;
        rules.is_none_or(|rules| rules.contains(&rule.name))
    };
    let mut rules = RULES.iter().filter(accepted);
    let found = rules.find(|rule| rule.name == name);
    if found.is_none() {
        let usual = RULES.iter().filter(|rule| rule.only_here_as.is_none());
        let names: Vec<&str> = usual.filter(accepted).map(|rule| rule.name).collect();
        let class = match family.rules {
            None => "",
            Some(_) => " for the model’s class",
        };
        let sentence = format!(
            "Must be {}{class}, not \"{}\"; no scaling is used.",
            listed(&names, "or"),
            shorten(name)
        );
        findings.error(&parameters.path_of("rope_type"), sentence);
    }
    found.copied()
}

/// Returns whether a file may have a rule of that name.
pub(super) fn is_name(name: &str) -> bool {
    ["mrope", "su", XDROPE].contains(&name) || RULES.iter().any(|rule| rule.name == name)
}

fn unknown_key(rule: Rule, key: &str) -> String {
    let known = rule.keys.iter().chain(COMMON).copied();
    match phasor_text::meant(key, known) {
        Some(meant) => format!("Unknown key, perhaps a misspelling of `{meant}`; ignored."),
        None => format!("The rule \"{}\" has no such key; ignored.", rule.name),
    }
}
