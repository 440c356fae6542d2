//! Names and numbers of the path, beside its dots and lines rather than on them.

use std::f32::consts::TAU;
use std::fmt::Arguments;

use glam::Vec3;

use super::scene::Scene;
use super::walk::{Encoding, ShortName, Walk};
use crate::handle::Drawing;
use phasor_draw::{Ink, LABEL, Point, Rect, Type};
use phasor_text::number::Place;

/// How a label is set, and its size.
type Setting = (Type, f32);

/// Where something is.
#[derive(Debug, Default)]
pub(super) struct Taken {
    /// Dots and labels, on which nothing may stand.
    spots: Vec<Rect>,
    /// Lines in short pieces, which may run behind a label that has no other place.
    lines: Vec<Rect>,
}

/// Labels that stand where nothing else is.
struct Labels<'a> {
    scene: &'a Scene,
    taken: &'a mut Taken,
}

impl Labels<'_> {
    /// Keeps labels off a dot.
    fn dot(&mut self, at: Point, radius: f32) {
        let spot = Rect::new(at.x, at.y, 0.0, 0.0).grown(radius);
        self.taken.spots.push(spot);
    }

    /// Keeps labels off a straight line.
    fn line(&mut self, from: Point, to: Point) {
        const PIECE: f32 = 6.0;
        let n = (from.distance(to) / PIECE).ceil().max(1.0);
        for piece in 0..=n as usize {
            let Point { x, y } = from.lerp(to, piece as f32 / n);
            let piece = Rect::new(x, y, 0.0, 0.0).grown(2.0);
            self.taken.lines.push(piece);
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

    /// Takes a place for a label of that size so far from `at`, if there is one. Only what must be said stands on a line.
    fn place(
        &mut self,
        (at, gap): (Point, f32),
        size: (f32, f32),
        is_needed: bool,
    ) -> Option<Rect> {
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
            let places = self.around(at, gap, size);
            places
                .map(moved_in)
                .filter(|rect| is_off(&self.taken.spots, rect))
        };
        let clear = places().find(|rect| is_off(&self.taken.lines, rect));
        let place = clear.or_else(|| places().next().filter(|_| is_needed));
        self.taken.spots.extend(place);
        place
    }

    /// Draws `text` so far from `at`, if there is a place for it.
    fn draw(
        &mut self,
        place: (Point, f32),
        (setting, size): Setting,
        (text, is_needed): (Arguments<'_>, bool),
        drawing: &mut Drawing,
    ) {
        let setting = setting.size(size).middle();
        if let Some(rect) = self.place(place, (setting.width_of(text), size), is_needed) {
            drawing.text(baseline(rect), setting, text);
        }
    }
}

/// Returns the middle of the baseline of a label, which is as high as its letters.
fn baseline(label: Rect) -> Point {
    Point::new(label.center().x, label.y + 0.86 * label.height)
}

/// Names the position, the axes, and some of the dots, but not where the components are listed.
pub(super) fn draw(
    walk: &Walk,
    scene: &Scene,
    (listed, taken): (Option<Rect>, &mut Taken),
    drawing: &mut Drawing,
) {
    taken.spots.clear();
    taken.lines.clear();
    let mut labels = Labels { scene, taken };
    keep_off(walk, &mut labels);
    labels.taken.spots.extend(listed);
    let here = scene.project(walk.spot(walk.position)).at;
    let bold = (LABEL.bold().ink(Ink::Query), 14.0);
    match walk.encoding {
        Encoding::Sinusoids => {
            let text = format_args!("{}", Place(walk.position));
            labels.draw((here, 14.0), bold, (text, true), drawing);
        }
        Encoding::Bits => {
            let whole = walk.position.floor();
            let text = format_args!("{}: {}", Place(whole), walk.encoding_text(walk.position));
            labels.draw((here, 14.0), bold, (text, true), drawing);
            let next = whole + 1.0;
            let at = scene.project(walk.spot(next)).at;
            let bold = (LABEL.bold().ink(walk.ink(whole)), 14.0);
            let text = format_args!("{}: {}", Place(next), walk.encoding_text(next));
            labels.draw((at, 14.0), bold, (text, true), drawing);
        }
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
    let scene = labels.scene;
    let projected = |position: f64| scene.project(walk.spot(position)).at;
    let n = match walk.encoding {
        Encoding::Bits => walk.steps.len().min(8),
        Encoding::Sinusoids => walk.steps.len(),
    };
    for place in 0..n {
        let from = walk.first + place as f64;
        let [start, between, end] = [from, from + 0.5, from + 1.0].map(projected);
        labels.dot(start, DOT);
        match walk.encoding {
            Encoding::Bits => labels.line(start, end),
            Encoding::Sinusoids => {
                labels.line(start, between);
                labels.line(between, end);
            }
        }
    }
}

/// What runs along the edges of the cube. An ink of the bits says how many of them flip, so their names have
/// none. On its way from a component to the position, the height has both names, each as opaque as it is the height.
fn draw_axes(walk: &Walk, labels: &mut Labels<'_>, drawing: &mut Drawing) {
    const GAP: f32 = 8.0;
    const SIZE: f32 = 13.0;
    let setting = LABEL.size(SIZE).middle();
    let axes = [Vec3::X, Vec3::Z, Vec3::Y].into_iter().zip(&walk.waves);
    for (axis, wave) in axes {
        let risen = if axis == Vec3::Y {
            walk.rise as f32
        } else {
            0.0
        };
        let ink = match walk.encoding {
            Encoding::Bits => Ink::Text,
            Encoding::Sinusoids => wave.ink,
        };
        let component = format_args!("{}", ShortName(wave.component));
        let position = format_args!("position");
        let [before, after] = [component, position].map(|name| setting.width_of(name));
        // Without a component, there is only the other name.
        let (across, apart) = match (before, risen) {
            (0.0, 0.0) => continue,
            (0.0, _) => (after, 0.0),
            _ => (before + risen * (after - before), apart(risen)),
        };
        let edges = labels.scene.edges(axis);
        let mut places = [false, true]
            .into_iter()
            .flat_map(|is_needed| edges.map(|at| (at, is_needed)));
        let size = (across, SIZE + apart);
        let place = places.find_map(|(at, is_needed)| labels.place((at, GAP), size, is_needed));
        let Some(rect) = place else { continue };
        let first = baseline(Rect {
            height: SIZE,
            ..rect
        });
        let alpha = if before > 0.0 { 1.0 - risen } else { 0.0 };
        let names = [
            (component, 0.0, ink, alpha),
            (position, apart, Ink::Text, risen),
        ];
        for (name, below, ink, alpha) in names.into_iter().filter(|name| name.3 > 0.0) {
            let at = first + Point::new(0.0, below);
            drawing.text(at, setting.ink(ink).alpha(alpha), name);
        }
    }
}

/// Returns how far the second name of the height is below the first, CSS pixels: a line where both can be read, and nothing
/// where one of them is alone.
fn apart(risen: f32) -> f32 {
    const LINE: f32 = 15.0;
    /// The part of the way on which the names come apart, at either end.
    const COMING_APART: f32 = 0.2;
    LINE * (risen.min(1.0 - risen) / COMING_APART).min(1.0)
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
            let text = format_args!("{text}");
            labels.draw((projected.at, 8.0), setting, (text, true), drawing);
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
            let text = format_args!("{}", Place(position));
            labels.draw((projected.at, 7.0), setting, (text, false), drawing);
        }
    }
}
