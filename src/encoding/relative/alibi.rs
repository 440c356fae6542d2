//! ALiBi: each head subtracts its own slope times the distance.
//!
//! Source: Press et al. 2021, *Train Short, Test Long*, section 3, and `get_slopes` of its code
//! for head counts that are not powers of two.

use crate::encoding::{EncodingError, Matrix};

/// The largest number of heads that [`Alibi::new`] accepts.
pub const MAX_HEADS: usize = 65_536;

/// ALiBi for a number of heads.
///
/// ```
/// use phasor::encoding::{Alibi, relative::alibi::MAX_HEADS};
///
/// let alibi = Alibi::new(8)?;
/// assert_eq!(alibi.slopes()[0], 0.5);
/// assert_eq!(alibi.slopes()[7], 1.0 / 256.0);
/// assert_eq!(alibi.bias(0, -3), -1.5); // the key three tokens before the query
/// assert_eq!(alibi.bias(0, 3), -1.5); // and three after it, unless a mask hides it
/// assert!(Alibi::new(MAX_HEADS + 1).is_err());
/// assert_eq!(Alibi::default(), alibi);
/// # Ok::<(), phasor::encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Alibi {
    slopes: Vec<f64>,
}

impl Default for Alibi {
    /// The 8 heads of the paper's example.
    fn default() -> Self {
        Self {
            slopes: geometric(8).collect(),
        }
    }
}

impl Alibi {
    /// The slopes for `n_heads` heads, 1 to [`MAX_HEADS`].
    ///
    /// For a power of two they are the geometric sequence `2^(-8 i / n_heads)`, i from 1. For
    /// another count they are those of the power of two below, and then every other one of the
    /// power of two above, as many as are missing: they are no longer in falling order.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] outside that range.
    pub fn new(n_heads: usize) -> Result<Self, EncodingError> {
        let accepted = ("n_heads", "a whole number from 1 to 65536");
        let n_heads = EncodingError::count(accepted, n_heads, MAX_HEADS)?;
        let below = 1usize << n_heads.ilog2();
        let others = geometric(2 * below).step_by(2).take(n_heads - below);
        Ok(Self {
            slopes: geometric(below).chain(others).collect(),
        })
    }

    /// One slope a head, in scores per token. Shape `[n_heads]`.
    #[must_use]
    pub fn slopes(&self) -> &[f64] {
        &self.slopes
    }

    /// What head `head` adds to the score of a key at `relative_position` (key minus query):
    /// minus its slope times the distance, and 0 for a head that does not exist.
    ///
    /// BLOOM and MPT have no distance but a line, `slope x (key - query)` up to a constant in
    /// each row, which is the same for the keys that their causal mask leaves.
    #[must_use]
    pub fn bias(&self, head: usize, relative_position: i64) -> f64 {
        let distance = relative_position.unsigned_abs() as f64;
        // Subtracted from 0 so that the query's own position gets 0 and not -0.
        0.0 - self.slopes.get(head).copied().unwrap_or_default() * distance
    }

    /// The bias of one head for queries `0` to `n_queries - 1`. Shape `[n_queries, n_keys]`.
    #[must_use]
    pub fn matrix(&self, head: usize, n_queries: usize, n_keys: usize) -> Matrix {
        Matrix::from_fn(n_queries, n_keys, |query, key| {
            self.bias(head, key as i64 - query as i64)
        })
    }
}

/// The slopes of a power of two of heads: `2^(-8 i / n_heads)` for i from 1.
fn geometric(n_heads: usize) -> impl Iterator<Item = f64> {
    (1..=n_heads).map(move |i| (-8.0 * i as f64 / n_heads as f64).exp2())
}
