//! RMSNorm: a vector divided by the root of the mean of its squares.

/// Source: Zhang and Sennrich 2019, *Root Mean Square Layer Normalization*, equation 4.
#[derive(Debug, Clone)]
pub(crate) struct Norm {
    /// A factor for each component.
    pub(crate) weights: Vec<f32>,
    /// What is added to the mean of the squares.
    pub(crate) epsilon: f32,
}

impl Norm {
    /// Norms every vector of `vectors` (`[n, n_weights]`) in place.
    pub(crate) fn apply(&self, vectors: &mut [f32]) {
        let len = self.weights.len();
        for vector in vectors.chunks_exact_mut(len) {
            // In f64, because a sum of a thousand squares loses three digits in f32.
            let squares = vector.iter().map(|x| f64::from(x * x)).sum::<f64>();
            let mean = (squares / len as f64) as f32;
            let scale = 1.0 / (mean + self.epsilon).sqrt();
            for (x, weight) in vector.iter_mut().zip(&self.weights) {
                *x = weight * (*x * scale);
            }
        }
    }

    /// Returns the normed vectors.
    pub(crate) fn of(&self, vectors: &[f32]) -> Vec<f32> {
        let mut normed = vectors.to_vec();
        self.apply(&mut normed);
        normed
    }
}
