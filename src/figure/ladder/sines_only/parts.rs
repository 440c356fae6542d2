//! One pair on its dial, and all components as strips.

use std::f64::consts::{PI, TAU};

use crate::config::Spec;
use crate::config::choice::Components;
use crate::encoding::absolute::sinusoidal::components;
use crate::encoding::frequency::within_one_turn;
use crate::encoding::matrix::dot;
use crate::encoding::{Frequencies, Order, Sinusoidal};
use crate::figure::drawing::{Drawing, Ink, LABEL, pair_ink};
use crate::figure::geometry::{Point, Rect};
use crate::figure::number::{Fixed, Place, Short};
use crate::figure::sine_waves::draw_code_scale;

/// The order of the components that are kept.
fn kept(spec: &Spec) -> Order {
    match spec.components() {
        Components::Sines => Order::SinesOnly,
        Components::Cosines => Order::CosinesOnly,
        Components::Both => spec.order(),
    }
}

/// One pair on its dial, cosine to the right and sine up: the position, the other one of the turn at
/// which what is kept is the same, and both of them moved by the offset.
pub(super) struct Dial {
    pub(super) pair: usize,
    pub(super) angle: f64,
    pub(super) inv_freq: f64,
    pub(super) shift: f64,
    /// How far on the other position is.
    pub(super) ahead: Option<f64>,
}

impl Dial {
    pub(super) fn new(spec: &Spec, frequencies: &Frequencies) -> Self {
        /// Nearer than this in radians the two are one.
        const ONE: f64 = 1e-6;
        let pair = spec.pair();
        let inv_freq = frequencies.inv_freq().get(pair).copied().unwrap_or(1.0);
        let angle = spec.position() * inv_freq;
        let twin = kept(spec).twin(angle);
        let ahead = twin.map(|twin| within_one_turn(twin - angle));
        Self {
            pair,
            angle,
            inv_freq,
            shift: spec.offset() * inv_freq,
            ahead: ahead.filter(|ahead| (ONE..TAU - ONE).contains(ahead)),
        }
    }

    /// What is kept of the pair at an angle.
    pub(super) fn kept(spec: &Spec, angle: f64) -> f64 {
        match spec.components() {
            Components::Cosines => angle.cos(),
            _ => angle.sin(),
        }
    }
}

/// How wide the dial with its numbers is where the strips stand beside it.
pub(super) const WIDE: f32 = 250.0;

pub(super) fn draw_dial(spec: &Spec, frequencies: &Frequencies, area: Rect, drawing: &mut Drawing) {
    let dial = Dial::new(spec, frequencies);
    let radius = 62.0;
    let center = Point::new(area.x + radius + 14.0, area.y + radius + 12.0);
    let title = LABEL.bold().size(13.0).ink(Ink::Text);
    let (components, pair) = (spec.components(), dial.pair);
    let head = Point::new(area.x, area.y - 16.0);
    let text = match components {
        Components::Both => format!("pair {pair}: one angle, one code"),
        Components::Sines => format!("pair {pair}: two positions, one sine"),
        Components::Cosines => format!("pair {pair}: two positions, one cosine"),
    };
    drawing.text(head, title, format_args!("{text}"));
    let ink = pair_ink(pair, spec.n_pairs());
    drawing.ring(center, radius, 1.6, ink, 1.0);
    let on = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        Point::new(
            center.x + radius * cos as f32,
            center.y - radius * sin as f32,
        )
    };
    // What is kept is read off a ruler beside the dial or below it.
    let (right, below) = (center.x + radius + 26.0, center.y + radius + 22.0);
    let foot = |at: Point| match components {
        Components::Cosines => Point::new(at.x, below),
        _ => Point::new(right, at.y),
    };
    let (start, end) = match components {
        Components::Cosines => (foot(on(PI)), foot(on(0.0))),
        _ => (foot(on(-PI / 2.0)), foot(on(PI / 2.0))),
    };
    if components != Components::Both {
        drawing.segment(start, end, 1.4, Ink::Muted, 0.8);
    }
    let twin = dial.ahead.map(|ahead| (dial.angle + ahead, Ink::Third));
    let hands = twin.into_iter().chain([(dial.angle, Ink::Query)]);
    for (angle, ink) in hands {
        let (from, to) = (on(angle), on(angle + dial.shift));
        const STEPS: usize = 24;
        let arc = (0..=STEPS).map(|step| on(angle + dial.shift * step as f64 / STEPS as f64));
        if dial.shift.abs() < TAU {
            drawing.line(arc, 4.0, ink, 0.55);
        }
        drawing.segment(center, from, 2.4, ink, 1.0);
        drawing.segment(center, to, 1.6, ink, 0.6);
        drawing.disc(from, 5.5, ink, 1.0);
        drawing.ring(to, 5.0, 2.0, ink, 1.0);
        if components != Components::Both {
            for (at, alpha) in [(from, 1.0), (to, 0.7)] {
                let foot = foot(at);
                drawing.dashed(at, foot, 1.0, ink, alpha);
                drawing.disc(foot, 3.0, ink, alpha);
            }
        }
    }
    let numbers = match area.width < 294.0 && area.width != WIDE {
        true => Point::new(area.x, below + 30.0),
        false => Point::new(right + 16.0, area.y + 16.0),
    };
    draw_numbers(spec, &dial, numbers, drawing);
}

/// What is kept of the pair at both positions, and of both moved by the offset.
fn draw_numbers(spec: &Spec, dial: &Dial, at: Point, drawing: &mut Drawing) {
    const ROW: f32 = 18.0;
    let names: &[&str] = match spec.components() {
        Components::Sines => &["sin"],
        Components::Cosines => &["cos"],
        Components::Both => &["sin", "cos"],
    };
    let mut y = at.y;
    let twin = dial.ahead.map(|ahead| (ahead, Ink::Third));
    for (ahead, ink) in [(0.0, Ink::Query)].into_iter().chain(twin) {
        let position = spec.position() + ahead / dial.inv_freq;
        for (shift, offset) in [(0.0, 0.0), (dial.shift, spec.offset())] {
            let head = LABEL.bold().ink(ink);
            let place = Place(position + offset);
            let text = format_args!("at {place}");
            drawing.text(Point::new(at.x, y), head, text);
            let (sin, cos) = (dial.angle + ahead + shift).sin_cos();
            for name in names {
                let number = if *name == "sin" { sin } else { cos };
                y += ROW;
                let text = format_args!("{name} {:.3}", Fixed(number));
                drawing.text(Point::new(at.x, y), LABEL.ink(Ink::Text), text);
            }
            y += ROW;
        }
        y += 4.0;
    }
}

/// The codes at the two positions and their product, component by component; returns the lower edge.
pub(super) fn draw_strips(
    spec: &Spec,
    frequencies: &Frequencies,
    area: Rect,
    drawing: &mut Drawing,
) -> f32 {
    const HEIGHT: f32 = 22.0;
    const ROW: f32 = 54.0;
    let (order, kept) = (spec.order(), kept(spec));
    let n_kept = kept.n_components(spec.n_pairs());
    let positions = [spec.position(), spec.key_position()];
    let codes = positions.map(|position| -> Vec<(usize, f64)> {
        components(frequencies, order, position).collect()
    });
    let [first, second] = &codes;
    let products = first.iter().zip(second);
    let products = products.map(|(&(place, one), (_, other))| (place, one * other));
    let products: Vec<(usize, f64)> = products.collect();
    let of = |position: f64| Sinusoidal::new(frequencies.clone(), kept).encode(position);
    let sum = dot(&of(spec.position()), &of(spec.key_position()));
    let [p, other] = positions;
    let kept_of = match area.width < 320.0 {
        true => String::new(),
        false => format!(": {n_kept} of {} components", spec.dim()),
    };
    let rows = [
        (format!("code at {}{kept_of}", Place(p)), Ink::Query, first),
        (format!("code at {}", Place(other)), Ink::Key, second),
        (
            format!("their product, sum {}", Short(sum)),
            Ink::Text,
            &products,
        ),
    ];
    for (row, (title, ink, cells)) in rows.into_iter().enumerate() {
        let y = area.y + ROW * row as f32;
        let head = Point::new(area.x, y - 7.0);
        drawing.text(head, LABEL.bold().ink(ink), format_args!("{title}"));
        let strip = Rect::new(area.x, y, area.width, HEIGHT);
        draw_cells(spec, cells, strip, drawing);
    }
    let y = area.y + 3.0 * ROW + 2.0;
    draw_code_scale(Point::new(area.x, y), drawing);
    let note = LABEL.ink(pair_ink(spec.pair(), spec.n_pairs()));
    let at = Point::new(area.x + 130.0, y);
    drawing.text(at, note, format_args!("pair {} marked", spec.pair()));
    y + 16.0
}

/// The components that are kept, each at its place; those of the pair in focus are marked.
fn draw_cells(spec: &Spec, cells: &[(usize, f64)], strip: Rect, drawing: &mut Drawing) {
    drawing.outline(strip, 1.0, Ink::Faint, 1.0);
    let cell = strip.width / spec.dim() as f32;
    let gap = if cell > 5.0 { 0.75 } else { 0.0 };
    // The sine of a pair comes before its cosine, wherever they stand.
    let kept = cells
        .iter()
        .enumerate()
        .filter(|(nth, _)| match spec.components() {
            Components::Sines => nth % 2 == 0,
            Components::Cosines => nth % 2 == 1,
            Components::Both => true,
        });
    for (nth, (place, value)) in kept {
        let x = strip.x + *place as f32 * cell;
        let rect = Rect::new(x, strip.y, cell - gap, strip.height);
        drawing.fill(rect, Ink::Diverging(*value as f32), 1.0);
        if nth / 2 == spec.pair() {
            let mark = Rect::new(x, strip.bottom() + 2.0, cell.max(2.5) - gap, 3.0);
            drawing.fill(mark, pair_ink(spec.pair(), spec.n_pairs()), 1.0);
        }
    }
}
