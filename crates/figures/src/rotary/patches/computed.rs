//! How much each row, column and frame between two patches lowers their score, and how brightly a patch then lights up.

use std::rc::Rc;

use super::direction::{Direction, SIDE};
use super::parameters::SECTIONED;
use super::way::Way;
use crate::{Key, Spec};
use phasor_encoding::{AxialRope, Pairing, SectionOrder};

/// Points of a curve.
const N_POINTS: usize = 57;
/// The pairs that rows and columns each have in Qwen3-VL, of 64; time has the others.
const INTERLEAVED: usize = 20;

/// A pair of the head.
#[derive(Debug, Clone, Copy)]
pub(super) struct HeadPair {
    pub(super) direction: Direction,
    /// From 1 for the highest frequency to 0 for the lowest one, on a logarithmic scale.
    pub(super) speed: f32,
}

/// How brightly patches light up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scale {
    /// Evenly from 0 to this loss.
    Even(f64),
    /// By the power of ten of the loss, between two powers. Sections so differ in frequency that on any even scale, only
    /// one direction would show.
    Powers(i32, i32),
}

impl Scale {
    /// Returns the brightness of a patch, from 0 to 1, whose score is lower by `loss`.
    pub(super) fn brightness(self, loss: f64) -> f64 {
        let dimmed = match self {
            Self::Even(most) => loss / most,
            Self::Powers(..) if loss <= 0.0 => 0.0,
            Self::Powers(low, high) => (loss.log10() - f64::from(low)) / f64::from(high - low),
        };
        1.0 - dimmed.clamp(0.0, 1.0)
    }
}

/// A head: which pair follows what, and what that does to scores.
#[derive(Debug)]
pub(super) struct Head {
    rope: AxialRope,
    pub(super) way: Way,
    pub(super) directions: &'static [Direction],
    pub(super) pairs: Vec<HeadPair>,
    /// For each direction, the loss at offsets from 0 to its farthest one, evenly spaced.
    pub(super) curves: Vec<Vec<f64>>,
    pub(super) scale: Scale,
}

/// What a head depends on.
pub(super) type HeadInputs = (f64, usize, Way, usize, usize);

/// Returns the first pairs of rows and of columns in a head that is cut into sections.
pub(super) fn borders(spec: &Spec) -> (usize, usize) {
    let n_pairs = spec.n_pairs();
    let border = |key: Key| (spec.at(key) * n_pairs as f64 / SECTIONED as f64).round() as usize;
    let row_end = border(Key::RowEnd);
    (border(Key::TimeEnd).min(row_end), row_end)
}

pub(super) fn head_inputs(spec: &Spec, way: Way) -> HeadInputs {
    let (time_end, row_end) = borders(spec);
    (spec.base(), spec.dim(), way, time_end, row_end)
}

fn rope(spec: &Spec, way: Way) -> AxialRope {
    let n_pairs = spec.n_pairs();
    let mrope = |sections: [usize; 3], order| {
        AxialRope::mrope(&spec.frequencies(), &sections, order, Pairing::HalfSplit)
            .expect("the sections add up to the number of pairs")
    };
    match way {
        Way::Axial => {
            let section = 2 * (n_pairs / 2).max(1);
            AxialRope::axial(spec.base(), &[section; 2], Pairing::HalfSplit)
                .expect("each axis has a pair, and every base of the table is accepted")
        }
        Way::Sections => {
            let (time_end, row_end) = borders(spec);
            let sections = [time_end, row_end - time_end, n_pairs - row_end];
            mrope(sections, SectionOrder::Contiguous)
        }
        Way::Interleaved => {
            let share = (n_pairs * INTERLEAVED + SECTIONED / 2) / SECTIONED;
            let sections = [n_pairs - 2 * share, share, share];
            mrope(sections, SectionOrder::Interleaved)
        }
    }
}

impl Head {
    pub(super) fn new(spec: &Spec, way: Way) -> Self {
        let (rope, directions) = (rope(spec, way), way.directions());
        let mut head = Self {
            way,
            pairs: pairs(&rope, directions),
            rope,
            directions,
            curves: Vec::new(),
            scale: Scale::Even(1.0),
        };
        let curve = |&direction: &Direction| {
            let step = direction.farthest() / (N_POINTS - 1) as f64;
            let points = (0..N_POINTS).map(|point| head.loss(direction, point as f64 * step));
            points.collect()
        };
        head.curves = directions.iter().map(curve).collect();
        let most: f64 = directions.iter().map(|one| head.most(*one)).sum();
        head.scale = head.scale_to(most);
        head
    }

    /// Returns by how much an offset in one direction alone lowers the score of equal vectors, of which a patch has 1 with
    /// itself.
    pub(super) fn loss(&self, direction: Direction, by: f64) -> f64 {
        let position = self.directions.iter();
        let position = position.map(|own| if *own == direction { by } else { 0.0 });
        let position: Vec<f64> = position.collect();
        let angles = self.rope.angles(&position);
        let angles = angles.expect("a position has an entry for every direction");
        // 1 - cos, without the digits that it loses when the angle is small.
        let losses = angles.iter().map(|angle| 2.0 * (angle / 2.0).sin().powi(2));
        losses.sum::<f64>() / angles.len() as f64
    }

    /// Returns the number of pairs that follow a direction.
    pub(super) fn n_pairs(&self, direction: Direction) -> usize {
        let pairs = self.pairs.iter();
        pairs.filter(|pair| pair.direction == direction).count()
    }

    /// Returns a scale up to a loss.
    fn scale_to(&self, most: f64) -> Scale {
        match self.way {
            Way::Axial | Way::Interleaved => Scale::Even(most.max(1e-12)),
            Way::Sections => {
                let steps = self.directions.iter();
                let steps = steps.map(|direction| self.loss(*direction, 1.0));
                let least = steps.filter(|loss| *loss > 0.0).fold(most, f64::min);
                let low = least.max(1e-300).log10().floor() as i32;
                let high = most.max(1e-300).log10().ceil() as i32;
                Scale::Powers(low, high.max(low + 1))
            }
        }
    }

    /// Returns the largest loss that offsets in one direction cause, 0 if no pair follows it.
    fn most(&self, direction: Direction) -> f64 {
        let mut curves = self.directions.iter().zip(&self.curves);
        let curve = curves.find(|(own, _)| **own == direction);
        curve.map_or(0.0, |(_, curve)| curve.iter().copied().fold(0.0, f64::max))
    }

    /// Returns the angles from q to k. Shape `[n_pairs]`.
    pub(super) fn angles(&self, offset: &[f64]) -> Vec<f64> {
        let angles = self.rope.angles(offset);
        angles.expect("an offset has an entry for every direction")
    }
}

fn pairs(rope: &AxialRope, directions: &[Direction]) -> Vec<HeadPair> {
    let one = vec![1.0; rope.n_axes()];
    let inv_freq = rope
        .angles(&one)
        .expect("the position has an entry for every axis");
    let slowest = inv_freq.iter().copied().fold(1.0, f64::min);
    let speed = |inv_freq: f64| match slowest < 1.0 {
        true => 1.0 - (inv_freq.ln() / slowest.ln()) as f32,
        false => 1.0,
    };
    let pairs = rope.axis_of_pair().zip(&inv_freq);
    let pairs = pairs.map(|(axis, inv_freq)| HeadPair {
        direction: *directions.get(axis).expect("a direction for every axis"),
        speed: speed(*inv_freq),
    });
    pairs.collect()
}

/// What patch q scores with every patch of a frame.
#[derive(Debug)]
pub(super) struct Computed {
    pub(super) head: Rc<Head>,
    /// The losses of the rows, of the columns and of the frame; together, they are those of a patch.
    rows: [f64; SIDE],
    columns: [f64; SIDE],
    pub(super) time: f64,
}

impl Computed {
    pub(super) fn new(head: Rc<Head>, (row, column): (f64, f64), frame: f64) -> Self {
        let losses = |direction, from: f64| {
            std::array::from_fn(|place| head.loss(direction, place as f64 - from))
        };
        Self {
            rows: losses(Direction::Rows, row),
            columns: losses(Direction::Columns, column),
            time: head.loss(Direction::Time, frame),
            head,
        }
    }

    /// Returns a scale for the patches of this frame alone, of any q.
    pub(super) fn scale_of_frame(&self) -> Scale {
        let [rows, columns] = [Direction::Rows, Direction::Columns].map(|one| self.head.most(one));
        self.head.scale_to(self.time + rows + columns)
    }

    /// Returns by how much less than with itself q scores with every patch, row by row.
    pub(super) fn losses(&self) -> impl Iterator<Item = f64> + '_ {
        let rows = self.rows.iter();
        rows.flat_map(move |row| {
            let columns = self.columns.iter();
            columns.map(move |column| row + column + self.time)
        })
    }
}

/// Returns the offset from q to k in each direction of a way.
pub(super) fn offset(spec: &Spec, way: Way) -> Vec<f64> {
    let directions = way.directions().iter();
    let offsets = directions.map(|direction| by(spec, way, *direction));
    offsets.collect()
}

/// Returns the offset from q to k in one direction.
pub(super) fn by(spec: &Spec, way: Way, direction: Direction) -> f64 {
    let (query, key) = (spec.query_patch(), spec.key_patch());
    match direction {
        // A head without pairs for time is in one image.
        Direction::Time if way == Way::Axial => 0.0,
        Direction::Time => spec.frame(),
        Direction::Rows => key.0 - query.0,
        Direction::Columns => key.1 - query.1,
    }
}

/// Returns by how much less than with itself q scores with k.
pub(super) fn loss_of_key(spec: &Spec, head: &Head) -> f64 {
    let directions = head.directions.iter();
    let losses = directions.map(|&direction| head.loss(direction, by(spec, head.way, direction)));
    losses.sum()
}
