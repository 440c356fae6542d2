//! The layout of `order-blind`: two halves that mirror each other, each with the outputs above and the attention
//! below.

use super::computed::twins;
use super::switch::Switch;
use super::way::Way;
use crate::Spec;
use phasor_draw::{LABEL, Rect, SMALL, Type, WIDE};
use phasor_encoding::Attention;

const WRITTEN: &str = "as written";
pub(super) const REARRANGED: &str = "rearranged";
/// Room for the titles of the halves.
const TITLE: f32 = 24.0;
/// Room for the names over the squares.
const COLUMNS: f32 = 44.0;
const LEGEND: f32 = 14.0;
/// Room between names and stripes, with and without the bracket of a repeated word.
const BRACKET: f32 = 26.0;
const NO_BRACKET: f32 = 10.0;
/// The gap between the squares of both halves.
const APART: f32 = 22.0;

/// One of the two orders: its words, their outputs and their attention weights without positions and with them.
pub(super) struct Half<'a> {
    pub(super) title: &'static str,
    pub(super) order: &'a [usize],
    pub(super) ends: [&'a Attention; 2],
    /// The right half has its names at the right edge.
    pub(super) is_mirrored: bool,
    pub(super) rect: Rect,
    pub(super) stripes: Rect,
    pub(super) squares: Rect,
    /// Height of a row of stripes.
    pub(super) row: f32,
    /// Font size of names.
    pub(super) letters: f32,
    pub(super) has_column_names: bool,
    names: f32,
    /// The progress of the words towards their places.
    pub(super) way: Way,
}

impl<'a> Half<'a> {
    fn new(sizes: &Sizes, switch: &'a Switch, (width, is_mirrored): (f32, bool)) -> Self {
        let (title, order) = match is_mirrored {
            true => (REARRANGED, &switch.now.order),
            false => (WRITTEN, &switch.now.as_written),
        };
        // The right half mirrors the left.
        let x = |across: f32| match is_mirrored {
            true => width - sizes.inset - across,
            false => sizes.inset,
        };
        let ((stripes, row), (squares, down)) = (sizes.stripes, sizes.squares);
        let height = order.len() as f32 * row;
        let top = TITLE + height + COLUMNS;
        let left = if is_mirrored { width / 2.0 } else { 0.0 };
        Self {
            title,
            order,
            ends: switch.ends.each_ref().map(|end| match is_mirrored {
                true => &end.rearranged,
                false => &end.written,
            }),
            is_mirrored,
            rect: Rect::new(left, 0.0, width / 2.0, top + down),
            stripes: Rect::new(x(stripes), TITLE, stripes, height),
            squares: Rect::new(x(squares), top, squares, down),
            row,
            letters: sizes.letters,
            has_column_names: sizes.has_column_names,
            names: sizes.names,
            way: Way::new(order, sizes.shuffle),
        }
    }

    /// The places and words of the rows, in the order in which they are drawn.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, usize)> {
        let word = |place: usize| self.order.get(place).expect("every place has a word");
        self.way.places().map(move |place| (place, *word(place)))
    }

    /// The left end of the stripes of the word that has its place there; one that passes others is aside.
    pub(super) fn stripes_x(&self, place: usize) -> f32 {
        const LANE: f32 = 9.0;
        self.stripes.x - LANE * self.way.aside(place)
    }

    /// Returns the end of a name that faces the stripes.
    pub(super) fn name_x(&self) -> f32 {
        match self.is_mirrored {
            true => self.rect.right() - self.names,
            false => self.rect.x + self.names,
        }
    }

    /// Returns the middle of the bracket between names and stripes.
    pub(super) fn bracket_x(&self) -> f32 {
        match self.is_mirrored {
            true => self.stripes.right() + BRACKET * 0.4,
            false => self.stripes.x - BRACKET * 0.4,
        }
    }

    /// Returns the middle of the row of stripes of the word of this place.
    pub(super) fn middle(&self, place: usize) -> f32 {
        self.stripes.y + (self.way.stand(place) + 0.5) * self.row
    }
}

/// Both halves.
pub(super) struct Layout<'a> {
    pub(super) halves: [Half<'a>; 2],
}

/// The sizes that both halves share.
struct Sizes {
    letters: f32,
    names: f32,
    /// The distance from the outer edge to stripes and squares.
    inset: f32,
    /// Width and height of the stripes of a word.
    stripes: (f32, f32),
    /// Width and height of all squares.
    squares: (f32, f32),
    has_column_names: bool,
    shuffle: f32,
}

impl Sizes {
    fn new(spec: &Spec, width: f32) -> Self {
        let n_words = spec.sentence().words().len();
        let n = n_words as f32;
        let is_wide = width >= WIDE;
        let (letters, threads, room) = match is_wide {
            true => (13.0, 96.0, 520.0 - TITLE - COLUMNS - LEGEND),
            false => (12.0, 58.0, 390.0 - TITLE - COLUMNS - LEGEND),
        };
        let (highest_row, highest_square) = if is_wide { (38.0, 32.0) } else { (27.0, 22.0) };
        let longest = |setting: Type| {
            let widths = (0..n_words).map(|place| setting.width(spec.sentence().printed(place)));
            widths.fold(0.0, f32::max)
        };
        // A very long word must leave room for its stripes.
        let names = longest(LABEL.size(letters).bold()).clamp(24.0, 0.3 * width);
        let inset = names
            + if twins(spec).is_some() {
                BRACKET
            } else {
                NO_BRACKET
            };
        let squares = (width - APART) / 2.0 - inset;
        Self {
            letters,
            names,
            inset,
            stripes: (
                (width - threads) / 2.0 - inset,
                (0.54 * room / n).clamp(14.0, highest_row),
            ),
            squares: (squares, n * (0.46 * room / n).clamp(12.0, highest_square)),
            has_column_names: longest(SMALL) + 4.0 <= squares / n,
            shuffle: spec.shuffle() as f32,
        }
    }
}

impl<'a> Layout<'a> {
    pub(super) fn new(spec: &Spec, switch: &'a Switch, width: f32) -> Self {
        let sizes = Sizes::new(spec, width);
        let half = |is_mirrored| Half::new(&sizes, switch, (width, is_mirrored));
        Self {
            halves: [half(false), half(true)],
        }
    }

    /// Returns the upper edge of the squares.
    pub(super) fn attention_top(&self) -> f32 {
        let [written, _] = &self.halves;
        written.squares.y
    }

    /// Returns where the legend begins.
    pub(super) fn bottom(&self) -> f32 {
        let [written, _] = &self.halves;
        written.squares.bottom() + LEGEND
    }
}
