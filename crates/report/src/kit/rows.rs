//! The numbers of a group, row by row, beside the positions and vectors that they belong to.

use super::given::{Group, Role};
use super::set::Set;
use super::vectors::{N_HEADS, SEEDS, vectors};
use super::{Array, Dtype, JudgeError};
use crate::checkpoint::quoted;
use phasor_encoding::Format;

/// The first positions of a long table that are compared. Mistakes show best where angles are small.
const FIRST_ROWS: usize = 32;

/// The number of its other positions that are compared, at even steps.
const OTHER_ROWS: usize = 64;

/// The largest position. `f32` holds every whole number up to it.
const LAST: f64 = 16_777_216.0;

/// The formats in which numbers may have been rounded, the least precise first.
const FORMATS: [Format; 3] = [Format::Bf16, Format::F16, Format::F32];

/// Numbers of one array.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) role: Role,
    pub(super) name: String,
    /// The least precise format that holds all numbers; `None` if only `f64` does.
    pub(super) format: Option<Format>,
    /// The number of numbers in a row.
    pub(super) width: usize,
    pub(super) rows: Vec<Row>,
}

/// One row of an array.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The place of its position in [`Rows::positions`].
    pub(super) place: usize,
    /// The vector before the rotation; empty for other arrays.
    pub(super) before: Vec<f64>,
    pub(super) numbers: Vec<f64>,
}

/// What a group says.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    /// The positions that are compared.
    pub(super) positions: Vec<f64>,
    pub(super) tables: Vec<Table>,
    /// Whether positions were missing, and those of the kit, or the numbers from 0 on, stand for them.
    pub(super) assumed: Option<Assumed>,
}

/// Where positions come from that the file does not give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Assumed {
    /// The kit of the model.
    Kit,
    /// The numbers from 0 on.
    FromZero,
}

impl Rows {
    /// Sorts the numbers of a group.
    ///
    /// # Errors
    /// [`JudgeError`] if a shape does not fit the others.
    pub(super) fn new(group: &Group<'_>, set: &Set) -> Result<Self, JudgeError> {
        let (positions, assumed) = positions(group, set)?;
        let source = Source {
            group,
            set,
            n: positions.len(),
            chosen: chosen(positions.len()),
        };
        let mut tables = Vec::new();
        for (role, array) in &group.arrays {
            if role.is_result() {
                tables.push(source.table(*role, array)?);
            }
        }
        Ok(Self {
            positions: pick(&source.chosen, &positions),
            tables,
            assumed,
        })
    }
}

/// Returns the places of the rows that are compared, of `n`.
fn chosen(n: usize) -> Vec<usize> {
    let step = n.saturating_sub(FIRST_ROWS).div_ceil(OTHER_ROWS).max(1);
    let first = 0..n.min(FIRST_ROWS);
    first.chain((FIRST_ROWS..n).step_by(step)).collect()
}

fn pick(places: &[usize], numbers: &[f64]) -> Vec<f64> {
    let picked = places.iter().filter_map(|place| numbers.get(*place));
    picked.copied().collect()
}

/// Returns the positions that a group gives.
pub(super) fn given_positions(group: &Group<'_>) -> Result<Option<Vec<f64>>, JudgeError> {
    let Some(array) = group.arrays.get(&Role::Positions) else {
        return Ok(None);
    };
    let is_position = |x: &f64| x.fract() == 0.0 && (0.0..=LAST).contains(x);
    if !array.numbers.iter().all(is_position) {
        return Err(JudgeError::Positions(quoted(&array.name)));
    }
    let n_axes = array.shape.iter().filter(|size| **size != 1).count();
    match n_axes > 1 || array.numbers.is_empty() {
        true => Err(shape(array, "positions must be one row".to_owned())),
        false => Ok(Some(array.numbers.clone())),
    }
}

fn positions(group: &Group<'_>, set: &Set) -> Result<(Vec<f64>, Option<Assumed>), JudgeError> {
    if let Some(positions) = given_positions(group)? {
        return Ok((positions, None));
    }
    let kit: Vec<f64> = set.positions.iter().map(|x| *x as f64).collect();
    let table = group
        .arrays
        .iter()
        .find(|(role, _)| matches!(role, Role::Cos | Role::Sin));
    let n = table.and_then(|(_, array)| {
        let (_, rest) = array.shape.split_last()?;
        rest.iter().try_fold(1usize, |n, size| n.checked_mul(*size))
    });
    Ok(match n {
        Some(n) if n != kit.len() => ((0..n).map(|x| x as f64).collect(), Some(Assumed::FromZero)),
        _ => (kit, Some(Assumed::Kit)),
    })
}

struct Source<'a> {
    group: &'a Group<'a>,
    set: &'a Set,
    /// The number of positions.
    n: usize,
    /// The places of the positions that are compared.
    chosen: Vec<usize>,
}

impl Source<'_> {
    fn table(&self, role: Role, array: &Array) -> Result<Table, JudgeError> {
        if array.numbers.is_empty() {
            return Err(JudgeError::Empty(quoted(&array.name)));
        }
        let (width, rows) = match (role, role.before()) {
            (_, Some(before)) => self.vectors(array, before)?,
            (Role::InvFreq, _) => (array.numbers.len(), self.frequencies(array)?),
            _ => self.turns(array)?,
        };
        Ok(Table {
            role,
            name: Role::word(&array.name).to_owned(),
            format: format(array),
            width,
            rows,
        })
    }

    fn frequencies(&self, array: &Array) -> Result<Vec<Row>, JudgeError> {
        match array.shape.iter().filter(|size| **size != 1).count() > 1 {
            true => Err(shape(array, "frequencies must be one row".to_owned())),
            false => Ok(vec![Row {
                place: 0,
                before: Vec::new(),
                numbers: array.numbers.clone(),
            }]),
        }
    }

    /// Returns the rows of a table of cosines or sines.
    fn turns(&self, array: &Array) -> Result<(usize, Vec<Row>), JudgeError> {
        let width = array.numbers.len() / self.n.max(1);
        let last = array.shape.last().copied();
        if width == 0 || last != Some(width) || width * self.n != array.numbers.len() {
            let accepted = format!("there are {} positions, each of which needs a row", self.n);
            return Err(shape(array, accepted));
        }
        let rows = self.chosen.iter().enumerate();
        let rows = rows.map(|(place, position)| Row {
            place,
            before: Vec::new(),
            numbers: row(&array.numbers, width, *position),
        });
        Ok((width, rows.collect()))
    }

    /// Returns the rows of rotated vectors. The axes before the last one are positions and heads, in either order.
    fn vectors(&self, array: &Array, before: Role) -> Result<(usize, Vec<Row>), JudgeError> {
        let width = self.set.plan.layer.head_dim;
        let given = self.group.arrays.get(&before);
        let n_heads = array.numbers.len() / (self.n * width).max(1);
        let accepted = || {
            format!(
                "its last axis must be the {width} components of a head, and the others {} positions and the heads",
                self.n
            )
        };
        let is_whole = n_heads * self.n * width == array.numbers.len() && n_heads > 0;
        if !is_whole || array.shape.last() != Some(&width) {
            return Err(shape(array, accepted()));
        }
        let outer = array.shape.iter().copied().filter(|size| *size != 1);
        let outer: Vec<usize> = outer.collect();
        let is_by_head =
            outer.first() == Some(&n_heads) && outer.first() != Some(&self.n) && n_heads != 1;
        let kit;
        let before = match given {
            Some(before) if before.numbers.len() == array.numbers.len() => &before.numbers,
            Some(before) => {
                let accepted = format!("`{}` has another number of vectors", quoted(&before.name));
                return Err(shape(array, accepted));
            }
            None if self.n == self.set.positions.len() && n_heads == N_HEADS => {
                let [query, key] = SEEDS;
                let seed = if before == Role::Query { query } else { key };
                kit = vectors(self.set, seed);
                &kit
            }
            None => {
                let accepted = format!(
                    "the vectors of the kit have {} positions and {N_HEADS} heads; bring yours before the rotation as `query` \
                     and `key`",
                    self.set.positions.len()
                );
                return Err(shape(array, accepted));
            }
        };
        let is_by_head_before = is_by_head && given.is_some();
        let place = |is_by_head: bool, position: usize, head: usize| match is_by_head {
            true => head * self.n + position,
            false => position * n_heads + head,
        };
        let positions = self.chosen.iter().enumerate();
        let rows = positions
            .flat_map(|(idx, position)| (0..n_heads).map(move |head| (idx, *position, head)));
        let rows = rows.map(|(idx, position, head)| Row {
            place: idx,
            before: row(before, width, place(is_by_head_before, position, head)),
            numbers: row(&array.numbers, width, place(is_by_head, position, head)),
        });
        Ok((width, rows.collect()))
    }
}

/// Returns a row of numbers, of which the caller has checked that there is one.
fn row(numbers: &[f64], width: usize, idx: usize) -> Vec<f64> {
    let row = numbers.chunks(width).nth(idx);
    row.expect("every position has its rows").to_vec()
}

/// Returns the error of an array whose shape does not fit; `accepted` goes on after "but".
pub(super) fn shape(array: &Array, accepted: String) -> JudgeError {
    let sizes: Vec<String> = array.shape.iter().map(ToString::to_string).collect();
    JudgeError::Shape {
        name: quoted(&array.name),
        shape: format!("[{}]", quoted(&sizes.join(", "))),
        accepted,
    }
}

/// Returns the least precise format that holds all numbers. A file may hold numbers of bf16 as `f32`, since numpy has no
/// bf16.
fn format(array: &Array) -> Option<Format> {
    let holds = |format: &Format| {
        let mut numbers = array.numbers.iter();
        numbers.all(|x| format.round(*x) == *x || !x.is_finite())
    };
    match array.dtype {
        Dtype::Bf16 => Some(Format::Bf16),
        Dtype::F16 => Some(Format::F16),
        _ => FORMATS.into_iter().find(holds),
    }
}
