//! Integers, length-normalised positions and bits, added to real words: the numbers against independent formulas, and the
//! claims of the readings.

use phasor_draw::{Point, Table};
use phasor_encoding::Binary;
use phasor_encoding::attention::layer_norm;
use phasor_figures::asset::Rows;
use phasor_figures::{Figure, FigureName, Grab, Key, Sentence, Spec};

use crate::mentions::assert_mentions;
use crate::support::{column, numbers, reading, table};

const DIM: usize = 384;

/// The vectors of the words of a sentence.
fn words(sentence: &Sentence) -> Vec<Vec<f64>> {
    let rows = Rows::read(include_bytes!("../../../../../assets/words/words.bin")).unwrap();
    sentence
        .words()
        .iter()
        .map(|&word| rows.row(word))
        .collect()
}

fn cosine(left: &[f64], right: &[f64]) -> f64 {
    let sum =
        |f: &dyn Fn(f64, f64) -> f64| left.iter().zip(right).map(|(&l, &r)| f(l, r)).sum::<f64>();
    sum(&|l, r| l * r) / (sum(&|l, _| l * l) * sum(&|_, r| r * r)).sqrt()
}

/// Compares every cosine of the table with sums computed here, with one encoding per word.
fn assert_cosines(table: &Table, title: &str, words: &[Vec<f64>], codes: &[Vec<f64>]) {
    let sums: Vec<Vec<f64>> = words
        .iter()
        .zip(codes)
        .map(|(word, code)| word.iter().zip(code).map(|(w, c)| w + c).collect())
        .collect();
    for (other, right) in sums.iter().enumerate() {
        let cosines = column(table, &format!("cosine with word {other}, {title}"));
        for (cosines, left) in cosines.iter().zip(&sums) {
            assert!(
                (cosines - cosine(left, right)).abs() < 1e-12,
                "{title} {other}"
            );
        }
    }
}

/// Returns the vectors after layer normalisation, without trained weights.
fn normed(vectors: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let (ones, zeros) = ([1.0; DIM], [0.0; DIM]);
    let vectors = vectors.iter();
    vectors
        .map(|vector| layer_norm(vector, (&ones, &zeros), 1e-12).unwrap())
        .collect()
}

#[test]
fn integers_make_all_words_alike() {
    // As arrows, all words are at the position; in the sea, the second word is in focus.
    for (state, positions) in [
        ("", [20; 5]),
        ("layer-norm=on", [20; 5]),
        ("integer-view=sea", [19, 20, 21, 22, 23]),
        ("position=4000", [4000; 5]),
    ] {
        let (spec, table) = (Spec::default(), table(FigureName::IntegerCode, state));
        assert_eq!(column(&table, "position"), positions.map(f64::from));
        let lengths = column(&table, "norm of the encoding");
        assert!((lengths[1] - f64::from(positions[1]) * 384f64.sqrt()).abs() < 1e-9);
        let words = words(spec.sentence());
        let codes = positions.map(|position| vec![f64::from(position); DIM]);
        assert_cosines(&table, "with positions", &words, &codes);
        let none = vec![vec![0.0; DIM]; 5];
        assert_cosines(&table, "without positions", &words, &none);
        let is_on = state == "layer-norm=on";
        if is_on {
            assert_cosines(&table, "after LayerNorm", &normed(&words), &none);
        }
        let names = table.columns().iter().map(|column| column.name());
        assert_eq!(
            names.filter(|name| name.contains("LayerNorm")).count(),
            if is_on { 5 } else { 0 }
        );
        for other in 0..5 {
            let cosines = column(&table, &format!("cosine with word {other}, with positions"));
            assert!(cosines.iter().all(|&cosine| cosine > 0.99999));
        }
    }
}

#[test]
fn the_reading_counts_pairs_of_words_whose_cosine_is_above_0_99() {
    for state in [
        "",
        "position=0",
        "position=1",
        "position=4000",
        "layer-norm=on",
        "layer-norm=on&position=0",
        "layer-norm=on&position=4000",
        "integer-view=sea",
        "integer-view=sea&position=1",
        "integer-view=sea&position=1&layer-norm=on",
        "sentence=dog+cat&position=0",
        "sentence=we+saw+we+saw&position=0",
    ] {
        let sentence = reading(FigureName::IntegerCode, state);
        let table = table(FigureName::IntegerCode, state);
        let is_on = state.starts_with("layer-norm=on");
        let title = if is_on {
            "after LayerNorm"
        } else {
            "with positions"
        };
        let (mut n_alike, mut n_pairs) = (0.0, 0.0);
        for row in 0..table.n_rows() {
            for cosine in &column(&table, &format!("cosine with word {row}, {title}"))[..row] {
                n_pairs += 1.0;
                n_alike += f64::from(u8::from(*cosine > 0.99));
            }
        }
        let found = numbers(&sentence);
        let is_counted = found.windows(2).any(|pair| pair == [n_alike, n_pairs]);
        assert!(is_counted && found.len() <= 3, "{state}: {sentence}");
        let n_words = sentence.split(' ').filter(|word| *word != "=").count();
        assert!(n_words <= 35, "{sentence}");
    }
    let alike = |state: &str| numbers(&reading(FigureName::IntegerCode, state));
    assert_eq!(alike(""), [10.0, 10.0, 300.9]);
    assert_eq!(alike("position=1"), [10.0, 10.0, 15.05]);
    // Only the two dogs are alike.
    assert_eq!(alike("position=0"), [0.0, 1.0, 10.0]);
    assert_eq!(alike("layer-norm=on"), [20.0, 1.0, 10.0]);
    // To the first word of the text, nothing is added.
    assert_eq!(alike("integer-view=sea&position=1"), [6.0, 10.0, 15.05]);
}

#[test]
fn layer_normalisation_takes_an_integer_code_away_again() {
    let words = words(Spec::default().sentence());
    for position in [20.0, 4000.0] {
        let moved: Vec<Vec<f64>> = words
            .iter()
            .map(|word| word.iter().map(|x| x + position).collect())
            .collect();
        for (plain, coded) in normed(&words).iter().zip(normed(&moved)) {
            let apart = plain.iter().zip(&coded).map(|(a, b)| (a - b).abs());
            // At 4,000, a sum of 384 components is rounded at the tenth decimal.
            assert!(apart.fold(0.0, f64::max) < 1e-8);
        }
    }
}

#[test]
fn layer_normalisation_leaves_bits_but_for_those_that_are_all_the_same() {
    let ones = [1.0; DIM];
    let zeros = [0.0; DIM];
    let word = &words(Spec::default().sentence())[1];
    let normed = |position: u64| {
        let code = Binary::new(8).unwrap().stretched(position, DIM).unwrap();
        let sum: Vec<f64> = word.iter().zip(&code).map(|(w, c)| w + c).collect();
        layer_norm(&sum, (&ones, &zeros), 1e-12).unwrap()
    };
    let apart = |left: u64, right: u64| {
        let (left, right) = (normed(left), normed(right));
        let apart = left.iter().zip(&right).map(|(a, b)| (a - b).abs());
        apart.fold(0.0, f64::max)
    };
    assert!(apart(0, 255) < 1e-11);
    assert!(apart(0, 252) > 1.0 && apart(127, 128) > 1.0);
}

#[test]
fn a_sentence_never_begins_before_its_text() {
    for (state, first) in [
        ("position=0&token=3", 0.0),
        ("position=2&token=3", 0.0),
        ("position=5&token=3", 2.0),
    ] {
        let table = table(
            FigureName::IntegerCode,
            &format!("integer-view=sea&{state}"),
        );
        assert_eq!(column(&table, "position")[0], first, "{state}");
    }
    // A position between whole ones counts as the last whole one.
    let sentence = reading(FigureName::IntegerCode, "position=20.9");
    assert_mentions(&sentence, &["300.9"]);
}

#[test]
fn a_part_of_the_length_depends_on_the_length() {
    let state = "length=10&token=3";
    let table = table(FigureName::NormalisedCode, state);
    let words = words(Spec::default().sentence());
    for (title, n_words) in [("with positions, alone", 5), ("in the longer text", 10)] {
        let code = |place: usize| vec![place as f64 / (n_words as f64 - 1.0); DIM];
        let codes: Vec<Vec<f64>> = (0..5).map(code).collect();
        assert_cosines(&table, title, &words, &codes);
        let lengths = column(&table, &format!("norm of the encoding in {n_words} words"));
        assert!((lengths[3] - 3.0 / (n_words as f64 - 1.0) * 384f64.sqrt()).abs() < 1e-12);
    }
    let sentence = reading(FigureName::NormalisedCode, state);
    assert_mentions(&sentence, &["3/4 = 0.75", "3/9 = 0.3333", "0.996"]);
    // If both texts are the same, or the word is the first, the reading is shorter.
    for (state, expected) in [
        ("length=2", [1.0, 1.0, 4.0, 0.25, 5.0]),
        ("token=0", [0.0, 0.0, 4.0, 0.0, 5.0]),
    ] {
        let sentence = reading(FigureName::NormalisedCode, state);
        assert_eq!(numbers(&sentence), expected, "{sentence}");
    }
}

#[test]
fn bits_are_those_of_the_position() {
    let state = "position=252";
    let table = table(FigureName::BinaryCode, state);
    let bits = |position: u32| -> Vec<f64> {
        let bit = |component: usize| position >> (7 - component / 48) & 1;
        (0..DIM)
            .map(|component| f64::from(bit(component)))
            .collect()
    };
    let words = words(Spec::default().sentence());
    let codes: Vec<Vec<f64>> = (251..256).map(bits).collect();
    assert_cosines(&table, "with positions", &words, &codes);
    let lengths = column(&table, "norm of the encoding");
    assert!((lengths[1] - (6.0 * 48f64).sqrt()).abs() < 1e-12);
    let sentence = reading(FigureName::BinaryCode, state);
    assert_mentions(&sentence, &["252", "11111100", "1", "8"]);
    let sentence = reading(FigureName::BinaryCode, "position=127");
    assert_mentions(&sentence, &["127", "01111111", "8", "8"]);
    // The higher bits of 20 are lost.
    let sentence = reading(FigureName::BinaryCode, "position=20&bits=4");
    assert_mentions(&sentence, &["20", "0100", "1", "4"]);
}

#[test]
fn the_ruler_is_dragged_to_another_length_and_a_name_is_clicked() {
    let mut figure = Figure::new(FigureName::NormalisedCode);
    let before = Spec::default();
    for width in [340.0, 760.0] {
        let drawing = figure.draw(&before, width);
        let is_ruler = |grab| {
            matches!(
                grab,
                Grab::Slide {
                    y: Some(Key::Length),
                    ..
                }
            )
        };
        let ruler = drawing
            .handles()
            .iter()
            .find(|handle| is_ruler(handle.grab));
        let ruler = ruler.unwrap();
        let at = |length: f64| Point::new(ruler.rect.x + 100.0, ruler.panel.y_px(length));
        assert_eq!(
            phasor_figures::drag(ruler, &before, at(128.0), at(512.0)).length(),
            512
        );
        // Past either end, the length stays within the picture.
        for (y, end) in [(-900.0, 5), (9000.0, 4096)] {
            let to = Point::new(0.0, y);
            assert_eq!(
                phasor_figures::drag(ruler, &before, at(128.0), to).length(),
                end
            );
        }
        for (place, part) in [(0, 0.0), (3, 0.75), (4, 1.0)] {
            let name = Point::new(ruler.panel.x_px(part), ruler.panel.rect.y - 12.0);
            let moved = phasor_figures::drag(drawing.handle_at(name).unwrap(), &before, name, name);
            assert_eq!(moved.token(), place);
        }
    }
}
