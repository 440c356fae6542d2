//! Work that takes too long for a frame. A figure requests it, a web worker does it in a second figure,
//! and each part comes back as numbers.

use js_sys::Float64Array;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::*;

use super::erased::watch;
use super::host::ask;
use phasor_figures::{Figure, FigureName, Spec, query};

/// The event that requests the work. The script that started the figure owns the worker.
const EVENT: &str = "phasor-task";

/// A figure that works in the background.
#[wasm_bindgen]
pub struct Task {
    figure: Figure,
    spec: Spec,
}

#[wasm_bindgen]
impl Task {
    /// Creates the work of the figure `name` for `query`, which is written as in the address of the page.
    ///
    /// # Errors
    /// Returns an error if there is no such figure.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, query: &str) -> Result<Self, JsError> {
        Ok(Self {
            figure: Figure::new(FigureName::from_name(name)?),
            spec: query::parse(query).0,
        })
    }

    /// Does a part of the work and returns the numbers so far, or `None` when everything is done.
    pub fn step(&mut self) -> Option<Vec<f64>> {
        let has_work = self.figure.has_work(&self.spec);
        has_work.then(|| self.figure.work(&self.spec))
    }
}

/// Requests work for the figure `name` whenever `wanted` returns a new query. The event starts from `target`.
/// `take` receives that query and the numbers of each part that is done.
pub(super) fn follow(
    target: web_sys::Element,
    name: FigureName,
    wanted: impl Fn() -> Option<String> + 'static,
    take: impl Fn(&str, &[f64]) + Copy + 'static,
) {
    let pending = StoredValue::new(None::<String>);
    watch(move || {
        let is_new = |query: &String| pending.with_value(|pending| pending.as_ref() != Some(query));
        let Some(query) = wanted().filter(is_new) else {
            return;
        };
        pending.set_value(Some(query.clone()));
        let answered = query.clone();
        let give = Closure::<dyn FnMut(Float64Array)>::new(move |numbers: Float64Array| {
            take(&answered, &numbers.to_vec());
        });
        let detail: [(&str, JsValue); 3] = [
            ("figure", name.name().into()),
            ("query", query.as_str().into()),
            ("give", give.into_js_value()),
        ];
        ask(&target, EVENT, &detail);
    });
}
