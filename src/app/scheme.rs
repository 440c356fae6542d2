//! Light or dark, as on the rest of the page: the page's script has the switch and the reader's choice.

use std::sync::Arc;

use leptos::prelude::*;

use crate::ui::erased::watch;
use crate::ui::media::{Listener, media};
use phasor_draw::{Scheme, Theme};

/// The event that reports a choice of the reader.
const CHOSEN: &str = "phasor-theme";

/// Returns the reader's choice, or `None` if the system decides.
fn chosen() -> Option<Scheme> {
    let name = document().document_element()?.get_attribute("data-theme")?;
    [Scheme::Light, Scheme::Dark]
        .into_iter()
        .find(|scheme| scheme.name() == name)
}

/// Returns the theme of the page.
pub(super) fn follow() -> Signal<Arc<Theme>> {
    let choice = RwSignal::new(chosen());
    let hear = move || choice.set(chosen());
    StoredValue::new_local(Listener::new(window().into(), CHOSEN, hear));
    let is_dark = media("(prefers-color-scheme: dark)");
    let scheme = move || {
        choice.get().unwrap_or(if is_dark.get() {
            Scheme::Dark
        } else {
            Scheme::Light
        })
    };
    let theme = RwSignal::new(Arc::new(Theme::new(untrack(scheme))));
    watch(move || {
        let scheme = scheme();
        if theme.with_untracked(|theme| theme.scheme() != scheme) {
            theme.set(Arc::new(Theme::new(scheme)));
        }
    });
    theme.into()
}
