//! The buttons for settings worth a look.

use leptos::prelude::*;

use super::erased::on;
use super::{Pace, Page};
use phasor_figures::{FigureName, query};

/// Settings worth a look.
#[component]
pub(super) fn Presets(name: FigureName) -> impl IntoView {
    let page = Page::here();
    let buttons = name.presets().iter().map(|preset| {
        let apply = move |_| {
            page.set_playing(false);
            // A test parses every preset, so there are no errors to report.
            page.glide(Pace::Brisk, |spec| drop(query::apply(spec, preset.query)));
        };
        view! {
            <button type="button" data-query=preset.query on:click=on(apply)>{preset.label}</button>
        }
    });
    view! {
        <div class="presets" part="presets" role="group" aria-label="Examples">
            {buttons.collect_view()}
        </div>
    }
}
