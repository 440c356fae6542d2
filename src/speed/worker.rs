//! The web worker with the kernels, which gets one request at a time.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// The pending answers, by the number of the request.
type Waiting = Rc<RefCell<BTreeMap<u32, Function>>>;

/// A worker that ends when it is dropped.
pub(super) struct Kernels {
    worker: Worker,
    waiting: Waiting,
    n_requests: RefCell<u32>,
    _answer: Closure<dyn FnMut(MessageEvent)>,
    _failure: Closure<dyn FnMut(JsValue)>,
}

/// The error for a worker that does not start or ends unexpectedly.
const FAILED: &str = "The kernels did not load, or they stopped. Try again.";

impl Kernels {
    /// Starts a worker with the best kernels for this browser, or with scalar ones.
    pub(super) fn start(build: &str) -> Result<Self, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let address = format!("bulk/worker.js?build={build}");
        let worker = Worker::new_with_options(&address, &options).map_err(|_| FAILED.to_owned())?;
        let waiting = Waiting::default();
        let answered = Rc::clone(&waiting);
        let answer: Closure<dyn FnMut(MessageEvent)> = Closure::new(move |event: MessageEvent| {
            // A message without a number answers no request.
            let Some(id) = field(&event.data(), "id").as_f64() else {
                return;
            };
            let resolve = answered.borrow_mut().remove(&(id as u32));
            if let Some(resolve) = resolve {
                // Resolving a promise never fails.
                let _ = resolve.call1(&JsValue::NULL, &event.data());
            }
        });
        let failed = Rc::clone(&waiting);
        let failure: Closure<dyn FnMut(JsValue)> = Closure::new(move |_| fail(&failed));
        worker.set_onmessage(Some(answer.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failure.as_ref().unchecked_ref()));
        Ok(Self {
            worker,
            waiting,
            n_requests: RefCell::default(),
            _answer: answer,
            _failure: failure,
        })
    }

    /// Returns the worker's answer to `ask`, or the sentence that says why there is none.
    pub(super) async fn ask(&self, ask: &str, given: &JsValue) -> Result<JsValue, String> {
        let id = self.n_requests.replace_with(|n_requests| *n_requests + 1) + 1;
        let question = object(&[
            ("id", id.into()),
            ("ask", ask.into()),
            ("given", given.clone()),
        ]);
        let promise = Promise::new(&mut |resolve, _| {
            self.waiting.borrow_mut().insert(id, resolve);
        });
        let posted = self.worker.post_message(&question);
        posted.map_err(|_| FAILED.to_owned())?;
        let answer = JsFuture::from(promise).await;
        let answer = answer.map_err(|_| FAILED.to_owned())?;
        match field(&answer, "sentence").as_string() {
            Some(sentence) => Err(sentence),
            None => Ok(field(&answer, "answer")),
        }
    }

    /// Returns the worker's answer to `ask`, which must be a number.
    pub(super) async fn number(&self, ask: &str, given: &JsValue) -> Result<f64, String> {
        let answer = self.ask(ask, given).await?;
        answer.as_f64().ok_or_else(|| FAILED.to_owned())
    }

    /// Ends the worker at once. All pending requests fail.
    pub(super) fn end(&self) {
        self.worker.terminate();
        fail(&self.waiting);
    }
}

impl Drop for Kernels {
    fn drop(&mut self) {
        self.end();
    }
}

/// Answers all pending requests with a failure.
fn fail(waiting: &Waiting) {
    let all = std::mem::take(&mut *waiting.borrow_mut());
    for resolve in all.into_values() {
        let answer = object(&[("sentence", FAILED.into())]);
        // Resolving a promise never fails.
        let _ = resolve.call1(&JsValue::NULL, &answer);
    }
}

/// Returns an object with these fields.
pub(super) fn object(fields: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        // Setting a field of a new object cannot fail.
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object
}

/// Returns a field, or `undefined` if the value has no fields.
fn field(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}
