//! How many components a head has, and how many of them turn.

use super::family::{HeadDim, Partial};
use super::fields::{self, PARTIAL};
use super::finding::{Finding, Notice, Said};
use super::sets::Reader;

impl Reader<'_> {
    pub(super) fn head_dim(&self, findings: &mut Vec<Finding>) -> usize {
        let stated = self.stated_head_dim(findings);
        let head_dim = stated.clamp(2, MOST);
        if head_dim != stated {
            let sentence =
                format!("It must be from 2 to {MOST}, not {stated}; {head_dim} is used.");
            findings.error(&self.fields.path_of("head_dim"), sentence);
        }
        head_dim
    }

    /// The size that the file or the model's class states, in range or not.
    fn stated_head_dim(&self, findings: &mut Vec<Finding>) -> usize {
        let fields = self.fields;
        if self.layer_type == Some("full_attention")
            && let Some(wide) = self.family.global_head_dim
        {
            return fields.count(&["global_head_dim"], findings).unwrap_or(wide);
        }
        let rope_part = fields.count(&["qk_rope_head_dim"], findings);
        let given = match self.family.reads("kv_channels") {
            true => fields.count(fields::HEAD_DIM, findings),
            false => fields.count(&["head_dim"], findings),
        };
        let is_null = fields.is_null("head_dim");
        let times = match (self.family.head_dim, rope_part) {
            (HeadDim::RopePart(standard), rope_part) => {
                let rope_part = rope_part.unwrap_or(standard);
                self.tell_other_head_dim(given, rope_part, findings);
                return rope_part;
            }
            (HeadDim::Derived, Some(rope_part))
                if !self.turns_part && self.family.reads("qk_rope_head_dim") =>
            {
                return rope_part;
            }
            (HeadDim::Fixed(standard), _) => {
                if is_null {
                    let sentence = format!("transformers refuses null; {standard} is used.");
                    findings.error(&fields.path_of("head_dim"), sentence);
                }
                return given.unwrap_or(standard);
            }
            (HeadDim::FixedUnlessNull(standard), _) if !is_null => {
                return given.unwrap_or(standard);
            }
            (HeadDim::TwiceDerived, _) => 2,
            _ => 1,
        };
        if let Some(given) = given {
            return given;
        }
        let hidden_size = fields.count(fields::HIDDEN_SIZE, findings);
        let n_heads = fields.count(fields::N_HEADS, findings);
        match (hidden_size, n_heads) {
            (Some(hidden_size), Some(n_heads)) if hidden_size >= n_heads => {
                if !hidden_size.is_multiple_of(n_heads) {
                    let sentence = format!(
                        "{hidden_size} is no multiple of the {n_heads} heads; {} components a \
                         head are used.",
                        hidden_size / n_heads
                    );
                    findings.warn(&fields.path_of("hidden_size"), sentence);
                }
                times * (hidden_size / n_heads)
            }
            _ => {
                let sentence = "It is missing, and so is what it could be computed from \
                                (`hidden_size`, `num_attention_heads`); 128 is used.";
                findings.warn(&fields.path_of("head_dim"), sentence);
                128
            }
        }
    }

    /// Says that a head is not what turns of it, where that has a key of its own.
    fn tell_other_head_dim(
        &self,
        given: Option<usize>,
        rope_part: usize,
        findings: &mut Vec<Finding>,
    ) {
        let Some(given) = given.filter(|given| *given != rope_part) else {
            return;
        };
        let rest = self.fields.count(&["qk_nope_head_dim"], findings);
        if rest.is_none_or(|rest| given != rest + rope_part) {
            let sentence = format!(
                "It is {given} and what turns, `qk_rope_head_dim`, is {rope_part}, which is used."
            );
            findings.warn(&self.fields.path_of("head_dim"), sentence);
        }
    }

    /// The part of the head that turns.
    pub(super) fn partial(&self, rule: &str, head_dim: usize, findings: &mut Vec<Finding>) -> f64 {
        let key = self.family.partial_key;
        let inner = self.parameters.number(PARTIAL, findings);
        let outer = self.fields.number(key, findings);
        let standard = match self.family.partial {
            Partial::Used(standard) => Some(standard),
            Partial::Ignored => None,
        };
        let unread = self.fields.number(PARTIAL, findings);
        if key != PARTIAL && inner.is_none() && unread != outer.or(standard) {
            let instead = match (key.is_empty(), self.family.rotary_dim) {
                (false, _) => key,
                (true, Some(_)) => "rotary_dim",
                (true, None) => "rope_parameters.partial_rotary_factor",
            };
            self.tell_unread(PARTIAL, instead, findings);
        }
        if self.parameters.is_null(PARTIAL) && (rule != "default" || self.family.is_partial()) {
            let sentence = "transformers cannot count with null; it is read as missing.";
            findings.error(&self.parameters.path_of(PARTIAL), sentence);
        }
        let mut dim_at = |name: &'static str, names| match self.family.reads(name) {
            true => self.fields.count(names, findings),
            false => None,
        };
        let rotary_dim = dim_at("rotary_dim", &["rotary_dim"]);
        let rotary_dim = match self.family.head_dim {
            HeadDim::Fixed(_) => {
                rotary_dim.or_else(|| dim_at("qk_rope_head_dim", &["qk_rope_head_dim"]))
            }
            _ => rotary_dim,
        };
        let rotary_dim = rotary_dim.or(self.family.rotary_dim);
        let from_dim = rotary_dim.map(|rotary_dim| rotary_dim as f64 / head_dim as f64);
        let given = inner.or(outer).or(from_dim);
        let standard = match self.family.partial {
            Partial::Used(standard) => standard,
            Partial::Ignored if rule == "default" => {
                if given.is_some_and(|given| given != 1.0) {
                    let sentence = "The model's class does not look at it without a scaling \
                                    rule; all of the head turns.";
                    findings.warn(&self.parameters.path_of(PARTIAL), sentence);
                }
                return 1.0;
            }
            Partial::Ignored => 1.0,
        };
        let factor = given.unwrap_or(standard);
        if factor > 0.0 && factor <= 1.0 {
            return factor;
        }
        let sentence = format!(
            "It must be above 0 and at most 1, not {}; 1 is used.",
            Said(factor)
        );
        findings.error(&self.parameters.path_of(PARTIAL), sentence);
        1.0
    }

    pub(super) fn tell_null_head_dim(
        &self,
        rule: &str,
        head_dim: usize,
        findings: &mut Vec<Finding>,
    ) {
        let is_needed = ["dynamic", "yarn", "longrope"].contains(&rule);
        if is_needed && self.family.is_head_dim_null && !self.fields.has("head_dim") {
            let sentence = format!(
                "transformers cannot count with a missing one under \"{rule}\" and fails; \
                 {head_dim} is used."
            );
            findings.error(&self.fields.path_of("head_dim"), sentence);
        }
    }
}

/// The most components that a head is taken to have; models have a few hundred.
const MOST: usize = 1 << 16;

/// `floor(partial x head_dim)` as transformers has it, made even, at least 2.
pub(super) fn even_part(
    partial: f64,
    head_dim: usize,
    key: &str,
    findings: &mut Vec<Finding>,
) -> usize {
    let part = (head_dim as f64 * partial) as usize;
    if part >= 2 && part.is_multiple_of(2) {
        return part;
    }
    let even = (part - part % 2).max(2);
    let sentence = format!(
        "{part} components would turn, and pairs need an even number; {even} are taken to turn."
    );
    findings.error(key, sentence);
    even
}
