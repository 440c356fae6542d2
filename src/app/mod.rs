//! The Lab: all figures with one shared state, which is kept in the address. The Lab is a chunk of the
//! page's program.

#![allow(
    unreachable_pub,
    reason = "the component macro makes its properties public"
)]

mod address;
mod scheme;

use leptos::ev::Event;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

use crate::ui;
use crate::ui::control::Control;
use crate::ui::erased::{flag, on, text, watch};
use crate::ui::{FigureFrame, Pace, Page};
use phasor_chunk::chunk;
use phasor_figures::{FigureName, Key, Spec};
use phasor_text::number::Place;

chunk!(fn mount_lab(place: HtmlElement) { mount(place) } in "lab" 0);

/// Puts the Lab into `place`.
#[wasm_bindgen]
pub fn open_lab(place: HtmlElement) {
    mount_lab(place);
}

fn mount(place: HtmlElement) {
    place.set_inner_html("");
    mount_to(place, || view! { <Lab /> }).forget();
}

/// The whole page below its static heading.
#[component]
fn Lab() -> impl IntoView {
    let (spec, errors) = ui::address::read();
    let page = Page::new(Spec::default());
    page.edit(|now| *now = spec);
    provide_context(page);
    provide_context(scheme::follow());
    let notice = RwSignal::new(ui::address::error_sentence(&errors));
    address::follow(page, move |errors| {
        notice.set(ui::address::error_sentence(errors));
    });
    let figures = FigureName::LAB.map(|name| view! { <FigureFrame name /> });
    watch(address::show_target);
    view! {
        <Notice notice />
        <div class="lab">
            <Shared />
            <div class="figures">{figures}</div>
        </div>
    }
}

#[component]
fn Notice(notice: RwSignal<String>) -> impl IntoView {
    let is_empty = flag(move || notice.with(String::is_empty));
    view! {
        <div class="notice" class:empty=is_empty>
            <p role="status">{text(move || notice.get())}</p>
            <button
                type="button"
                aria-label="Dismiss"
                on:click=on(move |_| notice.set(String::new()))
            >
                "×"
            </button>
        </div>
    }
}

/// The parameters that all figures share.
#[component]
fn Shared() -> impl IntoView {
    let page = Page::here();
    let spec = page.spec();
    let is_wide = ui::media::media("(min-width: 60rem)");
    let open = RwSignal::new(is_wide.get_untracked());
    watch(move || open.set(is_wide.get()));
    let summary = text(move || {
        spec.with(|spec| {
            let number =
                |key: Key| Place(spec.number(key).expect("the shared parameters are numbers"));
            format!(
                "base {} · dim {} · position {} · offset {}",
                number(Key::Base),
                number(Key::Dim),
                number(Key::Position),
                number(Key::Offset),
            )
        })
    });
    let controls = FigureName::SHARED_KEYS.map(|key| view! { <Control key scope="shared" /> });
    let toggle = move |event: Event| {
        let details: web_sys::HtmlDetailsElement = event_target(&event);
        open.set(details.open());
    };
    let reset = move |_| page.glide_to(Pace::Brisk, Spec::default());
    view! {
        <aside class="shared" aria-label="Shared parameters">
            <details
                prop:open=flag(move || open.get())
                on:toggle=on(toggle)
            >
                <summary>
                    // The braces matter: leptos keeps constant text in a variable, which this chunk and the figure of
                    // bulk RoPE would share.
                    <span class="title">{"Shared by all figures"}</span>
                    <span class="state">{summary}</span>
                </summary>
                <div class="controls">
                    {controls}
                    <button type="button" class="reset" on:click=on(reset)>"Reset everything"</button>
                </div>
            </details>
        </aside>
    }
}
