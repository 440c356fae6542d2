//! The position in bits.

use super::layout::{Layout, Room};
use crate::Spec;
use crate::absolute::binary_bits::{draw_cell, roll};
use crate::handle::Drawing;
use phasor_draw::{Ink, LABEL, Point, Rect, pair_ink};
use phasor_encoding::Binary;
use phasor_text::number::Place;

/// The fewest digits.
const FEWEST: u32 = 8;

/// Draws the last digits of the position, the most significant first, and what they are.
pub(super) fn draw(spec: &Spec, layout: &Layout, drawing: &mut Drawing) {
    const GAP: f32 = 4.0;
    const NARROWEST: f32 = 18.0;
    /// Less room than this is for a large number alone.
    const NARROW: f32 = 190.0;
    let rect = layout.bits;
    let is_phone = layout.room == Room::Phone;
    let room = if is_phone { 1.0 } else { 0.62 } * rect.width + GAP;
    let fitting = (room / (NARROWEST + GAP)) as u32;
    let last = (spec.start() as u64).saturating_add(spec.length() as u64);
    let needed = u64::BITS - last.leading_zeros();
    let n_bits = needed.min(fitting).max(FEWEST);
    let counter = Binary::new(n_bits).expect("a counter may have that many digits");
    let cell = (room / n_bits as f32 - GAP).min(rect.height);
    let position = spec.position() as u64;
    let roll = roll(spec.position());
    for bit_idx in 0..n_bits {
        let place = (n_bits - 1 - bit_idx) as f32;
        let bit = |value: u64| counter.bit(value, bit_idx);
        draw_cell(
            Rect::new(rect.x + place * (cell + GAP), rect.y, cell, rect.height),
            pair_ink(bit_idx as usize, n_bits as usize),
            (bit(position), bit(position + 1)),
            roll,
            drawing,
        );
    }
    let right = rect.x + n_bits as f32 * (cell + GAP) + 8.0;
    let (at, room) = match is_phone {
        true => (Point::new(rect.x, rect.bottom() + 18.0), rect.width),
        false => (Point::new(right, rect.y + 13.0), rect.right() - right),
    };
    let text = LABEL.size(13.0).ink(Ink::Text);
    let number = Place(spec.position().floor());
    match room < NARROW {
        true => drawing.text(at, text, format_args!("{number} in bits")),
        false => drawing.text(at, text, format_args!("position {number} in bits")),
    }
    let below = at + Point::new(0.0, 17.0);
    let note = LABEL.size(13.0);
    if needed > n_bits {
        let text = format_args!("the last {n_bits} of {needed}");
        return drawing.text(below, note, text);
    }
    let texts = ["the same clocks, with corners", "clocks with corners"];
    drawing.text(below, note, note.fitting(&texts, room));
}
