//! The parameters of the figure `scaled-angles`.

use super::rule::Rule;
use crate::{Key, Setting, Spec};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter, Range};

choice! {
    /// What scaled-angles shows of a scaling rule.
    pub(crate) enum RuleView {
        /// Every pair as a dial: the angles within the original length, and the new ones.
        Dials "dials" "dials: new angles",
        /// The wavelength of every pair before and after.
        Wavelengths "wavelengths" "wavelengths",
        /// All rules side by side.
        Rules "rules" "all rules",
    }
}

impl Setting for RuleView {
    const KEY: Key = Key::RuleView;
}

pub(crate) const RULE: Parameter = Parameter {
    name: "rule",
    label: "scaling rule",
    unit: "",
    help: "How RoPE’s frequencies are changed for texts longer than those for which they were made.",
    accepts: Accepts::Choice(Rule::LIST),
    default: "yarn",
};

pub(crate) const FACTOR: Parameter = Parameter {
    name: "factor",
    label: "factor",
    unit: "×",
    help: "Length of the longer text divided by the original length.",
    accepts: Accepts::Number(
        Range::real(1.0, 1024.0)
            .log()
            .snapping(&[2.0, 4.0, 8.0, 16.0, 32.0, 128.0]),
    ),
    default: "8",
};

pub(crate) const TRAINING_LENGTH: Parameter = Parameter {
    name: "training-length",
    label: "original length",
    unit: "tokens",
    help: "Length of the longest text before a rule is applied (original_max_position_embeddings).",
    accepts: Accepts::Number(Range::whole(1024.0, 1e7).log().snapping(&[
        2048.0,
        4096.0,
        8192.0,
        32_768.0,
        131_072.0,
        1_048_576.0,
    ])),
    default: "4096",
};

pub(crate) const RULE_VIEW: Parameter = Parameter {
    name: "rule-view",
    label: "view",
    unit: "",
    help: "What is shown of scaling rules: dials with new angles, wavelengths before and after, or all rules compared.",
    accepts: Accepts::Choice(RuleView::LIST),
    default: "dials",
};

impl Spec {
    /// How many times the original length a text may have.
    #[must_use]
    pub fn factor(&self) -> f64 {
        self.at(Key::Factor)
    }

    /// The original length, in tokens.
    #[must_use]
    pub fn training_length(&self) -> f64 {
        self.at(Key::TrainingLength)
    }
}
