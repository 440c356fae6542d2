//! The published model that is nearest to one that a reader brought.

use std::cmp::Reverse;

use super::block::Remark;
use super::difference::properties::{self, Comparison, NOT_GIVEN};
use super::files::has_errors;
use super::rules::named;
use super::shelf::{Published, subjects};
use super::{Subject, difference};
use phasor_encoding::Scaling;
use phasor_model_files::{Edit, Finding, LayerRope, Severity, key_line};
use phasor_text::number::{Digits, Place};

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

/// Returns the same, and notes on how else a file with the sizes of the nearest published model differs from it.
///
/// ```
/// use phasor_report::{Subject, compared, shelf};
///
/// let llama = shelf::published("llama-3.1-8b").unwrap();
/// assert!(compared(&llama.subject().unwrap()).is_empty());
/// let changed = Subject::read(&llama.text.replace("500000", "600000"))?;
/// let [note] = &compared(&changed)[..] else { panic!("one note") };
/// assert_eq!(note.key, "rope_theta");
/// assert_eq!(note.sentence, "The nearest published model, Llama 3.1 8B, has base 500,000; this one has 600,000.");
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[must_use]
pub fn compared(subject: &Subject) -> Vec<Remark> {
    let Some(nearest) = Nearest::of(subject) else {
        return Vec::new();
    };
    let mut found = nearest.cautions(subject);
    found.extend(nearest.notes(subject, &found));
    found
}

/// Returns whether one of `found` says more of the same key than a note does, so that the note is left out.
pub(super) fn replaces(found: &[Remark], finding: &Finding) -> bool {
    let is_note = finding.severity == Severity::Note;
    is_note
        && found
            .iter()
            .any(|remark| remark.severity > Severity::Note && remark.key == finding.key)
}

/// A published model, and how another one differs from it.
pub(super) struct Nearest {
    published: &'static Published,
    subject: &'static Subject,
    differences: Vec<Comparison>,
}

/// The key of the base.
const BASE: &str = "rope_theta";

impl Nearest {
    /// Returns the published model of the same class with the fewest differences, of those with as many heads and layers
    /// and the same width if there are any, and of those with the same text. Of several, it is the one that was published first.
    pub(super) fn of(subject: &Subject) -> Option<Self> {
        let model = subject.model();
        let alike = subjects().filter(|(_, other)| other.model().model_type == model.model_type);
        let compared = alike.map(|(published, other)| Self {
            published,
            subject: other,
            differences: difference::differing(subject, other),
        });
        // A base that a file leaves out does not say which model it is.
        let is_missing = missing_base(subject).is_some();
        let counts = |property: &&Comparison| !(is_missing && property.name == properties::BASE);
        compared.min_by_key(|nearest| {
            let has_other_text = nearest.published.text != subject.text();
            let is_elsewhere = nearest.subject.text_model() != subject.text_model();
            (
                is_elsewhere,
                nearest.differences.iter().filter(counts).count(),
                other_sizes(nearest.subject, subject),
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
                all.iter().map(in_words).collect::<Vec<_>>().join("; ")
            ),
        }
    }

    /// Warns of what only the comparison shows: a base that all published models state, and a rule that does not fit what the
    /// published model learned.
    pub(super) fn cautions(&self, subject: &Subject) -> Vec<Remark> {
        let (Some(layer), Some(learned)) = (subject.rope(None), self.subject.rope(None)) else {
            return Vec::new();
        };
        if let Some(lost) = self.lost_base(subject, layer, learned) {
            return vec![lost];
        }
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

    /// Returns the differences as notes, if the weights may be those of the published model, without those that `cautions` are
    /// about.
    fn notes(&self, subject: &Subject, cautions: &[Remark]) -> Vec<Remark> {
        let has_sizes = subject.model().n_heads.is_some();
        // Beside an error, a value of ours may differ, and not one of the file.
        if !has_sizes
            || has_errors(subject.findings())
            || self.severity(subject) != Severity::Warning
        {
            return Vec::new();
        }
        let is_new = |key: &str| !cautions.iter().any(|caution| last(&caution.key) == key);
        let is_known = |text: &str| text != NOT_GIVEN;
        let known = self.differences.iter();
        let known = known.filter(|property| is_known(&property.here) && is_known(&property.there));
        let notes = known.map(|property| self.note(subject, property));
        notes.filter(|note| is_new(last(&note.key))).collect()
    }

    fn note(&self, subject: &Subject, property: &Comparison) -> Remark {
        let Comparison {
            name, here, there, ..
        } = property;
        let what = match *name {
            // The value names itself, or says that there is none.
            properties::RULE => String::new(),
            name => format!("{name} "),
        };
        let key = properties::key(name);
        let path = path(subject, subject.rope(None), key);
        Remark {
            severity: Severity::Note,
            line: path
                .as_ref()
                .and_then(|path| key_line(subject.text(), path)),
            key: path.unwrap_or_else(|| format!("{}{key}", way(subject))),
            sentence: format!(
                "The nearest published model, {}, has {what}{there}; this one has {here}.",
                self.published.title
            ),
            edit: None,
        }
    }

    /// Warns of a missing base, if every published model of the class with such a rule states its own, and the default is
    /// not that of the nearest.
    fn lost_base(
        &self,
        subject: &Subject,
        layer: &LayerRope,
        learned: &LayerRope,
    ) -> Option<Remark> {
        let missing = missing_base(subject)?;
        let (class, rule) = (subject.class(), layer.scaling.name());
        let published = || {
            let all = subjects().map(|(_, other)| other);
            all.filter(|other| other.class() == class)
        };
        let states = |other: &Subject| missing_base(other).is_none();
        let has_rule = |other: &&Subject| {
            let rope = other.rope(None);
            rope.is_some_and(|rope| rope.scaling.name() == rule)
        };
        let which = if published().all(states) {
            String::new()
        } else if layer.scaling != Scaling::Default
            && published().any(|other| has_rule(&other))
            && published().filter(has_rule).all(states)
        {
            format!(" with {}", layer.scaling.label())
        } else {
            return None;
        };
        (layer.base != learned.base).then(|| Remark {
            severity: Severity::Warning,
            key: missing.key.clone(),
            sentence: format!(
                "Missing; {} is used, but every published model of the class `{class}`{which} states its base, and the nearest, \
                 {}, has {}.",
                Digits(layer.base),
                self.published.title,
                Digits(learned.base)
            ),
            line: None,
            edit: None,
        })
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

/// Returns a difference in words.
fn in_words(property: &Comparison) -> String {
    let Comparison {
        name, here, there, ..
    } = property;
    format!("{name} {here} instead of {there}")
}

/// Returns the finding that the file leaves out the base, so that a default is used.
fn missing_base(subject: &Subject) -> Option<&Finding> {
    // Only a finding about a value that is not there at all offers to write the default.
    subject.findings().iter().find(|finding| {
        let is_default = matches!(finding.edit, Some(Edit::Set(_)));
        finding.severity == Severity::Note && is_default && last(&finding.key) == BASE
    })
}

/// Returns whether two models have other heads, other layers and another width.
fn other_sizes(one: &Subject, two: &Subject) -> [bool; 3] {
    let (model, other) = (one.model(), two.model());
    [
        (model.n_heads, model.n_kv_heads) != (other.n_heads, other.n_kv_heads),
        model.layers.len() != other.layers.len(),
        one.whole("hidden_size") != two.whole("hidden_size"),
    ]
}

/// Returns the last part of the path of a key.
fn last(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

/// Returns the longest text that a published model of the class declares with the rule of these layers, in tokens, and the
/// name of the model.
pub(super) fn longest_with_rule(
    subject: &Subject,
    layer: &LayerRope,
) -> Option<(usize, &'static str)> {
    let same = subjects().filter(|(_, other)| {
        other.class() == subject.class()
            && other.rope(None).is_some_and(|rope| {
                (rope.base, rope.head_dim, &rope.scaling)
                    == (layer.base, layer.head_dim, &layer.scaling)
            })
    });
    let lengths = same.filter_map(|(published, other)| {
        let length = other.model().max_position_embeddings?;
        Some((length, other_sizes(other, subject), published.title))
    });
    let longest = lengths.min_by_key(|(length, sizes, _)| (Reverse(*length), *sizes))?;
    Some((longest.0, longest.2))
}

/// Returns a warning about a key of the rule of `layer`.
fn remark(subject: &Subject, layer: &LayerRope, name: &str, sentence: String) -> Remark {
    let key = path(subject, Some(layer), name);
    let key = key.unwrap_or_else(|| format!("{}rope_scaling.{name}", way(subject)));
    Remark {
        severity: Severity::Warning,
        line: key_line(subject.text(), &key),
        key,
        sentence,
        edit: None,
    }
}

/// Returns what paths of keys of the text model begin with.
fn way(subject: &Subject) -> String {
    let names = subject.text_model().iter();
    names.map(|name| format!("{name}.")).collect()
}

/// Returns the path of a key in the text, if it has the key: in the rotary parameters of `layer`, or outside of them.
fn path(subject: &Subject, layer: Option<&LayerRope>, name: &str) -> Option<String> {
    let own = layer.and_then(|layer| layer.layer_type.as_deref());
    let sets = [
        &format!("rope_parameters.{}.", own.unwrap_or("")),
        "rope_scaling.",
        "rope_parameters.",
        "",
    ];
    let way = way(subject);
    let mut paths = sets.map(|set| format!("{way}{set}{name}")).into_iter();
    paths.find(|path| key_line(subject.text(), path).is_some())
}
