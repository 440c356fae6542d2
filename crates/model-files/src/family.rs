//! The defaults of a model's class for keys that its configuration leaves out.
//!
//! Source: the `configuration_*.py` and `modeling_*.py` of transformers 5.23.0. The classes are in
//! `families.rs`.

use phasor_encoding::Pairing;

/// How a class treats `partial_rotary_factor` when no scaling rule is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Partial {
    /// The class does not read it: the whole head rotates.
    Ignored,
    /// The class reads it, with this default.
    Used(f64),
}

/// The size of a head when `head_dim` is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeadDim {
    /// `hidden_size / num_attention_heads`.
    Derived,
    /// Twice that: each query is made of two concatenated vectors.
    TwiceDerived,
    /// A fixed number.
    Fixed(usize),
    /// A fixed number, but [`Derived`](Self::Derived) if the file contains `null`.
    FixedUnlessNull(usize),
    /// The rotated part has its own key, `qk_rope_head_dim`, with this default.
    RopePart(usize),
}

/// The sets of rotary parameters that a class has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sets {
    /// One for all layers.
    One,
    /// One for each layer type; the class does not read one for all layers.
    ByLayer,
    /// One or several.
    Either,
}

/// The two kinds of layers of a class: with full attention, and with a window. Each has its own
/// base.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TwoBases {
    /// The layers with full attention, which an old `rope_scaling` applies to.
    pub(super) full: &'static str,
    /// The layers with a window.
    pub(super) local: &'static str,
    /// The old key of the base of local layers. The old key for the full layers is
    /// [`Family::base_key`].
    pub(super) local_key: &'static str,
    /// The default of the base of local layers.
    pub(super) local_base: f64,
    /// Whether an old `rope_scaling` applies to both.
    pub(super) scales_both: bool,
}

/// The usual values of a class with both kinds of layers.
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
    /// The old key of the partial rotary factor; empty if the class reads only the one among the
    /// rotary parameters.
    pub(super) partial_key: &'static str,
    pub(super) head_dim: HeadDim,
    pub(super) pairing: Pairing,
    pub(super) two_bases: Option<TwoBases>,
    /// YaRN's attention factor if the class does not compute it.
    pub(super) yarn_attention_factor: Option<f64>,
    /// The number of components of a head in `full_attention` layers, if those heads are wider.
    pub(super) global_head_dim: Option<usize>,
    /// The rotary parameters, as JSON, for a file without any.
    pub(super) default_rope: Option<&'static str>,
    pub(super) sets: Sets,
    /// The rules that the class accepts, or `None` for all.
    pub(super) rules: Option<&'static [&'static str]>,
    /// Keys and names of rules that only some classes read; `None` if the class is unknown.
    pub(super) reads: Option<&'static [&'static str]>,
    /// Whether a missing `head_dim` is `null`, with which some rules fail.
    pub(super) is_head_dim_null: bool,
    /// Whether the attention of the class multiplies its scores by what `mscale_all_dim` gives.
    pub(super) has_softmax_factor: bool,
    /// The original length that takes precedence over the one among the rotary parameters.
    pub(super) original_length: Option<f64>,
    /// The number of components that rotate if neither `rotary_dim` nor a partial rotary factor is
    /// given.
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
    has_softmax_factor: false,
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

    /// Sets a latent attention, which multiplies its scores by what `mscale_all_dim` gives.
    pub(super) const fn rope_part(self, rope_head_dim: usize) -> Self {
        Self {
            head_dim: HeadDim::RopePart(rope_head_dim),
            has_softmax_factor: true,
            ..self
        }
    }

    pub(super) const fn without_softmax_factor(self) -> Self {
        Self {
            has_softmax_factor: false,
            ..self
        }
    }

    pub(super) const fn interleaved(self) -> Self {
        Self {
            pairing: Pairing::Interleaved,
            ..self
        }
    }

    /// Sets the rotary parameters, as JSON, for a file without any.
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

    /// Returns `true` if the class reads a key that only some classes read. An unknown class may
    /// read any key.
    pub(super) fn reads(&self, name: &str) -> bool {
        self.reads.is_none_or(|names| names.contains(&name))
    }

    /// Returns `true` if the class is known to read a key that only some classes read.
    pub(super) fn is_known_to_read(&self, name: &str) -> bool {
        self.is_known() && self.reads(name)
    }

    /// Returns `true` if the class reads a partial rotary factor without a scaling rule.
    pub(super) fn is_partial(&self) -> bool {
        matches!(self.partial, Partial::Used(_))
    }

    pub(super) fn is_known(&self) -> bool {
        self.reads.is_some()
    }
}
