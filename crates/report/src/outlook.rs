//! What a text of some length does to the pairs of a model.

use super::{Subject, reach};
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
/// assert_eq!((outlook.original, outlook.declared, outlook.target), (8192, Some(131_072), 65_536));
/// assert_eq!(outlook.stretch.n_new(), 0);
/// // Pairs that do not complete a turn in the original length: with the rule, and without it.
/// assert_eq!((outlook.n_without_turn(8192.0), outlook.n_unscaled_without_turn(8192.0)), (32, 29));
/// assert_eq!(outlook.layer.base, 500_000.0);
/// assert_eq!(outlook.scaled.logit_factor(), 1.0);
/// assert!(outlook.has_own_length && outlook.window.is_none());
/// assert_eq!((outlook.n_still, outlook.length_name()), (Some(0), "original"));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Outlook<'a> {
    /// The layers.
    pub layer: &'a LayerRope,
    /// The length of the texts that have no new angles: the original length, which the rule gives, or else the declared
    /// one, or else 4,096. No file says on how long texts a model was trained.
    pub original: usize,
    /// The longest text that the file declares.
    pub declared: Option<usize>,
    /// The length of the text that the reader asks about.
    pub target: usize,
    /// Whether the rule has its own length, so that it changes frequencies that the model had before.
    pub has_own_length: bool,
    /// The length of the longest text without a new distance between a query and its keys, if the layers do not see the
    /// whole text.
    pub window: Option<usize>,
    /// The number of components of a head that do not rotate, if the file gives it.
    pub n_still: Option<usize>,
    /// Frequencies and factors at the target.
    pub scaled: Scaled,
    /// The pairs before and after the rule.
    pub stretch: Stretch,
}

/// Lengths of texts in tokens.
#[derive(Debug, Clone, Copy)]
struct Lengths {
    original: usize,
    declared: Option<usize>,
    target: usize,
    window: Option<usize>,
}

/// The length of a file and a class that give none.
const USUAL_LENGTH: usize = 4096;

impl<'a> Outlook<'a> {
    /// Returns the length of the text that a report is about if the reader asks for none, in tokens.
    #[must_use]
    pub fn usual_length(subject: &Subject) -> usize {
        let own = subject.rope(None).and_then(LayerRope::original_length);
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
        // For dynamic scaling this is the declared length.
        let own = layer.original_length().map(|length| length as usize);
        let lengths = Lengths {
            original: own.or(declared).unwrap_or(USUAL_LENGTH).max(2),
            declared,
            target: target.unwrap_or_else(|| Self::usual_length(subject)).max(2),
            window: reach::window(subject, layer).map(|window| window.max(2)),
        };
        let mut outlook = Self::with_rule(layer, &layer.scaling, lengths, own.is_some())?;
        outlook.n_still = match layer.is_separate {
            true => subject.whole("qk_nope_head_dim"),
            // p-RoPE has a frequency of 0 for what does not rotate.
            false => layer.head_dim.checked_sub(outlook.stretch.after.dim()),
        };
        Ok(outlook)
    }

    /// Computes what another rule would do to the same layers.
    ///
    /// # Errors
    /// [`EncodingError`] if the rule does not fit the layers.
    pub fn under(&self, rule: &Scaling) -> Result<Self, EncodingError> {
        let outlook = Self::with_rule(self.layer, rule, self.lengths(), true)?;
        Ok(Self {
            n_still: self.n_still,
            ..outlook
        })
    }

    /// Computes what the same layers would do with another rule and another base, while the model has learned its own.
    ///
    /// # Errors
    /// [`EncodingError`] if the rule does not fit the layers.
    pub(super) fn with_layer<'b>(
        &self,
        layer: &'b LayerRope,
    ) -> Result<Outlook<'b>, EncodingError> {
        let outlook = Outlook::with_rule(layer, &layer.scaling, self.lengths(), true)?;
        let is_from_start = layer.scaling.is_from_start();
        let before = Frequencies::new(self.layer.base, outlook.stretch.after.dim())?;
        Ok(Outlook {
            n_still: self.n_still,
            stretch: Stretch {
                learned: match is_from_start {
                    true => outlook.stretch.learned.clone(),
                    false => before.clone(),
                },
                before,
                ..outlook.stretch
            },
            ..outlook
        })
    }

    /// Returns the frequencies and factors of the layers under a rule, for a text of `length` tokens.
    ///
    /// # Errors
    /// [`EncodingError`] if the rule does not fit the layers.
    pub(super) fn at(&self, rule: &Scaling, length: usize) -> Result<Scaled, EncodingError> {
        self.layer.with_rule(rule).scaled(Some(length))
    }

    fn lengths(&self) -> Lengths {
        Lengths {
            original: self.original,
            declared: self.declared,
            target: self.target,
            window: self.window,
        }
    }

    fn with_rule(
        layer: &'a LayerRope,
        rule: &Scaling,
        lengths: Lengths,
        has_own_length: bool,
    ) -> Result<Self, EncodingError> {
        let Lengths {
            original,
            declared,
            target,
            window,
        } = lengths;
        let scaled = layer.with_rule(rule).scaled(Some(target))?;
        let after = scaled.frequencies().clone();
        // p-RoPE has a frequency for each pair of the head, so the frequencies before it do too.
        let before = Frequencies::new(layer.base, after.dim())?;
        let learned = match has_own_length && !rule.is_from_start() {
            true => before.clone(),
            false => after.clone(),
        };
        Ok(Self {
            layer,
            original,
            declared,
            target,
            has_own_length,
            window,
            n_still: None,
            scaled,
            stretch: Stretch {
                before,
                learned,
                after,
                // Scores depend on distances alone, and a window bounds these.
                original: within(window, original) as f64,
                longer: within(window, target) as f64,
                factor: rule.full_divisor(),
            },
        })
    }

    /// Returns what [`original`](Self::original) is: `original`, `declared` or `assumed`.
    #[must_use]
    pub fn length_name(&self) -> &'static str {
        match (stated_original_length(self.layer), self.declared) {
            (Some(_), _) => "original",
            (None, Some(_)) => "declared",
            (None, None) => "assumed",
        }
    }

    /// Returns the window if it is shorter than the text.
    pub(super) fn narrow_window(&self) -> Option<usize> {
        self.window.filter(|window| *window < self.target)
    }

    /// Returns whether the rule multiplies whole scores, and not only the part of components that rotate.
    pub(super) fn scales_whole_scores(&self) -> bool {
        self.n_still == Some(0) || self.scaled.attention_factor() == 1.0
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

/// Returns the original length in tokens, if the rule states one. Dynamic scaling starts from the declared length.
pub(super) fn stated_original_length(layer: &LayerRope) -> Option<f64> {
    match layer.scaling {
        Scaling::Dynamic(_) => None,
        _ => layer.original_length(),
    }
}

/// Returns the part of `length` that a window leaves.
fn within(window: Option<usize>, length: usize) -> usize {
    window.map_or(length, |window| window.min(length))
}

fn without_turn(frequencies: &Frequencies, length: f64) -> usize {
    let wavelengths = frequencies.wavelengths();
    wavelengths
        .filter(|wavelength| *wavelength > length)
        .count()
}
