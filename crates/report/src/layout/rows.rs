//! Which row each row of a projection comes from when the layout of pairs changes.

use super::{Framework, permutation};
use crate::Subject;
use crate::checkpoint::{Heads, HeadsError, Kind};
use phasor_params::choice::Choice as _;
use phasor_text::number::Grouped;

/// The reason why rows cannot be moved. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The configuration does not say enough about the heads.
    #[error(transparent)]
    Heads(#[from] HeadsError),
    /// The layout in one of the frameworks is not known.
    #[error(
        "How {framework} would hold {title} is not known here; if you know its layout, name interleaved or half-split in its place."
    )]
    Unknown {
        /// The framework.
        framework: &'static str,
        /// The model.
        title: String,
    },
    /// There is another number of rows.
    #[error(
        "There must be {accepted} rows, not {n}; split a fused tensor into queries, keys and values first.",
        n = Grouped(*.n_rows as u64)
    )]
    Rows {
        /// The number of rows.
        n_rows: usize,
        /// What is accepted.
        accepted: String,
    },
}

/// Returns, for each of the `n_rows` rows of a projection of queries or keys as `to` holds it, the row of `from`. A bias has
/// as many numbers, and moves in the same way.
///
/// Of a model with a separate rotary part (DeepSeek), queries are the rows of `q_b_proj` or `q_proj`, and keys those of
/// `kv_a_proj_with_mqa`; a gate after each query stays (Qwen3-Next).
///
/// ```
/// use phasor_report::checkpoint::Kind;
/// use phasor_report::{Framework, Subject, moved_rows};
///
/// let text = r#"{"model_type": "llama", "head_dim": 4, "num_attention_heads": 2}"#;
/// let subject = Subject::read(text)?;
/// let ways = (Framework::Original, Framework::Transformers);
/// assert_eq!(moved_rows(&subject, None, ways, Kind::Query, 8)?, [0, 2, 1, 3, 4, 6, 5, 7]);
/// assert!(moved_rows(&subject, None, ways, Kind::Query, 6).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`MoveError`] if nothing rotates, the layout in a framework is not known, or there are other rows.
pub fn moved_rows(
    subject: &Subject,
    layer_type: Option<&str>,
    (from, to): (Framework, Framework),
    kind: Kind,
    n_rows: usize,
) -> Result<Vec<usize>, MoveError> {
    let layer = subject.rope(layer_type).ok_or(HeadsError::Still)?;
    let heads = Heads::new(subject, layer_type)?;
    let pairing = |framework: Framework| {
        let stored = framework.stored(subject, layer);
        stored.pairing.ok_or_else(|| MoveError::Unknown {
            framework: framework.word().label,
            title: subject.title().to_owned(),
        })
    };
    let n_moved = 2 * heads.n_pairs;
    let order = permutation(pairing(from)?, pairing(to)?, n_moved);
    let is_separate = layer.is_separate;
    let size = head_rows(&heads, is_separate, kind, n_rows)?;
    // What rotates is the first part of a head, or the last; a gate comes after the whole head.
    let start = match (is_separate, layer.modules.is_last) {
        (true, _) => size.saturating_sub(n_moved),
        (_, true) => heads.head_dim.saturating_sub(n_moved),
        _ => 0,
    };
    let row = |row: usize| {
        let (head, place) = (row - row % size, row % size);
        let moved = place.checked_sub(start).and_then(|place| order.get(place));
        head + moved.map_or(place, |moved| start + moved)
    };
    Ok((0..n_rows).map(row).collect())
}

/// Returns the number of rows of a head.
fn head_rows(
    heads: &Heads,
    is_separate: bool,
    kind: Kind,
    n_rows: usize,
) -> Result<usize, MoveError> {
    let (n_heads, head_dim, n_rotary) = (heads.n_heads, heads.head_dim, 2 * heads.n_pairs);
    let wrong = |accepted: String| MoveError::Rows { n_rows, accepted };
    let of_heads = |n_heads: usize, size: usize| match n_heads.checked_mul(size) == Some(n_rows) {
        true => Ok(size),
        false => Err(wrong(format!("{n_heads} × {size}"))),
    };
    match (is_separate, kind) {
        (true, Kind::Key) if n_rows >= n_rotary => Ok(n_rows),
        (true, Kind::Key) => Err(wrong(format!("at least {n_rotary}"))),
        (true, Kind::Query) => {
            let still = heads.still_dim.map(|still| still.saturating_add(n_rotary));
            let size = still.unwrap_or(n_rows / n_heads.max(1));
            match size < n_rotary {
                true => Err(wrong(format!("at least {n_heads} × {n_rotary}"))),
                false => of_heads(n_heads, size),
            }
        }
        (false, Kind::Query) if heads.is_gated && n_rows == 2 * n_heads * head_dim => {
            Ok(2 * head_dim)
        }
        (false, Kind::Query) => of_heads(n_heads, head_dim),
        (false, Kind::Key) => match heads.n_kv_heads {
            Some(n_kv_heads) => of_heads(n_kv_heads, head_dim),
            // Only the weights give their number.
            None => of_heads(n_rows / head_dim.max(1), head_dim),
        },
    }
}
