//! The layout of both views of the table.

use super::computed::IN_VIEW;
use phasor_draw::{Point, Rect, WIDE};

/// Room beside a panel for its numbers, without and with a label.
pub(super) const NUMBERS: f32 = 40.0;
pub(super) const NAMED: f32 = 62.0;
/// Room for the title above a panel, and for the numbers and the label below.
pub(super) const TITLE: f32 = 26.0;
pub(super) const BELOW: f32 = 44.0;
/// Room for a colour scale.
const BAR: f32 = 16.0;
const RIGHT: f32 = 16.0;
const GAP: f32 = 24.0;
const LARGEST: f32 = 290.0;
/// The narrowest drawing with room for the curves beside the matrices, CSS pixels.
const WIDEST: f32 = 940.0;
/// The share of the positions in view that the table has.
pub(super) const IN_TABLE: f32 = 512.0 / IN_VIEW as f32;

/// The panels of the comparison: two matrices and, below or beside them, one row of each.
pub(super) struct Comparison {
    pub(super) learned: Rect,
    pub(super) sinusoidal: Rect,
    pub(super) curves: Rect,
    /// Where the colour scale begins.
    pub(super) bar: Point,
    pub(super) bottom: f32,
}

impl Comparison {
    pub(super) fn new(width: f32) -> Self {
        let left = if width >= WIDE { NAMED } else { NUMBERS };
        let side = ((width - left - RIGHT - GAP) / 2.0).min(LARGEST);
        let learned = Rect::new(left, TITLE, side, side);
        let sinusoidal = Rect::new(learned.right() + GAP, TITLE, side, side);
        let curves = match (width >= WIDEST, width >= WIDE) {
            (true, _) => {
                let x = sinusoidal.right() + NAMED + GAP;
                Rect::new(x, TITLE, width - x - RIGHT, side)
            }
            (_, is_wide) => {
                let height = if is_wide { 88.0 } else { 96.0 };
                let top = learned.bottom() + BELOW + TITLE;
                Rect::new(left, top, width - left - RIGHT, height)
            }
        };
        Self {
            learned,
            sinusoidal,
            curves,
            bar: Point::new(left, curves.bottom() + BELOW + 2.0),
            bottom: curves.bottom() + BELOW + BAR,
        }
    }
}

/// The panels of the table itself.
pub(super) struct Numbers {
    /// Positions in view against components.
    pub(super) table: Rect,
    /// The components of one row.
    pub(super) row: Rect,
    /// Where the colour scale begins.
    pub(super) bar: Point,
    /// The place of a note on the table, if there is room.
    pub(super) note: Option<Point>,
    pub(super) bottom: f32,
}

impl Numbers {
    pub(super) fn new(width: f32) -> Self {
        if width >= WIDE {
            let side = (0.5 * (width - 2.0 * NAMED)).min(350.0);
            let table = Rect::new(NAMED, TITLE, side, side / IN_TABLE);
            let x = table.right() + NAMED + GAP;
            let row = Rect::new(x, TITLE, width - x - RIGHT, table.height);
            return Self {
                table,
                row,
                bar: Point::new(table.x - 44.0, table.bottom() + BELOW + 2.0),
                note: None,
                bottom: table.bottom() + BELOW + BAR,
            };
        }
        let side = 0.38 * width;
        let table = Rect::new(NUMBERS, TITLE, side, side / IN_TABLE);
        let top = table.bottom() + BELOW + BAR + TITLE;
        let row = Rect::new(NUMBERS, top, width - NUMBERS - RIGHT, 96.0);
        Self {
            table,
            row,
            bar: Point::new(0.0, table.bottom() + BELOW),
            note: Some(Point::new(table.right() + 14.0, table.y + 24.0)),
            bottom: row.bottom() + BELOW,
        }
    }
}
