//! The web page: mounts the Lab where the static page leaves room for it.

use leptos::prelude::*;
use phasor::app::Lab;
use wasm_bindgen::JsCast as _;

fn main() {
    if let Some(place) = document().get_element_by_id("lab") {
        place.set_inner_html("");
        mount_to(place.unchecked_into(), || view! { <Lab /> }).forget();
    }
}
