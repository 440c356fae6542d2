//! Sets the parameters of the figures to those of a model.

use phasor_encoding::Scaling;
use phasor_encoding::scaling::Proportional;
use phasor_figures::{Key, Spec};
use phasor_model_files::LayerRope;
use phasor_params::ParameterError;
use phasor_params::choice::Choice as _;

/// The reason why the figures cannot show a model. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub(crate) enum Unsupported {
    /// A number of the model is outside the range of the figures.
    #[error(transparent)]
    Spec(#[from] ParameterError),
    /// The rule has its own numbers, or depends on the length of the text.
    #[error(
        "The figures show neither the rule \"dynamic\" nor the lists of \"longrope\", and of other rules only the usual numbers; the model has \"{0}\" with others."
    )]
    Rule(&'static str),
}

/// Sets the parameters of the figures that these layers determine: base, dim, pairing, rule,
/// factor, original length and partial rotary factor. `longest` is the length of the longest
/// text, which stands for the original length of a model without a rule.
///
/// # Errors
/// [`Unsupported`] if a number is outside the range of the figures, or the figures would show
/// other frequencies than those of the model. The spec may then have changed in part.
pub(super) fn set_to_model(
    layers: &LayerRope,
    spec: &mut Spec,
    longest: Option<usize>,
) -> Result<(), Unsupported> {
    let dim = match layers.scaling.spans_head() {
        true => layers.head_dim,
        false => layers.rotary_dim,
    };
    set_pairs(layers, dim, spec)?;
    if let Some(factor) = layers.scaling.factor() {
        spec.set(Key::Factor, &factor.to_string())?;
    }
    if let Scaling::Proportional(rule) = layers.scaling {
        let part = rule.partial_rotary_factor.to_string();
        spec.set(Key::PartialRotaryFactor, &part)?;
    }
    let longest = longest.map(|longest| longest as f64);
    if let Some(length) = layers.original_length().or(longest) {
        spec.set(Key::TrainingLength, &length.to_string())?;
    }
    match spec.choose_rule(&layers.scaling) {
        true => Ok(()),
        false => Err(Unsupported::Rule(layers.scaling.name())),
    }
}

/// Sets the parameters of a figure that shows a whole head, also the components that do not rotate: base, dim, pairing
/// and partial rotary factor.
///
/// # Errors
/// [`Unsupported`] if a number is outside the range of the figures, or if the layers have a scaling rule other than
/// p-RoPE. The spec may then have changed in part.
pub(super) fn set_to_head(layers: &LayerRope, spec: &mut Spec) -> Result<(), Unsupported> {
    let share = match layers.scaling {
        Scaling::Default => layers.rotary_dim as f64 / layers.head_dim as f64,
        Scaling::Proportional(Proportional {
            partial_rotary_factor,
            factor: 1.0,
        }) => partial_rotary_factor,
        ref rule => return Err(Unsupported::Rule(rule.name())),
    };
    set_pairs(layers, layers.head_dim, spec)?;
    spec.set(Key::PartialRotaryFactor, &share.to_string())?;
    Ok(())
}

/// Sets base and pairing to those of the layers, and the number of components to `dim`.
fn set_pairs(layers: &LayerRope, dim: usize, spec: &mut Spec) -> Result<(), ParameterError> {
    spec.set(Key::Base, &layers.base.to_string())?;
    spec.set(Key::Dim, &dim.to_string())?;
    spec.set(Key::Pairing, layers.pairing.word().name)
}
