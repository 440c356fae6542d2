//! What is one step away from a figure: its settings, sharing it, its numbers. On a desk a panel in the page, on
//! a phone a sheet below the picture. What it shows is a chunk of the program.

use std::any::Any;

use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;

use super::Page;
use super::erased::{flag, on, text, watch};
use super::host::ask;
use super::media::media;
use super::parts;
use super::stage::StageHandle;
use crate::chunk::chunk;
use crate::config::Key;
use crate::figure::FigureName;

chunk!(fn filling() -> parts::Fill { parts::fill } in "panel" 0);

/// The event that asks for this chunk; whoever started the figure loads it and calls `fill`.
const EVENT: &str = "phasor-panel";

/// What the panel can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Parameters without a control beside the picture.
    Settings,
    /// Links and files.
    Share,
    /// What is on screen, as a table.
    Numbers,
}

impl Part {
    fn label(self) -> &'static str {
        match self {
            Self::Settings => "Settings",
            Self::Share => "Share",
            Self::Numbers => "The numbers",
        }
    }
}

/// Screens on which the panel lies over the page.
const PHONE: &str = "(max-width: 34rem)";

/// Which part is open, if any, and where.
#[derive(Clone, Copy)]
struct Opened {
    part: RwSignal<Option<Part>>,
    panel: NodeRef<html::Div>,
    is_phone: Signal<bool>,
}

impl Opened {
    fn new() -> Self {
        let opened = Self {
            part: RwSignal::new(None),
            panel: NodeRef::new(),
            is_phone: media(PHONE),
        };
        watch(move || opened.place());
        opened
    }

    fn turn(self, part: Part) {
        self.part
            .update(|now| *now = (*now != Some(part)).then_some(part));
    }

    /// Lifts the panel over the page, or puts it back.
    fn place(self) {
        let is_sheet = self.part.with(Option::is_some) && self.is_phone.get();
        let Some(panel) = self.panel.get() else {
            return;
        };
        // A browser without popovers leaves the panel in the page, where it can be used as well.
        if !is_sheet {
            let _ = panel.set_popover(None);
        } else if panel.popover().is_none() && panel.set_popover(Some("auto")).is_ok() {
            let _ = panel.show_popover().and_then(|()| panel.focus());
        }
    }

    /// The browser has closed the sheet: by Escape or a press outside.
    fn follow(self) {
        let is_lifted = |panel: web_sys::HtmlDivElement| {
            panel.popover().is_none() || panel.matches(":popover-open").unwrap_or_default()
        };
        if !self.panel.get_untracked().is_some_and(is_lifted) {
            self.part.set(None);
        }
    }
}

/// The row of buttons, and the panel that they open.
#[component]
pub(super) fn Panel(stage: StageHandle, name: FigureName, more: &'static [Key]) -> impl IntoView {
    let page = Page::here();
    let opened = Opened::new();
    let (part, panel) = (opened.part, opened.panel);
    let place = NodeRef::<html::Div>::new();
    let filled = StoredValue::new_local(None::<Box<dyn Any>>);
    watch(move || {
        // What was open goes before its signals do.
        filled.set_value(None);
        let (Some(wanted), Some(place), Some(owner)) = (part.get(), place.get(), Owner::current())
        else {
            return;
        };
        let target = place.clone();
        let fill = Closure::once_into_js(move || {
            // Something else may have been opened meanwhile.
            if part.try_get_untracked() == Some(Some(wanted)) {
                let fill = || filling()(place.into(), wanted, stage, name, more);
                filled.set_value(Some(owner.with(fill)));
            }
        });
        ask(&target, EVENT, &[("fill", fill)]);
    });
    let id = format!("{}-panel", name.name());
    let reset = move |_| {
        let keys: Vec<Key> = name.keys().chain(FigureName::SHARED_KEYS).collect();
        page.reset(&keys);
    };
    let label = text(move || part.get().map_or("", Part::label).to_owned());
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
            hidden=flag(move || part.with(Option::is_none))
            on:toggle=on(move |_| opened.follow())
        >
            <div class="bar">
                <span>{label}</span>
                <button type="button" aria-label="Close" on:click=on(move |_| part.set(None))>"×"</button>
            </div>
            <div node_ref=place></div>
        </div>
    }
}

/// A button that opens and closes a part of the panel.
#[component]
fn Opener(opened: Opened, to: Part, id: String) -> impl IntoView {
    let is_open = text(move || (opened.part.get() == Some(to)).to_string());
    let press = move |event: MouseEvent| {
        // Its target says that a press on it is not one outside of the sheet; what it does is said here.
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
