//! The figure's own state in the fragment of the address, `#bulk-rope?positions=8192`, because the query
//! of the address belongs to the figures above.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::ui::address::{self, Entry};
use crate::ui::erased::watch;
use phasor_figures::rotary::bulk_rope::BulkSpec;
use phasor_params::ParameterError;

/// The fragment that leads to the figure.
const ID: &str = "#bulk-rope";

/// Returns the spec of the address, and the errors in it.
pub(super) fn read() -> (BulkSpec, Vec<ParameterError>) {
    let hash = address::hash();
    let query = hash
        .strip_prefix(ID)
        .and_then(|rest| rest.strip_prefix('?'));
    // A fragment without a query leads to the default.
    BulkSpec::parse(query.unwrap_or(""))
}

/// Writes every change of `spec` into the address, without a new history entry.
pub(super) fn follow(spec: RwSignal<BulkSpec>) {
    let mut is_first = true;
    watch(move || {
        let query = spec.with(BulkSpec::format);
        if std::mem::take(&mut is_first) {
            return;
        }
        let question = if query.is_empty() { "" } else { "?" };
        let hash = format!("{ID}{question}{query}");
        address::write(Entry::Same, &JsValue::NULL, &address::search(), &hash);
    });
}
