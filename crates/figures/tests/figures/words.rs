//! Captions and readings are short, and readings are sentences, in every preset and in states next to it. Names have a
//! capital.

use std::collections::BTreeSet;

use phasor_draw::Mark;
use phasor_figures::{Drawing, Figure, FigureName, Key, Spec, query};
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

/// What a figure writes: where it is, and the text.
type Written = (&'static str, String);

/// Returns the texts of the drawing, of the reading, and of everything under a pointer.
fn written(name: FigureName, spec: &Spec) -> Vec<Written> {
    let mut figure = Figure::new(name);
    let drawing: Drawing = figure.draw(spec, 760.0).clone();
    let drawn = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Text { text, .. } => Some(("drawing", drawing.text_of(text).to_owned())),
        _ => None,
    });
    let mut written: Vec<Written> = drawn.collect();
    written.push(("reading", figure.reading(spec)));
    let handles = drawing.handles().iter();
    let probed = handles.filter_map(|handle| figure.probe(spec, handle.rect.center()));
    written.extend(probed.map(|text| ("probe", text)));
    written
}

#[test]
fn names_have_a_capital_wherever_people_read_them() {
    const SENTENCE: &str = "adam ate the apple and adam slept";
    let mut faults = BTreeSet::new();
    let mut found = BTreeSet::new();
    for name in FigureName::ALL {
        if name.keys().all(|key| key != Key::Sentence) {
            continue;
        }
        for (state, mut spec) in moved_states(name) {
            spec.set(Key::Sentence, SENTENCE).unwrap();
            spec.set_nearest(Key::Token, 0.0);
            // In an address, words stay as they are in the vocabulary.
            assert_eq!(spec.text(Key::Sentence), SENTENCE);
            for (place, text) in written(name, &spec) {
                let figure = name.name();
                if text.contains("adam") {
                    faults.insert(format!("{figure}, {place}, {state}: {text}"));
                }
                if text.contains("Adam") {
                    found.insert((figure, place));
                }
            }
        }
    }
    no_faults(faults);
    for (figure, places) in [
        ("order-blind", &["drawing", "probe", "reading"][..]),
        ("integer-code", &["drawing", "probe", "reading"]),
        ("normalised-code", &["drawing", "probe", "reading"]),
        ("binary-code", &["drawing", "probe", "reading"]),
        ("telling-apart", &["drawing", "probe", "reading"]),
        ("relative-bias", &["drawing"]),
        ("clockwork", &["drawing", "probe"]),
    ] {
        for &place in places {
            assert!(found.contains(&(figure, place)), "{figure}: {place}");
        }
    }
}
