//! Every sum of a word of the sentence and a positional encoding, projected to one plane: across is a direction set aside
//! for positions, upwards one that is not.

use super::encodings::Encodings;
use phasor_encoding::matrix::{dot, norm};
use phasor_encoding::{EncodingError, Matrix};

/// The points of words and encodings in the plane. The point of a sum is the sum of both points.
#[derive(Debug)]
pub(super) struct Plane {
    /// The place of the first copy of each word of the sentence.
    pub(super) words: Vec<usize>,
    at_words: Vec<(f64, f64)>,
    at_codes: Vec<(f64, f64)>,
}

impl Plane {
    /// Creates the plane of words, one per row, and encodings times `scale`, with `n_aside` directions set aside.
    pub(super) fn new(
        words: &Matrix,
        encodings: &Encodings,
        (n_aside, scale): (usize, f64),
    ) -> Result<Self, EncodingError> {
        let places = different(words);
        let rows = places.iter().map(|&place| words.row(place).to_vec());
        let rows = Matrix::from_rows(rows)?;
        let across = encodings.across(n_aside)?;
        let upwards = upwards(&rows, encodings, n_aside)?;
        let at = |vector: &[f64], scale: f64| {
            (scale * dot(vector, &across), scale * dot(vector, &upwards))
        };
        Ok(Self {
            words: places,
            at_words: rows.rows().map(|word| at(word, 1.0)).collect(),
            at_codes: encodings
                .table
                .rows()
                .map(|encoding| at(encoding, scale))
                .collect(),
        })
    }

    pub(super) fn n_positions(&self) -> usize {
        self.at_codes.len()
    }

    /// Returns the point of one of the different words.
    fn word(&self, word: usize) -> (f64, f64) {
        *self.at_words.get(word).expect("every word has a point")
    }

    /// Returns the sums of one of the different words with the encodings of all positions.
    pub(super) fn thread(&self, word: usize) -> impl Iterator<Item = (f64, f64)> + '_ {
        let (x, y) = self.word(word);
        self.at_codes
            .iter()
            .map(move |encoding| (x + encoding.0, y + encoding.1))
    }

    /// Returns the sum of one of the different words with the encoding in this row.
    pub(super) fn sum(&self, word: usize, row: usize) -> (f64, f64) {
        let (x, y) = self.word(word);
        let encoding = self.at_codes.get(row).expect("every row is an encoding");
        (x + encoding.0, y + encoding.1)
    }

    /// Returns the ranges of all sums, across and upwards, with a margin.
    pub(super) fn ranges(&self) -> [(f64, f64); 2] {
        let of = |axis: fn(&(f64, f64)) -> f64| {
            let ends = |points: &[(f64, f64)]| {
                let numbers = points.iter().map(axis);
                numbers.fold((f64::MAX, f64::MIN), |(low, high), x| {
                    (low.min(x), high.max(x))
                })
            };
            let (words, encodings) = (ends(&self.at_words), ends(&self.at_codes));
            let (low, high) = (words.0 + encodings.0, words.1 + encodings.1);
            // With equal words and a small encoding, the range could be 0.
            let room = (0.06 * (high - low)).max(1e-3);
            (low - room, high + room)
        };
        [of(|point| point.0), of(|point| point.1)]
    }
}

/// Returns the place of the first copy of each row.
fn different(rows: &Matrix) -> Vec<usize> {
    let is_new = |place: &usize| {
        let row = rows.row(*place);
        rows.rows().take(*place).all(|before| before != row)
    };
    (0..rows.n_rows()).filter(is_new).collect()
}

/// Returns the direction between the two words that are farthest apart outside of the directions set aside, from the
/// later word to the earlier.
fn upwards(
    words: &Matrix,
    encodings: &Encodings,
    n_aside: usize,
) -> Result<Vec<f64>, EncodingError> {
    let outside = words.rows().map(|word| {
        let inside = encodings.subspace.part(word, n_aside)?;
        Ok(word.iter().zip(inside).map(|(x, part)| x - part).collect())
    });
    let outside: Vec<Vec<f64>> = outside.collect::<Result<_, EncodingError>>()?;
    let pairs = outside.iter().enumerate().flat_map(|(place, word)| {
        let rest = outside.iter().skip(place + 1);
        rest.map(move |other| -> Vec<f64> { word.iter().zip(other).map(|(x, y)| x - y).collect() })
    });
    let longest = pairs.max_by(|a, b| norm(a).total_cmp(&norm(b)));
    // With a single word, its own direction is used.
    let way = longest.or_else(|| outside.into_iter().next());
    let way = way.expect("a sentence has words");
    let length = norm(&way).max(f64::MIN_POSITIVE);
    Ok(way.iter().map(|x| x / length).collect())
}
