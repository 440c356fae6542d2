//! The state of the figure: the sum of a word and a sinusoidal encoding, and what a linear reader recovers of each.

use std::rc::Rc;

use super::encodings::{Encodings, encodings};
use super::plane::Plane;
use crate::{Sentence, Spec};
use phasor_encoding::analysis::Addition;
use phasor_encoding::matrix::{cosine, dot};
use phasor_encoding::{EncodingError, Matrix};

/// A sum, and the word and position that are read from it.
#[derive(Debug)]
pub(super) struct Computed {
    pub(super) encodings: Rc<Encodings>,
    /// The number of directions set aside, at most as many as there are.
    pub(super) n_aside: usize,
    /// All sums of the sentence's words and the shown positions.
    pub(super) plane: Plane,
    /// The share of each word of the sentence that the first directions hold, by their number.
    pub(super) shares: Vec<Vec<f64>>,
    /// The angles between each encoding and the directions set aside, in radians.
    pub(super) encoding_angles: Vec<f64>,
    /// The error of the word that is read, by the number of directions set aside.
    pub(super) errors: Vec<f64>,
    /// The words of the vocabulary nearest to the sum and to its part outside of the directions, with their cosines.
    pub(super) nearest: [Vec<(usize, f64)>; 2],
    /// The cosines of the encodings of all positions with the sum, in the directions set aside.
    pub(super) positions: Vec<f64>,
}

impl Computed {
    /// Adds the encoding of the position to the word in focus, and reads the sum.
    pub(super) fn new(
        spec: &Spec,
        words: &Matrix,
        vocabulary: &Matrix,
    ) -> Result<Self, EncodingError> {
        let encodings = encodings(spec, words.n_columns())?;
        let subspace = &encodings.subspace;
        let place = (spec.position().floor() - encodings.start) as usize;
        let encoding = encodings.table.row(place);
        let encoding: Vec<f64> = encoding.iter().map(|x| spec.encoding_scale() * x).collect();
        let word = words.row(spec.token());
        let added = Addition::new(word, &encoding)?;
        let n_aside = spec.directions().min(subspace.directions().n_rows());
        let inside = subspace.part(&added.sum, n_aside)?;
        let left: Vec<f64> = added
            .sum
            .iter()
            .zip(&inside)
            .map(|(sum, part)| sum - part)
            .collect();
        let aside = subspace.directions().rows().take(n_aside);
        let along: Vec<f64> = aside.map(|row| dot(row, &added.sum)).collect();
        let known = subspace.coordinates().rows().map(|row| first(row, n_aside));
        let positions = known.map(|known| cosine(known, &along)).collect();
        Ok(Self {
            n_aside,
            plane: Plane::new(words, &encodings, (n_aside, spec.encoding_scale()))?,
            encoding_angles: encoding_angles(&encodings, n_aside),
            shares: words
                .rows()
                .map(|word| subspace.shares(word))
                .collect::<Result<_, _>>()?,
            errors: subspace.reading_errors(word, &encoding)?,
            nearest: [&added.sum, &left].map(|vector| nearest(vocabulary, vector)),
            positions,
            encodings,
        })
    }

    /// Returns the position that is read from the sum; `None` with no direction set aside.
    pub(super) fn position(&self) -> Option<f64> {
        let all = self.positions.iter().enumerate();
        let best = all.reduce(|best, other| if other.1 > best.1 { other } else { best })?;
        (self.n_aside > 0).then_some(self.encodings.start + best.0 as f64)
    }

    /// Returns the row of the position in focus.
    pub(super) fn row(&self, spec: &Spec) -> usize {
        (spec.position().floor() - self.encodings.start) as usize
    }

    /// Returns the word that is read with the directions set aside, and whether it is the word in focus.
    pub(super) fn word(&self, spec: &Spec) -> (&'static str, bool) {
        let [_, left] = &self.nearest;
        let (read, _) = left.first().expect("the vocabulary has words");
        let wanted = spec.sentence().words().get(spec.token());
        (Sentence::known(*read), wanted == Some(read))
    }

    /// Returns the share of all encodings that the directions set aside hold.
    pub(super) fn captured(&self) -> f64 {
        let captured = self.encodings.subspace.captured();
        let share = captured.get(self.n_aside);
        *share.expect("there is a share for every number of directions")
    }

    /// Returns the share of a word of the sentence that the directions set aside hold.
    pub(super) fn share(&self, word: usize) -> f64 {
        let shares = self.shares.get(word).expect("every word has shares");
        let share = shares.get(self.n_aside);
        *share.expect("there is a share for every number of directions")
    }
}

/// Returns the angle between a vector and the space that holds this share of its squared norm, in radians.
pub(super) fn angle_of_share(share: f64) -> f64 {
    share.clamp(0.0, 1.0).sqrt().acos()
}

/// Returns the coordinates along the directions set aside.
fn first(coordinates: &[f64], n_aside: usize) -> &[f64] {
    let first = coordinates.get(..n_aside);
    first.expect("at most as many directions are set aside as there are")
}

/// Returns the angle between each encoding and the first directions, in radians.
fn encoding_angles(encodings: &Encodings, n_aside: usize) -> Vec<f64> {
    let along = encodings.subspace.coordinates().rows();
    let angles = encodings.table.rows().zip(along).map(|(encoding, along)| {
        let held = first(along, n_aside);
        angle_of_share(dot(held, held) / dot(encoding, encoding))
    });
    angles.collect()
}

/// Returns the words of the vocabulary nearest to a vector, the nearest first.
fn nearest(vocabulary: &Matrix, vector: &[f64]) -> Vec<(usize, f64)> {
    const N_NEAREST: usize = 5;
    let cosines = vocabulary.rows().map(|word| cosine(word, vector));
    let mut all: Vec<(usize, f64)> = cosines.enumerate().collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(N_NEAREST);
    all
}
