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
use phasor_figures::length::training_race::{Course, RaceTask, Racer, stored};
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

/// How far a race is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Running,
    Paused,
    Done,
}

impl State {
    /// Returns the state with that name; `None` if there is no race any more.
    fn named(name: &str) -> Option<Self> {
        match name {
            "running" => Some(Self::Running),
            "paused" => Some(Self::Paused),
            "done" => Some(Self::Done),
            _ => None,
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Self::Running => "Training on this device. Each is tested 20 times on the way.",
            Self::Paused => "Paused. Step trains each a little further.",
            Self::Done => "Done. Earlier races stay as pale lines.",
        }
    }
}

/// Returns the seed after that of a spec; the last one follows itself.
fn next_seed(spec: &Spec) -> u64 {
    let mut next = spec.clone();
    next.step_key(Key::Seed, 1.0);
    next.course().seed
}

/// The racers in the order in which a weak device trains them, after the one in focus.
const FIRST: [Racer; 6] = [
    Racer::Rope,
    Racer::T5,
    Racer::Learned,
    Racer::Alibi,
    Racer::Sinusoidal,
    Racer::None,
];

/// Returns the places of the racers, that of the one in focus first.
fn racers(focus: Racer) -> Vec<u32> {
    let others = FIRST.into_iter().filter(|racer| *racer != focus);
    let all = std::iter::once(focus).chain(others);
    all.map(|racer| racer.place() as u32).collect()
}

#[component]
fn Buttons(place: HtmlDivElement, stage: StageHandle) -> impl IntoView {
    let page = Page::here();
    // The race that was started last, and how far it is.
    let latest = RwSignal::new(None::<(Course, State)>);
    let trouble = RwSignal::new(String::new());
    let place = StoredValue::new_local(place);
    // `before` is the seed on show before a start.
    let act = move |act: &'static str, before: Option<u64>| {
        trouble.set(String::new());
        let spec = page.spec().get_untracked();
        let course = spec.course();
        let Some(keys) = stage.with_figure(|figure| figure.work_keys()) else {
            return;
        };
        let asked = query::format_some(&spec, keys);
        let before = Rc::new(Cell::new(before));
        let unreported = Rc::clone(&before);
        let give = Closure::<dyn FnMut(Float64Array)>::new(move |numbers: Float64Array| {
            unreported.set(None);
            stage.take_work(&asked, &numbers.to_vec());
        });
        let tell =
            Closure::<dyn FnMut(String, String)>::new(move |now: String, sentence: String| {
                let now = State::named(&now).map(|state| (course, state));
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
        let racers = Uint32Array::from(racers(spec.choice()).as_slice());
        let detail: [(&str, JsValue); 7] = [
            ("act", act.into()),
            ("course", numbers.into()),
            ("racers", racers.into()),
            ("base", spec.text(Key::Base).into()),
            ("needsText", (course.task == RaceTask::Next).into()),
            ("give", give.into_js_value()),
            ("tell", tell.into_js_value()),
        ];
        place.with_value(|place| ask(place, EVENT, &detail));
    };
    let shown = move || page.spec().with(Spec::course);
    let state = Signal::derive(move || match latest.get() {
        Some((course, state)) if course == shown() => Some(state),
        _ => None,
    });
    let is_other = move || {
        let ends = |(course, state)| course != shown() && state != State::Done;
        latest.get().is_some_and(ends)
    };
    let go = text(move || match state.get() {
        None => "Start".to_owned(),
        Some(State::Running) => "Pause".to_owned(),
        Some(State::Paused) => "Resume".to_owned(),
        Some(State::Done) => format!("Race with seed {}", page.spec().with(next_seed)),
    });
    let start = move |seed: u64| {
        let before = page.spec().with_untracked(Spec::course).seed;
        page.edit(|spec| {
            spec.set_nearest(Key::Seed, seed as f64);
            // All of the new race is shown.
            spec.set_nearest(Key::Progress, 100.0);
        });
        act("start", Some(before));
    };
    let press = move |_| match state.get_untracked() {
        None => {
            let course = page.spec().with_untracked(Spec::course);
            // The stored race is on show already, so the reader's is another one.
            match course == stored::course(course.task) {
                true => start(page.spec().with_untracked(next_seed)),
                false => start(course.seed),
            }
        }
        Some(State::Done) => start(page.spec().with_untracked(next_seed)),
        Some(State::Running) => act("pause", None),
        Some(State::Paused) => act("resume", None),
    };
    let is_not = move |states: &'static [State]| {
        flag(move || state.get().is_none_or(|state| !states.contains(&state)))
    };
    let said = text(move || {
        let said = match state.get() {
            None if is_other() => "Start ends the race with the earlier settings.",
            None => "Trains six transformers on this device, in about a minute.",
            Some(state) => state.sentence(),
        };
        said.to_owned()
    });
    view! {
        <div class="acts" role="group" aria-label="Race">
            <button type="button" class="go" on:click=on(press)>{go}</button>
            <button type="button" prop:hidden=is_not(&[State::Paused]) on:click=on(move |_| act("step", None))>
                "Step"
            </button>
            <button
                type="button"
                prop:hidden=is_not(&[State::Running, State::Paused])
                on:click=on(move |_| act("cancel", None))
            >
                "Cancel"
            </button>
            <button
                type="button"
                prop:hidden=is_not(&[State::Paused, State::Done])
                on:click=on(move |_| act("save", None))
            >
                "Save this racer"
            </button>
            <span class="still" role="status">{said}</span>
        </div>
        <p class="error" role="alert">{text(move || trouble.get())}</p>
    }
}
