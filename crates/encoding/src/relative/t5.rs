//! T5: distances are sorted into buckets, and each head learns a number for each bucket.
//!
//! Source: Raffel et al. 2019, *T5*, section 2.1, and `_relative_position_bucket` of its code.

use super::Direction;
use crate::{EncodingError, Matrix};

/// Buckets of distances: one for each small distance, then ever wider ones, logarithmically up to
/// `max_distance`. All greater distances share the last bucket.
///
/// ```
/// use phasor_encoding::{Direction, T5Buckets};
///
/// let buckets = T5Buckets::new(32, 128, Direction::Causal)?;
/// assert_eq!(buckets.bucket(-15), 15);
/// assert_eq!(buckets.bucket(-18), 16); // 16, 17 and 18 tokens back share a bucket
/// assert_eq!(buckets.bucket(-5000), 31);
/// assert_eq!(buckets.bucket(3), 0); // a later key, which the mask hides
/// // The encoder of T5 sees keys on both sides.
/// let both = T5Buckets::default();
/// assert_eq!((both.n_buckets(), both.max_distance()), (32, 128));
/// assert_eq!(both.direction(), Direction::Bidirectional);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct T5Buckets {
    n_buckets: usize,
    max_distance: usize,
    direction: Direction,
}

impl Default for T5Buckets {
    /// The buckets of T5's encoder: 32, up to distance 128.
    fn default() -> Self {
        Self {
            n_buckets: 32,
            max_distance: 128,
            direction: Direction::Bidirectional,
        }
    }
}

impl T5Buckets {
    /// Creates `n_buckets` buckets (`relative_attention_num_buckets`) up to `max_distance` tokens
    /// (`relative_attention_max_distance`). In both directions, half of the buckets are for later
    /// keys.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `n_buckets` is odd or outside 2 (4 in both directions) to
    /// 65,536, or if `max_distance` is above 2^32 or not above half the number of buckets on one
    /// side.
    pub fn new(
        n_buckets: usize,
        max_distance: usize,
        direction: Direction,
    ) -> Result<Self, EncodingError> {
        let (fewest, accepted) = match direction {
            Direction::Causal => (2, "an even number from 2 to 65536"),
            Direction::Bidirectional => (4, "an even number from 4 to 65536"),
        };
        let in_range = n_buckets.is_multiple_of(2) && (fewest..=65_536).contains(&n_buckets);
        EncodingError::check(("n_buckets", accepted), n_buckets as f64, in_range)?;
        let buckets = Self {
            n_buckets,
            max_distance,
            direction,
        };
        let in_range = max_distance > buckets.n_exact() && max_distance as u64 <= 1 << 32;
        let accepted = "above half the number of buckets on one side, and at most 2^32";
        EncodingError::check(("max_distance", accepted), max_distance as f64, in_range)?;
        Ok(buckets)
    }

    /// The number of buckets.
    #[must_use]
    pub fn n_buckets(self) -> usize {
        self.n_buckets
    }

    /// The distance at which the last bucket is certainly reached; it begins slightly before.
    #[must_use]
    pub fn max_distance(self) -> usize {
        self.max_distance
    }

    /// The direction of the keys that are kept apart.
    #[must_use]
    pub fn direction(self) -> Direction {
        self.direction
    }

    /// The number of buckets on one side of the query.
    fn n_per_side(self) -> usize {
        match self.direction {
            Direction::Causal => self.n_buckets,
            Direction::Bidirectional => self.n_buckets / 2,
        }
    }

    /// The number of distances with a separate bucket, counted from 0.
    fn n_exact(self) -> usize {
        self.n_per_side() / 2
    }

    /// Returns the bucket of a key at `relative_position` (key minus query), 0 to `n_buckets - 1`.
    #[must_use]
    pub fn bucket(self, relative_position: i64) -> usize {
        let side = match self.direction {
            Direction::Bidirectional if relative_position > 0 => self.n_per_side(),
            _ => 0,
        };
        let distance = match self.direction {
            Direction::Causal => relative_position.min(0).unsigned_abs(),
            Direction::Bidirectional => relative_position.unsigned_abs(),
        };
        let n_exact = self.n_exact();
        if distance < n_exact as u64 {
            return side + distance as usize;
        }
        let exact = n_exact as f64;
        let along = (distance as f64 / exact).ln() / (self.max_distance as f64 / exact).ln();
        let n_wide = (self.n_per_side() - n_exact) as f64;
        // Without this, rounding could put a distance on the border of two buckets into the nearer
        // one.
        const ROUNDING: f64 = 1e-12;
        let wide = (along * n_wide + ROUNDING) as usize;
        side + (n_exact + wide).min(self.n_per_side() - 1)
    }

    /// Returns the bucket of every query and key. Shape `[n_queries, n_keys]`, whole numbers.
    #[must_use]
    pub fn matrix(self, n_queries: usize, n_keys: usize) -> Matrix {
        Matrix::from_fn(n_queries, n_keys, |query, key| {
            self.bucket(key as i64 - query as i64) as f64
        })
    }
}

/// Buckets with the learned numbers of each head.
///
/// ```
/// use phasor_encoding::{Matrix, T5Bias, T5Buckets};
///
/// let learned = Matrix::from_fn(32, 8, |bucket, head| (bucket * head) as f64);
/// let bias = T5Bias::new(T5Buckets::default(), learned)?;
/// assert_eq!(bias.bias(2, -3), Some(6.0));
/// assert_eq!(bias.n_heads(), 8);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct T5Bias {
    buckets: T5Buckets,
    learned: Matrix,
}

impl T5Bias {
    /// Creates the bias from buckets and `learned`, shape `[n_buckets, n_heads]`.
    ///
    /// # Errors
    /// [`EncodingError::Shape`] if `learned` does not have one row for each bucket.
    pub fn new(buckets: T5Buckets, learned: Matrix) -> Result<Self, EncodingError> {
        let expected = (buckets.n_buckets, learned.n_columns());
        EncodingError::check_shape("the learned bias", expected, learned.shape())?;
        Ok(Self { buckets, learned })
    }

    /// The buckets.
    #[must_use]
    pub fn buckets(&self) -> T5Buckets {
        self.buckets
    }

    /// The number of learned values.
    #[must_use]
    pub fn parameter_count(&self) -> usize {
        self.learned.values().len()
    }

    /// The number of heads.
    #[must_use]
    pub fn n_heads(&self) -> usize {
        self.learned.n_columns()
    }

    /// Returns what head `head` adds to the score of a key at `relative_position` (key minus
    /// query), or `None` if there is no such head.
    #[must_use]
    pub fn bias(&self, head: usize, relative_position: i64) -> Option<f64> {
        let bucket = self.buckets.bucket(relative_position);
        self.learned.get(bucket, head)
    }
}
