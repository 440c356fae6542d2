//! Controls made from the table of parameters.

use leptos::ev::{Event, KeyboardEvent};
use leptos::prelude::*;
use web_sys::HtmlInputElement;

use super::Page;
use super::erased::{flag, on, text, watch};
use crate::config::parameter::{Range, grouped};
use crate::config::{Key, Kind};
use crate::figure;
use crate::figure::number::Place;

/// The control of a parameter: a slider with a number box, a list of words, or a text box.
/// `scope` makes its identifiers unique on the page.
#[component]
pub fn Control(
    /// The parameter.
    key: Key,
    /// The first part of its identifiers.
    scope: &'static str,
) -> impl IntoView {
    let row = key.parameter();
    let id = format!("{scope}-{}", row.name);
    let label = view! { <label for=id.clone() title=row.help>{row.label}</label> };
    match row.kind {
        Kind::Number(_) => view! {
            <div class="control">
                {label}
                <Draft key id=format!("{id}-number") label=format!("{}, as a number", row.label) />
                <Slider key id label=row.label />
            </div>
        }
        .into_any(),
        Kind::Choice(_) => view! { <div class="control">{label} <Words key id /></div> }.into_any(),
        _ => view! {
            <div class="control wide">
                {label}
                <Draft key id label=row.label.to_owned() />
            </div>
        }
        .into_any(),
    }
}

/// A slider over the range that makes sense now.
#[component]
pub fn Slider(
    /// The parameter, a numeric one.
    key: Key,
    /// Its identifier in the document.
    #[prop(into)]
    id: String,
    /// Its name for those who hear it.
    label: &'static str,
) -> impl IntoView {
    let page = Page::here();
    let spec = page.spec();
    let fraction = text(move || {
        let fraction = spec.with(|spec| {
            let number = spec.number(key).unwrap_or_default();
            spec.slider_range(key).map(|range| range.fraction(number))
        });
        fraction.unwrap_or_default().to_string()
    });
    let shown = text(move || {
        let number = spec.with(|spec| spec.number(key).unwrap_or_default());
        let unit = key.parameter().unit;
        format!("{} {unit}", grouped(rounded(number)))
            .trim_end()
            .to_owned()
    });
    let slide = move |number: f64| page.edit(|spec| figure::slide(spec, key, number));
    let range = move || spec.with_untracked(|spec| spec.slider_range(key));
    let drag = move |event: Event| {
        let slider: HtmlInputElement = event_target(&event);
        if let Some(range) = range() {
            slide(range.at_fraction(slider.value_as_number()));
        }
    };
    let press = move |event: KeyboardEvent| {
        let now = spec.with_untracked(|spec| spec.number(key));
        if let (Some(range), Some(now)) = (range(), now)
            && let Some(wanted) = pressed(range, now, &event)
        {
            event.prevent_default();
            slide(wanted);
        }
    };
    view! {
        <input
            type="range"
            id=id
            min="0"
            max="1"
            step="any"
            aria-label=label
            aria-valuetext=shown
            prop:value=fraction
            style=("--fraction", fraction)
            on:input=on(drag)
            on:keydown=on(press)
        />
    }
}

/// The number to which a key on a slider leads.
fn pressed(range: Range, now: f64, event: &KeyboardEvent) -> Option<f64> {
    let is_large = event.shift_key();
    Some(match event.key().as_str() {
        "ArrowRight" | "ArrowUp" => range.stepped(now, true, is_large),
        "ArrowLeft" | "ArrowDown" => range.stepped(now, false, is_large),
        "PageUp" => range.stepped(now, true, true),
        "PageDown" => range.stepped(now, false, true),
        "Home" => range.min,
        "End" => range.max,
        _ => return None,
    })
}

/// Whether a key leads up or down in a box for a number.
#[must_use]
pub fn up_or_down(event: &KeyboardEvent) -> Option<bool> {
    match event.key().as_str() {
        "ArrowUp" => Some(true),
        "ArrowDown" => Some(false),
        _ => None,
    }
}

/// Digits after the point that a box shows.
fn rounded(number: f64) -> f64 {
    // Large whole numbers would lose digits on the way.
    match number.fract() {
        0.0 => number,
        _ => (number * 1e4).round() / 1e4,
    }
}

/// A box for text, with what is wrong with it. The last valid value stays in force; the text
/// stays until it is mended or the value changes elsewhere.
#[component]
fn Draft(key: Key, id: String, label: String) -> impl IntoView {
    let page = Page::here();
    let spec = page.spec();
    let valid = text(move || {
        spec.with(|spec| match spec.number(key) {
            Some(number) => rounded(number).to_string(),
            None => spec.text(key),
        })
    });
    let shown = RwSignal::new(valid.get_untracked());
    let error = RwSignal::new(String::new());
    let mut before = valid.get_untracked();
    watch(move || {
        let now = valid.get();
        if now == before {
            return;
        }
        let mut said = spec.get_untracked();
        let is_read = shown.with_untracked(|shown| said.set(key, shown).is_ok());
        // What is being typed is left alone when it is the reason for the change.
        if !is_read || spec.with_untracked(|spec| said != *spec) {
            shown.set(now.clone());
        }
        error.set(String::new());
        before = now;
    });
    let attempt = move |typed: String| {
        let mut wanted = spec.get_untracked();
        let result = wanted.set(key, &typed);
        shown.set(typed);
        if result.is_ok() {
            page.edit(|spec| *spec = wanted);
            error.set(String::new());
        }
        result
    };
    let judge = move |event: Event| match attempt(event_target_value(&event)) {
        Ok(()) => shown.set(valid.get_untracked()),
        Err(refused) => error.set(refused.to_string()),
    };
    let step = move |event: KeyboardEvent| {
        let Some(up) = up_or_down(&event) else {
            return;
        };
        let now = spec.with_untracked(|spec| spec.number(key));
        if let (Some(range), Some(now)) = (key.parameter().range(), now) {
            event.prevent_default();
            let wanted = range.stepped(now, up, event.shift_key());
            page.edit(|spec| figure::slide(spec, key, wanted));
        }
    };
    // A keypad for numbers has no minus sign.
    let is_keypad = key
        .parameter()
        .range()
        .is_some_and(|range| range.min >= 0.0);
    let error_id = format!("{id}-error");
    view! {
        <input
            type="text"
            inputmode=if is_keypad { "decimal" } else { "text" }
            id=id
            autocomplete="off"
            spellcheck="false"
            aria-label=label
            aria-invalid=text(move || error.with(|error| !error.is_empty()).to_string())
            aria-describedby=error_id.clone()
            prop:value=text(move || shown.get())
            // Half-typed text is not wrong yet; it is judged when the box is left.
            on:input=on(move |event: Event| drop(attempt(event_target_value(&event))))
            on:change=on(judge)
            on:keydown=on(step)
        />
        <p class="error" id=error_id role="status">
            {text(move || error.get())}
        </p>
    }
}

/// A list of words.
#[component]
fn Words(key: Key, id: String) -> impl IntoView {
    let page = Page::here();
    let spec = page.spec();
    let words = match key.parameter().kind {
        Kind::Choice(words) => words,
        _ => &[],
    };
    let options = words
        .iter()
        .map(|word| {
            let is_chosen = flag(move || spec.with(|spec| spec.text(key) == word.name));
            view! { <option value=word.name prop:selected=is_chosen>{word.label}</option> }
        })
        .collect_view();
    let choose = move |event: Event| {
        let name = event_target_value(&event);
        // The list offers nothing that the table refuses.
        page.edit(|spec| drop(spec.set(key, &name)));
    };
    view! { <select id=id on:change=on(choose)>{options}</select> }
}

/// The number of a parameter as text, with its unit.
#[component]
pub fn Shown(
    /// The parameter, a numeric one.
    key: Key,
) -> impl IntoView {
    let spec = Page::here().spec();
    let number = move || spec.with(|spec| spec.number(key).unwrap_or_default());
    text(move || format!("{} {}", Place(number()), key.parameter().unit))
}
