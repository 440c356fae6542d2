//! What a class rotates apart from queries and keys, and where in a head.
//!
//! Source: the modeling files of transformers 5.23.0; `tests/golden/classes.json` holds how each module of small models pairs
//! the components that it rotates, and which classes rotate back.

use super::rows::has;
use phasor_encoding::Pairing;

/// What the layers of a class rotate apart from queries and keys, and where in a head.
///
/// ```
/// use phasor_encoding::Pairing;
/// use phasor_model_files::Modules;
///
/// let modules = |class: &str| -> Modules {
///     let model = phasor_model_files::read(&format!(r#"{{"model_type": "{class}"}}"#)).unwrap().model;
///     model.rope(None).unwrap().modules
/// };
/// assert_eq!(modules("deepseek_v32").indexer, Some(Pairing::HalfSplit));
/// assert!(modules("deepseek_v4").rotates_values && modules("deepseek_v4").is_last);
/// assert_eq!(modules("llama"), Modules::default());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Modules {
    /// Whether the last components of a head rotate, and not the first.
    pub is_last: bool,
    /// Whether values rotate like keys, and the output of attention is rotated back by the position of its query.
    pub rotates_values: bool,
    /// The layout of pairs in the indexer, which chooses the tokens to attend to; `None` without one that rotates.
    pub indexer: Option<Pairing>,
}

/// Returns what a class rotates, whose attention has pairs of that layout.
pub(super) fn of_class(class: &str, pairing: Pairing) -> Modules {
    Modules {
        is_last: has(LAST, class),
        rotates_values: has(VALUES, class),
        indexer: match class {
            _ if has(HALF_SPLIT_INDEXERS, class) => Some(Pairing::HalfSplit),
            _ if has(INDEXERS, class) => Some(pairing),
            _ => None,
        },
    }
}

/// The classes whose last components of a head rotate.
const LAST: &str = "deepseek_v4";

/// The classes whose values rotate.
const VALUES: &str = "deepseek_v4";

/// The classes whose indexer has half-split pairs, whatever their attention has.
const HALF_SPLIT_INDEXERS: &str = "axk2 deepseek_v32";

/// The classes whose indexer has the pairs of their attention.
const INDEXERS: &str = "deepseek_v4 dots3_note_text glm_moe_dsa hy_v4 minimax_m3_vl_text mistral_large4_text qwen4_exp_text";
