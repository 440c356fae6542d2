//! The wording of every reading. Other tests judge numbers; here a changed sentence is seen and accepted.

use std::fmt::Write as _;

use phasor_figures::{Figure, FigureName, Spec};
use phasor_params::Accepts;

use crate::measured::measured;
use crate::support::spec;

/// States in which a reading has words that neither the opening state, nor a preset, nor a single choice has.
const OTHERS: [(FigureName, &[&str]); 14] = [
    (
        FigureName::BinaryBits,
        &[
            "position=1000&bits=8",
            "position=1&bits=1",
            "corners=0.7",
            "corners=0.7&bits=1",
            "corners=0.2",
            "corners=0.2&bits=1",
            "corners=0&bits=1",
        ],
    ),
    (FigureName::OrderBlind, &["sentence=dog+dog"]),
    (
        FigureName::IntegerCode,
        &["position=0&token=0", "position=1&sentence=dog+dog"],
    ),
    (FigureName::NormalisedCode, &["length=2", "token=0"]),
    (FigureName::SinusoidalPath, &["rise=0.5", "rise=0.5&dim=2"]),
    (
        FigureName::SinesOnly,
        &["components=cosines&position=0&sines-view=dial"],
    ),
    (
        FigureName::DistanceScatter,
        &["dim=1024&position=5&length=64"],
    ),
    (FigureName::ScoreDecay, &["dim=4&length=400&offset=3"]),
    (FigureName::PastTraining, &["context=1536"]),
    (
        FigureName::ScaledAngles,
        &["rule-view=wavelengths&dim=2&rule=ntk"],
    ),
    (
        FigureName::Scoreboard,
        &[
            "candidate=learned&property=deterministic",
            "candidate=learned&property=bounded",
            "candidate=shaw&property=linear-shift",
            "candidate=none&property=linear-shift",
            "candidate=none&property=distance-aware",
        ],
    ),
    (
        FigureName::RotaryLanes,
        &[
            "pair=0",
            "pair=0&pairing=interleaved",
            "pair=0&pairing=interleaved&dim=8",
            "pair=3&dim=8",
            "pair=20",
            "partial-rotary-factor=0",
        ],
    ),
    (FigureName::ShortFormats, &["dtype=e4m3&position=500"]),
    (
        FigureName::RelativeBias,
        &["relative=t5&mask=causal&offset=-4000"],
    ),
];

/// Returns the queries of the states whose readings are stored.
fn queries(name: FigureName) -> Vec<String> {
    let presets = name.presets().iter().map(|preset| preset.query.to_owned());
    let choices = name.own_keys().iter().flat_map(|key| {
        let words = match key.parameter().accepts {
            Accepts::Choice(words) => words,
            _ => &[],
        };
        let chosen = |word: &phasor_params::choice::Word| format!("{}={}", key.name(), word.name);
        let is_default = |query: &String| spec(query) == Spec::default();
        words
            .iter()
            .map(chosen)
            .filter(move |query| !is_default(query))
    });
    let others = OTHERS.iter().filter(|(one, _)| *one == name);
    let others = others.flat_map(|(_, queries)| queries.iter().map(|query| (*query).to_owned()));
    let opening = std::iter::once(String::new());
    let all = opening.chain(presets).chain(choices).chain(others);
    all.filter(|query| !is_rounding_error(name, query))
        .collect()
}

/// Returns whether a reading holds a rounding error, which differs between machines.
fn is_rounding_error(name: FigureName, query: &str) -> bool {
    name == FigureName::Scoreboard && query == "property=linear-shift"
}

/// Returns the reading of a state. A map that takes seconds is read while it is computed.
fn reading(name: FigureName, state: &Spec) -> String {
    let mut figure = Figure::new(name);
    if figure.has_work(state) {
        let _ = figure.work(state);
    }
    figure.reading(state)
}

/// Compares the readings of a figure with those that were accepted.
fn check(figure: &str, readings: &str) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(figure, readings);
    });
}

#[test]
fn readings_are_worded_as_accepted() {
    for name in FigureName::ALL {
        let mut readings = String::new();
        for query in queries(name) {
            let state = if query.is_empty() {
                "as it opens"
            } else {
                &query
            };
            // Writing to a String cannot fail.
            let _ = writeln!(readings, "{state}\n    {}", reading(name, &spec(&query)));
        }
        check(name.name(), &readings);
    }
    check("bulk-rope", &measured().reading());
}
