//! The dials of a head unroll into its score, and back: both ends are exact, and nothing jumps between.

use phasor_draw::{Ink, Mark, Point};
use phasor_figures::{Drawing, Figure, FigureName, Spec};

use crate::support::spec;

const NAME: FigureName = FigureName::RotationAngles;

fn ends(more: &str) -> (Spec, Spec) {
    let dials = spec(&format!("position=4&offset=9&{more}"));
    let score = spec(&format!("position=4&offset=9&angles-view=score&{more}"));
    (dials, score)
}

fn drawn(state: &Spec, width: f32) -> Drawing {
    Figure::new(NAME).draw(state, width).clone()
}

/// Returns the lines of pairs on their way, the slowest first.
fn bars(drawing: &Drawing) -> Vec<Vec<Point>> {
    let lines = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Line {
            points,
            ink: Ink::Frequency(_),
            ..
        } => Some(drawing.points(points).to_vec()),
        _ => None,
    });
    lines.filter(|points| points.len() == 17).collect()
}

#[test]
fn both_ends_are_the_pictures_of_the_views() {
    for more in ["", "content=tilted", "dim=2&length=4", "dim=512"] {
        let (dials, score) = ends(more);
        for (from, to) in [(&dials, &score), (&score, &dials)] {
            assert_eq!(from.on_the_way(to, 0.0), *from);
            assert_eq!(from.on_the_way(to, 1.0), *to);
            assert!(!from.jumps_to(to) && from.secs_to(to) > 1.0);
            for width in [340.0, 688.0] {
                // A thousandth of the way is hardly to be seen: marks of the view are as opaque, and the axes are covered.
                let (end, near) = (drawn(to, width), drawn(&from.on_the_way(to, 0.9999), width));
                let visible = |drawing: &Drawing| {
                    let texts = drawing.marks().iter().filter_map(|mark| match mark {
                        Mark::Text { text, alpha, .. } if *alpha > 0.9 => {
                            Some(drawing.text_of(text).to_owned())
                        }
                        _ => None,
                    });
                    texts.collect::<Vec<String>>()
                };
                assert_eq!(visible(&end), visible(&near), "{more}");
            }
        }
    }
}

#[test]
fn the_parts_of_all_pairs_stand_on_each_other_up_to_the_score() {
    let (dials, score) = ends("");
    // Independently of the figure: all pairs of the default content are (1, 0).
    let parts: Vec<f64> = (0..32)
        .rev()
        .map(|pair| (9.0 * 10_000f64.powf(-2.0 * f64::from(pair) / 64.0)).cos())
        .collect();
    let drawing = drawn(&dials.on_the_way(&score, 0.565), 688.0);
    let panel = *drawing.panels().last().unwrap();
    let bars = bars(&drawing);
    assert_eq!(bars.len(), 32);
    let mut sum = 0.0;
    for (bar, part) in bars.iter().zip(parts) {
        let (mut low, mut high) = (f32::MAX, f32::MIN);
        for point in bar {
            assert!((point.x - bar[0].x).abs() < 0.01, "upright");
            (low, high) = (low.min(point.y), high.max(point.y));
        }
        let ends = [panel.y_px(sum), panel.y_px(sum + part)];
        assert!((low - ends[0].min(ends[1])).abs() < 0.05);
        assert!((high - ends[0].max(ends[1])).abs() < 0.05);
        sum += part;
    }
    // The marker stands on the sum.
    let disc = drawn(&score, 688.0)
        .marks()
        .iter()
        .find_map(|mark| match mark {
            Mark::Disc {
                center,
                ink: Ink::Key,
                radius: 5.0,
                ..
            } => Some(*center),
            _ => None,
        });
    assert!((disc.unwrap().y - panel.y_px(sum)).abs() < 0.05);
}

#[test]
fn of_many_pairs_neighbours_share_one_of_64_arcs() {
    const N_ARCS: usize = 64;
    for n_pairs in [64, 65, 256, 512] {
        let dim = 2 * n_pairs;
        let (dials, score) = ends(&format!("dim={dim}"));
        let drawing = drawn(&dials.on_the_way(&score, 0.565), 688.0);
        let panel = *drawing.panels().last().unwrap();
        let bars = bars(&drawing);
        assert_eq!(bars.len(), N_ARCS);
        // Independently of the figure: all pairs of the default content are (1, 0).
        let part = |place: usize| {
            let pair = (n_pairs - 1 - place) as f64;
            (9.0 * 10_000f64.powf(-2.0 * pair / dim as f64)).cos()
        };
        let mut sum = 0.0;
        for (arc, bar) in bars.iter().enumerate() {
            let edges = [arc, arc + 1].map(|edge| edge * n_pairs / N_ARCS);
            let next = sum + (edges[0]..edges[1]).map(part).sum::<f64>();
            let ys = bar.iter().map(|point| point.y);
            let (low, high) = (ys.clone().fold(f32::MAX, f32::min), ys.fold(0.0, f32::max));
            let ends = [panel.y_px(sum), panel.y_px(next)];
            assert!((low - ends[0].min(ends[1])).abs() < 0.05, "{n_pairs} {arc}");
            assert!(
                (high - ends[0].max(ends[1])).abs() < 0.05,
                "{n_pairs} {arc}"
            );
            sum = next;
        }
    }
}

#[test]
fn nothing_invisible_is_drawn_on_the_way() {
    let (dials, score) = ends("dim=512");
    for step in 1..50 {
        let drawing = drawn(&dials.on_the_way(&score, f64::from(step) / 50.0), 688.0);
        for mark in drawing.marks() {
            let (Mark::Line { alpha, .. }
            | Mark::Shape { alpha, .. }
            | Mark::Box { alpha, .. }
            | Mark::Disc { alpha, .. }
            | Mark::Ring { alpha, .. }
            | Mark::Text { alpha, .. }) = mark;
            assert!(*alpha > 0.0, "{step}: {mark:?}");
        }
    }
}

#[test]
fn no_pair_jumps_and_none_leaves_the_picture() {
    for (more, width) in [
        ("", 340.0),
        ("", 688.0),
        ("content=tilted&dim=16", 688.0),
        ("dim=512", 688.0),
        ("dim=2&length=4", 340.0),
    ] {
        let (dials, score) = ends(more);
        let mut before: Vec<Vec<Point>> = Vec::new();
        for step in 1..400 {
            let drawing = drawn(&dials.on_the_way(&score, f64::from(step) / 400.0), width);
            let (across, down) = drawing.size();
            let now = bars(&drawing);
            for (bar, last) in now.iter().zip(&before) {
                for (point, last) in bar.iter().zip(last) {
                    assert!(point.is_finite());
                    assert!(
                        (-16.0..across + 16.0).contains(&point.x),
                        "{more} {point:?}"
                    );
                    assert!((0.0..down).contains(&point.y), "{more} {point:?}");
                    // A line may turn by half a turn in its way, about its middle.
                    assert!(
                        point.distance(*last) < 14.0,
                        "{more} {step}: {point:?} {last:?}"
                    );
                }
            }
            before = now;
        }
    }
}

#[test]
fn the_way_can_turn_back_and_go_on() {
    let (dials, score) = ends("");
    let there = dials.on_the_way(&score, 0.25);
    // Turned back after a quarter, three quarters of the way back are done already.
    let back = there.on_the_way(&dials, 0.0);
    assert_eq!(drawn(&back, 688.0), drawn(&there, 688.0));
    assert!((there.secs_to(&dials) / score.secs_to(&dials) - 0.25).abs() < 1e-9);
    assert_eq!(there.on_the_way(&dials, 1.0), dials);
    // A number that changes on the way does not begin it again.
    let mut elsewhere = score.clone();
    elsewhere
        .set_number(phasor_figures::Key::Offset, 20.0)
        .unwrap();
    let on = there.on_the_way(&elsewhere, 0.0);
    assert_eq!(
        bars(&drawn(&on, 688.0)).len(),
        bars(&drawn(&there, 688.0)).len()
    );
    // To a third view there is no way.
    let components = spec("position=4&offset=9&angles-view=components");
    assert!(dials.jumps_to(&components));
    assert_eq!(there.on_the_way(&components, 0.5), components);
}

#[test]
fn what_fades_cannot_be_grabbed() {
    let (dials, score) = ends("");
    let drawing = drawn(&dials.on_the_way(&score, 0.05), 688.0);
    let line = drawn(&score, 688.0);
    assert_eq!(drawing.handles(), line.handles());
    assert_eq!(drawing.bubbles().len(), line.bubbles().len());
}
