//! UMAP: a map in the plane that keeps near points of a high-dimensional space near.

use crate::matrix::dot;
use crate::{EncodingError, Gaussian, Matrix};

/// A map in the making, computed epoch by epoch so that a caller can show it and stop.
///
/// Source: McInnes, Healy and Melville 2018, algorithms 1 to 5, with the constants of the reference
/// implementation umap-learn: local connectivity 1, minimal distance 0.1, five points pushed away
/// for each pair pulled together, gradients clipped at 4, a step that falls from 1 to 0. The
/// weights of the graph are those of umap-learn. The path of the points depends on random numbers,
/// so the maps of the two are alike but not equal.
///
/// ```
/// use phasor_encoding::{Matrix, analysis::Umap, analysis::umap::Edge};
///
/// // Two clusters of five points, far from each other.
/// let rows = Matrix::from_fn(10, 3, |row, column| (row / 5 * 100 + (row * 7 + column * 3) % 5) as f64);
/// let start = Matrix::from_fn(10, 2, |row, column| (row * (column + 1)) as f64);
/// let mut umap = Umap::new(&rows, &start, 4, 100)?;
/// let is_inside = |edge: &Edge| (edge.from < 5) == (edge.to < 5);
/// assert!(umap.edges().iter().all(is_inside));
/// while !umap.is_done() {
///     umap.advance();
/// }
/// assert_eq!((umap.epoch(), umap.map().shape()), (100, (10, 2)));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Umap {
    edges: Vec<Edge>,
    points: Vec<[f64; 2]>,
    epoch: usize,
    n_epochs: usize,
    /// For each edge, the epochs of its next pull and its next push.
    next: Vec<(f64, f64)>,
    random: Gaussian,
}

/// An edge of the graph of neighbours; one edge stands for both directions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// One end.
    pub from: usize,
    /// The other end.
    pub to: usize,
    /// How strongly the two are neighbours, above 0, at most 1.
    pub weight: f64,
}

/// With these constants, `1 / (1 + A d^2B)` is the closest fit to a curve that is 1 up to the
/// minimal distance of 0.1 and falls as `exp(0.1 - d)` beyond; the values are umap-learn's.
const A: f64 = 1.576_943_460;
const B: f64 = 0.895_060_878;

/// Points pushed away for each pair pulled together.
const PUSHES: f64 = 5.0;
/// The limit of each component of a gradient.
const CLIP: f64 = 4.0;
/// The width of the map at the start.
const WIDTH: f64 = 10.0;

impl Umap {
    /// Builds the graph of `rows` (one point in each row), each with its `n_neighbors` nearest
    /// points including itself, and a map that starts from `start`, shape `[n_points, 2]`, scaled
    /// to a square of side 10.
    ///
    /// # Errors
    /// [`EncodingError::Shape`] if `start` has another shape, [`EncodingError::Parameter`] if
    /// `n_neighbors` is not from 2 to the number of points or `n_epochs` is 0.
    pub fn new(
        rows: &Matrix,
        start: &Matrix,
        n_neighbors: usize,
        n_epochs: usize,
    ) -> Result<Self, EncodingError> {
        let n_points = rows.n_rows();
        EncodingError::check_shape("the start", (n_points, 2), start.shape())?;
        let accepted = ("n_neighbors", "from 2 to the number of points");
        let is_fitting = (2..=n_points).contains(&n_neighbors);
        EncodingError::check(accepted, n_neighbors as f64, is_fitting)?;
        EncodingError::count(("n_epochs", "a whole number above 0"), n_epochs, usize::MAX)?;
        let edges = graph(rows, n_neighbors, n_epochs);
        let next = edges
            .iter()
            .map(|edge| (edge.period(), edge.period() / PUSHES));
        Ok(Self {
            next: next.collect(),
            edges,
            points: scaled(start),
            epoch: 0,
            n_epochs,
            random: Gaussian::new(0),
        })
    }

    /// The edges of the graph, without those whose weight is too small for a single pull.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The number of epochs computed so far.
    #[must_use]
    pub fn epoch(&self) -> usize {
        self.epoch
    }

    /// Returns `true` if all epochs are computed.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.epoch >= self.n_epochs
    }

    /// Returns the current map. Shape `[n_points, 2]`.
    #[must_use]
    pub fn map(&self) -> Matrix {
        let values = self.points.as_flattened().to_vec();
        Matrix::new(self.points.len(), 2, values).expect("a point has two coordinates")
    }

    /// Computes one epoch, or nothing if all are computed.
    pub fn advance(&mut self) {
        if self.is_done() {
            return;
        }
        let now = self.epoch as f64;
        let step = 1.0 - now / self.n_epochs as f64;
        for place in 0..self.edges.len() {
            let known = self.edges.get(place).zip(self.next.get(place));
            let (&edge, &(pull, push)) = known.expect("every edge has its next pull and push");
            if pull > now {
                continue;
            }
            let period = edge.period();
            let n_pushes = ((now - push) / (period / PUSHES)).max(0.0).floor();
            // UMAP pulls along each direction of an edge separately.
            for (from, to) in [(edge.from, edge.to), (edge.to, edge.from)] {
                self.pull(from, to, step);
                for _ in 0..n_pushes as usize {
                    let other = (self.random.uniform() * self.points.len() as f64) as usize;
                    self.push(from, other, step);
                }
            }
            let next = self.next.get_mut(place);
            *next.expect("every edge has its next pull and push") =
                (pull + period, push + n_pushes * period / PUSHES);
        }
        self.epoch += 1;
    }

    fn pull(&mut self, from: usize, to: usize, step: f64) {
        let [from, to] = (self.points)
            .get_disjoint_mut([from, to])
            .expect("an edge joins two different points");
        let apart = squared(*from, *to);
        if apart > 0.0 {
            let force = -2.0 * A * B * apart.powf(B - 1.0) / (A * apart.powf(B) + 1.0);
            for (from, to) in from.iter_mut().zip(to) {
                let part = (force * (*from - *to)).clamp(-CLIP, CLIP) * step;
                *from += part;
                *to -= part;
            }
        }
    }

    fn push(&mut self, from: usize, other: usize, step: f64) {
        let Ok([from, other]) = self.points.get_disjoint_mut([from, other]) else {
            // A point does not push itself away.
            return;
        };
        let apart = squared(*from, *other);
        if apart > 0.0 {
            let force = 2.0 * B / ((0.001 + apart) * (A * apart.powf(B) + 1.0));
            for (from, other) in from.iter_mut().zip(other) {
                *from += (force * (*from - *other)).clamp(-CLIP, CLIP) * step;
            }
        }
    }
}

impl Edge {
    /// The number of epochs from one pull to the next; the largest weight is 1.
    fn period(&self) -> f64 {
        1.0 / self.weight
    }
}

fn squared(left: [f64; 2], right: [f64; 2]) -> f64 {
    let ([left_x, left_y], [right_x, right_y]) = (left, right);
    let (x, y) = (left_x - right_x, left_y - right_y);
    x * x + y * y
}

/// Returns the start with each column scaled to the range 0 to [`WIDTH`].
fn scaled(start: &Matrix) -> Vec<[f64; 2]> {
    let column = |column: usize| {
        let numbers = start.rows().map(move |row| row.get(column).copied());
        numbers.map(|number| number.expect("the start has two columns"))
    };
    let ends = [0, 1].map(|place| {
        let low = column(place).fold(f64::INFINITY, f64::min);
        let high = column(place).fold(f64::NEG_INFINITY, f64::max);
        (low, (high - low).max(f64::MIN_POSITIVE))
    });
    let [(left, across), (low, up)] = ends;
    let points = column(0).zip(column(1));
    points
        .map(|(x, y)| [WIDTH * (x - left) / across, WIDTH * (y - low) / up])
        .collect()
}

/// Returns the edges with their weights. If two points have weights for each other, the weight of
/// their edge is the probability that at least one of the two connections holds.
fn graph(rows: &Matrix, n_neighbors: usize, n_epochs: usize) -> Vec<Edge> {
    let near: Vec<Vec<(usize, f64)>> = (0..rows.n_rows())
        .map(|point| memberships(&neighbors(rows, point, n_neighbors)))
        .collect();
    let weight = |from: usize, to: usize| {
        let row = near.get(from).expect("a neighbour is one of the points");
        row.iter()
            .find(|(other, _)| *other == to)
            .map_or(0.0, |(_, weight)| *weight)
    };
    let mut edges = Vec::new();
    for (from, row) in near.iter().enumerate() {
        for &(to, there) in row {
            let back = weight(to, from);
            // An edge known from both ends is met twice, so it is added at the smaller index only.
            if from < to || back == 0.0 {
                let weight = there + back - there * back;
                edges.push(Edge { from, to, weight });
            }
        }
    }
    let largest = edges.iter().map(|edge| edge.weight).fold(0.0, f64::max);
    edges.retain(|edge| edge.weight >= largest / n_epochs as f64);
    edges
}

/// Returns the points nearest to `point` with their distances, `point` itself first.
fn neighbors(rows: &Matrix, point: usize, n_neighbors: usize) -> Vec<(usize, f64)> {
    let own = rows.row(point);
    let mut all: Vec<(usize, f64)> = rows
        .rows()
        .map(|other| {
            let apart: Vec<f64> = own.iter().zip(other).map(|(a, b)| a - b).collect();
            dot(&apart, &apart).sqrt()
        })
        .enumerate()
        .collect();
    let nearer = |left: &(usize, f64), right: &(usize, f64)| {
        let (left_is_other, right_is_other) = (left.0 != point, right.0 != point);
        // A distance may be NaN, even that to `point` itself, and sorting may panic on what is not
        // a total order.
        (left_is_other.cmp(&right_is_other)).then(left.1.total_cmp(&right.1))
    };
    all.select_nth_unstable_by(n_neighbors - 1, nearer);
    all.truncate(n_neighbors);
    all.sort_by(nearer);
    all
}

/// Returns the weight of each neighbour: 1 for the nearest, then falling, so that the weights add
/// up to the base-2 logarithm of their number.
fn memberships(near: &[(usize, f64)]) -> Vec<(usize, f64)> {
    const ROUNDS: usize = 64;
    const CLOSE: f64 = 1e-5;
    /// The smallest width, as a part of the mean distance.
    const NARROWEST: f64 = 1e-3;
    let (_, others) = near.split_first().expect("a point is near itself");
    let target = (near.len() as f64).log2();
    let nearest = others
        .iter()
        .map(|(_, apart)| *apart)
        .find(|apart| *apart > 0.0);
    // Points that all coincide are at no distance.
    let nearest = nearest.unwrap_or(0.0);
    let beyond = |apart: f64| (apart - nearest).max(0.0);
    let (mut low, mut high, mut width) = (0.0, f64::INFINITY, 1.0);
    for _ in 0..ROUNDS {
        let sum: f64 = others
            .iter()
            .map(|(_, apart)| (-beyond(*apart) / width).exp())
            .sum();
        if (sum - target).abs() < CLOSE {
            break;
        }
        if sum > target {
            high = width;
            width = f64::midpoint(low, high);
        } else {
            low = width;
            width = if high.is_finite() {
                f64::midpoint(low, high)
            } else {
                2.0 * width
            };
        }
    }
    let mean = near.iter().map(|(_, apart)| apart).sum::<f64>() / near.len() as f64;
    let width = width.max(NARROWEST * mean).max(f64::MIN_POSITIVE);
    let weigh = |&(other, apart): &(usize, f64)| (other, (-beyond(apart) / width).exp());
    others.iter().map(weigh).collect()
}
