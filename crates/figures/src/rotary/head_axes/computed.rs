//! What each pair of a model's head follows, and what a query scores with every patch.

use super::parameters::{LAST_FRAME, PictureModel};
use crate::{Key, Spec};
use phasor_draw::Ink;
use phasor_encoding::frequency::wavelength;
use phasor_encoding::rotary::axial::{Axis, Grid, Patch, PatchModel};
use phasor_encoding::{AxialRope, Format};
use phasor_text::number::Place;

/// One row and several of them, and the same for columns.
pub(super) const ROWS: [&str; 2] = ["row", "rows"];
pub(super) const COLUMNS: [&str; 2] = ["column", "columns"];

/// A pair of the head.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair {
    /// The place of its axis among the axes of the model.
    pub(super) axis: usize,
    /// Patches or frames for a full turn; units of the position, if all patches are at one place of the axis.
    pub(super) wavelength: f64,
    /// The angle from query to key, in radians.
    pub(super) angle: f64,
}

/// An axis of the model.
#[derive(Debug, Clone)]
pub(super) struct Along {
    pub(super) name: &'static str,
    pub(super) ink: Ink,
    /// What its positions count, one and several of it.
    steps: [&'static str; 2],
    pub(super) n_pairs: usize,
    /// Patches or frames from query to key.
    pub(super) offset: f64,
    /// The angle of each of its pairs from a patch or frame to the next, in radians; none if all patches are at one place of
    /// the axis.
    angles: Vec<f64>,
    /// Its [part](Self::part) at offset 0, 1 and so on; empty if there are no angles.
    pub(super) parts: Vec<f64>,
}

impl Along {
    /// Writes an offset on this axis without its sign.
    pub(super) fn steps(&self, offset: f64) -> String {
        counted(offset, self.steps)
    }

    /// Returns the mean cosine of its pairs at an offset, which may be a fraction; 1 if all patches are at one place.
    pub(super) fn part(&self, offset: f64) -> f64 {
        match self.angles.is_empty() {
            true => 1.0,
            false => score(self.angles.iter().map(|angle| offset * angle)),
        }
    }
}

/// The head of a model, and the scores of a query.
#[derive(Debug)]
pub(super) struct Computed {
    pub(super) bases: Vec<f64>,
    pub(super) pairs: Vec<Pair>,
    pub(super) axes: Vec<Along>,
    /// The score of the query with the key, divided by its score with itself.
    pub(super) score: f64,
    /// The score of the query with every patch of the key's frame, row by row, divided by its score with itself.
    pub(super) scores: Vec<f64>,
    /// The smallest and the largest score of any query in this frame.
    pub(super) range: (f64, f64),
    /// The position of all patches in bf16, if it is the same for all.
    pub(super) in_bf16: Option<f64>,
}

/// Returns the number of patches along a side of the picture.
pub(super) fn side() -> usize {
    let range = Key::QueryRow.parameter().range();
    range.expect("a row is a number").max as usize + 1
}

/// A model with its rotations and the grid of the picture.
struct Head {
    model: PictureModel,
    places: Box<dyn PatchModel>,
    rope: AxialRope,
    axes: Vec<Axis>,
    grid: Grid,
}

impl Head {
    fn new(model: PictureModel) -> Self {
        let places = model.axes();
        let grid = Grid::new(LAST_FRAME as usize + 1, side(), side());
        Self {
            model,
            rope: places.rope().expect("a published model is accepted"),
            axes: places.layout().axes(),
            places,
            grid: grid.expect("the picture has patches"),
        }
    }

    /// Returns the position at a frame, a row and a column; between two patches, it is in proportion between theirs.
    fn position(&self, frame: f64, (row, column): (f64, f64)) -> Vec<f64> {
        let frame = if self.model.counts_frames() {
            frame
        } else {
            0.0
        };
        let at = |frame: f64, row: f64, column: f64| {
            let [frame, row, column] = [frame, row, column].map(|place| place as usize);
            let patch = Patch { frame, row, column };
            self.places.position(self.grid, patch)
        };
        let before = at(frame.floor(), row.floor(), column.floor());
        let after = at(frame.ceil(), row.ceil(), column.ceil());
        let shares = self.axes.iter().map(|axis| match axis {
            Axis::Time => frame.fract(),
            Axis::Row => row.fract(),
            Axis::Column => column.fract(),
            Axis::Token => 0.0,
        });
        let pairs = before.iter().zip(&after).zip(shares);
        pairs
            .map(|((before, after), share)| before + share * (after - before))
            .collect()
    }

    /// Returns the angle of each pair from one position to another.
    fn angles(&self, from: &[f64], to: &[f64]) -> Vec<f64> {
        let by: Vec<f64> = to.iter().zip(from).map(|(to, from)| to - from).collect();
        let angles = self.rope.angles(&by);
        angles.expect("an offset has an entry for every axis")
    }

    /// Returns the units of the position from a patch or frame to the next, 0 if it does not move on the axis.
    fn step(&self, place: usize) -> f64 {
        let first = Patch::default();
        let next = match self.axes.get(place) {
            Some(Axis::Time) => Patch {
                frame: usize::from(self.model.counts_frames()),
                ..first
            },
            Some(Axis::Row) => Patch { row: 1, ..first },
            Some(Axis::Column) => Patch { column: 1, ..first },
            Some(Axis::Token) | None => first,
        };
        let [first, next] = [first, next].map(|patch| {
            let position = self.places.position(self.grid, patch);
            position.get(place).copied().unwrap_or(0.0)
        });
        next - first
    }

    /// Returns the angle of each pair of an axis from a patch or frame to the next; none if the position does not move.
    fn steps(&self, place: usize) -> Vec<f64> {
        let step = self.step(place);
        if step == 0.0 {
            return Vec::new();
        }
        let pairs = self.rope.axis_of_pair().zip(self.rope.inv_freq_of_pair());
        let own = pairs.filter(|(axis, _)| *axis == place);
        own.map(|(_, inv_freq)| step * inv_freq).collect()
    }

    /// Returns the position that bf16 makes of all rows and columns, if it makes one of them.
    fn in_bf16(&self) -> Option<f64> {
        let last = side() - 1;
        let corners = [0, last].map(|place| Patch {
            row: place,
            column: place,
            ..Patch::default()
        });
        let [first, last] = corners.map(|patch| self.places.position(self.grid, patch));
        let rounded = first.iter().zip(&last).zip(&self.axes);
        let mut rounded = rounded
            .filter(|(_, axis)| matches!(axis, Axis::Row | Axis::Column))
            .map(|((first, last), _)| {
                let [first, last] = [first, last].map(|along| Format::Bf16.round(*along));
                (first == last).then_some(first)
            });
        let one = rounded.next()??;
        rounded.all(|other| other == Some(one)).then_some(one)
    }

    fn along(&self, place: usize, axis: Axis, offset: f64) -> Along {
        let last = match axis {
            Axis::Time => LAST_FRAME as usize,
            _ => side() - 1,
        };
        let (name, ink, steps) = match axis {
            Axis::Time => (self.model.first_axis(), Ink::Time, self.model.frames()),
            Axis::Row => ("rows", Ink::Rows, ROWS),
            Axis::Column => ("columns", Ink::Columns, COLUMNS),
            Axis::Token => ("text", Ink::Muted, ["token", "tokens"]),
        };
        let pairs = self.rope.axis_of_pair();
        let mut along = Along {
            name,
            ink,
            steps,
            n_pairs: pairs.filter(|own| *own == place).count(),
            offset,
            angles: self.steps(place),
            parts: Vec::new(),
        };
        if !along.angles.is_empty() {
            along.parts = (0..=last).map(|offset| along.part(offset as f64)).collect();
        }
        along
    }

    fn pairs(&self, angles: &[f64]) -> Vec<Pair> {
        let pairs = self.rope.axis_of_pair().zip(self.rope.inv_freq_of_pair());
        let pairs = pairs.zip(angles).map(|((axis, inv_freq), &angle)| {
            let step = self.step(axis).abs();
            let step = if step == 0.0 { 1.0 } else { step };
            Pair {
                axis,
                wavelength: wavelength(inv_freq * step),
                angle,
            }
        });
        pairs.collect()
    }
}

/// Writes a number without its sign, and what it counts, one or several.
pub(super) fn counted(number: f64, [one, several]: [&str; 2]) -> String {
    let number = number.abs();
    let unit = if number == 1.0 { one } else { several };
    format!("{} {unit}", Place(number))
}

/// Returns the mean cosine of some angles.
fn score(angles: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n_angles = angles.len() as f64;
    angles.map(f64::cos).sum::<f64>() / n_angles
}

impl Computed {
    pub(super) fn new(spec: &Spec) -> Self {
        let model = spec.choice::<PictureModel>();
        let head = Head::new(model);
        let (query, key) = (spec.query_patch(), spec.key_patch());
        let later = spec.frames_later();
        let from = head.position(0.0, query);
        let angles = head.angles(&from, &head.position(later, key));
        let axes: Vec<Along> = (0..)
            .zip(&head.axes)
            .map(|(place, &axis)| {
                let offset = match axis {
                    Axis::Time if model.counts_frames() => later,
                    Axis::Row => key.0 - query.0,
                    Axis::Column => key.1 - query.1,
                    Axis::Time | Axis::Token => 0.0,
                };
                head.along(place, axis, offset)
            })
            .collect();
        let patches = (0..side()).flat_map(|row| (0..side()).map(move |column| (row, column)));
        let scores = patches.map(|(row, column)| {
            let to = head.position(later, (row as f64, column as f64));
            score(head.angles(&from, &to).into_iter())
        });
        Self {
            bases: model.bases(),
            score: score(angles.iter().copied()),
            pairs: head.pairs(&angles),
            range: range(&axes),
            in_bf16: head.in_bf16(),
            scores: scores.collect(),
            axes,
        }
    }

    /// The score of a whole patch.
    pub(super) fn score_of(&self, (row, column): (f64, f64)) -> f64 {
        let place = row as usize * side() + column as usize;
        let score = self.scores.get(place);
        *score.expect("the patch is within the picture")
    }

    /// Returns the pairs of an axis that have made at least half a turn and are less than 18 degrees from where they began.
    pub(super) fn back(&self, place: usize) -> usize {
        const NEAR: f64 = 0.95;
        let own = self.pairs.iter().filter(|pair| pair.axis == place);
        own.filter(|pair| pair.angle.abs() > std::f64::consts::PI && pair.angle.cos() > NEAR)
            .count()
    }

    /// Returns what an axis takes off the largest score.
    pub(super) fn taken(&self, along: &Along) -> f64 {
        let share = along.n_pairs as f64 / self.pairs.len() as f64;
        share * (1.0 - along.part(along.offset))
    }
}

/// Returns the smallest and the largest score of any query with the patches of the key's frame.
fn range(axes: &[Along]) -> (f64, f64) {
    let n_pairs: usize = axes.iter().map(|along| along.n_pairs).sum();
    let mut range = (0.0, 0.0);
    for along in axes {
        let share = along.n_pairs as f64 / n_pairs as f64;
        let is_frames = along.ink == Ink::Time;
        let fixed = along.part(along.offset);
        let lowest = along.parts.iter().copied().fold(1.0, f64::min);
        let (low, high) = match is_frames {
            true => (fixed, fixed),
            false => (lowest, 1.0),
        };
        range = (range.0 + share * low, range.1 + share * high);
    }
    range
}
