//! The path in its cube, the components at the position, and the lengths of the steps.

use glam::Vec3;

use super::labels::{self, Taken};
use super::scene::{Projected, Scene};
use super::walk::{Component, Encoding, Walk};
use crate::Spec;
use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, WIDE};
use phasor_text::number::Fixed;

/// Memory that is used again from frame to frame.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    parts: Vec<(Part, Projected)>,
    taken: Taken,
}

pub(super) fn draw(spec: &Spec, walk: &Walk, buffers: &mut Buffers, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let is_wide = width >= WIDE;
    let (across, down) = match (walk.encoding, is_wide) {
        (Encoding::Bits, true) => ((0.58 * width).min(560.0), 450.0),
        (Encoding::Bits, false) => (width, (0.75 * width).min(360.0)),
        (Encoding::Sinusoids, true) => (width, 500.0),
        (Encoding::Sinusoids, false) => (width, (0.98 * width).min(400.0)),
    };
    let scene = Scene::new(spec, Rect::new(0.0, 0.0, across, down), walk.rise);
    drawing.handle(scene.handle());
    scene.draw_cube(drawing);
    draw_floor(walk, &scene, drawing);
    draw_path(walk, &scene, &mut buffers.parts, drawing);
    // On a desk the list of components stands in the upper left corner.
    let listed = is_wide && walk.encoding == Encoding::Sinusoids;
    let listed = listed.then_some(Rect::new(0.0, 0.0, 204.0, 76.0));
    labels::draw(walk, &scene, (listed, &mut buffers.taken), drawing);
    match (walk.encoding, is_wide) {
        (Encoding::Bits, true) => {
            let left = across + 74.0;
            let chart = Rect::new(left, 72.0, width - left - 18.0, down - 122.0);
            draw_steps(walk, chart, drawing);
            drawing.set_height(down);
        }
        (Encoding::Bits, false) => {
            let below = if width < 340.0 { 50.0 } else { 32.0 };
            let chart = Rect::new(64.0, down + below, width - 82.0, 80.0);
            draw_steps(walk, chart, drawing);
            drawing.set_height(chart.bottom() + 46.0);
        }
        (Encoding::Sinusoids, true) => {
            draw_facts(walk, Point::new(8.0, 22.0), drawing);
            drawing.set_height(down);
        }
        (Encoding::Sinusoids, false) => {
            let bottom = draw_facts(walk, Point::new(8.0, down + 16.0), drawing);
            drawing.set_height(bottom);
        }
    }
}

/// Draws the circle of a pair on the floor, and the place of the position on it.
fn draw_floor(walk: &Walk, scene: &Scene, drawing: &mut Drawing) {
    const STEPS: usize = 48;
    if walk.encoding == Encoding::Bits {
        return;
    }
    let circle = (0..=STEPS).map(|step| {
        let angle = step as f32 / STEPS as f32 * std::f32::consts::TAU;
        scene.project(Vec3::new(angle.sin(), -1.0, angle.cos())).at
    });
    drawing.line(circle, 1.2, Ink::Muted, 0.5);
    let here = walk.spot(walk.position);
    let foot = scene.project(here.with_y(-1.0)).at;
    drawing.dashed(foot, scene.project(here).at, 1.2, Ink::Query, 0.8);
    drawing.disc(foot, 3.0, Ink::Query, 0.8);
}

/// A part of the path.
#[derive(Debug, Clone, Copy)]
enum Part {
    /// The step from the position at this place.
    Step(usize),
    /// The position at this place.
    Dot(usize),
}

impl Part {
    /// Returns the place of the part on the path.
    fn order(self) -> usize {
        match self {
            Self::Step(place) => 2 * place,
            Self::Dot(place) => 2 * place + 1,
        }
    }
}

/// Draws the path from the farthest to the nearest part.
fn draw_path(
    walk: &Walk,
    scene: &Scene,
    parts: &mut Vec<(Part, Projected)>,
    drawing: &mut Drawing,
) {
    let spot = |place: usize| walk.spot(walk.first + place as f64);
    // After eight positions, bits are back at the same corners.
    let n = match walk.encoding {
        Encoding::Bits => walk.steps.len().min(8),
        Encoding::Sinusoids => walk.steps.len(),
    };
    let spots = (0..n).flat_map(|place| {
        let between = (spot(place) + spot(place + 1)) / 2.0;
        [
            (Part::Step(place), between),
            (Part::Dot(place), spot(place)),
        ]
    });
    parts.clear();
    parts.extend(spots.map(|(part, spot)| (part, scene.project(spot))));
    // A stable sort would need memory. Parts at the same depth are in the order of positions.
    parts.sort_unstable_by(|(one, near), (two, other)| {
        let by_depth = near.near.total_cmp(&other.near);
        by_depth.then_with(|| one.order().cmp(&two.order()))
    });
    for &(part, projected) in parts.iter() {
        match part {
            Part::Step(place) => draw_step(walk, scene, (place, projected), drawing),
            Part::Dot(place) => {
                let ink = match walk.encoding {
                    Encoding::Bits => Ink::Text,
                    Encoding::Sinusoids => walk.ink(walk.first + place as f64),
                };
                drawing.disc(projected.at, projected.size(4.0), ink, projected.alpha());
            }
        }
    }
    // The current position is never hidden or faint.
    let here = scene.project(walk.spot(walk.position));
    drawing.disc(here.at, here.size(9.0), Ink::Surface, 1.0);
    drawing.disc(here.at, here.size(7.5), Ink::Query, 1.0);
}

/// Draws one step; jumps are dashed, because there is nothing between two integers.
fn draw_step(
    walk: &Walk,
    scene: &Scene,
    (place, projected): (usize, Projected),
    drawing: &mut Drawing,
) {
    /// The largest bend of a line between two of its points, in radians.
    const BEND: f64 = 0.2;
    let from = walk.first + place as f64;
    let ink = walk.ink(from);
    let whole = walk.position.floor();
    match walk.encoding {
        Encoding::Bits => {
            let is_next = (whole - from) as i64 % 8 == 0;
            let (width, alpha) = match is_next {
                true => (projected.size(5.0), 1.0),
                false => (projected.size(2.6), projected.alpha()),
            };
            let (start, end) = (
                scene.project(walk.spot(from)).at,
                scene.project(walk.spot(from + 1.0)).at,
            );
            if start != end {
                drawing.dashed(start, end, width, ink, alpha);
            }
            if is_next {
                let next = scene.project(walk.spot(from + 1.0));
                drawing.ring(next.at, next.size(8.5), 2.0, ink, 1.0);
            }
        }
        Encoding::Sinusoids => {
            let [fast, _, upright] = &walk.waves;
            let n = (fast.inv_freq.max(upright.inv_freq) / BEND)
                .ceil()
                .clamp(1.0, 6.0) as usize;
            let points = (0..=n).map(|part| {
                let position = from + part as f64 / n as f64;
                scene.project(walk.spot(position)).at
            });
            drawing.line(points, projected.size(2.2), ink, projected.alpha());
        }
    }
}

/// Draws the components at the current position; returns the lower edge. The upright one is there as far as it is the
/// height, and keeps its place, so that nothing below it moves.
fn draw_facts(walk: &Walk, at: Point, drawing: &mut Drawing) -> f32 {
    const ROW: f32 = 21.0;
    const NUMBERS: f32 = 188.0;
    let mut y = at.y;
    let alphas = [1.0, 1.0, 1.0 - walk.rise as f32];
    let waves = walk.waves.iter().zip(alphas);
    let named = waves.filter(|(wave, _)| wave.component != Component::Nothing);
    for ((wave, alpha), number) in named.zip(walk.at(walk.position)) {
        if alpha > 0.0 {
            drawing.disc(Point::new(at.x + 5.0, y - 4.5), 5.0, wave.ink, alpha);
            let name = Point::new(at.x + 18.0, y);
            drawing.text(name, LABEL.size(13.0).alpha(alpha), wave.component);
            let right = Point::new(at.x + NUMBERS, y);
            let value = LABEL.bold().size(13.0).ink(Ink::Text).end();
            drawing.text(
                right,
                value.alpha(alpha),
                format_args!("{:.3}", Fixed(number)),
            );
        }
        y += ROW;
    }
    y - ROW + 8.0
}

/// Returns whether the key to the colours has room beside the title of the bars.
fn is_roomy(rect: Rect) -> bool {
    rect.width > 240.0
}

/// Draws the key to the colours of jumps: how many bits flip.
fn draw_inks(walk: &Walk, rect: Rect, drawing: &mut Drawing) {
    const ACROSS: f32 = 26.0;
    const WIDTH: f32 = 132.0;
    let left = match is_roomy(rect) {
        true => rect.right() - WIDTH,
        false => rect.x - 56.0,
    };
    for (place, (wave, text)) in walk.waves.iter().zip(["1", "2", "3 bits flip"]).enumerate() {
        let at = Point::new(left + ACROSS * place as f32, rect.y - 14.0);
        drawing.disc(Point::new(at.x + 4.0, at.y - 4.0), 4.0, wave.ink, 1.0);
        let name = Point::new(at.x + 12.0, at.y);
        drawing.text(name, LABEL.ink(Ink::Text), text);
    }
}

/// Draws the length of every jump as bars between the positions, with the mean.
fn draw_steps(walk: &Walk, rect: Rect, drawing: &mut Drawing) {
    let (n, mean) = (walk.steps.len(), walk.mean());
    let axis = Axis::bare(walk.first, walk.first + n as f64);
    let chart = drawing.panel(Panel {
        rect,
        x: axis.labelled_within("position (tokens)", rect.width),
        y: Axis::bare(0.0, 3f64.sqrt() * 1.04).labelled("length", 3),
    });
    let title = LABEL.bold().size(13.0).ink(Ink::Text);
    let left = Point::new(
        rect.x - 56.0,
        rect.y - if is_roomy(rect) { 14.0 } else { 32.0 },
    );
    drawing.text(left, title, "length of each jump");
    draw_inks(walk, rect, drawing);
    let one = chart.y_px(mean);
    let beside = Point::new(rect.x - 8.0, one + 4.0);
    drawing.text(beside, LABEL.end().size(11.0), "mean");
    let here = (walk.position.floor() - walk.first) as usize;
    for (place, step) in walk.steps.iter().enumerate() {
        let from = walk.first + place as f64;
        let (left, top) = (chart.x_px(from) + 1.0, chart.y_px(*step));
        let bar = Rect::new(left, top, rect.width / n as f32 - 2.0, rect.bottom() - top);
        let alpha = if place == here { 1.0 } else { 0.5 };
        drawing.fill(bar, walk.ink(from), alpha);
    }
    let (start, end) = (Point::new(rect.x, one), Point::new(rect.right(), one));
    drawing.dashed(start, end, 1.2, Ink::Text, 0.9);
    let x = chart.x_px(walk.position);
    let top = Point::new(x, rect.y - 4.0);
    drawing.segment(top, Point::new(x, rect.bottom()), 1.5, Ink::Query, 0.9);
    drawing.disc(top, 4.0, Ink::Query, 1.0);
    drawing.handle(Handle {
        rect: rect.grown(8.0),
        grab: Grab::Position,
        panel: chart,
    });
}
