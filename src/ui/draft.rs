//! Text boxes: the typed text, the last valid value, and what is wrong with the text.

use leptos::ev::{Event, KeyboardEvent};
use leptos::prelude::*;

use super::erased::{on, text, watch};
use super::{Pace, Page};
use phasor_figures;
use phasor_figures::{Key, Spec};
use phasor_params::ParameterError;

/// The text that the reader types for a parameter. The last valid value stays in force. The text stays until the
/// reader corrects it or the value changes elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Typed {
    page: Page,
    key: Key,
    /// The text in the box.
    pub(super) entry: RwSignal<String>,
    /// What is wrong with the text.
    pub(super) error: RwSignal<String>,
}

impl Typed {
    pub(super) fn new(key: Key) -> Self {
        let page = Page::here();
        let valid = text(move || {
            page.spec().with(|spec| match spec.number(key) {
                // A box that flickers with digits can be neither read nor fitted.
                Some(number) if number.fract() != 0.0 && page.playing().get() => {
                    format!("{number:.1}")
                }
                _ => valid(spec, key),
            })
        });
        let mut before = valid.get_untracked();
        let typed = Self {
            page,
            key,
            entry: RwSignal::new(before.clone()),
            error: RwSignal::new(String::new()),
        };
        watch(move || {
            let now = valid.get();
            if now != before {
                typed.follow(&now);
                before = now;
            }
        });
        typed
    }

    /// Shows `now`, the new value of the parameter.
    fn follow(self, now: &str) {
        let mut parsed = self.page.spec().get_untracked();
        let is_read = self
            .entry
            .with_untracked(|entry| parsed.set(self.key, entry).is_ok());
        // If the typed text is the reason for the change, it stays as it is.
        if !is_read || self.page.spec().with_untracked(|spec| parsed != *spec) {
            self.entry.set(now.to_owned());
        }
        self.error.set(String::new());
    }

    /// Takes the typed text if it is valid.
    pub(super) fn attempt(self, typed: String) -> Result<(), ParameterError> {
        let mut wanted = self.page.spec().get_untracked();
        let result = wanted.set(self.key, &typed);
        self.entry.set(typed);
        if result.is_ok() {
            self.page.glide(Pace::Brisk, |spec| *spec = wanted);
            self.error.set(String::new());
        }
        result
    }

    /// Takes the typed text when the reader leaves the box, or shows what is wrong with it.
    pub(super) fn judge(self, typed: String) {
        self.page.set_typing(false);
        match self.attempt(typed) {
            Ok(()) => {
                let valid = |spec: &_| valid(spec, self.key);
                self.entry.set(self.page.spec().with_untracked(valid));
            }
            Err(invalid) => self.error.set(invalid.to_string()),
        }
    }

    /// Changes a number with the arrow keys up and down.
    fn step(self, event: &KeyboardEvent) {
        let Some(up) = up_or_down(event) else {
            return;
        };
        let key = self.key;
        let now = self.page.spec().with_untracked(|spec| spec.number(key));
        if let (Some(range), Some(now)) = (key.parameter().range(), now) {
            event.prevent_default();
            let wanted = range.stepped(now, up, event.shift_key());
            self.page
                .edit(|spec| phasor_figures::slide(spec, key, wanted));
        }
    }
}

/// Returns the value of a parameter as a box shows it.
fn valid(spec: &Spec, key: Key) -> String {
    match spec.number(key) {
        Some(number) => rounded(number).to_string(),
        None => spec.text(key),
    }
}

/// Rounds a number to the four decimals that a box shows.
pub(super) fn rounded(number: f64) -> f64 {
    // The multiplication would cost large whole numbers some digits.
    match number.fract() {
        0.0 => number,
        _ => (number * 1e4).round() / 1e4,
    }
}

/// Returns `true` for the arrow key up, `false` for the arrow key down, and `None` for any other key.
#[must_use]
pub fn up_or_down(event: &KeyboardEvent) -> Option<bool> {
    match event.key().as_str() {
        "ArrowUp" => Some(true),
        "ArrowDown" => Some(false),
        _ => None,
    }
}

/// A text box, with a line that says what is wrong with the text.
#[component]
pub(super) fn Draft(key: Key, id: String, label: String) -> impl IntoView {
    let typed = Typed::new(key);
    let (entry, error) = (typed.entry, typed.error);
    // The numeric keypad of a phone has no minus sign.
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
            prop:value=text(move || entry.get())
            // Half-typed text is not wrong yet, so errors appear only when the reader leaves the box.
            on:input=on(move |event: Event| {
                typed.page.set_typing(true);
                drop(typed.attempt(event_target_value(&event)));
            })
            on:change=on(move |event: Event| typed.judge(event_target_value(&event)))
            on:keydown=on(move |event: KeyboardEvent| typed.step(&event))
        />
        <p class="error" id=error_id role="status">
            {text(move || error.get())}
        </p>
    }
}
