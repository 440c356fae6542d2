//! What a model's class supplies when its configuration does not say.
//!
//! Source: the `configuration_*.py` and `modeling_*.py` of transformers 5.23.0. The classes are in
//! `families.rs`.

use crate::encoding::Pairing;

/// How a class treats `partial_rotary_factor` when no scaling rule is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Partial {
    /// It does not look at it: all of the head turns.
    Ignored,
    /// It uses it, and this value if it is missing.
    Used(f64),
}

/// How many components a head has when `head_dim` is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeadDim {
    /// `hidden_size / num_attention_heads`.
    Derived,
    /// Twice that: the queries are made of two vectors that were joined.
    TwiceDerived,
    /// A number of the class.
    Fixed(usize),
    /// A number of the class, and [`Derived`](Self::Derived) where the file says `null`.
    FixedUnlessNull(usize),
    /// The rotated part has a key of its own, `qk_rope_head_dim`, with this default.
    RopePart(usize),
}

/// How many sets of rotary parameters a class has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sets {
    /// One for all layers.
    One,
    /// One for each layer type, and it does not find one that is for all.
    ByLayer,
    /// One or several.
    Either,
}

/// Layers that see everything and layers that see a window, with bases of their own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TwoBases {
    /// The layers that see everything, which an old `rope_scaling` is for.
    pub(super) full: &'static str,
    /// The layers that see a window.
    pub(super) local: &'static str,
    /// The old key of the base of local layers; that of the full ones is [`Family::base_key`].
    pub(super) local_key: &'static str,
    /// Its default.
    pub(super) local_base: f64,
    /// Whether an old `rope_scaling` is for both.
    pub(super) scales_both: bool,
}

/// What a class with both sorts of layers has unless it says otherwise.
pub(super) const SLIDING: TwoBases = TwoBases {
    full: "full_attention",
    local: "sliding_attention",
    local_key: "rope_theta",
    local_base: 10_000.0,
    scales_both: false,
};

/// The defaults of a class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Family {
    pub(super) base: f64,
    /// The old key of the base.
    pub(super) base_key: &'static str,
    pub(super) partial: Partial,
    /// The old key of the partial factor; empty where only the one among the parameters counts.
    pub(super) partial_key: &'static str,
    pub(super) head_dim: HeadDim,
    pub(super) pairing: Pairing,
    pub(super) two_bases: Option<TwoBases>,
    /// YaRN's attention factor where the class does not compute it.
    pub(super) yarn_attention_factor: Option<f64>,
    /// Components of a head of `full_attention` layers where those are wider.
    pub(super) global_head_dim: Option<usize>,
    /// Rotary parameters, as JSON, for a file that has none.
    pub(super) default_rope: Option<&'static str>,
    pub(super) sets: Sets,
    /// The rules that the class takes, where those are not all.
    pub(super) rules: Option<&'static [&'static str]>,
    /// What only some classes read, keys and names of rules; `None` if the class is not known.
    pub(super) reads: Option<&'static [&'static str]>,
    /// Whether `head_dim` is `null` unless the file has it, with which some rules cannot count.
    pub(super) is_head_dim_null: bool,
    /// The training length that is used before the one among the parameters.
    pub(super) original_length: Option<f64>,
    /// Components that turn when neither `rotary_dim` nor a part is given.
    pub(super) rotary_dim: Option<usize>,
}

pub(super) const LLAMA: Family = Family {
    base: 10_000.0,
    base_key: "rope_theta",
    partial: Partial::Ignored,
    partial_key: "partial_rotary_factor",
    head_dim: HeadDim::Derived,
    pairing: Pairing::HalfSplit,
    two_bases: None,
    yarn_attention_factor: None,
    global_head_dim: None,
    default_rope: None,
    sets: Sets::One,
    rules: None,
    reads: Some(&[]),
    is_head_dim_null: false,
    original_length: None,
    rotary_dim: None,
};

pub(super) const fn based(base: f64) -> Family {
    Family { base, ..LLAMA }
}

pub(super) const fn partial(factor: f64) -> Family {
    Family {
        partial: Partial::Used(factor),
        ..LLAMA
    }
}

impl Family {
    pub(super) const fn base(self, base: f64) -> Self {
        Self { base, ..self }
    }

    pub(super) const fn head(self, head_dim: usize) -> Self {
        Self {
            head_dim: HeadDim::Fixed(head_dim),
            ..self
        }
    }

    pub(super) const fn head_unless_null(self, head_dim: usize) -> Self {
        Self {
            head_dim: HeadDim::FixedUnlessNull(head_dim),
            ..self
        }
    }

    pub(super) const fn null_head(self) -> Self {
        Self {
            is_head_dim_null: true,
            ..self
        }
    }

    pub(super) const fn reads_also(self, reads: &'static [&'static str]) -> Self {
        Self {
            reads: Some(reads),
            ..self
        }
    }

    pub(super) const fn takes(self, rules: &'static [&'static str]) -> Self {
        Self {
            rules: Some(rules),
            ..self
        }
    }

    pub(super) const fn by_layer(self) -> Self {
        Self {
            sets: Sets::ByLayer,
            ..self
        }
    }

    pub(super) const fn rope_part(self, rope_head_dim: usize) -> Self {
        Self {
            head_dim: HeadDim::RopePart(rope_head_dim),
            ..self
        }
    }

    pub(super) const fn interleaved(self) -> Self {
        Self {
            pairing: Pairing::Interleaved,
            ..self
        }
    }

    /// The same with rotary parameters, as JSON, for a file that has none.
    pub(super) const fn rope(self, default_rope: &'static str) -> Self {
        Self {
            default_rope: Some(default_rope),
            ..self
        }
    }

    pub(super) const fn two_bases(self, local_key: &'static str, local_base: f64) -> Self {
        Self {
            two_bases: Some(TwoBases {
                local_key,
                local_base,
                ..SLIDING
            }),
            sets: Sets::ByLayer,
            ..self
        }
    }

    /// Whether the class reads what only some read. One that is not known may read anything.
    pub(super) fn reads(&self, name: &str) -> bool {
        self.reads.is_none_or(|names| names.contains(&name))
    }

    /// Whether the class uses a partial factor without a scaling rule.
    pub(super) fn is_partial(&self) -> bool {
        matches!(self.partial, Partial::Used(_))
    }

    pub(super) fn is_known(&self) -> bool {
        self.reads.is_some()
    }
}
