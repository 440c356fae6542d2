//! Closures behind one type each: leptos compiles its own code anew for every closure type it is
//! given, which without this makes a third of the whole download.

use leptos::prelude::*;

/// A text that follows what it reads.
pub fn text(read: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(read)
}

/// A yes or no that follows what it reads.
pub fn flag(read: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    Signal::derive(read)
}

/// An event handler.
pub fn on<E: 'static>(handle: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(handle)
}

/// Runs `run` now and whenever something that it reads changes.
pub fn watch(run: impl FnMut() + 'static) {
    let mut run: Box<dyn FnMut()> = Box::new(run);
    Effect::new(move |_| run());
}
