//! What `token-positions` shows between two states that differ in one choice.

use phasor_draw::{Mark, Point};
use phasor_figures::positions::token_positions::TokenAction;
use phasor_figures::{Figure, FigureName, Grab, Spec};

use crate::support::spec;

const NAME: FigureName = FigureName::TokenPositions;

/// States, and what changes from each to another.
const CHANGES: &[(&str, &str)] = &[
    ("layout=pad*3+The+capital+is", "padding=counted"),
    ("layout=pad*3+The+capital+is", "padding-mask=open"),
    ("layout=a+b+|+c+d", "document-mask=open"),
    ("layout=a+b+|+c+d&document-mask=open", "borders=continued"),
    ("layout=pad*3+The+<past>+of+is", "past=cache-length"),
    (
        "layout=look+<image+2x3>+a+dog&position-rule=qwen2-vl",
        "patches=area-after",
    ),
    (
        "layout=look+<image+2x3>+<past>+a+dog&position-rule=qwen2-vl",
        "cache-event=overwritten",
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=evicted",
        "stored-keys=unchanged",
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=grown",
        "stored-keys=unchanged",
    ),
];

/// Returns the texts that can be read, with their places in CSS pixels.
fn texts(state: &Spec, width: f32) -> Vec<(String, Point)> {
    let figure = &mut Figure::new(NAME);
    let drawing = figure.draw(state, width);
    let marks = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Text {
            at, alpha, text, ..
        } if *alpha > 0.02 => Some((drawing.text_of(text).to_owned(), *at)),
        _ => None,
    });
    marks.collect()
}

/// Checks that both have the same texts at the same places.
#[track_caller]
fn assert_same(one: &[(String, Point)], other: &[(String, Point)]) {
    assert_eq!(one.len(), other.len());
    for (text, at) in one {
        let mut others = other.iter();
        let is_there = others.any(|(other, place)| {
            other == text && (place.x - at.x).abs() + (place.y - at.y).abs() < 0.1
        });
        assert!(is_there, "{text} at {at:?}");
    }
}

#[test]
fn the_way_begins_and_ends_with_the_pictures_of_the_choices() {
    for (state, change) in CHANGES {
        let (one, other) = (spec(state), spec(&format!("{state}&{change}")));
        for (from, to) in [(&one, &other), (&other, &one)] {
            assert_eq!(from.on_the_way(to, 0.0), *from);
            assert_eq!(from.on_the_way(to, 1.0), *to);
            assert!(!from.jumps_to(to) && from.secs_to(to) > 0.5, "{change}");
            for width in [340.0, 760.0] {
                let begun = texts(&from.on_the_way(to, 1e-4), width);
                assert_same(&begun, &texts(from, width));
                let ended = texts(&from.on_the_way(to, 1.0 - 1e-4), width);
                assert_same(&ended, &texts(to, width));
            }
        }
    }
}

#[test]
fn ids_and_offsets_count_to_their_new_values() {
    let (filled, counted) = (
        spec("layout=pad*3+The+capital"),
        spec("layout=pad*3+The+capital&padding=counted"),
    );
    let read = |state: &Spec| -> Vec<f64> {
        // The ids are the texts on the line of the word "position", from left to right.
        let texts = texts(state, 760.0);
        let name = texts.iter().find(|(text, _)| text == "position");
        let line = name.unwrap().1.y;
        let ids = texts.iter().filter(|(_, at)| at.y == line);
        let mut ids: Vec<(f32, f64)> = ids
            .filter_map(|(text, at)| Some((at.x, text.parse().ok()?)))
            .collect();
        ids.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        ids.into_iter().map(|(_, id)| id).collect()
    };
    assert_eq!(read(&filled), [0.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(
        read(&filled.on_the_way(&counted, 0.4)),
        [0.0, 0.0, 1.0, 1.0, 2.0]
    );
    assert_eq!(
        read(&filled.on_the_way(&counted, 0.7)),
        [0.0, 1.0, 1.0, 2.0, 3.0]
    );
    assert_eq!(read(&counted), [0.0, 1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn what_fades_away_cannot_be_pressed() {
    let wrong = spec("layout=pad*3+The+capital&padding=counted");
    let right = spec("layout=pad*3+The+capital");
    let figure = &mut Figure::new(NAME);
    for (from, to, n_presses) in [(&wrong, &right, 0), (&right, &wrong, 1)] {
        let drawing = figure.draw(&from.on_the_way(to, 0.5), 760.0);
        let press = Grab::Act(TokenAction::Right.press());
        let handles = drawing.handles().iter();
        assert_eq!(
            handles.filter(|handle| handle.grab == press).count(),
            n_presses
        );
    }
}
