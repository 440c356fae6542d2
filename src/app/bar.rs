//! The bar of the console: the clock, the parameters that figures share, and what changes the console itself.

use leptos::prelude::*;
use phasor_params::choice::Choice as _;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlDialogElement};

use super::arrangement::{Arrangement, Columns};
use crate::ui::control::Control;
use crate::ui::erased::{flag, on, text};
use crate::ui::media::Listener;
use crate::ui::transport::{Play, Steps, Still};
use crate::ui::{Compared, Pace, Page, Side};
use phasor_figures::{FigureName, Key, Spec};
use phasor_text::number::Place;

/// The prefix of the identifiers of everything in the bar.
const SCOPE: &str = "shared";

/// The list of all figures in the page. Its return value is the name of the chosen one.
const LIST: &str = "add";

/// The bar. On a phone, it shows the clock and the position, and the rest behind a button.
#[component]
pub(super) fn Bar(arrangement: RwSignal<Arrangement>, compared: Compared) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let clock = move || {
        view! {
            <div class="clock">
                <Play scope=SCOPE />
                <Steps />
            </div>
            <Control key=Key::Position scope=SCOPE />
            <Fold is_open />
        }
    };
    let rest = || {
        let keys = FigureName::SHARED_KEYS.into_iter();
        let keys = keys.filter(|&key| key != Key::Position);
        keys.map(|key| view! { <Control key scope=SCOPE /> })
            .collect_view()
    };
    view! {
        <section class="console" aria-label="Controls of all figures">
            {of_edited(compared, clock)}
            <div class="rest" id="shared-rest" class:folded=flag(move || !is_open.get())>
                {of_edited(compared, rest)} <Acts arrangement compared />
            </div>
            {of_edited(compared, || view! { <Still scope=SCOPE /> })}
        </section>
    }
}

/// Returns `view` for the state that the controls set.
fn of_edited<V: IntoView + 'static>(
    compared: Compared,
    view: impl Fn() -> V + Send + Sync + 'static,
) -> impl IntoView {
    move || {
        provide_context(compared.page(compared.edited().get()));
        view()
    }
}

/// The button that shows the rest of the bar on a phone, with the state as its text.
#[component]
fn Fold(is_open: RwSignal<bool>) -> impl IntoView {
    let spec = Page::here().spec();
    let state = text(move || {
        spec.with(|spec| {
            let number =
                |key: Key| Place(spec.number(key).expect("the shared parameters are numbers"));
            format!(
                "base {} · components {} · offset {} · length {}",
                number(Key::Base),
                number(Key::Dim),
                number(Key::Offset),
                number(Key::Length),
            )
        })
    });
    view! {
        <button
            type="button"
            class="fold"
            aria-expanded=text(move || is_open.get().to_string())
            aria-controls="shared-rest"
            on:click=on(move |_| is_open.update(|is_open| *is_open = !*is_open))
        >
            {state}
        </button>
    }
}

/// What changes the console: another figure, the columns, the state at first.
#[component]
fn Acts(arrangement: RwSignal<Arrangement>, compared: Compared) -> impl IntoView {
    if let Some(list) = list() {
        let chosen = list.clone();
        let add = move || {
            if let Ok(name) = FigureName::from_name(&chosen.return_value()) {
                arrangement.update(|arrangement| arrangement.add(name));
            }
        };
        StoredValue::new_local(Listener::new(list.into(), "close", add));
    }
    let open = move |_| {
        if let Some(list) = list() {
            arrangement.with_untracked(|now| offer(&list, now));
            list.set_return_value("");
            // It fails only if the list is open already.
            let _ = list.show_modal();
        }
    };
    let is_on = compared.is_on();
    let compare = move |_| match is_on.get_untracked() {
        true => compared.stop(),
        false => compared.start(),
    };
    let reset = move |_| {
        arrangement.set(Arrangement::default());
        compared.stop();
        compared
            .page(Side::A)
            .glide_to(Pace::Brisk, Spec::default());
    };
    view! {
        <div class="acts">
            <button type="button" on:click=on(open)>
                {"Add a figure"}
            </button>
            <ColumnsChoice arrangement />
            <button
                type="button"
                id="compare"
                aria-pressed=text(move || is_on.get().to_string())
                on:click=on(compare)
            >
                {"Compare with B"}
            </button>
            <button type="button" class="reset" on:click=on(reset)>
                {"Reset"}
            </button>
        </div>
    }
}

fn list() -> Option<HtmlDialogElement> {
    document().get_element_by_id(LIST)?.dyn_into().ok()
}

/// Lets the reader choose every figure that is not there yet.
fn offer(list: &HtmlDialogElement, arrangement: &Arrangement) {
    let Ok(buttons) = list.query_selector_all("section button") else {
        return;
    };
    for place in 0..buttons.length() {
        if let Some(button) = buttons
            .get(place)
            .and_then(|node| node.dyn_into::<Element>().ok())
        {
            let value = button.get_attribute("value");
            let is_there = |name: &FigureName| value.as_deref() == Some(name.name());
            let is_there = arrangement.figures.iter().any(is_there);
            // The attribute is one of HTML, so it is accepted.
            let _ = button.toggle_attribute_with_force("disabled", is_there);
        }
    }
}

/// The number of columns.
#[component]
fn ColumnsChoice(arrangement: RwSignal<Arrangement>) -> impl IntoView {
    let options = Columns::WORDS.iter().map(|&(columns, word)| {
        let is_chosen = flag(move || arrangement.with(|now| now.columns == columns));
        let choose = move |_| arrangement.update(|now| now.columns = columns);
        view! {
            <label title=word.label>
                <input
                    type="radio"
                    name="columns"
                    aria-label=word.label
                    value=word.name
                    prop:checked=is_chosen
                    on:change=on(choose)
                />
                <span aria-hidden="true">{word.name}</span>
            </label>
        }
    });
    view! {
        <div class="segments columns" role="radiogroup" aria-label="Columns">
            {options.collect_view()}
        </div>
    }
}
