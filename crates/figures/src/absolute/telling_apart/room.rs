//! The picture of a room whose floor is the space of the directions set aside: encodings lie on it, words stand upright.

use super::computed::{Computed, angle_of_share};
use super::floor::HEAD;
use crate::Spec;
use crate::handle::Drawing;
use phasor_draw::{Ink, LABEL, Point, Rect, WIDE};
use phasor_text::number::{Fixed, Grouped, Percent};

/// The room seen from the side: every vector as an arrow of the same length, at its angle to the floor.
struct Room {
    corner: Point,
    radius: f32,
}

impl Room {
    fn at(&self, angle: f64, share: f32) -> Point {
        let (sin, cos) = (angle as f32).sin_cos();
        let length = share * self.radius;
        Point::new(self.corner.x + length * cos, self.corner.y - length * sin)
    }

    fn ray(&self, angle: f64, share: f32) -> (Point, Point) {
        (self.corner, self.at(angle, share))
    }
}

/// Draws the room; returns its lower edge.
pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) -> f32 {
    const TOP: f32 = 34.0;
    let is_wide = drawing.size().0 >= WIDE;
    let widest = if is_wide { 300.0 } else { 250.0 };
    let radius = (drawing.size().0 - 44.0).min(widest);
    let room = Room {
        corner: Point::new(14.0, TOP + radius),
        radius,
    };
    let floor = match computed.n_aside {
        0 => "0 directions".to_owned(),
        1 => "1 direction".to_owned(),
        n => format!("{n} directions"),
    };
    drawing.text(
        Point::new(0.0, 14.0),
        HEAD,
        format_args!("angle above a floor of {floor}"),
    );
    let others = match is_wide {
        true => (
            drawing.size().0,
            14.0,
            "thin: the other words and positions",
        ),
        false => (drawing.size().0, 32.0, "thin: the others"),
    };
    let (x, y, text) = others;
    let small = LABEL.size(11.5).end();
    drawing.text(Point::new(x, y), small, text);
    draw_floor(&room, drawing);
    for angle in &computed.encoding_angles {
        let (from, to) = room.ray(*angle, 1.0);
        drawing.segment(from, to, 1.0, Ink::Key, 0.3);
    }
    for word in 0..computed.shares.len() {
        let (from, to) = room.ray(angle_of_share(computed.share(word)), 1.0);
        drawing.segment(from, to, 1.2, Ink::Query, 0.5);
    }
    draw_chosen(spec, computed, &room, drawing)
}

/// Draws the floor, and the quarter of a circle on which all arrows end.
fn draw_floor(room: &Room, drawing: &mut Drawing) {
    const STEPS: u32 = 48;
    let Room { corner, radius } = *room;
    let floor = Rect::new(corner.x, corner.y, radius + 24.0, 7.0);
    drawing.fill(floor, Ink::Key, 0.35);
    let quarter = (0..=STEPS).map(|step| {
        let angle = std::f64::consts::FRAC_PI_2 * f64::from(step) / f64::from(STEPS);
        room.at(angle, 1.0)
    });
    drawing.line(quarter, 1.0, Ink::Faint, 1.0);
    let top = room.at(std::f64::consts::FRAC_PI_2, 1.0);
    drawing.dashed(corner, top, 1.0, Ink::Muted, 0.8);
}

/// Draws the word and the encoding in focus, and names the arrows; returns the lower edge.
fn draw_chosen(spec: &Spec, computed: &Computed, room: &Room, drawing: &mut Drawing) -> f32 {
    let word_share = computed.share(spec.token());
    let word = angle_of_share(word_share);
    let encoding = computed.encoding_angles.get(computed.row(spec));
    let encoding = *encoding.expect("the position in focus is one of those analysed");
    // Where one lies on the other, both are seen.
    drawing.arrow(room.ray(encoding, 1.0), 4.5, Ink::Key);
    drawing.arrow(room.ray(word, 1.0), 2.5, Ink::Query);
    let name = spec.sentence().printed(spec.token());
    let position = Grouped(spec.position().floor() as u64);
    let on_floor = |share: f64| format!("{} of its squared norm is on the floor", Percent(share));
    let named = [
        (format!("“{name}”:"), word, on_floor(word_share), Ink::Query),
        (
            format!("encoding of position {position}:"),
            encoding,
            on_floor(encoding.cos().powi(2)),
            Ink::Key,
        ),
    ];
    let Room { corner, radius } = *room;
    let is_wide = drawing.size().0 >= WIDE;
    let (x, mut y) = match is_wide {
        true => (corner.x + radius + 40.0, corner.y - 0.94 * radius),
        false => (0.0, corner.y + 28.0),
    };
    for (name, angle, text, ink) in named {
        // Beside the room, the encoding's name is at the height of the floor.
        if is_wide && ink == Ink::Key {
            y = corner.y - 14.0;
        }
        let bold = LABEL.bold().size(13.0).ink(ink);
        let degrees = Fixed(angle.to_degrees());
        drawing.text(
            Point::new(x, y),
            bold,
            format_args!("{name} {degrees:.1}° up"),
        );
        let below = Point::new(x, y + 17.0);
        drawing.text(below, LABEL.size(11.5), text);
        y += 42.0;
    }
    y - 17.0
}
