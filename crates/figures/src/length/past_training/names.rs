//! The names of the models beside their curves, where neither a curve nor the cursor is.

use super::perplexity::{MODELS, Model};
use crate::handle::Drawing;
use phasor_draw::{LABEL, Panel, Point, Rect, Type};

/// The radius of the ring around what was measured at the cursor.
pub(super) const RING: f32 = 7.5;
/// A name is so high, and this far from anything else, CSS pixels.
const HEIGHT: f32 = 9.0;
const CLEAR: f32 = 3.0;
const NAME: Type = LABEL.bold().size(11.0);

/// Draws every name near the last measurement of its model, and off `note`. One without a free place is left out: the
/// list above the panel has all of them.
pub(super) fn draw(context: f64, panel: &Panel, note: Rect, drawing: &mut Drawing) {
    let cursor = panel.x_px(context);
    let mut taken = curves(context, panel);
    let line = Rect::new(cursor, panel.rect.y, 0.0, panel.rect.height);
    taken.extend([line.grown(CLEAR), note.grown(CLEAR)]);
    // Above the panel is how long the text is.
    taken.push(Rect::new(0.0, 0.0, drawing.size().0, panel.rect.y - 2.0));
    let bounds = (panel.rect.x, drawing.size().0);
    for model in &MODELS {
        let is_free = |name: &Rect| {
            name.x > bounds.0
                && name.right() <= bounds.1
                && !taken.iter().any(|other| other.overlaps(name))
        };
        if let Some(name) = places(model, cursor, panel).find(is_free) {
            let at = Point::new(name.x + name.width / 2.0, name.bottom());
            let setting = NAME.middle().ink(model.ink);
            drawing.text(at, setting, model.name);
            taken.push(name.grown(CLEAR));
        }
    }
}

/// Where a name may stand, the best place first: beside the end of its curve, above or below it, and on
/// either side of the cursor, if that is near.
fn places(model: &Model, cursor: f32, panel: &Panel) -> impl Iterator<Item = Rect> {
    const NEAR: f32 = 60.0;
    let end = model.spots(panel).last().expect("every model is measured");
    let width = NAME.width(model.name);
    let at = move |x: f32, y: f32| Rect::new(x, y, width, HEIGHT);
    let beside = end.y - HEIGHT / 2.0;
    let (above, below) = (end.y - 6.0 - HEIGHT, end.y + RING + 5.0);
    let left = end.x - RING - 2.0 - width;
    let (before, after) = (cursor - 2.0 * CLEAR - width, cursor + 2.0 * CLEAR);
    let (flush, middle) = (panel.rect.right() - width, end.x - width / 2.0);
    let places = [
        at(left, beside),
        at(left, above),
        at(flush, below),
        at(middle.min(flush), above),
        at(before, below),
        at(after, below),
        at(before, beside),
        at(before, above),
        at(after, above),
        at(end.x + RING, beside),
    ];
    places
        .into_iter()
        .filter(move |place| place.grown(NEAR).contains(end))
}

/// Places that the curves take, in short pieces, and the rings at the cursor.
fn curves(context: f64, panel: &Panel) -> Vec<Rect> {
    const PIECES: usize = 12;
    const DOT: f32 = 4.0;
    let mut taken = Vec::new();
    for model in &MODELS {
        for (from, to) in model.spots(panel).zip(model.spots(panel).skip(1)) {
            taken.extend((0..=PIECES).map(|piece| {
                let Point { x, y } = from.lerp(to, piece as f32 / PIECES as f32);
                Rect::new(x, y, 0.0, 0.0).grown(DOT)
            }));
        }
        let at_cursor = model.measured.iter().zip(model.spots(panel));
        let at_cursor = at_cursor.filter(|(dot, _)| dot.0 == context);
        taken.extend(at_cursor.map(|(_, at)| Rect::new(at.x, at.y, 0.0, 0.0).grown(RING + 1.0)));
    }
    taken
}
