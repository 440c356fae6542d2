//! The state of the figures: a sentence with positional encodings added to its words.

use std::rc::Rc;

use super::arrows::plane::Plane;
use super::parameters::{IntegerView, LayerNorm};
use crate::Spec;
use crate::head::EPSILON;
use phasor_encoding::absolute::LengthNormalised;
use phasor_encoding::analysis::Addition;
use phasor_encoding::analysis::addition::cosines;
use phasor_encoding::attention::layer_norm;
use phasor_encoding::{Absolute, EncodingError, Matrix};

/// How a position is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counting {
    Integer,
    Normalised,
    Binary,
}

/// The sentence with and without encodings.
#[derive(Debug)]
pub(super) struct Computed {
    pub(super) counting: Counting,
    /// The position of each word.
    pub(super) positions: Vec<u64>,
    pub(super) words: Matrix,
    /// Cosines between words without encodings.
    pub(super) plain: Matrix,
    /// One text; for the normalised encoding two: the sentence alone, and within the longer text.
    pub(super) texts: Vec<Text>,
    /// The sums after LayerNorm, for integers.
    pub(super) normed: Option<Normed>,
}

/// The sums after LayerNorm without trained weights, and the plane in which they are drawn.
#[derive(Debug)]
pub(super) struct Normed {
    pub(super) plane: Rc<Plane>,
    /// Cosines between words.
    pub(super) cosines: Matrix,
    /// The shown components of each arrow of the plane.
    pub(super) arrows: Vec<[f64; 2]>,
    /// Whether the state goes through LayerNorm.
    pub(super) is_on: bool,
}

impl Normed {
    fn new(plane: Rc<Plane>, sums: &Matrix, spec: &Spec) -> Result<Self, EncodingError> {
        let (ones, zeros) = (vec![1.0; sums.n_columns()], vec![0.0; sums.n_columns()]);
        let rows = sums
            .rows()
            .map(|sum| layer_norm(sum, (&ones, &zeros), EPSILON));
        let rows = Matrix::from_rows(rows.collect::<Result<Vec<_>, _>>()?)?;
        Ok(Self {
            cosines: cosines(&rows),
            arrows: plane.within(&rows),
            plane,
            is_on: spec.choice::<IntegerView>() == IntegerView::Arrows
                && spec.choice::<LayerNorm>() == LayerNorm::On,
        })
    }
}

impl Computed {
    /// Computes the state; integers have a plane.
    pub(super) fn new(
        counting: Counting,
        words: Matrix,
        plane: Option<Rc<Plane>>,
        spec: &Spec,
    ) -> Result<Self, EncodingError> {
        let positions = positions(counting, spec);
        let texts = encodings(counting, spec)?
            .into_iter()
            .map(|(encoding, n_words)| {
                Text::new((&encoding, n_words), (&words, &positions), spec.token())
            });
        let texts: Vec<Text> = texts.collect::<Result<_, _>>()?;
        let normed = plane.zip(texts.first());
        let normed = normed.map(|(plane, text)| Normed::new(plane, &text.sums, spec));
        Ok(Self {
            counting,
            plain: cosines(&words),
            normed: normed.transpose()?,
            texts,
            positions,
            words,
        })
    }

    /// Returns the position of the word at `place`.
    pub(super) fn position(&self, place: usize) -> u64 {
        let position = self.positions.get(place);
        *position.expect("every word has a position")
    }

    /// Returns the matrices of cosines with their titles.
    pub(super) fn matrices(&self) -> impl Iterator<Item = (&'static str, &Matrix)> {
        let titles = match self.counting {
            Counting::Normalised => ["with positions, alone", "in the longer text"],
            _ => ["with positions", ""],
        };
        let coded = titles.into_iter().zip(&self.texts);
        let coded = coded.map(|(title, text)| (title, &text.cosines));
        let normed = self.normed.iter().filter(|normed| normed.is_on);
        [("without positions", &self.plain)]
            .into_iter()
            .chain(coded)
            .chain(normed.map(|normed| ("after LayerNorm", &normed.cosines)))
    }
}

/// The sentence in a text of a certain length.
#[derive(Debug)]
pub(super) struct Text {
    /// The number of words of the text, for the normalised encoding.
    pub(super) n_words: usize,
    pub(super) encodings: Matrix,
    /// The words with their encodings added.
    sums: Matrix,
    /// Cosines between words with encodings.
    pub(super) cosines: Matrix,
    /// The word in focus with its encoding added.
    pub(super) added: Addition,
}

impl Text {
    fn new(
        (encoding, n_words): (&Absolute, usize),
        (words, positions): (&Matrix, &[u64]),
        focus: usize,
    ) -> Result<Self, EncodingError> {
        let dim = words.n_columns();
        let encodings = positions
            .iter()
            .map(|&position| encoding.encode(position, dim));
        let encodings = Matrix::from_rows(encodings.collect::<Result<Vec<_>, _>>()?)?;
        let rows = words.rows().zip(encodings.rows());
        let sums = rows.map(|(word, encoding)| Ok(Addition::new(word, encoding)?.sum));
        let sums = Matrix::from_rows(sums.collect::<Result<Vec<_>, EncodingError>>()?)?;
        Ok(Self {
            n_words,
            added: Addition::new(words.row(focus), encodings.row(focus))?,
            cosines: cosines(&sums),
            sums,
            encodings,
        })
    }

    /// Returns the encoding of the word at `place`, if it is the same in every component.
    pub(super) fn encoding(&self, place: usize) -> f64 {
        let encoding = self.encodings.get(place, 0);
        encoding.expect("every word has an encoding")
    }
}

/// Returns the encodings, each with the number of words of its text.
fn encodings(counting: Counting, spec: &Spec) -> Result<Vec<(Absolute, usize)>, EncodingError> {
    let n_words = spec.sentence().words().len();
    let part_of = |length| {
        Ok((
            Absolute::LengthNormalised(LengthNormalised::new(length)?),
            length,
        ))
    };
    match counting {
        Counting::Integer => Ok(vec![(Absolute::Integer, n_words)]),
        Counting::Binary => Ok(vec![(Absolute::Binary(spec.binary()), n_words)]),
        // No text is shorter than the sentence that it begins with.
        Counting::Normalised => [n_words, spec.length().max(n_words)]
            .map(part_of)
            .into_iter()
            .collect(),
    }
}

/// Returns the positions of the words: the word in focus is at the position of the spec, unless the sentence would begin
/// before the text. As arrows, all words are compared at one position.
fn positions(counting: Counting, spec: &Spec) -> Vec<u64> {
    let n_words = spec.sentence().words().len();
    let position = spec.position() as u64;
    let start = match (counting, spec.choice()) {
        (Counting::Normalised, _) => 0,
        (Counting::Integer, IntegerView::Arrows) => return vec![position; n_words],
        _ => position.saturating_sub(spec.token() as u64),
    };
    (0..n_words as u64).map(|place| start + place).collect()
}
