//! The frame that every figure has: title, reading, controls, stage, clock, files, numbers.

use std::fmt::Write as _;

use leptos::ev::Event;
use leptos::prelude::*;

use super::Page;
use super::control::Control;
use super::erased::{on, text, watch};
use super::export::Export;
use super::stage::{StageHandle, StageView};
use super::transport::Transport;
use crate::config::{Key, query};
use crate::figure::number::Short;
use crate::figure::{FigureName, Table};

/// The figure `name` of the page, live.
#[component]
pub fn FigureFrame(
    /// Which figure.
    name: FigureName,
    /// Parameters that it has a control for besides its own.
    #[prop(optional)]
    more: &'static [Key],
) -> impl IntoView {
    let page = Page::here();
    let stage = StageHandle::new(page, name);
    let id = name.name();
    let reading = text(move || {
        // Out of sight, a text waits until the page has come to rest.
        if stage.in_sight().get() {
            page.spec().track();
        } else {
            page.rested().track();
        }
        page.spec()
            .with_untracked(|spec| stage.with_figure(|figure| figure.reading(spec)))
    });
    let controls = more
        .iter()
        .chain(name.own_keys())
        .map(|&key| view! { <Control key scope=id /> });
    let reset = move |_| {
        let keys: Vec<Key> = name.keys().chain(FigureName::SHARED_KEYS).collect();
        page.reset(&keys);
    };
    view! {
        <figure class="figure" id=id aria-labelledby=format!("{id}-title")>
            <header>
                <h2 id=format!("{id}-title")>{name.title()}</h2>
                <p class="caption">{name.caption()}</p>
                <Presets name />
            </header>
            <p class="reading" id=format!("{id}-reading")>{reading}</p>
            <div class="body">
                <div class="show">
                    <StageView stage />
                    <p class="probe" aria-hidden="true">{text(move || stage.probe().get())}</p>
                    <p class="error" role="alert">{text(move || stage.trouble().get())}</p>
                    {name.clock().map(|_| view! { <Transport name /> })}
                </div>
                <div class="own">
                    {controls.collect_view()}
                    <div class="files">
                        <button type="button" class="reset" on:click=on(reset)>"Reset"</button>
                        <Export stage name />
                    </div>
                </div>
            </div>
            <p class="keys" id=format!("{id}-keys")>{name.keyboard()}</p>
            <Numbers stage name />
            <Spoken stage reading />
        </figure>
    }
}

/// Settings worth a look.
#[component]
fn Presets(name: FigureName) -> impl IntoView {
    let page = Page::here();
    let buttons = name.presets().iter().map(|preset| {
        let apply = move |_| {
            page.set_playing(false);
            // A test reads every preset, so there is nothing to report.
            page.edit(|spec| drop(query::apply(spec, preset.query)));
        };
        view! { <button type="button" on:click=on(apply)>{preset.label}</button> }
    });
    view! {
        <div class="presets" role="group" aria-label="Examples">
            <span>"try"</span>
            {buttons.collect_view()}
        </div>
    }
}

/// The reading for those who hear it, once the page has come to rest and if it is in sight.
#[component]
fn Spoken(stage: StageHandle, reading: Signal<String>) -> impl IntoView {
    let page = Page::here();
    let spoken = RwSignal::new(String::new());
    let mut is_first = true;
    watch(move || {
        page.rested().track();
        // What the page says at first is read with the page.
        if !std::mem::take(&mut is_first) && stage.in_sight().get_untracked() {
            spoken.set(reading.get_untracked());
        }
    });
    view! { <p class="unseen" role="status">{text(move || spoken.get())}</p> }
}

/// The numbers on screen as a table, made only while it is open.
#[component]
fn Numbers(stage: StageHandle, name: FigureName) -> impl IntoView {
    let page = Page::here();
    let is_open = RwSignal::new(false);
    let table = text(move || match is_open.get() {
        true => page.spec().with(|spec| {
            let table = stage.with_figure(|figure| Some(figure.table(spec)));
            table.map(|table| rows(&table)).unwrap_or_default()
        }),
        false => String::new(),
    });
    let toggle = move |event: Event| {
        let details: web_sys::HtmlDetailsElement = event_target(&event);
        is_open.set(details.open());
    };
    let label = format!("{}, numbers", name.title());
    view! {
        <details class="numbers" on:toggle=on(toggle)>
            <summary>"The numbers"</summary>
            <div class="table" tabindex="0" role="region" aria-label=label inner_html=table></div>
        </details>
    }
}

/// A table as markup: numbers, and names that the figures give, so nothing needs escaping.
#[must_use]
pub fn rows(table: &Table) -> String {
    const MOST_ROWS: usize = 128;
    let mut html = format!("<table><caption>{}", table.title());
    // Writing to a String cannot fail.
    if table.n_rows() > MOST_ROWS {
        let _ = write!(html, ": the first {MOST_ROWS} of {}", table.n_rows());
    }
    html.push_str("</caption><thead><tr>");
    for column in table.columns() {
        let _ = write!(html, "<th scope=\"col\">{}</th>", column.name());
    }
    html.push_str("</tr></thead><tbody>");
    for row in 0..table.n_rows().min(MOST_ROWS) {
        html.push_str("<tr>");
        for number in table.row(row) {
            let _ = write!(html, "<td>{}</td>", Short(number));
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table>");
    html
}
