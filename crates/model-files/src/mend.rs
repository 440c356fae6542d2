//! The change of a text that mends a finding.

use super::edit::{Change, Edit};
use super::finding::{Finding, Severity};
use super::outline::{Place, outline};
use super::{Unreadable, read};

impl Finding {
    /// Returns the change of `text`, in which this was found, that mends it, or `None` if the finding has no edit or
    /// the place of its key is not clear.
    ///
    /// ```
    /// use phasor_model_files::{Change, Edit};
    ///
    /// let text = r#"{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_teta": 5e5}"#;
    /// let findings = phasor_model_files::read(text)?.findings;
    /// let finding = findings.iter().find(|finding| finding.key == "rope_teta").unwrap();
    /// assert_eq!(finding.edit, Some(Edit::Rename("rope_theta".to_owned())));
    /// let Change { range, text: new } = finding.change(text).unwrap();
    /// assert_eq!((&text[range], new.as_str()), ("\"rope_teta\"", "\"rope_theta\""));
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    #[must_use]
    pub fn change(&self, text: &str) -> Option<Change> {
        let edit = self.edit.as_ref()?;
        let places = outline(text);
        let mut here = places.iter().filter(|place| place.path == self.key);
        match (here.next(), here.next(), edit) {
            (_, Some(_), _) => None,
            (Some(place), None, Edit::Rename(name)) => {
                let length = text.get(place.start..place.value.start)?.rfind('"')? + 1;
                let range = place.start..place.start + length;
                Some(Change {
                    range,
                    text: format!("\"{name}\""),
                })
            }
            (Some(place), None, Edit::Set(value)) => Some(Change {
                range: place.value.clone(),
                text: value.clone(),
            }),
            (Some(place), None, Edit::Remove) => removal(text, place),
            (None, None, Edit::Set(value)) => self.addition(text, &places, value),
            (None, None, _) => None,
        }
    }

    /// Adds the key at the start of its object.
    fn addition(&self, text: &str, places: &[Place], value: &str) -> Option<Change> {
        let (parent, name) = self.key.rsplit_once('.').unwrap_or(("", &self.key));
        let object = match parent {
            "" => 0..text.len(),
            _ => places
                .iter()
                .rev()
                .find(|place| place.path == parent)?
                .value
                .clone(),
        };
        let at = object.start + text.get(object.clone())?.find('{')? + 1;
        let rest = text.get(at..)?;
        // The space before the first key is also that before the new one.
        let space = rest.get(..rest.len() - rest.trim_start().len())?;
        let comma = if rest.trim_start().starts_with('}') {
            ""
        } else {
            ","
        };
        Some(Change {
            range: at..at,
            text: format!("{space}\"{name}\": {value}{comma}"),
        })
    }
}

/// The largest number of edits by [`mended`]; no file has more findings.
const MOST: usize = 64;

/// Returns `text` with every warning and error mended that has an edit, one after the other. An edit is left out if it
/// makes another kind of file of the text, such as a `params.json`.
///
/// ```
///
/// let text = r#"{"model_type": "lama", "head_dim": 64, "rope_teta": 5e5}"#;
/// assert_eq!(phasor_model_files::mended(text)?, r#"{"model_type": "llama", "head_dim": 64, "rope_theta": 5e5}"#);
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
///
/// # Errors
/// [`Unreadable`] if the text is not a configuration.
pub fn mended(text: &str) -> Result<String, Unreadable> {
    let mut text = text.to_owned();
    for _ in 0..MOST {
        let findings = read(&text)?.findings;
        let faults = findings
            .iter()
            .filter(|finding| finding.severity > Severity::Note);
        let changes = faults.filter_map(|finding| finding.change(&text));
        let mut changed = changes.map(|change| {
            let mut changed = text.clone();
            changed.replace_range(change.range, &change.text);
            changed
        });
        let Some(changed) = changed.find(|changed| read(changed).is_ok()) else {
            break;
        };
        text = changed;
    }
    Ok(text)
}

/// Removes a key with its value, the comma that follows or precedes it, and the space before it.
fn removal(text: &str, place: &Place) -> Option<Change> {
    let before = text.get(..place.start)?;
    let after = text.get(place.value.end..)?;
    let space = before.len() - before.trim_end().len();
    let mut range = place.start - space..place.value.end;
    let gap = after.len() - after.trim_start().len();
    if after.trim_start().starts_with(',') {
        range.end += gap + 1;
    } else if before.trim_end().ends_with(',') {
        range.start -= 1;
    }
    Some(Change {
        range,
        text: String::new(),
    })
}
