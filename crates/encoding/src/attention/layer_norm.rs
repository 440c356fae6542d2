//! Layer normalisation, which comes between embeddings and the first head in BERT and similar
//! models.

use crate::EncodingError;

/// Returns the layer normalisation of `vector`: `(x - mean) / sqrt(variance + epsilon)` times
/// `weight` plus `bias`, component by component. All three slices have the same length; `epsilon`
/// is finite and above 0.
///
/// Source: Ba, Kiros and Hinton 2016, equation 4. As in `torch.nn.LayerNorm`, the variance is the
/// mean of the squared deviations, and epsilon is added inside the root.
///
/// # Errors
/// [`EncodingError::VectorLength`] if the lengths differ, [`EncodingError::Parameter`] if `epsilon`
/// is outside its range.
///
/// ```
/// use phasor_encoding::attention::layer_norm;
///
/// let normed = layer_norm(&[1.0, 3.0], (&[1.0, 1.0], &[0.0, 10.0]), 1e-12)?;
/// assert!((normed[0] + 1.0).abs() < 1e-9 && (normed[1] - 11.0).abs() < 1e-9);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
pub fn layer_norm(
    vector: &[f64],
    (weight, bias): (&[f64], &[f64]),
    epsilon: f64,
) -> Result<Vec<f64>, EncodingError> {
    EncodingError::check_length(vector.len(), weight.len())?;
    EncodingError::check_length(vector.len(), bias.len())?;
    let epsilon = EncodingError::positive("epsilon", epsilon)?;
    let n = vector.len() as f64;
    let mean = vector.iter().sum::<f64>() / n;
    let variance = vector.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
    let deviation = (variance + epsilon).sqrt();
    let scaled = vector.iter().map(|x| (x - mean) / deviation);
    let shaped = scaled.zip(weight).zip(bias);
    Ok(shaped
        .map(|((x, weight), bias)| x * weight + bias)
        .collect())
}
