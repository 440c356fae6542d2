//! Captions and readings are short, and readings are sentences, in every preset and in states next to it.

use std::collections::BTreeSet;

use phasor_figures::{Figure, FigureName, Spec, query};
use phasor_params::Accepts;

use crate::support::{no_faults, states};

const MOST_IN_CAPTION: usize = 40;
const MOST_IN_READING: usize = 35;

/// Settings that bring out the longest readings.
const MOVES: [&str; 9] = [
    "position=0&offset=-1",
    "position=9999999&offset=-4095&length=4096",
    "position=131072&dim=128&base=500000",
    "dim=2&length=2",
    "bits=4&token=2",
    "sentence=dog+dog",
    "mask=causal&offset=7",
    "n-heads=12&head=8&offset=-18",
    "directions=0&frame=-3&context=1536",
];

fn n_words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Returns every state of a figure, with each word of each of its choices, and with every move.
fn moved_states(name: FigureName) -> Vec<(String, Spec)> {
    let mut moved = Vec::new();
    for (state, spec) in states(name) {
        for key in name.keys() {
            if let Accepts::Choice(words) = key.parameter().accepts {
                for word in words {
                    let mut spec = spec.clone();
                    spec.set(key, word.name).unwrap();
                    moved.push((format!("{state}, {}={}", key.name(), word.name), spec));
                }
            }
        }
        for by in MOVES {
            let mut spec = spec.clone();
            assert_eq!(query::apply(&mut spec, by), []);
            moved.push((format!("{state}, {by}"), spec));
        }
        moved.push((state.to_owned(), spec));
    }
    moved
}

#[test]
fn captions_say_what_is_seen_in_a_few_words() {
    let mut faults = BTreeSet::new();
    for name in FigureName::ALL {
        let (caption, n_words) = (name.caption(), n_words(name.caption()));
        if n_words > MOST_IN_CAPTION || !caption.ends_with('.') {
            faults.insert(format!("{}: {n_words} words: {caption}", name.name()));
        }
    }
    no_faults(faults);
}

#[test]
fn readings_are_short_in_every_state() {
    let mut faults = BTreeSet::new();
    for name in FigureName::ALL {
        let mut figure = Figure::new(name);
        // A map takes seconds to compute in each state; its readings have a test below.
        if figure.has_work(&Spec::default()) {
            continue;
        }
        for (state, spec) in moved_states(name) {
            let reading = figure.reading(&spec);
            let n_words = n_words(&reading);
            if n_words > MOST_IN_READING || !reading.ends_with('.') {
                faults.insert(format!(
                    "{}: {n_words} words, {state}: {reading}",
                    name.name()
                ));
            }
        }
    }
    no_faults(faults);
}

#[test]
fn the_reading_of_a_finished_map_is_short() {
    let name = FigureName::PositionMap;
    let mut figure = Figure::new(name);
    for (state, spec) in states(name) {
        figure.finish(&spec);
        let reading = figure.reading(&spec);
        assert!(n_words(&reading) <= MOST_IN_READING, "{state}: {reading}");
    }
}
