//! The heatmap is woven from its rows: both ends are exact, and every curve on the way is a row of the matrix.

use phasor_draw::{Ink, Mark, Point, Rect};
use phasor_figures::{Drawing, Figure, FigureName, Spec};

use crate::support::{column, numbers, reading, spec, table};

const NAME: FigureName = FigureName::DistanceHeatmap;

fn drawn(state: &str, width: f32) -> Drawing {
    Figure::new(NAME).draw(&spec(state), width).clone()
}

/// Returns the lines with a point for each column inside the matrix, and how opaque they are.
fn curves(drawing: &Drawing) -> Vec<(Vec<Point>, f32)> {
    let rect = drawing.panels()[0].rect;
    let lines = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Line { points, alpha, .. } => {
            let points = drawing.points(points);
            let is_curve = points.len() > 2 && points.iter().all(|point| rect.contains(*point));
            is_curve.then(|| (points.to_vec(), *alpha))
        }
        _ => None,
    });
    // The frame of the cell has five points.
    lines.filter(|(points, _)| points.len() > 5).collect()
}

/// Returns the areas that hide the matrix, and how opaque they are.
fn covers(drawing: &Drawing) -> Vec<(Rect, f32)> {
    let covers = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Box {
            rect,
            ink: Ink::Surface,
            alpha,
        } => Some((*rect, *alpha)),
        _ => None,
    });
    covers.collect()
}

#[test]
fn a_woven_heatmap_is_that_which_opens() {
    let mut figure = Figure::new(NAME);
    let opened = figure.draw(&Spec::default(), 688.0).clone();
    assert!(covers(&opened).is_empty() && curves(&opened).is_empty());
    figure.draw(&spec("woven=0.4"), 688.0);
    assert_eq!(*figure.draw(&spec("woven=1"), 688.0), opened);
    // The rows are not computed again on the way.
    assert_eq!(drawn("woven=0.4", 688.0).rasters(), opened.rasters());
}

#[test]
fn an_unravelled_heatmap_is_the_curve_of_the_first_row() {
    for measure in ["cosine-distance", "euclidean", "cosine-similarity", "dot"] {
        let state = format!("position=0&length=64&measure={measure}");
        let row = column(&table(NAME, &state), "value");
        let drawing = drawn(&format!("{state}&woven=0"), 688.0);
        let matrix = drawing.panels()[0].rect;
        // The whole matrix is hidden.
        let covers = covers(&drawing);
        assert_eq!(covers.len(), 1);
        assert!((covers[0].0.height - matrix.height).abs() < 0.01 && covers[0].1 == 1.0);
        let curves = curves(&drawing);
        assert_eq!(curves.len(), 1, "{measure}");
        let (curve, alpha) = &curves[0];
        assert_eq!((curve.len(), *alpha), (64, 1.0));
        // Heights are in proportion to values.
        let slope = f64::from(curve[63].y - curve[0].y) / (row[63] - row[0]);
        for (point, value) in curve.iter().zip(&row) {
            let height = f64::from(point.y - curve[0].y);
            assert!(
                (height - slope * (value - row[0])).abs() < 0.01,
                "{measure}"
            );
        }
        assert!(slope < 0.0, "a larger value is higher");
    }
}

#[test]
fn on_the_way_every_curve_is_the_one_before_it_moved_by_a_cell() {
    let drawing = drawn("length=64&position=0&woven=0.5", 688.0);
    let cell = drawing.panels()[0].rect.width / 64.0;
    let curves = curves(&drawing);
    assert!(curves.len() > 5);
    for pair in curves.windows(2) {
        let [(one, opaque), (other, more)] = [&pair[0], &pair[1]];
        assert!(opaque <= more, "what is lower began later");
        // Both have the same shape over the same offsets, at their own heights.
        let shape = |points: &[Point], from: usize| {
            let heights: Vec<f32> = points[from..from + 40]
                .iter()
                .map(|point| point.y)
                .collect();
            let (low, high) = heights.iter().fold((f32::MAX, f32::MIN), |(low, high), y| {
                (low.min(*y), high.max(*y))
            });
            heights
                .iter()
                .map(|y| (y - low) / (high - low))
                .collect::<Vec<f32>>()
        };
        for (a, b) in shape(one, 10).iter().zip(shape(other, 11)) {
            assert!(
                (a - b).abs() < 1e-2 || other[0].y - one[0].y < 0.5,
                "{a} {b}"
            );
        }
        assert!((one[1].x - one[0].x - cell).abs() < 0.01);
    }
}

#[test]
fn nothing_jumps_while_it_is_woven() {
    for (state, width) in [
        ("length=128", 340.0),
        ("length=128", 1000.0),
        ("length=4096", 688.0),
        ("zoom=8&length=128", 688.0),
        ("length=2", 688.0),
    ] {
        let mut before: Option<f32> = None;
        for step in 0..=400 {
            let drawing = drawn(&format!("{state}&woven={}", f64::from(step) / 400.0), width);
            let matrix = drawing.panels()[0].rect;
            let curves = curves(&drawing);
            assert!(curves.len() <= 26, "{state}: {}", curves.len());
            for (points, _) in &curves {
                assert!(points.len() <= 250 && points.iter().all(|point| point.is_finite()));
            }
            let hidden: f32 = covers(&drawing)
                .iter()
                .map(|(rect, alpha)| rect.height * alpha / matrix.height)
                .sum();
            if let Some(before) = before.replace(hidden) {
                let limit = if state == "length=2" { 0.05 } else { 0.02 };
                assert!(
                    hidden <= before + 1e-3 && before - hidden < limit,
                    "{state} {step}: {before} {hidden}"
                );
            }
        }
        assert_eq!(before, Some(0.0));
    }
}

#[test]
fn the_reading_counts_the_woven_rows() {
    let counted = |woven: &str| numbers(&reading(NAME, &format!("length=128&woven={woven}")));
    assert_eq!(counted("0"), [0.0, 128.0]);
    assert_eq!(counted("0.9999"), [127.0, 128.0]);
    let half = counted("0.5");
    assert!((40.0..64.0).contains(&half[0]) && half[1] == 128.0);
    assert_eq!(counted("1"), numbers(&reading(NAME, "length=128")));
    let (nothing, all) = (spec("woven=0"), spec("woven=1"));
    assert!((1.0..=1.7).contains(&nothing.secs_to(&all)) && !nothing.jumps_to(&all));
}
