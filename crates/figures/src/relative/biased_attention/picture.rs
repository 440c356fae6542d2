//! The picture of `biased-attention`: a row for each word, with its score, the bias, and the attention that it gets.

use super::computed::{Computed, Scored};
use super::percent;
use crate::handle::{Drawing, Grab, Handle};
use crate::relative::relative_bias::parameters::Relative;
use crate::{Key, Spec};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, SMALL, Type, WIDE};
use phasor_text::number::Fixed;

const HEAD: Type = LABEL.size(12.0).bold().ink(Ink::Text);

/// The width of the words, CSS pixels, the flag of the query included.
const NAMES: f32 = 104.0;
/// The radius of what can be dragged.
const KNOB: f32 = 9.0;
/// The space between two columns of bars, and between the end of a bar and its number.
const GAP: f32 = 12.0;
const BESIDE: f32 = 4.0;
/// The room for a number beside a bar.
const NUMBER: f32 = 34.0;
/// The upper edge of the rows.
const TOP: f32 = 26.0;

/// A column of bars, which begin at zero.
struct Bars {
    panel: Panel,
    heading: &'static str,
}

impl Bars {
    fn rect(&self, row: usize, height: f32) -> Rect {
        let Rect { x, y, width, .. } = self.panel.rect;
        Rect::new(x, y + row as f32 * height, width, height)
    }

    /// Draws a bar from zero to `value` in a row, with its number `beside` its end.
    fn draw(
        &self,
        (rect, value): (Rect, f64),
        (ink, text): (Ink, &str),
        beside: f32,
        drawing: &mut Drawing,
    ) {
        let (zero, end) = (self.panel.x_px(0.0), self.panel.x_px(value));
        let bar = Rect::new(
            zero.min(end),
            rect.y + 0.22 * rect.height,
            (end - zero).abs(),
            0.56 * rect.height,
        );
        drawing.fill(bar, ink, 0.85);
        if !has_numbers(self.panel.rect.width) {
            return;
        }
        let baseline = rect.center().y + 4.0;
        let setting = SMALL.ink(Ink::Text);
        match value < 0.0 || self.panel.x.high == 0.0 {
            true => drawing.text(Point::new(end - beside, baseline), setting.end(), text),
            false => drawing.text(Point::new(end + beside, baseline), setting, text),
        }
    }
}

/// Returns whether columns of a width have room for numbers beside bars.
fn has_numbers(across: f32) -> bool {
    across >= 3.0 * NUMBER
}

/// Returns the axis of bars from `low` to `high` in a column of a width, with room for a number beside each end that is
/// not zero.
fn axis(low: f64, high: f64, across: f32) -> Axis {
    if !has_numbers(across) {
        return Axis::bare(low, high);
    }
    let n_ends = [low, high].into_iter().filter(|end| *end != 0.0).count();
    let per_px = (high - low) / f64::from(across - n_ends as f32 * NUMBER);
    let room = |end: f64| {
        if end == 0.0 {
            0.0
        } else {
            f64::from(NUMBER) * per_px
        }
    };
    Axis::bare(low - room(low), high + room(high))
}

pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let n = computed.keys.len();
    let (room, tallest) = if width < WIDE {
        (300.0, 30.0)
    } else {
        (400.0, 60.0)
    };
    let row = (room / n as f32).clamp(24.0, tallest);
    let height = row * n as f32;
    let [content, bias, weight] = columns(computed, (width, height));
    draw_words(spec, computed, (row, height), drawing);
    for bars in [&content, &bias, &weight] {
        let heading = if width < WIDE { HEAD.size(11.0) } else { HEAD };
        drawing.text(Point::new(bars.panel.rect.x, 14.0), heading, bars.heading);
        let zero = bars.panel.x_px(0.0);
        let (head, foot) = (Point::new(zero, TOP), Point::new(zero, TOP + height));
        drawing.segment(head, foot, 1.0, Ink::Faint, 1.0);
    }
    for (place, key) in computed.visible() {
        let number = |value: f64| format!("{:.2}", Fixed(value));
        let at = (content.rect(place, row), key.content);
        content.draw(at, (Ink::Muted, &number(key.content)), BESIDE, drawing);
        let at = (bias.rect(place, row), key.bias);
        let beside = if is_dragged(spec, key) { KNOB } else { 0.0 } + BESIDE;
        bias.draw(at, (Ink::Third, &number(key.bias)), beside, drawing);
        draw_unbiased(&weight, (weight.rect(place, row), key), drawing);
        let at = (weight.rect(place, row), key.weight);
        weight.draw(at, (Ink::Query, &percent(key.weight)), BESIDE, drawing);
        draw_handle(spec, &bias, (bias.rect(place, row), key), drawing);
    }
    let foot = TOP + height;
    if spec.choice::<Relative>() != Relative::Plain {
        let note = "line: attention without the bias";
        drawing.text(Point::new(width, foot + 14.0), SMALL.end(), note);
    }
    drawing.set_height(foot + 22.0);
}

/// Returns the columns of the content, of the bias and of the attention.
fn columns(computed: &Computed, (width, height): (f32, f32)) -> [Bars; 3] {
    let across = (width - NAMES - 2.0 * GAP) / 3.0;
    let contents = computed.visible().map(|(_, key)| key.content);
    let (low, high) = contents.fold((0.0_f64, 0.0_f64), |(low, high), content| {
        (low.min(content), high.max(content))
    });
    let bars = |place: usize, axis: Axis, heading: &'static str| {
        let x = NAMES + place as f32 * (across + GAP);
        let panel = Panel {
            rect: Rect::new(x, TOP, across, height),
            x: axis,
            y: Axis::bare(0.0, 1.0),
        };
        Bars { panel, heading }
    };
    let (least, most) = computed.reach;
    let is_narrow = width < WIDE;
    [
        bars(
            0,
            axis(low, high, across),
            if is_narrow {
                "content"
            } else {
                "score by content"
            },
        ),
        bars(1, axis(least, most, across), "+ bias"),
        bars(
            2,
            axis(0.0, 1.0, across),
            if is_narrow {
                "weight"
            } else {
                "attention weight"
            },
        ),
    ]
}

/// Draws the words, each marked by its attention, and the flag of the query. A drag over any row makes its word the query.
fn draw_words(spec: &Spec, computed: &Computed, (row, height): (f32, f32), drawing: &mut Drawing) {
    let n = computed.keys.len() as f64;
    let panel = Panel {
        rect: Rect::new(0.0, TOP, drawing.size().0, height),
        x: Axis::bare(0.0, 1.0),
        y: Axis::bare(n - 0.5, -0.5),
    };
    drawing.text(Point::new(0.0, 14.0), HEAD, "words");
    for (place, key) in computed.keys.iter().enumerate() {
        let top = TOP + place as f32 * row;
        let word = spec.sentence().printed(place);
        let left = 2.0 * KNOB + 8.0;
        let marked = Rect::new(
            left,
            top + 0.14 * row,
            LABEL.size(14.0).width_of(word) + 10.0,
            0.72 * row,
        );
        drawing.fill(marked, Ink::Query, 0.75 * key.weight as f32);
        let ink = match key {
            key if key.is_hidden => Ink::Faint,
            key if key.weight > 0.62 => Ink::Surface,
            _ => Ink::Text,
        };
        let baseline = Point::new(left + 5.0, top + row / 2.0 + 5.0);
        drawing.text(baseline, LABEL.size(14.0).ink(ink), word);
    }
    drawing.handle(Handle {
        rect: panel.rect,
        grab: Grab::Slide {
            x: None,
            y: Some(Key::Token),
        },
        panel,
    });
    let middle = TOP + (computed.query as f32 + 0.5) * row;
    drawing.flag(Point::new(KNOB + 2.0, middle), KNOB, Ink::Query, "q");
}

/// Draws how much attention a key would get without the bias.
fn draw_unbiased(weight: &Bars, (rect, key): (Rect, &Scored), drawing: &mut Drawing) {
    let x = weight.panel.x_px(key.unbiased);
    let (head, foot) = (
        Point::new(x, rect.y + 0.1 * rect.height),
        Point::new(x, rect.bottom() - 0.1 * rect.height),
    );
    drawing.segment(head, foot, 1.5, Ink::Text, 0.6);
}

/// Returns whether the reader sets the bias of a key by dragging the end of its bar.
fn is_dragged(spec: &Spec, key: &Scored) -> bool {
    spec.choice::<Relative>().is_learned() && key.offset == spec.offset().round() as i64
}

/// Adds what a press on the bias of a key does: it drags the learned number, or chooses the bucket whose number that is.
fn draw_handle(spec: &Spec, bias: &Bars, (rect, key): (Rect, &Scored), drawing: &mut Drawing) {
    if !spec.choice::<Relative>().is_learned() {
        return;
    }
    let panel = bias.panel;
    let is_dragged = is_dragged(spec, key);
    let grab = match is_dragged {
        true => Grab::Slide {
            x: Some(Key::Bias),
            y: None,
        },
        false => Grab::Set(Key::Offset, key.offset as f64),
    };
    drawing.handle(Handle { rect, grab, panel });
    if is_dragged {
        let end = Point::new(panel.x_px(key.bias), rect.center().y);
        drawing.flag(end, KNOB, Ink::Third, "b");
    }
}
