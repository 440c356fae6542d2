//! The picture of a figure leaves room for leading controls and reading in one window, on a phone and on a desk, in the
//! opening state and in every preset.

use std::collections::BTreeSet;

use phasor_draw::Mark;

use phasor_figures::{Figure, FigureName, query};

use crate::support::{no_faults, states};

/// Widths of a drawing with its largest height, CSS pixels: phones, then desks.
const ROOM: [(f32, f32); 7] = [
    (340.0, 430.0),
    (350.0, 430.0),
    (360.0, 430.0),
    (600.0, 560.0),
    (660.0, 560.0),
    (760.0, 560.0),
    (1000.0, 560.0),
];
const SMALLEST_TEXT: f32 = 11.0;

#[test]
fn a_picture_is_at_most_as_high_as_its_room_and_its_text_can_be_read() {
    let mut faults = BTreeSet::new();
    for name in FigureName::ALL {
        let mut figure = Figure::new(name);
        for (state, spec) in states(name) {
            figure.finish(&spec);
            for (width, most) in ROOM {
                let drawing = figure.draw(&spec, width);
                let height = drawing.size().1;
                if height > most {
                    let name = name.name();
                    faults.insert(format!("{name} is {height} px high at {width}, {state}"));
                }
                for mark in drawing.marks() {
                    if let Mark::Text { size, text, .. } = mark
                        && *size < SMALLEST_TEXT
                        // The letter of a flag scales with the flag.
                        && drawing.text_of(text).len() > 1
                    {
                        let (name, text) = (name.name(), drawing.text_of(text));
                        faults.insert(format!("{name}: `{text}` is {size} px high"));
                    }
                }
            }
        }
    }
    no_faults(faults);
}

#[test]
fn one_to_three_controls_lead_at_a_time_and_each_is_one_of_the_figure() {
    for name in FigureName::ALL {
        let leading = name.leading_keys();
        let queries = name.presets().iter().map(|preset| preset.query);
        for query in queries.chain([""]) {
            let spec = query::parse(query).0;
            let n_offered = leading.iter().filter(|key| !name.is_idle(&spec, **key));
            assert!(
                (1..=3).contains(&n_offered.count()),
                "{} {query}",
                name.name()
            );
        }
        for key in leading {
            assert!(
                name.keys().any(|own| own == *key),
                "{} {key:?}",
                name.name()
            );
        }
    }
}
