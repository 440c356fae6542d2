//! Scaling rules: they change the frequencies of a head so that a model can read longer texts.
//!
//! Each rule turns a base and a dimension into inverse frequencies and an attention factor. The
//! names, the fields and the arithmetic are those of `modeling_rope_utils` in Hugging Face
//! transformers 5.23.0, which runs the checkpoints; each rule names its paper. Sections and equations
//! of *YaRN* (Peng et al. 2023) are those of ICLR 2024, <https://openreview.net/forum?id=wHBfxhZu1u>;
//! the first two versions on arXiv count differently.
//!
//! A rule starts from an *original length*, in configurations `original_max_position_embeddings`. It
//! need not be the length of the longest texts in training, because most publishers train further
//! with the rule.

mod dynamic;
mod linear;
mod llama3;
mod longrope;
mod ntk;
mod plain;
mod proportional;
mod scaled;
mod yarn;

pub use dynamic::Dynamic;
pub use linear::Linear;
pub use llama3::Llama3;
pub use longrope::LongRope;
pub use ntk::Ntk;
pub use proportional::Proportional;
pub use scaled::Scaled;
pub use yarn::{Yarn, softmax_factor};

use crate::EncodingError;
use plain::Plain;

/// Defines [`Scaling`], with a variant for no rule and one for each rule of the list. As the examples come from the same
/// list, the tests know every rule.
macro_rules! rules {
    ($($(#[$documentation:meta])+ $rule:ident,)+) => {
        /// A rule that makes the frequencies of a head.
        ///
        /// ```
        /// use phasor_encoding::{Llama3, Scaling};
        ///
        /// // Llama 3.1: base 500,000, head_dim 128.
        /// let rule = Scaling::Llama3(Llama3::default());
        /// let scaled = rule.apply(500_000.0, 128, None)?;
        /// let slowest = scaled.frequencies().inv_freq()[63];
        /// assert!((slowest / 3.06892599e-7 - 1.0).abs() < 1e-8);
        /// # Ok::<(), phasor_encoding::EncodingError>(())
        /// ```
        #[derive(Debug, Clone, PartialEq, Default)]
        pub enum Scaling {
            /// The plain geometric progression `base^(-2 i / dim)`.
            #[default]
            Default,
            $($(#[$documentation])+ $rule($rule),)+
        }

        impl Scaling {
            fn rule(&self) -> &dyn Rule {
                match self {
                    Self::Default => &Plain,
                    $(Self::$rule(rule) => rule,)+
                }
            }

            /// Returns valid examples of every rule for `dim` components that rotate and a base above 1.
            /// Whatever has to work with every rule is tested with them.
            ///
            /// ```
            /// use phasor_encoding::Scaling;
            ///
            /// for rule in Scaling::examples(64) {
            ///     assert!(rule.apply(10_000.0, 64, None).is_ok());
            /// }
            /// ```
            #[must_use]
            pub fn examples(dim: usize) -> Vec<Self> {
                [Plain::examples(dim), $($rule::examples(dim)),+].concat()
            }
        }
    };
}

rules! {
    /// Position interpolation.
    Linear,
    /// NTK-aware.
    Ntk,
    /// Dynamic NTK.
    Dynamic,
    /// YaRN.
    Yarn,
    /// LongRoPE.
    LongRope,
    /// The rule of Llama 3.1 and later.
    Llama3,
    /// Proportional (p-RoPE).
    Proportional,
}

/// What is true of a rule. [`Scaling`] has a method for each of these, which documents it.
struct Facts {
    name: &'static str,
    label: &'static str,
    source: &'static str,
    factor: Option<f64>,
    /// If it is not the factor.
    full_divisor: Option<f64>,
    original_length: Option<f64>,
    changes_beyond: Option<f64>,
    changes_at_every_length: bool,
    spans_head: bool,
    is_from_start: bool,
}

impl Facts {
    /// Creates the facts of a rule without numbers.
    fn new(name: &'static str, label: &'static str, source: &'static str) -> Self {
        Self {
            name,
            label,
            source,
            factor: None,
            full_divisor: None,
            original_length: None,
            changes_beyond: None,
            changes_at_every_length: false,
            spans_head: false,
            is_from_start: false,
        }
    }
}

/// A rule. The methods of [`Scaling`] call these.
trait Rule {
    fn facts(&self) -> Facts;

    fn apply(&self, base: f64, dim: usize, seq_len: Option<usize>)
    -> Result<Scaled, EncodingError>;

    fn examples(dim: usize) -> Vec<Scaling>
    where
        Self: Sized;
}

impl Scaling {
    /// Returns the rules that need no more than a factor and an original length in tokens, each with
    /// its usual numbers.
    ///
    /// ```
    /// use phasor_encoding::Scaling;
    ///
    /// let rules = Scaling::stretching(4.0, 8192.0);
    /// assert!(rules.iter().all(|rule| rule.factor() == Some(4.0)));
    /// ```
    #[must_use]
    pub fn stretching(factor: f64, original_length: f64) -> Vec<Self> {
        vec![
            Self::Linear(Linear { factor }),
            Self::Ntk(Ntk { factor }),
            Self::Dynamic(Dynamic {
                factor,
                max_position_embeddings: original_length,
            }),
            Self::Yarn(Yarn {
                factor,
                original_max_position_embeddings: original_length,
                ..Yarn::default()
            }),
            Self::Llama3(Llama3 {
                factor,
                original_max_position_embeddings: original_length,
                ..Llama3::default()
            }),
        ]
    }

    /// The name of the rule in configurations. The static rule `ntk`, which configurations do not
    /// have, also gets a name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.rule().facts().name
    }

    /// The `factor` of a configuration, usually how many times longer the context becomes; `None` if
    /// there is none, or if it changes nothing. [`full_divisor`](Self::full_divisor) is what a rule
    /// makes of it.
    ///
    /// ```
    /// use phasor_encoding::Scaling;
    /// use phasor_encoding::scaling::Linear;
    ///
    /// assert_eq!(Scaling::Linear(Linear { factor: 4.0 }).factor(), Some(4.0));
    /// assert_eq!(Scaling::Default.factor(), None);
    /// ```
    #[must_use]
    pub fn factor(&self) -> Option<f64> {
        self.rule().facts().factor
    }

    /// The number that the frequencies of the slowest pairs are divided by, so that a pair with this
    /// divisor counts as divided in full; 1 without a rule. For all present rules it equals the
    /// [`factor`](Self::factor), but a rule that divides by its root, for example, would differ. Two
    /// rules may divide by more: LongRoPE, which has a list of divisors, and dynamic NTK, whose
    /// divisor grows with the sequence.
    ///
    /// ```
    /// use phasor_encoding::{Llama3, Scaling};
    ///
    /// let rule = Scaling::Llama3(Llama3::default());
    /// let (plain, scaled) = (Scaling::Default.apply(5e5, 128, None)?, rule.apply(5e5, 128, None)?);
    /// let [before, after] = [&plain, &scaled].map(|made| made.frequencies().inv_freq()[63]);
    /// assert_eq!(before / after, rule.full_divisor());
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn full_divisor(&self) -> f64 {
        let facts = self.rule().facts();
        facts.full_divisor.or(facts.factor).unwrap_or(1.0)
    }

    /// The original length in tokens, if the rule depends on it.
    ///
    /// ```
    /// use phasor_encoding::{Llama3, Scaling};
    ///
    /// assert_eq!(Scaling::Llama3(Llama3::default()).original_length(), Some(8192.0));
    /// ```
    #[must_use]
    pub fn original_length(&self) -> Option<f64> {
        self.rule().facts().original_length
    }

    /// The length in tokens up to which all sequences have the same frequencies, if longer ones have
    /// others.
    ///
    /// ```
    /// use phasor_encoding::scaling::Dynamic;
    /// use phasor_encoding::{Llama3, Scaling};
    ///
    /// let rule = Scaling::Dynamic(Dynamic { factor: 2.0, max_position_embeddings: 2048.0 });
    /// assert_eq!(rule.changes_beyond(), Some(2048.0));
    /// assert_eq!(Scaling::Llama3(Llama3::default()).changes_beyond(), None);
    /// ```
    #[must_use]
    pub fn changes_beyond(&self) -> Option<f64> {
        self.rule().facts().changes_beyond
    }

    /// Whether each length beyond [`changes_beyond`](Self::changes_beyond) has its own frequencies; if not, all of them
    /// have the same.
    ///
    /// ```
    /// use phasor_encoding::scaling::Dynamic;
    /// use phasor_encoding::{Llama3, Scaling};
    ///
    /// let rule = Scaling::Dynamic(Dynamic { factor: 2.0, max_position_embeddings: 2048.0 });
    /// assert!(rule.changes_at_every_length());
    /// assert!(!Scaling::Llama3(Llama3::default()).changes_at_every_length());
    /// ```
    #[must_use]
    pub fn changes_at_every_length(&self) -> bool {
        self.rule().facts().changes_at_every_length
    }

    /// Whether the rule makes a frequency for every pair of the head, also for those that do not
    /// rotate, so that its `dim` is the size of the whole head.
    ///
    /// ```
    /// use phasor_encoding::Scaling;
    /// use phasor_encoding::scaling::Proportional;
    ///
    /// let rule = Proportional { partial_rotary_factor: 0.25, factor: 1.0 };
    /// assert!(Scaling::Proportional(rule).spans_head() && !Scaling::Default.spans_head());
    /// ```
    #[must_use]
    pub fn spans_head(&self) -> bool {
        self.rule().facts().spans_head
    }

    /// Whether models have the rule from the start of their training, so that it leads to no angles that they have not
    /// met. All other rules take a trained model to longer texts.
    ///
    /// ```
    /// use phasor_encoding::Scaling;
    /// use phasor_encoding::scaling::{Linear, Proportional};
    ///
    /// let rule = Proportional { partial_rotary_factor: 0.25, factor: 1.0 };
    /// assert!(Scaling::Proportional(rule).is_from_start());
    /// assert!(!Scaling::Linear(Linear { factor: 4.0 }).is_from_start());
    /// ```
    #[must_use]
    pub fn is_from_start(&self) -> bool {
        self.rule().facts().is_from_start
    }

    /// The name of the rule for readers.
    ///
    /// ```
    /// use phasor_encoding::{Scaling, Yarn};
    ///
    /// assert_eq!(Scaling::Yarn(Yarn::default()).label(), "YaRN");
    /// ```
    #[must_use]
    pub fn label(&self) -> &'static str {
        self.rule().facts().label
    }

    /// The publication of the formula.
    ///
    /// ```
    /// use phasor_encoding::Scaling;
    ///
    /// assert!(Scaling::Default.source().contains("RoFormer"));
    /// ```
    #[must_use]
    pub fn source(&self) -> &'static str {
        self.rule().facts().source
    }

    /// Returns the frequencies for `base` (finite, above 0; above 1 for YaRN) and the `dim`
    /// components that rotate (the whole head if the rule [spans it](Self::spans_head)), for a
    /// sequence of `seq_len` tokens. Without a length, rules that depend on it assume a sequence
    /// that fits the original length.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if a parameter is outside its range,
    /// [`EncodingError::VectorLength`] if LongRoPE does not have one divisor for each pair.
    pub fn apply(
        &self,
        base: f64,
        dim: usize,
        seq_len: Option<usize>,
    ) -> Result<Scaled, EncodingError> {
        self.rule().apply(base, dim, seq_len)
    }
}
