//! Requests to the script that started a figure: events with the request and a place for the answer.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;
use web_sys::{CustomEvent, CustomEventInit};

/// Dispatches the event `name` on `target`, with `fields` as its detail; it bubbles up to the page.
pub(crate) fn ask(target: &web_sys::EventTarget, name: &str, fields: &[(&str, JsValue)]) {
    let detail = Object::new();
    for (name, value) in fields {
        // Setting a field of a new object cannot fail.
        let _ = Reflect::set(&detail, &(*name).into(), value);
    }
    let init = CustomEventInit::new();
    init.set_bubbles(true);
    init.set_composed(true);
    init.set_detail(&detail);
    if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &init) {
        // It does not matter whether a listener cancels the event.
        let _ = target.dispatch_event(&event);
    }
}
