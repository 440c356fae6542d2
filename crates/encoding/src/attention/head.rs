//! One attention head, from token vectors to output.

use super::{Join, Mask, Scheme, softmax};
use crate::matrix::dot;
use crate::{EncodingError, Matrix};

/// The projections of one head.
///
/// ```
/// use phasor_encoding::{Attention, Head, Mask, Matrix, Scheme};
///
/// // Without positions, the same token has the same output at every place.
/// let (dog, cat) = (vec![1.0, 0.2], vec![-0.3, 0.9]);
/// let tokens = Matrix::from_rows([dog.clone(), cat, dog])?;
/// let attention = Head::identity(2).attend(&tokens, &Scheme::NoPe, Mask::None, 0)?;
/// assert_eq!(attention.output.row(0), attention.output.row(2));
/// // A mask reveals order: the last token sees all three, the first only itself.
/// let head = Head::identity(2).with_scale(1.0)?;
/// let masked: Attention = head.attend(&tokens, &Scheme::NoPe, Mask::Causal, 0)?;
/// assert_eq!(masked.weights.row(0), [1.0, 0.0, 0.0]);
/// assert_ne!(masked.output.row(0), masked.output.row(2));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    query: Matrix,
    key: Matrix,
    value: Matrix,
    scale: f64,
}

/// All results of a head. Rows are queries.
#[derive(Debug, Clone, PartialEq)]
pub struct Attention {
    /// Scores before softmax; minus infinity if the mask hides the key. Shape
    /// `[n_tokens, n_tokens]`.
    pub scores: Matrix,
    /// Attention weights, each row summing to 1. Shape `[n_tokens, n_tokens]`.
    pub weights: Matrix,
    /// Weighted sums of the values. Shape `[n_tokens, value_dim]`.
    pub output: Matrix,
}

impl Head {
    /// Creates a head with these projections, each of shape `[out, in]`. `query` and `key` have the
    /// same shape, and `value` has as many columns. Scores are divided by the square root of `out`.
    ///
    /// # Errors
    /// [`EncodingError::Shape`] if the shapes do not fit, [`EncodingError::Parameter`] if `query`
    /// has no row.
    pub fn new(query: Matrix, key: Matrix, value: Matrix) -> Result<Self, EncodingError> {
        let (head_dim, dim) = query.shape();
        let accepted = ("head_dim", "a whole number above 0");
        EncodingError::count(accepted, head_dim, usize::MAX)?;
        EncodingError::check_shape("the key projection", (head_dim, dim), key.shape())?;
        let expected = (value.n_rows(), dim);
        EncodingError::check_shape("the value projection", expected, value.shape())?;
        Ok(Self {
            query,
            key,
            value,
            scale: 1.0 / (head_dim as f64).sqrt(),
        })
    }

    /// Creates a head of `dim` components (at least 1) that uses token vectors unchanged.
    #[must_use]
    pub fn identity(dim: usize) -> Self {
        let identity = Matrix::identity(dim.max(1));
        Self {
            query: identity.clone(),
            key: identity.clone(),
            value: identity,
            scale: 1.0 / (dim.max(1) as f64).sqrt(),
        }
    }

    /// Multiplies scores by `scale` (finite, above 0) instead of dividing them by the square root
    /// of the head's size. T5 uses 1.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `scale` is outside that range.
    pub fn with_scale(self, scale: f64) -> Result<Self, EncodingError> {
        let scale = EncodingError::positive("scale", scale)?;
        Ok(Self { scale, ..self })
    }

    /// Computes scores, weights and output for `tokens` (one in each row, shape `[n_tokens, dim]`).
    /// The first token is at `first_position`, which is added on every axis of [`Scheme::Axial`].
    ///
    /// # Errors
    /// - [`EncodingError::VectorLength`] or [`EncodingError::Shape`] if the sizes of tokens, scheme
    ///   and projections do not fit;
    /// - [`EncodingError::OutsideTable`] if a position is past the last row of a learned table;
    /// - [`EncodingError::Parameter`] if the scheme's bias does not have the head.
    pub fn attend(
        &self,
        tokens: &Matrix,
        scheme: &Scheme,
        mask: Mask,
        first_position: u64,
    ) -> Result<Attention, EncodingError> {
        scheme.check_head()?;
        let inputs = inputs(tokens, scheme, first_position)?;
        let project = |projection: &Matrix| -> Result<Vec<Vec<f64>>, EncodingError> {
            inputs.iter().map(|input| projection.apply(input)).collect()
        };
        let mut queries = project(&self.query)?;
        let mut keys = project(&self.key)?;
        let values = project(&self.value)?;
        for vectors in [&mut queries, &mut keys] {
            rotate(vectors, scheme, first_position)?;
        }
        let scores = mask.apply(&self.scores(&queries, &keys, scheme)?);
        let weights = Matrix::from_rows(scores.rows().map(softmax))?;
        let output = output(&weights, &values, scheme)?;
        Ok(Attention {
            scores,
            weights,
            output,
        })
    }

    fn scores(
        &self,
        queries: &[Vec<f64>],
        keys: &[Vec<f64>],
        scheme: &Scheme,
    ) -> Result<Matrix, EncodingError> {
        let distances = Distances::new(scheme, keys.len())?;
        let mut rows = Vec::with_capacity(queries.len());
        for (query_idx, query) in queries.iter().enumerate() {
            let mut row = Vec::with_capacity(keys.len());
            for (key_idx, key) in keys.iter().enumerate() {
                let relative_position = key_idx as i64 - query_idx as i64;
                let score = match scheme {
                    Scheme::Shaw(shaw) => {
                        dot(query, key) + shaw.score_term(query, relative_position)?
                    }
                    Scheme::TransformerXl(xl) => {
                        let encoding = distances.encoding(relative_position);
                        xl.terms_with(query, key, encoding)?.score()
                    }
                    _ => dot(query, key),
                };
                row.push(score * self.scale + scheme.bias(relative_position));
            }
            rows.push(row);
        }
        Matrix::from_rows(rows)
    }
}

/// The encodings of all distances between tokens, computed once, for the scheme that needs them.
struct Distances {
    encodings: Vec<Vec<f64>>,
    n_tokens: usize,
}

impl Distances {
    fn new(scheme: &Scheme, n_tokens: usize) -> Result<Self, EncodingError> {
        let encodings = match scheme {
            Scheme::TransformerXl(xl) => {
                let farthest = n_tokens as i64 - 1;
                let relative = -farthest..=farthest;
                relative
                    .map(|relative| xl.distance_encoding(relative))
                    .collect::<Result<_, _>>()?
            }
            _ => Vec::new(),
        };
        Ok(Self {
            encodings,
            n_tokens,
        })
    }

    fn encoding(&self, relative_position: i64) -> &[f64] {
        let place = relative_position + self.n_tokens as i64 - 1;
        let encoding = usize::try_from(place).map(|place| self.encodings.get(place));
        let encoding = encoding.expect("no distance is longer than the text");
        encoding.expect("every distance in the text has an encoding")
    }
}

/// Returns the input of the projections: the tokens, joined with their encodings in an absolute
/// scheme.
fn inputs(
    tokens: &Matrix,
    scheme: &Scheme,
    first_position: u64,
) -> Result<Vec<Vec<f64>>, EncodingError> {
    let Scheme::Absolute { encoding, join } = scheme else {
        return Ok(tokens.rows().map(<[f64]>::to_vec).collect());
    };
    let dim = tokens.n_columns();
    let joined = tokens.rows().enumerate().map(|(row, token)| {
        let position = first_position.saturating_add(row as u64);
        match join {
            Join::Sum => {
                let encoding = encoding.encode(position, dim)?;
                Ok(token.iter().zip(encoding).map(|(a, b)| a + b).collect())
            }
            Join::Concatenate => {
                let encoding = encoding.encode(position, encoding.dim().unwrap_or(dim))?;
                Ok(token.iter().copied().chain(encoding).collect())
            }
        }
    });
    joined.collect()
}

/// Rotates queries or keys to their positions if the scheme is rotary.
fn rotate(
    vectors: &mut [Vec<f64>],
    scheme: &Scheme,
    first_position: u64,
) -> Result<(), EncodingError> {
    if let Scheme::Axial { rope, positions } = scheme {
        let expected = (vectors.len(), rope.n_axes());
        EncodingError::check_shape("the positions", expected, positions.shape())?;
    }
    for (row, vector) in vectors.iter_mut().enumerate() {
        match scheme {
            Scheme::Rope(rope) => {
                rope.rotate_in_place(first_position as f64 + row as f64, vector)?;
            }
            Scheme::Axial { rope, positions } => {
                let first = first_position as f64;
                let position: Vec<f64> = positions.row(row).iter().map(|p| first + p).collect();
                *vector = rope.rotate(&position, vector)?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn output(weights: &Matrix, values: &[Vec<f64>], scheme: &Scheme) -> Result<Matrix, EncodingError> {
    let value_dim = values.first().map_or(0, Vec::len);
    let mut rows = Vec::with_capacity(values.len());
    for (query_idx, weights) in weights.rows().enumerate() {
        let mut row = vec![0.0; value_dim];
        for (key_idx, (weight, value)) in weights.iter().zip(values).enumerate() {
            let term: &[f64] = match scheme {
                Scheme::Shaw(shaw) => shaw.value_term(key_idx as i64 - query_idx as i64),
                _ => &[],
            };
            if !term.is_empty() {
                EncodingError::check_length(value_dim, term.len())?;
            }
            let terms = term.iter().copied().chain(std::iter::repeat(0.0));
            for ((sum, value), term) in row.iter_mut().zip(value).zip(terms) {
                *sum += weight * (value + term);
            }
        }
        rows.push(row);
    }
    Matrix::from_rows(rows)
}
