//! Light or dark: the system's wish, or the reader's own.

use std::sync::Arc;

use leptos::prelude::*;

use crate::paint::{Scheme, Theme};
use crate::ui::erased::{on, text, watch};
use crate::ui::media::media;

const STORED: &str = "phasor-theme";

/// What the reader chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SchemeChoice {
    /// As the system has it.
    System,
    Light,
    Dark,
}

impl SchemeChoice {
    const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    fn name(self) -> &'static str {
        match self {
            Self::System => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    fn stored() -> Self {
        let storage = window().local_storage().ok().flatten();
        let name = storage.and_then(|storage| storage.get_item(STORED).ok().flatten());
        let find = |name: String| Self::ALL.into_iter().find(|choice| choice.name() == name);
        name.and_then(find).unwrap_or(Self::System)
    }

    fn store(self) {
        if let Ok(Some(storage)) = window().local_storage() {
            // A full or forbidden storage only means that the choice is forgotten.
            let _ = storage.set_item(STORED, self.name());
        }
    }
}

/// The reader's choice, and the theme it comes to. The document says which, for the style sheet.
pub(super) fn follow() -> (RwSignal<SchemeChoice>, Signal<Arc<Theme>>) {
    let choice = RwSignal::new(SchemeChoice::stored());
    let is_dark = media("(prefers-color-scheme: dark)");
    let scheme = move || match choice.get() {
        SchemeChoice::Dark => Scheme::Dark,
        SchemeChoice::System if is_dark.get() => Scheme::Dark,
        SchemeChoice::System | SchemeChoice::Light => Scheme::Light,
    };
    let theme = RwSignal::new(Arc::new(Theme::new(untrack(scheme))));
    watch(move || {
        let scheme = scheme();
        if theme.with_untracked(|theme| theme.scheme() != scheme) {
            theme.set(Arc::new(Theme::new(scheme)));
        }
        if let Some(root) = document().document_element() {
            // The name is a fixed word.
            let _ = root.set_attribute("data-theme", scheme.name());
        }
    });
    (choice, theme.into())
}

/// The switch between the system's colours, light and dark.
#[component]
pub(super) fn Switch(choice: RwSignal<SchemeChoice>) -> impl IntoView {
    let buttons = SchemeChoice::ALL.map(|own| {
        let choose = move |_| {
            choice.set(own);
            own.store();
        };
        view! {
            <button
                type="button"
                aria-pressed=text(move || (choice.get() == own).to_string())
                on:click=on(choose)
            >
                {own.name()}
            </button>
        }
    });
    view! { <div class="scheme" role="group" aria-label="Colours">{buttons}</div> }
}
