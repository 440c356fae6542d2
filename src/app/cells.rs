//! The cells of the console: a place for each figure, which is there before its chunk of the program is.

use leptos::ev::MouseEvent;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::HtmlElement;

use super::arrangement::{Arrangement, Move};
use crate::ui::erased::{flag, on, text, watch};
use crate::ui::host::ask;
use crate::ui::media::SizeObserver;
use crate::ui::{Compared, FigureCell};
use phasor_figures::{FigureName, Key, query};
use phasor_params::choice::Choice as _;

/// The event that requests the chunk of a figure and its files. The page's script loads them, and calls `done`, or `fail`
/// with the reason.
const EVENT: &str = "phasor-load";

/// All figures of the console. Those of `loaded` need no waiting.
#[component]
pub(super) fn Cells(
    arrangement: RwSignal<Arrangement>,
    compared: Compared,
    loaded: Vec<FigureName>,
) -> impl IntoView {
    let room = RwSignal::new(None);
    let height: Signal<Option<f32>> = room.into();
    let measure = NodeRef::<html::Div>::new();
    watch(move || {
        if let Some(measure) = measure.get() {
            // Where the style sheet sets no height, figures choose their own.
            let report = move |(_, height): (f32, f32)| {
                let height = (height >= 1.0).then(|| height.floor());
                if room.get_untracked() != height {
                    room.set(height);
                }
            };
            StoredValue::new_local(SizeObserver::new(&measure, report));
        }
    });
    let loaded = StoredValue::new(loaded);
    let columns = text(move || arrangement.with(|now| now.columns.word().name.to_owned()));
    let has_figures = flag(move || arrangement.with(|now| !now.figures.is_empty()));
    view! {
        <div class="figures" data-columns=columns class:compared=compared.is_on()>
            <div class="room" aria-hidden="true" node_ref=measure></div>
            <For
                each=move || arrangement.with(|now| now.figures.clone())
                key=|name| name.name()
                children=move |name| {
                    let is_loaded = loaded.with_value(|loaded| loaded.contains(&name));
                    view! { <Cell name arrangement compared room=height is_loaded /> }
                }
            />
            <p class="hint" prop:hidden=has_figures>{"The console is empty. Add a figure."}</p>
        </div>
    }
}

/// One figure, or its place while it loads.
#[component]
fn Cell(
    name: FigureName,
    arrangement: RwSignal<Arrangement>,
    compared: Compared,
    room: Signal<Option<f32>>,
    is_loaded: bool,
) -> impl IntoView {
    let ready = RwSignal::new(is_loaded);
    let trouble = RwSignal::new(String::new());
    let place = NodeRef::<html::Div>::new();
    watch(move || {
        if let Some(place) = place.get().filter(|_| !ready.get_untracked()) {
            // The figure may have been taken away in the meantime.
            let done = Closure::once_into_js(move || {
                let _ = ready.try_set(true);
            });
            let fail = Closure::once_into_js(move |reason: String| {
                let _ = trouble.try_set(reason);
            });
            let detail: [(&str, JsValue); 3] = [
                ("figure", name.name().into()),
                ("done", done),
                ("fail", fail),
            ];
            ask(&place, EVENT, &detail);
        }
    });
    let figure = move || {
        ready.get().then(|| {
            let acts = view! { <PlaceActs name arrangement compared /> }.into_any();
            view! { <FigureCell name room compared acts /> }
        })
    };
    view! {
        <div class="place" id=name.name() node_ref=place>
            {figure}
            <p class="error" role="alert">{text(move || trouble.get())}</p>
        </div>
    }
}

/// The buttons that move a figure or take it away, and the link to the figure alone.
#[component]
fn PlaceActs(
    name: FigureName,
    arrangement: RwSignal<Arrangement>,
    compared: Compared,
) -> impl IntoView {
    let keys: Vec<Key> = name.keys().collect();
    // The figure alone opens in the state that it has here.
    let alone = text(move || {
        let page = compared.page(compared.edited().get());
        page.rested().track();
        let query = page
            .spec()
            .with_untracked(|spec| query::format_some(spec, &keys));
        format!("gallery.html?{query}#{}", name.name())
    });
    let shift = move |label: &'static str, sign: &'static str, to: Move| {
        let is_last = flag(move || arrangement.with(|now| !now.can_shift(name, to)));
        let press = move |event: MouseEvent| {
            arrangement.update(|now| now.shift(name, to));
            // The button moves with its figure, and would lose the focus.
            let button: HtmlElement = event_target(&event);
            request_animation_frame(move || drop(button.focus()));
        };
        view! {
            <button type="button" aria-label=label title=label prop:disabled=is_last on:click=on(press)>
                {sign}
            </button>
        }
    };
    let remove = move |_| arrangement.update(|now| now.remove(name));
    view! {
        {shift("Move left", "←", Move::Back)}
        {shift("Move right", "→", Move::On)}
        <a class="open" href=alone aria-label="Open alone" title="Open alone">
            {"↗"}
        </a>
        <button type="button" aria-label="Remove" title="Remove" on:click=on(remove)>
            {"×"}
        </button>
    }
}
