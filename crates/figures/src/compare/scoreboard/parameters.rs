//! The parameters of the figure `scoreboard`.

use crate::{Key, Setting};
use phasor_encoding::analysis::Property;
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter};

choice! {
    /// A scheme on the scoreboard.
    pub(crate) enum SchemeName {
        /// No positions.
        None "none" "none (NoPE)",
        /// The position itself.
        Integer "integer" "integer",
        /// The position over the length.
        Normalised "normalised" "normalised",
        /// The bits of the position.
        Binary "binary" "binary",
        /// Sines and cosines.
        Sinusoidal "sinusoidal" "sinusoidal",
        /// A learned table.
        Learned "learned" "learned table",
        /// Learned vectors for the clipped distance.
        Shaw "shaw" "Shaw",
        /// Learned numbers for the distance's bucket.
        T5 "t5" "T5",
        /// A slope times the distance.
        Alibi "alibi" "ALiBi",
        /// Rotated pairs.
        Rope "rope" "RoPE",
        /// Rotated pairs, of which the slowest do not rotate.
        PRope "p-rope" "p-RoPE",
    }
}

impl Setting for SchemeName {
    const KEY: Key = Key::Candidate;
}

impl Setting for Property {
    const KEY: Key = Key::Property;
}

pub(crate) const CANDIDATE: Parameter = Parameter {
    name: "candidate",
    label: "scheme",
    unit: "",
    help: "The positional scheme whose evidence is shown.",
    accepts: Accepts::Choice(SchemeName::LIST),
    default: "rope",
};

pub(crate) const PROPERTY: Parameter = Parameter {
    name: "property",
    label: "property",
    unit: "",
    help: "The property whose evidence is shown.",
    accepts: Accepts::Choice(Property::LIST),
    default: "extrapolates",
};
