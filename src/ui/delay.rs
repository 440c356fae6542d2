//! A call that waits until nothing has happened for a while.

use leptos::prelude::window;
use std::cell::Cell;
use std::time::Duration;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;

/// Calls a function when the time of the last [`restart`](Self::restart) has passed. If the delay is dropped before, the
/// call does not happen.
pub struct Delay {
    callback: Closure<dyn FnMut()>,
    timer: Cell<Option<i32>>,
}

impl Delay {
    /// Creates a delay that does not run yet.
    pub fn new(callback: impl FnMut() + 'static) -> Self {
        Self {
            callback: Closure::new(callback),
            timer: Cell::new(None),
        }
    }

    /// Has the call happen when `time` has passed from now.
    pub fn restart(&self, time: Duration) {
        self.stop();
        let callback = self.callback.as_ref().unchecked_ref();
        let millis = i32::try_from(time.as_millis()).unwrap_or(i32::MAX);
        let timer =
            window().set_timeout_with_callback_and_timeout_and_arguments_0(callback, millis);
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
