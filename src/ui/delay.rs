//! A call that waits until nothing has happened for a while.

use leptos::prelude::window;
use std::cell::Cell;
use std::time::Duration;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;

/// Calls a function when some time has passed since the last [`restart`](Self::restart). If the delay
/// is dropped before, the call does not happen.
pub struct Delay {
    callback: Closure<dyn FnMut()>,
    millis: i32,
    timer: Cell<Option<i32>>,
}

impl Delay {
    /// Creates a delay that does not run yet.
    pub fn new(duration: Duration, callback: impl FnMut() + 'static) -> Self {
        Self {
            callback: Closure::new(callback),
            millis: i32::try_from(duration.as_millis()).unwrap_or(i32::MAX),
            timer: Cell::new(None),
        }
    }

    /// Starts the time again from zero.
    pub fn restart(&self) {
        self.stop();
        let callback = self.callback.as_ref().unchecked_ref();
        let timer =
            window().set_timeout_with_callback_and_timeout_and_arguments_0(callback, self.millis);
        self.timer.set(timer.ok());
    }

    fn stop(&self) {
        if let Some(timer) = self.timer.take() {
            window().clear_timeout_with_handle(timer);
        }
    }
}

impl Drop for Delay {
    fn drop(&mut self) {
        self.stop();
    }
}
