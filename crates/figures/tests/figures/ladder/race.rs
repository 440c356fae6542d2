//! The buttons of a race.

use phasor_figures::Key;
use phasor_figures::length::training_race::buttons::{
    Act, BUTTONS, State, first_act, first_label, sentence, set_to_start,
};
use phasor_figures::length::training_race::{RaceTask, Racer};
use phasor_params::choice::Choice as _;

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
