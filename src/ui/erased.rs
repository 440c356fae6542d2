//! Closures behind one type each. Leptos compiles its generic code again for every closure type; without
//! these functions, that would be a third of the whole download.

use leptos::prelude::*;

/// Returns a text that changes with the signals that `read` uses.
pub fn text(read: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(read)
}

/// Returns a yes or no that changes with the signals that `read` uses.
pub fn flag(read: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    Signal::derive(read)
}

/// Returns `handle` as an event handler.
pub fn on<E: 'static>(handle: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(handle)
}

/// Runs `run` now, and again whenever a signal that it uses changes.
pub fn watch(run: impl FnMut() + 'static) {
    let mut run: Box<dyn FnMut()> = Box::new(run);
    Effect::new(move |_| run());
}
