//! What the panel of a figure shows: a chunk of the page's program, loaded when a reader opens the first one.

use std::any::Any;

use leptos::prelude::*;
use web_sys::HtmlElement;

use super::Page;
use super::control::Control;
use super::erased::text;
use super::frame::{idle, is_clocked, rows};
use super::panel::Part;
use super::share::Share;
use super::stage::StageHandle;
use super::transport::Steps;
use crate::config::Key;
use crate::figure::FigureName;

/// Puts a part into its place; it goes when what is given is dropped.
pub(super) type Fill =
    fn(HtmlElement, Part, StageHandle, FigureName, &'static [Key]) -> Box<dyn Any>;

/// [`Fill`] for the figure `name`; `more` are parameters that it has a control for besides its own.
pub(super) fn fill(
    place: HtmlElement,
    part: Part,
    stage: StageHandle,
    name: FigureName,
    more: &'static [Key],
) -> Box<dyn Any> {
    match part {
        Part::Settings => Box::new(mount_to(place, move || view! { <Settings name more /> })),
        Part::Share => Box::new(mount_to(place, move || view! { <Share stage name /> })),
        Part::Numbers => Box::new(mount_to(place, move || view! { <Numbers stage name /> })),
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
