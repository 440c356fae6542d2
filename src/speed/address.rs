//! The figure's own state in the fragment of the address, `#bulk-rope?positions=8192`: the query
//! is that of the figures above.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::config::bulk::{BulkSpec, BulkSpecError};
use crate::ui::erased::watch;

/// The figure's place on the page.
const ID: &str = "#bulk-rope";

/// The spec of the address, and what is wrong with it.
pub(super) fn read() -> (BulkSpec, Vec<BulkSpecError>) {
    let hash = window().location().hash().unwrap_or_default();
    let query = hash
        .strip_prefix(ID)
        .and_then(|rest| rest.strip_prefix('?'));
    BulkSpec::parse(query.unwrap_or_default())
}

/// Writes every change of `spec` into the address, as no step of its own.
pub(super) fn follow(spec: RwSignal<BulkSpec>) {
    let mut is_first = true;
    watch(move || {
        let query = spec.with(BulkSpec::format);
        if std::mem::take(&mut is_first) {
            return;
        }
        let location = window().location();
        let path = location.pathname().unwrap_or_default();
        let search = location.search().unwrap_or_default();
        let question = if query.is_empty() { "" } else { "?" };
        let address = format!("{path}{search}{ID}{question}{query}");
        if let Ok(history) = window().history() {
            // A browser that is asked too often refuses once; the page itself is not touched.
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
        }
    });
}
