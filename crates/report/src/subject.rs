//! A configuration that a reader brought.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use phasor_model_files::{
    Attention, Cache, Layer, LayerRope, ModelConfig, NoCache, PositionEncoding, Reading,
    Unreadable, cache, parse_json,
};
use phasor_text::shorten;

/// A configuration: its text and what it means.
///
/// ```
/// use phasor_report::Subject;
///
/// let subject = Subject::read(r#"{"model_type": "bloom", "n_head": 32}"#)?.called("BLOOM");
/// assert_eq!((subject.title(), subject.text().len()), ("BLOOM", 37));
/// assert!(subject.layers().is_empty() && subject.rope(None).is_none());
/// assert_eq!((subject.model().n_heads, subject.scheme()), (Some(32), "ALiBi"));
/// assert!(subject.findings().is_empty() && subject.text_model().is_empty());
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone)]
pub struct Subject {
    title: String,
    text: String,
    file: Value,
    reading: Reading,
    may_hide_rule: bool,
    /// What the layers keep, once a report has asked for it.
    cache: OnceLock<Result<Cache, NoCache>>,
}

impl Subject {
    /// Reads the text of a `config.json`.
    ///
    /// # Errors
    /// [`Unreadable`] if the text is not a configuration.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        let reading = phasor_model_files::read(text)?;
        let class = reading.model.model_type.as_deref().map(shorten);
        let file = parse_json(text.trim_start_matches(BYTE_ORDER_MARK));
        Ok(Self {
            title: class.unwrap_or_else(|| "your model".to_owned()),
            text: text.to_owned(),
            file: file.expect("a text that was read as a configuration is JSON"),
            reading,
            may_hide_rule: false,
            cache: OnceLock::new(),
        })
    }

    /// Returns the subject with another title than its class.
    #[must_use]
    pub fn called(self, title: &str) -> Self {
        let title = title.to_owned();
        Self { title, ..self }
    }

    /// Returns the subject as one whose rule may be in the tensor `rope_freqs.weight` of a GGUF file, and not in its text.
    #[must_use]
    pub fn with_hidden_rule(self, may_hide_rule: bool) -> Self {
        Self {
            may_hide_rule,
            ..self
        }
    }

    /// Returns whether the rule may be in a tensor that was not read.
    pub(super) fn may_hide_rule(&self) -> bool {
        self.may_hide_rule
    }

    /// Returns the name for readers.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the whole file.
    pub(super) fn file(&self) -> &Value {
        &self.file
    }

    /// Returns what the text means.
    #[must_use]
    pub fn model(&self) -> &ModelConfig {
        &self.reading.model
    }

    /// Returns the class of the model (`model_type`), empty if the file does not name one.
    pub(super) fn class(&self) -> &str {
        self.model().model_type.as_deref().unwrap_or("")
    }

    /// Returns what is odd about the text.
    #[must_use]
    pub fn findings(&self) -> &[phasor_model_files::Finding] {
        &self.reading.findings
    }

    /// Returns the keys that lead to the text model of a multimodal file.
    #[must_use]
    pub fn text_model(&self) -> &[&'static str] {
        &self.reading.text_model
    }

    /// Returns the name of the positional encoding.
    #[must_use]
    pub fn scheme(&self) -> &'static str {
        match self.reading.model.position {
            PositionEncoding::Rotary(_) => "RoPE",
            PositionEncoding::Alibi { .. } => "ALiBi",
            PositionEncoding::T5(_) => "T5’s bias",
            PositionEncoding::Learned { .. } => "learned table",
            PositionEncoding::Other(order) => order.name(),
            PositionEncoding::None => "none",
        }
    }

    /// Returns the features of a rotary model that its scheme does not name: `M-RoPE`, and `NoPE` if some layers of attention
    /// have no positional encoding.
    #[must_use]
    pub fn features(&self) -> Vec<&'static str> {
        let has_sections = self.layers().iter().any(|layer| layer.sections.is_some());
        let features = [
            (has_sections, "M-RoPE"),
            (self.n_without_position() > 0, NO_POSITION),
        ];
        let features = features.into_iter().filter(|(is_there, _)| *is_there);
        features.map(|(_, name)| name).collect()
    }

    /// Returns the number of layers of attention without a positional encoding, in a model that rotates others.
    pub(super) fn n_without_position(&self) -> usize {
        if self.layers().is_empty() {
            return 0;
        }
        let layers = self.model().layers.iter();
        let is_still = |layer: &&Layer| !layer.is_rotary && layer.attention != Attention::Linear;
        layers.filter(is_still).count()
    }

    /// Returns the rotary layers, one entry for each type.
    #[must_use]
    pub fn layers(&self) -> &[LayerRope] {
        match &self.reading.model.position {
            PositionEncoding::Rotary(layers) => layers,
            _ => &[],
        }
    }

    /// Returns the rotary layers of a type, or the most important ones.
    #[must_use]
    pub fn rope(&self, layer_type: Option<&str>) -> Option<&LayerRope> {
        self.reading
            .model
            .rope(layer_type)
            .or_else(|| self.reading.model.rope(None))
    }

    /// Returns the places of the layers that rotate as `rope` says; `None` if the file does not give the number of layers.
    #[must_use]
    pub fn layers_of(&self, rope: &LayerRope) -> Option<Vec<usize>> {
        let all = &self.model().layers;
        if all.is_empty() {
            return None;
        }
        let layers = all.iter().enumerate();
        // Some classes name their layers otherwise than by what they attend to, so that nothing says how each rotates.
        let layers = layers.filter(|(_, layer)| {
            let own = self.model().rope_of(**layer);
            layer.is_rotary && own.is_none_or(|own| own == rope)
        });
        Some(layers.map(|(place, _)| place).collect())
    }

    /// Returns the keys of the text model, as the file has them; `None` if they are no object.
    pub(super) fn text_keys(&self) -> Option<&Map<String, Value>> {
        let way = self.text_model().iter();
        let object = way.fold(&self.file, |object, key| object.get(*key).unwrap_or(object));
        object.as_object()
    }

    /// Returns what the layers keep of a text. It is read once, because the reader may drag the length of the text.
    pub(super) fn cache(&self) -> &Result<Cache, NoCache> {
        self.cache.get_or_init(|| cache(&self.text))
    }

    /// Returns a whole number that the file gives of its text model.
    pub(super) fn whole(&self, key: &str) -> Option<usize> {
        usize::try_from(self.text_keys()?.get(key)?.as_u64()?).ok()
    }

    /// Returns the file after `change` of the keys of its text model; `None` if they are no object.
    pub(super) fn changed(&self, change: impl FnOnce(&mut Map<String, Value>)) -> Option<Value> {
        let mut file = self.file.clone();
        let mut object = &mut file;
        for key in self.text_model() {
            object = object.get_mut(*key)?;
        }
        change(object.as_object_mut()?);
        Some(file)
    }
}

/// The name of layers of attention without a positional encoding.
pub(super) const NO_POSITION: &str = "NoPE";

/// Returns the type of the layers that rotate as `rope` says, as it can be shown to readers; `None` if the file has one type.
pub(super) fn type_of(rope: &LayerRope) -> Option<String> {
    rope.layer_type.as_deref().map(shorten)
}

/// Some editors put it before the text; it is a finding, not an error.
const BYTE_ORDER_MARK: char = '\u{feff}';
