//! The Lab: all figures with one shared state, which is kept in the address. The Lab is a chunk of the
//! page's program, so its constant texts are in braces (docs/loading.md).

#![allow(
    unreachable_pub,
    reason = "the component macro makes its properties public"
)]

mod address;
mod arrangement;
mod bar;
mod cells;
mod comparison;
mod scheme;
mod second;

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

use crate::ui;
use crate::ui::erased::{flag, on, text, watch};
use crate::ui::{Compared, Page};
use address::AddressState;
use arrangement::Arrangement;
use bar::Bar;
use cells::Cells;
use comparison::Comparison;
use phasor_chunk::chunk;
use phasor_figures::{FigureName, Spec};

chunk!(fn mount_lab(place: HtmlElement, loaded: Vec<FigureName>) { mount(place, loaded) } in "lab" 0);

/// Puts the Lab into `place`. `loaded` are the names of figures whose chunks and files are loaded; the Lab requests those of
/// others when it needs them.
#[wasm_bindgen]
pub fn open_lab(place: HtmlElement, loaded: Vec<String>) {
    let names = loaded.iter().map(|name| FigureName::from_name(name));
    mount_lab(place, names.filter_map(Result::ok).collect());
}

fn mount(place: HtmlElement, loaded: Vec<FigureName>) {
    place.set_inner_html("");
    mount_to(place, move || view! { <Lab loaded /> }).forget();
}

/// The whole page below its static heading.
#[component]
fn Lab(loaded: Vec<FigureName>) -> impl IntoView {
    let page = || Page::new(Spec::default());
    let compared = Compared::new(page(), page());
    let arrangement = RwSignal::new(Arrangement::default());
    let state = AddressState {
        compared,
        arrangement,
    };
    let errors = state.read(|page, spec| page.edit(|now| *now = spec));
    provide_context(scheme::follow());
    let notice = RwSignal::new(ui::address::error_sentence(&errors));
    address::follow(state, move |errors| {
        notice.set(ui::address::error_sentence(errors));
    });
    watch(address::show_target);
    view! {
        <Notice notice />
        <div class="lab">
            <Bar arrangement compared />
            <Comparison compared />
            <Cells arrangement compared loaded />
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
