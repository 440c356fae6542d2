//! How far the numbers of a file are from those of a plan.
//!
//! A number agrees if its difference is within a tolerance, which adds two parts.
//!
//! - The format of the file: a result of three to five roundings, each of at most `2^-digits` of the largest number that
//!   takes part. A file in `f64` counts as `f32`, since most of its numbers come from `f32` operations.
//! - The angle: in `f32`, an inverse frequency is exact to some units of the last place. `base ** (2 i / dim)` has up to 4
//!   of `2^-24`, and `exp(-log(base) 2 i / dim)` up to 50, because the error of the exponent grows with `log(base)`, at most
//!   17. One more comes from the product with the position. So an angle may differ by `64 x 2^-24` of its size: 4e-6 radians
//!   for 1 radian, and 0.5 radians for 131,072. Every mistake in the list changes some angle by far more at a near position.

use super::given::Role;
use super::plan::{Motion, Turn};
use super::rows::{Row, Rows, Table};
use phasor_encoding::{Format, Pairing};

/// The error of an angle in `f32`, as a share of it.
const ANGLE: f64 = 64.0 / 16_777_216.0;

/// Of the numbers that differ from those of the model, the share that a mistake must explain. Rounding may end on the other
/// side in a few.
const EXPLAINED: f64 = 0.95;

/// The comparison of one array with a plan.
#[derive(Debug, Clone)]
pub(super) struct Fit {
    /// For each number, whether it differs.
    pub(super) differs: Vec<bool>,
    /// The number of those that differ.
    pub(super) n_different: usize,
    /// The largest difference.
    pub(super) largest: f64,
    /// The position of the largest difference.
    pub(super) at: f64,
    /// Whether some difference is larger than the format of the file explains, so that angles are less precise.
    pub(super) is_loose: bool,
    /// The first number that differs.
    pub(super) first: Option<Place>,
}

/// Where a number is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    /// The position; `None` for inverse frequencies.
    pub(super) position: Option<f64>,
    /// The pair, or `None` for a component that has none.
    pub(super) pair_idx: Option<usize>,
    /// The number in the file.
    pub(super) given: f64,
    /// The number of the plan.
    pub(super) expected: f64,
}

/// A number of the plan, and how far one in the file may be from it.
struct Expected {
    number: f64,
    /// The part of the tolerance for the format.
    rounding: f64,
    /// The part for the angle.
    angle: f64,
    pair_idx: Option<usize>,
}

impl Fit {
    fn new() -> Self {
        Self {
            differs: Vec::new(),
            n_different: 0,
            largest: 0.0,
            at: 0.0,
            is_loose: false,
            first: None,
        }
    }

    /// Returns whether no number differs.
    pub(super) fn is_right(&self) -> bool {
        self.n_different == 0
    }

    /// Returns whether the plan explains the numbers: most of all, and most of those that differ from the right ones.
    pub(super) fn explains(&self, right: Option<&Self>) -> bool {
        let n = self.differs.len() as f64;
        if self.n_different as f64 > (1.0 - EXPLAINED) * n {
            return false;
        }
        let Some(right) = right else {
            return true;
        };
        let wrong = right.differs.iter().zip(&self.differs);
        let wrong: Vec<bool> = wrong
            .filter_map(|(of_right, of_plan)| of_right.then_some(!of_plan))
            .collect();
        let explained = wrong.iter().filter(|explained| **explained).count();
        explained as f64 >= EXPLAINED * wrong.len() as f64
    }

    fn add(&mut self, given: f64, expected: &Expected, position: Option<f64>) {
        let difference = (given - expected.number).abs();
        let tolerance = expected.rounding + expected.angle;
        let differs = difference.is_nan() || difference > tolerance;
        self.differs.push(differs);
        self.n_different += usize::from(differs);
        self.is_loose |= difference > expected.rounding;
        if difference > self.largest {
            (self.largest, self.at) = (difference, position.unwrap_or(0.0));
        }
        if differs && self.first.is_none() {
            self.first = Some(Place {
                position,
                pair_idx: expected.pair_idx,
                given,
                expected: expected.number,
            });
        }
    }
}

/// Compares every array with a plan. An array has no comparison if its rows have another number of pairs.
///
/// `coarse` is a format that the numbers may have been rounded to, although the file holds more digits.
pub(super) fn fits(motion: &Motion, rows: &Rows, coarse: Option<Format>) -> Vec<Option<Fit>> {
    let positions = rows.positions.iter();
    let turns: Vec<Option<Turn>> = positions.map(|x| motion.at(*x).ok()).collect();
    let of_table = |table: &Table| {
        let format = coarse.or(table.format).unwrap_or(Format::F32);
        let fit = Comparison {
            motion,
            rows,
            turns: &turns,
            table,
            format,
            unit: 2f64.powi(-(format.digits() as i32)),
        };
        fit.fit()
    };
    rows.tables.iter().map(of_table).collect()
}

struct Comparison<'a> {
    motion: &'a Motion,
    rows: &'a Rows,
    turns: &'a [Option<Turn>],
    table: &'a Table,
    format: Format,
    /// The largest error of one rounding, as a share of the number.
    unit: f64,
}

impl Comparison<'_> {
    fn fit(&self) -> Option<Fit> {
        let n_pairs = self.motion.n_pairs();
        match self.table.role {
            Role::InvFreq => (self.table.width == n_pairs).then(|| self.frequencies()),
            Role::Cos | Role::Sin if self.table.width == n_pairs => Some(self.turns(|idx| idx)),
            Role::Cos | Role::Sin if self.table.width == 2 * n_pairs => {
                // Each pair stands twice, in the order of either layout.
                let layouts = [Pairing::HalfSplit, Pairing::Interleaved];
                let fits = layouts.map(|layout| self.turns(|idx| layout.pair_of(idx, n_pairs).0));
                fits.into_iter().min_by_key(|fit| fit.n_different)
            }
            Role::Cos | Role::Sin => None,
            _ => (self.table.width == self.motion.head_dim()).then(|| self.vectors()),
        }
    }

    fn frequencies(&self) -> Fit {
        let mut fit = Fit::new();
        let given = self.table.rows.iter().flat_map(|row| &row.numbers);
        let frequencies = self.motion.frequencies.inv_freq().iter().enumerate();
        for (given, (pair_idx, inv_freq)) in given.zip(frequencies) {
            // Below the smallest number with all digits, the numbers of a format are evenly spaced.
            let spacing = self.format.spacing(*inv_freq).max(0.0);
            let expected = Expected {
                number: *inv_freq,
                rounding: (2.0 * self.unit * inv_freq).max(spacing),
                angle: ANGLE * inv_freq,
                pair_idx: Some(pair_idx),
            };
            fit.add(*given, &expected, None);
        }
        fit
    }

    fn turns(&self, pair_of: impl Fn(usize) -> usize) -> Fit {
        let factor = self.motion.factor.abs();
        self.each(|turn, _, idx| {
            let pair_idx = pair_of(idx);
            let numbers = match self.table.role {
                Role::Cos => &turn.cos,
                _ => &turn.sin,
            };
            let (number, angle) = numbers.get(pair_idx).zip(turn.angles.get(pair_idx))?;
            Some(Expected {
                number: *number,
                rounding: 3.0 * self.unit * factor,
                angle: factor * (ANGLE * angle).min(2.0),
                pair_idx: Some(pair_idx),
            })
        })
    }

    fn vectors(&self) -> Fit {
        let factor = self.motion.factor.abs();
        let (n_pairs, start) = (self.motion.n_pairs(), self.motion.start());
        let mut rotated = Vec::new();
        self.each(|turn, row, idx| {
            if idx == 0 {
                rotated = turn.rotate(&row.before).ok()?;
            }
            let number = *rotated.get(idx)?;
            let pair_idx = self.motion.pair_of(idx);
            let size = |place: usize| row.before.get(start + place).map_or(0.0, |x| x.abs());
            let (size, angle) = match pair_idx {
                Some(pair_idx) => {
                    let (one, other) = self.motion.pairing.places(pair_idx, n_pairs);
                    let angle = turn.angles.get(self.motion.table_pair_of(idx)?)?;
                    (factor * (size(one) + size(other)), angle)
                }
                None => (row.before.get(idx)?.abs(), &0.0),
            };
            Some(Expected {
                number,
                rounding: 5.0 * self.unit * size,
                angle: size * (ANGLE * angle).min(2.0),
                pair_idx,
            })
        })
    }

    /// Compares every number of a table with what `expected` gives for its row and column.
    fn each(&self, mut expected: impl FnMut(&Turn, &Row, usize) -> Option<Expected>) -> Fit {
        let mut fit = Fit::new();
        for row in &self.table.rows {
            let turn = self.turns.get(row.place).and_then(Option::as_ref);
            let position = self.rows.positions.get(row.place).copied();
            for (idx, given) in row.numbers.iter().enumerate() {
                let expected = turn.and_then(|turn| expected(turn, row, idx));
                // A plan without a number, such as one whose angle is too large for f16, does not explain any.
                let expected = expected.unwrap_or(Expected {
                    number: f64::NAN,
                    rounding: 0.0,
                    angle: 0.0,
                    pair_idx: None,
                });
                fit.add(*given, &expected, position);
            }
        }
        fit
    }
}
