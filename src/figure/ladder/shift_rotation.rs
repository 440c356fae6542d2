//! A shift by an offset is a rotation: the 2 x 2 matrix of one pair, worked out step by step.

use std::f64::consts::TAU;

use crate::config::{Key, Spec};
use crate::encoding::absolute::shift_matrix;
use crate::encoding::frequency::{wavelength, within_one_turn};
use crate::figure::cache::Cache;
use crate::figure::drawing::{Drawing, Ink, LABEL, Type, pair_ink};
use crate::figure::geometry::{Axis, Panel, Point, Rect};
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, Sketch, pan, preset};
use crate::figure::number::{Fixed, Place, Short};
use crate::figure::rotation_angles::draw_track;
use crate::figure::table::{Column, Table};

/// The figure `shift-rotation`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "A shift is a rotation",
    caption: "The pair in focus at position A and, an offset later, at B; on the dial the cosine runs to \
        the right and the sine up. The steps write the code at B as a matrix times the code at A.",
    keyboard: "Keys on the figure: ← → move A and B together, ↑ ↓ change the offset, Shift takes ten, \
        Space plays.",
    shared_keys: &[
        Key::Base,
        Key::Dim,
        Key::Position,
        Key::Offset,
        Key::Length,
        Key::Pair,
    ],
    own_keys: &[Key::Step],
    leading_keys: &[Key::Step],
    presets: &[
        preset("1: the angle sum", "step=1"),
        preset("2: the addition theorem", "step=2"),
        preset("3: the old pair", "step=3"),
        preset("4: the matrix, elsewhere", "step=4&position=90"),
        preset("the fastest pair, one on", "step=4&pair=0&offset=1"),
    ],
    idle: |_, _| false,
    clock: Some(Key::Position),
    arrow: pan,
    sketch: || Box::<ShiftRotation>::default(),
};

#[derive(Debug, Default)]
struct ShiftRotation(Cache);

impl Sketch for ShiftRotation {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let pair = Pair::new(spec, &mut self.0);
        const DIAL: f32 = 210.0;
        let width = drawing.size().0;
        let top = draw_track(spec, ["A", "B"], drawing) + 22.0;
        let is_wide = width >= 640.0;
        let left = if is_wide { 4.0 } else { (width - DIAL) / 2.0 };
        let dial = Rect::new(left, top, DIAL, DIAL);
        draw_dial(&pair, dial, drawing);
        let facts = Point::new(8.0, dial.bottom() + 20.0);
        let below = draw_facts(spec, &pair, facts, drawing);
        let steps = match is_wide {
            true => Rect::new(dial.right() + 44.0, top - 6.0, width - DIAL - 52.0, 0.0),
            false => Rect::new(8.0, below + 14.0, width - 16.0, 0.0),
        };
        let bottom = draw_steps(spec, &pair, steps, drawing);
        drawing.set_height(bottom.max(below) + 4.0);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let pair = Pair::new(spec, &mut self.0);
        let [[m_11, m_12], [m_21, m_22]] = pair.matrix;
        let two = |(one, other): (f64, f64)| format!("({:.3}, {:.3})", Fixed(one), Fixed(other));
        format!(
            "In {} position{} pair {} turns by {} rad, wherever it starts. The matrix with the rows {} and {} \
             times its code {} at position {} is its code {} at {}.",
            Place(spec.offset()),
            if spec.offset() == 1.0 { "" } else { "s" },
            spec.pair(),
            Short(pair.by),
            two((m_11, m_12)),
            two((m_21, m_22)),
            two(pair.old),
            Place(spec.position()),
            two(pair.new),
            Place(spec.key_position()),
        )
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let frequencies = self.0.frequencies(spec);
        let mut columns = crate::figure::table::ladder_columns(frequencies);
        let at = |position: f64, of: fn(f64) -> f64| frequencies.angles(position).map(of).collect();
        for (name, position) in [("a", spec.position()), ("b", spec.key_position())] {
            columns.push(Column::numbers(
                &format!("sin_{name}"),
                at(position, f64::sin),
            ));
            columns.push(Column::numbers(
                &format!("cos_{name}"),
                at(position, f64::cos),
            ));
        }
        for (row, name) in [["m_11", "m_12"], ["m_21", "m_22"]].into_iter().enumerate() {
            for (column, name) in name.into_iter().enumerate() {
                let entry = |inv_freq: &f64| {
                    let matrix = shift_matrix(*inv_freq, spec.offset());
                    let entry = matrix.get(row).and_then(|row| row.get(column));
                    entry.copied().unwrap_or_default()
                };
                let entries = frequencies.inv_freq().iter().map(entry);
                columns.push(Column::numbers(name, entries.collect()));
            }
        }
        Table::new(
            "every pair at both positions, and the matrix between them",
            columns,
        )
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, _: Point) -> Option<String> {
        let pair = Pair::new(spec, &mut self.0);
        match handle.grab {
            Grab::Set(_, step) => Some(format!("step {step}")),
            _ => Some(format!(
                "pair {} turns {} rad = {}° from A to B",
                spec.pair(),
                Short(pair.by),
                Short(pair.by.to_degrees())
            )),
        }
    }
}

/// The pair in focus.
struct Pair {
    inv_freq: f64,
    ink: Ink,
    /// The angle at A.
    angle: f64,
    /// The angle of the offset.
    by: f64,
    /// The angle at B.
    sum: f64,
    /// Sine and cosine at A.
    old: (f64, f64),
    /// Sine and cosine at B.
    new: (f64, f64),
    matrix: [[f64; 2]; 2],
}

impl Pair {
    fn new(spec: &Spec, cache: &mut Cache) -> Self {
        let found = cache.frequencies(spec).inv_freq().get(spec.pair());
        let inv_freq = found.copied().unwrap_or(1.0);
        let angle = spec.position() * inv_freq;
        let sum = spec.key_position() * inv_freq;
        Self {
            inv_freq,
            ink: pair_ink(spec.pair(), spec.n_pairs()),
            angle,
            by: spec.offset() * inv_freq,
            sum,
            old: angle.sin_cos(),
            new: sum.sin_cos(),
            matrix: shift_matrix(inv_freq, spec.offset()),
        }
    }
}

/// The pair at both positions, with the angle between them.
fn draw_dial(pair: &Pair, area: Rect, drawing: &mut Drawing) {
    let radius = area.width / 2.0 - 26.0;
    let center = Point::new(area.x + area.width / 2.0, area.y + area.height / 2.0);
    let on = |(sin, cos): (f64, f64), at: f32| {
        let (x, y) = (cos as f32 * radius * at, sin as f32 * radius * at);
        Point::new(center.x + x, center.y - y)
    };
    for (from, to) in [((0.0, -1.0), (0.0, 1.0)), ((-1.0, 0.0), (1.0, 0.0))] {
        drawing.segment(on(from, 1.0), on(to, 1.0), 1.0, Ink::Faint, 1.0);
    }
    let small = LABEL.size(11.0);
    let right = on((0.0, 1.0), 1.0);
    drawing.text(
        Point::new(right.x + 4.0, right.y + 4.0),
        small,
        format_args!("cos"),
    );
    let top = on((1.0, 0.0), 1.0);
    drawing.text(
        Point::new(top.x, top.y - 6.0),
        small.middle(),
        format_args!("sin"),
    );
    drawing.ring(center, radius, 2.0, pair.ink, 1.0);
    let arc = |from: f64, by: f64, at: f32| {
        const STEPS: usize = 40;
        let by = by.clamp(-TAU, TAU);
        (0..=STEPS).map(move |step| {
            let angle = from + by * step as f64 / STEPS as f64;
            on(angle.sin_cos(), at)
        })
    };
    let turned = within_one_turn(pair.angle);
    let wedge = arc(pair.angle, pair.by, 0.97);
    drawing.shape(std::iter::once(center).chain(wedge), pair.ink, 0.2);
    drawing.line(arc(0.0, turned, 0.3), 2.0, Ink::Query, 0.9);
    drawing.line(arc(pair.angle, pair.by, 0.55), 2.6, pair.ink, 1.0);
    for (hand, ink) in [(pair.old, Ink::Query), (pair.new, Ink::Key)] {
        let tip = on(hand, 1.0);
        drawing.dashed(tip, Point::new(tip.x, center.y), 1.2, ink, 0.9);
        drawing.dashed(tip, Point::new(center.x, tip.y), 1.2, ink, 0.9);
    }
    for (hand, ink, letter) in [(pair.new, Ink::Key, "B"), (pair.old, Ink::Query, "A")] {
        drawing.segment(center, on(hand, 1.0), 3.0, ink, 1.0);
        drawing.flag(on(hand, 1.0), 10.0, ink, letter);
    }
    drawing.disc(center, 3.0, Ink::Text, 1.0);
    // The letters of the two angles stand beside the middle of their arcs; beside a short one the
    // hand is in the way.
    let beside = if turned < 0.7 { -0.35 } else { turned / 2.0 };
    let halves = [
        ("a", beside, 0.42, Ink::Query),
        ("b", pair.angle + pair.by / 2.0, 0.7, Ink::Text),
    ];
    for (letter, angle, at, ink) in halves {
        let at = on(angle.sin_cos(), at);
        let setting = LABEL.bold().middle().ink(ink);
        drawing.text(
            Point::new(at.x, at.y + 4.0),
            setting,
            format_args!("{letter}"),
        );
    }
}

/// The two angles; returns the lower edge.
fn draw_facts(spec: &Spec, pair: &Pair, at: Point, drawing: &mut Drawing) -> f32 {
    const ROW: f32 = 20.0;
    let line = |row: usize| Point::new(at.x, at.y + ROW * row as f32);
    drawing.disc(Point::new(at.x + 5.0, at.y - 4.5), 5.0, pair.ink, 1.0);
    drawing.text(
        Point::new(at.x + 16.0, at.y),
        LABEL.bold().size(13.0).ink(Ink::Text),
        format_args!("pair {} of {}", spec.pair(), spec.n_pairs()),
    );
    let wavelength = Short(wavelength(pair.inv_freq));
    drawing.text(
        line(1),
        LABEL,
        format_args!("wavelength {wavelength} tokens"),
    );
    let inv_freq = Short(pair.inv_freq);
    let angles = [
        ("a", spec.position(), pair.angle, Ink::Query),
        ("b", spec.offset(), pair.by, Ink::Text),
    ];
    for (row, (letter, tokens, angle, ink)) in angles.into_iter().enumerate() {
        let (tokens, angle) = (Place(tokens), Short(angle));
        let text = format_args!("{letter} = {tokens} × {inv_freq} = {angle}");
        drawing.text(line(row + 2), LABEL.bold().ink(ink), text);
    }
    let note = format_args!("a: angle at A, b: of the offset");
    drawing.text(line(4), LABEL.size(11.5), note);
    line(4).y + 10.0
}

const HEADINGS: [&str; 4] = [
    "the angles add",
    "the addition theorem",
    "s and c, the pair at A",
    "a matrix without the position",
];

/// What the steps are set in.
struct Page {
    left: f32,
    width: f32,
    y: f32,
}

impl Page {
    const LINE: f32 = 20.0;

    fn setting(&self) -> Type {
        LABEL.size(match self.width {
            ..250.0 => 10.5,
            ..330.0 => 12.0,
            _ => 13.5,
        })
    }

    /// Words and numbers in columns that have these middles, in parts of the width up to a limit.
    fn row<const N: usize>(&mut self, words: [(f32, Ink, String); N], drawing: &mut Drawing) {
        let width = self.width.min(430.0);
        for (middle, ink, word) in words {
            let at = Point::new(self.left + middle * width, self.y);
            let setting = self.setting().middle().ink(ink);
            let setting = match ink {
                Ink::Muted => setting,
                _ => setting.bold(),
            };
            drawing.text(at, setting, format_args!("{word}"));
        }
        self.y += Self::LINE;
    }
}

/// The four steps, as far as the one in focus; returns the lower edge.
fn draw_steps(spec: &Spec, pair: &Pair, area: Rect, drawing: &mut Drawing) -> f32 {
    let mut page = Page {
        left: area.x + 10.0,
        width: area.width - 14.0,
        y: area.y,
    };
    for (place, heading) in HEADINGS.into_iter().enumerate() {
        let step = place + 1;
        let n_lines = match step {
            2 => 4.0,
            4 => 2.6,
            _ => 2.0,
        };
        let height = 30.0 + Page::LINE * n_lines;
        let rect = Rect::new(area.x, page.y, area.width, height);
        let (is_now, is_done) = (step == spec.step_in_focus(), step <= spec.step_in_focus());
        if is_now {
            drawing.fill(rect, Ink::Faint, 0.55);
        }
        drawing.handle(Handle {
            rect,
            grab: Grab::Set(Key::Step, step as f64),
            panel: Panel {
                rect,
                x: Axis::bare(0.0, 1.0),
                y: Axis::bare(0.0, 1.0),
            },
        });
        let ink = if is_done { Ink::Text } else { Ink::Muted };
        let head = LABEL.size(13.0).ink(ink);
        let head = if is_now { head.bold() } else { head };
        let baseline = Point::new(page.left, page.y + 18.0);
        drawing.text(baseline, head, format_args!("{step}. {heading}"));
        page.y += 18.0 + Page::LINE + 2.0;
        if is_done {
            draw_step(step, pair, &mut page, drawing);
        }
        page.y = rect.bottom() + 8.0;
    }
    page.y
}

/// A number of the derivation.
fn three(number: f64) -> String {
    format!("{:.3}", Fixed(number))
}

/// The inks of signs, of what is known at A, of what is wanted at B, and of what the offset gives.
const INKS: [Ink; 4] = [Ink::Muted, Ink::Query, Ink::Key, Ink::Text];

fn draw_step(step: usize, pair: &Pair, page: &mut Page, drawing: &mut Drawing) {
    match step {
        1 => draw_sum(pair, page, drawing),
        2 => draw_theorem(pair, page, drawing),
        3 => draw_old_pair(pair, page, drawing),
        _ => draw_matrix(pair, page, drawing),
    }
}

fn draw_sum(pair: &Pair, page: &mut Page, drawing: &mut Drawing) {
    let [sign, _, new, _] = INKS;
    let sum = Short(pair.sum);
    for (name, number) in [("sin", pair.new.0), ("cos", pair.new.1)] {
        let words = [
            (0.12, sign, format!("{name}(a + b)")),
            (0.27, sign, "=".to_owned()),
            (0.49, sign, format!("{name} {sum}")),
            (0.71, sign, "=".to_owned()),
            (0.85, new, three(number)),
        ];
        page.row(words, drawing);
    }
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
                (0.10, new, sum),
                (0.24, sign, "=".to_owned()),
                (0.35, old, one),
                (0.44, sign, "·".to_owned()),
                (0.53, own, two),
                (0.62, sign, between.to_owned()),
                (0.73, old, three),
                (0.82, sign, "·".to_owned()),
                (0.92, own, four),
            ];
            page.row(words, drawing);
        }
    }
}

fn draw_old_pair(pair: &Pair, page: &mut Page, drawing: &mut Drawing) {
    let [sign, old, new, own] = INKS;
    let [[m_11, m_12], [m_21, m_22]] = pair.matrix;
    let rows = [
        (pair.new.0, m_11, m_12, ("s", pair.old.0)),
        (pair.new.1, m_21, m_22, ("c", pair.old.1)),
    ];
    for (sum, first, second, (letter, value)) in rows {
        let words = [
            (0.10, new, three(sum)),
            (0.22, sign, "=".to_owned()),
            (0.33, own, three(first)),
            (0.43, old, "s".to_owned()),
            (0.50, sign, "+".to_owned()),
            (0.60, own, three(second)),
            (0.70, old, "c".to_owned()),
            (0.88, old, format!("{letter} = {}", three(value))),
        ];
        page.row(words, drawing);
    }
}

/// The code at B as the matrix times the code at A.
fn draw_matrix(pair: &Pair, page: &Page, drawing: &mut Drawing) {
    let cell = (page.width / 4.7).min(66.0);
    let rows = [(pair.new.0, pair.old.0), (pair.new.1, pair.old.1)];
    let top = page.y - 14.0;
    let mut column = |left: f32, (ink, numbers): (Ink, [f64; 2])| {
        for (row, number) in numbers.into_iter().enumerate() {
            let at = Point::new(left + cell / 2.0, page.y + 24.0 * row as f32);
            let setting = page.setting().bold().middle().ink(ink);
            drawing.text(at, setting, format_args!("{:.3}", Fixed(number)));
        }
    };
    let [[m_11, m_12], [m_21, m_22]] = pair.matrix;
    let [(new_0, old_0), (new_1, old_1)] = rows;
    let (matrix, old) = (page.left + 1.35 * cell, page.left + 3.5 * cell);
    column(page.left, (Ink::Key, [new_0, new_1]));
    column(matrix, (Ink::Text, [m_11, m_21]));
    column(matrix + cell, (Ink::Text, [m_12, m_22]));
    column(old, (Ink::Query, [old_0, old_1]));
    for (left, width) in [(page.left, cell), (matrix, 2.0 * cell), (old, cell)] {
        for (x, inwards) in [(left, 5.0), (left + width, -5.0)] {
            let bottom = top + 46.0;
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
    let equals = Point::new(page.left + 1.175 * cell, page.y + 12.0);
    drawing.text(equals, page.setting().middle(), format_args!("="));
}
