//! The panel of a figure, and the button that opens it. On a large screen the panel is part of the page, on a phone a
//! sheet below the picture. Its contents are a chunk of the program.

use std::any::Any;

use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;
use web_sys::HtmlDivElement;

use super::erased::{flag, on, text, watch};
use super::host::ask_for_chunk;
use super::opened::Opened;
use super::parts;
use super::stage::StageHandle;
use phasor_chunk::chunk;
use phasor_figures::{FigureName, Key};

chunk!(fn fill_panel(panel: HtmlDivElement, opened: Opened, of: parts::Of) -> Box<dyn Any> {
    parts::fill(panel, opened, of)
} in "panel" 0);

/// What the button that opens the panel offers.
const LABEL: &str = "Settings, sharing, numbers and help";

/// The button that opens and closes the panel of the figure `name`.
#[component]
pub(super) fn PanelButton(name: FigureName, opened: Opened) -> impl IntoView {
    let is_open = opened.is_open;
    let press = move |event: MouseEvent| {
        // `popovertarget` tells the browser that a press on this button is not a press outside of the sheet; its
        // default action is not wanted.
        event.prevent_default();
        is_open.update(|is_open| *is_open = !*is_open);
    };
    let id = format!("{}-panel", name.name());
    view! {
        <button
            type="button"
            class="more"
            aria-label=LABEL
            title=LABEL
            aria-expanded=text(move || is_open.get().to_string())
            aria-controls=id.clone()
            popovertarget=id
            on:click=on(press)
        >
            "⋯"
        </button>
    }
}

/// The panel of the figure `name`, empty while it is closed.
#[component]
pub(super) fn Panel(
    stage: StageHandle,
    name: FigureName,
    more: &'static [Key],
    opened: Opened,
) -> impl IntoView {
    let panel = NodeRef::<html::Div>::new();
    // The contents must end with the figure. If the watcher below held them, they would last until its task ends, and
    // a change in the moment before would reach them when the signals that they read are gone.
    let filled = StoredValue::new_local(None::<Box<dyn Any>>);
    watch(move || {
        filled.set_value(None);
        let (true, Some(panel), Some(owner)) =
            (opened.is_open.get(), panel.get(), Owner::current())
        else {
            return;
        };
        let place = panel.clone();
        ask_for_chunk(&panel, "panel", move || {
            // By then, the figure may be gone or the panel closed.
            if !filled.is_disposed() && opened.is_open.get_untracked() {
                let fill = || fill_panel(place, opened, (stage, name, more));
                filled.set_value(Some(owner.with(fill)));
            }
        });
    });
    view! {
        <div
            class="panel"
            id=format!("{}-panel", name.name())
            node_ref=panel
            role="group"
            aria-label=text(move || opened.label().to_owned())
            tabindex="-1"
            prop:hidden=flag(move || !opened.is_open.get())
        ></div>
    }
}
