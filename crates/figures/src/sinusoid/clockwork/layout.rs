//! Where the parts of the instrument are, by the width of the drawing.

use crate::Spec;
use crate::pairs::{Growing, spread_pairs};
use phasor_draw::{Axis, Panel, Point, Rect, WIDE};

/// The narrowest drawing of a whole screen, CSS pixels.
const SCREEN: f32 = 900.0;

/// The places of all parts, CSS pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// The waves, from now on. One token is `pitch` wide.
    pub(super) waves: Rect,
    pub(super) pitch: f32,
    pub(super) hands: Hands,
    /// The baseline of the words.
    pub(super) words_y: f32,
    /// How far the words reach to the right.
    pub(super) words_end: f32,
    pub(super) weave: Rect,
    /// The upper left corner of the texts about the square, and their width.
    pub(super) about_weave: (Point, f32),
    /// The digits, and the texts about them.
    pub(super) bits: Rect,
    pub(super) height: f32,
    pub(super) room: Room,
}

/// The column of hands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hands {
    pub(super) x: f32,
    pub(super) n_pairs: usize,
    /// The pairs to choose from, and how much there is of the last row, whose pair may still be growing.
    pairs: Growing,
    n_rows: usize,
    /// The height of a whole row, and the length of a hand in it.
    row_height: f32,
    pub(super) radius: f32,
}

/// The place of a hand and of its wave.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) pair_idx: usize,
    /// The middle, from the top of all rows on.
    pub(super) middle: f32,
    pub(super) height: f32,
    /// The length of the hand, and the amplitude of its wave.
    pub(super) radius: f32,
    /// How much there is of the row: 1, or less while its pair is growing.
    pub(super) part: f32,
}

/// How much room there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// A phone: the square is below the waves.
    Phone,
    /// A column of text.
    Column,
    /// A whole screen.
    Screen,
}

/// The distances that depend on the room.
struct Distances {
    /// The upper edge of the waves, their height, and the most of them.
    top: f32,
    height: f32,
    n_rows: usize,
    /// The hands, and now.
    hands_x: f32,
    now: f32,
    /// The space between waves and square, and the side of the square.
    gap: f32,
    side: f32,
}

impl Layout {
    pub(super) fn new(spec: &Spec, width: f32, pitch: f32) -> Self {
        let room = match width {
            SCREEN.. => Room::Screen,
            WIDE.. => Room::Column,
            _ => Room::Phone,
        };
        let Distances {
            top,
            height,
            n_rows,
            hands_x,
            now,
            gap,
            side,
        } = Distances::of(room, width);
        let hands = Hands::new(spec, (hands_x, now), (height, n_rows));
        let is_below = room == Room::Phone;
        let right = if is_below { width } else { width - side - gap };
        let waves = Rect::new(now, top, right - now, height);
        let below = waves.bottom() + 30.0;
        let (weave, about_weave, bits) = if is_below {
            let weave = Rect::new(2.0, below, side, side);
            let x = weave.right() + gap;
            let bits = Rect::new(x, below, width - x - 2.0, 24.0);
            let about_y = (weave.bottom() - 42.0).max(bits.bottom() + 62.0);
            (weave, (Point::new(x, about_y), width - x), bits)
        } else {
            let weave = Rect::new(width - side, top, side, side);
            let about = (Point::new(weave.x, weave.bottom() + 22.0), side);
            (weave, about, Rect::new(now, below, right - now, 34.0))
        };
        let bottom = match is_below {
            true => weave.bottom().max(about_weave.0.y + 38.0),
            false => bits.bottom(),
        };
        Self {
            waves,
            pitch,
            hands,
            words_y: top - 18.0,
            words_end: right + if is_below { 0.0 } else { 0.5 * gap },
            weave,
            about_weave,
            bits,
            height: bottom + 6.0,
            room,
        }
    }

    /// The pixel column of a position, if now is at `now`.
    pub(super) fn x(&self, position: f64, now: f64) -> f32 {
        self.waves.x + (position - now) as f32 * self.pitch
    }

    /// The axes of the waves: tokens from now on, to the left, and a base that grows upwards.
    pub(super) fn wave_panel(&self) -> Panel {
        let n_tokens = f64::from(self.waves.width / self.pitch);
        Panel {
            rect: self.waves,
            x: Axis::bare(0.0, -n_tokens),
            // As far as the waves are high, the base grows by a factor of 1,000.
            y: Axis::bare(1.0, 1000.0).log(),
        }
    }

    /// Returns the pair whose wave is in pixel row `y`.
    pub(super) fn pair_at(&self, y: f32) -> Option<usize> {
        let row = ((y - self.waves.y) / self.hands.row_height).max(0.0) as usize;
        self.hands.rows().nth(row).map(|row| row.pair_idx)
    }
}

impl Hands {
    /// Creates a column of hands at `x`, as high as the waves, which begin at `now`.
    fn new(spec: &Spec, (x, now): (f32, f32), (height, most): (f32, usize)) -> Self {
        let pairs = Growing::new(spec.n_pairs(), spec.last_pair(), most);
        let n_rows = pairs.n_pairs.min(most);
        let row_height = height / (n_rows as f32 - 1.0 + pairs.part as f32);
        Self {
            x,
            n_pairs: spec.n_pairs(),
            pairs,
            n_rows,
            row_height,
            radius: (0.43 * row_height).min(0.5 * (now - x)),
        }
    }

    /// Returns the rows from top to bottom. The last one is as high as there is of its pair.
    pub(super) fn rows(&self) -> impl DoubleEndedIterator<Item = Row> + ExactSizeIterator {
        let Self {
            pairs,
            n_rows,
            row_height,
            radius,
            ..
        } = *self;
        let chosen = spread_pairs(pairs.n_pairs, n_rows).enumerate();
        chosen.map(move |(place, pair_idx)| {
            let part = match place + 1 == n_rows {
                true => pairs.part as f32,
                false => 1.0,
            };
            Row {
                pair_idx,
                middle: (place as f32 + 0.5 * part) * row_height,
                height: part * row_height,
                radius: part * radius,
                part,
            }
        })
    }
}

impl Distances {
    fn of(room: Room, width: f32) -> Self {
        match room {
            Room::Screen => Self {
                top: 48.0,
                height: 408.0,
                n_rows: 16,
                hands_x: 122.0,
                now: 176.0,
                gap: 56.0,
                side: (0.3 * width).min(408.0).floor(),
            },
            Room::Column => Self {
                top: 44.0,
                height: 336.0,
                n_rows: 12,
                hands_x: 24.0,
                now: 70.0,
                gap: 28.0,
                side: (0.3 * width).floor(),
            },
            Room::Phone => Self {
                top: 34.0,
                height: 208.0,
                n_rows: 8,
                hands_x: 15.0,
                now: 50.0,
                gap: 18.0,
                side: (0.38 * width).floor().min(136.0),
            },
        }
    }
}
