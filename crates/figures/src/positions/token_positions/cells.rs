//! What each query sees of each key.

use std::ops::Range;

use super::program::Program;
use phasor_encoding::EncodingError;
use phasor_encoding::positions::ids::SAME;
use phasor_encoding::positions::{
    Comparison, GrowingText, Layout, PerAxis, PositionIds, RelativePositions, SlotsById,
    StoredKeys, Verdict,
};

/// What a query sees of a key.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell {
    pub(super) verdict: Verdict,
    /// The offset that it sees, of whichever key lies there, and the one that it should see.
    pub(super) actual: Option<PerAxis>,
    pub(super) expected: Option<PerAxis>,
    /// The offset that the slowest pair of components sees, if `actual` is that of the fastest only.
    pub(super) slowest: Option<f64>,
}

/// The offsets of a cache from which tokens may have been evicted.
struct Cached<'a> {
    ids: &'a PositionIds,
    evicted: Range<usize>,
}

impl RelativePositions for Cached<'_> {
    fn relative_position(&self, query: usize, key: usize) -> Option<PerAxis> {
        let is_there = !self.evicted.contains(&key);
        is_there.then(|| self.ids.relative_position(query, key))?
    }
}

/// Returns what each query sees of each key, in a text that may have grown and in slots that may be mistaken: `[query, key]`.
pub(super) fn all(
    layout: &Layout,
    program: &Program,
    (ids, right_ids): (&PositionIds, &PositionIds),
    (growing, slots): (Option<&GrowingText>, Option<&SlotsById>),
) -> Result<Vec<Cell>, EncodingError> {
    let [evicted, _] = program.events(layout);
    let cached = Cached { ids, evicted };
    let offsets: &dyn RelativePositions = match slots {
        Some(slots) => slots,
        None => &cached,
    };
    let comparison = Comparison::new(layout, program.visibility(), offsets, right_ids.clone())?;
    let text = growing.filter(|_| program.keys == StoredKeys::Unchanged);
    let n_tokens = layout.n_tokens();
    let pairs = (0..n_tokens).flat_map(|query| (0..n_tokens).map(move |key| (query, key)));
    let cells = pairs.map(|(query, key)| {
        let cell = Cell {
            verdict: comparison.verdict(query, key),
            actual: comparison.actual(query, key),
            expected: comparison.expected(query, key),
            slowest: None,
        };
        match text {
            Some(text) => grown(cell, text, (query, key)),
            None => Ok(cell),
        }
    });
    cells.collect()
}

/// Returns a cell of a text that has grown, whose pairs of components may see a key at different offsets. The fastest
/// has the same frequency at every length.
fn grown(
    cell: Cell,
    text: &GrowingText,
    (query, key): (usize, usize),
) -> Result<Cell, EncodingError> {
    if cell.verdict == Verdict::Hidden {
        return Ok(cell);
    }
    let apparent = text.apparent_offsets(query, key)?;
    let offset = key as f64 - query as f64;
    let slowest = apparent.last().copied();
    let slowest = slowest.filter(|slowest| (slowest - offset).abs() > SAME);
    Ok(match slowest {
        Some(_) => Cell {
            verdict: Verdict::Wrong,
            slowest,
            ..cell
        },
        None => cell,
    })
}
