//! While the number of components glides, its last pair grows from nothing: lanes, dials, cells, and hands with their
//! waves.

use phasor_draw::{Ink, Mark, Rect};
use phasor_figures::{Drawing, Figure, FigureName, Grab, Handle, Spec};

use crate::support::spec;

/// Returns the state on the way from 4 components to 14 at each step, and how many pairs it has.
fn way(more: &str) -> Vec<(f64, Spec)> {
    let (from, to) = (
        spec(&format!("dim=4&{more}")),
        spec(&format!("dim=14&{more}")),
    );
    let states = (0..=200).map(|step| from.on_the_way(&to, f64::from(step) / 200.0));
    states
        .map(|state| (state.components() / 2.0, state))
        .collect()
}

fn drawn(name: FigureName, state: &Spec, width: f32) -> Drawing {
    Figure::new(name).draw(state, width).clone()
}

/// Returns the filled rectangles whose ink is accepted, from left to right, by rows.
fn boxes(drawing: &Drawing, accepts: impl Fn(Ink, f32) -> bool) -> Vec<Rect> {
    let boxes = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Box { rect, ink, alpha } if accepts(*ink, *alpha) => Some(*rect),
        _ => None,
    });
    boxes.collect()
}

#[test]
fn lanes_of_waves_grow_from_height_0() {
    for width in [358.0, 688.0] {
        for (n_pairs, state) in way("") {
            let drawing = drawn(FigureName::SineWaves, &state, width);
            let lanes = drawing.panels()[0];
            assert!((lanes.y.low - n_pairs).abs() < 1e-5);
            let lane = f64::from(lanes.rect.height) / n_pairs;
            // The wave of the last lane fills it as the others fill theirs.
            let heights = drawing.marks().iter().filter_map(|mark| match mark {
                Mark::Line { points, width, .. } if *width == 2.2 => {
                    let ys = drawing.points(points).iter().map(|point| point.y);
                    let (low, high) = ys.fold((f32::MAX, f32::MIN), |(low, high), y| {
                        (low.min(y), high.max(y))
                    });
                    Some((low, high))
                }
                _ => None,
            });
            let heights: Vec<(f32, f32)> = heights.collect();
            let n_lanes = n_pairs.ceil() as usize;
            assert_eq!(heights.len(), n_lanes);
            let part = n_pairs - (n_lanes as f64 - 1.0);
            let (low, high) = heights[n_lanes - 1];
            let top = f64::from(lanes.rect.bottom()) - part * lane;
            assert!(f64::from(low) >= top - 0.01 && high <= lanes.rect.bottom() + 0.01);
            assert!(f64::from(high - low) <= 0.84 * part * lane + 0.01);
        }
    }
}

#[test]
fn cells_fill_their_row_on_the_whole_way() {
    let waves = (FigureName::SineWaves, "order=interleaved");
    let concatenated = (FigureName::SineWaves, "order=concatenated");
    for (name, more) in [waves, concatenated] {
        let mut before = None;
        for (n_pairs, state) in way(more) {
            let drawing = drawn(name, &state, 688.0);
            let cells = boxes(&drawing, |ink, _| matches!(ink, Ink::Diverging(_)));
            // Three strips above each other, after the scale of colours.
            let n_cells = 2 * n_pairs.ceil() as usize;
            let strip = &cells[cells.len() - n_cells..];
            let row = drawing.panels()[0].rect;
            let (first, last) = (strip[0], strip[n_cells - 1]);
            assert!((first.x - row.x).abs() < 0.01);
            assert!(last.right() <= row.right() + 0.01 && last.right() >= row.right() - 1.6);
            let widest = strip.iter().map(|cell| cell.width).fold(0.0, f32::max);
            let narrowest = strip.iter().map(|cell| cell.width).fold(f32::MAX, f32::min);
            let full = row.width / (2.0 * n_pairs) as f32;
            assert!((widest + 0.75 - full).abs() < 0.01);
            let part = (n_pairs - (n_pairs.ceil() - 1.0)) as f32;
            assert!((narrowest - (part * full - 0.75).max(0.0)).abs() < 0.02);
            // Nothing jumps: the cell in the middle moves by little from step to step.
            let middle = strip[2].x;
            if let Some(before) = before.replace(middle) {
                assert!(
                    f32::abs(middle - before) < 6.0,
                    "{n_pairs}: {middle} {before}"
                );
            }
        }
    }
}

#[test]
fn layouts_and_schemes_of_a_head_fill_their_row_on_the_whole_way() {
    for (name, more) in [
        (
            FigureName::RotationAngles,
            "angles-view=components&pairing=half-split",
        ),
        (
            FigureName::RotationAngles,
            "angles-view=components&pairing=interleaved",
        ),
        (
            FigureName::RotaryLanes,
            "partial-rotary-factor=1&pairing=half-split",
        ),
        (
            FigureName::RotaryLanes,
            "partial-rotary-factor=1&pairing=interleaved",
        ),
    ] {
        for (n_pairs, state) in way(more) {
            let drawing = drawn(name, &state, 688.0);
            let cells = boxes(&drawing, |ink, alpha| {
                matches!(ink, Ink::Frequency(_)) && alpha < 0.2
            });
            let n_cells = 2 * n_pairs.ceil() as usize;
            assert_eq!(cells.len() % n_cells, 0);
            for row in cells.chunks(n_cells) {
                let left = row.iter().map(|cell| cell.x).fold(f32::MAX, f32::min);
                let right = row.iter().map(|cell| cell.right()).fold(0.0, f32::max);
                assert!((left - 8.0).abs() < 0.01);
                assert!(
                    (678.4..680.01).contains(&right),
                    "{name:?} {n_pairs} {right}"
                );
            }
        }
    }
}

#[test]
fn a_new_small_dial_grows_from_its_centre() {
    for (n_pairs, state) in way("") {
        let drawing = drawn(FigureName::RotationAngles, &state, 688.0);
        let dials = drawing
            .handles()
            .iter()
            .filter_map(|handle| match handle.grab {
                Grab::Turn(hand) => Some((hand.pair_idx?, handle.panel.rect.width)),
                _ => None,
            });
        let dials: Vec<(usize, f32)> = dials.collect();
        let part = (n_pairs - (n_pairs.ceil() - 1.0)) as f32;
        let (last, width) = *dials.last().unwrap();
        assert_eq!(last + 1, n_pairs.ceil() as usize);
        assert!((width / dials[0].1 - part).abs() < 1e-4);
    }
}

/// Returns the area of the waves of the clockwork, and each hand's handle from top to bottom.
fn clockwork(state: &Spec, width: f32) -> (Rect, Vec<Handle>) {
    let drawing = drawn(FigureName::Clockwork, state, width);
    let handles = || drawing.handles().iter();
    let waves = handles().find(|handle| matches!(handle.grab, Grab::Either { .. }));
    let hands = handles().filter(|handle| matches!(handle.grab, Grab::Turn(_)));
    (waves.unwrap().rect, hands.copied().collect())
}

#[test]
fn a_new_hand_and_its_wave_grow_from_nothing_and_the_others_make_room() {
    for width in [358.0, 688.0, 1360.0] {
        let mut before: Option<f32> = None;
        for (n_pairs, state) in way("position=38.3") {
            let (waves, hands) = clockwork(&state, width);
            let n_hands = n_pairs.ceil() as usize;
            assert_eq!(hands.len(), n_hands);
            let part = (n_pairs - (n_hands as f64 - 1.0)) as f32;
            let row = waves.height / n_pairs as f32;
            let (first, last) = (hands[0], hands[n_hands - 1]);
            assert!((first.rect.y - waves.y).abs() < 0.01);
            assert!((first.rect.height - row).abs() < 0.01);
            assert!((last.rect.bottom() - waves.bottom()).abs() < 0.01);
            assert!((last.rect.height - part * row).abs() < 0.01);
            let ratio = last.panel.rect.width / first.panel.rect.width;
            assert!((ratio - part).abs() < 1e-4, "{n_pairs}: {ratio}");
            // Nothing jumps: the second hand moves by little from step to step.
            let second = hands[1].rect.y;
            if let Some(before) = before.replace(second) {
                assert!((second - before).abs() < 3.0, "{n_pairs}");
            }
        }
    }
}

#[test]
fn without_room_for_all_hands_none_grows() {
    let (from, to) = (spec("dim=16"), spec("dim=40"));
    for step in 0..=60 {
        let state = from.on_the_way(&to, f64::from(step) / 60.0);
        let (waves, hands) = clockwork(&state, 358.0);
        assert_eq!(hands.len(), 8);
        for hand in hands {
            assert!((hand.rect.height - waves.height / 8.0).abs() < 0.01);
        }
    }
}

#[test]
fn every_figure_can_be_drawn_between_two_numbers_of_components() {
    for (from, to) in [("dim=2&base=10000000", "dim=1024"), ("dim=64", "dim=6")] {
        let (from, to) = (spec(from), spec(to));
        for name in FigureName::ALL {
            let mut figure = Figure::new(name);
            for part in [0.002, 0.31, 0.5, 0.998] {
                let between = from.on_the_way(&to, part);
                let (width, height) = figure.draw(&between, 688.0).size();
                assert_eq!(width, 688.0);
                assert!(height.is_finite(), "{name:?} {part}");
            }
        }
    }
}
