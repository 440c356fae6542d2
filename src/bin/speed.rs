//! The figure of bulk RoPE: mounts it where the static page leaves room for it.

use leptos::prelude::*;
use phasor::speed::BulkFigure;
use wasm_bindgen::JsCast as _;

fn main() {
    if let Some(place) = document().get_element_by_id("bulk-figure") {
        place.set_inner_html("");
        mount_to(place.unchecked_into(), || view! { <BulkFigure /> }).forget();
    }
}
