//! The functions that the page calls in a web worker: one rotation, measured in rounds and checked.
//! The kernels run in a worker so that the page stays responsive, and load only when they are needed.
//!
//! Every function fails with one sentence. To stop a worker, the page simply terminates it.

mod plan;
mod trial;

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

pub use plan::Plan;
use trial::Bench;

use phasor_bulk::gpu::Gpu;

thread_local! {
    static BENCH: RefCell<Option<Bench>> = const { RefCell::new(None) };
}

/// Takes the bench out for the time of some work. Nothing else needs it meanwhile, because the page
/// sends one request at a time.
fn take() -> Result<Bench, JsError> {
    let bench = BENCH.with_borrow_mut(Option::take);
    bench.ok_or_else(|| JsError::new("There is nothing to measure yet."))
}

fn put(bench: Bench) {
    BENCH.set(Some(bench));
}

/// Returns the name of the GPU, and whether it is emulated in software.
///
/// # Errors
/// Returns an error if there is no GPU, or if the browser does not give access to it.
#[wasm_bindgen]
pub async fn adapter() -> Result<js_sys::Array, JsError> {
    let gpu = Gpu::open().await?;
    let is_software = gpu.is_software();
    let answer = js_sys::Array::of2(&gpu.name().into(), &is_software.into());
    gpu.close();
    Ok(answer)
}

/// Creates the vectors of `plan` and returns their size in bytes.
///
/// # Errors
/// Returns an error if the plan is not valid, if there is too little memory, or if the plan needs a GPU
/// and there is none.
#[wasm_bindgen]
pub async fn prepare(plan: Plan) -> Result<f64, JsError> {
    // The old vectors are freed first, because there may be no room for both.
    BENCH.set(None);
    let bench = Bench::new(&plan).await?;
    let bytes = bench.bytes();
    put(bench);
    Ok(bytes)
}

/// Copies and rotates all vectors, each often enough to be timed, and returns the seconds for one copy
/// and for one rotation. A time that was too short to measure is NaN.
///
/// # Errors
/// Returns an error if nothing was prepared or the GPU was lost.
#[wasm_bindgen]
pub async fn round() -> Result<Vec<f64>, JsError> {
    let mut bench = take()?;
    let times = bench.round().await?;
    put(bench);
    Ok(times.to_vec())
}

/// Rotates the initial vectors once and returns the largest difference of a component from `f64`.
///
/// # Errors
/// Returns an error if nothing was prepared or the GPU was lost.
#[wasm_bindgen]
pub async fn check() -> Result<f64, JsError> {
    let mut bench = take()?;
    let error = bench.check().await?;
    put(bench);
    Ok(error)
}

/// Returns the vector of the first head at index `place` of the first sequence, before and after the
/// rotation. Call it after [`check`].
///
/// # Errors
/// Returns an error if nothing was prepared.
#[wasm_bindgen]
pub fn sample(place: usize) -> Result<Vec<f64>, JsError> {
    let bench = take()?;
    let vectors = bench.sample(place);
    put(bench);
    Ok(vectors)
}
