//! What a text of some length does to the pairs of a model.

use super::Subject;
use phasor_encoding::analysis::Stretch;
use phasor_encoding::{EncodingError, Frequencies, Scaled, Scaling};
use phasor_model_files::LayerRope;

/// The rotary layers of one type, with the lengths of texts, in tokens.
///
/// ```
/// use phasor_report::{Outlook, shelf};
///
/// let llama = shelf::published("llama-3.1-8b").unwrap().subject().unwrap();
/// let layer = llama.rope(None).unwrap();
/// let outlook = Outlook::new(&llama, layer, Some(65_536))?;
/// assert_eq!((outlook.trained, outlook.declared, outlook.target), (8192, Some(131_072), 65_536));
/// assert_eq!(outlook.stretch.n_new(), 0);
/// // Pairs that do not complete a turn in training: with the rule, and without it.
/// assert_eq!((outlook.n_without_turn(8192.0), outlook.n_unscaled_without_turn(8192.0)), (32, 29));
/// assert_eq!(outlook.layer.base, 500_000.0);
/// assert_eq!(outlook.scaled.logit_factor(), 1.0);
/// assert!(outlook.has_own_length);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Outlook<'a> {
    /// The layers.
    pub layer: &'a LayerRope,
    /// The length of the texts for which the frequencies were trained: that of the rule, or else the longest that the
    /// file declares, or else 4,096.
    pub trained: usize,
    /// The longest text that the file declares.
    pub declared: Option<usize>,
    /// The length of the text that the reader asks about.
    pub target: usize,
    /// Whether the rule has its own training length, so that the model learned the frequencies without the rule.
    pub has_own_length: bool,
    /// Frequencies and factors at the target.
    pub scaled: Scaled,
    /// The pairs before and after the rule.
    pub stretch: Stretch,
}

/// Lengths of texts in tokens.
#[derive(Debug, Clone, Copy)]
struct Lengths {
    trained: usize,
    declared: Option<usize>,
    target: usize,
}

/// The training length of a file and a class that give none.
const USUAL_LENGTH: usize = 4096;

impl<'a> Outlook<'a> {
    /// Returns the length of the text that a report is about if the reader asks for none, in tokens.
    #[must_use]
    pub fn usual_length(subject: &Subject) -> usize {
        let own = subject.rope(None).and_then(LayerRope::training_length);
        let declared = subject.model().max_position_embeddings;
        let own = own.map(|length| length as usize);
        declared.or(own).unwrap_or(USUAL_LENGTH).max(2)
    }

    /// Computes what a text of `target` tokens does, or one of the longest declared length.
    ///
    /// # Errors
    /// [`EncodingError`] if the numbers of the layers are outside their ranges, which does not happen after reading.
    pub fn new(
        subject: &Subject,
        layer: &'a LayerRope,
        target: Option<usize>,
    ) -> Result<Self, EncodingError> {
        let declared = subject.model().max_position_embeddings;
        // For dynamic scaling the training length is the declared one.
        let own = layer.training_length().map(|length| length as usize);
        let lengths = Lengths {
            trained: own.or(declared).unwrap_or(USUAL_LENGTH).max(2),
            declared,
            target: target.unwrap_or_else(|| Self::usual_length(subject)).max(2),
        };
        Self::with_rule(layer, &layer.scaling, lengths, own.is_some())
    }

    /// Computes what another rule would do to the same layers.
    ///
    /// # Errors
    /// [`EncodingError`] if the rule does not fit the layers.
    pub fn under(&self, rule: &Scaling) -> Result<Self, EncodingError> {
        let lengths = Lengths {
            trained: self.trained,
            declared: self.declared,
            target: self.target,
        };
        Self::with_rule(self.layer, rule, lengths, true)
    }

    /// Returns the frequencies and factors of the layers under a rule, for a text of `length` tokens.
    ///
    /// # Errors
    /// [`EncodingError`] if the rule does not fit the layers.
    pub(super) fn at(&self, rule: &Scaling, length: usize) -> Result<Scaled, EncodingError> {
        ruled(self.layer, rule).scaled(Some(length))
    }

    fn with_rule(
        layer: &'a LayerRope,
        rule: &Scaling,
        lengths: Lengths,
        has_own_length: bool,
    ) -> Result<Self, EncodingError> {
        let Lengths {
            trained,
            declared,
            target,
        } = lengths;
        let scaled = ruled(layer, rule).scaled(Some(target))?;
        let after = scaled.frequencies().clone();
        // p-RoPE has a frequency for each pair of the head, so the frequencies before it do too.
        let before = Frequencies::new(layer.base, after.dim())?;
        let learned = match (has_own_length, rule) {
            (true, Scaling::Proportional { .. }) | (false, _) => after.clone(),
            (true, _) => before.clone(),
        };
        Ok(Self {
            layer,
            trained,
            declared,
            target,
            has_own_length,
            scaled,
            stretch: Stretch {
                before,
                learned,
                after,
                trained: trained as f64,
                longer: target as f64,
                factor: rule.factor().unwrap_or(1.0),
            },
        })
    }

    /// Returns the number of pairs that do not complete a turn in `length` tokens.
    #[must_use]
    pub fn n_without_turn(&self, length: f64) -> usize {
        without_turn(&self.stretch.after, length)
    }

    /// Returns the same number for the frequencies without the rule.
    #[must_use]
    pub fn n_unscaled_without_turn(&self, length: f64) -> usize {
        without_turn(&self.stretch.before, length)
    }
}

fn ruled(layer: &LayerRope, rule: &Scaling) -> LayerRope {
    LayerRope {
        scaling: rule.clone(),
        ..layer.clone()
    }
}

fn without_turn(frequencies: &Frequencies, length: f64) -> usize {
    let wavelengths = frequencies.wavelengths();
    wavelengths
        .filter(|wavelength| *wavelength > length)
        .count()
}
