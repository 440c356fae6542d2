//! Controls, generated from the figure's table of parameters.

use leptos::ev::{Event, KeyboardEvent};
use leptos::prelude::*;

use crate::ui::draft::up_or_down;
use crate::ui::erased::{flag, on, text, watch};
use phasor_figures::rotary::bulk_rope::{BulkKey, BulkSpec, MODELS};
use phasor_params::Accepts;

/// Buttons that take the sizes of a model.
#[component]
pub(super) fn Models(spec: RwSignal<BulkSpec>) -> impl IntoView {
    let buttons = MODELS.iter().map(|model| {
        let is_taken = text(move || (spec.with(BulkSpec::model) == Some(model)).to_string());
        let take = move |_| spec.update(|spec| spec.take(model));
        view! {
            <button type="button" aria-pressed=is_taken on:click=on(take)>{model.label}</button>
        }
    });
    view! {
        <div class="presets" role="group" aria-label="Models">
            <span>"queries of"</span>
            {buttons.collect_view()}
        </div>
    }
}

/// The control of a parameter.
#[component]
pub(super) fn Field(key: BulkKey, spec: RwSignal<BulkSpec>) -> impl IntoView {
    let row = key.parameter();
    let id = format!("bulk-{}", row.name);
    let label = view! { <label for=id.clone() title=row.help>{row.label}</label> };
    match row.accepts {
        Accepts::Choice(words) => {
            let options = words.iter().map(|word| {
                let is_chosen = flag(move || spec.with(|spec| spec.text(key) == word.name));
                view! { <option value=word.name prop:selected=is_chosen>{word.label}</option> }
            });
            let options = options.collect_view();
            let choose = move |event: Event| {
                let name = event_target_value(&event);
                // The choices come from the table, so the spec accepts each of them.
                spec.update(|spec| drop(spec.set(key, &name)));
            };
            let list = view! { <select id=id on:change=on(choose)>{options}</select> };
            view! { <div class="control">{label} {list}</div> }.into_any()
        }
        _ => view! { <div class="control">{label} <Number key id spec /></div> }.into_any(),
    }
}

/// A box for a number, with a line that says what is wrong with it. The last valid number stays in force.
#[component]
fn Number(key: BulkKey, id: String, spec: RwSignal<BulkSpec>) -> impl IntoView {
    let valid = text(move || spec.with(|spec| spec.text(key)));
    let entry = RwSignal::new(valid.get_untracked());
    let error = RwSignal::new(String::new());
    let mut before = valid.get_untracked();
    watch(move || {
        let now = valid.get();
        if now != before {
            before.clone_from(&now);
            entry.set(now);
            error.set(String::new());
        }
    });
    let judge = move |event: Event| {
        let typed = event_target_value(&event);
        let mut wanted = spec.get_untracked();
        let result = wanted.set(key, &typed);
        entry.set(typed);
        match result {
            Ok(()) => {
                spec.set(wanted);
                entry.set(valid.get_untracked());
                error.set(String::new());
            }
            Err(invalid) => error.set(invalid.to_string()),
        }
    };
    let step = move |event: KeyboardEvent| {
        let Some(up) = up_or_down(&event) else {
            return;
        };
        let now = spec.with_untracked(|spec| spec.number(key));
        if let (Accepts::Number(range), Some(now)) = (key.parameter().accepts, now) {
            event.prevent_default();
            let wanted = range.stepped(now, up, event.shift_key()).to_string();
            // A step beyond what the shape allows changes nothing.
            spec.update(|spec| drop(spec.set(key, &wanted)));
        }
    };
    let error_id = format!("{id}-error");
    view! {
        <input
            type="text"
            inputmode="decimal"
            id=id
            autocomplete="off"
            aria-invalid=text(move || error.with(|error| !error.is_empty()).to_string())
            aria-describedby=error_id.clone()
            prop:value=text(move || entry.get())
            on:change=on(judge)
            on:keydown=on(step)
        />
        <p class="error" id=error_id role="status">{text(move || error.get())}</p>
    }
}
