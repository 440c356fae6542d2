//! The parameters of the figure `short-formats`.

use crate::{Key, Setting};
use phasor_encoding::Format;
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter};

choice! {
    /// What short-formats shows of rounding.
    pub(crate) enum RoundingView {
        /// Positions that become the same number.
        Positions "positions" "positions that collide",
        /// The error of the angle of every pair.
        Angles "angles" "angles that are off",
    }
}

impl Setting for RoundingView {
    const KEY: Key = Key::RoundingView;
}

impl Setting for Format {
    const KEY: Key = Key::Format;
}

pub(crate) const FORMAT: Parameter = Parameter {
    name: "dtype",
    label: "number format",
    unit: "",
    help: "The floating-point format of positions and angles.",
    accepts: Accepts::Choice(Format::LIST),
    default: "bf16",
};

pub(crate) const ROUNDING_VIEW: Parameter = Parameter {
    name: "rounding-view",
    label: "view",
    unit: "",
    help: "What is shown of low precision: positions that become one number, or the error of every angle.",
    accepts: Accepts::Choice(RoundingView::LIST),
    default: "positions",
};
