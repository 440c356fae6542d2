//! A binary counter, the history of each bit, and the sinusoid of the same period.

use phasor_draw::{Axis, Column, Ink, LABEL, Panel, Point, Rect, Table, WIDE, pair_ink};

use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, preset};
use crate::topic::Topic;
use crate::{Key, Spec};
use phasor_encoding::Binary;
use phasor_text::number::{Compact, Grouped, Short, Superscript};

/// The figure `binary-bits`.
pub(crate) static KIND: Kind = Kind {
    title: "Binary bits",
    topics: &[Topic::Absolute, Topic::Sinusoids],
    search_words: "counter digits square waves clock",
    caption: "Each bit of a counter is a square wave, shown with a smooth wave of the same period. The square wave is \
        shaded wherever its bit is 1.",
    keyboard: "In the figure, ← → count down and up, Shift takes steps of ten, and Space plays.",
    shared_keys: &[Key::Position, Key::Length],
    own_keys: &[Key::Bits],
    leading_keys: &[Key::Bits],
    presets: &[
        // A page of 100 positions includes the flip to come, and is short enough for waves on a phone.
        preset("252: about to overflow", "position=252&bits=8&length=100"),
        preset(
            "127: every bit is about to flip",
            "position=127&bits=8&length=100",
        ),
        preset(
            "ten million in 24 bits",
            "position=10000000&bits=24&length=100",
        ),
    ],
    idle: |_, _| false,
    clock: Some(Key::Position),
    starts: false,
    arrow: |spec, right, down| spec.step(right - down),
    sketch: || Box::<BinaryBits>::default(),
};

#[derive(Debug, Default)]
struct BinaryBits;

impl Sketch for BinaryBits {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let width = drawing.size().0;
        let cells_bottom = draw_cells(spec, spec.binary(), width, drawing);
        let layout = Layout::new(spec, width, cells_bottom + 34.0);
        drawing.panel(layout.lanes);
        draw_heads(&layout, drawing);
        for bit_idx in 0..spec.bits() {
            draw_lane(spec, &layout, bit_idx, drawing);
        }
        let rect = layout.lanes.rect;
        let x = layout.lanes.x_px(spec.counter());
        let (top, bottom) = (Point::new(x, rect.y - 6.0), Point::new(x, rect.bottom()));
        drawing.segment(top, bottom, 1.5, Ink::Query, 0.9);
        drawing.disc(top, 4.0, Ink::Query, 1.0);
        drawing.handle(Handle {
            rect: rect.grown(8.0),
            grab: Grab::Position,
            panel: layout.lanes,
        });
        drawing.set_height(rect.bottom() + AXIS);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let (counter, value) = (spec.binary(), spec.value());
        let (bits, last) = (counter.bits(), counter.bits() - 1);
        let (number, digits) = (Grouped(value), counter.digits(value));
        let amount = match bits {
            1 => "1 bit".to_owned(),
            _ => format!("{bits} bits"),
        };
        let start = if counter.overflows(value) {
            let needed = u64::BITS - value.leading_zeros();
            format!(
                "{number} needs {needed} bits: with {amount}, the counter overflows to {digits}."
            )
        } else {
            format!("{number} is {digits} in {amount}.")
        };
        let flipped = |bit_idx: u32| match counter.flips(value, bit_idx) {
            0 => "has never flipped".to_owned(),
            1 => "has flipped once".to_owned(),
            2 => "has flipped twice".to_owned(),
            flips => format!("has flipped {} times", Grouped(flips)),
        };
        match last {
            0 => format!("{start} Counting from 0, it {}.", flipped(0)),
            _ => format!(
                "{start} Bit 0 {}, bit {last} {}: every higher bit waits for two flips of its right neighbour.",
                flipped(0),
                flipped(last),
            ),
        }
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let (counter, value) = (spec.binary(), spec.value());
        let column = |name: &str, cell: &dyn Fn(u32) -> f64| {
            Column::numbers(name, (0..counter.bits()).map(cell).collect())
        };
        let columns = vec![
            column("bit_idx", &f64::from),
            column("bit", &|k| f64::from(u8::from(counter.bit(value, k)))),
            column("period", &|k| counter.period(k)),
            column("flips", &|k| counter.flips(value, k) as f64),
            column("sinusoid", &|k| counter.sinusoid(spec.counter(), k)),
        ];
        Table::new("Bits of the integer, least significant first", columns)
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        let (integer, lane) = handle.values(point);
        let bit_idx = lane.max(0.0) as u32;
        let integer = integer.max(0.0) as u64;
        let counter = spec.binary();
        (bit_idx < counter.bits()).then(|| {
            format!(
                "bit {bit_idx} of {} is {}; it repeats every {} positions",
                Grouped(integer),
                u8::from(counter.bit(integer, bit_idx)),
                Short(counter.period(bit_idx)),
            )
        })
    }
}

/// The fewest pixels per period with which a wave can be drawn.
const FEWEST_PIXELS_PER_PERIOD: f64 = 3.0;
/// Room for the numbers and the label of the axis, CSS pixels.
const AXIS: f32 = 46.0;
/// The smallest height of a lane, CSS pixels.
const LOWEST_LANE: f32 = 11.0;
/// The smallest height of lanes that are all labelled, CSS pixels; of lower ones, every second is.
const LOWEST_LABELLED: f32 = 13.0;

struct Layout {
    counter: Binary,
    lanes: Panel,
    lane_height: f32,
    wide: bool,
}

impl Layout {
    fn new(spec: &Spec, width: f32, top: f32) -> Self {
        let wide = width >= WIDE;
        let bits = spec.bits() as f32;
        // All lanes fit into one window with the counter above them and the axis below.
        let room = if wide { 548.0 } else { 428.0 } - top - AXIS;
        let lane_height = (room / bits).clamp(LOWEST_LANE, 44.0);
        let (left, right) = if wide { (128.0, 84.0) } else { (52.0, 60.0) };
        // A value beyond the largest position is on its own page.
        let length = spec.length() as f64;
        let start = (spec.counter() / length).floor() * length;
        let lanes = Panel {
            rect: Rect::new(left, top, width - left - right, lane_height * bits),
            x: Axis::bare(start, start + length)
                .labelled_within("position (tokens)", width - left - right),
            y: Axis::bare(bits.into(), 0.0),
        };
        Self {
            counter: spec.binary(),
            lanes,
            lane_height,
            wide,
        }
    }

    fn ink(&self, bit_idx: u32) -> Ink {
        pair_ink(bit_idx as usize, self.counter.bits() as usize)
    }
}

/// How far a digit that changes next has rolled over, from 0 to 1: 0 until the last part of a step.
pub(crate) fn roll(counter: f64) -> f32 {
    const BEGIN: f64 = 0.55;
    let under_way = ((counter.fract() - BEGIN) / (1.0 - BEGIN)).clamp(0.0, 1.0);
    (under_way * under_way * (3.0 - 2.0 * under_way)) as f32
}

/// Draws the digits as cells at least 26 pixels wide, most significant first; returns the lower edge.
fn draw_cells(spec: &Spec, counter: Binary, width: f32, drawing: &mut Drawing) -> f32 {
    let bits = counter.bits();
    let per_row = bits.min((width / 26.0) as u32).max(1);
    let cell = (width / per_row as f32).min(64.0);
    let n_rows = bits.div_ceil(per_row);
    let height = cell.max(30.0);
    let row_height = height + if cell >= 34.0 { 24.0 } else { 8.0 };
    let roll = roll(spec.counter());
    for bit_idx in 0..bits {
        let place = bits - 1 - bit_idx + (per_row * n_rows - bits);
        let (row, column) = (place / per_row, place % per_row);
        let left = (width - cell * per_row as f32) / 2.0;
        let x = left + column as f32 * cell;
        let rect = Rect::new(x + 2.0, 4.0 + row as f32 * row_height, cell - 4.0, height);
        let ink = pair_ink(bit_idx as usize, bits as usize);
        let now = counter.bit(spec.value(), bit_idx);
        let next = counter.bit(spec.value().saturating_add(1), bit_idx);
        draw_cell(rect, ink, (now, next), roll, drawing);
        if cell >= 34.0 {
            let at = Point::new(rect.x + rect.width / 2.0, rect.bottom() + 15.0);
            let weight = counter.period(bit_idx) / 2.0;
            let small = LABEL.middle().size(11.0);
            let texts = [Short(weight).to_string(), Compact(weight).to_string()];
            let texts = texts.each_ref().map(String::as_str);
            let text = small.fitting(&texts, cell - 4.0);
            if small.width(text) <= cell {
                drawing.text(at, small, text);
            }
        }
    }
    4.0 + n_rows as f32 * row_height
}

/// Draws a digit that rolls from the first of two values to the second.
pub(crate) fn draw_cell(
    rect: Rect,
    ink: Ink,
    (now, next): (bool, bool),
    roll: f32,
    drawing: &mut Drawing,
) {
    let roll = if now == next { 0.0 } else { roll };
    let filled = f32::from(u8::from(now)) * (1.0 - roll) + f32::from(u8::from(next)) * roll;
    drawing.fill(rect, ink, 0.08 + 0.92 * filled);
    drawing.outline(rect, 1.5, ink, 0.9);
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
    let mut show = |bit: bool, shift: f32, alpha: f32| {
        if alpha > 0.01 {
            let at = Point::new(middle, baseline + shift);
            drawing.text(at, digit.alpha(alpha), u8::from(bit));
        }
    };
    show(now, -travel * roll, 1.0 - roll);
    if now != next {
        show(next, travel * (1.0 - roll), roll);
    }
}

fn draw_heads(layout: &Layout, drawing: &mut Drawing) {
    let rect = layout.lanes.rect;
    let head = LABEL.size(11.0);
    // Leaves room for the knob of the position.
    let y = rect.y - 14.0;
    if layout.wide {
        drawing.text(
            Point::new(rect.x, y),
            head,
            "each bit and a smooth wave of the same period",
        );
        drawing.text(Point::new(rect.x - 10.0, y), head.end(), "period");
    }
    let right = if layout.wide { 78.0 } else { 56.0 };
    drawing.text(
        Point::new(rect.right() + right, y),
        head.end(),
        "flips so far",
    );
}

fn draw_lane(spec: &Spec, layout: &Layout, bit_idx: u32, drawing: &mut Drawing) {
    let rect = layout.lanes.rect;
    let top = rect.y + bit_idx as f32 * layout.lane_height;
    let lane = Rect::new(rect.x, top, rect.width, layout.lane_height * 0.76);
    let baseline = lane.y + lane.height / 2.0 + 4.0;
    if layout.lane_height >= LOWEST_LABELLED || bit_idx.is_multiple_of(2) {
        draw_labels(spec, layout, bit_idx, baseline, drawing);
    }
    let period = layout.counter.period(bit_idx);
    let pixels_per_period =
        period / (layout.lanes.x.high - layout.lanes.x.low) * f64::from(rect.width);
    if pixels_per_period < FEWEST_PIXELS_PER_PERIOD {
        drawing.fill(lane, layout.ink(bit_idx), 0.22);
        if layout.lane_height >= LOWEST_LABELLED {
            let note = LABEL.middle().size(11.0).ink(Ink::Text);
            let at = Point::new(rect.x + rect.width / 2.0, baseline);
            let texts = ["too fast to draw at this length", "too fast to draw"];
            let text = note.fitting(&texts, rect.width - 8.0);
            if note.width(text) <= rect.width {
                drawing.text(at, note, text);
            }
        }
        return;
    }
    draw_square_wave(layout, bit_idx, lane, drawing);
    // Broad lines of many periods would run together.
    let line_width = if pixels_per_period < 12.0 { 1.2 } else { 2.0 };
    draw_sinusoid(layout, bit_idx, (lane, line_width), drawing);
}

/// Draws the name, the period and the flips of a bit, with as many digits as there is room for.
fn draw_labels(spec: &Spec, layout: &Layout, bit_idx: u32, y: f32, drawing: &mut Drawing) {
    let rect = layout.lanes.rect;
    let is_low = layout.lane_height < 22.0;
    let small = LABEL.end().size(if is_low { 11.0 } else { 12.0 });
    let label = small.ink(Ink::Text);
    let x = rect.x - 10.0;
    let name = Point::new(if layout.wide { x - 76.0 } else { x }, y);
    drawing.text(name, label, format_args!("bit {bit_idx}"));
    if layout.wide {
        let (at, power) = (Point::new(x, y), Superscript(bit_idx as i32 + 1));
        let period = layout.counter.period(bit_idx);
        if period < 1e6 {
            drawing.text(at, small, format_args!("2{power} = {}", Short(period)));
        } else {
            drawing.text(at, small, format_args!("2{power}"));
        }
    }
    let (right, most) = if layout.wide {
        (78.0, 1_000_000_000)
    } else {
        (56.0, 10_000_000)
    };
    let at = Point::new(rect.right() + right, y);
    let flips = layout.counter.flips(spec.value(), bit_idx);
    if flips < most {
        drawing.text(at, label, Grouped(flips));
    } else {
        drawing.text(at, label, Compact(flips as f64));
    }
}

fn draw_square_wave(layout: &Layout, bit_idx: u32, rect: Rect, drawing: &mut Drawing) {
    let ink = layout.ink(bit_idx);
    let half = layout.counter.period(bit_idx) / 2.0;
    let (low, high) = (layout.lanes.x.low, layout.lanes.x.high);
    let first = (low / half).floor();
    let n_halves = ((high - first * half) / half).ceil() as usize;
    let steps = (0..n_halves).map(|step| {
        let from = (first + step as f64) * half;
        let is_one = (first + step as f64) % 2.0 == 1.0;
        (from.max(low), (from + half).min(high), is_one)
    });
    for (from, to, _) in steps.clone().filter(|(_, _, is_one)| *is_one) {
        let (left, right) = (layout.lanes.x_px(from), layout.lanes.x_px(to));
        drawing.fill(Rect::new(left, rect.y, right - left, rect.height), ink, 0.2);
    }
    let corners = steps.flat_map(|(from, to, is_one)| {
        let y = if is_one { rect.y } else { rect.bottom() };
        let corner = |p: f64| Point::new(layout.lanes.x_px(p), y);
        [corner(from), corner(to)]
    });
    drawing.line(corners, 1.0, ink, 0.55);
}

/// Draws the sinusoid of a lane: highest in the middle of a 1, lowest in the middle of a 0.
fn draw_sinusoid(
    layout: &Layout,
    bit_idx: u32,
    (rect, line_width): (Rect, f32),
    drawing: &mut Drawing,
) {
    let middle = rect.y + rect.height / 2.0;
    let line = (line_width, layout.ink(bit_idx), 1.0);
    let value = |position: f64| layout.counter.sinusoid(position, bit_idx);
    let finest = layout.counter.period(bit_idx) / 24.0;
    let y = |value: f64| middle - value as f32 * rect.height / 2.0;
    drawing.curve(&layout.lanes, finest, line, value, y);
}
