//! Hands of dials and tips of arrows: a drag around a circle moves a position across full turns.

use std::f64::consts::TAU;

use phasor_draw::{Ink, Mark, Point};
use phasor_figures::{Drawing, Figure, FigureName, Grab, Hand, Handle, Key, Moves, Spec, drag};

use crate::support::spec;

const ANGLES: FigureName = FigureName::RotationAngles;
const SHIFT: FigureName = FigureName::ShiftRotation;
const DOG: FigureName = FigureName::BlueDog;
const FORMS: FigureName = FigureName::RopeForms;
const WIDTHS: [f32; 4] = [240.0, 358.0, 688.0, 960.0];

fn drawn(name: FigureName, state: &Spec, width: f32) -> Drawing {
    Figure::new(name).draw(state, width).clone()
}

/// Returns every hand with its handle, the topmost last.
fn hands(drawing: &Drawing) -> Vec<(Hand, Handle)> {
    let hands = drawing.handles().iter().filter_map(|handle| {
        let Grab::Turn(hand) = handle.grab else {
            return None;
        };
        Some((hand, *handle))
    });
    hands.collect()
}

/// Returns the hands that move these positions and whose handle is at a bubble.
fn at_bubbles(drawing: &Drawing, moves: Moves) -> Vec<(Hand, Handle)> {
    let is_at_bubble = |handle: &Handle| {
        let mut bubbles = drawing.bubbles().iter();
        bubbles.any(|bubble| bubble.center.distance(handle.rect.center()) < 0.01)
    };
    let mut found = hands(drawing);
    found.retain(|(hand, handle)| hand.moves == moves && is_at_bubble(handle));
    found
}

/// Drags `handle` around its origin by `turns`, counted from the right and upwards.
fn turn(handle: &Handle, state: &Spec, turns: f64) -> Spec {
    const N_STEPS: u32 = 60;
    let center = handle.panel.rect.center();
    let from = handle.rect.center() - center;
    // A pointer need not be on the circle.
    let from = if from.length() < 1.0 {
        Point::new(30.0, 0.0)
    } else {
        1.5 * from
    };
    let at = |step: u32| {
        let angle = -TAU * turns * f64::from(step) / f64::from(N_STEPS);
        center + from.rotate(Point::from_angle(angle as f32))
    };
    (0..N_STEPS).fold(state.clone(), |state, step| {
        drag(handle, &state, at(step), at(step + 1))
    })
}

/// Turns every given hand by two turns and back by one, and compares the positions with those that the frequency gives.
fn assert_unwrapped(found: &[(Hand, Handle)], state: &Spec, inv_freq: impl Fn(&Hand) -> f64) {
    for (hand, handle) in found {
        assert!(handle.grab.is_dragged() && handle.grab.is_followed());
        for turns in [2.0, -1.0, 0.25] {
            let moved = turn(handle, state, turns);
            let by = turns * TAU / inv_freq(hand);
            let (first, second) = match hand.moves {
                Moves::All => (state.position() + by, state.key_position() + by),
                Moves::Second => (state.position(), state.key_position() + by),
            };
            assert!((moved.position() - first).abs() < 0.01, "{hand:?} {turns}");
            assert!(
                (moved.key_position() - second).abs() < 0.01,
                "{hand:?} {turns}: {}",
                moved.key_position()
            );
        }
    }
}

#[test]
fn both_hands_of_every_dial_of_a_head_turn_by_one_turn_a_wavelength() {
    // The slowest of four pairs takes 199 positions for a turn.
    let state = spec("base=100&dim=8&length=1024&position=500&offset=3&pair=2");
    let inv_freq = |pair_idx: usize| 100f64.powf(-(pair_idx as f64) / 4.0);
    for width in WIDTHS {
        let drawing = drawn(ANGLES, &state, width);
        let all = hands(&drawing);
        for moves in [Moves::All, Moves::Second] {
            for pair_idx in 0..4 {
                let hand = |found: &&(Hand, Handle)| {
                    found.0.moves == moves && found.0.pair_idx == Some(pair_idx)
                };
                assert_eq!(all.iter().filter(hand).count(), 1);
            }
            // The dial of the pair in focus.
            assert_eq!(at_bubbles(&drawing, moves).len(), 1);
        }
        assert_unwrapped(&all, &state, |hand| {
            inv_freq(hand.pair_idx.unwrap_or(state.pair()))
        });
    }
}

#[test]
fn each_dial_of_the_written_forms_turns_with_the_position() {
    let state = spec("base=100&length=1024&position=500&pair=2");
    for form in ["matrix", "elementwise"] {
        let mut state = state.clone();
        state.set(Key::RopeForm, form).unwrap();
        for width in WIDTHS {
            let all = hands(&drawn(FORMS, &state, width));
            let pairs: Vec<Option<usize>> = all.iter().map(|(hand, _)| hand.pair_idx).collect();
            assert_eq!(pairs, [Some(0), Some(1), Some(2), Some(3)]);
            // The vector has eight components.
            assert_unwrapped(&all, &state, |hand| {
                100f64.powf(-(hand.pair_idx.unwrap() as f64) / 4.0)
            });
        }
    }
}

#[test]
fn a_hand_of_the_written_forms_follows_the_pointer() {
    let state = spec("base=100&length=512&position=200");
    let after = |state: &Spec, pair_idx: usize| {
        let drawing = drawn(FORMS, state, 688.0);
        let center = hands(&drawing)[pair_idx].1.panel.rect.center();
        let mut marks = drawing.marks().iter();
        // The solid hand.
        let tip = marks.find_map(|mark| match mark {
            Mark::Line { points, width, .. } if *width == 2.6 => {
                let points = drawing.points(points);
                (points[0].distance(center) < 0.01).then_some(points[1])
            }
            _ => None,
        });
        tip.unwrap() - center
    };
    for pair_idx in 0..4 {
        let handle = hands(&drawn(FORMS, &state, 688.0))[pair_idx].1;
        let turned = after(&state, pair_idx).rotate(Point::from_angle(-0.2 * TAU as f32));
        let moved = after(&turn(&handle, &state, 0.2), pair_idx);
        assert!(moved.distance(turned) < 0.5, "{pair_idx}");
    }
}

#[test]
fn a_press_on_a_small_dial_brings_its_pair_into_focus_and_moves_nothing() {
    let state = spec("position=20.5&offset=0.25");
    let drawings = [ANGLES, FORMS].map(|name| drawn(name, &state, 688.0));
    for (hand, handle) in drawings.iter().flat_map(hands) {
        let at = handle.rect.center() + Point::new(3.0, -4.0);
        let pressed = drag(&handle, &state, at, at);
        let focus = hand.pair_idx.unwrap_or(state.pair());
        let mut expected = state.clone();
        expected.set_nearest(Key::Pair, focus as f64);
        assert_eq!(pressed, expected);
        assert_eq!(handle.grab.may_click(), hand.pair_idx.is_some());
    }
}

#[test]
fn a_dial_turns_with_the_query_but_the_tip_of_the_key_with_the_key_alone() {
    let state = spec("position=20&offset=2&pair=0");
    let drawing = drawn(ANGLES, &state, 688.0);
    let all = hands(&drawing);
    // Pair 0 rotates by 1 radian per position.
    let dial = |pair_idx: usize| all.iter().find(|hand| hand.0.pair_idx == Some(pair_idx));
    let dial = dial(0).unwrap().1.panel.rect;
    let at = |angle: f64, part: f32| {
        let along = Point::new(angle.cos() as f32, -angle.sin() as f32);
        let handle = drawing.handle_at(dial.center() + part * dial.width / 2.0 * along);
        match handle.unwrap().grab {
            Grab::Turn(hand) => (hand.pair_idx, hand.moves),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(at(22.0, 0.8), (Some(0), Moves::Second));
    assert_eq!(at(20.0, 1.0), (Some(0), Moves::All));
    assert_eq!(at(22.0 + 3.0, 0.8), (Some(0), Moves::All));
}

/// Returns the lines of a drawing in this ink, as their ends.
fn lines(drawing: &Drawing, wanted: Ink) -> Vec<(Point, Point)> {
    let lines = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Line { points, ink, .. } if *ink == wanted => {
            let points = drawing.points(points);
            Some((points[0], *points.last().unwrap()))
        }
        _ => None,
    });
    lines.collect()
}

#[test]
fn the_first_hand_is_longer_than_the_second() {
    for (name, state) in [
        (ANGLES, "dim=2&position=7&offset=4"),
        (SHIFT, "dim=2&position=7&offset=4&step=0"),
        // At a full turn, both hands have the same direction.
        (SHIFT, "dim=2&position=7&offset=6.283185307179586&step=0"),
    ] {
        for width in [358.0, 688.0] {
            let drawing = drawn(name, &spec(state), width);
            let center = at_bubbles(&drawing, Moves::All)[0].1.panel.rect.center();
            let length = |ink: Ink| {
                let lines = lines(&drawing, ink).into_iter();
                let hands = lines.filter(|(from, _)| from.distance(center) < 0.01);
                let lengths = hands.map(|(from, to)| from.distance(to));
                lengths.fold(0.0, f32::max)
            };
            let ratio = length(Ink::KeyFill) / length(Ink::Query);
            assert!((ratio - 0.8).abs() < 1e-4, "{name:?} {ratio}");
        }
    }
}

#[test]
fn a_mark_on_the_circle_has_the_angle_of_the_shorter_hand() {
    let state = spec("dim=2&position=7&offset=4");
    for step in 0..=4 {
        let mut state = state.clone();
        state.set_nearest(Key::Step, f64::from(step));
        let drawing = drawn(SHIFT, &state, 688.0);
        let dial = at_bubbles(&drawing, Moves::All)[0].1.panel.rect;
        // Pair 0 rotates by 1 radian per position.
        let angle = 11f64;
        let along = Point::new(angle.cos() as f32, -angle.sin() as f32);
        let rim = dial.center() + 0.5 * dial.width * along;
        let is_mark = |mark: &Mark| match mark {
            Mark::Disc { center, ink, .. } => *ink == Ink::Key && center.distance(rim) < 0.01,
            _ => false,
        };
        assert!(drawing.marks().iter().any(is_mark), "step {step}");
        // From the hand to the mark, there is a line.
        let mut radii = lines(&drawing, Ink::Key).into_iter();
        let leads_there = |(from, to): (Point, Point)| {
            from.distance(dial.center()) < 0.01 && to.distance(rim) < 0.01
        };
        assert!(radii.any(leads_there), "step {step}");
    }
}

#[test]
fn no_bubble_covers_the_letter_of_the_angle_between_a_and_b() {
    for step in [1, 4] {
        for offset in 1..8 {
            let state = spec(&format!("pair=3&step={step}&offset={offset}"));
            for width in WIDTHS {
                let drawing = drawn(SHIFT, &state, width);
                let letter = drawing.marks().iter().find_map(|mark| match mark {
                    Mark::Text { text, at, .. } if drawing.text_of(text) == "b" => Some(*at),
                    _ => None,
                });
                let middle = letter.unwrap() - Point::new(0.0, 4.5);
                for bubble in drawing.bubbles() {
                    let gap = bubble.center.distance(middle) - bubble.radius;
                    assert!(gap > 5.0, "step {step}, offset {offset}, {width}: {gap}");
                }
            }
        }
    }
}

#[test]
fn points_on_the_circle_of_a_shift_turn_with_their_position() {
    let state = spec("base=10000&dim=64&length=1024&position=400&offset=30&pair=9");
    let inv_freq = 10_000f64.powf(-9.0 / 32.0);
    for width in WIDTHS {
        for step in 0..=4 {
            let mut state = state.clone();
            state.set_nearest(Key::Step, f64::from(step));
            let drawing = drawn(SHIFT, &state, width);
            let all = hands(&drawing);
            assert_eq!(all.len(), 2);
            for moves in [Moves::All, Moves::Second] {
                assert_eq!(at_bubbles(&drawing, moves).len(), 1);
            }
            assert_unwrapped(&all, &state, |_| inv_freq);
        }
    }
}

#[test]
fn tips_of_both_words_turn_by_ten_degrees_a_token_on_both_dials() {
    let state = spec("position=200&offset=5&length=512");
    for width in WIDTHS {
        let drawing = drawn(DOG, &state, width);
        for moves in [Moves::All, Moves::Second] {
            let found = at_bubbles(&drawing, moves);
            let [rotated, added] = found.as_slice() else {
                panic!("{found:?}");
            };
            // The first dial rotates from the x axis to the y axis, a sum of encodings the other way around.
            assert_unwrapped(&[*rotated], &state, |_| 10f64.to_radians());
            assert_unwrapped(&[*added], &state, |_| -10f64.to_radians());
        }
    }
}

#[test]
fn a_dragged_bubble_stays_under_the_pointer() {
    let turned = Point::from_angle(-0.2 * TAU as f32);
    for (name, state) in [
        (ANGLES, "dim=8&base=100&length=512&position=200&offset=5"),
        (SHIFT, "dim=8&base=100&length=512&position=200&offset=5"),
        (DOG, "length=512&position=200&offset=5"),
    ] {
        let state = spec(state);
        for width in [358.0, 688.0] {
            for moves in [Moves::All, Moves::Second] {
                let bubble = |state: &Spec| at_bubbles(&drawn(name, state, width), moves)[0].1;
                let before = bubble(&state);
                let after = bubble(&turn(&before, &state, 0.2)).rect.center();
                let center = before.panel.rect.center();
                let expected = center + (before.rect.center() - center).rotate(turned);
                assert!(after.distance(expected) < 0.5, "{name:?} {moves:?}");
            }
        }
    }
}

#[test]
fn hands_end_at_the_ends_of_the_page_and_go_on_from_there() {
    let state = spec("length=128&position=120&offset=-100&pair=0");
    let drawing = drawn(SHIFT, &state, 688.0);
    let [(_, first), (_, second)] =
        [Moves::All, Moves::Second].map(|moves| at_bubbles(&drawing, moves)[0]);
    let ended = turn(&first, &state, 3.0);
    assert_eq!(ended.position(), 127.0);
    assert!(turn(&first, &ended, -0.5).position() < 125.0);
    assert_eq!(turn(&second, &state, -9.0).key_position(), 0.0);
    // A position beyond the page comes back, but goes no further.
    let beyond = spec("length=128&position=120&offset=100&pair=0");
    assert_eq!(turn(&second, &beyond, 1.0).key_position(), 220.0);
    assert!(turn(&second, &beyond, -1.0).key_position() < 215.0);
}

#[test]
fn at_the_centre_a_pointer_turns_nothing() {
    let state = spec("position=20&offset=2");
    for (_, handle) in hands(&drawn(ANGLES, &state, 688.0)) {
        let mut handle = handle;
        if let Grab::Turn(hand) = &mut handle.grab {
            hand.pair_idx = None;
        }
        let center = handle.panel.rect.center();
        let side = 0.5 * handle.panel.rect.width;
        let away = center + Point::new(-side, 0.1);
        assert_eq!(drag(&handle, &state, center, away), state);
        assert_eq!(drag(&handle, &state, away, center), state);
    }
}

#[test]
fn a_finger_holds_a_bubble_within_44_pixels_and_the_nearest_of_two() {
    const REACH: f32 = 22.0;
    for name in [ANGLES, SHIFT, DOG, FigureName::SineWaves] {
        let drawing = drawn(name, &spec("position=20&offset=40&pair=2"), 688.0);
        let bubbles = drawing.bubbles();
        assert!(bubbles.len() >= 2, "{name:?}");
        for bubble in bubbles {
            let held = drawing.handle_at(bubble.center);
            for corner in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
                let at = bubble.center + (REACH - 0.1) * Point::from(corner);
                let away = |other: Point| (other - at).abs().max_element();
                let is_nearest = bubbles
                    .iter()
                    .all(|other| away(other.center) >= away(bubble.center));
                if is_nearest {
                    assert_eq!(drawing.handle_within(at, REACH), held, "{name:?}");
                }
            }
        }
        let far = Point::new(-100.0, -100.0);
        assert_eq!(drawing.handle_within(far, REACH), None);
    }
}
