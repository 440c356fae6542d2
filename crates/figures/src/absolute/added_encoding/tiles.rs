//! The picture of `binary-code`: the components of the word lie on one tile for each bit. A bit that is 1 lifts its tile,
//! and the components on it, by 1.

use super::computed::Computed;
use super::ripple::{HEAD, reach};
use crate::absolute::binary_bits::roll;
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, WIDE, pair_ink};
use phasor_encoding::Binary;
use phasor_text::number::{Fixed, Grouped};

/// Room for the numbers of the scale at the left, for the name above, and for the positions below, CSS pixels.
const LEFT: f32 = 22.0;
const ABOVE: f32 = 30.0;
const BELOW: f32 = 74.0;
/// The gap between two tiles.
const GAP: f32 = 2.0;

/// The bits of the position, and of the next one as far as they have rolled in.
struct Bits {
    counter: Binary,
    position: u64,
    roll: f32,
}

impl Bits {
    fn new(spec: &Spec, computed: &Computed) -> Self {
        let position = computed.position(spec.token());
        // The word stays where it is while the sentence begins with the text.
        let roll = match position == spec.position() as u64 {
            true => roll(spec.position()),
            false => 0.0,
        };
        Self {
            counter: spec.binary(),
            position,
            roll,
        }
    }

    fn len(&self) -> usize {
        self.counter.bits() as usize
    }

    /// Returns the bit over a block, counted from the left, and how far it is raised, from 0 to 1.
    fn block(&self, block: usize) -> (u32, f32) {
        let bit_idx = self.counter.bits() - 1 - block as u32;
        let at = |position| f32::from(u8::from(self.counter.bit(position, bit_idx)));
        let (now, next) = (at(self.position), at(self.position + 1));
        (bit_idx, now + self.roll * (next - now))
    }
}

/// The tiles in pixels.
struct Layout {
    rect: Rect,
    /// The pixel row of the value 0.
    ground: f32,
    /// The pixels of the value 1, which are also the height of a tile.
    unit: f32,
    n_components: usize,
}

impl Layout {
    fn new(computed: &Computed, (width, height): (f32, f32)) -> Self {
        let rect = Rect::new(LEFT, ABOVE, width - LEFT, height - ABOVE - BELOW);
        let unit = rect.height / (2.0 + reach(&computed.words) as f32);
        Self {
            rect,
            ground: rect.bottom() - unit,
            unit,
            n_components: computed.words.n_columns(),
        }
    }

    fn y(&self, value: f32) -> f32 {
        self.ground - self.unit * value
    }

    /// Returns the axes for the pointer: components from left to right.
    fn panel(&self) -> Panel {
        Panel {
            rect: self.rect,
            x: Axis::bare(0.0, self.n_components as f64),
            y: Axis::bare(0.0, 1.0),
        }
    }
}

pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let height = if width >= WIDE { 440.0 } else { 360.0 };
    let layout = Layout::new(computed, (width, height));
    let bits = Bits::new(spec, computed);
    draw_scale(&layout, drawing);
    for block in 0..bits.len() {
        draw_tile(&bits, block, &layout, drawing);
    }
    draw_word(spec, computed, (&bits, &layout), drawing);
    let name = LABEL.size(13.0).bold().ink(Ink::Query);
    let (word, position) = (
        spec.sentence().printed(spec.token()),
        Grouped(bits.position),
    );
    let at = Point::new(layout.rect.x, 14.0);
    drawing.text(at, name, format_args!("“{word}” at position {position}"));
    draw_places(spec, bits.position as f64, &layout, drawing);
    drawing.set_height(height);
}

/// Draws the levels 0 and 1.
fn draw_scale(layout: &Layout, drawing: &mut Drawing) {
    for (value, name) in [(0.0, "0"), (1.0, "1")] {
        let y = layout.y(value);
        let (from, to) = (
            Point::new(LEFT - 4.0, y),
            Point::new(layout.rect.right(), y),
        );
        drawing.segment(from, to, 1.0, Ink::Faint, 1.0);
        drawing.text(
            Point::new(LEFT - 10.0, y + 4.0),
            LABEL.size(13.0).end(),
            name,
        );
    }
}

/// Draws the tile of a block, and its shaft.
fn draw_tile(bits: &Bits, block: usize, layout: &Layout, drawing: &mut Drawing) {
    let (bit_idx, raised) = bits.block(block);
    let across = layout.rect.width / bits.len() as f32;
    let gap = GAP.min(across / 4.0);
    let x = layout.rect.x + block as f32 * across + gap / 2.0;
    let ink = pair_ink(bit_idx as usize, bits.len());
    let tile = Rect::new(x, layout.y(raised), across - gap, layout.unit);
    drawing.fill(tile, ink, 0.14 + 0.76 * raised);
    let shaft = Rect::new(x, layout.ground, across - gap, layout.unit);
    drawing.outline(shaft, 1.0, ink, 0.3);
    let size = (0.5 * across).min(34.0);
    if size >= 11.0 {
        let is_one = raised > 0.5;
        let digit_ink = if is_one { Ink::Surface } else { ink };
        let digit = HEAD.size(size).ink(digit_ink).middle();
        let at = Point::new(tile.center().x, tile.center().y + 0.36 * size);
        drawing.text(at, digit, u8::from(is_one));
    }
    let flipped = bits.position ^ 1u64.wrapping_shl(bit_idx);
    drawing.handle(Handle {
        rect: Rect::new(x, layout.rect.y, tile.width, layout.rect.height),
        grab: Grab::Set(Key::Position, flipped as f64),
        panel: layout.panel(),
    });
}

/// Draws the components of the word, each lifted by its tile.
fn draw_word(
    spec: &Spec,
    computed: &Computed,
    (bits, layout): (&Bits, &Layout),
    drawing: &mut Drawing,
) {
    let word = computed.words.row(spec.token());
    let (n, across) = (word.len(), layout.rect.width / word.len() as f32);
    let line = word.iter().enumerate().map(|(component, &x)| {
        let (_, raised) = bits.block(component * bits.len() / n);
        let column = layout.rect.x + (component as f32 + 0.5) * across;
        Point::new(column, layout.y(raised + x as f32))
    });
    drawing.line(line.clone(), 4.0, Ink::Surface, 0.9);
    drawing.line(line, 1.5, Ink::Query, 1.0);
}

/// Draws the text as a line of positions with a knob.
fn draw_places(spec: &Spec, position: f64, layout: &Layout, drawing: &mut Drawing) {
    let length = spec.length() as f64;
    // The word in focus may be on a later page than the position of the spec.
    let start = match (spec.start()..spec.start() + length).contains(&position) {
        true => spec.start(),
        false => (position / length).floor() * length,
    };
    let x = Axis::bare(start, start + length);
    // Half of the last number lies beyond the end of the axis.
    let side = LEFT.max(x.number_width() / 2.0);
    let rect = Rect::new(
        side,
        layout.rect.bottom() + 26.0,
        drawing.size().0 - 2.0 * side,
        4.0,
    );
    let panel = drawing.panel(Panel {
        rect,
        x: x.labelled_within("position (tokens)", rect.width),
        y: Axis::bare(0.0, 1.0),
    });
    let moving = match position == spec.position().floor() {
        true => spec.position(),
        false => position,
    };
    let at = Point::new(panel.x_px(moving), rect.bottom());
    drawing.disc(at, 6.0, Ink::Query, 1.0);
    drawing.handle(Handle {
        rect: Rect::new(0.0, rect.y - 18.0, drawing.size().0, 40.0),
        grab: Grab::Position,
        panel,
    });
}

/// Describes the component under the pointer.
pub(super) fn probe(spec: &Spec, computed: &Computed, along: f64) -> Option<String> {
    let text = computed.texts.first()?;
    let component = along.max(0.0) as usize;
    Some(format!(
        "component {component}: {:.3} of “{}”, plus {}, is {:.3}",
        Fixed(computed.words.get(spec.token(), component)?),
        spec.sentence().printed(spec.token()),
        text.encodings.get(spec.token(), component)?,
        Fixed(*text.added.sum.get(component)?),
    ))
}
