//! The state in the address of the page.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use phasor_figures::{Spec, query};
use phasor_params::ParameterError;

/// How a new address enters the history of the browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entry {
    /// It replaces the address of the current entry.
    Same,
    /// It makes a new entry, from which *Back* leads to the current one.
    New,
}

/// Returns a part of the address, empty if the browser refuses to name it.
pub(crate) fn part(part: Result<String, JsValue>) -> String {
    part.map_or(String::new(), |part| part)
}

/// Returns the query of the address, without the leading `?`.
pub(crate) fn search() -> String {
    let search = part(window().location().search());
    search.strip_prefix('?').unwrap_or(&search).to_owned()
}

/// Returns the fragment of the address with the leading `#`, or nothing if there is none.
pub(crate) fn hash() -> String {
    part(window().location().hash())
}

/// Returns whether the address sets a parameter.
pub(crate) fn sets_any() -> bool {
    query::sets_any(&search())
}

/// Returns the spec of the address, and the errors in it. Parameters that we do not know are ignored, because networks,
/// mailers and analytics add theirs.
pub(crate) fn read() -> (Spec, Vec<ParameterError>) {
    let (spec, mut errors) = query::parse(&search());
    errors.retain(|error| !matches!(error, ParameterError::UnknownName { .. }));
    (spec, errors)
}

/// Returns one sentence for all errors in an address, empty if there are none.
pub(crate) fn error_sentence(errors: &[ParameterError]) -> String {
    let Some(first) = errors.first() else {
        return String::new();
    };
    match errors.len() - 1 {
        0 => format!("In the link: {first}"),
        more => format!("In the link: {first} ({more} more.)"),
    }
}

/// Gives the current entry a state, which comes back with the entry when the reader returns to it.
pub(crate) fn set_entry_state(state: &JsValue) {
    if let Ok(history) = window().history() {
        // As below, the browser may refuse.
        let _ = history.replace_state_with_url(state, "", None);
    }
}

/// Writes query and fragment into the address. `state` comes back with the entry when the reader returns to it.
pub(crate) fn write(entry: Entry, state: &JsValue, query: &str, hash: &str) {
    let path = part(window().location().pathname());
    let question = if query.is_empty() { "" } else { "?" };
    let address = format!("{path}{question}{query}{hash}");
    if let Ok(history) = window().history() {
        // Browsers refuse too many changes in a short time. The page itself is not affected.
        let _ = match entry {
            Entry::Same => history.replace_state_with_url(state, "", Some(&address)),
            Entry::New => history.push_state_with_url(state, "", Some(&address)),
        };
    }
}
