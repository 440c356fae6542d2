//! What a figure shows, and how its keys change it.

use leptos::prelude::*;

use phasor_figures::FigureName;

/// The caption of the figure `name`, and its keys.
#[component]
pub(super) fn Help(name: FigureName) -> impl IntoView {
    view! {
        <p part="legend">{name.caption()}</p>
        <p class="keys">{name.keyboard()}</p>
    }
}
