//! The parameters of the figure `telling-apart`.

use crate::{Key, Setting, Spec};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter, Range};

choice! {
    /// What telling-apart shows of a word and a positional encoding in one sum.
    pub(crate) enum ApartView {
        /// All sums of a word and a position, above a floor.
        Plane "plane" "every sum above a floor",
        /// The words and positions read from one sum.
        Read "read" "what is read",
        /// The shares of words and encodings that the directions hold.
        Shares "shares" "what the directions hold",
    }
}

impl Setting for ApartView {
    const KEY: Key = Key::ApartView;
}

pub(crate) const DIRECTIONS: Parameter = Parameter {
    name: "directions",
    label: "directions set aside",
    unit: "of 384",
    help: "Directions set aside for positions when a word is read from its sum with a positional encoding.",
    accepts: Accepts::Number(Range::whole(0.0, 384.0)),
    default: "44",
};

pub(crate) const ENCODING_SCALE: Parameter = Parameter {
    name: "code-scale",
    label: "encoding scale",
    unit: "×",
    help: "Factor of a positional encoding before it is added to a word.",
    accepts: Accepts::Number(Range::real(0.01, 100.0).log().snapping(&[0.051, 1.0])),
    default: "1",
};

pub(crate) const APART_VIEW: Parameter = Parameter {
    name: "apart-view",
    label: "view",
    unit: "",
    help: "What is shown of word and position: all sums above a floor, the words read from one sum, or the shares that directions hold.",
    accepts: Accepts::Choice(ApartView::LIST),
    default: "plane",
};

impl Spec {
    /// The number of directions set aside for positional encodings.
    #[must_use]
    pub fn directions(&self) -> usize {
        self.at(Key::Directions) as usize
    }

    /// The factor of a positional encoding before it is added to a word.
    #[must_use]
    pub fn encoding_scale(&self) -> f64 {
        self.at(Key::EncodingScale)
    }
}
