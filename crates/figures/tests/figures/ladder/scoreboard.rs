//! The scoreboard: every scheme has verdicts, and the reading gives the evidence.

use phasor_draw::{Mark, Point};

use phasor_encoding::analysis::Property;
use phasor_figures::{Figure, FigureName, Key, Spec};
use phasor_params::choice::Choice as _;

use crate::mentions::assert_mentions;
use crate::support::{spec, words};

const NAME: FigureName = FigureName::Scoreboard;

fn reading(state: &str) -> String {
    Figure::new(NAME).reading(&spec(state))
}

/// The verdicts are those on longer encodings in `crates/encoding/tests/encoding/scoreboard.rs`.
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
            ".B.L..E.", "U.DLSA..", "UBDLS..M", "UBDLS.EM",
        ]
    );
}

#[test]
fn the_sentence_is_the_evidence() {
    // From the first distance past training on, unscaled RoPE has new angles.
    assert_mentions(&reading(""), &["RoPE", "no", "128", "1%"]);
    for (state, parts) in [
        ("candidate=learned", ["no", "128"].as_slice()),
        ("candidate=binary", &["no", "0", "256"]),
        ("candidate=learned&property=deterministic", &["no", "4,096"]),
        ("candidate=rope&property=deterministic", &["yes"]),
        (
            "candidate=sinusoidal&property=distance-aware",
            &["no", "0", "5"],
        ),
        ("candidate=learned&property=bounded", &["not applicable"]),
        ("candidate=shaw&property=linear-shift", &["not applicable"]),
        ("candidate=none&property=linear-shift", &["not applicable"]),
        (
            "candidate=none&property=length-independent",
            &["not applicable"],
        ),
        ("candidate=none&property=distance-aware", &["no"]),
        (
            "candidate=t5&property=many-axes",
            &["no", "(0, 1)", "(1, 0)"],
        ),
    ] {
        assert_mentions(&reading(state), parts);
    }
}

/// The cells hold signs alone: their numbers would have eight units, and totals would suggest that properties add up.
#[test]
fn the_board_prints_no_numbers() {
    let mut figure = Figure::new(NAME);
    for width in [340.0, 760.0] {
        let drawing = figure.draw(&Spec::default(), width);
        let texts = drawing.marks().iter().filter_map(|mark| match mark {
            Mark::Text { text, .. } => Some(drawing.text_of(text)),
            _ => None,
        });
        let texts: Vec<&str> = texts.collect();
        let is_number = |text: &&str| text.chars().all(|letter| !letter.is_alphabetic());
        let numbers: Vec<&str> = texts.into_iter().filter(is_number).collect();
        // A narrow board numbers its columns.
        let columns = ["1", "2", "3", "4", "5", "6", "7", "8"];
        let expected: &[&str] = if width < 560.0 { &columns } else { &[] };
        assert_eq!(numbers, expected);
    }
}

#[test]
fn every_cell_is_told_in_a_sentence() {
    for scheme in words(Key::Candidate) {
        for (_, property) in Property::WORDS {
            let sentence = reading(&format!(
                "candidate={}&property={}",
                scheme.name, property.name
            ));
            assert!(
                sentence.ends_with('.') && !sentence.contains("inf") && !sentence.contains("NaN"),
                "{sentence}"
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
    let clicked = phasor_figures::drag(&handle, &state, at, at);
    assert_eq!(
        (clicked.text(Key::Candidate).as_str(), clicked.choice()),
        ("alibi", Property::Bounded)
    );
    NAME.arrow(&mut state, -1.0, 1.0);
    assert_eq!(
        (state.text(Key::Candidate).as_str(), state.choice()),
        ("p-rope", Property::DistanceAware)
    );
}

#[test]
fn every_cell_says_what_it_is_under_the_pointer() {
    let state = Spec::default();
    let mut figure = Figure::new(NAME);
    let handle = figure.draw(&state, 760.0).handles()[0];
    for (row, scheme) in words(Key::Candidate).iter().enumerate() {
        for column in 0..Property::WORDS.len() {
            let (x, y) = (
                handle.panel.x_px(column as f64),
                handle.panel.y_px(row as f64),
            );
            let sentence = figure.probe(&state, Point::new(x, y)).unwrap();
            let (name, property) = (scheme.label, Property::WORDS[column].1.label);
            assert!(
                sentence.starts_with(&format!("{name}, “{property}”: ")),
                "{sentence}"
            );
        }
    }
}
