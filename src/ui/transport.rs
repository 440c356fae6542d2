//! The controls of the clock, the same for every figure: play, pause, step, scrub.

use leptos::prelude::*;

use super::control::Slider;
use super::draft::Draft;
use super::erased::{on, text};
use super::{Pace, Page};
use phasor_figures::{FigureName, Key};

const STEP_BACK: &str = "M15 5 7 12l8 7zM5 5v14";
const STEP_ON: &str = "M9 5l8 7-8 7zM19 5v14";
const PLAY: &str = "M8 5l11 7-11 7z";
const PAUSE: &str = "M8 5v14M16 5v14";

const STILL: &str = "Your system asks for reduced motion, so nothing plays. Step or scrub instead.";

/// The controls of the clock of the figure `name`.
#[component]
pub(super) fn Transport(name: FigureName) -> impl IntoView {
    let id = name.name();
    let label = Key::Position.parameter().label;
    view! {
        <div class="transport" role="group" aria-label="Animation">
            <Play scope=id />
            <Steps />
            <div class="control">
                <label for=format!("{id}-place")>{label}</label>
                <Draft
                    key=Key::Position
                    id=format!("{id}-place")
                    label=format!("{label}, as a number")
                />
                <Slider key=Key::Position id=format!("{id}-scrub") label="Scrub the position" />
            </div>
        </div>
        <Still scope=id />
    }
}

/// Why nothing plays, if the user asked for reduced motion.
#[component]
pub fn Still(
    /// The prefix that makes the identifiers unique on the page.
    scope: &'static str,
) -> impl IntoView {
    let page = Page::here();
    let still = text(move || if page.is_still().get() { STILL } else { "" }.to_owned());
    view! {
        <p class="still" id=format!("{scope}-still")>
            {still}
        </p>
    }
}

/// The button that starts and stops the clock. [`Still`] of the same `scope` says why it is disabled.
#[component]
pub fn Play(
    /// The prefix that makes the identifiers unique on the page.
    scope: &'static str,
) -> impl IntoView {
    let page = Page::here();
    let playing = page.playing();
    let label = text(move || if playing.get() { "Pause" } else { "Play" }.to_owned());
    let icon = text(move || if playing.get() { PAUSE } else { PLAY }.to_owned());
    view! {
        <button
            type="button"
            class="play"
            aria-label=label
            title=label
            prop:disabled=page.is_still()
            aria-describedby=format!("{scope}-still")
            on:click=on(move |_| page.set_playing(!playing.get_untracked()))
        >
            {icon_view(icon)}
        </button>
    }
}

/// The buttons for one token back and one token forward.
#[component]
pub fn Steps() -> impl IntoView {
    let page = Page::here();
    let button = |label: &'static str, icon: &str, by: f64| {
        let step = move |_| {
            page.set_playing(false);
            page.glide(Pace::Brisk, |spec| spec.step(by));
        };
        view! {
            <button type="button" aria-label=label title=label on:click=on(step)>
                {icon_view(icon.to_owned().into())}
            </button>
        }
    };
    view! {
        <div class="steps">
            {button("Step back", STEP_BACK, -1.0)} {button("Step forward", STEP_ON, 1.0)}
        </div>
    }
}

fn icon_view(path: Signal<String>) -> impl IntoView {
    view! {
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d=path />
        </svg>
    }
}
