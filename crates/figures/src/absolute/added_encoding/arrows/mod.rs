//! The picture of `integer-code`: each word is an arrow, two of its components. A position that is added to all components
//! moves every tip by as much along the diagonal, to which all arrows turn. LayerNorm takes the diagonal away.
//!
//! Everything is drawn to one scale, which zooms out while the encoding grows.

mod frame;
mod names;
pub(super) mod plane;
mod scene;
mod zoom;

use super::computed::Computed;
use crate::Spec;
use crate::handle::Drawing;
use phasor_draw::{Ink, Point, Rect};
use phasor_text::number::{Fixed, Place};
use scene::{BUBBLE, Scene};

pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let normed = computed.normed.as_ref();
    let normed = normed.expect("integers are also computed with LayerNorm");
    let scene = Scene::new(spec, normed, drawing.size().0);
    if scene.done == 0.0 {
        let (width, height) = scene.size;
        drawing.handle(scene.pull(Rect::new(0.0, 0.0, width, height)));
    }
    let mut taken = Vec::new();
    taken.extend(frame::draw_axes(&scene, drawing));
    taken.push(frame::draw_scale(&scene, drawing));
    taken.extend(frame::draw_mean(&scene, drawing));
    frame::draw_encoding(spec, &scene, drawing);
    let tips = scene.tips();
    draw_arrows(&scene, &tips, drawing);
    names::draw(spec, &scene, (&tips, taken), drawing);
    draw_handle(spec, &scene, &tips, drawing);
    drawing.set_height(scene.size.1);
}

fn draw_arrows(scene: &Scene<'_>, [_, _, tips]: &[Vec<Point>; 3], drawing: &mut Drawing) {
    let [unit, _] = scene.units();
    for (idx, alone) in scene.alone(unit).into_iter().enumerate() {
        let alpha = 0.5 * scene.fading();
        drawing.segment(scene.origin, alone, 1.5, scene.ink(idx), alpha);
    }
    let others = tips
        .iter()
        .enumerate()
        .filter(|(idx, _)| *idx != scene.focus);
    let focus = tips.iter().enumerate().skip(scene.focus).take(1);
    for (idx, tip) in others.chain(focus) {
        let width = if idx == scene.focus { 3.2 } else { 2.2 };
        drawing.arrow((scene.origin, *tip), width, scene.ink(idx));
    }
    drawing.disc(scene.origin, 2.5, Ink::Text, 1.0);
}

/// Draws the handle at the tip of the word in focus. After LayerNorm, no position moves the tip.
fn draw_handle(
    spec: &Spec,
    scene: &Scene<'_>,
    [_, _, tips]: &[Vec<Point>; 3],
    drawing: &mut Drawing,
) {
    let Some(&tip) = tips.get(scene.focus).filter(|_| scene.done < 1.0) else {
        return;
    };
    let since = drawing.place();
    let word = spec.sentence().printed(spec.token());
    let letter = word.chars().next().map(String::from);
    let center = scene.bubble(tip);
    drawing.flag(center, BUBBLE, Ink::Query, letter.as_deref().unwrap_or(""));
    drawing.handle(scene.pull(scene.around_bubble(tip).grown(4.0)));
    if scene.done > 0.0 {
        drawing.fade(since, scene.fading());
    }
}

/// Describes the arrow of the word at `place`.
pub(super) fn probe(spec: &Spec, computed: &Computed, place: usize) -> Option<String> {
    let normed = computed.normed.as_ref()?;
    let words = spec.sentence().words();
    let mut arrows = normed.plane.arrows.iter().zip(&normed.arrows);
    let (arrow, after) = arrows.find(|(arrow, _)| words.get(arrow.place) == words.get(place))?;
    let (state, at) = match normed.is_on {
        true => ("after LayerNorm".to_owned(), *after),
        false => (
            format!("at position {}", Place(spec.position())),
            arrow.at.map(|x| x + spec.position()),
        ),
    };
    let [across, up] = normed.plane.components;
    let [x, y] = at.map(Fixed);
    Some(format!(
        "“{}” {state}: component {across} is {x:.3}, component {up} is {y:.3}",
        spec.sentence().printed(arrow.place),
    ))
}
