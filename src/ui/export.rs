//! Buttons that ask for the figure or its numbers as a file.

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;

use super::Page;
use super::erased::{on, text};
use super::host::ask;
use super::stage::StageHandle;
use crate::config::query;
use crate::figure::FigureName;

/// The endings of the files, as the event says them.
const FORMATS: [&str; 4] = ["png", "svg", "csv", "json"];

/// The event that asks for a file; whoever started the figure loads the program that makes it.
const EVENT: &str = "phasor-file";

/// Buttons that save the figure as it is now.
#[component]
pub(super) fn Export(stage: StageHandle, name: FigureName) -> impl IntoView {
    let page = Page::here();
    let trouble = RwSignal::new(String::new());
    let buttons = FORMATS.map(|format| {
        let save = move |event: web_sys::MouseEvent| {
            let query = page.spec().with_untracked(query::format);
            let theme = stage.theme().get_untracked().scheme().name();
            let asked: [(&str, JsValue); 6] = [
                ("figure", name.name().into()),
                ("query", query.into()),
                ("theme", theme.into()),
                ("width", stage.width().into()),
                ("format", format.into()),
                ("told", told(trouble)),
            ];
            if let Some(target) = event.target() {
                ask(&target, EVENT, &asked);
            }
        };
        let ending = format.to_ascii_uppercase();
        view! {
            <button type="button" aria-label=format!("Save as {ending}") on:click=on(save)>
                {ending.clone()}
            </button>
        }
    });
    view! {
        <div class="export" role="group" aria-label="Save the figure">
            {buttons}
        </div>
        <p class="error" role="status">{text(move || trouble.get())}</p>
    }
}

/// A function that is told why there is no file, or nothing once there is one.
fn told(trouble: RwSignal<String>) -> JsValue {
    Closure::once_into_js(move |sentence: String| {
        // The figure may be gone by then.
        let _ = trouble.try_set(sentence);
    })
}
