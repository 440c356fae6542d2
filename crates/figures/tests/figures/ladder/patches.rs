//! The figure of image patches shows axial RoPE and M-RoPE, and its readings are true.

use phasor_draw::{Ink, Mark, Point};

use phasor_figures::{Figure, FigureName, Grab, Key, Spec};

use crate::support::{numbers, spec};

const NAME: FigureName = FigureName::Patches;

/// Returns axis, angle and score of every pair.
fn rows(state: &str) -> Vec<Vec<f64>> {
    let table = Figure::new(NAME).table(&spec(state));
    (0..table.n_rows()).map(|row| table.row(row)).collect()
}

/// Returns the score in the reading.
fn score(state: &str) -> f64 {
    let sentence = Figure::new(NAME).reading(&spec(state));
    let is_score = |number: &f64| number.fract() != 0.0;
    numbers(&sentence).into_iter().find(is_score).unwrap()
}

#[test]
fn rows_turn_one_half_of_the_pairs_and_columns_the_other() {
    // Two rows and five columns away, 4 + 4 components: angles 2, 0.02, 5, 0.05.
    let drawn = rows("dim=8&query-row=0&query-column=0&key-row=2&key-column=5");
    let expected = [[0.0, 2.0], [0.0, 0.02], [1.0, 5.0], [1.0, 0.05]];
    for (row, expected) in drawn.iter().zip(expected) {
        assert_eq!(row[0], expected[0]);
        assert!((row[1] - expected[1]).abs() < 1e-15);
        assert!((row[2] - expected[1].cos()).abs() < 1e-15);
    }
    assert_eq!(drawn.len(), 4);
}

#[test]
fn sections_are_those_of_qwen2_vl() {
    let drawn = rows("axes=mrope&base=1000000&dim=128&frame=3");
    let count = |axis: f64| drawn.iter().filter(|row| row[0] == axis).count();
    assert_eq!([0.0, 1.0, 2.0].map(count), [16, 24, 24]);
    // Time has the fastest pairs: pair 0 rotates by one radian per frame.
    assert_eq!(drawn[0][1], 3.0);
}

#[test]
fn the_score_is_that_of_the_offset_wherever_the_patches_are() {
    for rest in [
        "",
        "&axes=mrope&frame=-2",
        "&base=100&dim=12",
        "&dim=2",
        "&dim=6&axes=mrope",
    ] {
        let at = |row: u32, column: u32| {
            let (key_row, key_column) = (row + 2, column + 3);
            let query = format!("query-row={row}&query-column={column}");
            format!("{query}&key-row={key_row}&key-column={key_column}{rest}")
        };
        let here = score(&at(0, 0));
        let cosines: Vec<f64> = rows(&at(0, 0)).iter().map(|row| row[2]).collect();
        let mean = cosines.iter().sum::<f64>() / cosines.len() as f64;
        assert!((here - mean).abs() < 6e-5, "{rest}: {here} is not {mean}");
        for (row, column) in [(1, 1), (5, 4), (3, 0)] {
            assert_eq!(score(&at(row, column)), here, "{rest}");
        }
    }
}

#[test]
fn both_patches_can_be_dragged_and_the_key_by_arrows() {
    let state = Spec::default();
    let mut figure = Figure::new(NAME);
    let handles = figure.draw(&state, 760.0).handles().to_vec();
    let query = handles.iter().find(|handle| {
        matches!(
            handle.grab,
            Grab::Slide {
                x: Some(Key::QueryColumn),
                ..
            }
        )
    });
    let query = query.unwrap();
    let to = Point::new(query.panel.x_px(6.2), query.panel.y_px(0.9));
    let moved = phasor_figures::drag(query, &state, to, to);
    assert_eq!(moved.query_patch(), (1.0, 6.0));
    assert_eq!(moved.key_patch(), state.key_patch());
    let mut moved = state.clone();
    NAME.arrow(&mut moved, 1.0, -1.0);
    assert_eq!(moved.key_patch(), (3.0, 6.0));
}

/// The places of the patches on the scale of colour, and the numbers of the scale.
fn colours(state: &str) -> (Vec<f32>, Vec<String>) {
    let mut figure = Figure::new(NAME);
    let drawing = figure.draw(&spec(state), 760.0);
    let image = drawing.panels()[0].rect;
    let cells = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Box {
            rect,
            ink: Ink::Sequential(t),
            ..
        } if rect.y >= image.y => Some(*t),
        _ => None,
    });
    let numbers = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Text { text, at, .. } if at.y < 30.0 => Some(drawing.text_of(text).to_owned()),
        _ => None,
    });
    (cells.collect(), numbers.collect())
}

#[test]
fn a_later_frame_is_lower_on_the_same_scale() {
    let state = |frame: u32| format!("axes=mrope&frame={frame}");
    let (now, scale) = colours(&state(0));
    assert_eq!(now.len(), 64);
    assert!(
        now.iter().any(|t| *t > 0.999),
        "a patch scores most with itself"
    );
    assert_eq!(&scale[..4], ["score", "0.6627", "1.0000", "middle 0.9157"]);
    let lowest = now.into_iter().fold(1.0, f32::min);
    for frame in 1..=16 {
        let (later, same) = colours(&state(frame));
        assert_eq!(same[..4], scale[..4]);
        assert!(
            later.iter().all(|t| (0.0..lowest).contains(t)),
            "frame {frame}"
        );
    }
}
