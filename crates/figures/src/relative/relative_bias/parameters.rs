//! The parameters of the figure `relative-bias`.

use crate::{Key, Setting, Spec};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter, Range};

choice! {
    /// What a score receives about the position of its key relative to its query.
    pub(crate) enum Relative {
        /// The offset itself: key minus query.
        Plain "plain" "key − query",
        /// Shaw's row of a learned table, clipped.
        Shaw "shaw" "Shaw: clipped",
        /// The bucket of T5.
        T5 "t5" "T5: buckets",
        /// The bias of ALiBi.
        Alibi "alibi" "ALiBi: slope × distance",
    }
}

impl Relative {
    /// Returns whether the scheme has learned something for each row or bucket of offsets.
    pub(in crate::relative) fn is_learned(self) -> bool {
        matches!(self, Self::Shaw | Self::T5)
    }
}

impl Setting for Relative {
    const KEY: Key = Key::Relative;
}

pub(crate) const RELATIVE: Parameter = Parameter {
    name: "relative",
    label: "relative scheme",
    unit: "",
    help: "The scheme that gives a score the position of its key relative to its query.",
    accepts: Accepts::Choice(Relative::LIST),
    default: "plain",
};

pub(crate) const CLIP: Parameter = Parameter {
    name: "clip",
    label: "clip (K)",
    unit: "tokens",
    help: "The largest distance that Shaw’s scheme distinguishes.",
    accepts: Accepts::Number(Range::whole(1.0, 64.0)),
    default: "2",
};

pub(crate) const HEADS: Parameter = Parameter {
    name: "n-heads",
    label: "heads",
    unit: "",
    help: "Number of attention heads in a layer.",
    accepts: Accepts::Number(Range::whole(1.0, 64.0)),
    default: "12",
};

pub(crate) const HEAD: Parameter = Parameter {
    name: "head",
    label: "head",
    unit: "",
    help: "The head in focus, counted from 0.",
    accepts: Accepts::Number(Range::whole(0.0, 63.0)),
    default: "0",
};

impl Spec {
    /// The largest distance that Shaw's scheme distinguishes.
    #[must_use]
    pub fn clip(&self) -> u32 {
        self.at(Key::Clip) as u32
    }

    /// The number of attention heads in a layer.
    #[must_use]
    pub fn n_heads(&self) -> usize {
        self.at(Key::Heads) as usize
    }

    /// The head in focus, at most the last one.
    #[must_use]
    pub fn head(&self) -> usize {
        (self.at(Key::Head) as usize).min(self.n_heads() - 1)
    }
}
