//! ALiBi: each head subtracts from the score its slope times the distance.
//!
//! Source: Press et al. 2021, *Train Short, Test Long*, section 3, and `get_slopes` of its code
//! for head counts that are not powers of two.

use crate::{EncodingError, Matrix};

/// The largest number of heads that [`Alibi::new`] accepts.
pub const MAX_HEADS: usize = 65_536;

/// The slopes of ALiBi for a number of heads.
///
/// ```
/// use phasor_encoding::{Alibi, relative::alibi::MAX_HEADS};
///
/// let alibi = Alibi::new(8)?;
/// assert_eq!(alibi.slopes()[0], 0.5);
/// assert_eq!(alibi.slopes()[7], 1.0 / 256.0);
/// assert_eq!(alibi.bias(0, -3), Some(-1.5)); // the key three tokens before the query
/// assert_eq!(alibi.bias(0, 3), Some(-1.5)); // and three after it, unless a mask hides it
/// assert_eq!(alibi.bias(8, 3), None); // there are only 8 heads
/// assert!(Alibi::new(MAX_HEADS + 1).is_err());
/// assert_eq!(Alibi::default(), alibi);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Alibi {
    slopes: Vec<f64>,
}

impl Default for Alibi {
    /// The slopes for the 8 heads of the paper's example.
    fn default() -> Self {
        Self {
            slopes: geometric(8).collect(),
        }
    }
}

impl Alibi {
    /// Creates the slopes for `n_heads` heads, 1 to [`MAX_HEADS`].
    ///
    /// For a power of two they are the geometric sequence `2^(-8 i / n_heads)`, i from 1. For
    /// another count, they are the slopes for the next lower power of two, followed by every other
    /// slope for the next higher one, as many as are missing; the slopes then no longer fall from
    /// head to head.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `n_heads` is outside that range.
    pub fn new(n_heads: usize) -> Result<Self, EncodingError> {
        let accepted = ("n_heads", "a whole number from 1 to 65536");
        let n_heads = EncodingError::count(accepted, n_heads, MAX_HEADS)?;
        let below = 1usize << n_heads.ilog2();
        let others = geometric(2 * below).step_by(2).take(n_heads - below);
        Ok(Self {
            slopes: geometric(below).chain(others).collect(),
        })
    }

    /// The slope of each head, in score per token. Shape `[n_heads]`.
    #[must_use]
    pub fn slopes(&self) -> &[f64] {
        &self.slopes
    }

    /// Returns what head `head` adds to the score of a key at `relative_position` (key minus
    /// query): minus its slope times the distance, or `None` if there is no such head.
    ///
    /// BLOOM and MPT use a line instead of a distance, `slope x (key - query)` up to a constant in
    /// each row. For the keys that their causal mask leaves, the two are the same.
    #[must_use]
    pub fn bias(&self, head: usize, relative_position: i64) -> Option<f64> {
        let slope = self.slopes.get(head)?;
        Some(bias(*slope, relative_position))
    }

    /// Returns the bias of one head for queries `0` to `n_queries - 1`, or `None` if there is no
    /// such head. Shape `[n_queries, n_keys]`.
    #[must_use]
    pub fn matrix(&self, head: usize, n_queries: usize, n_keys: usize) -> Option<Matrix> {
        let slope = self.slopes.get(head)?;
        Some(Matrix::from_fn(n_queries, n_keys, |query, key| {
            bias(*slope, key as i64 - query as i64)
        }))
    }
}

fn bias(slope: f64, relative_position: i64) -> f64 {
    // Subtracting from 0 gives the query's own position 0 and not -0.
    0.0 - slope * relative_position.unsigned_abs() as f64
}

/// Returns the slopes for a power of two of heads: `2^(-8 i / n_heads)` for i from 1.
fn geometric(n_heads: usize) -> impl Iterator<Item = f64> {
    (1..=n_heads).map(move |i| (-8.0 * i as f64 / n_heads as f64).exp2())
}
