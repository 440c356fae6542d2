//! The pair on its dial, with cosine to the right and sine up, and the construction of the step in focus.

use std::f64::consts::{FRAC_PI_2, TAU};

use super::pair::Pair;
use crate::handle::{Drawing, Hand, Moves, SECOND_LENGTH};
use phasor_draw::{Ink, LABEL, Point, Rect, SMALL};
use phasor_encoding::frequency::within_one_turn;

/// The unit circle in the drawing.
struct Face {
    center: Point,
    radius: f32,
}

impl Face {
    /// Returns the point with this sine and cosine, at a fraction of the radius.
    fn on(&self, (sin, cos): (f64, f64), part: f64) -> Point {
        let radius = f64::from(self.radius) * part;
        let (right, up) = ((cos * radius) as f32, (sin * radius) as f32);
        Point::new(self.center.x + right, self.center.y - up)
    }

    /// Returns the points of an arc of at most one full turn.
    fn arc(&self, from: f64, by: f64, part: f64) -> impl Iterator<Item = Point> {
        const STEPS: usize = 48;
        let by = by.clamp(-TAU, TAU);
        (0..=STEPS).map(move |step| {
            let angle = from + by * step as f64 / STEPS as f64;
            self.on(angle.sin_cos(), part)
        })
    }
}

/// The radius of the bubbles of A and B.
const BUBBLE: f32 = 10.0;

/// Draws the dial in the square `area`.
pub(super) fn draw(pair: &Pair, step: usize, area: Rect, drawing: &mut Drawing) {
    let face = Face {
        center: area.center(),
        radius: area.width / 2.0 - 26.0,
    };
    draw_axes(pair, &face, drawing);
    match step {
        1 => draw_angles(pair, &face, drawing),
        2 => draw_legs(pair, &face, drawing),
        3 => draw_old(pair, &face, drawing),
        4 => draw_everywhere(pair, &face, drawing),
        _ => draw_feet(pair, &face, drawing),
    }
    draw_rim_mark(pair, &face, drawing);
    let second = f64::from(SECOND_LENGTH);
    let hands = [
        ((pair.new, second), Ink::Key, "B", Moves::Second),
        ((pair.old, 1.0), Ink::Query, "A", Moves::All),
    ];
    for ((hand, length), ink, letter, moves) in hands {
        let tip = face.on(hand, length);
        drawing.hand((face.center, tip), 3.0, ink);
        drawing.flag(tip, BUBBLE, ink, letter);
        let hand = Hand {
            moves,
            inv_freq: pair.inv_freq,
            pair_idx: None,
        };
        let rect = Rect::new(tip.x, tip.y, 0.0, 0.0).grown(BUBBLE + 2.0);
        drawing.handle(hand.handle(rect, face.center, face.radius));
    }
    drawing.disc(face.center, 3.0, Ink::Text, 1.0);
}

/// Draws the line from the hand of B, which is shorter than the radius, to its point on the circle, where sine and cosine
/// are read.
fn draw_rim_mark(pair: &Pair, face: &Face, drawing: &mut Drawing) {
    let rim = face.on(pair.new, 1.0);
    drawing.segment(face.center, rim, 1.2, Ink::Key, 0.9);
    drawing.disc(rim, 4.0, Ink::Key, 1.0);
}

fn draw_axes(pair: &Pair, face: &Face, drawing: &mut Drawing) {
    let (left, right) = (face.on((0.0, -1.0), 1.0), face.on((0.0, 1.0), 1.0));
    let (low, high) = (face.on((-1.0, 0.0), 1.0), face.on((1.0, 0.0), 1.0));
    drawing.segment(left, right, 1.0, Ink::Faint, 1.0);
    drawing.segment(low, high, 1.0, Ink::Faint, 1.0);
    let beside = Point::new(right.x + 4.0, right.y + 4.0);
    drawing.text(beside, SMALL, "cos");
    let above = Point::new(high.x, high.y - 6.0);
    drawing.text(above, SMALL.middle(), "sin");
    drawing.ring(face.center, face.radius, 2.0, pair.ink, 1.0);
}

/// Draws a text with its middle at `at`.
fn draw_letter(at: Point, ink: Ink, text: &str, drawing: &mut Drawing) {
    let setting = LABEL.bold().middle().size(13.0).ink(ink);
    let baseline = Point::new(at.x, at.y + 4.5);
    drawing.text(baseline, setting, text);
}

/// Draws the letter of the angle between the hands at a fraction of the radius, or outside of the circle if the bubble of B
/// would cover it.
fn draw_letter_of_offset(pair: &Pair, face: &Face, part: f64, drawing: &mut Drawing) {
    const ROOM: f32 = BUBBLE + 7.0;
    let middle = (pair.angle + pair.by / 2.0).sin_cos();
    let inside = face.on(middle, part);
    let bubble = face.on(pair.new, f64::from(SECOND_LENGTH));
    let at = match inside.distance(bubble) < ROOM {
        true => face.on(middle, f64::from(1.0 + ROOM / face.radius)),
        false => inside,
    };
    draw_letter(at, Ink::Text, "b", drawing);
}

/// Draws sine and cosine of both hands, as lines to the axes.
fn draw_feet(pair: &Pair, face: &Face, drawing: &mut Drawing) {
    for (hand, ink) in [(pair.old, Ink::Query), (pair.new, Ink::Key)] {
        let tip = face.on(hand, 1.0);
        let feet = [
            Point::new(tip.x, face.center.y),
            Point::new(face.center.x, tip.y),
        ];
        for foot in feet {
            drawing.dashed(tip, foot, 1.2, ink, 0.9);
        }
    }
}

/// Draws the wedge between the hands.
fn draw_wedge(pair: &Pair, from: f64, alpha: f32, face: &Face, drawing: &mut Drawing) {
    let rim = face.arc(from, pair.by, 1.0);
    drawing.shape(std::iter::once(face.center).chain(rim), pair.ink, alpha);
}

/// Draws the first step: the angle at A, the angle of the offset, and their sum.
fn draw_angles(pair: &Pair, face: &Face, drawing: &mut Drawing) {
    let turned = within_one_turn(pair.angle);
    draw_feet(pair, face, drawing);
    draw_wedge(pair, pair.angle, 0.2, face, drawing);
    drawing.line(face.arc(0.0, turned, 0.3), 2.4, Ink::Query, 1.0);
    drawing.line(face.arc(pair.angle, pair.by, 0.52), 2.8, pair.ink, 1.0);
    // A letter is beside the middle of its arc; at a short arc, it is on the other side of the axis.
    let middle = if turned < 0.7 { -0.35 } else { turned / 2.0 };
    draw_letter(face.on(middle.sin_cos(), 0.44), Ink::Query, "a", drawing);
    draw_letter_of_offset(pair, face, 0.7, drawing);
}

/// Draws the second step: the way to B goes along A by cos b, then at a right angle by sin b.
fn draw_legs(pair: &Pair, face: &Face, drawing: &mut Drawing) {
    let (sin_b, cos_b) = pair.by.sin_cos();
    let (sin_a, cos_a) = pair.old;
    let knee = (sin_a * cos_b, cos_a * cos_b);
    let (bend, tip) = (face.on(knee, 1.0), face.on(pair.new, 1.0));
    draw_wedge(pair, pair.angle, 0.12, face, drawing);
    for (from, ink) in [(bend, Ink::Query), (tip, Ink::Key)] {
        let foot = Point::new(face.center.x, from.y);
        drawing.dashed(from, foot, 1.2, ink, 0.9);
        drawing.disc(foot, 3.0, ink, 1.0);
    }
    drawing.segment(face.center, bend, 6.0, Ink::Query, 0.45);
    drawing.segment(bend, tip, 3.0, Ink::Text, 1.0);
    drawing.disc(bend, 4.0, Ink::Text, 1.0);
    // The name of a leg is beside its middle, outside of the triangle.
    let gap = 24.0 / f64::from(face.radius);
    let side = if sin_b < 0.0 { gap } else { -gap };
    let (up, right) = (pair.angle + FRAC_PI_2).sin_cos();
    let half = (knee.0 / 2.0 + side * up, knee.1 / 2.0 + side * right);
    draw_letter(face.on(half, 1.0), Ink::Query, "cos b", drawing);
    let out = if cos_b < 0.0 { -gap } else { gap };
    let half = (
        f64::midpoint(knee.0, pair.new.0) + out * sin_a,
        f64::midpoint(knee.1, pair.new.1) + out * cos_a,
    );
    draw_letter(face.on(half, 1.0), Ink::Text, "sin b", drawing);
}

/// Draws the third step: sine and cosine of A are s and c.
fn draw_old(pair: &Pair, face: &Face, drawing: &mut Drawing) {
    let (sin, cos) = pair.old;
    draw_wedge(pair, pair.angle, 0.12, face, drawing);
    let tip = face.on(pair.old, 1.0);
    let (across, up) = (face.on((0.0, cos), 1.0), face.on((sin, 0.0), 1.0));
    drawing.dashed(tip, across, 1.2, Ink::Query, 0.9);
    drawing.dashed(tip, up, 1.2, Ink::Query, 0.9);
    drawing.segment(face.center, up, 5.0, Ink::Query, 0.9);
    drawing.segment(face.center, across, 5.0, Ink::Query, 0.9);
    let away = |number: f64| if number < 0.0 { 0.14 } else { -0.14 };
    draw_letter(
        face.on((sin / 2.0, away(cos)), 1.0),
        Ink::Query,
        "s",
        drawing,
    );
    draw_letter(
        face.on((away(sin), cos / 2.0), 1.0),
        Ink::Query,
        "c",
        drawing,
    );
}

/// Draws the last step: the same rotation from other positions.
fn draw_everywhere(pair: &Pair, face: &Face, drawing: &mut Drawing) {
    const OTHERS: usize = 5;
    let turn = TAU / (OTHERS + 1) as f64;
    for other in 1..=OTHERS {
        let from = pair.angle + turn * other as f64;
        draw_wedge(pair, from, 0.06, face, drawing);
        drawing.line(face.arc(from, pair.by, 0.55), 1.6, pair.ink, 0.4);
        let second = f64::from(SECOND_LENGTH);
        let ends = [(from, 1.0, Ink::Query), (from + pair.by, second, Ink::Key)];
        for (angle, length, ink) in ends {
            let tip = face.on(angle.sin_cos(), length);
            drawing.segment(face.center, tip, 1.2, ink, 0.3);
            drawing.disc(tip, 3.5, ink, 0.5);
        }
    }
    draw_wedge(pair, pair.angle, 0.24, face, drawing);
    drawing.line(face.arc(pair.angle, pair.by, 0.55), 2.8, pair.ink, 1.0);
    draw_letter_of_offset(pair, face, 0.72, drawing);
}
