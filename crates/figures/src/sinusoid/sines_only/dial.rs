//! One pair on its dial, with the other position of the turn that has the same sine or cosine.

use std::f64::consts::{PI, TAU};

use super::Components;
use super::strips::order;
use crate::Spec;
use crate::handle::Drawing;
use phasor_draw::{Ink, LABEL, Point, WIDE, pair_ink};
use phasor_encoding::Frequencies;
use phasor_encoding::frequency::within_one_turn;
use phasor_text::number::{Fixed, Place};

/// One pair on its dial, with cosine to the right and sine up: the position, the other position of the turn with the
/// same sine or cosine, and both positions moved by the offset.
pub(super) struct Dial {
    pub(super) pair: usize,
    pub(super) angle: f64,
    pub(super) inv_freq: f64,
    pub(super) shift: f64,
    /// The angle from the position to the other one, if there is another.
    pub(super) ahead: Option<f64>,
}

impl Dial {
    pub(super) fn new(spec: &Spec, frequencies: &Frequencies) -> Self {
        /// Angles that differ by less than this, in radians, count as one.
        const ONE: f64 = 1e-6;
        let pair = spec.pair();
        let inv_freq = frequencies.inv_freq().get(pair);
        let inv_freq = *inv_freq.expect("every pair has a frequency");
        let angle = spec.position() * inv_freq;
        let twin = order(spec).twin(angle);
        let ahead = twin.map(|twin| within_one_turn(twin - angle));
        Self {
            pair,
            angle,
            inv_freq,
            shift: spec.offset() * inv_freq,
            ahead: ahead.filter(|ahead| (ONE..TAU - ONE).contains(ahead)),
        }
    }

    pub(super) fn reading(&self, spec: &Spec) -> String {
        let name = match spec.choice::<Components>() {
            Components::Sines => "sine",
            Components::Cosines => "cosine",
            Components::Both => {
                return format!(
                    "Together, sine and cosine fix the angle of pair {}: no other position of this turn shares both with \
                     position {}.",
                    self.pair,
                    Place(spec.position()),
                );
            }
        };
        let here = Place(spec.position());
        match self.ahead {
            None => format!(
                "At position {here}, this pair’s {name} is at an extreme: only one position per full turn has it."
            ),
            Some(ahead) => format!(
                "One {name}, two positions: {:.3} at {here} and again at {}. From the {name} alone, you cannot tell them \
                 apart; move both by the same offset, and their sines differ.",
                Fixed(Self::component(spec, self.angle)),
                Place(spec.position() + ahead / self.inv_freq),
            ),
        }
    }

    /// Returns the kept component of the pair at an angle.
    fn component(spec: &Spec, angle: f64) -> f64 {
        match spec.choice::<Components>() {
            Components::Cosines => angle.cos(),
            _ => angle.sin(),
        }
    }
}

/// The layout.
struct Layout {
    center: Point,
    radius: f32,
    /// Where the ruler of a sine (x) and that of a cosine (y) are.
    ruler: Point,
    numbers: Point,
    bottom: f32,
}

impl Layout {
    const NUMBERS: f32 = 190.0;

    fn new(width: f32) -> Self {
        const GAP: f32 = 34.0;
        let top = 34.0;
        if width >= WIDE {
            let radius = (0.24 * width).min(180.0);
            let whole = 2.0 * radius + 2.0 * GAP + Self::NUMBERS;
            let left = (width - whole) / 2.0;
            let center = Point::new(left + radius, top + radius);
            let ruler = Point::new(center.x + radius + GAP, center.y + radius + GAP);
            return Self {
                center,
                radius,
                ruler,
                numbers: Point::new(ruler.x + GAP, center.y - 70.0),
                bottom: ruler.y + 12.0,
            };
        }
        let radius = (0.29 * width).min(120.0);
        let center = Point::new(width / 2.0 - 12.0, top + radius);
        let ruler = Point::new(center.x + radius + 24.0, center.y + radius + 18.0);
        let numbers = Point::new((width - Self::NUMBERS) / 2.0, ruler.y + 28.0);
        Self {
            center,
            radius,
            ruler,
            numbers,
            bottom: numbers.y + 126.0,
        }
    }

    fn on(&self, angle: f64) -> Point {
        let (sin, cos) = angle.sin_cos();
        Point::new(
            self.center.x + self.radius * cos as f32,
            self.center.y - self.radius * sin as f32,
        )
    }
}

pub(super) fn draw(spec: &Spec, frequencies: &Frequencies, drawing: &mut Drawing) {
    let dial = Dial::new(spec, frequencies);
    let layout = Layout::new(drawing.size().0);
    let ink = pair_ink(dial.pair, spec.n_pairs());
    let title = LABEL.bold().middle().size(13.0).ink(ink);
    let head = Point::new(layout.center.x, layout.center.y - layout.radius - 16.0);
    let text = format_args!("pair {} of {}", dial.pair, spec.n_pairs());
    drawing.text(head, title, text);
    drawing.ring(layout.center, layout.radius, 2.0, ink, 1.0);
    // A sine is read off a ruler beside the dial, a cosine off one below.
    let foot = |at: Point| match spec.choice::<Components>() {
        Components::Cosines => Point::new(at.x, layout.ruler.y),
        _ => Point::new(layout.ruler.x, at.y),
    };
    let is_half = spec.choice::<Components>() != Components::Both;
    if is_half {
        let (low, high) = match spec.choice::<Components>() {
            Components::Cosines => (PI, 0.0),
            _ => (-PI / 2.0, PI / 2.0),
        };
        let (start, end) = (foot(layout.on(low)), foot(layout.on(high)));
        drawing.segment(start, end, 1.6, Ink::Muted, 0.8);
    }
    let twin = dial.ahead.map(|ahead| (dial.angle + ahead, Ink::Third));
    let hands = twin.into_iter().chain([(dial.angle, Ink::Query)]);
    for (angle, ink) in hands {
        const STEPS: usize = 24;
        let (from, to) = (layout.on(angle), layout.on(angle + dial.shift));
        if dial.shift.abs() < TAU {
            let part = |step: usize| dial.shift * step as f64 / STEPS as f64;
            let arc = (0..=STEPS).map(|step| layout.on(angle + part(step)));
            drawing.line(arc, 5.0, ink, 0.55);
        }
        drawing.segment(layout.center, from, 2.8, ink, 1.0);
        drawing.segment(layout.center, to, 1.8, ink, 0.6);
        for (at, alpha) in [(from, 1.0), (to, 0.7)].into_iter().filter(|_| is_half) {
            let foot = foot(at);
            drawing.dashed(at, foot, 1.2, ink, alpha);
            drawing.disc(foot, 4.0, ink, alpha);
        }
        drawing.disc(from, 6.0, ink, 1.0);
        drawing.disc(to, 6.0, Ink::Surface, 1.0);
        drawing.ring(to, 5.0, 2.2, ink, 1.0);
    }
    draw_numbers(spec, &dial, layout.numbers, drawing);
    drawing.set_height(layout.bottom);
}

/// Draws the kept components at both positions, before and after the offset.
fn draw_numbers(spec: &Spec, dial: &Dial, at: Point, drawing: &mut Drawing) {
    const ROW: f32 = 22.0;
    let mut y = at.y;
    let moved = format!("moved by {}", Place(spec.offset()));
    let groups = [
        ("before the offset", 0.0, 0.0),
        (moved.as_str(), dial.shift, spec.offset()),
    ];
    for (heading, shift, offset) in groups {
        drawing.text(Point::new(at.x, y), LABEL, heading);
        let twin = dial.ahead.map(|ahead| (ahead, Ink::Third));
        for (ahead, ink) in [(0.0, Ink::Query)].into_iter().chain(twin) {
            y += ROW;
            let sign = Point::new(at.x + 6.0, y - 4.5);
            match shift == 0.0 {
                true => drawing.disc(sign, 5.5, ink, 1.0),
                false => drawing.ring(sign, 4.5, 2.0, ink, 1.0),
            }
            let position = Place(spec.position() + ahead / dial.inv_freq + offset);
            let name = LABEL.size(13.0).ink(ink);
            let text = format_args!("position {position}");
            drawing.text(Point::new(at.x + 18.0, y), name, text);
            let (sin, cos) = (dial.angle + ahead + shift).sin_cos();
            let value = LABEL.bold().size(13.0).ink(Ink::Text).end();
            let (sine, cosine) = (
                format!("sin {:.3}", Fixed(sin)),
                format!("cos {:.3}", Fixed(cos)),
            );
            let text = match spec.choice::<Components>() {
                Components::Sines => sine,
                Components::Cosines => cosine,
                Components::Both => {
                    y += ROW;
                    format!("{sine}, {cosine}")
                }
            };
            let right = Point::new(at.x + Layout::NUMBERS, y);
            drawing.text(right, value, text);
        }
        y += ROW + 6.0;
    }
}
