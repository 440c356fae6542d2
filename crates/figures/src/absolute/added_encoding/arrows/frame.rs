//! Axes, scale and encoding of the picture of arrows.

use super::scene::{COLUMN, Scene};
use crate::Spec;
use crate::handle::Drawing;
use phasor_draw::{Ink, LABEL, Point, Rect};
use phasor_text::number::{Place, Tick};

/// How far out the encoding has its name, in parts of its length.
const LABELLED: f32 = 0.75;

/// Draws the axes of both components and the diagonal; returns where their names are.
pub(super) fn draw_axes(scene: &Scene<'_>, drawing: &mut Drawing) -> [Rect; 2] {
    let (origin, (width, height)) = (scene.origin, scene.size);
    let back = scene.fan + 6.0;
    let end = Point::new(width - 2.0, origin.y);
    let top = Point::new(origin.x, 4.0);
    drawing.segment(origin - Point::new(back, 0.0), end, 1.0, Ink::Faint, 1.0);
    let foot = Point::new(origin.x, (origin.y + back).min(height));
    drawing.segment(foot, top, 1.0, Ink::Faint, 1.0);
    let [low, high] = [-0.7 * back, diagonal(scene)].map(|out| origin + Point::new(out, -out));
    drawing.dashed(low, high, 1.2, Ink::Third, 0.8);
    let [across, up] = scene.plane.components;
    let short = |component: usize, room: f32| {
        let long = format!("component {component}");
        match LABEL.width(&long) <= room {
            true => long,
            false => component.to_string(),
        }
    };
    let across = short(across, 0.5 * width);
    let at = end + Point::new(0.0, 15.0);
    drawing.text(at, LABEL.end(), &across);
    let up = short(up, scene.reach + COLUMN - 16.0);
    let above = top + Point::new(6.0, 9.0);
    drawing.text(above, LABEL, &up);
    let [wide, high] = [&across, &up].map(|text| LABEL.width(text));
    [
        Rect::new(at.x - wide, at.y - 12.0, wide, 14.0),
        Rect::new(above.x, above.y - 12.0, high, 14.0),
    ]
}

/// Draws a bar with its length at the present scale; returns where it is.
pub(super) fn draw_scale(scene: &Scene<'_>, drawing: &mut Drawing) -> Rect {
    const LONGEST: f64 = 90.0;
    let (width, height) = scene.size;
    let end = Point::new(width - 4.0, height - 6.0);
    let [off, on] = scene.units();
    let (unit, note, alpha) = match scene.done < 0.5 {
        true => (off, "", 1.0 - 2.0 * scene.done),
        false => (on, " after LayerNorm", 2.0 * scene.done - 1.0),
    };
    let number = round_below(LONGEST / unit);
    let from = end - Point::new((number * unit) as f32, 0.0);
    let alpha = alpha as f32;
    drawing.segment(from, end, 2.0, Ink::Text, alpha);
    for post in [from, end] {
        let [low, high] = [3.0, -3.0].map(|y| post + Point::new(0.0, y));
        drawing.segment(low, high, 2.0, Ink::Text, alpha);
    }
    let text = format!("{}{note}", Tick(number));
    let setting = LABEL.ink(Ink::Text).alpha(alpha).end();
    let at = end - Point::new(0.0, 9.0);
    let wide = setting.width(&text).max(LONGEST as f32);
    drawing.text(at, setting, text);
    Rect::new(end.x - wide, at.y - 12.0, wide, 24.0)
}

/// Returns the largest of 1, 2 and 5 times a power of ten that is at most `number`.
fn round_below(number: f64) -> f64 {
    // A number that is round but for its last bits stays.
    const SLACK: f64 = 1e-9;
    let power = 10f64.powf((number.log10() + SLACK).floor());
    let fits = |digit: &f64| digit * power <= number * (1.0 + SLACK);
    let digit = [5.0, 2.0].into_iter().find(fits);
    digit.unwrap_or(1.0) * power
}

/// Says beside the diagonal what LayerNorm does; returns where.
pub(super) fn draw_mean(scene: &Scene<'_>, drawing: &mut Drawing) -> Option<Rect> {
    const OUT: f32 = 0.42;
    let out = OUT * diagonal(scene);
    let at = scene.origin + Point::new(out + 14.0, 12.0 - out);
    let setting = LABEL.ink(Ink::Third).alpha(scene.done as f32);
    let texts = [
        "subtracted: the mean of all 384 components",
        "subtracted: the mean",
        "subtracted",
    ];
    let text = setting.fitting(&texts, scene.size.0 - at.x - 4.0);
    (scene.done > 0.0).then(|| {
        drawing.text(at, setting, text);
        Rect::new(at.x, at.y - 12.0, setting.width(text), 14.0)
    })
}

/// Returns how far the diagonal goes along both axes, CSS pixels.
fn diagonal(scene: &Scene<'_>) -> f32 {
    (scene.size.0 - scene.origin.x).min(scene.origin.y) - 4.0
}

/// Draws what is added to every word, and the circle in which the words are, around 0 and around the encoding.
pub(super) fn draw_encoding(spec: &Spec, scene: &Scene<'_>, drawing: &mut Drawing) {
    let (tip, alpha, radius) = (scene.encoding(), scene.fading(), scene.radius());
    if alpha == 0.0 || spec.position() == 0.0 {
        return;
    }
    drawing.segment(scene.origin, tip, 9.0, Ink::Third, 0.3 * alpha);
    for center in [scene.origin, tip] {
        drawing.ring(center, radius + 3.0, 1.0, Ink::Muted, 0.6 * alpha);
    }
    let out = tip.x - scene.origin.x;
    let middle = scene.origin + LABELLED * (tip - scene.origin) - Point::new(16.0, 2.0);
    let whole = format!("encoding of position {}", Place(spec.position()));
    let setting = LABEL.ink(Ink::Third).end();
    let text = setting.fitting(&[&whole, "encoding"], LABELLED * out - 14.0);
    if setting.width(text) <= LABELLED * out - 14.0 {
        drawing.text(middle, setting.alpha(alpha), text);
    }
    // While the words are wide apart, their own names say what they are.
    let alpha = alpha * scene.bundled();
    let (from, to) = (
        scene.origin + Point::new(0.6, 0.8) * (radius + 3.0),
        scene.origin + Point::new(18.0, 0.4 * scene.fan),
    );
    drawing.segment(from, to, 1.0, Ink::Muted, alpha);
    let setting = LABEL.ink(Ink::Text);
    let room = scene.size.0 - to.x - 8.0;
    let text = setting.fitting(&["the words without positions", "words alone"], room);
    let at = to + Point::new(4.0, 9.0);
    drawing.text(at, setting.alpha(alpha), text);
}
