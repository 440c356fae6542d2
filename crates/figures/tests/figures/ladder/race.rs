//! The buttons of a race.

use phasor_figures::Key;
use phasor_figures::length::training_race::buttons::{
    Act, BUTTONS, State, first_act, first_label, sentence, set_to_start,
};
use phasor_figures::length::training_race::{RaceTask, Racer};
use phasor_params::choice::Choice as _;

use phasor_draw::{Ink, Mark, Point, Rect};
use phasor_encoding::{Direction, Frequencies, T5Buckets};
use phasor_figures::{Drawing, Figure, FigureName, Grab, drag};

use crate::support::spec;

/// Returns the labels of the offered buttons.
fn offered(state: Option<State>) -> Vec<String> {
    let first = first_label(state, &spec("seed=4"));
    let is_offered = |offered: &[State]| state.is_some_and(|state| offered.contains(&state));
    let others = BUTTONS.iter().filter(|button| is_offered(button.offered));
    std::iter::once(first)
        .chain(others.map(|button| button.label.to_owned()))
        .collect()
}

#[test]
fn each_state_offers_what_can_be_done() {
    for (state, labels) in [
        (None, vec!["Start"]),
        (Some(State::Running), vec!["Pause", "Cancel"]),
        (
            Some(State::Paused),
            vec!["Resume", "Step", "Cancel", "Save this racer"],
        ),
        (
            Some(State::Done),
            vec!["Race with seed 5", "Save this racer"],
        ),
    ] {
        assert_eq!(offered(state), labels);
        assert!(sentence(state, || false).ends_with('.'));
    }
    assert_eq!(first_act(Some(State::Done)), Act::Start);
    assert_ne!(sentence(None, || true), sentence(None, || false));
}

#[test]
fn a_start_takes_another_seed_only_where_the_race_is_on_show_already() {
    for (query, state, seed) in [
        ("", None, 1),
        ("task=latest-value", None, 1),
        ("seed=3", None, 3),
        ("seed=3", Some(State::Done), 4),
        ("base=500", None, 0),
        ("seed=999", Some(State::Done), 999),
    ] {
        let mut spec = spec(query);
        spec.set_nearest(Key::Progress, 20.0);
        set_to_start(&mut spec, state);
        assert_eq!(spec.course().seed, seed, "{query}");
        assert_eq!(spec.progress(), 1.0);
    }
}

#[test]
fn the_racer_in_focus_trains_first_and_all_others_follow() {
    for focus in Racer::all() {
        let turns: Vec<Racer> = Racer::in_turn(focus).collect();
        assert_eq!(turns[0], focus);
        assert!(Racer::all().all(|racer| turns.contains(&racer)));
        assert_eq!(turns.len(), Racer::WORDS.len());
    }
    assert!(RaceTask::Next.needs_text() && !RaceTask::Back.needs_text());
}

/// Returns the widths of the whole curves in this ink, and of the dashes, in the state with these parameters.
fn widths(state: &str, wanted: Ink) -> (Vec<f32>, Vec<f32>) {
    let mut figure = Figure::new(FigureName::TrainingRace);
    let drawing = figure.draw(&spec(state), 760.0);
    let lines = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Line {
            points, ink, width, ..
        } if *ink == wanted => {
            let points = drawing.points(points);
            let length = points[0].distance(*points.last().unwrap());
            Some((*width, length > 10.0))
        }
        _ => None,
    });
    let (curves, dashes): (Vec<_>, Vec<_>) = lines.partition(|(_, is_curve)| *is_curve);
    let widths = |lines: Vec<(f32, bool)>| lines.into_iter().map(|(width, _)| width).collect();
    (widths(curves), widths(dashes))
}

#[test]
fn the_guess_is_the_bold_curve_and_rules_of_rope_are_no_stronger_than_its_curve() {
    const BOLD: [f32; 2] = [3.0; 2];
    const THIN: [f32; 2] = [1.7; 2];
    // T5 and RoPE, each with its loss and its answers, then the dashes of RoPE's rules.
    for (state, t5, rope, dashes) in [
        ("racer=rope", THIN, BOLD, Some(1.6)),
        ("racer=t5", BOLD, THIN, None),
        ("racer=alibi&guess=t5", BOLD, THIN, None),
        ("racer=t5&guess=alibi", THIN, THIN, None),
        ("racer=rope&guess=t5", BOLD, THIN, Some(1.0)),
        ("racer=t5&guess=rope", THIN, BOLD, Some(1.6)),
        ("racer=rope&guess=rope", THIN, BOLD, Some(1.6)),
    ] {
        assert_eq!(widths(state, Ink::Key).0, t5, "{state}");
        let (curves, dashed) = widths(state, Ink::Query);
        assert_eq!(curves, rope, "{state}");
        assert_eq!(dashed.first().copied(), dashes, "{state}");
        assert!(dashed.iter().all(|width| Some(*width) == dashes));
    }
}

fn question(state: &str, width: f32) -> Drawing {
    let mut figure = Figure::new(FigureName::TrainingRace);
    figure
        .draw(&spec(&format!("guess=ask{state}")), width)
        .clone()
}

/// Returns the contestants' cards, each with the guess that a press on it makes.
fn cards(drawing: &Drawing) -> Vec<(Rect, String)> {
    let before = spec("guess=ask");
    let handles = drawing.handles().iter();
    let cards = handles.filter(|handle| matches!(handle.grab, Grab::Set(Key::Guess, _)));
    let guessed = cards.map(|handle| {
        let at = handle.rect.center();
        (handle.rect, drag(handle, &before, at, at).text(Key::Guess))
    });
    guessed.collect()
}

#[test]
fn six_contestants_ask_for_a_guess_and_show_nothing_of_the_outcome() {
    for width in [340.0, 688.0] {
        let drawing = question("", width);
        let cards = cards(&drawing);
        let guesses: Vec<&str> = cards.iter().map(|(_, guess)| guess.as_str()).collect();
        assert_eq!(
            guesses,
            ["rope", "nope", "learned", "sinusoidal", "t5", "alibi"]
        );
        for (place, (card, _)) in cards.iter().enumerate() {
            assert!(
                cards
                    .iter()
                    .take(place)
                    .all(|(other, _)| !card.overlaps(other))
            );
            assert!(card.x >= 0.0 && card.right() <= width && card.bottom() <= drawing.size().1);
        }
        // Neither how far the training is, nor which encoding is in focus, nor which race it is.
        for state in ["&progress=0", "&racer=t5", "&seed=7", "&task=next-letter"] {
            assert!(question(state, width).marks() == drawing.marks(), "{state}");
        }
    }
}

/// Returns the lines of many points in this ink.
fn emblem(drawing: &Drawing, wanted: Ink) -> Vec<&[Point]> {
    let lines = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Line { points, ink, .. } if *ink == wanted && points.len() > 5 => {
            Some(drawing.points(points))
        }
        _ => None,
    });
    lines.collect()
}

#[test]
fn the_emblems_are_those_of_the_encodings() {
    let drawing = question("&base=100", 688.0);
    // T5: as many levels as there are buckets among the distances of training.
    let buckets = T5Buckets::new(16, 32, Direction::Causal).unwrap();
    let expected: Vec<usize> = (0..32).map(|distance| buckets.bucket(-distance)).collect();
    let [stairs] = emblem(&drawing, Ink::Key)[..] else {
        panic!("one flight of stairs");
    };
    assert_eq!(stairs.len(), 2 * expected.len());
    let rise = (stairs[0].y - stairs[63].y) / (expected[31] - expected[0]) as f32;
    for (step, bucket) in stairs.chunks(2).zip(expected) {
        assert!(step[0].y == step[1].y);
        assert!((stairs[0].y - step[0].y - rise * bucket as f32).abs() < 0.01);
    }
    // Sinusoids: pairs 0, 3 and 6, from position 0 to 31.
    let frequencies = Frequencies::new(100.0, 48).unwrap();
    let area = &cards(&drawing)[3].0;
    let waves = emblem(&drawing, Ink::Text);
    let waves: Vec<_> = waves
        .into_iter()
        .filter(|wave| area.contains(wave[0]))
        .collect();
    assert_eq!(waves.len(), 3);
    for (wave, pair) in waves.into_iter().zip([0, 3, 6]) {
        let [from, to] = [wave[0], wave[160]];
        let inv_freq = frequencies.inv_freq()[pair];
        let height = |position: f64| (position * inv_freq).sin() as f32;
        // The radius follows from the highest point of the fastest wave.
        let quarter = wave[40];
        let position = f64::from((quarter.x - from.x) / (to.x - from.x)) * 31.0;
        let radius = (from.y - quarter.y) / height(position);
        assert!(
            (from.y - to.y - radius * height(31.0)).abs() < 0.05,
            "{pair}"
        );
    }
}
