//! The elements of the page.

use leptos::prelude::document;
use wasm_bindgen::JsCast as _;
use web_sys::Element;

/// Returns the elements of the whole page that match `selector`.
pub(super) fn everywhere(selector: &str) -> Vec<Element> {
    let root = document().document_element();
    root.map_or(Vec::new(), |root| all(&root, selector))
}

/// Returns the elements in `around` that match `selector`.
pub(super) fn all(around: &Element, selector: &str) -> Vec<Element> {
    let Ok(found) = around.query_selector_all(selector) else {
        return Vec::new();
    };
    let nodes = js_sys::Array::from(&found);
    nodes.iter().map(|node| node.unchecked_into()).collect()
}

/// Returns the first element in `around` that matches `selector`.
pub(super) fn first(around: &Element, selector: &str) -> Option<Element> {
    around.query_selector(selector).ok().flatten()
}

/// Returns the element that matches `selector` and is `element` or around it.
pub(super) fn around(element: &Element, selector: &str) -> Option<Element> {
    element.closest(selector).ok().flatten()
}

/// Gives an element a class, or takes it away.
pub(super) fn set_class(element: &Element, class: &str, is_set: bool) {
    let classes = element.class_list();
    // Browsers refuse only classes that are empty or contain a space.
    let _ = match is_set {
        true => classes.add_1(class),
        false => classes.remove_1(class),
    };
}

/// Hides an element, or shows it.
pub(super) fn set_hidden(element: &Element, is_hidden: bool) {
    // Browsers refuse only names that are not valid.
    let _ = match is_hidden {
        true => element.set_attribute("hidden", ""),
        false => element.remove_attribute("hidden"),
    };
}
