//! Play, pause, step, scrub, speed: the same clock for every figure.

use leptos::prelude::*;

use super::Page;
use super::control::{Shown, Slider};
use super::erased::{on, text};
use crate::config::Key;
use crate::figure::FigureName;

const STEP_BACK: &str = "M15 5 7 12l8 7zM5 5v14";
const STEP_ON: &str = "M9 5l8 7-8 7zM19 5v14";
const PLAY: &str = "M8 5l11 7-11 7z";
const PAUSE: &str = "M8 5v14M16 5v14";

const STILL: &str = "Your system asks for less motion, so nothing plays by itself: step or scrub.";

/// The buttons and sliders of the clock under the figure `name`.
#[component]
pub(super) fn Transport(name: FigureName) -> impl IntoView {
    let page = Page::here();
    let playing = page.playing();
    let step = move |by: f64| {
        page.set_playing(false);
        page.edit(|spec| spec.step(by));
    };
    let id = name.name();
    let label = text(move || if playing.get() { "Pause" } else { "Play" }.to_owned());
    let icon = text(move || if playing.get() { PAUSE } else { PLAY }.to_owned());
    let still = text(move || if page.is_still().get() { STILL } else { "" }.to_owned());
    view! {
        <div class="transport" role="group" aria-label="Animation">
            <button type="button" aria-label="Step back" title="Step back" on:click=on(move |_| step(-1.0))>
                {icon_view(STEP_BACK.to_owned().into())}
            </button>
            <button
                type="button"
                class="play"
                aria-label=label
                title=label
                prop:disabled=page.is_still()
                aria-describedby=format!("{id}-still")
                on:click=on(move |_| page.set_playing(!playing.get_untracked()))
            >
                {icon_view(icon)}
            </button>
            <button type="button" aria-label="Step on" title="Step on" on:click=on(move |_| step(1.0))>
                {icon_view(STEP_ON.to_owned().into())}
            </button>
            <div class="scrub">
                <Slider key=Key::Position id=format!("{id}-scrub") label="Scrub the position" />
            </div>
            <div class="speed">
                <label for=format!("{id}-speed")>"speed " <Shown key=Key::Speed /></label>
                <Slider key=Key::Speed id=format!("{id}-speed") label="Speed" />
            </div>
        </div>
        <p class="still" id=format!("{id}-still")>
            {still}
        </p>
    }
}

fn icon_view(path: Signal<String>) -> impl IntoView {
    view! {
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d=path />
        </svg>
    }
}
