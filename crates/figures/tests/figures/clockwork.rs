//! The instrument shows the numbers of the encodings, and its hands and waves move the position and the base.

use std::f64::consts::TAU;

use phasor_draw::{Anchor, LABEL, Mark, Point};
use phasor_encoding::absolute::sinusoidal::components;
use phasor_encoding::{Frequencies, Measure, Order};
use phasor_figures::{Drawing, Figure, FigureName, Grab, Handle, Key, Spec, drag};

use crate::support::{column, numbers, reading, spec, table};

const NAME: FigureName = FigureName::Clockwork;
const STATE: &str = "base=30&dim=20&length=96&position=38.3";
const WIDTHS: [f32; 3] = [358.0, 688.0, 1360.0];

fn drawn(state: &Spec, width: f32) -> Drawing {
    Figure::new(NAME).draw(state, width).clone()
}

/// Returns the hands, from top to bottom.
fn hands(drawing: &Drawing) -> Vec<(usize, Handle)> {
    let hands = drawing.handles().iter().filter_map(|handle| {
        let Grab::Turn(hand) = handle.grab else {
            return None;
        };
        // The pair whose frequency the hand has: base 30, 20 components.
        let pair_idx = -10.0 * hand.inv_freq.ln() / 30f64.ln();
        Some((pair_idx.round() as usize, *handle))
    });
    hands.collect()
}

/// Returns the area of the waves.
fn waves(drawing: &Drawing) -> Handle {
    let is_waves = |handle: &&Handle| matches!(handle.grab, Grab::Either { .. });
    *drawing.handles().iter().find(is_waves).unwrap()
}

/// Returns the place of the tip of a hand at `angle`, counted from the right and upwards.
fn tip(hand: &Handle, angle: f64) -> Point {
    let dial = hand.panel.rect;
    let along = Point::new(angle.cos() as f32, -angle.sin() as f32);
    dial.center() + 0.5 * dial.width * along
}

#[test]
fn tips_of_hands_and_waves_are_the_components_of_the_encoding() {
    let state = spec(STATE);
    let frequencies = Frequencies::new(30.0, 20).unwrap();
    let encoding: Vec<f64> = components(&frequencies, Order::Interleaved, 38.3)
        .map(|(_, value)| value)
        .collect();
    for width in WIDTHS {
        let drawing = drawn(&state, width);
        let discs: Vec<Point> = drawing
            .marks()
            .iter()
            .filter_map(|mark| match mark {
                Mark::Disc { center, .. } => Some(*center),
                _ => None,
            })
            .collect();
        let is_drawn = |at: Point| discs.iter().any(|disc| disc.distance(at) < 0.01);
        let now = waves(&drawing).rect.x;
        assert_eq!(hands(&drawing).len(), if width < 400.0 { 8 } else { 10 });
        for (pair_idx, hand) in hands(&drawing) {
            let dial = hand.panel.rect;
            let (sin, cos) = (encoding[2 * pair_idx], encoding[2 * pair_idx + 1]);
            let radius = dial.width / 2.0;
            let at = dial.center() + radius * Point::new(cos as f32, -sin as f32);
            assert!(is_drawn(at), "pair {pair_idx} at {width}");
            // The thread is level, so the wave begins at the height of the tip.
            assert!(
                is_drawn(Point::new(now, at.y)),
                "pair {pair_idx} at {width}"
            );
        }
    }
}

#[test]
fn a_wave_is_the_sine_of_its_pair_at_every_token_ahead() {
    let state = spec(STATE);
    let frequencies = Frequencies::new(30.0, 20).unwrap();
    let drawing = drawn(&state, 1360.0);
    let waves = waves(&drawing);
    let bold = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Line { points, width, .. } if *width == 2.25 => Some(drawing.points(points)),
        _ => None,
    });
    let bold: Vec<&[Point]> = bold
        .filter(|points| points.len() > 2 || points[0].x == waves.rect.x)
        .collect();
    assert_eq!(bold.len(), 10);
    for ((pair_idx, hand), points) in hands(&drawing).into_iter().zip(bold) {
        let dial = hand.panel.rect;
        for point in points {
            let ahead = -waves.panel.x_value(point.x);
            let value = (frequencies.inv_freq()[pair_idx] * (38.3 + ahead)).sin();
            let expected = dial.center().y - 0.5 * dial.height * value as f32;
            assert!(
                (point.y - expected).abs() < 0.02,
                "pair {pair_idx}: {point:?}"
            );
        }
        // The last point is at the right end.
        assert!((points.last().unwrap().x - waves.rect.right()).abs() < 0.01);
    }
}

#[test]
fn the_square_is_the_cosine_similarity_and_stays_the_same_while_the_clock_runs() {
    let frequencies = Frequencies::new(30.0, 20).unwrap();
    let alike = Measure::CosineSimilarity.along(&frequencies, 0.0, 96);
    let lowest = alike.iter().copied().fold(1.0, f64::min);
    let mut figure = Figure::new(NAME);
    let first = figure.draw(&spec(STATE), 1360.0).rasters().to_vec();
    for (shade, alike) in first[0].shades.iter().zip(&alike) {
        let expected = (1.0 - alike) / (1.0 - lowest);
        assert!((f64::from(*shade) - expected).abs() < 1e-6);
    }
    let mut state = spec(STATE);
    for _ in 0..50 {
        state.advance(0.37);
        assert_eq!(figure.draw(&state, 1360.0).rasters(), first);
    }
}

#[test]
fn words_stand_at_their_positions_and_none_is_skipped_or_touched() {
    let words = [
        "Adam", "ate", "the", "apple", "and", "the", "apple", "ate", "Adam", "and",
    ];
    let mut state = spec("sentence=adam ate the apple and the apple ate adam and&position=40");
    for step in 0..40 {
        state.set_nearest(Key::Position, 40.0 + f64::from(step) * 0.23);
        for width in WIDTHS {
            let drawing = drawn(&state, width);
            let waves = waves(&drawing);
            let row: Vec<(Point, &str)> = drawing
                .marks()
                .iter()
                .filter_map(|mark| match mark {
                    Mark::Text {
                        at,
                        text,
                        anchor: Anchor::Middle,
                        size: 13.0,
                        ..
                    } => Some((*at, drawing.text_of(text))),
                    _ => None,
                })
                .collect();
            assert!(row.len() >= 8);
            let place = |x: f32| state.position() - waves.panel.x_value(x);
            let first = place(row[0].0.x).round();
            for (step, (at, word)) in row.iter().enumerate() {
                let position = first + step as f64;
                assert!(
                    (place(at.x) - position).abs() < 1e-3,
                    "{word} at {}",
                    place(at.x)
                );
                assert_eq!(*word, words[position as usize % 10]);
            }
            let half = |word: &str| LABEL.size(13.0).width(word) / 2.0;
            for pair in row.windows(2) {
                let gap = pair[1].0.x - pair[0].0.x - half(pair[0].1) - half(pair[1].1);
                assert!(gap > 4.0, "{pair:?}");
            }
        }
    }
}

#[test]
fn a_turned_hand_moves_the_position_across_full_turns() {
    let frequencies = Frequencies::new(30.0, 20).unwrap();
    let start = spec("base=30&dim=20&length=96&position=20");
    let drawing = drawn(&start, 1360.0);
    for (pair_idx, hand) in hands(&drawing) {
        let inv_freq = frequencies.inv_freq()[pair_idx];
        // As far as two full turns, or to the end of the page.
        let whole = (2.0 * TAU).min(60.0 * inv_freq);
        for direction in [1.0, -0.2] {
            let mut state = start.clone();
            let mut angle = 20.0 * inv_freq;
            let mut from = tip(&hand, angle);
            assert!(hand.grab.is_followed());
            for _ in 0..40 {
                angle += direction * whole / 40.0;
                // A pointer need not stay on the dial.
                let to =
                    hand.panel.rect.center() + 3.0 * (tip(&hand, angle) - hand.panel.rect.center());
                state = drag(&hand, &state, from, to);
                from = to;
            }
            let expected = 20.0 + direction * whole / inv_freq;
            assert!(
                (state.position() - expected).abs() < 0.01,
                "{pair_idx}: {}",
                state.position()
            );
        }
    }
}

#[test]
fn a_drag_of_the_waves_moves_the_position_or_the_base_but_never_both() {
    let state = spec("base=30&dim=20&length=96&position=20");
    let waves = waves(&drawn(&state, 1360.0));
    let from = waves.rect.center();
    let pull = |x: f32, y: f32| {
        let mut held = waves;
        held.grab = held.grab.begun(Point::new(x, y));
        drag(&held, &state, from, from + Point::new(x, y))
    };
    let token = 1.0 / (waves.panel.x_value(0.0) - waves.panel.x_value(1.0));
    let left = pull(-3.0 * token as f32, 20.0);
    assert!((left.position() - 23.0).abs() < 1e-3);
    assert_eq!(left.base(), 30.0);
    // Over its whole height, the base grows a thousandfold.
    let up = pull(10.0, -waves.rect.height / 3.0);
    assert!((up.base() / 300.0 - 1.0).abs() < 1e-5);
    assert_eq!(up.position(), 20.0);
    // What the drag began with holds until it ends.
    let mut held = waves;
    held.grab = held.grab.begun(Point::new(5.0, 0.0));
    let later = drag(&held, &state, from, from + Point::new(token as f32, 200.0));
    assert_eq!(later.base(), 30.0);
    // A press alone changes nothing.
    assert_eq!(drag(&waves, &state, from, from), state);
    // A drag ends on the page.
    assert_eq!(pull(1e6, 0.0).position(), 0.0);
    assert_eq!(pull(-1e6, 0.0).position(), 95.0);
}

#[test]
fn reading_and_table_have_the_turns_of_the_hands() {
    let table = table(NAME, STATE);
    let turns = column(&table, "turns");
    assert!((turns[0] - 38.3 / TAU).abs() < 1e-12);
    assert!((turns[9] - 38.3 * 30f64.powf(-0.9) / TAU).abs() < 1e-12);
    let found = numbers(&reading(NAME, STATE));
    let slowest = TAU * 30f64.powf(0.9);
    for (number, expected) in found.into_iter().zip([38.3, turns[0], slowest]) {
        assert!(
            (number / expected - 1.0).abs() < 1e-3,
            "{number} {expected}"
        );
    }
}

#[test]
fn arrow_keys_move_the_position_and_twenty_of_them_the_base_tenfold() {
    let mut state = spec("base=30&position=20");
    NAME.arrow(&mut state, 3.0, 0.0);
    assert_eq!((state.position(), state.base()), (23.0, 30.0));
    for _ in 0..20 {
        NAME.arrow(&mut state, 0.0, -1.0);
    }
    assert!((state.base() / 300.0 - 1.0).abs() < 1e-9);
    assert_eq!(state.position(), 23.0);
}
