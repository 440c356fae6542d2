//! The parameters of `integer-code`.

use crate::{Key, Setting};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter};

choice! {
    /// What integer-code shows of words and positions.
    pub(crate) enum IntegerView {
        /// Each word as an arrow, all at the position.
        Arrows "arrows" "words as arrows",
        /// The sentence on the ground of a sea, whose level is the position.
        Sea "sea" "components as a sea",
    }
}

impl Setting for IntegerView {
    const KEY: Key = Key::IntegerView;
}

choice! {
    /// Whether vectors go through LayerNorm.
    pub(crate) enum LayerNorm {
        /// They stay as they are.
        Off "off" "off",
        /// Their mean is subtracted, and they are divided by their standard deviation.
        On "on" "on",
    }
}

impl Setting for LayerNorm {
    const KEY: Key = Key::LayerNorm;
}

pub(crate) const INTEGER_VIEW: Parameter = Parameter {
    name: "integer-view",
    label: "view",
    unit: "",
    help: "What is shown of integers added to words: each word as an arrow, or many components as a sea.",
    accepts: Accepts::Choice(IntegerView::LIST),
    default: "arrows",
};

pub(crate) const LAYER_NORM: Parameter = Parameter {
    name: "layer-norm",
    label: "LayerNorm",
    unit: "",
    help: "Whether the sum of word and position goes through LayerNorm, without trained weights.",
    accepts: Accepts::Choice(LayerNorm::LIST),
    default: "off",
};
