//! The figures about what lies past the training length say what was measured and computed.
#![cfg(all(feature = "ladder", feature = "figure"))]
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

use phasor::config::{Key, Spec, query};
use phasor::figure::{Figure, FigureName};

fn spec(text: &str) -> Spec {
    let (spec, errors) = query::parse(text);
    assert_eq!(errors, []);
    spec
}

fn reading(name: FigureName, state: &str) -> String {
    Figure::new(name).reading(&spec(state))
}

#[test]
fn perplexities_are_those_that_were_measured() {
    let name = FigureName::PAST_TRAINING;
    let told = reading(name, "");
    // 36.80 / 2.9606.
    for part in [
        "At 16,384 tokens",
        "perplexity 36.80",
        "12.4 times the 2.961 at 8,192",
    ] {
        assert!(told.contains(part), "{told}");
    }
    let far = reading(name, "context=131072");
    assert!(far.contains("Yarn-Mistral 64k has perplexity 57.43, 26.1 times"));
    assert!(far.contains("Yarn-Mistral 128k has perplexity 2.187, at a length that it was"));
    let both = reading(name, "context=32768");
    assert!(both.contains("576.6") && both.contains("2.374"), "{both}");
    for (state, near) in [
        ("context=1024", "the nearest is at 4,096."),
        ("context=20480", "the nearest are at 16,384 and 32,768."),
    ] {
        let told = reading(name, state);
        assert!(
            told.contains(near) && !told.contains("perplexity"),
            "{told}"
        );
    }
}

#[test]
fn arrows_visit_every_measured_length() {
    let name = FigureName::PAST_TRAINING;
    let mut state = spec("context=1024");
    let mut visited = Vec::new();
    for _ in 0..20 {
        name.arrow(&mut state, 1.0, 0.0);
        visited.push(state.number(Key::Context).unwrap());
    }
    visited.dedup();
    let table = Figure::new(name).table(&state);
    let mut lengths: Vec<f64> = (0..table.n_rows()).map(|row| table.row(row)[2]).collect();
    lengths.sort_unstable_by(f64::total_cmp);
    lengths.dedup();
    assert_eq!(visited, lengths);
}
