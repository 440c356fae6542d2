//! Light or dark, as the page says: its script has the reader's choice, and the switch.

use std::sync::Arc;

use leptos::prelude::*;

use crate::paint::{Scheme, Theme};
use crate::ui::erased::watch;
use crate::ui::media::{Listener, media};

/// Tells that the reader has chosen.
const CHOSEN: &str = "phasor-theme";

/// The choice, where it is not the system's.
fn chosen() -> Option<Scheme> {
    let name = document().document_element()?.get_attribute("data-theme")?;
    [Scheme::Light, Scheme::Dark]
        .into_iter()
        .find(|scheme| scheme.name() == name)
}

/// The theme of the page.
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
