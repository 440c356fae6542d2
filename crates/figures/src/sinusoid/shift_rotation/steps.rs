//! The derivation, one step at a time: the row of steps, the heading and the formulas with numbers.

use super::pair::Pair;
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, Type};
use phasor_text::number::{Fixed, Place, Short};

/// The headings of the steps; the first is for no step.
const HEADINGS: [&str; 5] = [
    "One pair at two positions",
    "The angles add",
    "The addition formulas",
    "s and c: the encoding at A",
    "One matrix for every position",
];

/// The area of a step, with the next baseline.
struct Page {
    left: f32,
    width: f32,
    y: f32,
}

impl Page {
    fn size(&self) -> f32 {
        match self.width {
            ..250.0 => 11.0,
            ..330.0 => 12.5,
            ..400.0 => 14.0,
            _ => 15.0,
        }
    }

    fn line(&self) -> f32 {
        1.45 * self.size()
    }

    fn setting(&self, ink: Ink) -> Type {
        let setting = LABEL.size(self.size()).ink(ink);
        match ink {
            Ink::Muted => setting,
            _ => setting.bold(),
        }
    }

    /// Writes texts in columns with these middles, in fractions of the width.
    fn row<const N: usize>(&mut self, words: [(f32, Ink, String); N], drawing: &mut Drawing) {
        let width = self.width.min(460.0);
        for (middle, ink, word) in words {
            let at = Point::new(self.left + middle * width, self.y);
            drawing.text(at, self.setting(ink).middle(), word);
        }
        self.y += self.line();
    }

    /// Writes a line of text.
    fn words(&mut self, ink: Ink, words: &str, drawing: &mut Drawing) {
        let at = Point::new(self.left, self.y);
        drawing.text(at, self.setting(ink), words);
        self.y += self.line();
    }
}

/// Draws the step in focus below a row of all of them; returns the lower edge.
pub(super) fn draw(spec: &Spec, pair: &Pair, area: Rect, drawing: &mut Drawing) -> f32 {
    let step = spec.step_in_focus();
    let below = draw_row(step, area, drawing);
    let heading = HEADINGS.get(step).expect("every step has a heading");
    let size = if area.width < 330.0 { 13.0 } else { 15.0 };
    let setting = LABEL.bold().size(size).ink(Ink::Text);
    let baseline = Point::new(area.x, below + 20.0);
    drawing.text(baseline, setting, heading);
    let mut page = Page {
        left: area.x,
        width: area.width,
        y: baseline.y,
    };
    page.y += page.line() + 3.0;
    match step {
        1 => draw_sum(spec, pair, &mut page, drawing),
        2 => draw_theorem(pair, &mut page, drawing),
        3 => draw_old_pair(pair, &mut page, drawing),
        4 => draw_matrix(pair, &mut page, drawing),
        _ => draw_start(spec, &mut page, drawing),
    }
    // Every step has the height of the longest one, so that nothing below jumps.
    let first = baseline.y + page.line() + 3.0;
    first + 3.0 * page.line() + 8.0
}

/// Draws one disc for each step, which a click selects; returns the lower edge.
fn draw_row(step: usize, area: Rect, drawing: &mut Drawing) -> f32 {
    const RADIUS: f32 = 11.0;
    let n_steps = HEADINGS.len() - 1;
    let apart = ((area.width - 2.0 * RADIUS) / (n_steps - 1) as f32).min(64.0);
    let center = |place: usize| {
        let right = RADIUS + apart * place as f32;
        Point::new(area.x + right, area.y + RADIUS)
    };
    drawing.segment(center(0), center(n_steps - 1), 2.0, Ink::Faint, 1.0);
    for place in 0..n_steps {
        let (middle, this) = (center(place), place + 1);
        drawing.disc(middle, RADIUS + 2.0, Ink::Surface, 1.0);
        let text = if this <= step {
            drawing.disc(
                middle,
                RADIUS,
                Ink::Text,
                if this == step { 1.0 } else { 0.6 },
            );
            Ink::Surface
        } else {
            drawing.ring(middle, RADIUS - 0.75, 1.5, Ink::Muted, 1.0);
            Ink::Muted
        };
        let baseline = Point::new(middle.x, middle.y + 4.5);
        let setting = LABEL.bold().size(13.0).middle().ink(text);
        drawing.text(baseline, setting, this);
        let rect = Rect::new(middle.x, middle.y, 0.0, 0.0).grown(RADIUS + 4.0);
        drawing.handle(Handle {
            rect,
            grab: Grab::Set(Key::Step, this as f64),
            panel: Panel {
                rect,
                x: Axis::bare(0.0, 1.0),
                y: Axis::bare(0.0, 1.0),
            },
        });
    }
    area.y + 2.0 * RADIUS
}

/// Returns a number with three decimals.
fn three(number: f64) -> String {
    format!("{:.3}", Fixed(number))
}

/// The inks of signs, of values at A, of values at B, and of values that the offset gives.
const INKS: [Ink; 4] = [Ink::Muted, Ink::Query, Ink::Key, Ink::Text];

fn draw_start(spec: &Spec, page: &mut Page, drawing: &mut Drawing) {
    let [sign, old, new, _] = INKS;
    let (first, second) = (Place(spec.position()), Place(spec.key_position()));
    page.words(old, &format!("A is position {first}"), drawing);
    page.words(new, &format!("B is position {second}"), drawing);
    page.words(sign, "Which matrix leads from A to B?", drawing);
}

fn draw_sum(spec: &Spec, pair: &Pair, page: &mut Page, drawing: &mut Drawing) {
    let [sign, old, new, own] = INKS;
    let inv_freq = Short(pair.inv_freq);
    let angle =
        |tokens: f64, angle: f64| format!("{} × {inv_freq} = {}", Place(tokens), Short(angle));
    let first = angle(spec.position(), pair.angle);
    page.words(old, &format!("a = {first}"), drawing);
    let offset = angle(spec.offset(), pair.by);
    page.words(own, &format!("b = {offset}"), drawing);
    page.words(new, &format!("a + b = {}", Short(pair.sum)), drawing);
    page.words(sign, "radians: tokens × frequency", drawing);
}

fn draw_theorem(pair: &Pair, page: &mut Page, drawing: &mut Drawing) {
    let [sign, old, new, own] = INKS;
    let [[cos_b, sin_b], _] = pair.matrix;
    let ((sin_a, cos_a), (sin, cos)) = (pair.old, pair.new);
    let sine = ["sin(a + b)", "sin a", "cos b", "cos a", "sin b"];
    let cosine = ["cos(a + b)", "cos a", "cos b", "sin a", "sin b"];
    let rows = [
        ("+", sine, [sin, sin_a, cos_b, cos_a, sin_b]),
        ("−", cosine, [cos, cos_a, cos_b, sin_a, sin_b]),
    ];
    for (between, names, numbers) in rows {
        for texts in [names.map(str::to_owned), numbers.map(three)] {
            let [sum, one, two, three, four] = texts;
            let words = [
                (0.09, new, sum),
                (0.22, sign, "=".to_owned()),
                (0.32, old, one),
                (0.41, sign, "·".to_owned()),
                (0.51, own, two),
                (0.61, sign, between.to_owned()),
                (0.72, old, three),
                (0.81, sign, "·".to_owned()),
                (0.91, own, four),
            ];
            page.row(words, drawing);
        }
    }
}

fn draw_old_pair(pair: &Pair, page: &mut Page, drawing: &mut Drawing) {
    let [sign, old, new, own] = INKS;
    let [[m_11, m_12], [m_21, m_22]] = pair.matrix;
    let (s, c) = pair.old;
    let known = format!("s = {}, c = {}", three(s), three(c));
    page.words(old, &known, drawing);
    for (name, sum, [first, second]) in [
        ("sin", pair.new.0, [m_11, m_12]),
        ("cos", pair.new.1, [m_21, m_22]),
    ] {
        let words = [
            (0.06, new, name.to_owned()),
            (0.15, sign, "=".to_owned()),
            (0.27, own, three(first)),
            (0.38, old, "s".to_owned()),
            (0.45, sign, "+".to_owned()),
            (0.57, own, three(second)),
            (0.68, old, "c".to_owned()),
            (0.75, sign, "=".to_owned()),
            (0.88, new, three(sum)),
        ];
        page.row(words, drawing);
    }
    page.words(sign, "the factors depend only on b", drawing);
}

/// Draws the encoding at B as the matrix times the encoding at A.
fn draw_matrix(pair: &Pair, page: &mut Page, drawing: &mut Drawing) {
    let cell = (page.width / 4.7).min(76.0);
    let row = 1.25 * page.line();
    page.y += 4.0;
    let (top, height) = (page.y - page.size() - 3.0, row + 1.7 * page.size());
    let [[m_11, m_12], [m_21, m_22]] = pair.matrix;
    let (matrix, old) = (page.left + 1.35 * cell, page.left + 3.5 * cell);
    let columns = [
        (page.left, Ink::Key, [pair.new.0, pair.new.1]),
        (matrix, Ink::Text, [m_11, m_21]),
        (matrix + cell, Ink::Text, [m_12, m_22]),
        (old, Ink::Query, [pair.old.0, pair.old.1]),
    ];
    for (left, ink, numbers) in columns {
        for (place, number) in numbers.into_iter().enumerate() {
            let at = Point::new(left + cell / 2.0, page.y + row * place as f32);
            let setting = page.setting(ink).middle();
            drawing.text(at, setting, format_args!("{:.3}", Fixed(number)));
        }
    }
    for (left, width) in [(page.left, cell), (matrix, 2.0 * cell), (old, cell)] {
        for (x, inwards) in [(left, 5.0), (left + width, -5.0)] {
            let bottom = top + height;
            let corners = [
                (x + inwards, top),
                (x, top),
                (x, bottom),
                (x + inwards, bottom),
            ];
            let corners = corners.map(|(x, y)| Point::new(x, y));
            drawing.line(corners, 1.4, Ink::Text, 0.9);
        }
    }
    let equals = Point::new(page.left + 1.175 * cell, page.y + row / 2.0);
    drawing.text(equals, page.setting(Ink::Text).middle(), "=");
    page.y = top + height + page.line();
    let setting = LABEL.middle().size(11.0);
    for (middle, name) in [(0.5, "at B"), (2.35, "rotation by b"), (4.0, "at A")] {
        let at = Point::new(page.left + middle * cell, page.y);
        drawing.text(at, setting, name);
    }
}
