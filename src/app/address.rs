//! The spec in the address bar: read at the start, written when the page comes to rest, and read again
//! when the reader goes back.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::ui::Page;
use crate::ui::erased::watch;
use crate::ui::host::part_of_address;
use phasor_figures::{Spec, query};
use phasor_params::ParameterError;

fn search() -> String {
    part_of_address(window().location().search())
}

/// Returns the spec of the address, and the errors in it.
pub(super) fn read() -> (Spec, Vec<ParameterError>) {
    query::parse(&search())
}

/// Keeps address and page in step. `report` receives the errors of an address that the reader went
/// back to.
pub(super) fn follow(page: Page, report: impl Fn(&[ParameterError]) + 'static) {
    // The address may write the same spec in another way, so we rewrite it only when the page changes.
    let written = StoredValue::new(page.spec().with_untracked(query::format));
    watch(move || {
        page.rested().track();
        let query = page.spec().with_untracked(query::format);
        if written.with_value(|written| *written != query) {
            push(&query);
            written.set_value(query);
        }
    });
    let back = window_event_listener(leptos::ev::popstate, move |_| {
        let (spec, errors) = read();
        written.set_value(query::format(&spec));
        page.set_playing(false);
        page.edit(|now| *now = spec);
        report(&errors);
    });
    on_cleanup(move || back.remove());
}

fn push(query: &str) {
    let location = window().location();
    let path = part_of_address(location.pathname());
    let hash = part_of_address(location.hash());
    let question = if query.is_empty() { "" } else { "?" };
    let address = format!("{path}{question}{query}{hash}");
    if let Ok(history) = window().history() {
        // Browsers refuse too many history entries in a short time. The page itself is not affected.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

/// Scrolls to the figure that the address names, because it did not exist when the page loaded.
pub(super) fn show_target() {
    let hash = part_of_address(window().location().hash());
    let target = hash
        .strip_prefix('#')
        .and_then(|id| document().get_element_by_id(id));
    if let Some(target) = target {
        target.scroll_into_view();
    }
}
