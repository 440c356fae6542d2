//! Measures a rotation: its speed in comparison with a copy, and its error.

use super::angles::room;
use super::{Angles, BulkError, Layout};
use phasor_encoding::Rope;

/// Vectors to rotate and as much memory to copy them to, with the means to check the result.
///
/// ```
/// use phasor_bulk::{Layout, Shape, Trial, simd};
/// use phasor_encoding::{Frequencies, Pairing, Rope};
///
/// let rope = Rope::new(Frequencies::new(500_000.0, 64)?, Pairing::HalfSplit);
/// let shape = Shape { batch: 1, n_heads: 4, n_positions: 300, head_dim: 64 };
/// let mut trial = Trial::new(rope, Layout::heads_first(shape)?, 9_999_000)?;
/// let (layout, angles, vectors) = trial.parts();
/// simd::rotate(angles, layout, vectors)?;
/// assert!(trial.largest_error() <= 2e-7);
/// let (_, _, vectors) = trial.parts();
/// vectors[1000] = f32::NAN;
/// assert_eq!(trial.largest_error(), f64::INFINITY);
/// assert_eq!((trial.before(300), trial.after(300)), (None, None));
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

/// The number of vectors that a check compares, spread over all of them.
const CHECKED: usize = 4096;

impl Trial {
    /// Creates the vectors of `layout`, the first of them at position `first`, filled with numbers
    /// from -1 to 1.
    ///
    /// # Errors
    /// [`BulkError::OutOfMemory`] if there is not enough memory, [`BulkError::Angles`] if `rope`
    /// has another head size.
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

    /// Returns the input of a kernel.
    pub fn parts(&mut self) -> (&Layout, &Angles, &mut [f32]) {
        (&self.layout, &self.angles, &mut self.vectors)
    }

    /// The size of the vectors in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.vectors)
    }

    /// Copies all numbers. This sets the limit of the speed, because a rotation reads and writes as
    /// many.
    pub fn copy(&mut self) {
        self.copied.copy_from_slice(&self.vectors);
    }

    /// Restores the numbers from before the first rotation.
    pub fn reset(&mut self) {
        for (place, vector) in self.vectors.iter_mut().enumerate() {
            *vector = number(place);
        }
    }

    /// Returns the vector of head 0 at the `place`-th position of the first sequence, as it was
    /// before the first rotation, or `None` if there is no such position.
    #[must_use]
    pub fn before(&self, place: usize) -> Option<Vec<f64>> {
        Some(self.original(self.start(place)?))
    }

    /// Returns the same vector as it is now.
    #[must_use]
    pub fn after(&self, place: usize) -> Option<Vec<f64>> {
        let numbers = self.at(self.start(place)?).iter();
        Some(numbers.map(|number| f64::from(*number)).collect())
    }

    fn start(&self, place: usize) -> Option<usize> {
        let is_there = place < self.layout.shape().n_positions;
        is_there.then(|| self.layout.start(0, 0, place))
    }

    /// Returns the largest difference of a component from the result of [`Rope::rotate`] in `f64`,
    /// after one rotation, or infinity if one is NaN. It compares 4,096 vectors, including the first
    /// and the last.
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
        let exact = self
            .rope
            .rotate((self.first + position as u64) as f64, &original);
        let exact = exact.expect("`new` has compared the head sizes");
        let pairs = self.at(start).iter().zip(&exact);
        pairs
            .map(|(got, exact)| (f64::from(*got) - exact).abs())
            // A maximum ignores NaN, which is as wrong as can be.
            .map(|error| if error.is_nan() { f64::INFINITY } else { error })
            .fold(0.0, f64::max)
    }

    fn at(&self, start: usize) -> &[f32] {
        let places = start..start + self.layout.shape().head_dim;
        let vector = self.vectors.get(places);
        vector.expect("the vectors are as long as their layout")
    }

    fn original(&self, start: usize) -> Vec<f64> {
        let places = start..start + self.layout.shape().head_dim;
        places.map(|place| f64::from(number(place))).collect()
    }
}

/// Returns the number at a place before the first rotation, from -1 to 1. It is the same in all
/// runs, and has no pattern that could make a wrong kernel right by chance.
fn number(place: usize) -> f32 {
    let mixed = (place as u32).wrapping_mul(0x9e37_79b9);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x85eb_ca6b);
    (mixed ^ (mixed >> 13)) as i32 as f32 / 2_147_483_648.0
}
