//! The numbers that several rules have, and where a file has them.

use crate::family::Family;
use crate::fields::{self, Fields};
use crate::finding::{Finding, Notice};
use crate::keys::ORIGINAL_MAX_POSITIONS;
use phasor_text::number::Plain;

/// The sources of a rule's numbers, and the values to check them against.
pub(crate) struct Context<'a> {
    pub(crate) fields: &'a Fields<'a>,
    pub(crate) parameters: &'a Fields<'a>,
    pub(crate) family: Family,
    /// Whether an original length outside the parameters does not apply to them.
    pub(crate) has_own_length: bool,
    pub(crate) has_layer_type: bool,
    pub(crate) base: f64,
    pub(crate) n_pairs: usize,
    pub(crate) partial: f64,
}

impl Context<'_> {
    /// Reads a number above 0 that the rule needs.
    pub(super) fn needed(&self, key: &str, standard: f64, findings: &mut Vec<Finding>) -> f64 {
        if !self.parameters.has(key) {
            let sentence = format!("Missing, but the rule needs it; {standard} is used.");
            findings.error(&self.parameters.path_of(key), sentence);
            return standard;
        }
        let given = self.parameters.positive(key, findings);
        given.unwrap_or(standard)
    }

    pub(super) fn factor(&self, findings: &mut Vec<Finding>) -> f64 {
        let factor = self.needed("factor", 1.0, findings);
        self.warn_if_below_1(factor, findings);
        factor
    }

    pub(super) fn warn_if_below_1(&self, factor: f64, findings: &mut Vec<Finding>) {
        if factor < 1.0 {
            let factor = Plain(factor);
            let sentence =
                format!("Should be at least 1, not {factor}, which shortens the context; kept.");
            findings.warn(&self.parameters.path_of("factor"), sentence);
        }
    }

    pub(super) fn max_positions(&self, findings: &mut Vec<Finding>) -> Option<f64> {
        let longest = self.fields.longest(findings);
        longest.map(|longest| longest as f64)
    }

    /// Reads the original length. Phi-3 has it outside the rotary parameters, where it takes
    /// precedence over the one inside. Without either, the longest sequence is used.
    pub(super) fn original_length(&self, findings: &mut Vec<Finding>) -> f64 {
        let inner = self.parameters.positive(ORIGINAL_MAX_POSITIONS, findings);
        let outer = self.fields.positive(ORIGINAL_MAX_POSITIONS, findings);
        let outer = outer.filter(|_| !self.has_own_length);
        if !self.has_own_length && self.fields.is_null(ORIGINAL_MAX_POSITIONS) {
            let sentence =
                "Must be a number, not null, which transformers cannot use; read as missing.";
            findings.error(&self.fields.path_of(ORIGINAL_MAX_POSITIONS), sentence);
        }
        let outer = outer.or(self.family.original_length);
        if let (Some(inner), Some(outer)) = (inner, outer)
            && inner != outer
        {
            let (inner, outer) = (Plain(inner), Plain(outer));
            let sentence = format!(
                "Should equal the model’s own original length, {outer}, not {inner}; {outer} is \
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

    /// Reads the factor; if it is missing, computes it as the longest sequence over the original
    /// length.
    pub(super) fn factor_or_ratio(&self, length: f64, findings: &mut Vec<Finding>) -> f64 {
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

    /// Reads a list with a number for each pair, without which there is no rule.
    pub(super) fn list(&self, key: &'static str, findings: &mut Vec<Finding>) -> Option<Vec<f64>> {
        let parameters = self.parameters;
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
    }

    /// Reports that there are too few pairs for a rule that stretches the base.
    pub(super) fn lacks_pairs(&self, findings: &mut Vec<Finding>) -> bool {
        let lacks = self.n_pairs < 2;
        if lacks {
            let sentence = format!(
                "The rule needs at least 2 pairs that rotate, not {}; no scaling is used.",
                self.n_pairs
            );
            findings.error(&self.parameters.path_of("rope_type"), sentence);
        }
        lacks
    }
}
