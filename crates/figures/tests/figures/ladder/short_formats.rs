//! The figure of low precision: its numbers match those of the formats.

use phasor_draw::Point;

use phasor_encoding::{Format, Frequencies, Narrow, Order, Sinusoidal, Step};
use phasor_figures::{Figure, FigureName, Grab, Key};
use phasor_params::choice::Choice as _;

use crate::mentions::assert_mentions;
use crate::support::{numbers, spec};

const NAME: FigureName = FigureName::ShortFormats;

fn reading(state: &str) -> String {
    Figure::new(NAME).reading(&spec(state))
}

#[test]
fn steps_of_bf16_are_as_published() {
    let table = Figure::new(NAME).table(&spec("dtype=bf16"));
    for (position, spacing) in [
        (256.0, 2.0),
        (4096.0, 32.0),
        (8192.0, 64.0),
        (131_072.0, 1024.0),
    ] {
        let rows = (0..table.n_rows()).map(|row| table.row(row));
        let row = rows.into_iter().find(|row| row[1] == position).unwrap();
        assert_eq!(row[0], spacing);
    }
    let sentence = reading("dtype=bf16&position=131072");
    // The range is half a step to one side and a quarter to the other, where steps are half as wide.
    assert_mentions(&sentence, &["769", "130,816", "131,584"]);
}

/// By brute force, at every position that matters.
#[test]
fn positions_that_are_said_to_be_one_number_are() {
    for (format, word) in Format::WORDS {
        for position in [
            0u32, 1, 7, 8, 15, 17, 20, 255, 256, 257, 447, 2049, 4095, 4097, 57_000,
        ] {
            let at = |position: u32| format.round(f64::from(position));
            if !at(position).is_finite() {
                continue;
            }
            let mut same = (0..=70_000).filter(|other| at(*other) == at(position));
            let (low, count) = (same.next().unwrap(), same.count() + 1);
            let sentence = reading(&format!("dtype={}&position={position}", word.name));
            let printed = numbers(&sentence);
            let (first, last) = (f64::from(low), f64::from(low) + (count - 1) as f64);
            let rounded = at(position);
            match (count, &printed[..]) {
                // An exact position stands before the first neighbours that are not.
                (1, [exact, one, next]) => {
                    assert_eq!((*exact, *next), (first, one + 1.0), "{sentence}");
                }
                (2, printed) => assert_eq!(printed, [first, last, rounded], "{sentence}"),
                (_, printed) => {
                    assert_eq!(printed, [count as f64, first, last, rounded], "{sentence}");
                }
            }
        }
    }
}

/// Encodings collide where positions do: pair 0 rotates by one radian per position, which is exact.
#[test]
fn equal_positions_are_where_equal_codes_begin() {
    let frequencies = Frequencies::new(10_000.0, 64).unwrap();
    let sinusoidal = Sinusoidal::new(frequencies, Order::Interleaved);
    for format in [Format::F16, Format::Bf16, Format::E4m3, Format::E5m2] {
        let narrow = Narrow {
            format,
            step: Step::Angle,
        };
        let first = narrow.first_equal_encodings(&sinusoidal, 4096);
        assert_eq!(first, Some(format.first_collision()), "{}", format.name());
    }
}

/// The errors of angles are far larger than those of rounded cosines and sines.
#[test]
fn the_remedy_stands_beside_the_error_of_the_angles() {
    let sentence = reading("rounding-view=angles&dtype=bf16&position=4097");
    let [_, angle, remedy] = numbers(&sentence)[..] else {
        panic!("{sentence}");
    };
    assert!(angle > 1.0 && remedy < 0.004, "{sentence}");
}

#[test]
fn too_large_is_said_and_a_click_sets_format_and_position() {
    let sentence = reading("dtype=e4m3&position=449");
    assert_mentions(&sentence, &["432", "464", "448"]);
    let sentence = reading("dtype=e4m3&position=500");
    assert_mentions(&sentence, &["fp8 e4m3", "500", "448"]);
    let state = spec("dtype=bf16");
    let mut figure = Figure::new(NAME);
    let handles = figure.draw(&state, 760.0).handles().to_vec();
    let clicked = |grab: Grab| {
        let handle = handles.iter().find(|handle| handle.grab == grab).unwrap();
        let at = Point::new(handle.rect.x, handle.rect.y);
        phasor_figures::drag(handle, &state, at, at)
    };
    assert_eq!(
        clicked(Grab::Set(Key::Format, 1.0)).choice::<Format>(),
        Format::F16
    );
    let slide = Grab::Slide {
        x: Some(Key::Position),
        y: None,
    };
    let stairs = handles.iter().find(|handle| handle.grab == slide).unwrap();
    let at = |x: f64| Point::new(stairs.panel.x_px(x), stairs.rect.y + 40.0);
    for position in [5.0, 300.0, 4100.0] {
        let moved = phasor_figures::drag(stairs, &state, at(position), at(position)).position();
        assert!((moved / position - 1.0).abs() < 0.02, "{moved}");
    }
}
