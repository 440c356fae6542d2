//! What a figure asks of whoever started it: an event with what is wanted and where to give it.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;
use web_sys::{CustomEvent, CustomEventInit};

/// Sends the event `name` from `target` up to the page, with `asked` as its detail.
pub(super) fn ask(target: &web_sys::EventTarget, name: &str, asked: &[(&str, JsValue)]) {
    let detail = Object::new();
    for (name, value) in asked {
        // A new object takes whatever it is given.
        let _ = Reflect::set(&detail, &(*name).into(), value);
    }
    let init = CustomEventInit::new();
    init.set_bubbles(true);
    init.set_composed(true);
    init.set_detail(&detail);
    if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &init) {
        // Nobody may keep it from going on.
        let _ = target.dispatch_event(&event);
    }
}
