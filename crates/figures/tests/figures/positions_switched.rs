//! The switch of the positions of a head: what they change sinks into each output, then weights and signs follow. Both ends
//! are exact, and nothing jumps between.

use phasor_draw::{Ink, Mark, Point, Rect};
use phasor_figures::{Drawing, Figure, FigureName, Spec};

use crate::support::spec;

const NAME: FigureName = FigureName::OrderBlind;
const WIDTHS: [f32; 2] = [340.0, 688.0];
const STATES: [&str; 5] = [
    "",
    "mask=causal",
    "arrangement=44&shuffle=0.4",
    "sentence=she+told+him",
    "sentence=only+she+told+him+that+she+loved+him&arrangement=5040",
];
/// When the first of five words has its new output, and that of the last one has not begun to change.
const FIRST_IS_DONE: f64 = 0.47;

fn ends(more: &str) -> (Spec, Spec) {
    let [off, on] = ["none", "learned"].map(|code| spec(&format!("code={code}&{more}")));
    (off, on)
}

fn drawn(state: &Spec, width: f32) -> Drawing {
    Figure::new(NAME).draw(state, width).clone()
}

/// A stripe: its place, its colour from -1 to 1 and how opaque it is.
type Stripe = (Rect, f32, f32);

/// Returns the stripes of the outputs, and those of their changes, in the order in which they are drawn.
fn stripes(drawing: &Drawing) -> (Vec<Stripe>, Vec<Stripe>) {
    let stripes = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Box {
            rect,
            ink: Ink::Diverging(value),
            alpha,
        } => Some((*rect, *value, *alpha)),
        _ => None,
    });
    let mut stripes: Vec<Stripe> = stripes.collect();
    // The bar of the legend is last.
    stripes.truncate(stripes.len() - 30);
    let height = stripes[0].0.height;
    stripes
        .into_iter()
        .partition(|(rect, ..)| rect.height == height)
}

/// Returns the colours of a word's output in the order as written, in parts of the largest.
fn output(drawing: &Drawing, word: usize) -> Vec<f32> {
    let (outputs, _) = stripes(drawing);
    let row = &outputs[32 * word..32 * (word + 1)];
    shape(row.iter().map(|(_, value, _)| *value))
}

fn shape(values: impl Iterator<Item = f32> + Clone) -> Vec<f32> {
    let largest = values
        .clone()
        .fold(0.0, |most: f32, value| most.max(value.abs()));
    values.map(|value| value / largest).collect()
}

fn assert_near(one: &[f32], other: &[f32]) {
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(other) {
        assert!((one - other).abs() < 1e-4, "{one} {other}");
    }
}

/// Returns the attention weights of all cells.
fn weights(drawing: &Drawing) -> Vec<f32> {
    let cells = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Box {
            ink: Ink::Sequential(weight),
            ..
        } => Some(*weight),
        _ => None,
    });
    cells.collect()
}

/// Returns the ends of the slashes through signs.
fn slashes(drawing: &Drawing) -> Vec<(Point, Point)> {
    let slashes = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Line { points, width, .. } if *width == 1.5 => {
            let points = drawing.points(points);
            Some((points[0], points[1]))
        }
        _ => None,
    });
    slashes.collect()
}

#[test]
fn both_ends_are_the_pictures_of_the_choices() {
    for more in STATES {
        let (off, on) = ends(more);
        for (from, to) in [(&off, &on), (&on, &off)] {
            assert_eq!(from.on_the_way(to, 0.0), *from);
            assert_eq!(from.on_the_way(to, 1.0), *to);
            assert!(!from.jumps_to(to));
        }
        for width in WIDTHS {
            // At the end, everything has arrived; at the start, changes come from nothing.
            let almost = drawn(&off.on_the_way(&on, 0.99), width);
            assert_eq!(almost, drawn(&on, width), "{more}");
            let begun = drawn(&off.on_the_way(&on, 1e-4), width);
            let visible = begun.marks().iter().filter(|mark| !is_faint(mark));
            assert!(visible.eq(drawn(&off, width).marks()), "{more}");
        }
    }
}

#[test]
fn off_takes_six_tenths_of_the_time_of_on() {
    let (off, on) = ends("");
    assert_eq!(off.secs_to(&on), 1.6);
    assert_eq!(on.secs_to(&off), 0.6 * 1.6);
    // Turned back after a quarter of the way on, a quarter of the way off is left.
    let there = off.on_the_way(&on, 0.25);
    assert!((there.secs_to(&off) - 0.25 * on.secs_to(&off)).abs() < 1e-12);
    let there = on.on_the_way(&off, 0.25);
    assert!((there.secs_to(&on) - 0.25 * off.secs_to(&on)).abs() < 1e-12);
    // Two views are equals, so neither way is shorter.
    let [dials, score] = ["dials", "score"].map(|view| spec(&format!("angles-view={view}")));
    assert_eq!(dials.secs_to(&score), score.secs_to(&dials));
}

fn is_faint(mark: &Mark) -> bool {
    matches!(mark, Mark::Box { alpha, .. } if *alpha < 1e-3)
}

#[test]
fn one_output_after_the_other_gets_its_change() {
    let (off, on) = ends("");
    for width in WIDTHS {
        let now = drawn(&off.on_the_way(&on, FIRST_IS_DONE), width);
        let (off, on) = (drawn(&off, width), drawn(&on, width));
        assert_near(&output(&now, 0), &output(&on, 0));
        assert_near(&output(&now, 4), &output(&off, 4));
        // Neither weights nor signs have begun.
        assert_eq!(weights(&now), weights(&off));
        assert_eq!(slashes(&now), []);
    }
}

#[test]
fn output_and_change_add_up_to_the_output_with_positions() {
    let (off, on) = ends("");
    let now = drawn(&off.on_the_way(&on, FIRST_IS_DONE), 688.0);
    let (outputs, changes) = stripes(&now);
    let (row, ..) = outputs[32 * 4];
    let change: Vec<&Stripe> = changes
        .iter()
        .filter(|(rect, ..)| rect.y > row.y && rect.right() < 344.0)
        .collect();
    assert_eq!(change.len(), 32);
    let sums = outputs[32 * 4..32 * 5]
        .iter()
        .zip(change)
        .map(|((_, output, _), (_, change, _))| output + change);
    assert_near(&shape(sums), &output(&drawn(&on, 688.0), 4));
}

#[test]
fn nothing_jumps_and_nothing_leaves_the_picture() {
    for more in STATES {
        let (off, on) = ends(more);
        for width in WIDTHS {
            let mut figure = Figure::new(NAME);
            let mut before: Option<(Vec<Stripe>, Vec<f32>)> = None;
            for step in 0..=400 {
                let state = off.on_the_way(&on, f64::from(step) / 400.0);
                let drawing = figure.draw(&state, width);
                let (across, down) = drawing.size();
                let (outputs, changes) = stripes(drawing);
                for (rect, ..) in outputs.iter().chain(&changes) {
                    assert!(rect.x >= 0.0 && rect.right() <= across + 0.01, "{rect:?}");
                    assert!(rect.y >= 0.0 && rect.bottom() <= down, "{rect:?}");
                }
                let weights = weights(drawing);
                if let Some((rows, cells)) = &before {
                    assert_eq!(rows.len(), outputs.len());
                    for ((rect, value, _), (last_rect, last, _)) in outputs.iter().zip(rows) {
                        assert_eq!(rect, last_rect);
                        assert!((value - last).abs() < 0.04, "{more} {step}: {last} {value}");
                    }
                    for (weight, last) in weights.iter().zip(cells) {
                        assert!(
                            (weight - last).abs() < 0.02,
                            "{more} {step}: {last} {weight}"
                        );
                    }
                }
                before = Some((outputs, weights));
            }
        }
    }
}

#[test]
fn slashes_are_drawn_one_after_the_other_and_only_where_they_stay() {
    // "chased" changes by too little to be seen.
    let (off, on) = ends("arrangement=44&token=2");
    let now = slashes(&drawn(&off.on_the_way(&on, 0.89), 688.0));
    let there = slashes(&drawn(&on, 688.0));
    assert_eq!((now.len(), there.len()), (6, 6));
    let lengths = now.iter().zip(&there).map(|(slash, whole)| {
        assert_eq!(slash.0, whole.0);
        slash.0.distance(slash.1) / whole.0.distance(whole.1)
    });
    let lengths: Vec<f32> = lengths.collect();
    // One is nearly whole when the last one begins.
    let is_between = |length: &f32| 0.0 < *length && *length < 1.0;
    assert!(lengths.iter().all(is_between), "{lengths:?}");
    assert!(lengths.iter().any(|length| *length > 0.9), "{lengths:?}");
    assert!(lengths.iter().any(|length| *length < 0.1), "{lengths:?}");
    // With a causal mask, order counts at both ends, and a slash that is at both stays as it is.
    let (off, on) = ends("mask=causal&arrangement=44");
    let [before, now, then] = [0.01, 0.85, 0.99].map(|part| {
        let state = off.on_the_way(&on, part);
        slashes(&drawn(&state, 688.0))
    });
    let both: Vec<_> = before.iter().filter(|slash| then.contains(slash)).collect();
    assert!(!both.is_empty());
    assert!(both.iter().all(|slash| now.contains(slash)));
}

#[test]
fn the_way_back_is_the_same_and_can_begin_anywhere() {
    let (off, on) = ends("");
    for part in [0.125, 0.25, 0.5, 0.75, 0.875] {
        let there = off.on_the_way(&on, part);
        let back = on.on_the_way(&off, 1.0 - part);
        assert_eq!(drawn(&there, 688.0), drawn(&back, 688.0));
        // Interrupted, it turns back from where it is.
        assert_eq!(
            drawn(&there.on_the_way(&off, 0.0), 688.0),
            drawn(&there, 688.0)
        );
        assert_eq!(there.on_the_way(&off, 1.0), off);
    }
    // Sentence and table are those of the choice.
    let there = off.on_the_way(&on, 0.25);
    let mut figure = Figure::new(NAME);
    let [between, end] = [&there, &on].map(|state| figure.table(state).row(0));
    assert_eq!(between, end);
    assert_eq!(figure.reading(&there), figure.reading(&on));
}
