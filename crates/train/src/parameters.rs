//! The numbers that a model learns.

use ndarray::Array2;

use super::{Design, Position};
use phasor_encoding::Gaussian;

/// What a group of numbers is, which decides whether it decays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A matrix that multiplies vectors; it decays.
    Weight,
    /// Vectors, gains and biases, which do not decay.
    Other,
}

/// The numbers of a layer.
#[derive(Debug, Clone, PartialEq)]
pub struct LayerParameters {
    /// The gain before attention. Shape `[1, d]`.
    pub norm: Array2<f32>,
    /// Makes queries, keys and values. Shape `[d, 3d]`.
    pub qkv: Array2<f32>,
    /// Mixes the heads. Shape `[d, d]`.
    pub out: Array2<f32>,
    /// The gain before the network of each token. Shape `[1, d]`.
    pub second_norm: Array2<f32>,
    /// Shape `[d, 2d]`.
    pub up: Array2<f32>,
    /// Shape `[2d, d]`.
    pub down: Array2<f32>,
}

/// All numbers of a model, or the gradient of each.
///
/// ```
/// use phasor_train::{Design, Parameters, Position};
///
/// let design = Design::new(16, 16, Position::Rope { base: 10_000.0 })?;
/// let parameters = Parameters::new(&design, 1);
/// assert_eq!(parameters.count(), 20_112);
/// assert_eq!(parameters, Parameters::new(&design, 1));
/// assert_eq!(parameters.zeros().count(), 20_112);
/// # Ok::<(), phasor_train::DesignError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Parameters {
    /// A vector for each token. Shape `[n_tokens, d]`.
    pub embedding: Array2<f32>,
    /// A vector for each position, or none. Shape `[n_positions, d]`.
    pub positions: Array2<f32>,
    /// T5's numbers, or none. Shape `[n_heads, n_buckets]`.
    pub buckets: Array2<f32>,
    /// The layers.
    pub layers: Vec<LayerParameters>,
    /// The last gain. Shape `[1, d]`.
    pub norm: Array2<f32>,
    /// Makes the logits. Shape `[d, n_answers]`.
    pub output: Array2<f32>,
}

/// The factor between the width of a token's network and its vector.
const WIDER: usize = 2;

impl Parameters {
    /// Draws the first numbers from a seed.
    #[must_use]
    pub fn new(design: &Design, seed: u64) -> Self {
        let (dim, wide) = (design.dim, WIDER * design.dim);
        let mut random = Gaussian::new(seed);
        let mut normal = |shape: (usize, usize), deviation: f64| {
            Array2::from_shape_simple_fn(shape, || (deviation * random.normal()) as f32)
        };
        let of = |size: usize| (size as f64).sqrt().recip();
        // What is added to the running sum is smaller, the more layers add to it.
        let added = of(2 * design.n_layers);
        let (n_positions, n_buckets) = match design.position {
            Position::Learned { n_positions } => (n_positions, 0),
            Position::T5 { n_buckets, .. } => (0, n_buckets),
            _ => (0, 0),
        };
        let ones = || Array2::ones((1, dim));
        Self {
            embedding: normal((design.n_tokens, dim), 0.5),
            positions: normal((n_positions, dim), 0.1),
            buckets: Array2::zeros((if n_buckets > 0 { design.n_heads } else { 0 }, n_buckets)),
            layers: (0..design.n_layers)
                .map(|_| LayerParameters {
                    norm: ones(),
                    qkv: normal((dim, 3 * dim), of(dim)),
                    out: normal((dim, dim), of(dim) * added),
                    second_norm: ones(),
                    up: normal((dim, wide), of(dim)),
                    down: normal((wide, dim), of(wide) * added),
                })
                .collect(),
            norm: ones(),
            output: normal((dim, design.n_answers), 0.5 * of(dim)),
        }
    }

    /// Returns zeros in the same shapes.
    #[must_use]
    pub fn zeros(&self) -> Self {
        let mut zeros = self.clone();
        for (_, _, group) in zeros.groups_mut() {
            group.fill(0.0);
        }
        zeros
    }

    /// Returns how many numbers there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.groups().map(|(_, _, group)| group.len()).sum()
    }

    /// Returns every group of numbers with its name and kind, in a fixed order.
    pub fn groups(&self) -> impl Iterator<Item = (String, Kind, &Array2<f32>)> {
        let first = [
            ("embedding", Kind::Other, &self.embedding),
            ("positions", Kind::Other, &self.positions),
            ("buckets", Kind::Other, &self.buckets),
        ];
        let layers = self.layers.iter().enumerate().flat_map(|(place, layer)| {
            let groups = [
                ("norm", Kind::Other, &layer.norm),
                ("qkv", Kind::Weight, &layer.qkv),
                ("out", Kind::Weight, &layer.out),
                ("second_norm", Kind::Other, &layer.second_norm),
                ("up", Kind::Weight, &layer.up),
                ("down", Kind::Weight, &layer.down),
            ];
            groups.map(|(name, kind, group)| (format!("layers.{place}.{name}"), kind, group))
        });
        let last = [
            ("norm", Kind::Other, &self.norm),
            ("output", Kind::Weight, &self.output),
        ];
        let named = |(name, kind, group): (&str, Kind, _)| (name.to_owned(), kind, group);
        first
            .into_iter()
            .map(named)
            .chain(layers)
            .chain(last.into_iter().map(named))
    }

    /// Returns every group of numbers with its name and kind, in the same order.
    pub fn groups_mut(&mut self) -> impl Iterator<Item = (String, Kind, &mut Array2<f32>)> {
        let names: Vec<(String, Kind)> =
            self.groups().map(|(name, kind, _)| (name, kind)).collect();
        let first = [&mut self.embedding, &mut self.positions, &mut self.buckets];
        let layers = self.layers.iter_mut().flat_map(|layer| {
            [
                &mut layer.norm,
                &mut layer.qkv,
                &mut layer.out,
                &mut layer.second_norm,
                &mut layer.up,
                &mut layer.down,
            ]
        });
        let groups = first
            .into_iter()
            .chain(layers)
            .chain([&mut self.norm, &mut self.output]);
        names
            .into_iter()
            .zip(groups)
            .map(|((name, kind), group)| (name, kind, group))
    }
}
