//! The picture of the figure: the image whose patches light up, and where everything else stands.

use super::super::scene::{self, Detail};
use super::computed::{Computed, Scale, by, loss_of_key};
use super::direction::{Direction, LAST, SIDE};
use super::style::wash;
use super::way::Way;
use super::{curves, film, head};
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Axis, Ink, Panel, Point, Rect, SMALL, WIDE};
use phasor_text::number::{Brief, Superscript};

/// Room for the scale of brightness above the image.
const TOP: f32 = 24.0;
/// The gap between two parts.
const GAP: f32 = 10.0;

/// Returns the place of the image in a drawing of some width.
pub(super) fn image(width: f32) -> Rect {
    let side = match width >= WIDE {
        true => (width * 0.52).min(384.0),
        false => (width * 0.57).min(240.0),
    };
    Rect::new(0.0, TOP, side, side)
}

pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let is_wide = width >= WIDE;
    let image = image(width);
    let side = image.width;
    draw_scale(spec, computed, drawing);
    draw_image(spec, computed, image, drawing);
    let has_film = computed.head.way != Way::Axial;
    let left = side + if is_wide { 28.0 } else { 14.0 };
    let beside = Rect::new(left, TOP, width - left, side);
    let mut bottom = image.bottom();
    let curves = match is_wide {
        true => {
            let below = head::draw(
                spec,
                &computed.head,
                Rect {
                    height: side * 0.48,
                    ..beside
                },
                drawing,
            ) + GAP;
            Rect::new(left, below, beside.width, image.bottom() - below)
        }
        false => beside,
    };
    curves::draw(spec, &computed.head, curves, drawing);
    if has_film {
        bottom = film::draw(
            spec,
            computed,
            Rect::new(0.0, bottom + GAP, width, 0.0),
            drawing,
        );
    }
    if !is_wide {
        let strip = Rect::new(0.0, bottom + GAP, width, 84.0);
        bottom = head::draw(spec, &computed.head, strip, drawing);
    }
    drawing.set_height(bottom + 4.0);
}

/// Draws what dim and bright mean, and how bright patch k is.
fn draw_scale(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    const BAR: f32 = 96.0;
    const STEPS: usize = 24;
    let scale = computed.head.scale;
    let [none, most] = ends(scale);
    let title = "score lower by";
    drawing.text(Point::new(0.0, 12.0), SMALL.ink(Ink::Text), title);
    let mut x = SMALL.width(title) + 8.0;
    drawing.text(Point::new(x, 12.0), SMALL, &none);
    x = (x + SMALL.width(&none) + 5.0).round();
    let bar = Rect::new(x, 2.0, BAR, 12.0);
    drawing.fill(bar, scene::SAMPLE, 1.0);
    let across = BAR / STEPS as f32;
    for step in 0..STEPS {
        let part = (step as f64 + 0.5) / STEPS as f64;
        let rect = Rect::new(bar.x + step as f32 * across, bar.y, across, bar.height);
        wash(rect, 1.0 - part, drawing);
    }
    drawing.outline(bar, 1.0, Ink::Faint, 1.0);
    drawing.text(Point::new(bar.right() + 5.0, 12.0), SMALL, &most);
    let loss = loss_of_key(spec, &computed.head);
    let at = bar.x + (1.0 - scale.brightness(loss)) as f32 * BAR;
    let (from, to) = (
        Point::new(at, bar.y - 2.0),
        Point::new(at, bar.bottom() + 3.0),
    );
    drawing.segment(from, to, 4.0, Ink::Surface, 1.0);
    drawing.segment(from, to, 2.0, Ink::Key, 1.0);
    let of_key = format!("k: {}", Brief(loss));
    let right = drawing.size().0;
    let left = bar.right() + 5.0 + SMALL.width(&most) + 10.0;
    if left + SMALL.width(&of_key) <= right {
        drawing.text(Point::new(left, 12.0), SMALL.ink(Ink::Key), of_key);
    }
}

/// Returns the numbers at the ends of a scale, from bright to dim.
pub(super) fn ends(scale: Scale) -> [String; 2] {
    match scale {
        Scale::Even(most) => ["0".to_owned(), Brief(most).to_string()],
        Scale::Powers(low, high) => [low, high].map(power),
    }
}

/// Returns a power of ten in words.
fn power(exponent: i32) -> String {
    match exponent {
        0 => "1".to_owned(),
        _ => format!("10{}", Superscript(exponent)),
    }
}

fn draw_image(spec: &Spec, computed: &Computed, rect: Rect, drawing: &mut Drawing) {
    let cell = rect.width / SIDE as f32;
    let frame = by(spec, computed.head.way, Direction::Time);
    scene::draw(frame, Detail::Full, rect, drawing);
    for (patch, loss) in computed.losses().enumerate() {
        let (row, column) = ((patch / SIDE) as f32, (patch % SIDE) as f32);
        let patch = Rect::new(rect.x + column * cell, rect.y + row * cell, cell, cell);
        wash(patch, computed.head.scale.brightness(loss), drawing);
    }
    for line in 1..SIDE {
        let by = line as f32 * cell;
        let across = Rect::new(rect.x, rect.y + by - 0.75, rect.width, 1.5);
        let down = Rect::new(rect.x + by - 0.75, rect.y, 1.5, rect.height);
        drawing.fill(across, Ink::Surface, 0.8);
        drawing.fill(down, Ink::Surface, 0.8);
    }
    drawing.outline(rect, 1.0, Ink::Faint, 1.0);
    draw_patches(spec, computed.head.way, rect, drawing);
}

/// Returns what a press on the image moves.
fn hold(row: Key, column: Key) -> Grab {
    Grab::Slide {
        x: Some(column),
        y: Some(row),
    }
}

/// Draws q, which follows a press anywhere, and k, which is held by its flag.
pub(super) fn draw_patches(spec: &Spec, way: Way, rect: Rect, drawing: &mut Drawing) {
    /// The radius of a flag, and the reach of a finger around it.
    const FLAG: f32 = 8.8;
    const REACH: f32 = 15.0;
    let panel = &Panel {
        rect,
        x: Axis::bare(-0.5, LAST + 0.5),
        y: Axis::bare(LAST + 0.5, -0.5),
    };
    let cell = rect.width / SIDE as f32;
    let frame = |(row, column): (f64, f64)| {
        let center = Point::new(panel.x_px(column), panel.y_px(row));
        Rect::new(center.x, center.y, 0.0, 0.0).grown(cell / 2.0)
    };
    drawing.handle(Handle {
        rect: panel.rect,
        grab: hold(Key::QueryRow, Key::QueryColumn),
        panel: *panel,
    });
    let key = frame(spec.key_patch());
    drawing.outline(key.grown(-1.0), 1.6, Ink::Key, 1.0);
    let query = frame(spec.query_patch());
    drawing.outline(query, 5.0, Ink::Surface, 0.9);
    match by(spec, way, Direction::Time) {
        0.0 => drawing.outline(query, 2.8, Ink::Query, 1.0),
        // In another frame of the film, q has only its place.
        _ => draw_place(query, drawing),
    }
    // Flags reach over the edge of a small patch, so that both fit on one, but their middles are inside it.
    let inset = match cell < 2.0 * FLAG - 2.0 {
        true => 0.15 * cell,
        false => (FLAG - 3.0).max(0.22 * cell),
    };
    let inside = panel.rect.grown(-FLAG);
    let within = |place: Point| {
        let (first, last) = (
            Point::new(inside.x, inside.y),
            Point::new(inside.right(), inside.bottom()),
        );
        place.clamp(first, last)
    };
    let of_key = within(Point::new(key.right() - inset, key.bottom() - inset));
    drawing.disc(of_key, FLAG + 1.2, Ink::Surface, 0.9);
    drawing.flag(of_key, FLAG, Ink::Key, "k");
    drawing.handle(Handle {
        rect: Rect::new(of_key.x, of_key.y, 0.0, 0.0).grown(REACH.min(cell / 2.0).max(FLAG)),
        grab: hold(Key::KeyRow, Key::KeyColumn),
        panel: *panel,
    });
    let of_query = within(Point::new(query.x + inset, query.y + inset));
    drawing.disc(of_query, FLAG + 1.2, Ink::Surface, 0.9);
    drawing.flag(of_query, FLAG, Ink::Query, "q");
}

/// Draws a dashed frame.
fn draw_place(rect: Rect, drawing: &mut Drawing) {
    let (left, right, top, foot) = (rect.x, rect.right(), rect.y, rect.bottom());
    let sides = [
        ((left, top), (right, top)),
        ((left, foot), (right, foot)),
        ((left, top), (left, foot)),
        ((right, top), (right, foot)),
    ];
    for ((x, y), (to_x, to_y)) in sides {
        let (from, to) = (Point::new(x, y), Point::new(to_x, to_y));
        drawing.dashed(from, to, 2.4, Ink::Query, 1.0);
    }
}
