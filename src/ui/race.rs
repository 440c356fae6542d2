//! The buttons of a race: start, pause, step, cancel, save. Together with the figure of a race they are a chunk of the page's
//! program. The script that started the figure runs the races.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Float64Array, Uint32Array};
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlDivElement, HtmlElement};

use super::Page;
use super::erased::{flag, on, text};
use super::host::ask;
use super::stage::StageHandle;
use phasor_chunk::chunk;
use phasor_figures::length::training_race::buttons::{self, Act, BUTTONS, State};
use phasor_figures::length::training_race::{Course, Racer};
use phasor_figures::{Key, Spec, query};
use phasor_params::choice::Choice as _;

chunk!(fn mount_buttons(place: HtmlDivElement, stage: StageHandle) -> Box<dyn std::any::Any> {
    mount(place, stage)
} in "training-race" 1);

/// The event that asks for something to be done with a race.
const EVENT: &str = "phasor-race";

/// Puts the buttons of a race below the figure.
#[component]
pub(super) fn RaceButtons(stage: StageHandle) -> impl IntoView {
    let place = NodeRef::<leptos::html::Div>::new();
    let held = StoredValue::new_local(None::<Box<dyn std::any::Any>>);
    let owner = Owner::current();
    super::erased::watch(move || {
        if let (Some(place), Some(owner)) = (place.get(), &owner) {
            held.set_value(Some(owner.with(|| mount_buttons(place, stage))));
        }
    });
    view! { <div class="race" node_ref=place></div> }
}

/// Puts the buttons into a place. Dropping the returned value takes them out again.
fn mount(place: HtmlDivElement, stage: StageHandle) -> Box<dyn std::any::Any> {
    let here = place.clone();
    let element: HtmlElement = place.into();
    let view = mount_to(element, move || view! { <Buttons place=here stage /> });
    Box::new(view)
}

#[component]
fn Buttons(place: HtmlDivElement, stage: StageHandle) -> impl IntoView {
    let page = Page::here();
    // The race that was started last, and how far it is.
    let latest = RwSignal::new(None::<(Course, State)>);
    let trouble = RwSignal::new(String::new());
    let place = StoredValue::new_local(place);
    // `before` is the seed on show before a start.
    let act = move |act: Act, before: Option<u64>| {
        trouble.set(String::new());
        let spec = page.spec().get_untracked();
        let course = spec.course();
        let Some(keys) = stage.with_figure(|figure| figure.work_keys()) else {
            return;
        };
        let settings = query::format_some(&spec, keys);
        let before = Rc::new(Cell::new(before));
        let unreported = Rc::clone(&before);
        let give = Closure::<dyn FnMut(Float64Array)>::new(move |numbers: Float64Array| {
            unreported.set(None);
            stage.take_work(&settings, &numbers.to_vec());
        });
        let report =
            Closure::<dyn FnMut(String, String)>::new(move |now: String, sentence: String| {
                let now = State::from_name(&now).map(|state| (course, state));
                // A race that could not start leaves what was on show before.
                let failed = now.is_none() && !sentence.is_empty();
                if failed && let Some(seed) = before.take() {
                    page.edit(|spec| spec.set_nearest(Key::Seed, seed as f64));
                }
                // The figure may be gone by now.
                let _ = latest.try_set(now);
                let _ = trouble.try_set(sentence);
            });
        let numbers = Float64Array::from(course.to_numbers().as_slice());
        let racers: Vec<u32> = Racer::in_turn(spec.choice())
            .map(|racer| racer.place() as u32)
            .collect();
        let detail: [(&str, JsValue); 7] = [
            ("act", act.name().into()),
            ("course", numbers.into()),
            ("racers", Uint32Array::from(racers.as_slice()).into()),
            ("base", spec.text(Key::Base).into()),
            ("needsText", course.task.needs_text().into()),
            ("give", give.into_js_value()),
            ("report", report.into_js_value()),
        ];
        place.with_value(|place| ask(place, EVENT, &detail));
    };
    let current = move || page.spec().with(Spec::course);
    let state = Signal::derive(move || match latest.get() {
        Some((course, state)) if course == current() => Some(state),
        _ => None,
    });
    let is_other = move || {
        let ends = |(course, state)| course != current() && state != State::Done;
        latest.get().is_some_and(ends)
    };
    let go = text(move || {
        page.spec()
            .with(|spec| buttons::first_label(state.get(), spec))
    });
    let press = move || {
        let state = state.get_untracked();
        match buttons::first_act(state) {
            Act::Start => {
                let before = page.spec().with_untracked(Spec::course).seed;
                page.edit(|spec| buttons::set_to_start(spec, state));
                act(Act::Start, Some(before));
            }
            other => act(other, None),
        }
    };
    // A link or a script can play any figure. This one has no clock; it starts its race.
    super::erased::watch(move || {
        if page.playing().get() {
            page.set_playing(false);
            if buttons::first_act(state.get_untracked()) == Act::Start {
                press();
            }
        }
    });
    let others = BUTTONS.map(|button| {
        let is_idle = flag(move || {
            let state = state.get();
            state.is_none_or(|state| !button.offered.contains(&state))
        });
        view! {
            <button type="button" prop:hidden=is_idle on:click=on(move |_| act(button.act, None))>{button.label}</button>
        }
    });
    let sentence = text(move || buttons::sentence(state.get(), is_other).to_owned());
    view! {
        <div class="acts" role="group" aria-label="Race">
            <button type="button" class="go" on:click=on(move |_| press())>{go}</button>
            {others.into_iter().collect_view()}
            <span class="still" role="status">{sentence}</span>
        </div>
        <p class="error" role="alert">{text(move || trouble.get())}</p>
    }
}
