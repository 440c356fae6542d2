//! The picture of integers and bits: the place of the sentence, the cosines of its words, and the word in focus with and
//! without its encoding on one scale.

use super::computed::{Computed, Counting};
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::legend::draw_bar;
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, Type, WIDE};
use phasor_encoding::Matrix;
use phasor_text::number::{Fixed, Grouped};

/// Width and opacity of lines below thin lines.
const BROAD: (f32, f32) = (2.8, 0.5);
pub(super) const SMALL: Type = LABEL.size(11.0);
pub(super) const PLAIN: Type = LABEL.ink(Ink::Text);
pub(super) const HEAD: Type = PLAIN.bold();
/// Room beside the line of the text for the numbers at its ends.
const SIDE: f32 = 16.0;
/// The axis label that identifies the panel of components.
pub(super) const COMPONENT: &str = "component";

/// Draws the picture; the more telling part is first: the cosines for integers, the components for bits.
pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let bottom = draw_place(spec, computed, drawing);
    let bottom = match computed.counting {
        Counting::Integer => {
            let bottom = draw_matrices(spec, computed, bottom + 24.0, drawing);
            draw_components(spec, computed, bottom + 14.0, drawing) + 46.0
        }
        _ => {
            let bottom = draw_components(spec, computed, bottom + 8.0, drawing);
            draw_matrices(spec, computed, bottom + 62.0, drawing)
        }
    };
    drawing.set_height(bottom);
}

/// Returns the ink of a word: one for the word in focus, one for its copies, and one for all others.
pub(super) fn ink(spec: &Spec, word: usize) -> Ink {
    let words = spec.sentence().words();
    if word == spec.token() {
        Ink::Query
    } else if words.get(word) == words.get(spec.token()) {
        Ink::Text
    } else {
        Ink::Muted
    }
}

/// Draws a name over a point, moved aside if it would be cut off.
fn draw_flag(name: &str, at: Point, drawing: &mut Drawing) {
    let setting = LABEL.size(13.0).bold().ink(Ink::Query).middle();
    let half = setting.width(name) / 2.0;
    let x = at.x.clamp(half, (drawing.size().0 - half).max(half));
    drawing.text(Point::new(x, at.y), setting, name);
}

/// Draws the text as a line of positions with the sentence on it; returns the lower end.
fn draw_place(spec: &Spec, computed: &Computed, drawing: &mut Drawing) -> f32 {
    let (width, focus) = (drawing.size().0, spec.token());
    let position = computed.position(focus) as f64;
    let length = spec.length() as f64;
    // The word in focus may be on a later page than the position of the spec.
    let start = match (spec.start()..spec.start() + length).contains(&position) {
        true => spec.start(),
        false => (position / length).floor() * length,
    };
    let x = Axis::bare(start, start + length);
    // Half of the last number lies beyond the end of the axis.
    let side = SIDE.max(x.number_width() / 2.0);
    let rect = Rect::new(side, 30.0, width - 2.0 * side, 12.0);
    let panel = drawing.panel(Panel {
        rect,
        x: x.labelled_within("position (tokens)", rect.width),
        y: Axis::bare(0.0, 1.0),
    });
    let across = rect.width / length as f32;
    for (word, &position) in computed.positions.iter().enumerate() {
        let x = panel.x_px(position as f64);
        let block = Rect::new(x, rect.y, (across - 1.0).max(1.0), rect.height);
        if x >= rect.x && block.right() <= rect.right() + 1.0 {
            drawing.fill(block, ink(spec, word), 1.0);
        }
    }
    let top = Point::new(panel.x_px(position) + across / 2.0, rect.y - 4.0);
    let corners = [-4.0, 4.0].map(|aside| Point::new(top.x + aside, top.y - 6.0));
    drawing.shape([top].into_iter().chain(corners), Ink::Query, 1.0);
    let word = spec.sentence().word(focus);
    let name = format!("“{word}” at {}", Grouped(position as u64));
    draw_flag(&name, Point::new(top.x, rect.y - 14.0), drawing);
    drawing.handle(Handle {
        rect: Rect::new(0.0, 0.0, width, rect.bottom() + 12.0),
        grab: Grab::Position,
        panel,
    });
    rect.bottom() + 40.0
}

/// Draws the components of the word, of its encoding and of their sum on one scale; returns the lower end of the panel.
fn draw_components(spec: &Spec, computed: &Computed, top: f32, drawing: &mut Drawing) -> f32 {
    let width = drawing.size().0;
    let is_wide = width >= WIDE;
    let word = computed.words.row(spec.token());
    let Some(text) = computed.texts.first() else {
        return top;
    };
    let numbers = word.iter().chain(&text.added.sum);
    let (low, high) = numbers.fold((0.0f64, 0.0f64), |(low, high), &x| {
        (low.min(x), high.max(x))
    });
    let room = 0.06 * (high - low);
    let y = Axis::bare(low - room, high + room).labelled("value", 4);
    let left = y.number_width().max(35.0) + if is_wide { 27.0 } else { 11.0 };
    let is_binary = computed.counting == Counting::Binary;
    let top = draw_lines(spec, computed, top, drawing) + 8.0;
    let (top, height) = match (is_binary, is_wide) {
        (true, true) => (top + 18.0, 170.0),
        (true, false) => (top + 18.0, 84.0),
        (false, true) => (top, 184.0),
        (false, false) => (top, 94.0),
    };
    let rect = Rect::new(left, top, width - left - 8.0, height);
    let x = Axis::bare(0.0, word.len() as f64);
    let panel = drawing.panel(Panel {
        rect,
        x: x.labelled_within(COMPONENT, rect.width),
        y,
    });
    let zero = panel.y_px(0.0);
    let end = Point::new(rect.right(), zero);
    drawing.segment(Point::new(rect.x, zero), end, 1.0, Ink::Faint, 1.0);
    let at = |(place, &number): (usize, &f64)| {
        Point::new(panel.x_px(place as f64 + 0.5), panel.y_px(number))
    };
    let line = word.iter().enumerate().map(at);
    let [of_word, of_code, of_sum] = strokes(is_wide);
    stroke(line, of_word, drawing);
    let encoding = text.encodings.row(spec.token()).iter().enumerate();
    let steps = encoding.flat_map(|(place, &value)| {
        [0.0, 1.0].map(|end| Point::new(panel.x_px(place as f64 + end), panel.y_px(value)))
    });
    stroke(steps, of_code, drawing);
    let line = text.added.sum.iter().enumerate().map(at);
    stroke(line, of_sum, drawing);
    if is_binary {
        draw_digits(spec, computed, rect, drawing);
    }
    drawing.handle(Handle {
        rect,
        grab: Grab::Set(Key::Token, spec.token() as f64),
        panel,
    });
    rect.bottom()
}

/// The width, colour and opacity of a line.
type Stroke = (f32, Ink, f32);

/// Returns the lines of the word, of its encoding and of their sum, which also stand in the legend.
fn strokes(is_wide: bool) -> [Stroke; 3] {
    let (broad, pale) = BROAD;
    let thin = if is_wide { 1.1 } else { 0.8 };
    [
        (broad, Ink::Query, pale),
        (broad, Ink::Third, 0.8),
        (thin, Ink::Key, 1.0),
    ]
}

fn stroke(points: impl Iterator<Item = Point>, (width, ink, alpha): Stroke, drawing: &mut Drawing) {
    drawing.line(points, width, ink, alpha);
}

/// Draws the legend of the lines, side by side as far as there is room; returns the lower edge.
fn draw_lines(spec: &Spec, computed: &Computed, top: f32, drawing: &mut Drawing) -> f32 {
    const SIGN: f32 = 22.0;
    const GAP: f32 = 20.0;
    const ROW: f32 = 20.0;
    let word = spec.sentence().word(spec.token());
    let position = Grouped(computed.position(spec.token()));
    let encoding = match computed.counting {
        Counting::Binary => format!("the bits of {position}"),
        _ => format!("position {position}"),
    };
    let names = [format!("“{word}”"), encoding, "their sum".to_owned()];
    let is_wide = drawing.size().0 >= WIDE;
    let mut at = Point::new(0.0, top + 10.0);
    for (name, stroke_of) in names.into_iter().zip(strokes(is_wide)) {
        let across = SIGN + 6.0 + PLAIN.width(&name);
        if at.x + across > drawing.size().0 {
            at = Point::new(0.0, at.y + ROW);
        }
        let end = Point::new(at.x + SIGN, at.y);
        stroke([at, end].into_iter(), stroke_of, drawing);
        let baseline = Point::new(end.x + 6.0, at.y + 4.0);
        drawing.text(baseline, PLAIN, name);
        at.x += across + GAP;
    }
    at.y + 10.0
}

/// Draws the bits over the components that they are added to.
fn draw_digits(spec: &Spec, computed: &Computed, rect: Rect, drawing: &mut Drawing) {
    const LEAST: f32 = 9.0;
    let counter = spec.binary();
    let across = rect.width / counter.bits() as f32;
    let digits = counter.encode(computed.position(spec.token())).enumerate();
    for (place, bit) in digits.filter(|_| across >= LEAST) {
        let at = Point::new(rect.x + (place as f32 + 0.5) * across, rect.y - 6.0);
        let digit = if bit { HEAD } else { LABEL };
        drawing.text(at, digit.size(13.0).middle(), u8::from(bit));
    }
}

/// Draws the cosines of every two words, without positions and with them; returns the lower end.
fn draw_matrices(spec: &Spec, computed: &Computed, top: f32, drawing: &mut Drawing) -> f32 {
    const GAP: f32 = 16.0;
    let width = drawing.size().0;
    let across = (width - GAP) / 2.0;
    let mut bottom = top;
    for (place, matrix) in computed.matrices().enumerate() {
        let at = Point::new(place as f32 * (across + GAP), top);
        bottom = draw_matrix(spec, matrix, (at, across), drawing);
    }
    let signed = |t: f32| Ink::Diverging(2.0 * t - 1.0);
    let at = Point::new(0.0, bottom + 12.0);
    draw_bar(at, ("cosine −1", "1"), &signed, drawing);
    at.y + 16.0
}

fn draw_matrix(
    spec: &Spec,
    (title, matrix): (&'static str, &Matrix),
    (place, across): (Point, f32),
    drawing: &mut Drawing,
) -> f32 {
    let n = matrix.n_rows();
    let is_wide = drawing.size().0 >= WIDE;
    let (room, highest) = if is_wide {
        (140.0, 28.0)
    } else {
        (104.0, 22.0)
    };
    let row = (room / n as f32).clamp(11.0, highest);
    let widths = (0..n).map(|word| HEAD.width(spec.sentence().word(word)));
    let names = (widths.fold(0.0, f32::max) + 10.0).min(0.5 * across);
    let cell = (across - names) / n as f32;
    let rect = Rect::new(
        place.x + names,
        place.y + 8.0,
        cell * n as f32,
        row * n as f32,
    );
    let panel = Panel {
        rect,
        x: Axis {
            label: title,
            ..Axis::bare(0.0, n as f64)
        },
        y: Axis::bare(n as f64, 0.0),
    };
    // Over the squares, or ending with them where they are narrow.
    let is_one = is_one_everywhere(matrix) && is_roomy(cell);
    let rounded = format!("{title}, rounded down");
    let head = match is_one {
        true => HEAD.fitting(&[&rounded, title], across - 10.0),
        false => title,
    };
    let (x, setting) = match HEAD.width(head) <= rect.width {
        true => (rect.x, HEAD),
        false => (rect.right(), HEAD.end()),
    };
    drawing.text(Point::new(x, place.y), setting, head);
    for (word, cosines) in matrix.rows().enumerate() {
        let y = rect.y + word as f32 * row;
        let name = match ink(spec, word) {
            Ink::Muted => LABEL,
            ink => LABEL.bold().ink(ink),
        };
        let at = Point::new(rect.x - 8.0, y + row / 2.0 + 4.0);
        let text = spec.sentence().word(word);
        drawing.text(at, name.end(), text);
        for (column, &cosine) in cosines.iter().enumerate() {
            let x = rect.x + column as f32 * cell;
            let number = match is_one {
                true => rounded_down(cosine),
                false => format!("{:.2}", Fixed(cosine)),
            };
            draw_cell(cosine, &number, Rect::new(x, y, cell, row), drawing);
        }
        drawing.handle(Handle {
            rect: Rect::new(place.x, y, rect.right() - place.x, row),
            grab: Grab::Set(Key::Token, word as f64),
            panel,
        });
    }
    rect.bottom()
}

/// Whether a cell of that width has room for a number with five decimals.
fn is_roomy(cell: f32) -> bool {
    cell >= SMALL.width("0.99999") + 3.0
}

/// Whether every cosine would be printed as 1.00.
fn is_one_everywhere(cosines: &Matrix) -> bool {
    cosines.values().iter().all(|cosine| *cosine >= 0.995)
}

/// Returns a cosine that is close to 1. Rounded, all of them would be 1.
fn rounded_down(cosine: f64) -> String {
    const ROUNDING: f64 = 1e-14;
    if cosine > 1.0 - ROUNDING {
        return "1".to_owned();
    }
    format!("{:.5}", Fixed((1e5 * cosine).floor() / 1e5))
}

fn draw_cell(cosine: f64, number: &str, rect: Rect, drawing: &mut Drawing) {
    drawing.fill(rect.grown(-0.5), Ink::Diverging(cosine as f32), 1.0);
    if rect.width >= 30.0 && rect.height >= 14.0 {
        let is_strong = cosine.abs() > 0.6;
        let ink = if is_strong { Ink::Surface } else { Ink::Text };
        let at = Point::new(rect.x + rect.width / 2.0, rect.y + rect.height / 2.0 + 4.0);
        let setting = SMALL.ink(ink).middle();
        drawing.text(at, setting, number);
    }
}
