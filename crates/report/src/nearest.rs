//! The published model that is nearest to one that a reader brought.

use super::block::Remark;
use super::rules::named;
use super::shelf::{Published, subjects};
use super::{Subject, difference};
use phasor_encoding::Scaling;
use phasor_model_files::{LayerRope, Severity, key_line};
use phasor_text::number::Place;

/// Warns of what only the comparison with the nearest published model shows: a rule that does not fit what it learned.
///
/// ```
/// use phasor_report::{Subject, cautions, shelf};
///
/// let llama = shelf::published("llama-3.1-8b").unwrap();
/// assert!(cautions(&llama.subject().unwrap()).is_empty());
/// let changed = Subject::read(&llama.text.replace("llama3", "dynamic"))?;
/// assert!(cautions(&changed)[0].sentence.starts_with("Llama 3.1 8B was published with llama3"));
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[must_use]
pub fn cautions(subject: &Subject) -> Vec<Remark> {
    match Nearest::of(subject) {
        Some(nearest) => nearest.cautions(subject),
        None => Vec::new(),
    }
}

/// A published model, and how another one differs from it.
pub(super) struct Nearest {
    published: &'static Published,
    subject: &'static Subject,
    differences: Vec<String>,
}

impl Nearest {
    /// Returns the published model of the same class with the fewest differences, of those with as many heads and layers
    /// if there are any, and of those with the same text. Of several, it is the one that was published first.
    pub(super) fn of(subject: &Subject) -> Option<Self> {
        let model = subject.model();
        let alike = subjects().filter(|(_, other)| other.model().model_type == model.model_type);
        let compared = alike.map(|(published, other)| Self {
            published,
            subject: other,
            differences: difference::in_words(subject, other),
        });
        compared.min_by_key(|nearest| {
            let other = nearest.subject.model();
            let has_other_heads =
                (other.n_heads, other.n_kv_heads) != (model.n_heads, model.n_kv_heads);
            let has_other_layers = other.layers.len() != model.layers.len();
            let has_other_text = nearest.published.text != subject.text();
            let is_elsewhere = nearest.subject.text_model() != subject.text_model();
            (
                is_elsewhere,
                nearest.differences.len(),
                has_other_heads,
                has_other_layers,
                has_other_text,
            )
        })
    }

    /// Says which model it is, and how the other one differs.
    pub(super) fn sentence(&self) -> String {
        let Published { title, source, .. } = self.published;
        match self.differences.as_slice() {
            [] => format!("Its positions are those of {title} (`{source}`)."),
            all => format!(
                "The nearest published model is {title} (`{source}`). It differs: {}.",
                all.join("; ")
            ),
        }
    }

    /// Warns of what only the comparison shows: a rule that does not fit what the published model learned.
    pub(super) fn cautions(&self, subject: &Subject) -> Vec<Remark> {
        let (Some(layer), Some(learned)) = (subject.rope(None), self.subject.rope(None)) else {
            return Vec::new();
        };
        // Only weights with the same base and heads of the same size could be those of the published model or its siblings.
        let is_sized = subject.model().n_heads.is_some();
        if !is_sized || (layer.base, layer.head_dim) != (learned.base, learned.head_dim) {
            return Vec::new();
        }
        // A sibling may have no rule, or other numbers; that it has a rule of another kind is no less odd.
        let of_sibling = self.severity(subject);
        let of_rule = match layer.scaling {
            Scaling::Default => of_sibling,
            _ => Severity::Warning,
        };
        let texts = [
            ("rope_type", self.other_rule(layer, learned), of_rule),
            (
                "original_max_position_embeddings",
                self.longer_original(layer, learned),
                of_sibling,
            ),
        ];
        let found = texts.into_iter().filter_map(|(name, sentence, severity)| {
            Some(Remark {
                severity,
                ..remark(subject, layer, name, sentence?)
            })
        });
        found.collect()
    }

    /// Returns a warning if the weights may be those of the published model, or a note if they are a sibling's.
    fn severity(&self, subject: &Subject) -> Severity {
        let shape = |subject: &Subject| {
            let (model, width) = (subject.model(), subject.whole("hidden_size"));
            let n_layers = Some(model.layers.len()).filter(|n_layers| *n_layers > 0);
            [model.n_heads, model.n_kv_heads, n_layers, width]
        };
        let mut sizes = shape(subject).into_iter().zip(shape(self.subject));
        let differs =
            sizes.any(|(here, there)| here.zip(there).is_some_and(|(here, there)| here != there));
        if differs {
            Severity::Note
        } else {
            Severity::Warning
        }
    }

    fn other_rule(&self, layer: &LayerRope, learned: &LayerRope) -> Option<String> {
        let is_other = layer.scaling.name() != learned.scaling.name();
        (is_other && learned.scaling != Scaling::Default).then(|| {
            format!(
                "{} was published with {}; weights that were trained with it do not know the frequencies of {}.",
                self.published.title,
                named(&learned.scaling),
                named(&layer.scaling)
            )
        })
    }

    fn longer_original(&self, layer: &LayerRope, learned: &LayerRope) -> Option<String> {
        let original = layer.original_length()?;
        let declared = self.subject.model().max_position_embeddings? as f64;
        let trained = learned.original_length().unwrap_or(declared);
        (original > trained).then(|| {
            format!(
                "The published {} gives {} tokens; with {}, the rule divides fewer frequencies than texts of that length need.",
                self.published.title,
                Place(trained),
                Place(original)
            )
        })
    }
}

/// Returns a warning about a key of the rule of `layer`.
fn remark(subject: &Subject, layer: &LayerRope, name: &str, sentence: String) -> Remark {
    let way: String = subject
        .text_model()
        .iter()
        .map(|key| format!("{key}."))
        .collect();
    let own = layer.layer_type.as_deref().unwrap_or("");
    let sets = [
        &format!("rope_parameters.{own}"),
        "rope_scaling",
        "rope_parameters",
    ];
    let keys = sets.map(|set| format!("{way}{set}.{name}"));
    let [_, old, _] = &keys;
    let is_there = |key: &&String| key_line(subject.text(), key).is_some();
    let key = keys.iter().find(is_there).unwrap_or(old).clone();
    Remark {
        severity: Severity::Warning,
        line: key_line(subject.text(), &key),
        key,
        sentence,
        edit: None,
    }
}
