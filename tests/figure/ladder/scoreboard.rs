//! The figure of the scoreboard: every scheme is judged, and the evidence is in the sentence.

use phasor::config::Spec;
use phasor::config::choice::{Choice as _, SchemeName};
use phasor::encoding::analysis::Property;
use phasor::figure::{Figure, FigureName, Point};

use crate::support::spec;

const NAME: FigureName = FigureName::SCOREBOARD;

fn reading(state: &str) -> String {
    Figure::new(NAME).reading(&spec(state))
}

/// The same verdicts as on longer codes in `tests/encoding/scoreboard.rs`.
#[test]
fn every_scheme_is_judged() {
    let table = Figure::new(NAME).table(&Spec::default());
    let rows = (0..table.n_rows()).map(|row| table.row(row));
    let letters = rows.map(|row| {
        let letters = row.into_iter().zip("UBDLSAEM".chars());
        letters
            .map(|(answer, letter)| match answer {
                1.0 => letter,
                0.0 => '.',
                _ => '-',
            })
            .collect()
    });
    let letters: Vec<String> = letters.collect();
    assert_eq!(
        letters,
        [
            ".-D--.-.", "U.DLSA.M", "UBD.SAEM", "UBDL...M", "UBDLS..M", "U-.L...M", ".B.L-.EM",
            ".B.L..E.", "U.DLSAE.", "UBDLS..M", "UBDLS.EM",
        ]
    );
}

#[test]
fn the_sentence_is_the_evidence() {
    // Unscaled RoPE meets angles that it had not in training, from the first distance on.
    let told = reading("");
    assert!(
        told.starts_with(
            "RoPE has 6 of 8 properties; sound past training (past training no number is new and no position's \
             code is missing or repeated): no."
        ),
        "{told}"
    );
    assert!(
        told.contains("At distance 129") && told.contains("below 128"),
        "{told}"
    );
    for (state, part) in [
        ("candidate=learned", "there is no code for position 128."),
        (
            "candidate=binary",
            "The positions 0 and 256 have the same code.",
        ),
        (
            "candidate=learned&property=deterministic",
            "4,096 numbers are learned.",
        ),
        (
            "candidate=rope&property=deterministic",
            "It has no learned number.",
        ),
        (
            "candidate=sinusoidal&property=distance-aware",
            "Seen from 0, position 5 is",
        ),
        (
            "candidate=learned&property=bounded",
            "has 3 of 8 properties, and 1 does not apply; stays small (past training no number is much \
             larger than in it): does not apply. Past training it has no number that could grow.",
        ),
        (
            "candidate=none&property=length-independent",
            "It has no number of which that could be asked.",
        ),
        (
            "candidate=none&property=distance-aware",
            "All positions look alike.",
        ),
        (
            "candidate=t5&property=many-axes",
            "The patches (0, 1) and (1, 0) have the same signal.",
        ),
    ] {
        assert!(reading(state).contains(part), "{}", reading(state));
    }
}

#[test]
fn every_cell_is_told_in_a_sentence() {
    for (_, scheme) in SchemeName::WORDS {
        for (_, property) in Property::WORDS {
            let told = reading(&format!(
                "candidate={}&property={}",
                scheme.name, property.name
            ));
            assert!(
                told.ends_with('.') && !told.contains("inf") && !told.contains("NaN"),
                "{told}"
            );
        }
    }
}

#[test]
fn a_click_and_the_arrows_choose_a_cell() {
    let mut state = Spec::default();
    let mut figure = Figure::new(NAME);
    let handle = figure.draw(&state, 760.0).handles()[0];
    let at = Point::new(handle.panel.x_px(1.0), handle.panel.y_px(8.0));
    let clicked = handle.moved(&state, at, at);
    assert_eq!(
        (clicked.candidate(), clicked.property()),
        (SchemeName::Alibi, Property::Bounded)
    );
    NAME.arrow(&mut state, -1.0, 1.0);
    assert_eq!(
        (state.candidate(), state.property()),
        (SchemeName::PRope, Property::DistanceAware)
    );
}
