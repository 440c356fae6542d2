//! Every sum of a word of the sentence and a positional encoding, projected to a floor and a height above it: across and
//! along the floor are directions set aside for positions, upwards is one that is not.

use super::encodings::Encodings;
use phasor_encoding::matrix::{dot, norm};
use phasor_encoding::{EncodingError, Matrix};

/// A point of the floor, across and along it, with the height above it.
pub(super) type Place = [f64; 3];

/// The places of words and encodings. The place of a sum is the sum of both places.
#[derive(Debug)]
pub(super) struct Plane {
    /// The place of the first copy of each word of the sentence.
    pub(super) words: Vec<usize>,
    at_words: Vec<Place>,
    at_codes: Vec<Place>,
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
        let along = encodings.along(n_aside, &across)?;
        let axes = [across, along, upwards(&rows, encodings, n_aside)?];
        let at = |vector: &[f64], scale: f64| axes.each_ref().map(|axis| scale * dot(vector, axis));
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

    /// Returns the places of one of the different words with the encodings of all positions added.
    pub(super) fn thread(&self, word: usize) -> impl DoubleEndedIterator<Item = Place> + '_ {
        let word = *self.at_words.get(word).expect("every word has a place");
        self.at_codes
            .iter()
            .map(move |&encoding| plus(word, encoding))
    }

    /// Returns the sum of one of the different words with the encoding at `row`, which may be between two rows.
    pub(super) fn sum(&self, word: usize, row: f64) -> Place {
        let word = *self.at_words.get(word).expect("every word has a place");
        plus(word, self.encoding(row))
    }

    /// Returns the place of the encoding at `row`; between two rows, it is on the straight line.
    pub(super) fn encoding(&self, row: f64) -> Place {
        let at = |row: usize| self.at_codes.get(row.min(self.at_codes.len() - 1));
        let ends = [at(row as usize), at(row as usize + 1)];
        let [from, to] = ends.map(|end| *end.expect("the rows before the last are encodings"));
        plus(from, plus(to, from.map(|x| -x)).map(|x| row.fract() * x))
    }

    /// Returns the ranges of all sums, across, along and upwards, with a margin.
    pub(super) fn ranges(&self) -> [(f64, f64); 3] {
        [0, 1, 2].map(|axis| {
            let ends = |places: &[Place]| {
                let numbers = places.iter().flat_map(|place| place.get(axis));
                numbers.fold((f64::MAX, f64::MIN), |(low, high), &x| {
                    (low.min(x), high.max(x))
                })
            };
            let (words, encodings) = (ends(&self.at_words), ends(&self.at_codes));
            let (low, high) = (words.0 + encodings.0, words.1 + encodings.1);
            // With equal words and a small encoding, the range could be 0.
            let room = (0.06 * (high - low)).max(1e-3);
            (low - room, high + room)
        })
    }
}

fn plus([x, y, z]: Place, other: Place) -> Place {
    let [a, b, c] = other;
    [x + a, y + b, z + c]
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
