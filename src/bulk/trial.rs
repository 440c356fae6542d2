//! A rotation put to the test: how long it takes beside a copy, and how far it is from exact.

use super::angles::room;
use super::{Angles, BulkError, Layout};
use crate::encoding::Rope;

/// Vectors to turn and as much memory to copy them to, with what checks the result.
///
/// ```
/// use phasor::bulk::{Layout, Shape, Trial, simd};
/// use phasor::encoding::{Frequencies, Pairing, Rope};
///
/// let rope = Rope::new(Frequencies::new(500_000.0, 64)?, Pairing::HalfSplit);
/// let shape = Shape { batch: 1, n_heads: 4, n_positions: 300, head_dim: 64 };
/// let mut trial = Trial::new(rope, Layout::heads_first(shape)?, 9_999_000)?;
/// let (layout, angles, vectors) = trial.parts();
/// simd::rotate(angles, layout, vectors)?;
/// assert!(trial.largest_error() <= 2e-7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Trial {
    rope: Rope,
    layout: Layout,
    angles: Angles,
    first: u64,
    vectors: Vec<f32>,
    copied: Vec<f32>,
}

/// Vectors that a check compares, spread over all of them.
const CHECKED: usize = 4096;

impl Trial {
    /// Vectors of `layout`, the first of them at position `first`, filled with numbers from -1 to
    /// 1.
    ///
    /// # Errors
    /// [`BulkError::OutOfMemory`], or [`BulkError::Angles`] if `rope` has another head.
    pub fn new(rope: Rope, layout: Layout, first: u64) -> Result<Self, BulkError> {
        let angles = Angles::new(&rope, first, layout.shape().n_positions)?;
        layout.check_angles(&angles)?;
        if rope.head_dim() != layout.shape().head_dim {
            return Err(BulkError::Angles {
                layout: (layout.shape().n_positions, layout.shape().head_dim),
                angles: (angles.n_positions(), rope.head_dim()),
            });
        }
        let mut vectors = room(layout.len())?;
        vectors.extend((0..layout.len()).map(number));
        let mut copied = room(layout.len())?;
        copied.resize(layout.len(), 0.0);
        Ok(Self {
            rope,
            layout,
            angles,
            first,
            vectors,
            copied,
        })
    }

    /// What a kernel needs.
    pub fn parts(&mut self) -> (&Layout, &Angles, &mut Vec<f32>) {
        (&self.layout, &self.angles, &mut self.vectors)
    }

    /// Bytes of the vectors.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.vectors)
    }

    /// Copies all numbers: the limit, since a rotation reads and writes as many.
    pub fn copy(&mut self) {
        self.copied.copy_from_slice(&self.vectors);
    }

    /// Puts the numbers from before the first rotation back.
    pub fn reset(&mut self) {
        for (place, vector) in self.vectors.iter_mut().enumerate() {
            *vector = number(place);
        }
    }

    /// The vector of head 0 at the `place`-th position of the first sequence, as it was before the
    /// first rotation.
    #[must_use]
    pub fn before(&self, place: usize) -> Vec<f64> {
        self.original(self.layout.start(0, 0, place))
    }

    /// The same as it is now.
    #[must_use]
    pub fn after(&self, place: usize) -> Vec<f64> {
        let numbers = self.at(self.layout.start(0, 0, place));
        numbers.iter().map(|number| f64::from(*number)).collect()
    }

    /// How far a component is at most from what [`Rope::rotate`] makes of it in `f64`, after one
    /// rotation; 4,096 vectors are looked at, the first and the last among them.
    #[must_use]
    pub fn largest_error(&self) -> f64 {
        let shape = self.layout.shape();
        let n_vectors = shape.batch * shape.n_heads * shape.n_positions;
        let checked = n_vectors.min(CHECKED);
        let last = (n_vectors - 1) as u128;
        let steps = (checked.max(2) - 1) as u128;
        (0..checked)
            .map(|idx| (idx as u128 * last / steps) as usize)
            .map(|vector| self.error(vector))
            .fold(0.0, f64::max)
    }

    fn error(&self, vector: usize) -> f64 {
        let shape = self.layout.shape();
        let (row, position) = (vector / shape.n_positions, vector % shape.n_positions);
        let (sequence, head) = (row / shape.n_heads, row % shape.n_heads);
        let start = self.layout.start(sequence, head, position);
        let original = self.original(start);
        // The head was compared when this was made, so there is always an answer.
        let exact = self
            .rope
            .rotate((self.first + position as u64) as f64, &original);
        let exact = exact.unwrap_or_default();
        let pairs = self.at(start).iter().zip(&exact);
        pairs
            .map(|(got, exact)| (f64::from(*got) - exact).abs())
            .fold(0.0, f64::max)
    }

    fn at(&self, start: usize) -> &[f32] {
        let places = start..start + self.layout.shape().head_dim;
        self.vectors.get(places).unwrap_or_default()
    }

    fn original(&self, start: usize) -> Vec<f64> {
        let places = start..start + self.layout.shape().head_dim;
        places.map(|place| f64::from(number(place))).collect()
    }
}

/// The number at a place before the first rotation, from -1 to 1: the same for all runs, without
/// a pattern that a kernel could be right for by chance.
fn number(place: usize) -> f32 {
    let mixed = (place as u32).wrapping_mul(0x9e37_79b9);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x85eb_ca6b);
    (mixed ^ (mixed >> 13)) as i32 as f32 / 2_147_483_648.0
}
