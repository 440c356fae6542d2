//! The contents of a figure's panel: a chunk of the page's program, loaded when a reader opens the first panel.

use std::any::Any;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{
    Event, HtmlDivElement, HtmlElement, KeyboardEvent, ScrollIntoViewOptions, ScrollLogicalPosition,
};

use super::Page;
use super::control::{Control, beside_title, idle, is_clocked};
use super::erased::{on, text};
use super::help::Help;
use super::media::Listener;
use super::numbers::Numbers;
use super::opened::{Opened, Part};
use super::presets::Presets;
use super::sentence::SentenceControl;
use super::share::Share;
use super::stage::StageHandle;
use super::transport::Steps;
use phasor_figures::{FigureName, Key};

/// A figure, and the parameters with a control in addition to the figure's own ones.
pub(super) type Of = (StageHandle, FigureName, &'static [Key]);

/// Puts the contents into the panel. Dropping the returned value takes them out again.
pub(super) fn fill(panel: HtmlDivElement, opened: Opened, of: Of) -> Box<dyn Any> {
    let sheet = Sheet::lift(&panel, opened);
    let leave = move |event: Event| {
        let event: KeyboardEvent = event.unchecked_into();
        if event.key() == "Escape" {
            opened.is_open.set(false);
        }
    };
    let leave = Listener::with_event(panel.clone().into(), "keydown", on(leave));
    let view = mount_to(
        panel.clone().into(),
        move || view! { <Contents opened of /> },
    );
    reveal(&panel, sheet.is_some());
    // A tuple drops its fields in order: the button gets the focus once nothing inside has it.
    let button = FocusBack::from(&panel);
    Box::new((view, leave, sheet, button))
}

/// Scrolls to the panel if it is out of sight, or to the picture that a sheet should leave visible.
fn reveal(panel: &HtmlDivElement, is_sheet: bool) {
    let (element, block) = if is_sheet {
        let figure = panel.closest(".figure").ok().flatten();
        let stage = figure.and_then(|figure| figure.query_selector(".stage").ok()?);
        (stage, ScrollLogicalPosition::Start)
    } else {
        (Some(panel.clone().into()), ScrollLogicalPosition::Nearest)
    };
    if let Some(element) = element {
        let options = ScrollIntoViewOptions::new();
        options.set_block(block);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Shows the panel as a sheet over the page, below the picture, until it is dropped.
struct Sheet {
    panel: HtmlDivElement,
    _follow: Listener,
}

/// The media query for screens that get a sheet.
const PHONE: &str = "(max-width: 34rem)";

impl Sheet {
    /// Turns the panel into a sheet if the screen is that of a phone.
    fn lift(panel: &HtmlDivElement, opened: Opened) -> Option<Self> {
        let list = window().match_media(PHONE).ok().flatten();
        // In a browser without popovers the panel stays in the page, where it works too.
        if !list?.matches() || panel.set_popover(Some("auto")).is_err() {
            return None;
        }
        let _ = panel.show_popover().and_then(|()| panel.focus());
        let closed = panel.clone();
        let follow = move || {
            // The reader has closed the sheet with Escape or a press outside.
            if !matches!(closed.matches(":popover-open"), Ok(true)) {
                opened.is_open.set(false);
            }
        };
        Some(Self {
            panel: panel.clone(),
            _follow: Listener::new(panel.clone().into(), "toggle", follow),
        })
    }
}

impl Drop for Sheet {
    fn drop(&mut self) {
        let _ = self.panel.set_popover(None);
    }
}

/// Gives the focus to the button of a panel when it is dropped, if the panel had the focus.
struct FocusBack(Option<HtmlElement>);

impl FocusBack {
    fn from(panel: &HtmlDivElement) -> Self {
        let figure = panel.closest(".figure").ok().flatten();
        let button = figure.and_then(|figure| figure.query_selector(".more").ok()?);
        Self(button.and_then(|button| button.dyn_into().ok()))
    }
}

impl Drop for FocusBack {
    fn drop(&mut self) {
        // Browsers return the focus to the host of a shadow tree, which cannot take it.
        let has_none = |active: web_sys::Element| active.local_name() == "body";
        if let Some(button) = &self.0
            && document().active_element().is_none_or(has_none)
        {
            let options = web_sys::FocusOptions::new();
            options.set_prevent_scroll(true);
            let _ = button.focus_with_options(&options);
        }
    }
}

/// The first row of the panel, and the part that was chosen in it.
#[component]
fn Contents(opened: Opened, of: Of) -> impl IntoView {
    let (stage, name, more) = of;
    let page = Page::here();
    let parts = Part::ALL.map(|part| {
        let is_chosen = text(move || (opened.part.get() == part).to_string());
        let choose = move |_| opened.part.set(part);
        view! {
            <button type="button" aria-pressed=is_chosen on:click=on(choose)>{part.label()}</button>
        }
    });
    let reset = move |_| {
        let keys: Vec<Key> = name.keys().chain(FigureName::SHARED_KEYS).collect();
        page.reset(&keys);
    };
    let contents = move || match opened.part.get() {
        Part::Settings => view! { <Settings stage name more /> }.into_any(),
        Part::Share => view! { <Share stage name /> }.into_any(),
        Part::Numbers => view! { <TableOf stage name /> }.into_any(),
        Part::Help => view! { <div class="help"><Help name /></div> }.into_any(),
    };
    view! {
        <div class="bar">
            {parts.collect_view()}
            <button type="button" class="reset" on:click=on(reset)>"Reset"</button>
            <button
                type="button"
                aria-label="Close"
                on:click=on(move |_| opened.is_open.set(false))
            >
                "×"
            </button>
        </div>
        {contents}
    }
}

/// The numbers on screen.
#[component]
fn TableOf(stage: StageHandle, name: FigureName) -> impl IntoView {
    let page = Page::here();
    let table = move |()| {
        page.announced().track();
        page.spec()
            .with_untracked(|spec| stage.with_figure(|figure| figure.table(spec)))
    };
    view! { <Numbers label=format!("{}, numbers", name.title()) table /> }
}

/// The controls of all parameters that have none beside the picture.
#[component]
fn Settings(stage: StageHandle, name: FigureName, more: &'static [Key]) -> impl IntoView {
    let page = Page::here();
    let is_in_console = stage.is_in_console();
    // The bar of a console has the shared parameters, and its cells have no presets.
    let is_elsewhere = move |key: Key| {
        let is_elsewhere = match is_in_console {
            true => FigureName::SHARED_KEYS.contains(&key) || beside_title(name) == Some(key),
            false => name.leading_keys().contains(&key),
        };
        is_elsewhere || is_clocked(name, key)
    };
    let presets = is_in_console.then(|| view! { <Presets name /> });
    let shared: &[Key] = if is_in_console {
        name.shared_keys()
    } else {
        &[]
    };
    let clock = name.clock().map(|_| Key::Speed);
    let keys = || more.iter().chain(shared).chain(name.own_keys()).copied();
    let sentence = keys().find(|&key| key == Key::Sentence).map(|key| {
        view! { <SentenceControl scope=name.name() idle=idle(page, name, key) /> }
    });
    let controls = keys()
        .filter(|&key| !is_elsewhere(key) && key != Key::Sentence)
        .chain(clock)
        .map(|key| view! { <Control key scope=name.name() idle=idle(page, name, key) /> });
    view! {
        {presets}
        <div class="own">
            {sentence} {controls.collect_view()}
            {clock.filter(|_| !is_in_console).map(|_| view! { <Steps /> })}
        </div>
    }
}
