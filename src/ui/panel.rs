//! What is one step away from a figure: its settings, sharing it, its numbers. On a desk a panel in the page, on
//! a phone a sheet below the picture.

use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;

use super::Page;
use super::control::Control;
use super::erased::{flag, on, text, watch};
use super::frame::{idle, is_clocked, rows};
use super::media::media;
use super::share::Share;
use super::stage::StageHandle;
use super::transport::Steps;
use crate::config::Key;
use crate::figure::FigureName;

/// What the panel can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Settings,
    Share,
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
    let id = format!("{}-panel", name.name());
    let reset = move |_| {
        let keys: Vec<Key> = name.keys().chain(FigureName::SHARED_KEYS).collect();
        page.reset(&keys);
    };
    let content = move || {
        Some(match part.get()? {
            Part::Settings => view! { <Settings name more /> }.into_any(),
            Part::Share => view! { <Share stage name /> }.into_any(),
            Part::Numbers => view! { <Numbers stage name /> }.into_any(),
        })
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
            {content}
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

/// All parameters that have no control beside the picture.
#[component]
fn Settings(name: FigureName, more: &'static [Key]) -> impl IntoView {
    let page = Page::here();
    let is_elsewhere = |key: Key| name.leading_keys().contains(&key) || is_clocked(name, key);
    let clock = name.clock().map(|_| Key::Speed);
    let keys = more.iter().chain(name.own_keys()).copied();
    let controls = keys
        .filter(|&key| !is_elsewhere(key))
        .chain(clock)
        .map(|key| view! { <Control key scope=name.name() idle=idle(page, name, key) /> });
    view! {
        <div class="own">
            {controls.collect_view()}
            {clock.map(|_| view! { <Steps /> })}
        </div>
    }
}

/// The numbers on screen as a table.
#[component]
fn Numbers(stage: StageHandle, name: FigureName) -> impl IntoView {
    let page = Page::here();
    let table = text(move || {
        page.told().track();
        page.spec().with_untracked(|spec| {
            let table = stage.with_figure(|figure| Some(figure.table(spec)));
            table.map(|table| rows(&table)).unwrap_or_default()
        })
    });
    let label = format!("{}, numbers", name.title());
    view! { <div class="table" tabindex="0" role="region" aria-label=label inner_html=table></div> }
}
