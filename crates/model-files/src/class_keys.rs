//! The keys under which the class of a model reads its rotation.

use super::classes;
use super::families::family_of;
use super::family::{Family, HeadDim};

/// How a class reads the number of components that rotate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Under this key, as a share of the head.
    Share(&'static str),
    /// Under this key, as a number of components.
    Count(&'static str),
    /// As the size of a separate part of the head, `qk_rope_head_dim`.
    Separate,
    /// Not at all: the whole head rotates.
    Whole,
}

/// The keys of a class.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClassKeys {
    /// The old key of the base; empty if the class has none.
    pub(crate) base: &'static str,
    /// The old key of the base of layers with a window, if the class has one.
    pub(crate) local_base: Option<&'static str>,
    pub(crate) part: Part,
    /// Whether the class has a scaling rule for a file without any.
    pub(crate) has_rule: bool,
    /// Whether the class rotates, or may.
    pub(crate) rotates: bool,
}

impl ClassKeys {
    /// Returns the keys of the class of `model_type`.
    pub(crate) fn of(model_type: &str) -> Self {
        let family = family_of(Some(model_type));
        let local = family.two_bases.map(|two_bases| two_bases.local_key);
        Self {
            base: family.base_key,
            local_base: local.filter(|key| !key.is_empty()),
            part: part(&family),
            has_rule: family.default_rope.is_some(),
            rotates: classes::may_rotate(model_type),
        }
    }
}

fn part(family: &Family) -> Part {
    match family.head_dim {
        HeadDim::RopePart(_) => Part::Separate,
        _ if family.rotary_dim.is_some() => Part::Count("rotary_dim"),
        _ if family.is_partial() && !family.partial_key.is_empty() => {
            Part::Share(family.partial_key)
        }
        _ => Part::Whole,
    }
}
