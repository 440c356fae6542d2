//! Findings in a configuration.

use std::fmt;

use super::{Change, Edit};
use phasor_text::shorten;

/// The importance of a finding.
///
/// ```
/// use phasor_model_files::Severity;
///
/// assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
/// assert_eq!(Severity::Error.name(), "error");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing: a default replaces a missing value.
    Note,
    /// Probably not intended.
    Warning,
    /// The reference implementation rejects it, or it has no meaning. Another value is used, which
    /// the sentence names.
    Error,
}

impl Severity {
    /// The name of the severity: `note`, `warning` or `error`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A finding. Its `Display` is a line with severity, key and sentence.
///
/// ```
/// use phasor_model_files::{Finding};
///
/// let findings: Vec<Finding> = phasor_model_files::read(
///     r#"{"model_type": "llama", "head_dim": 128, "rope_theta": -1}"#,
/// )?.findings;
/// assert_eq!(findings[0].key, "rope_theta");
/// assert_eq!(
///     findings[0].to_string(),
///     "error: rope_theta: Must be above 0, not -1; ignored.",
/// );
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The path of the key, such as `rope_scaling.factor`.
    pub key: String,
    /// The importance.
    pub severity: Severity,
    /// What is wrong, what is accepted, and what was done.
    pub sentence: String,
    /// What mends it, if that is clear.
    pub edit: Option<Edit>,
    /// The line of the key, counted from 1, if the text has the key. Of repeated keys it is the last one, whose value counts.
    pub line: Option<usize>,
    /// The change of the text that mends it, if there is an edit and the place of its key is clear.
    ///
    /// ```
    /// use phasor_model_files::{Change, Edit};
    ///
    /// let text = r#"{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_teta": 5e5}"#;
    /// let findings = phasor_model_files::read(text)?.findings;
    /// let finding = findings.into_iter().find(|finding| finding.key == "rope_teta").unwrap();
    /// assert_eq!(finding.edit, Some(Edit::Rename("rope_theta".to_owned())));
    /// let Change { range, text: new } = finding.change.unwrap();
    /// assert_eq!((&text[range], new.as_str()), ("\"rope_teta\"", "\"rope_theta\""));
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    pub change: Option<Change>,
}

impl Finding {
    /// Returns what is wrong, without what was done about it: for programs that stop at an error.
    ///
    /// ```
    /// let text = r#"{"model_type": "llama", "head_dim": 128, "rope_theta": -1}"#;
    /// let findings = phasor_model_files::read(text)?.findings;
    /// assert_eq!(findings[0].problem(), "Must be above 0, not -1");
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    #[must_use]
    pub fn problem(&self) -> &str {
        let sentence = self.sentence.trim_end_matches('.');
        let split = sentence.rsplit_once("; ");
        split.map_or(sentence, |(problem, _)| problem)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {}: {}",
            self.severity.name(),
            self.key,
            self.sentence
        )
    }
}

/// Shorthands for adding findings.
pub(super) trait Notice {
    fn notice(&mut self, severity: Severity, key: &str, sentence: impl Into<String>);

    fn note(&mut self, key: &str, sentence: impl Into<String>) {
        self.notice(Severity::Note, key, sentence);
    }

    fn warn(&mut self, key: &str, sentence: impl Into<String>) {
        self.notice(Severity::Warning, key, sentence);
    }

    fn error(&mut self, key: &str, sentence: impl Into<String>) {
        self.notice(Severity::Error, key, sentence);
    }

    /// Says what mends the last finding.
    fn mended_by(&mut self, edit: Edit);
}

/// The largest number of findings; a reader of this many has enough to do.
const MOST: usize = 100;

impl Notice for Vec<Finding> {
    fn notice(&mut self, severity: Severity, key: &str, sentence: impl Into<String>) {
        if self.len() < MOST {
            self.push(Finding {
                key: shorten(key),
                severity,
                sentence: sentence.into(),
                edit: None,
                line: None,
                change: None,
            });
        }
    }

    fn mended_by(&mut self, edit: Edit) {
        // If there were too many findings, the last one is another.
        if let Some(last) = self.last_mut().filter(|last| last.edit.is_none()) {
            last.edit = Some(edit);
        }
    }
}

/// Keeps the first of equal findings, because a key may be read more than once.
pub(super) fn without_repeats(findings: &mut Vec<Finding>) {
    let mut unique: Vec<Finding> = Vec::new();
    for finding in findings.drain(..) {
        if !unique.contains(&finding) {
            unique.push(finding);
        }
    }
    *findings = unique;
}

/// Removes edits that would write the default of a key which another finding takes for misspelled.
pub(super) fn without_doubt(findings: &mut [Finding]) {
    let renamed = findings.iter().filter_map(|finding| match &finding.edit {
        Some(Edit::Rename(name)) => {
            let parent = finding.key.rsplit_once('.').map(|(parent, _)| parent);
            Some(parent.map_or_else(|| name.clone(), |parent| format!("{parent}.{name}")))
        }
        _ => None,
    });
    let renamed: Vec<String> = renamed.collect();
    for finding in findings {
        if matches!(finding.edit, Some(Edit::Set(_))) && renamed.contains(&finding.key) {
            finding.edit = None;
        }
    }
}
