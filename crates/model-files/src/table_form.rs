//! How the rotary embedding of a class holds the cosines and sines of its pairs.
//!
//! Source: `forward` of the rotary embeddings of transformers 5.23.0. `tests/test_models_transformers.py` of `crates/python`
//! compares them with it.

use super::rows::has;

/// The form of the cosines and sines that the rotary embedding of a class in transformers returns. It need not be the layout of
/// pairs in a head: some classes reorder the components of a head, or the table, when they rotate.
///
/// ```
/// use phasor_model_files::TableForm;
///
/// let halves = TableForm::of_class("llama");
/// assert_eq!((halves.width(2), halves.pair_of(2, 2)), (4, 0)); // pairs 0, 1, 0, 1
/// let neighbours = TableForm::of_class("cohere");
/// assert_eq!((neighbours.width(2), neighbours.pair_of(2, 2)), (4, 1)); // pairs 0, 0, 1, 1
/// let single = TableForm::of_class("gpt_oss");
/// assert_eq!((single.width(2), single.pair_of(1, 2)), (2, 1)); // pairs 0, 1
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableForm {
    /// All pairs, and then all pairs again.
    Halves,
    /// Each pair twice.
    Neighbours,
    /// Each pair once, or as one complex number, whose parts are the cosine and the sine.
    Single,
}

impl TableForm {
    /// Returns the form of a class.
    #[must_use]
    pub fn of_class(class: &str) -> Self {
        match class {
            _ if has(NEIGHBOURS, class) => Self::Neighbours,
            _ if has(SINGLE, class) => Self::Single,
            _ => Self::Halves,
        }
    }

    /// Returns the number of cosines at one position.
    #[must_use]
    pub fn width(self, n_pairs: usize) -> usize {
        match self {
            Self::Halves | Self::Neighbours => n_pairs.saturating_mul(2),
            Self::Single => n_pairs,
        }
    }

    /// Returns the pair whose cosine is at `place`, which is below the [width](Self::width).
    #[must_use]
    pub fn pair_of(self, place: usize, n_pairs: usize) -> usize {
        match self {
            Self::Halves => place % n_pairs.max(1),
            Self::Neighbours => place / 2,
            Self::Single => place,
        }
    }
}

/// The classes that repeat each pair.
const NEIGHBOURS: &str = "blt blt_global_transformer blt_local_decoder blt_local_encoder blt_patcher cohere cohere2 cohere2_moe \
    ernie4_5_vl_moe_text glm4v_moe_text glm4v_text glm_image_text glm_ocr_text";

/// The classes that hold each pair once.
const SINGLE: &str = "deepseek_v2 deepseek_v4 gpt_oss llama4_text openai_privacy_filter";
