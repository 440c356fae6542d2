//! Word and position in one sum: what the figure reads back, against numbers from numpy for the same files and against
//! independent formulas.

use phasor_draw::{Ink, Mark, Point};
use phasor_encoding::analysis::Subspace;
use phasor_encoding::{Frequencies, Matrix, Order, Sinusoidal};
use phasor_figures::asset::Rows;
use phasor_figures::{Figure, FigureName, Grab, Key, Spec};

use crate::mentions::assert_mentions;
use crate::support::spec;

const NAME: FigureName = FigureName::TellingApart;

fn reading(state: &str) -> String {
    Figure::new(NAME).reading(&spec(state))
}

/// Returns the rows of the table: directions, share of all encodings, share of the word, error of the word.
fn rows(state: &str) -> Vec<Vec<f64>> {
    let table = Figure::new(NAME).table(&spec(state));
    (0..table.n_rows()).map(|row| table.row(row)).collect()
}

fn word(place: usize) -> Vec<f64> {
    let rows = Rows::read(include_bytes!("../../../../../assets/words/words.bin")).unwrap();
    rows.row(Spec::default().sentence().words()[place])
}

fn encodings(length: usize) -> Matrix {
    let frequencies = Frequencies::new(10_000.0, 384).unwrap();
    Sinusoidal::new(frequencies, Order::Interleaved).table(length)
}

fn assert_reading(state: &str, parts: &[&str]) {
    assert_mentions(&reading(state), parts);
}

/// Returns every text of the drawing.
fn drawn(state: &str) -> Vec<String> {
    let mut figure = Figure::new(NAME);
    let drawing = figure.draw(&spec(state), 760.0);
    let texts = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Text { text, .. } => Some(drawing.text_of(text).to_owned()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn the_word_is_read_where_positions_are_not() {
    assert_reading("", &["44", "“dog”", "20", "“dog”", "20", "0.939", "0.833"]);
    // numpy, from words.bin: the cosine of word and sum before and after, and what is nearest.
    for (token, before, after) in [
        (1, ["dog", "0.17"], ["dog", "0.94"]),
        (0, ["in", "0.14"], ["the", "0.97"]),
    ] {
        let texts = drawn(&format!("apart-view=read&token={token}"));
        let lists: Vec<&[String]> = texts.split(|text| text.contains("set aside")).collect();
        assert_eq!(lists[0][1..3], before, "{texts:?}");
        assert_eq!(lists[1][..2], after, "{texts:?}");
    }
    assert_reading("apart-view=shares", &["44", "99.997%", "11.7%"]);
    // Another word at no position, and hardly better than the next one.
    assert_reading(
        "directions=0&token=0",
        &["“the”", "20", "“in”", "0.140", "0.138"],
    );
    // More directions than there are cannot be set aside.
    assert_reading("directions=384&apart-view=shares", &["49", "100%"]);
    assert_reading("length=2", &["2", "“dog”"]);
    // With a small encoding, the word is read but the position is not.
    assert_reading(
        "code-scale=0.01",
        &["44", "“dog”", "20", "“dog”", "43", "0.940", "0.833"],
    );
}

/// Returns the heights of the word in focus above its shadow on the floor, at every position.
fn heights(state: &str, width: f32) -> Vec<f32> {
    let mut figure = Figure::new(NAME);
    let drawing = figure.draw(&spec(state), width);
    let lines = |wanted: Ink| {
        let lines = drawing.marks().iter().filter_map(move |mark| match mark {
            Mark::Line {
                points, ink, width, ..
            } if *ink == wanted && points.len() > 2 => Some((drawing.points(points), *width)),
            _ => None,
        });
        lines.collect::<Vec<(&[Point], f32)>>()
    };
    let threads = lines(Ink::Query);
    assert_eq!(threads.len(), 4, "“dog” is there twice");
    let focus = threads.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
    let [(shadow, _)] = lines(Ink::Key)[..] else {
        panic!("one shadow");
    };
    assert_eq!(focus.len(), shadow.len());
    let heights = focus.iter().zip(shadow).map(|(thread, shadow)| {
        assert!((thread.x - shadow.x).abs() < 1e-3);
        shadow.y - thread.y
    });
    heights.collect()
}

/// Returns how much the height changes from position to position, as a part of the largest height.
fn waviness(state: &str) -> f32 {
    let heights = heights(state, 760.0);
    let largest = heights.iter().copied().fold(f32::MIN, f32::max);
    let least = heights.iter().copied().fold(f32::MAX, f32::min);
    (largest - least) / largest
}

#[test]
fn a_word_keeps_its_height_once_positions_have_a_floor() {
    assert!(waviness("directions=0") > 0.4);
    assert!(waviness("directions=44") < 0.01);
    let levels = [0, 10, 20, 30, 40, 49].map(|n| waviness(&format!("directions={n}")));
    assert!(
        levels.is_sorted_by(|before, after| after < before),
        "{levels:?}"
    );
    // Words of different heights stand on the floor, on a phone as well.
    for width in [358.0, 760.0] {
        let words = [3, 0, 2, 1].map(|token| heights(&format!("token={token}"), width)[20]);
        assert!(words[0] > 10.0 && words.is_sorted(), "{words:?}");
    }
}

#[test]
fn a_sum_moves_on_between_two_positions() {
    let foot = |state: &str| {
        let mut figure = Figure::new(NAME);
        let drawing = figure.draw(&spec(state), 688.0);
        let mut discs = drawing.marks().iter().filter_map(|mark| match mark {
            Mark::Disc {
                center,
                radius: 5.0,
                ink: Ink::Key,
                ..
            } => Some(*center),
            _ => None,
        });
        discs.next_back().unwrap()
    };
    let [from, between, to] = ["position=20", "position=20.5", "position=21"].map(foot);
    assert!(from != to && between.distance((from + to) / 2.0) < 0.01);
}

#[test]
fn words_and_encodings_are_drawn_at_their_angles_to_the_floor() {
    let state = "apart-view=shares&token=0&directions=44";
    let mut figure = Figure::new(NAME);
    let drawing = figure.draw(&spec(state), 760.0);
    let texts = drawn(state);
    for text in ["“the”: 76.6° up", "encoding of position 20: 0.2° up"] {
        assert!(texts.iter().any(|drawn| drawn == text), "{texts:?}");
    }
    // Arrows are the widest lines; with 44 directions held, the word keeps sin(angle) of its norm.
    let arrow = |wanted: Ink, least: f32| {
        let mut lines = drawing.marks().iter().filter_map(|mark| match mark {
            Mark::Line {
                points, ink, width, ..
            } if *ink == wanted && *width >= least => Some(drawing.points(points)),
            _ => None,
        });
        let points = lines.next().unwrap();
        let (from, to) = (points[0], points[1]);
        f64::from((from.y - to.y).atan2(to.x - from.x)).to_degrees()
    };
    let share = rows(state)[44][2];
    assert!((arrow(Ink::Query, 2.5) - share.sqrt().acos().to_degrees()).abs() < 0.01);
    assert!(arrow(Ink::Key, 4.5) < 0.3);
    // With no direction set aside, there is no floor to lie on.
    assert!(
        drawn("apart-view=shares&directions=0")
            .iter()
            .any(|text| text == "encoding of position 20: 90.0° up")
    );
}

#[test]
fn a_click_on_the_picture_chooses_position_and_word() {
    let spec = Spec::default();
    let mut figure = Figure::new(NAME);
    let handles = figure.draw(&spec, 760.0).handles().to_vec();
    for (key, number) in [(Key::Position, 100.0), (Key::Token, 2.0)] {
        let grab = Grab::Set(key, number);
        let handle = handles.iter().find(|handle| handle.grab == grab).unwrap();
        let at = Point::new(handle.rect.x + 2.0, handle.rect.y + 2.0);
        assert_eq!(
            phasor_figures::drag(handle, &spec, at, at).number(key),
            Some(number)
        );
    }
}

#[test]
fn errors_are_those_of_the_vectors() {
    let (encodings, word) = (encodings(128), word(1));
    let subspace = Subspace::spanning(&encodings);
    for scale in [1.0, 0.051] {
        let rows = rows(&format!("code-scale={scale}"));
        let encoding: Vec<f64> = encodings.row(20).iter().map(|x| scale * x).collect();
        let sum: Vec<f64> = word.iter().zip(&encoding).map(|(w, c)| w + c).collect();
        let length =
            |vector: &mut dyn Iterator<Item = f64>| vector.map(|x| x * x).sum::<f64>().sqrt();
        for row in &rows {
            let inside = subspace.part(&sum, row[0] as usize).unwrap();
            let missed = length(&mut (0..384).map(|i| sum[i] - inside[i] - word[i]));
            let error = missed / length(&mut word.iter().copied());
            // With all directions removed, what remains of an encoding is a rounding error.
            assert!((row[3] - error).abs() < 1e-7, "{row:?} {error}");
            let held = length(&mut subspace.part(&word, row[0] as usize).unwrap().into_iter());
            let share = (held / length(&mut word.iter().copied())).powi(2);
            assert!((row[2] - share).abs() < 1e-12, "{row:?} {share}");
        }
        let least = rows.iter().map(|row| row[3]).fold(f64::INFINITY, f64::min);
        // Less than 0.36 of the word is lost at the best number of directions.
        assert!(least < 0.36, "{least}");
    }
}

#[test]
fn a_longer_text_needs_more_directions() {
    // Directions for 99 % of the squared norm of all encodings; numpy's singular vectors, which are the
    // fewest that do, are 6, 39 and 94.
    for (length, needed) in [(16, 6), (128, 41), (512, 98)] {
        let rows = rows(&format!("length={length}"));
        let found = rows.iter().find(|row| row[1] >= 0.99).unwrap()[0];
        assert_eq!(found, f64::from(needed), "{length}");
    }
    // Of more than 512 positions, only those around the position are used.
    assert_reading(
        "length=4096&position=4000&directions=105",
        &["105", "“dog”", "4,000", "“dog”", "4,000"],
    );
}

#[test]
fn a_common_word_is_read_only_once_directions_are_set_aside() {
    let rows_of = Rows::read(include_bytes!("../../../../../assets/words/words.bin")).unwrap();
    let unit = |mut vector: Vec<f64>| {
        let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
        vector.iter_mut().for_each(|x| *x /= length);
        vector
    };
    let vocabulary: Vec<Vec<f64>> = (0..rows_of.n_rows())
        .map(|w| unit(rows_of.row(w)))
        .collect();
    let (encodings, the) = (encodings(128), Spec::default().sentence().words()[0]);
    let subspace = Subspace::spanning(&encodings);
    let is_nearest = |vector: &[f64]| {
        let dot = |word: usize| {
            vocabulary[word]
                .iter()
                .zip(vector)
                .map(|(a, b)| a * b)
                .sum::<f64>()
        };
        (0..vocabulary.len()).all(|word| word == the || dot(word) < dot(the))
    };
    for encoding in encodings.rows() {
        let sum: Vec<f64> = word(0).iter().zip(encoding).map(|(w, c)| w + c).collect();
        let part = subspace.part(&sum, 44).unwrap();
        let left: Vec<f64> = sum.iter().zip(&part).map(|(s, p)| s - p).collect();
        assert!(!is_nearest(&sum) && is_nearest(&left));
    }
}

#[test]
fn a_word_lies_in_these_directions_by_chance() {
    let rows_of = Rows::read(include_bytes!("../../../../../assets/words/words.bin")).unwrap();
    let subspace = Subspace::spanning(&encodings(128));
    let shares = (0..rows_of.n_rows()).map(|word| subspace.shares(&rows_of.row(word)).unwrap()[44]);
    let mean = shares.sum::<f64>() / rows_of.n_rows() as f64;
    // A random vector has 44 / 384 = 11.46 % there.
    assert!((mean - 44.0 / 384.0).abs() < 0.01, "{mean}");
}
