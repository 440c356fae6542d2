//! Shows models in figures.

use phasor_encoding::Scaling;
use phasor_encoding::scaling::Proportional;
use phasor_figures::{FigureName, Key, Spec};
use phasor_model_files::LayerRope;
use phasor_params::ParameterError;
use phasor_params::choice::Choice as _;

/// The reason why a figure cannot show a model. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsupported {
    /// A number of the model is outside the range of the figures.
    #[error(transparent)]
    Spec(#[from] ParameterError),
    /// The rule has its own numbers, or depends on the length of the text.
    #[error(
        "The figures show neither the rule \"dynamic\" nor the lists of \"longrope\", and of other rules only the usual numbers; the model has \"{0}\" with others."
    )]
    Rule(&'static str),
    /// The figure has no frequencies.
    #[error("`{0}` shows no frequencies, so it has nothing to show of a model.")]
    NoFrequencies(&'static str),
    /// The figure shows no scaling rule, and the model has one.
    #[error(
        "`{figure}` does not show scaling rules, and the model has \"{rule}\"; use `scaled-angles`."
    )]
    NoRule {
        /// The figure.
        figure: &'static str,
        /// The rule.
        rule: &'static str,
    },
}

/// Sets the parameters of a figure that the layers of a model determine. `longest` is the length of the longest text, which
/// stands for the original length of a model without a rule.
///
/// ```
/// use phasor_figures::{FigureName, Spec};
/// use phasor_picture::show_model;
///
/// let read = phasor_model_files::read(r#"{"model_type": "llama", "head_dim": 128, "rope_theta": 500000.0}"#)?;
/// let layer = read.model.rope(None).unwrap();
/// let mut spec = Spec::default();
/// show_model(FigureName::from_name("rotation-angles").unwrap(), layer, None, &mut spec).unwrap();
/// assert_eq!((spec.base(), spec.dim()), (500_000.0, 128));
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
///
/// # Errors
/// [`Unsupported`] if a number is outside the range of the figures, or the figure would show other frequencies than those of
/// the model. The spec may then have changed in part.
pub fn show_model(
    name: FigureName,
    layers: &LayerRope,
    longest: Option<usize>,
    spec: &mut Spec,
) -> Result<(), Unsupported> {
    if !shows_models(name) {
        return Err(Unsupported::NoFrequencies(name.name()));
    }
    let shows_head = name == FigureName::RotaryLanes;
    let shows_rule = match layers.scaling {
        Scaling::Default => true,
        Scaling::Proportional(_) if shows_head => true,
        _ => name.keys().any(|key| key == Key::Rule),
    };
    if !shows_rule {
        return Err(Unsupported::NoRule {
            figure: name.name(),
            rule: layers.scaling.name(),
        });
    }
    match shows_head {
        true => set_to_head(layers, spec),
        false => set_to_model(layers, spec, longest),
    }
}

/// Returns whether the figure has frequencies, which are what it can show of a model.
#[must_use]
pub fn shows_models(name: FigureName) -> bool {
    name.keys().any(|key| key == Key::Base)
}

/// Sets the parameters of the figures that these layers determine: base, dim, pairing, rule,
/// factor, original length and partial rotary factor. `longest` is the length of the longest
/// text, which stands for the original length of a model without a rule.
///
/// # Errors
/// [`Unsupported`] if a number is outside the range of the figures, or the figures would show
/// other frequencies than those of the model. The spec may then have changed in part.
fn set_to_model(
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
fn set_to_head(layers: &LayerRope, spec: &mut Spec) -> Result<(), Unsupported> {
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
