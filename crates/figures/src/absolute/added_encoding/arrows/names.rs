//! Where the names of the arrows of `integer-code` are: around a fan, each beyond its tip, and beside a bundle, in a column.

use super::plane::{Arrow, label};
use super::scene::{BEYOND, BUBBLE, COLUMN, Scene};
use crate::absolute::added_encoding::ripple::{HEAD, PLAIN};
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Ink, Point, Rect, Type};

/// The height of a name, and from one name of a column to the next, CSS pixels.
const HEIGHT: f32 = 13.0;
const LINE: f32 = 17.0;

/// Returns the box of a name around its centre.
fn bounds(center: Point, width: f32) -> Rect {
    Rect::new(
        center.x - width / 2.0,
        center.y - HEIGHT / 2.0,
        width,
        HEIGHT,
    )
}

/// The place of a name beside its tip.
struct Place {
    center: Point,
    /// Whether there is room for the name.
    is_free: bool,
}

/// Places names beyond these `tips`, around what is `taken` and inside of the picture. The name of the word in focus is the
/// first to be placed, `gap` pixels farther away. A name without room is not free; that of the word in focus always is.
fn around(
    scene: &Scene<'_>,
    (tips, names, gap): (&[Point], &[Name], f32),
    mut taken: Vec<Rect>,
) -> Vec<Place> {
    /// From a tip or its handle to the name, CSS pixels.
    const NEAR: f32 = 5.0;
    /// How far a name may be from the direction of its arrow, radians, the best first.
    const ASIDE: [f32; 9] = [0.0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2, 1.6, -1.6];
    let (across, down) = scene.size;
    let place = |tip: Point, (width, gap): (f32, f32), aside: f32| {
        let along = scene.along(tip).rotate(Point::from_angle(aside));
        let half = Point::new(width / 2.0, HEIGHT / 2.0);
        let center = tip + (gap + NEAR) * along + half * along;
        let (x, y) = (half.x.min(across / 2.0), half.y);
        Point::new(center.x.clamp(x, across - x), center.y.clamp(y, down - y))
    };
    let mut places: Vec<Place> = Vec::new();
    places.extend(tips.iter().zip(names).map(|(tip, name)| Place {
        center: place(*tip, (name.width, 0.0), 0.0),
        is_free: false,
    }));
    let focus = scene.focus;
    let mut all: Vec<_> = tips
        .iter()
        .zip(names)
        .zip(&mut places)
        .enumerate()
        .collect();
    all.sort_by_key(|(idx, _)| *idx != focus);
    for (idx, ((tip, name), found)) in all {
        let gap = if idx == focus { gap } else { 0.0 };
        let is_free = |center: &Point| {
            let name = bounds(*center, name.width).grown(2.0);
            taken.iter().all(|other| !name.overlaps(other))
        };
        let mut centers = ASIDE
            .iter()
            .map(|aside| place(*tip, (name.width, gap), *aside));
        let first = centers.clone().next().filter(|_| idx == focus);
        if let Some(center) = centers.find(is_free).or(first) {
            taken.push(bounds(center, name.width));
            *found = Place {
                center,
                is_free: true,
            };
        }
    }
    places
}

/// Returns the centres of the names in a column beside the bundle, in the order of the tips from the upper left to the lower
/// right.
fn column(scene: &Scene<'_>, names: &[Name]) -> Vec<Point> {
    /// From the tip of the encoding up to the top of the column, which so begins under the diagonal.
    const UP: f32 = 24.0;
    const TOP: f32 = 6.0;
    let tip = scene.encoding();
    let height = names.len() as f32 * LINE;
    let top = (tip.y - UP).min(scene.origin.y - 4.0 - height).max(TOP);
    let arrows = &scene.plane.arrows;
    let centers = arrows
        .iter()
        .zip(names)
        .enumerate()
        .map(|(idx, (arrow, name))| {
            let aside = arrow.aside();
            let is_above = |(other, over): &(usize, &Arrow)| {
                // Of equal ones, the first is above.
                over.aside() > aside || (over.aside() == aside && *other < idx)
            };
            let row = arrows.iter().enumerate().filter(is_above).count() as f32;
            let left = tip.x + COLUMN;
            Point::new(left + name.width / 2.0, top + (row + 0.5) * LINE)
        });
    centers.collect()
}

/// A name in the picture.
struct Name {
    text: String,
    setting: Type,
    width: f32,
}

/// Returns the names of all arrows.
fn names(spec: &Spec, scene: &Scene<'_>) -> Vec<Name> {
    let arrows = scene.plane.arrows.iter().enumerate();
    let names = arrows.map(|(idx, arrow)| {
        let (text, setting) = match idx == scene.focus {
            true => (label(spec, arrow), HEAD.ink(Ink::Query)),
            false => (label(spec, arrow), PLAIN),
        };
        Name {
            width: setting.width(&text),
            text,
            setting: setting.middle(),
        }
    });
    names.collect()
}

/// Draws the names of all words around what is `taken`: around the fan, or in a column beside the bundle.
pub(super) fn draw(
    spec: &Spec,
    scene: &Scene<'_>,
    ([off, on, _], taken): (&[Vec<Point>; 3], Vec<Rect>),
    drawing: &mut Drawing,
) {
    let names = names(spec, scene);
    let alone = scene.alone(scene.zoom.unit(0.0));
    let mut beside_handle = taken.clone();
    beside_handle.extend(alone.get(scene.focus).map(|tip| scene.around_bubble(*tip)));
    let fan = around(scene, (&alone, &names, BEYOND + BUBBLE), beside_handle);
    let normed = around(scene, (on, &names, 0.0), taken);
    let column = column(scene, &names);
    let (bundled, done) = (scene.bundled(), scene.done as f32);
    draw_bracket(&column, &names, bundled * scene.fading(), drawing);
    let places = alone.iter().zip(off).zip(&fan).zip(&column).zip(&normed);
    let arrows = scene.plane.arrows.iter().zip(names);
    for ((arrow, name), ((((alone, off), fan), column), normed)) in arrows.zip(places) {
        let before = (*off + fan.center - *alone).lerp(*column, bundled);
        let center = before.lerp(normed.center, done);
        let alpha = |place: &Place, hidden: f32| if place.is_free { 1.0 } else { hidden };
        let (from, to) = (alpha(fan, bundled), alpha(normed, 0.0));
        let alpha = from + done * (to - from);
        if alpha > 0.0 {
            let baseline = center + Point::new(0.0, 4.5);
            drawing.text(baseline, name.setting.alpha(alpha), name.text);
            drawing.handle(Handle {
                rect: bounds(center, name.width).grown(3.0),
                grab: Grab::Set(Key::Token, arrow.place as f64),
                panel: scene.panel(),
            });
        }
    }
}

/// Draws the line that holds the names of a bundle together.
fn draw_bracket(column: &[Point], names: &[Name], alpha: f32, drawing: &mut Drawing) {
    let ends = column.iter().map(|center| center.y);
    let (low, high) = ends.fold((f32::MAX, f32::MIN), |(low, high), y| {
        (low.min(y), high.max(y))
    });
    let left = column.iter().zip(names).next();
    let left = left.map(|(center, name)| center.x - name.width / 2.0);
    if let Some(left) = left.filter(|_| alpha > 0.0) {
        let [from, to] = [low - 7.0, high + 7.0].map(|y| Point::new(left - 6.0, y));
        drawing.segment(from, to, 1.2, Ink::Muted, alpha);
    }
}
