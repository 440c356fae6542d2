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

/// The race of a figure, as its buttons see it.
#[derive(Clone, Copy)]
struct Race {
    page: Page,
    stage: StageHandle,
    place: StoredValue<HtmlDivElement, LocalStorage>,
    /// The race that was started last, and how far it is.
    latest: RwSignal<Option<(Course, State)>>,
    trouble: RwSignal<String>,
}

impl Race {
    fn new(place: HtmlDivElement, stage: StageHandle) -> Self {
        Self {
            page: Page::here(),
            stage,
            place: StoredValue::new_local(place),
            latest: RwSignal::new(None),
            trouble: RwSignal::new(String::new()),
        }
    }

    fn course(self) -> Course {
        self.page.spec().with(Spec::course)
    }

    /// Returns how far the race on show is, if it was started.
    fn state(self) -> Option<State> {
        let latest = self.latest.get();
        let (_, state) = latest.filter(|(course, _)| *course == self.course())?;
        Some(state)
    }

    /// Returns whether a race with other settings is not at its end.
    fn is_other(self) -> bool {
        let latest = self.latest.get();
        latest.is_some_and(|(course, state)| course != self.course() && state != State::Done)
    }

    /// Does what the first button offers in this state.
    fn press(self, state: Option<State>) {
        match buttons::first_act(state) {
            Act::Start => {
                let before = self.page.spec().with_untracked(Spec::course).seed;
                self.page.edit(|spec| buttons::set_to_start(spec, state));
                self.act(Act::Start, Some(before));
            }
            other => self.act(other, None),
        }
    }

    /// Asks the page for something. `before` is the seed on show before a start.
    fn act(self, act: Act, before: Option<u64>) {
        self.trouble.set(String::new());
        let spec = self.page.spec().get_untracked();
        let course = spec.course();
        let Some(keys) = self.stage.with_figure(|figure| figure.work_keys()) else {
            return;
        };
        let settings = query::format_some(&spec, keys);
        let before = Rc::new(Cell::new(before));
        let unreported = Rc::clone(&before);
        let give = Closure::<dyn FnMut(Float64Array)>::new(move |numbers: Float64Array| {
            unreported.set(None);
            self.stage.take_work(&settings, &numbers.to_vec());
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
            ("report", self.reporter(course, before).into_js_value()),
        ];
        self.place.with_value(|place| ask(place, EVENT, &detail));
    }

    /// Returns what receives the state of a race, and a sentence about what went wrong.
    fn reporter(
        self,
        course: Course,
        before: Rc<Cell<Option<u64>>>,
    ) -> Closure<dyn FnMut(String, String)> {
        Closure::new(move |now: String, sentence: String| {
            let now = State::from_name(&now).map(|state| (course, state));
            // A race that could not start leaves what was on show before.
            let failed = now.is_none() && !sentence.is_empty();
            if failed && let Some(seed) = before.take() {
                self.page
                    .edit(|spec| spec.set_nearest(Key::Seed, seed as f64));
            }
            // The figure may be gone by now.
            let _ = self.latest.try_set(now);
            let _ = self.trouble.try_set(sentence);
        })
    }
}

#[component]
fn Buttons(place: HtmlDivElement, stage: StageHandle) -> impl IntoView {
    let race = Race::new(place, stage);
    let state = Signal::derive(move || race.state());
    let go = text(move || {
        race.page
            .spec()
            .with(|spec| buttons::first_label(state.get(), spec))
    });
    super::erased::watch(move || {
        let is_requested = race.page.take_race_request();
        let state = state.get_untracked();
        if is_requested && buttons::first_act(state) == Act::Start {
            race.press(state);
        }
    });
    let others = BUTTONS.map(|button| {
        let is_idle = flag(move || {
            let state = state.get();
            state.is_none_or(|state| !button.offered.contains(&state))
        });
        view! {
            <button type="button" prop:hidden=is_idle on:click=on(move |_| race.act(button.act, None))>{button.label}</button>
        }
    });
    let sentence = text(move || buttons::sentence(state.get(), || race.is_other()).to_owned());
    view! {
        <div class="acts" role="group" aria-label="Race">
            <button type="button" class="go" on:click=on(move |_| race.press(state.get_untracked()))>{go}</button>
            {others.into_iter().collect_view()}
            <span class="still" role="status">{sentence}</span>
        </div>
        <p class="error" role="alert">{text(move || race.trouble.get())}</p>
    }
}
