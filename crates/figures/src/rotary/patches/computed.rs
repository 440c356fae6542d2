//! What a query scores with the patches of an image, and the colours of the scores.

use super::parameters::Axes;
use crate::Spec;
use phasor_draw::Ink;
use phasor_encoding::{AxialRope, Pairing, SectionOrder};

/// Patches along one side of the image.
pub(super) const SIDE: usize = 8;
/// The farthest frame that can be chosen.
const LAST_FRAME: u32 = 16;

/// A rope on several axes, and the scores of the query with every patch.
#[derive(Debug)]
pub(super) struct Computed {
    rope: AxialRope,
    n_pairs: usize,
    /// Mean over the pairs for each patch, from -1 to 1, row by row.
    pub(super) scores: Vec<f64>,
    /// The smallest and the largest score of any query in any frame.
    pub(super) range: (f64, f64),
    pub(super) scale: Scale,
}

/// How colours are spread over the range of scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scale {
    /// Evenly.
    Even,
    /// By the square root of the distance from the largest score. Near q the score falls with the square of the
    /// offset, so equal offsets are equal steps of colour, within a frame and from frame to frame.
    Root,
}

impl Scale {
    fn of(axes: Axes) -> Self {
        match axes {
            Axes::Axial => Self::Even,
            Axes::MRope => Self::Root,
        }
    }

    /// Returns the place of a score on the scale: 0 for the smallest, 1 for the largest.
    pub(super) fn place(self, (low, high): (f64, f64), score: f64) -> f64 {
        let missing = ((high - score) / (high - low).max(1e-12)).clamp(0.0, 1.0);
        match self {
            Self::Even => 1.0 - missing,
            Self::Root => 1.0 - missing.sqrt(),
        }
    }

    /// Returns the score in the middle of the scale.
    pub(super) fn middle(self, (low, high): (f64, f64)) -> f64 {
        let missing = match self {
            Self::Even => 0.5,
            Self::Root => 0.25,
        };
        high - missing * (high - low)
    }
}

/// Returns the names of the axes; time, if there is one, is first.
pub(super) fn names(axes: Axes) -> &'static [&'static str] {
    match axes {
        Axes::Axial => &["rows", "columns"],
        Axes::MRope => &["time", "rows", "columns"],
    }
}

/// Returns the position on each axis.
fn position(axes: Axes, frame: f64, (row, column): (f64, f64)) -> Vec<f64> {
    match axes {
        Axes::Axial => vec![row, column],
        Axes::MRope => vec![frame, row, column],
    }
}

fn rope(spec: &Spec) -> AxialRope {
    let n_pairs = spec.n_pairs();
    match spec.choice::<Axes>() {
        Axes::Axial => {
            let section = 2 * (n_pairs / 2).max(1);
            AxialRope::axial(spec.base(), &[section; 2], Pairing::HalfSplit)
                .expect("each axis has a pair, and every base of the table is accepted")
        }
        Axes::MRope => {
            let (time, rows) = (n_pairs / 4, n_pairs * 3 / 8);
            let sections = [time, rows, n_pairs - time - rows];
            let order = SectionOrder::Contiguous;
            AxialRope::mrope(&spec.frequencies(), &sections, order, Pairing::Interleaved)
                .expect("the sections add up to the number of pairs")
        }
    }
}

/// Returns the score of a query at that patch with a patch some frames later, divided by its score with itself.
fn score(spec: &Spec, rope: &AxialRope, (query, key): ((f64, f64), (f64, f64)), frame: f64) -> f64 {
    let ones = vec![1.0; rope.head_dim()];
    let query = position(spec.choice::<Axes>(), 0.0, query);
    let key = position(spec.choice::<Axes>(), frame, key);
    let score = |key: &[f64]| {
        let score = rope.score((&query, &ones), (key, &ones));
        score.expect("positions and vectors have the sizes of the rope")
    };
    score(&key) / score(&query)
}

/// Returns the score of a query at that patch with every patch of a frame.
fn scores(spec: &Spec, rope: &AxialRope, query: (f64, f64), frame: f64) -> Vec<f64> {
    let patches = (0..SIDE * SIDE).map(|patch| ((patch / SIDE) as f64, (patch % SIDE) as f64));
    let scores = patches.map(|patch| score(spec, rope, (query, patch), frame));
    scores.collect()
}

/// Returns the smallest and the largest score of any query in any frame that can be chosen.
fn range(spec: &Spec, rope: &AxialRope) -> (f64, f64) {
    let corner = (0.0, 0.0);
    // A score is even in rows, columns and frames, so a corner sees every offset.
    let all = scores(spec, rope, corner, 0.0);
    let low = all.iter().copied().fold(f64::INFINITY, f64::min);
    let high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Each axis adds its own part, so a frame takes the same from every patch.
    let mut lost = 0.0_f64;
    if spec.choice::<Axes>() == Axes::MRope {
        for frame in 1..=LAST_FRAME {
            let score = score(spec, rope, (corner, corner), f64::from(frame));
            lost = lost.max(1.0 - score);
        }
    }
    (low - lost, high)
}

impl Computed {
    pub(super) fn new(spec: &Spec) -> Self {
        let rope = rope(spec);
        let n_pairs = rope.axis_of_pair().len();
        Self {
            n_pairs,
            scores: scores(spec, &rope, spec.query_patch(), spec.frame()),
            range: range(spec, &rope),
            scale: Scale::of(spec.choice::<Axes>()),
            rope,
        }
    }

    pub(super) fn ink(&self, score: f64) -> Ink {
        Ink::Sequential(self.scale.place(self.range, score) as f32)
    }

    pub(super) fn score(&self, (row, column): (f64, f64)) -> f64 {
        let place = row as usize * SIDE + column as usize;
        let score = self.scores.get(place);
        *score.expect("the patch is within the image")
    }

    /// Returns for each pair its axis, its place among the frequencies from 0, the fastest, to 1, and the angle from
    /// query to key.
    pub(super) fn pairs(&self, spec: &Spec) -> Vec<(usize, f32, f64)> {
        let angles = self.rope.angles(&offset(spec));
        let angles = angles.expect("an offset has an entry for every axis");
        let n_frequencies = match spec.choice::<Axes>() {
            Axes::Axial => self.n_pairs / 2,
            Axes::MRope => self.n_pairs,
        };
        let last = n_frequencies.saturating_sub(1).max(1) as f32;
        let pairs = self.rope.axis_of_pair().zip(angles).enumerate();
        let pairs = pairs.map(|(pair_idx, (axis, angle))| {
            (axis, (pair_idx % n_frequencies.max(1)) as f32 / last, angle)
        });
        pairs.collect()
    }
}

/// Returns the offset from query to key on each axis.
pub(super) fn offset(spec: &Spec) -> Vec<f64> {
    let (query, key) = (spec.query_patch(), spec.key_patch());
    let apart = (key.0 - query.0, key.1 - query.1);
    position(spec.choice::<Axes>(), spec.frame(), apart)
}
