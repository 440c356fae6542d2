//! The parameters of the figures that show a model.

use super::LayerRope;
use crate::config::{Key, Spec, SpecError};
use phasor_encoding::{Llama3, Pairing, Scaling, Yarn};

/// The reason why the figures cannot show a model. Its `Display` is one sentence.
///
/// ```
/// use phasor::config::Spec;
/// use phasor::config::model::{self, NotShown};
///
/// let text = r#"{"model_type": "llama", "head_dim": 128, "rope_theta": 1e4,
///     "max_position_embeddings": 2048, "rope_scaling": {"type": "dynamic", "factor": 2.0}}"#;
/// let model = model::read(text)?.model;
/// let shown = model.rope(None).unwrap().show(&mut Spec::default(), None);
/// assert_eq!(shown, Err(NotShown::Rule("dynamic")));
/// # Ok::<(), model::Unreadable>(())
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NotShown {
    /// A number of the model is outside the range of the figures.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The rule has its own numbers, or depends on the length of the text.
    #[error(
        "The figures show neither the rule \"dynamic\" nor the lists of \"longrope\", and of other rules only the usual numbers; the model has \"{0}\" with others."
    )]
    Rule(&'static str),
}

impl LayerRope {
    /// Sets the parameters of the figures that these layers determine: base, dim, pairing, rule,
    /// factor, training length and partial rotary factor. `longest` is the length of the longest
    /// text, which is the training length of a model without a rule.
    ///
    /// ```
    /// use phasor::config::{Key, Spec, model};
    ///
    /// let text = r#"{"model_type": "qwen2", "hidden_size": 3584, "num_attention_heads": 28,
    ///     "rope_theta": 1000000.0, "rope_scaling": {"type": "yarn", "factor": 4.0,
    ///     "original_max_position_embeddings": 32768}}"#;
    /// let model = model::read(text)?.model;
    /// let mut spec = Spec::default();
    /// model.rope(None).unwrap().show(&mut spec, None).unwrap();
    /// assert_eq!((spec.base(), spec.dim(), spec.factor()), (1e6, 128, 4.0));
    /// assert_eq!(spec.text(Key::Rule), "yarn");
    /// # Ok::<(), model::Unreadable>(())
    /// ```
    ///
    /// # Errors
    /// [`NotShown`] if a number is outside the range of the figures, or the figures would show
    /// other frequencies than those of the model. The spec may then have changed in part.
    pub fn show(&self, spec: &mut Spec, longest: Option<usize>) -> Result<(), NotShown> {
        let whole = matches!(self.scaling, Scaling::Proportional { .. });
        let dim = if whole {
            self.head_dim
        } else {
            self.rotary_dim
        };
        let pairing = match self.pairing {
            Pairing::Interleaved => "interleaved",
            Pairing::HalfSplit => "half-split",
        };
        spec.set(Key::Base, &self.base.to_string())?;
        spec.set(Key::Dim, &dim.to_string())?;
        spec.set(Key::Pairing, pairing)?;
        let (rule, factor) = self.rule()?;
        spec.set(Key::Rule, rule)?;
        if let Some(factor) = factor {
            spec.set(Key::Factor, &factor.to_string())?;
        }
        if let Scaling::Proportional {
            partial_rotary_factor,
            ..
        } = self.scaling
        {
            spec.set(Key::PartialRotaryFactor, &partial_rotary_factor.to_string())?;
        }
        let longest = longest.map(|longest| longest as f64);
        if let Some(length) = self.training_length().or(longest) {
            spec.set(Key::TrainingLength, &length.to_string())?;
        }
        Ok(())
    }

    /// Returns the figures' name of the rule, and its factor.
    fn rule(&self) -> Result<(&'static str, Option<f64>), NotShown> {
        let usual = |is_usual: bool, shown| match is_usual {
            true => Ok(shown),
            false => Err(NotShown::Rule(self.scaling.name())),
        };
        match &self.scaling {
            Scaling::Default => Ok(("none", None)),
            Scaling::Linear { factor } => Ok(("linear", Some(*factor))),
            Scaling::Ntk { factor } => Ok(("ntk", Some(*factor))),
            Scaling::Proportional { factor, .. } => usual(*factor == 1.0, ("proportional", None)),
            Scaling::Yarn(rule) => {
                let usual_one = Yarn {
                    factor: rule.factor,
                    original_max_position_embeddings: rule.original_max_position_embeddings,
                    ..Yarn::default()
                };
                usual(*rule == usual_one, ("yarn", Some(rule.factor)))
            }
            Scaling::Llama3(rule) => {
                let usual_one = Llama3 {
                    factor: rule.factor,
                    original_max_position_embeddings: rule.original_max_position_embeddings,
                    ..Llama3::default()
                };
                usual(*rule == usual_one, ("llama3", Some(rule.factor)))
            }
            Scaling::LongRope(_) | Scaling::Dynamic { .. } => usual(false, ("", None)),
        }
    }
}
