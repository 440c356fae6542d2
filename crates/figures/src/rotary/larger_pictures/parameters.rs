//! The parameters of the figure `larger-pictures`.

use crate::{Key, Setting, Spec};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter, Range};

choice! {
    /// A rule for pictures that are larger than in training.
    pub(crate) enum PictureRule {
        /// No rule: frequencies stay.
        None "none" "no rule",
        /// Position interpolation: the picture is squeezed into the grid of the training.
        Interpolation "interpolation" "interpolation, by resolution",
        /// The NTK-aware rule, with a base for each axis.
        Ntk "ntk" "NTK for each axis",
        /// DyPE in the form of YaRN, which fades while the picture is made.
        Dype "dype" "DyPE",
    }
}

impl Setting for PictureRule {
    const KEY: Key = Key::PictureRule;
}

/// The largest growth that can be chosen.
pub(super) const MOST: f64 = 4.0;

pub(crate) const PICTURE_RULE: Parameter = Parameter {
    name: "picture-rule",
    label: "rule",
    unit: "",
    help: "What is done to the frequencies of rows and columns in a picture larger than in training.",
    accepts: Accepts::Choice(PictureRule::LIST),
    default: "none",
};

pub(crate) const GROWTH: Parameter = Parameter {
    name: "growth",
    label: "times as large",
    unit: "",
    help: "How many times as many rows and columns of patches the picture has as those in training, which have 64.",
    accepts: Accepts::Number(Range {
        steps_per_unit: 20.0,
        ..Range::real(1.0, MOST)
    }),
    default: "4",
};

pub(crate) const DIFFUSION_TIME: Parameter = Parameter {
    name: "diffusion-time",
    label: "time of the diffusion",
    unit: "",
    help: "From 1, where all is noise, to 0, the finished picture; of the rules, only DyPE depends on it.",
    accepts: Accepts::Number(Range::share()),
    default: "1",
};

impl Spec {
    /// How many times as many rows and columns a picture has as those in training, from 1.
    #[must_use]
    pub fn growth(&self) -> f64 {
        self.at(Key::Growth)
    }

    /// The time of the diffusion, from 1, where all is noise, to 0, the finished picture.
    #[must_use]
    pub fn diffusion_time(&self) -> f64 {
        self.at(Key::DiffusionTime)
    }
}
