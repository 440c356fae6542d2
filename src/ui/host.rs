//! Requests to the script that started a figure: events with the request and a place for the answer.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
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

/// Asks for a chunk of the program that a reader needs now. The script that started the figure loads it and then calls `fill`.
/// If it does not load, the script says so.
pub(crate) fn ask_for_chunk(
    target: &web_sys::EventTarget,
    chunk: &str,
    fill: impl FnOnce() + 'static,
) {
    let fill = Closure::once_into_js(fill);
    ask(
        target,
        "phasor-chunk",
        &[("chunk", chunk.into()), ("fill", fill)],
    );
}
