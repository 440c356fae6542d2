//! The digits as tiles, which become the dials of pairs.

use std::f32::consts::FRAC_PI_2;

use super::corners::{Wave, Way};
use crate::Spec;
use crate::handle::{Drawing, Hand, Moves};
use crate::shared::MAX_POSITION;
use crate::stage::stage;
use phasor_draw::{Ink, LABEL, Point, Rect, pair_ink};
use phasor_encoding::{Binary, Frequencies};
use phasor_text::number::{Compact, Short};

/// How far a digit that changes next has rolled over, from 0 to 1: 0 until the last part of a step.
pub(crate) fn roll(counter: f64) -> f32 {
    const BEGIN: f64 = 0.55;
    stage((BEGIN, 1.0), counter.fract())
}

/// Draws the digits as tiles at least 26 pixels wide, most significant first; returns the lower edge.
pub(super) fn draw(
    spec: &Spec,
    (way, frequencies): (Way, &Frequencies),
    drawing: &mut Drawing,
) -> f32 {
    /// The narrowest tile with its weight below.
    const LABELLED: f32 = 34.0;
    const LARGEST: f32 = 64.0;
    let width = drawing.size().0;
    // Where the height is set, the lanes have most of it.
    let largest = drawing
        .wanted_height()
        .map_or(LARGEST, |height| (0.125 * height).clamp(LABELLED, LARGEST));
    let counter = spec.binary();
    let bits = counter.bits();
    let per_row = bits.min((width / 26.0) as u32).max(1);
    let cell = (width / per_row as f32).min(largest);
    let n_rows = bits.div_ceil(per_row);
    let height = cell.max(30.0);
    let row_height = height + if cell >= LABELLED { 24.0 } else { 8.0 };
    let [weights, names] = way.halves();
    for (bit_idx, wave) in (0..bits).zip(way.waves(spec, frequencies)) {
        let place = bits - 1 - bit_idx + (per_row * n_rows - bits);
        let (row, column) = (place / per_row, place % per_row);
        let left = (width - cell * per_row as f32) / 2.0;
        let x = left + column as f32 * cell;
        let rect = Rect::new(x + 2.0, 4.0 + row as f32 * row_height, cell - 4.0, height);
        let tile = Tile {
            rect,
            ink: pair_ink(bit_idx as usize, bits as usize),
            bit_idx,
            way,
        };
        if way.rounding(bit_idx) > 0.0 {
            tile.draw(spec, wave, drawing);
        } else {
            draw_cell(
                rect,
                tile.ink,
                tile.digits(spec, counter),
                roll(spec.counter()),
                drawing,
            );
        }
        if cell >= LABELLED {
            let at = Point::new(rect.x + rect.width / 2.0, rect.bottom() + 15.0);
            if weights > 0.0 {
                draw_weight(counter.period(bit_idx) / 2.0, at, (cell, weights), drawing);
            }
            if names > 0.0 {
                let small = LABEL.middle().size(11.0).alpha(names);
                drawing.text(at, small, format_args!("pair {bit_idx}"));
            }
        }
    }
    4.0 + n_rows as f32 * row_height
}

/// Draws what a 1 is worth, with as many digits as there is room for.
fn draw_weight(weight: f64, at: Point, (width, alpha): (f32, f32), drawing: &mut Drawing) {
    let small = LABEL.middle().size(11.0).alpha(alpha);
    if small.width_of(Short(weight)) <= width - 4.0 {
        drawing.text(at, small, Short(weight));
    } else if small.width_of(Compact(weight)) <= width {
        drawing.text(at, small, Compact(weight));
    }
}

/// A tile whose corners round off, until it is a dial.
struct Tile {
    rect: Rect,
    ink: Ink,
    bit_idx: u32,
    way: Way,
}

impl Tile {
    /// The digit, and the next one.
    fn digits(&self, spec: &Spec, counter: Binary) -> (bool, bool) {
        let digit = |value: u64| counter.bit(value, self.bit_idx);
        (digit(spec.value()), digit(spec.value().saturating_add(1)))
    }

    fn draw(&self, spec: &Spec, wave: Wave, drawing: &mut Drawing) {
        let rounding = self.way.rounding(self.bit_idx) as f32;
        let stretching = self.way.stretching() as f32;
        let [digit, hand] = self.way.halves();
        let digits = self.digits(spec, spec.binary());
        let roll = roll(spec.counter());
        let filled = filled(digits, roll);
        // A dial is as high as it is wide.
        let size = self.rect.width.min(self.rect.height);
        let (center, lerp) = (self.rect.center(), |from: f32, to: f32| {
            from + stretching * (to - from)
        });
        let half = Point::new(
            lerp(self.rect.width, size) / 2.0,
            lerp(self.rect.height, size) / 2.0,
        );
        let radius = rounding * size / 2.0;
        let face = (center, half, radius);
        drawing.shape(outline(face), self.ink, lerp(shade(filled), 0.1));
        drawing.line(
            outline(face),
            lerp(RIM, 1.25),
            self.ink,
            lerp(RIM_ALPHA, 0.55),
        );
        if digit > 0.0 {
            draw_digits(self.rect, digits, (roll, filled, digit), drawing);
        }
        if hand > 0.0 {
            self.draw_hand(spec, wave, (center, size / 2.0), hand, drawing);
        }
    }

    /// Draws the hand of the pair, which grows from the middle.
    fn draw_hand(
        &self,
        spec: &Spec,
        wave: Wave,
        (center, radius): (Point, f32),
        part: f32,
        drawing: &mut Drawing,
    ) {
        let (sin, cos) = wave.angle(spec.counter()).sin_cos();
        let tip = center + radius * part * Point::new(cos as f32, -sin as f32);
        drawing.segment(center, tip, 2.25, self.ink, part);
        drawing.disc(center, 1.75, self.ink, part);
        drawing.disc(tip, 3.5 * part, self.ink, 1.0);
        // An integer above the largest position does not turn.
        if part == 1.0 && spec.counter() <= MAX_POSITION {
            let hand = Hand {
                moves: Moves::All,
                inv_freq: wave.inv_freq(),
                pair_idx: None,
            };
            drawing.handle(hand.handle(self.rect, center, radius));
        }
    }
}

/// Returns the outline of a rectangle with round corners, from its middle and the half of its sides.
fn outline((center, half, radius): (Point, Point, f32)) -> impl Iterator<Item = Point> {
    const N_STEPS: u32 = 8;
    const CORNERS: [(f32, f32); 4] = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let around = (0..)
        .zip(CORNERS)
        .flat_map(move |(quarter, (right, down))| {
            let corner = center + Point::new(right * (half.x - radius), down * (half.y - radius));
            (0..=N_STEPS).map(move |step| {
                let quarters = quarter as f32 + step as f32 / N_STEPS as f32;
                let (sin, cos) = (FRAC_PI_2 * quarters).sin_cos();
                corner + radius * Point::new(cos, sin)
            })
        });
    // Closed where it began.
    let begin = Point::new(center.x + half.x, center.y + half.y - radius);
    around.chain([begin])
}

/// The rim of a tile.
const RIM: f32 = 1.5;
const RIM_ALPHA: f32 = 0.9;

/// The opacity of a tile that is filled to a part.
fn shade(filled: f32) -> f32 {
    0.08 + 0.92 * filled
}

/// How far a tile is filled while its digit rolls to the next.
fn filled((now, next): (bool, bool), roll: f32) -> f32 {
    f32::from(u8::from(now)) * (1.0 - roll) + f32::from(u8::from(next)) * roll
}

/// Draws a digit that rolls from the first of two values to the second.
pub(crate) fn draw_cell(
    rect: Rect,
    ink: Ink,
    digits: (bool, bool),
    roll: f32,
    drawing: &mut Drawing,
) {
    let filled = filled(digits, roll);
    drawing.fill(rect, ink, shade(filled));
    drawing.outline(rect, RIM, ink, RIM_ALPHA);
    draw_digits(rect, digits, (roll, filled, 1.0), drawing);
}

/// Draws both digits of a tile while one rolls to the other.
fn draw_digits(
    rect: Rect,
    (now, next): (bool, bool),
    (roll, filled, alpha): (f32, f32, f32),
    drawing: &mut Drawing,
) {
    let roll = if now == next { 0.0 } else { roll };
    let size = (rect.height * 0.56).min(rect.width * 0.95);
    let middle = rect.x + rect.width / 2.0;
    let baseline = rect.y + rect.height / 2.0 + size * 0.36;
    let digit_ink = if filled > 0.5 {
        Ink::Surface
    } else {
        Ink::Text
    };
    let digit = LABEL.middle().bold().size(size).ink(digit_ink);
    let travel = rect.height * 0.3;
    let mut show = |bit: bool, shift: f32, part: f32| {
        if part > 0.01 {
            let at = Point::new(middle, baseline + shift);
            drawing.text(at, digit.alpha(alpha * part), u8::from(bit));
        }
    };
    show(now, -travel * roll, 1.0 - roll);
    if now != next {
        show(next, travel * (1.0 - roll), roll);
    }
}
