//! The model on the reader's device: what loads it, and the text and the options that the reader types. This is a chunk of the
//! page's program, loaded when a reader asks for it, so its constant texts are in braces (docs/loading.md). The script that
//! started the figure runs the model.

use std::any::Any;

use js_sys::{Array, Float64Array, Reflect};
use leptos::ev::Event;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlDivElement, HtmlElement, HtmlInputElement};

use super::Page;
use super::erased::{flag, on, text, watch};
use super::host::{ask, ask_for_chunk};
use super::stage::StageHandle;
use phasor_chunk::chunk;
use phasor_figures::length::real_model::{Answer, Live, ModelTest, Question, Typed};
use phasor_figures::query;
use phasor_params::choice::Choice as _;

chunk!(fn fill_model(place: HtmlDivElement, stage: StageHandle) -> Box<dyn Any> {
    fill(place, stage)
} in "live-model" 0);

/// Which files may be a model.
const OWN_FILES: &str =
    "Your own is a .gguf file, or config.json, tokenizer.json and all .safetensors files together.";

/// The event that asks for something to be done with the model.
const EVENT: &str = "phasor-model";

/// The button below the figure that offers to run a model, and the place for what runs it.
#[component]
pub(super) fn LiveModel(stage: StageHandle) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let filled = StoredValue::new_local(None::<Box<dyn Any>>);
    let is_open = RwSignal::new(false);
    let owner = Owner::current();
    let open = move |_| {
        let (Some(place), Some(owner)) = (place.get_untracked(), owner.clone()) else {
            return;
        };
        ask_for_chunk(&place.clone(), "live-model", move || {
            // By then, the figure may be gone, or a second press has come first.
            if !filled.is_disposed() && !is_open.get_untracked() {
                is_open.set(true);
                filled.set_value(Some(owner.with(|| fill_model(place, stage))));
            }
        });
    };
    let is_open = flag(move || is_open.get());
    view! {
        <div class="live" node_ref=place>
            <div class="acts" prop:hidden=is_open>
                <button type="button" on:click=on(open)>{"Run it here…"}</button>
                <span class="still idle">{"Any text and any setting, by SmolLM2-135M or by your own model."}</span>
            </div>
        </div>
    }
}

/// Puts what runs a model into a place, and the focus on its first button. Dropping the returned value takes it out again.
fn fill(place: HtmlDivElement, stage: StageHandle) -> Box<dyn Any> {
    let here = place.clone();
    let element: HtmlElement = place.clone().into();
    let view = mount_to(
        element,
        move || view! { <Parts device=Device::new(here, stage) /> },
    );
    if let Ok(Some(first)) = place.query_selector("button.go") {
        // If the focus does not move, the reader reaches the button with one more key press.
        let _ = first.unchecked_into::<HtmlElement>().focus();
    }
    Box::new(view)
}

/// How far a model is.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Phase {
    /// There is none.
    Absent,
    /// It loads; so much is there, from 0 to 1.
    Loading(f64),
    /// It waits for a question.
    Ready,
    /// It answers; so much is done, from 0 to 1.
    Answering(f64),
}

impl Phase {
    /// Returns the phase with the name that the script gives it.
    fn of(name: &str, share: f64) -> Self {
        match name {
            "loading" => Self::Loading(share),
            "ready" => Self::Ready,
            "answering" => Self::Answering(share),
            _ => Self::Absent,
        }
    }

    fn is_loaded(self) -> bool {
        matches!(self, Self::Ready | Self::Answering(_))
    }
}

/// The model beside a figure, and what the reader has typed.
#[derive(Clone, Copy)]
struct Device {
    page: Page,
    stage: StageHandle,
    place: StoredValue<HtmlDivElement, LocalStorage>,
    phase: RwSignal<Phase>,
    /// The name of the model.
    name: RwSignal<String>,
    /// How long the last answer took, in milliseconds.
    millis: RwSignal<f64>,
    trouble: RwSignal<String>,
    typed: RwSignal<Typed>,
    /// Whether the model of the site is kept on the device; `None` for the reader's own.
    is_saved: RwSignal<Option<bool>>,
    /// Whether the model runs on the GPU; `None` if the browser has no way to a GPU.
    is_on_gpu: RwSignal<Option<bool>>,
}

impl Device {
    fn new(place: HtmlDivElement, stage: StageHandle) -> Self {
        let device = Self {
            page: Page::here(),
            stage,
            place: StoredValue::new_local(place),
            phase: RwSignal::new(Phase::Absent),
            name: RwSignal::new(String::new()),
            millis: RwSignal::new(0.0),
            trouble: RwSignal::new(String::new()),
            typed: RwSignal::new(Typed::default()),
            is_saved: RwSignal::new(None),
            is_on_gpu: RwSignal::new(None),
        };
        device.follow_controls();
        device.follow_questions();
        device
    }

    /// Returns the question of the controls and of what the reader has typed.
    fn question(self) -> Question {
        let typed = self.typed.get();
        self.page.spec().with(|spec| Question {
            typed,
            ..Question::of(spec)
        })
    }

    /// A control that chooses another text or another change takes the place of what was typed.
    fn follow_controls(self) {
        let spec = self.page.spec();
        let mut before = None::<Question>;
        watch(move || {
            let now = spec.with(Question::of);
            if let Some(before) = before.replace(now.clone()) {
                let is_same_text = (before.test, before.prompt) == (now.test, now.prompt);
                let is_same_change = before.options() == now.options();
                if !is_same_text || !is_same_change {
                    self.typed.update(|typed| {
                        typed.text = typed.text.take().filter(|_| is_same_text);
                        typed.options = typed.options.take().filter(|_| is_same_change);
                    });
                }
            }
        });
    }

    /// Asks the model whenever the question changes.
    fn follow_questions(self) {
        let is_loaded = Memo::new(move |_| self.phase.get().is_loaded());
        let question = Memo::new(move |_| self.question());
        watch(move || {
            let question = question.get();
            if is_loaded.get() && question.test != ModelTest::Length {
                self.ask(&question);
            }
        });
    }

    fn ask(self, question: &Question) {
        let keys: Vec<_> = self.stage.name.own_keys().to_vec();
        let spec = self.page.spec();
        let settings = spec.with_untracked(|spec| query::format_some(spec, &keys));
        let typed = question.typed.clone();
        let name = self.name.get_untracked();
        let give =
            Closure::<dyn FnMut(Float64Array, f64)>::new(move |numbers: Float64Array, millis| {
                if let Some(answer) = Answer::from_numbers(&numbers.to_vec()) {
                    let live = Live {
                        settings: settings.clone(),
                        model: name.clone(),
                        typed: typed.clone(),
                        answer,
                    };
                    self.show(live.to_numbers());
                    let _ = self.millis.try_set(millis);
                }
            });
        self.send(&[
            ("act", "ask".into()),
            ("test", question.test.word().name.into()),
            ("text", question.text().into()),
            ("options", question.options().into()),
            ("give", give.into_js_value()),
        ]);
    }

    /// Loads a model: that of the site, or that of the reader's files.
    fn load(self, files: &Array) {
        type Report = dyn FnMut(String, f64, String, String, Option<bool>, Option<bool>);
        let report = Closure::<Report>::new(
            move |now: String,
                  share: f64,
                  name: String,
                  sentence: String,
                  is_saved: Option<bool>,
                  is_on_gpu: Option<bool>| {
                let phase = Phase::of(&now, share);
                if phase == Phase::Absent {
                    // The stored answers come back.
                    self.show(Vec::new());
                    let _ = self.typed.try_set(Typed::default());
                }
                // The figure may be gone by now.
                let _ = self.name.try_set(name);
                let _ = self.trouble.try_set(sentence);
                let _ = self.is_saved.try_set(is_saved);
                let _ = self.is_on_gpu.try_set(is_on_gpu);
                let _ = self.phase.try_set(phase);
            },
        );
        self.send(&[
            ("act", "load".into()),
            ("files", files.into()),
            ("report", report.into_js_value()),
        ]);
    }

    /// Moves the model to the GPU or back to the processor, and asks it again, so that the reader sees how long it takes there.
    fn use_gpu(self, is_wanted: bool) {
        self.is_on_gpu.set(Some(is_wanted));
        self.send(&[("act", "move".into()), ("usesGpu", is_wanted.into())]);
        let question = untrack(|| self.question());
        if question.test != ModelTest::Length {
            self.ask(&question);
        }
    }

    /// Has the figure show an answer, and files that are saved from it.
    fn show(self, numbers: Vec<f64>) {
        self.page.fade();
        self.stage.take_work("", &numbers);
        self.page.set_answer(numbers);
    }

    /// Says what the model does, or which files may be one.
    fn status(self) -> String {
        match self.phase.get() {
            Phase::Absent => OWN_FILES.to_owned(),
            Phase::Loading(_) => "The model is loading.".to_owned(),
            Phase::Answering(_) => "Computing.".to_owned(),
            Phase::Ready => {
                let place = match self.is_on_gpu.get() {
                    Some(true) => " on the GPU",
                    _ => "",
                };
                let secs = self.millis.get() / 1000.0;
                format!("{}: {secs:.1} s{place}.", self.name.get())
            }
        }
    }

    fn send(self, detail: &[(&str, JsValue)]) {
        self.place.with_value(|place| ask(place, EVENT, detail));
    }
}

#[component]
fn Parts(device: Device) -> impl IntoView {
    let phase = device.phase;
    view! {
        <Load device />
        <progress
            aria-label="Progress"
            max="1"
            prop:hidden=flag(move || matches!(phase.get(), Phase::Absent | Phase::Ready))
            prop:value=Signal::derive(move || match phase.get() {
                Phase::Loading(share) | Phase::Answering(share) => share,
                _ => 0.0,
            })
        ></progress>
        <Fields device />
        <p class="error" role="alert">{text(move || device.trouble.get())}</p>
    }
}

/// The buttons that load a model, and end it.
#[component]
fn Load(device: Device) -> impl IntoView {
    let phase = device.phase;
    let is_loading = flag(move || phase.get() != Phase::Absent);
    let is_absent = flag(move || phase.get() == Phase::Absent);
    let choose = move |event: Event| {
        let input: HtmlInputElement = event_target(&event);
        // The list of the input does not survive the next line; with that, the same files may be chosen again.
        let files = Reflect::get(&input, &"files".into()).expect("an input for files holds a list");
        device.load(&Array::from(&files));
        input.set_value("");
    };
    let end = move |_| device.send(&[("act", "end".into())]);
    let end_label = text(move || match phase.get() {
        Phase::Loading(_) => "Cancel".to_owned(),
        _ => "Back to the stored answers".to_owned(),
    });
    view! {
        <div class="acts" role="group" aria-label="Model on this device">
            <button type="button" class="go" prop:hidden=is_loading on:click=on(move |_| device.load(&Array::new()))>
                {"Load SmolLM2-135M (98 MB)"}
            </button>
            <label class="file" prop:hidden=is_loading>
                <input
                    type="file"
                    multiple
                    accept=".gguf,.safetensors,.json"
                    on:change=on(choose)
                />
                <span>{"Your own model…"}</span>
            </label>
            <button type="button" prop:hidden=is_absent on:click=on(end)>{end_label}</button>
            <Store device />
            <GpuChoice device />
            <span class="still" role="status" class:idle=is_absent>{text(move || device.status())}</span>
        </div>
    }
}

/// The buttons that keep the model of the site for the next visit, or delete it.
#[component]
fn Store(device: Device) -> impl IntoView {
    let phase = device.phase;
    let is_not = move |saved: bool| {
        flag(move || device.is_saved.get() != Some(saved) || !phase.get().is_loaded())
    };
    let keep = move |_| device.send(&[("act", "keep".into())]);
    let forget = move |_| device.send(&[("act", "forget".into())]);
    view! {
        <button type="button" prop:hidden=is_not(false) on:click=on(keep)>
            {"Keep it on this device (98 MB)"}
        </button>
        <button type="button" prop:hidden=is_not(true) on:click=on(forget)>
            {"Delete it from this device"}
        </button>
    }
}

/// The box that moves a loaded model to the GPU and back.
#[component]
fn GpuChoice(device: Device) -> impl IntoView {
    let is_hidden =
        flag(move || device.is_on_gpu.get().is_none() || !device.phase.get().is_loaded());
    let is_on_gpu = flag(move || device.is_on_gpu.get() == Some(true));
    let choose = move |event: Event| device.use_gpu(event_target_checked(&event));
    view! {
        <label class="gpu" prop:hidden=is_hidden>
            <input type="checkbox" prop:checked=is_on_gpu on:change=on(choose) />
            {"on the GPU"}
        </label>
    }
}

/// The text and the options.
#[component]
fn Fields(device: Device) -> impl IntoView {
    let id = device.stage.name.name();
    let question = Signal::derive(move || device.question());
    let is_absent = flag(move || {
        !device.phase.get().is_loaded()
            || question.with(|question| question.test == ModelTest::Length)
    });
    let has_no_text = flag(move || question.with(|question| question.test == ModelTest::Copying));
    let type_text = move |event: Event| {
        let text = event_target_value(&event);
        device.typed.update(|typed| typed.text = Some(text));
    };
    let type_options = move |event: Event| {
        let options = event_target_value(&event).trim().to_owned();
        device.typed.update(|typed| typed.options = Some(options));
    };
    view! {
        <div class="fields" prop:hidden=is_absent>
            <label for=format!("{id}-text") prop:hidden=has_no_text>{"your text"}</label>
            <textarea
                id=format!("{id}-text")
                rows="2"
                prop:hidden=has_no_text
                prop:value=text(move || question.with(|question| question.text().to_owned()))
                on:input=on(type_text)
            ></textarea>
            <label for=format!("{id}-options")>{"options of phasor run"}</label>
            <input
                type="text"
                id=format!("{id}-options")
                spellcheck="false"
                autocapitalize="off"
                placeholder="none: as published"
                prop:value=text(move || question.with(Question::options))
                on:change=on(type_options)
            />
        </div>
    }
}
