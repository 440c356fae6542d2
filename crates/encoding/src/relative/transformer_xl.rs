//! Transformer-XL: the score is the sum of what content and distance contribute.
//!
//! Source: Dai et al. 2019, *Transformer-XL*, section 3.3.

use crate::matrix::dot;
use crate::{EncodingError, Matrix, Sinusoidal};

/// Sinusoids of the distance with learned projections and two learned query vectors.
///
/// ```
/// use phasor_encoding::{Frequencies, Matrix, Order, Sinusoidal, TransformerXl, XlTerms};
///
/// let sinusoidal = Sinusoidal::new(Frequencies::new(10_000.0, 4)?, Order::Concatenated);
/// let xl = TransformerXl::new(sinusoidal, Matrix::identity(4), vec![0.0; 4], vec![0.0; 4])?;
/// let terms: XlTerms = xl.terms(&[1.0, 0.0, 0.0, 0.0], &[2.0, 0.0, 0.0, 0.0], -3)?;
/// assert_eq!(terms.content, 2.0);
/// assert_eq!(terms.position, 3f64.sin()); // three tokens back
/// assert_eq!(terms.score(), terms.content + terms.position); // the learned vectors are 0
/// assert_eq!(xl.distance_encoding(-3)?[0], 3f64.sin());
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TransformerXl {
    sinusoidal: Sinusoidal,
    projection: Matrix,
    content_bias: Vec<f64>,
    position_bias: Vec<f64>,
}

/// The four terms of a score, (a) to (d) in the paper. Their sum is the score before scaling.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct XlTerms {
    /// (a) query with key.
    pub content: f64,
    /// (b) query with the projected encoding of the distance.
    pub position: f64,
    /// (c) `u` with key: how interesting the key is to every query.
    pub content_bias: f64,
    /// (d) `v` with the projected encoding of the distance: how interesting the distance is.
    pub position_bias: f64,
}

impl XlTerms {
    /// Returns the score before the division by `sqrt(head_dim)`.
    #[must_use]
    pub fn score(self) -> f64 {
        self.content + self.position + self.content_bias + self.position_bias
    }
}

impl TransformerXl {
    /// Creates the scheme that projects the encoding of the distance with `projection` (`W_k,R` in
    /// the paper, shape `[head_dim, dim]`). `content_bias` is `u` and `position_bias` is `v`, shape
    /// `[head_dim]` each. The authors' code concatenates sines and cosines.
    ///
    /// # Errors
    /// [`EncodingError::Shape`] or [`EncodingError::VectorLength`] if the sizes do not fit.
    pub fn new(
        sinusoidal: Sinusoidal,
        projection: Matrix,
        content_bias: Vec<f64>,
        position_bias: Vec<f64>,
    ) -> Result<Self, EncodingError> {
        let head_dim = projection.n_rows();
        let expected = (head_dim, sinusoidal.dim());
        EncodingError::check_shape("the projection", expected, projection.shape())?;
        EncodingError::check_length(head_dim, content_bias.len())?;
        EncodingError::check_length(head_dim, position_bias.len())?;
        Ok(Self {
            sinusoidal,
            projection,
            content_bias,
            position_bias,
        })
    }

    /// Returns the projected encoding of the distance at `relative_position` (key minus query),
    /// `W_k,R R` in the paper. Shape `[head_dim]`.
    ///
    /// # Errors
    /// None for a value that [`new`](Self::new) has made.
    pub fn distance_encoding(&self, relative_position: i64) -> Result<Vec<f64>, EncodingError> {
        let encoding = self.sinusoidal.encode(-(relative_position as f64));
        self.projection.apply(&encoding)
    }

    /// The number of learned values.
    #[must_use]
    pub fn parameter_count(&self) -> usize {
        self.projection.values().len() + self.content_bias.len() + self.position_bias.len()
    }

    /// Returns the terms of the score of `query` and `key` (shape `[head_dim]` each, without
    /// positions) at `relative_position` (key minus query). The paper counts query minus key, and
    /// the encoding of the distance here does the same.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if one does not have `head_dim` components.
    pub fn terms(
        &self,
        query: &[f64],
        key: &[f64],
        relative_position: i64,
    ) -> Result<XlTerms, EncodingError> {
        self.terms_with(query, key, &self.distance_encoding(relative_position)?)
    }

    /// Returns the same as [`terms`](Self::terms), given the projected encoding of the distance.
    pub(crate) fn terms_with(
        &self,
        query: &[f64],
        key: &[f64],
        distance: &[f64],
    ) -> Result<XlTerms, EncodingError> {
        EncodingError::check_length(self.content_bias.len(), query.len())?;
        EncodingError::check_length(self.content_bias.len(), key.len())?;
        Ok(XlTerms {
            content: dot(query, key),
            position: dot(query, distance),
            content_bias: dot(&self.content_bias, key),
            position_bias: dot(&self.position_bias, distance),
        })
    }
}
