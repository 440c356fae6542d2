//! The contents of a figure's panel: a chunk of the page's program, loaded when a reader opens the first panel.

use std::any::Any;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlDivElement, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};

use super::Page;
use super::control::{Control, idle, is_clocked};
use super::erased::on;
use super::media::Listener;
use super::numbers::Numbers;
use super::opened::{Opened, Part};
use super::sentence::SentenceControl;
use super::share::Share;
use super::stage::StageHandle;
use super::transport::Steps;
use phasor_figures::{FigureName, Key};

/// A figure, and the parameters with a control in addition to the figure's own ones.
pub(super) type Of = (StageHandle, FigureName, &'static [Key]);

/// Puts a part into the panel. Dropping the returned value takes it out again.
pub(super) fn fill(
    panel: HtmlDivElement,
    part: Part,
    opened: Opened,
    (stage, name, more): Of,
) -> Box<dyn Any> {
    // A tuple drops its fields in order: the view goes before the sheet, which returns the focus once nothing
    // inside has it.
    let sheet = Sheet::lift(&panel, opened);
    let bar = mount_to(panel.clone().into(), move || view! { <Bar part opened /> });
    let place = panel.clone().into();
    let is_sheet = sheet.is_some();
    let filled: Box<dyn Any> = match part {
        Part::Settings => {
            let view = move || view! { <Settings name more /> };
            Box::new((mount_to(place, view), bar, sheet))
        }
        Part::Share => {
            let view = move || view! { <Share stage name /> };
            Box::new((mount_to(place, view), bar, sheet))
        }
        Part::Numbers => {
            let page = Page::here();
            let table = move |()| {
                page.announced().track();
                page.spec()
                    .with_untracked(|spec| stage.with_figure(|figure| figure.table(spec)))
            };
            let label = format!("{}, numbers", name.title());
            let view = move || view! { <Numbers label table /> };
            Box::new((mount_to(place, view), bar, sheet))
        }
    };
    reveal(&panel, is_sheet);
    filled
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
    /// The button that opened it.
    opener: Option<HtmlElement>,
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
                opened.close();
            }
        };
        let row = panel.previous_element_sibling();
        let opener = row.and_then(|row| row.query_selector("[aria-expanded=true]").ok()?);
        Some(Self {
            panel: panel.clone(),
            opener: opener.and_then(|opener| opener.dyn_into().ok()),
            _follow: Listener::new(panel.clone().into(), "toggle", follow),
        })
    }
}

impl Drop for Sheet {
    fn drop(&mut self) {
        let _ = self.panel.set_popover(None);
        // Browsers return the focus to the host of a shadow tree, which cannot take it.
        let has_none = |active: web_sys::Element| active.local_name() == "body";
        if let Some(opener) = &self.opener
            && document().active_element().is_none_or(has_none)
        {
            let options = web_sys::FocusOptions::new();
            options.set_prevent_scroll(true);
            let _ = opener.focus_with_options(&options);
        }
    }
}

/// The title of a sheet, and a button that closes it.
#[component]
fn Bar(part: Part, opened: Opened) -> impl IntoView {
    view! {
        <div class="bar">
            <span>{part.label()}</span>
            <button type="button" aria-label="Close" on:click=on(move |_| opened.close())>"×"</button>
        </div>
    }
}

/// The controls of all parameters that have none beside the picture.
#[component]
fn Settings(name: FigureName, more: &'static [Key]) -> impl IntoView {
    let page = Page::here();
    let is_elsewhere = |key: Key| name.leading_keys().contains(&key) || is_clocked(name, key);
    let clock = name.clock().map(|_| Key::Speed);
    let keys = || more.iter().chain(name.own_keys()).copied();
    let sentence = keys().find(|&key| key == Key::Sentence).map(|key| {
        view! { <SentenceControl scope=name.name() idle=idle(page, name, key) /> }
    });
    let controls = keys()
        .filter(|&key| !is_elsewhere(key) && key != Key::Sentence)
        .chain(clock)
        .map(|key| view! { <Control key scope=name.name() idle=idle(page, name, key) /> });
    view! {
        <div class="own">
            {sentence} {controls.collect_view()}
            {clock.map(|_| view! { <Steps /> })}
        </div>
    }
}
