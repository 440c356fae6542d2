//! Names and numbers of the path, beside its dots and lines rather than on them.

use std::f32::consts::TAU;

use glam::Vec3;

use super::scene::Scene;
use super::walk::{Encoding, Walk};
use crate::handle::Drawing;
use phasor_draw::{Ink, LABEL, Point, Rect, Type};
use phasor_text::number::Place;

/// How a label is set, and its size.
type Setting = (Type, f32);

/// Labels that stand where nothing else is.
struct Labels<'a> {
    scene: &'a Scene,
    /// Dots and labels, on which nothing may stand.
    taken: Vec<Rect>,
    /// Lines in short pieces, which may run behind a label that has no other place.
    lines: Vec<Rect>,
}

impl Labels<'_> {
    /// Keeps labels off a dot.
    fn dot(&mut self, at: Point, radius: f32) {
        self.taken
            .push(Rect::new(at.x, at.y, 0.0, 0.0).grown(radius));
    }

    /// Keeps labels off a straight line.
    fn line(&mut self, from: Point, to: Point) {
        const PIECE: f32 = 6.0;
        let n = (from.distance(to) / PIECE).ceil().max(1.0);
        for piece in 0..=n as usize {
            let Point { x, y } = from.lerp(to, piece as f32 / n);
            self.lines.push(Rect::new(x, y, 0.0, 0.0).grown(2.0));
        }
    }

    /// Places around `at` for a label of that size, the one farthest from the middle of the picture first.
    fn around(
        &self,
        at: Point,
        gap: f32,
        (across, down): (f32, f32),
    ) -> impl Iterator<Item = Rect> {
        const TURNS: [f32; 12] = [
            0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, -4.0, 5.0, -5.0, 6.0,
        ];
        let middle = self.scene.middle();
        let outwards = (at - middle).to_angle();
        TURNS.into_iter().map(move |turn| {
            let (sin, cos) = (outwards + turn * TAU / 12.0).sin_cos();
            let (x, y) = (
                at.x + cos * (gap + across / 2.0),
                at.y + sin * (gap + down / 2.0),
            );
            Rect::new(x - across / 2.0, y - down / 2.0, across, down)
        })
    }

    /// Draws `text` so far from `at`; whether there was a place for it. Only what must be said stands on a line.
    fn draw(
        &mut self,
        (at, gap): (Point, f32),
        (setting, size): Setting,
        (text, is_needed): (&str, bool),
        drawing: &mut Drawing,
    ) -> bool {
        let setting = setting.size(size).middle();
        let across = setting.width(text);
        let bounds = self.scene.rect;
        let moved_in = |rect: Rect| {
            let (x, y) = (bounds.right() - rect.width, bounds.bottom() - rect.height);
            Rect {
                x: rect.x.min(x).max(bounds.x),
                y: rect.y.min(y).max(bounds.y),
                ..rect
            }
        };
        let is_off =
            |others: &[Rect], rect: &Rect| !others.iter().any(|other| other.overlaps(rect));
        let places = || {
            let places = self.around(at, gap, (across, size));
            places
                .map(moved_in)
                .filter(|rect| is_off(&self.taken, rect))
        };
        let clear = places().find(|rect| is_off(&self.lines, rect));
        let place = clear.or_else(|| places().next().filter(|_| is_needed));
        if let Some(rect) = place {
            let baseline = Point::new(rect.x + across / 2.0, rect.y + 0.86 * size);
            drawing.text(baseline, setting, text);
            self.taken.push(rect);
        }
        place.is_some()
    }
}

/// Names the position, the axes, and some of the dots, but not where the components are listed.
pub(super) fn draw(walk: &Walk, scene: &Scene, listed: Option<Rect>, drawing: &mut Drawing) {
    let mut labels = Labels {
        scene,
        taken: Vec::new(),
        lines: Vec::new(),
    };
    keep_off(walk, &mut labels);
    labels.taken.extend(listed);
    let place = Place(match walk.encoding {
        Encoding::Bits => walk.position.floor(),
        Encoding::Sinusoids => walk.position,
    });
    let text = match walk.encoding {
        Encoding::Bits => format!("{place}: {}", walk.encoding_text(walk.position)),
        Encoding::Sinusoids => place.to_string(),
    };
    let here = scene.project(walk.spot(walk.position)).at;
    let bold = (LABEL.bold().ink(Ink::Query), 14.0);
    labels.draw((here, 14.0), bold, (&text, true), drawing);
    if walk.encoding == Encoding::Bits {
        let next = walk.position.floor() + 1.0;
        let at = scene.project(walk.spot(next)).at;
        let bold = (LABEL.bold().ink(walk.ink(next - 1.0)), 14.0);
        let text = format!("{}: {}", Place(next), walk.encoding_text(next));
        labels.draw((at, 14.0), bold, (&text, true), drawing);
    }
    draw_axes(walk, &mut labels, drawing);
    match walk.encoding {
        Encoding::Bits => draw_corners(walk, &mut labels, drawing),
        Encoding::Sinusoids => draw_numbers(walk, &mut labels, drawing),
    }
}

/// Takes the places of dots and lines.
fn keep_off(walk: &Walk, labels: &mut Labels<'_>) {
    const DOT: f32 = 6.0;
    let projected = |position: f64| labels.scene.project(walk.spot(position)).at;
    let n = match walk.encoding {
        Encoding::Bits => walk.steps.len().min(8),
        Encoding::Sinusoids => walk.steps.len(),
    };
    let steps: Vec<(Point, Point, Point)> = (0..n)
        .map(|place| {
            let from = walk.first + place as f64;
            (
                projected(from),
                projected(from + 0.5),
                projected(from + 1.0),
            )
        })
        .collect();
    for (from, between, to) in steps {
        labels.dot(from, DOT);
        match walk.encoding {
            Encoding::Bits => labels.line(from, to),
            Encoding::Sinusoids => {
                labels.line(from, between);
                labels.line(between, to);
            }
        }
    }
}

/// What runs along the edges of the cube. An ink of the bits says how many of them flip, so their names have
/// none.
fn draw_axes(walk: &Walk, labels: &mut Labels<'_>, drawing: &mut Drawing) {
    const GAP: f32 = 8.0;
    let axes = [Vec3::X, Vec3::Z, Vec3::Y].into_iter().zip(&walk.waves);
    for (axis, wave) in axes {
        let ink = match walk.encoding {
            Encoding::Bits => Ink::Text,
            Encoding::Sinusoids => wave.ink,
        };
        let (name, ink) = match axis == Vec3::Y && walk.rise > 0.5 {
            true => ("position", Ink::Text),
            false if wave.axis.is_empty() => continue,
            false => (wave.axis.as_str(), ink),
        };
        let setting = (LABEL.ink(ink), 13.0);
        let places = labels.scene.edges(axis).map(|at| (at, GAP));
        let _ = places
            .into_iter()
            .any(|at| labels.draw(at, setting, (name, false), drawing))
            || places
                .into_iter()
                .any(|at| labels.draw(at, setting, (name, true), drawing));
    }
}

/// The bits of every corner; where two are seen in one place, of both.
fn draw_corners(walk: &Walk, labels: &mut Labels<'_>, drawing: &mut Drawing) {
    const SAME: f32 = 4.0;
    const HERE: f32 = 22.0;
    let scene = labels.scene;
    let corners = (0..walk.steps.len().min(8)).map(|place| {
        let position = walk.first + place as f64;
        (
            scene.project(walk.spot(position)),
            walk.encoding_text(position),
        )
    });
    let mut corners: Vec<_> = corners.collect();
    corners.sort_by(|one, other| other.0.near.total_cmp(&one.0.near));
    let here = scene.project(walk.spot(walk.position)).at;
    let next = scene.project(walk.spot(walk.position.floor() + 1.0)).at;
    for (place, (projected, text)) in corners.iter().enumerate() {
        let is_same =
            |other: &&(super::scene::Projected, String)| other.0.at.distance(projected.at) < SAME;
        let is_named = corners.iter().take(place).any(|other| is_same(&other))
            || projected.at.distance(here) < HERE
            || projected.at.distance(next) < SAME;
        if !is_named {
            let behind = corners.iter().skip(place + 1).find(is_same);
            let text = match behind {
                Some((_, behind)) => format!("{text}, {behind}"),
                None => text.clone(),
            };
            let setting = (LABEL.ink(Ink::Text).alpha(projected.alpha()), SMALL);
            labels.draw((projected.at, 8.0), setting, (&text, true), drawing);
        }
    }
}

const SMALL: f32 = 11.5;

/// Round numbers on the near side.
fn draw_numbers(walk: &Walk, labels: &mut Labels<'_>, drawing: &mut Drawing) {
    for place in walk.places() {
        let position = walk.first + place as f64;
        let projected = labels.scene.project(walk.spot(position));
        if (position / 10.0).fract() == 0.0 && projected.near > 0.5 {
            let setting = (LABEL.ink(Ink::Text).alpha(projected.alpha()), SMALL);
            let text = Place(position).to_string();
            labels.draw((projected.at, 7.0), setting, (&text, false), drawing);
        }
    }
}
