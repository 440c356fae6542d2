//! Faults that were found once and must not come back.
#![cfg(feature = "figure")]
#![allow(clippy::unwrap_used, reason = "a test stops where it finds a fault")]

use phasor::config::{FigureName, Key, SpecError, query};
use phasor::figure::number::Short;
use phasor::figure::{Figure, Grab, Ink, Mark, Point};

#[test]
fn a_large_integer_is_dragged_on_its_own_page() {
    let (spec, _) = query::parse("value=9007199254740000&bits=53&length=512");
    let mut figure = Figure::new(FigureName::BinaryBits);
    let handles = figure.draw(&spec, 760.0).handles().to_vec();
    let lanes = handles
        .into_iter()
        .rev()
        .find(|handle| handle.grab == Grab::Position)
        .unwrap();
    let under = Point::new(
        lanes.panel.x_px(lanes.panel.x.low + 100.2),
        lanes.rect.y + 20.0,
    );
    let moved = lanes.moved(&spec, under, under);
    assert_eq!(moved.value() as f64, lanes.panel.x.low + 100.0);
}

#[test]
fn a_key_press_never_moves_against_its_direction() {
    // A short page leaves an offset beyond the ends of its slider.
    let (spec, _) = query::parse("length=4&offset=60");
    let range = spec.slider_range(Key::Offset).unwrap();
    assert!(range.stepped(spec.offset(), true, false) >= spec.offset());
}

#[test]
fn a_rounded_number_has_the_digits_of_its_size() {
    let shown = [999.96, 99.996, 9.9996, 0.99996, 0.0999996].map(|n| Short(n).to_string());
    assert_eq!(shown, ["1,000", "100.0", "10.00", "1.000", "0.1000"]);
}

#[test]
fn a_quoted_value_cannot_turn_the_sentence_round() {
    for mark in ['\u{202e}', '\u{2066}', '\u{2028}', '\u{200f}', '\u{feff}'] {
        let told = SpecError::unknown_key(&format!("a{mark}b")).to_string();
        assert!(!told.contains(mark), "{told:?}");
    }
}

#[test]
fn the_cursor_frames_one_cell_however_far_out_it_is() {
    for (position, length) in [(0, 16), (9_033_168, 2), (9_999_999, 16), (9_999_936, 64)] {
        let (spec, _) = query::parse(&format!("position={position}&offset=0&length={length}"));
        let mut figure = Figure::new(FigureName::DistanceHeatmap);
        let drawing = figure.draw(&spec, 760.0);
        let cell = drawing.rasters().first().unwrap().rect.width / length as f32;
        let mut frames = drawing.marks().iter().filter_map(|mark| match mark {
            Mark::Line {
                points,
                ink: Ink::Text,
                ..
            } if points.len() == 5 => Some(drawing.points(points)),
            _ => None,
        });
        let corners = frames.next_back().unwrap();
        let frame = corners.get(1).unwrap().x - corners.first().unwrap().x;
        // 1.5 px on either side, and a cell is never shown smaller than 7 px.
        assert!(
            (frame - 3.0 - cell.max(7.0)).abs() < 0.1,
            "a frame of {frame} px for {cell} px at {position}"
        );
    }
}

#[test]
fn zero_has_no_sign() {
    let (spec, _) = query::parse("position=3&offset=-0");
    assert_eq!(spec.text(Key::Offset), "0");
    let mut figure = Figure::new(FigureName::SineWaves);
    let handles = figure.draw(&spec, 760.0).handles().to_vec();
    let cursor = handles
        .into_iter()
        .rev()
        .find(|handle| handle.grab == Grab::Position)
        .unwrap();
    let left = Point::new(cursor.panel.x_px(-0.3), cursor.rect.y);
    assert_eq!(cursor.moved(&spec, left, left).text(Key::Position), "0");
}
