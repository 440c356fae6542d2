//! Sharing a figure: the script that started the figure fills a place with links and files.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::Page;
use super::erased::watch;
use super::host::ask;
use super::stage::StageHandle;
use phasor_figures::{FigureName, query};

/// The event that requests the contents, again whenever the figure comes to rest in another state.
const EVENT: &str = "phasor-share";

/// A place for links to the figure in its current state, and for files of it.
#[component]
pub(super) fn Share(stage: StageHandle, name: FigureName) -> impl IntoView {
    let page = Page::here();
    let place = NodeRef::<html::Div>::new();
    watch(move || {
        page.rested().track();
        let theme = stage.theme().with(|theme| theme.scheme().name());
        let Some(place) = place.get() else {
            return;
        };
        let query = page.spec().with_untracked(query::format);
        let details: [(&str, JsValue); 4] = [
            ("figure", name.name().into()),
            ("query", query.into()),
            ("theme", theme.into()),
            ("width", stage.width().into()),
        ];
        ask(&place, EVENT, &details);
    });
    view! { <div class="share" node_ref=place></div> }
}
