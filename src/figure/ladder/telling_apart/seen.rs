//! What is seen of a word and a sinusoidal code in one sum: what a linear reader gets back of each.

use std::cell::RefCell;
use std::rc::Rc;

use crate::config::Spec;
use crate::encoding::analysis::subspace::principal_angles;
use crate::encoding::analysis::{Addition, Subspace};
use crate::encoding::matrix::{cosine, dot};
use crate::encoding::{EncodingError, Frequencies, Matrix, Order, Sinusoidal};
use crate::figure::number::{Fixed, Short};

/// The most positions whose codes are looked at together.
const MOST: f64 = 512.0;

/// The codes of the shown positions and the directions that they need.
#[derive(Debug)]
pub(super) struct Codes {
    pub(super) start: f64,
    pub(super) table: Matrix,
    pub(super) subspace: Subspace,
}

/// A sum, and what is read from it.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) codes: Rc<Codes>,
    /// Directions that are set aside: no more than there are.
    pub(super) n_aside: usize,
    pub(super) added: Addition,
    /// The shares of each word of the sentence in the first directions.
    pub(super) shares: Vec<Vec<f64>>,
    /// How far the word is missed with so many directions set aside.
    pub(super) errors: Vec<f64>,
    /// The words of the vocabulary nearest to the sum, and to what is left of it, with their cosines.
    pub(super) nearest: [Vec<(usize, f64)>; 2],
    /// The cosines of the codes of all positions with the sum, in the directions set aside.
    pub(super) positions: Vec<f64>,
    /// The smallest angle between the words of the sentence and the directions, in radians.
    pub(super) angle: Option<f64>,
}

impl Seen {
    /// The word in focus, one of those of the sentence, with the code of the position added.
    pub(super) fn new(
        spec: &Spec,
        words: &Matrix,
        vocabulary: &Matrix,
    ) -> Result<Self, EncodingError> {
        let codes = codes(spec, words.n_columns())?;
        let subspace = &codes.subspace;
        let place = (spec.position().floor() - codes.start) as usize;
        let code = codes.table.row(place).iter();
        let code: Vec<f64> = code.map(|number| spec.code_scale() * number).collect();
        let word = words.row(spec.token());
        let added = Addition::new(word, &code)?;
        let n_aside = spec.directions().min(subspace.directions().n_rows());
        let inside = subspace.part(&added.sum, n_aside)?;
        let left: Vec<f64> = added
            .sum
            .iter()
            .zip(&inside)
            .map(|(sum, part)| sum - part)
            .collect();
        let aside = Matrix::from_rows(
            subspace
                .directions()
                .rows()
                .take(n_aside)
                .map(<[f64]>::to_vec),
        )?;
        let along: Vec<f64> = aside.rows().map(|row| dot(row, &added.sum)).collect();
        let known = subspace
            .coordinates()
            .rows()
            .map(|row| row.get(..n_aside).unwrap_or_default());
        let positions = known.map(|known| cosine(known, &along)).collect();
        let angle = match n_aside {
            0 => None,
            _ => principal_angles(Subspace::spanning(words).directions(), &aside)?
                .first()
                .copied(),
        };
        Ok(Self {
            n_aside,
            shares: words
                .rows()
                .map(|word| subspace.shares(word))
                .collect::<Result<_, _>>()?,
            errors: subspace.reading_errors(word, &code)?,
            nearest: [&added.sum, &left].map(|vector| nearest(vocabulary, vector)),
            positions,
            angle,
            added,
            codes,
        })
    }

    /// The position that the sum is read to have, if anything is set aside to read it in.
    pub(super) fn position(&self) -> Option<f64> {
        let all = self.positions.iter().enumerate();
        let best = all.reduce(|best, other| if other.1 > best.1 { other } else { best })?;
        (self.n_aside > 0).then_some(self.codes.start + best.0 as f64)
    }

    /// The share of all codes that the directions set aside hold.
    pub(super) fn captured(&self) -> f64 {
        let captured = self.codes.subspace.captured();
        captured.get(self.n_aside).copied().unwrap_or_default()
    }

    /// The share of a word of the sentence that they hold.
    pub(super) fn share(&self, word: usize) -> f64 {
        let shares = self.shares.get(word);
        shares
            .and_then(|shares| shares.get(self.n_aside))
            .copied()
            .unwrap_or_default()
    }

    /// How far the word is missed, over its length.
    pub(super) fn error(&self) -> f64 {
        self.errors.get(self.n_aside).copied().unwrap_or_default()
    }
}

/// The words of the vocabulary most alike to a vector, the best first.
fn nearest(vocabulary: &Matrix, vector: &[f64]) -> Vec<(usize, f64)> {
    const SHOWN: usize = 5;
    let cosines = vocabulary.rows().map(|word| cosine(word, vector));
    let mut all: Vec<(usize, f64)> = cosines.enumerate().collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(SHOWN);
    all
}

/// What the codes depend on: base, first position, number of positions, number of components.
type Wanted = (f64, f64, usize, usize);

thread_local! {
    /// The codes of the state that the figures of a page share.
    static CODES: RefCell<Option<(Wanted, Rc<Codes>)>> = RefCell::default();
}

/// The codes of the spec, made anew where they are not those of last time.
fn codes(spec: &Spec, dim: usize) -> Result<Rc<Codes>, EncodingError> {
    let length = (spec.length() as f64).min(MOST);
    let start = (spec.position() / length).floor() * length;
    let wanted = (spec.base(), start, length as usize, dim);
    let kept = CODES.with_borrow(|kept| kept.clone());
    if let Some((before, codes)) = kept
        && before == wanted
    {
        return Ok(codes);
    }
    let encoding = Sinusoidal::new(Frequencies::new(spec.base(), dim)?, Order::Interleaved);
    let rows = (0..length as usize).map(|place| encoding.encode(start + place as f64));
    let table = Matrix::from_rows(rows)?;
    let codes = Rc::new(Codes {
        start,
        subspace: Subspace::spanning(&table),
        table,
    });
    CODES.set(Some((wanted, Rc::clone(&codes))));
    Ok(codes)
}

/// A share in percent; one that lacks more than rounding is never rounded up to 100.
pub(super) fn percent(share: f64) -> String {
    const ALL: f64 = 100.0 - 1e-7;
    let percent = 100.0 * share;
    match percent {
        99.0..ALL => format!("{:.3} %", Fixed(percent.min(99.999))),
        20.0.. => format!("{} %", Short(percent.round())),
        _ => format!("{:.1} %", Fixed(percent)),
    }
}
