//! Where the keys of findings are in a text, and the changes that mend them.

use super::edit::{Change, Edit};
use super::finding::{Finding, Severity};
use super::outline::{Place, line_of, outline};
use super::{Unreadable, read};

/// Finds the key of each finding in `text`, and the change that makes its edit.
pub(super) fn locate(text: &str, findings: &mut [Finding]) {
    let places = outline(text);
    for finding in findings {
        let mut here = places.iter().filter(|place| place.path == finding.key);
        let last = here.clone().next_back();
        finding.line = last.map(|place| line_of(text, place.start));
        let Some(edit) = &finding.edit else { continue };
        finding.change = match (here.next(), here.next()) {
            (_, Some(_)) => None,
            (Some(place), None) => change(text, place, edit),
            (None, None) => match edit {
                Edit::Set(value) => addition(text, &places, &finding.key, value),
                _ => None,
            },
        };
    }
}

/// Returns the change of a key that `text` has once.
fn change(text: &str, place: &Place, edit: &Edit) -> Option<Change> {
    match edit {
        Edit::Rename(name) => {
            let length = text.get(place.start..place.value.start)?.rfind('"')? + 1;
            Some(Change {
                range: place.start..place.start + length,
                text: format!("\"{name}\""),
            })
        }
        Edit::Set(value) => Some(Change {
            range: place.value.clone(),
            text: value.clone(),
        }),
        Edit::Remove => removal(text, place),
    }
}

/// Adds a key at the start of its object.
fn addition(text: &str, places: &[Place], key: &str, value: &str) -> Option<Change> {
    let (parent, name) = key.rsplit_once('.').unwrap_or(("", key));
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
        let changes = faults.filter_map(|finding| finding.change.clone());
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
