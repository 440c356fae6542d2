//! One attention head of a real model, applied to the words of the sentence.

use std::rc::Rc;

use super::words::Words;
use crate::asset::{Asset, Rows};
use crate::{Key, Setting, Spec};
use phasor_encoding::attention::layer_norm;
use phasor_encoding::{Attention, EncodingError, Head, Matrix, Scheme};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter};

choice! {
    /// The positional encoding added to a word's vector.
    pub(crate) enum AddedEncoding {
        /// Nothing.
        None "none" "off",
        /// The row of the model's own learned table.
        Learned "learned" "on: the model’s own",
    }
}

impl Setting for AddedEncoding {
    const KEY: Key = Key::AddedEncoding;
}

pub(crate) const ADDED_ENCODING: Parameter = Parameter {
    name: "code",
    label: "positions",
    unit: "",
    help: "Whether the model’s own position vector is added to the vector of each word.",
    accepts: Accepts::Choice(AddedEncoding::LIST),
    default: "none",
};

/// Components of a query, a key or a value.
pub(crate) const HEAD_DIM: usize = 32;

/// The first rows of the parts of [`Asset::Head`]; the projections have `HEAD_DIM` rows each.
const QUERY: usize = 0;
const KEY: usize = HEAD_DIM;
const VALUE: usize = 2 * HEAD_DIM;
const NORM_WEIGHT: usize = 3 * HEAD_DIM;
const NORM_BIAS: usize = NORM_WEIGHT + 1;
const TOKEN_TYPE: usize = NORM_BIAS + 1;
/// The biases of query, key and value, one after the other.
const BIASES: usize = TOKEN_TYPE + 1;
/// The rows of positions from 1 on; position 0 belongs to a token that begins every text.
const POSITIONS: usize = BIASES + 1;

/// The value of `layer_norm_eps` in the configuration of the model.
pub(crate) const EPSILON: f64 = 1e-12;

/// The vectors that the head needs, as far as they are loaded.
#[derive(Debug, Default)]
pub(crate) struct Vectors {
    words: Words,
    rows: Option<Rc<Rows>>,
    head: Option<Head>,
}

impl Vectors {
    pub(crate) fn supply(&mut self, asset: Asset, rows: &Rc<Rows>) {
        self.words.supply(asset, rows);
        if asset == Asset::Head {
            self.head =
                Some(head(rows).expect("the projections of the stored head fit each other"));
            self.rows = Some(Rc::clone(rows));
        }
    }

    /// Applies the head to the words in this order, with this encoding added instead of that of the state; `None` while
    /// vectors are missing.
    pub(crate) fn attend(
        &self,
        spec: &Spec,
        encoding: AddedEncoding,
        order: &[usize],
    ) -> Option<Attention> {
        let (words, rows, head) = (
            self.words.of(spec)?,
            self.rows.as_ref()?,
            self.head.as_ref()?,
        );
        let inputs = inputs(&words, rows, encoding, order);
        let attention =
            inputs.and_then(|inputs| head.attend(&inputs, &Scheme::NoPe, spec.mask(), 0));
        Some(attention.expect("the words and the head are of one model, so their sizes fit"))
    }
}

fn head(rows: &Rows) -> Result<Head, EncodingError> {
    Head::new(
        projection(rows, QUERY)?,
        projection(rows, KEY)?,
        projection(rows, VALUE)?,
    )
}

/// Returns the token vectors as the first layer receives them, each followed by a 1 that multiplies the biases.
fn inputs(
    words: &Matrix,
    head: &Rows,
    encoding: AddedEncoding,
    order: &[usize],
) -> Result<Matrix, EncodingError> {
    let (weight, bias) = (head.row(NORM_WEIGHT), head.row(NORM_BIAS));
    let token_type = head.row(TOKEN_TYPE);
    let rows = order.iter().enumerate().map(|(position, &place)| {
        let encoding = match encoding {
            AddedEncoding::None => vec![0.0; weight.len()],
            AddedEncoding::Learned => head.row(POSITIONS + position),
        };
        let terms = words.row(place).iter().zip(&token_type).zip(&encoding);
        let sum: Vec<f64> = terms
            .map(|((word, kind), encoding)| word + kind + encoding)
            .collect();
        let mut input = layer_norm(&sum, (&weight, &bias), EPSILON)?;
        input.push(1.0);
        Ok(input)
    });
    Matrix::from_rows(rows.collect::<Result<Vec<_>, EncodingError>>()?)
}

/// Returns a projection with its biases as the last column.
fn projection(head: &Rows, first: usize) -> Result<Matrix, EncodingError> {
    let biases = head.row(BIASES);
    let own = biases.iter().skip(first).take(HEAD_DIM);
    let rows = own.enumerate().map(|(row, bias)| {
        let mut row = head.row(first + row);
        row.push(*bias);
        row
    });
    Matrix::from_rows(rows)
}
