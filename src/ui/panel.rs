//! The panel of a figure: settings, sharing, numbers. On a large screen it is part of the page, on a phone a sheet
//! below the picture. Its contents are a chunk of the program.

use std::any::Any;

use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use web_sys::HtmlDivElement;

use super::erased::{flag, on, text, watch};
use super::host::ask;
use super::opened::{Opened, Part};
use super::stage::StageHandle;
use super::{Page, parts};
use phasor_chunk::chunk;
use phasor_figures::{FigureName, Key};

chunk!(fn fill_panel(panel: HtmlDivElement, part: Part, opened: Opened, of: parts::Of) -> Box<dyn Any> {
    parts::fill(panel, part, opened, of)
} in "panel" 0);

/// The event that requests this chunk. The script that started the figure loads it and calls `fill`.
const EVENT: &str = "phasor-panel";

/// The row of buttons, and the panel that they open.
#[component]
pub(super) fn Panel(stage: StageHandle, name: FigureName, more: &'static [Key]) -> impl IntoView {
    let page = Page::here();
    let opened = Opened::new();
    let panel = NodeRef::<html::Div>::new();
    // The contents must end with the figure. If the watcher below held them, they would last until its task ends, and
    // a change in the moment before would reach them when the signals that they read are gone.
    let filled = StoredValue::new_local(None::<Box<dyn Any>>);
    watch(move || {
        filled.set_value(None);
        let (Some(part), Some(panel), Some(owner)) = (opened.part(), panel.get(), Owner::current())
        else {
            return;
        };
        let place = panel.clone();
        let fill = Closure::once_into_js(move || {
            // By then, the figure may be gone or another part open.
            if !filled.is_disposed() && untrack(|| opened.part()) == Some(part) {
                let fill = || fill_panel(place, part, opened, (stage, name, more));
                filled.set_value(Some(owner.with(fill)));
            }
        });
        ask(&panel, EVENT, &[("fill", fill)]);
    });
    let id = format!("{}-panel", name.name());
    let reset = move |_| {
        let keys: Vec<Key> = name.keys().chain(FigureName::SHARED_KEYS).collect();
        page.reset(&keys);
    };
    let label = text(move || opened.part().map_or("", Part::label).to_owned());
    view! {
        <div class="acts" role="group" aria-label="This figure">
            <Opener opened to=Part::Settings id=id.clone() />
            <Opener opened to=Part::Share id=id.clone() />
            <button type="button" class="reset" on:click=on(reset)>"Reset"</button>
            <Opener opened to=Part::Numbers id=id.clone() />
        </div>
        <div
            class="panel"
            id=id
            node_ref=panel
            role="group"
            aria-label=label
            tabindex="-1"
            prop:hidden=flag(move || opened.part().is_none())
        ></div>
    }
}

/// A button that opens and closes a part of the panel.
#[component]
fn Opener(opened: Opened, to: Part, id: String) -> impl IntoView {
    let is_open = text(move || (opened.part() == Some(to)).to_string());
    let press = move |event: MouseEvent| {
        // `popovertarget` tells the browser that a press on this button is not a press outside of the sheet; its
        // default action is not wanted.
        event.prevent_default();
        opened.turn(to);
    };
    view! {
        <button
            type="button"
            aria-expanded=is_open
            aria-controls=id.clone()
            popovertarget=id
            on:click=on(press)
        >
            {to.label()}
        </button>
    }
}
