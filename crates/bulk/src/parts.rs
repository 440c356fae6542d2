//! Splits a buffer that is too large into parts that fit.

use super::{Layout, Shape};

/// Whole vectors in one range of a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// The start of the range.
    pub(super) start: usize,
    /// The layout of the vectors, relative to that start.
    pub(super) layout: Layout,
    /// The position of the first vector.
    pub(super) position: usize,
}

/// The limits of a part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Most {
    /// The most numbers from its start to its end.
    pub(super) numbers: usize,
    /// The most positions.
    pub(super) positions: usize,
    /// The most sequences.
    pub(super) sequences: usize,
}

/// Returns the parts of `layout` in order, or `None` if a single vector is too large.
pub(super) fn parts(layout: Layout, most: Most) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let whole = Part {
        start: 0,
        layout,
        position: 0,
    };
    split(whole, most, &mut parts)?;
    Some(parts)
}

fn split(part: Part, most: Most, parts: &mut Vec<Part>) -> Option<()> {
    let (shape, strides) = (part.layout.shape(), part.layout.strides());
    let fits = part.layout.len() <= most.numbers;
    if fits && shape.n_positions <= most.positions && shape.batch <= most.sequences {
        parts.push(part);
        return Some(());
    }
    let axes = [
        (strides.batch, shape.batch, Axis::Batch),
        (strides.head, shape.n_heads, Axis::Heads),
        (strides.position, shape.n_positions, Axis::Positions),
    ];
    let several = axes.into_iter().filter(|(_, count, _)| *count > 1);
    let (stride, count, axis) = several.max_by_key(|(stride, ..)| *stride)?;
    let of_one = part.layout.len() - (count - 1) * stride;
    let by_numbers = most.numbers.saturating_sub(of_one) / stride + 1;
    let at_once = match axis {
        Axis::Positions => by_numbers.min(most.positions),
        Axis::Batch => by_numbers.min(most.sequences),
        // A part that fits by its numbers has too many positions or sequences, which are split
        // next.
        _ if fits => 1,
        _ => by_numbers,
    };
    let at_once = at_once.max(1);
    for first in (0..count).step_by(at_once) {
        let shape = axis.resized(shape, at_once.min(count - first));
        let piece = Part {
            start: part.start + first * stride,
            layout: Layout::with_strides(shape, strides)
                .expect("some vectors of a layout overlap no more than all of them"),
            position: match axis {
                Axis::Positions => part.position + first,
                Axis::Batch | Axis::Heads => part.position,
            },
        };
        split(piece, most, parts)?;
    }
    Some(())
}

#[derive(Clone, Copy)]
enum Axis {
    Batch,
    Heads,
    Positions,
}

impl Axis {
    fn resized(self, mut shape: Shape, size: usize) -> Shape {
        match self {
            Self::Batch => shape.batch = size,
            Self::Heads => shape.n_heads = size,
            Self::Positions => shape.n_positions = size,
        }
        shape
    }
}
