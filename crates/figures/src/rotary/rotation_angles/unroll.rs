//! The way from the dials to the score: the wedge of each pair unrolls into its part of the score, and the parts add up.

use std::f32::consts::{FRAC_PI_2, PI};

use super::hands::Hands;
use super::{Scores, dials};
use crate::Spec;
use crate::handle::Drawing;
use crate::stage::stage;
use phasor_draw::{Panel, Point, pair_ink};
use phasor_encoding::Frequencies;

/// When each stage begins and ends, as parts of the whole way.
const DIALS_GO: (f64, f64) = (0.0, 0.16);
const AXES_COME: (f64, f64) = (0.14, 0.32);
/// The first pair; the last one begins `STAGGER` later.
const UNROLL: (f64, f64) = (0.04, 0.4);
const STAGGER: f64 = 0.16;
const STACK: (f64, f64) = (0.56, 0.7);
const MARKER_COMES: (f64, f64) = (0.58, 0.7);
const SWEEP: (f64, f64) = (0.68, 0.98);

/// How opaque the dials are after a part of the way.
pub(super) fn dials(done: f64) -> f32 {
    1.0 - stage(DIALS_GO, done)
}

/// How opaque the axes are.
pub(super) fn axes(done: f64) -> f32 {
    stage(AXES_COME, done)
}

/// How opaque the mark of the offset is.
pub(super) fn marker(done: f64) -> f32 {
    stage(MARKER_COMES, done)
}

/// How far the curve reaches from the offset, as a part of the whole axis.
pub(super) fn sweep(done: f64) -> f64 {
    f64::from(stage(SWEEP, done))
}

/// The most arcs on their way; more of them can neither be told apart nor be drawn within a frame. Of more pairs, groups
/// share an arc.
const MOST_ARCS: usize = 64;

/// Draws the pairs on their way.
pub(super) fn draw(
    spec: &Spec,
    (frequencies, scores): (&Frequencies, &Scores),
    (panel, top): (&Panel, f32),
    done: f64,
    drawing: &mut Drawing,
) {
    let stacked = stage(STACK, done);
    let alpha = stage((0.0, 0.06), done) * (1.0 - stage(SWEEP, done));
    if alpha == 0.0 {
        return;
    }
    let groups = scores.groups(MOST_ARCS);
    let n_arcs = groups.len() as f32;
    let reach = spec.length() as f64 - 1.0;
    let x = panel.x_px(spec.offset().clamp(-reach, reach));
    // Side by side until all have come, as far as there is room.
    let apart = (0.6 * panel.rect.width / n_arcs).min(10.0);
    let all = apart * (n_arcs - 1.0);
    let first = (x - all / 2.0).clamp(panel.rect.x, (panel.rect.right() - all).max(panel.rect.x));
    let rect = panel.rect;
    let y = |sum: f64| panel.y_px(sum).clamp(rect.y, rect.bottom());
    let dial = dials::small_dials(spec, top, drawing);
    for (place, (pair_idx, sums)) in groups.enumerate() {
        let inv_freq = frequencies.inv_freq().get(pair_idx);
        let inv_freq = *inv_freq.expect("every pair has a frequency");
        let (center, radius) = dial(pair_idx);
        let late = STAGGER * place as f64 / f64::from((n_arcs - 1.0).max(1.0));
        let bar_x = first + apart * place as f32;
        let bar = Bar {
            x: bar_x + stacked * (x - bar_x),
            from: y(sums.0),
            to: y(sums.1),
        };
        let arc = Arc {
            center,
            radius,
            hands: Hands::new(spec, inv_freq),
        };
        let part = stage((UNROLL.0 + late, UNROLL.1 + late), done);
        let width = 1.6 + part * (0.6 * apart - 1.6).max(0.0);
        drawing.line(
            arc.unrolled(&bar, part),
            width,
            pair_ink(pair_idx, spec.n_pairs()),
            alpha,
        );
    }
}

/// The part of the score that one pair adds, as an upright line.
struct Bar {
    x: f32,
    from: f32,
    to: f32,
}

/// The rim between the hands of a dial.
struct Arc {
    center: Point,
    radius: f32,
    hands: Hands,
}

impl Arc {
    /// Returns the arc after a part of its way to the bar: it straightens, turns upright, and gets the length of the bar.
    fn unrolled(&self, bar: &Bar, part: f32) -> impl Iterator<Item = Point> {
        const N_STEPS: u8 = 16;
        let (begin, between) = self.hands.wedge();
        let middle = begin + between / 2.0;
        let on_rim = Point::new(middle.cos() as f32, -middle.sin() as f32);
        let place = self.center + self.radius * on_rim;
        let target = Point::new(bar.x, (bar.from + bar.to) / 2.0);
        let center = place.lerp(target, part);
        // On the page, y grows downwards, so a positive angle bends to the left.
        let heading = -(middle as f32) - FRAC_PI_2;
        // A line has no direction, so half a turn leaves it as it is.
        let upright = (FRAC_PI_2 - heading).rem_euclid(PI);
        let turn = if upright > FRAC_PI_2 {
            upright - PI
        } else {
            upright
        };
        let heading = heading + part * turn;
        let arc = self.radius * between.abs() as f32;
        let length = arc + part * ((bar.to - bar.from).abs() - arc);
        let curvature = -(1.0 - part) / self.radius.max(1e-3);
        (0..=N_STEPS).map(move |step| {
            let along = length * (f32::from(step) / f32::from(N_STEPS) - 0.5);
            center + on_arc(heading, curvature, along)
        })
    }
}

/// Returns the place after `along` pixels on a way that begins in the direction `heading` and bends by `curvature`
/// radians a pixel.
fn on_arc(heading: f32, curvature: f32, along: f32) -> Point {
    // The limit of a straight line; smaller bends would lose digits.
    const STRAIGHT: f32 = 1e-5;
    if curvature.abs() < STRAIGHT {
        return along * Point::new(heading.cos(), heading.sin());
    }
    let end = heading + curvature * along;
    Point::new(end.sin() - heading.sin(), heading.cos() - end.cos()) / curvature
}
