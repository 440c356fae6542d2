//! Word and position in one sum: what the figure reads back, against numbers that numpy worked out from
//! the same files, and against formulas of their own.

use phasor::config::Spec;
use phasor::encoding::analysis::Subspace;
use phasor::encoding::{Frequencies, Matrix, Order, Sinusoidal};
use phasor::figure::asset::Rows;
use phasor::figure::{Figure, FigureName};

use crate::support::spec;

const NAME: FigureName = FigureName::TELLING_APART;

fn reading(state: &str) -> String {
    Figure::new(NAME).reading(&spec(state))
}

/// The rows of the table: directions, share of all codes, share of the word, error of the word.
fn rows(state: &str) -> Vec<Vec<f64>> {
    let table = Figure::new(NAME).table(&spec(state));
    (0..table.n_rows()).map(|row| table.row(row)).collect()
}

fn word(place: usize) -> Vec<f64> {
    let rows = Rows::read(include_bytes!("../../../assets/words/words.bin")).unwrap();
    rows.row(Spec::default().sentence().words()[place])
}

fn codes(length: usize) -> Matrix {
    let frequencies = Frequencies::new(10_000.0, 384).unwrap();
    Sinusoidal::new(frequencies, Order::Interleaved).table(length)
}

fn told(state: &str, parts: &[&str]) {
    let told = reading(state);
    for part in parts {
        assert!(told.contains(part), "{state}: `{part}` is not in: {told}");
    }
}

#[test]
fn the_word_is_read_where_positions_are_not() {
    // numpy, from words.bin: |code| / |word|, the cosine of word and sum, what is nearest to it.
    told(
        "",
        &[
            "10.64 times as long as “dog”",
            "“dog” (cosine 0.17)",
            "“dog” (cosine 0.94)",
        ],
    );
    told(
        "",
        &[
            "44 of 384 directions",
            "99.997 % of all codes",
            "is 20, which is right.",
        ],
    );
    told("token=0", &["“in” (cosine 0.14)", "“the” (cosine 0.97)"]);
    told("directions=0", &["No direction is set aside"]);
    // More directions than there are cannot be set aside.
    told(
        "directions=384",
        &[
            "49 of 384 directions are set aside, all that these codes need: they hold 100 % of all codes",
        ],
    );
    told("length=2", &["2 of 384 directions"]);
    // A code that is a tenth of the word leaves the word, but is not read.
    told(
        "code-scale=0.01",
        &["0.1064 times", "(cosine 0.99)", "is 43, 23 off."],
    );
}

#[test]
fn errors_are_those_of_the_vectors() {
    let (codes, word) = (codes(128), word(1));
    let subspace = Subspace::spanning(&codes);
    for scale in [1.0, 0.051] {
        let rows = rows(&format!("code-scale={scale}"));
        let code: Vec<f64> = codes.row(20).iter().map(|x| scale * x).collect();
        let sum: Vec<f64> = word.iter().zip(&code).map(|(w, c)| w + c).collect();
        let length =
            |vector: &mut dyn Iterator<Item = f64>| vector.map(|x| x * x).sum::<f64>().sqrt();
        for row in &rows {
            let inside = subspace.part(&sum, row[0] as usize).unwrap();
            let missed = length(&mut (0..384).map(|i| sum[i] - inside[i] - word[i]));
            let error = missed / length(&mut word.iter().copied());
            // What is left of a code once all directions are out is the root of a rounding.
            assert!((row[3] - error).abs() < 1e-7, "{row:?} {error}");
            let held = length(&mut subspace.part(&word, row[0] as usize).unwrap().into_iter());
            let share = (held / length(&mut word.iter().copied())).powi(2);
            assert!((row[2] - share).abs() < 1e-12, "{row:?} {share}");
        }
        let least = rows.iter().map(|row| row[3]).fold(f64::INFINITY, f64::min);
        // Beside a short code less of the word has to be given up.
        assert!(least < 0.36, "{least}");
    }
}

#[test]
fn a_longer_text_needs_more_directions() {
    // Directions for 99 % of the squared length of all codes; numpy's singular vectors, which are the
    // fewest that do, are 6, 39 and 94.
    for (length, needed) in [(16, 6), (128, 41), (512, 98)] {
        let rows = rows(&format!("length={length}"));
        let found = rows.iter().find(|row| row[1] >= 0.99).unwrap()[0];
        assert_eq!(found, f64::from(needed), "{length}");
    }
    // Beyond 512 positions, those are looked at that are around the position.
    let told = reading("length=4096&position=4000&directions=105");
    assert!(
        told.contains("the nearest position is 4,000, which is right"),
        "{told}"
    );
}

#[test]
fn a_common_word_is_read_only_once_directions_are_set_aside() {
    let rows_of = Rows::read(include_bytes!("../../../assets/words/words.bin")).unwrap();
    let unit = |mut vector: Vec<f64>| {
        let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
        vector.iter_mut().for_each(|x| *x /= length);
        vector
    };
    let vocabulary: Vec<Vec<f64>> = (0..rows_of.n_rows())
        .map(|w| unit(rows_of.row(w)))
        .collect();
    let (codes, the) = (codes(128), Spec::default().sentence().words()[0]);
    let subspace = Subspace::spanning(&codes);
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
    for code in codes.rows() {
        let sum: Vec<f64> = word(0).iter().zip(code).map(|(w, c)| w + c).collect();
        let part = subspace.part(&sum, 44).unwrap();
        let left: Vec<f64> = sum.iter().zip(&part).map(|(s, p)| s - p).collect();
        assert!(!is_nearest(&sum) && is_nearest(&left));
    }
}

#[test]
fn a_word_lies_in_these_directions_by_chance() {
    let rows_of = Rows::read(include_bytes!("../../../assets/words/words.bin")).unwrap();
    let subspace = Subspace::spanning(&codes(128));
    let shares = (0..rows_of.n_rows()).map(|word| subspace.shares(&rows_of.row(word)).unwrap()[44]);
    let mean = shares.sum::<f64>() / rows_of.n_rows() as f64;
    // A random vector has 44 / 384 = 11.46 % there.
    assert!((mean - 44.0 / 384.0).abs() < 0.01, "{mean}");
}
