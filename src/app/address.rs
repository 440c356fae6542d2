//! The spec in the address bar: written when the page comes to rest, and read again when the reader goes back.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::ui::address::{self, Entry};
use crate::ui::erased::watch;
use crate::ui::{Pace, Page};
use phasor_figures::query;
use phasor_params::ParameterError;

/// Keeps address and page in step. `report` receives the errors of an address that the reader went
/// back to.
pub(super) fn follow(page: Page, report: impl Fn(&[ParameterError]) + 'static) {
    // The address may write the same spec in another way, so we rewrite it only when the page changes.
    let written = StoredValue::new(page.spec().with_untracked(query::format));
    watch(move || {
        page.rested().track();
        let query = page.spec().with_untracked(query::format);
        if written.with_value(|written| *written != query) {
            address::write(Entry::New, &JsValue::NULL, &query, &address::hash());
            written.set_value(query);
        }
    });
    let back = window_event_listener(leptos::ev::popstate, move |_| {
        let (spec, errors) = address::read();
        written.set_value(query::format(&spec));
        page.glide_to(Pace::Brisk, spec);
        report(&errors);
    });
    on_cleanup(move || back.remove());
}

/// Scrolls to the figure that the address names, because it did not exist when the page loaded.
pub(super) fn show_target() {
    let target = address::hash()
        .strip_prefix('#')
        .and_then(|id| document().get_element_by_id(id));
    if let Some(target) = target {
        target.scroll_into_view();
    }
}
