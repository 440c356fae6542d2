//! What the page asks of a web worker: one rotation, measured in rounds and checked. Kernels run
//! here so that the page answers while they do, and are loaded only when they are asked for.
//!
//! Every function fails with one sentence. A worker that is to stop is simply ended by the page.

mod plan;
mod trial;

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

pub use plan::Plan;
use trial::Bench;

use crate::bulk::gpu::Gpu;

thread_local! {
    static BENCH: RefCell<Option<Bench>> = const { RefCell::new(None) };
}

/// Takes the bench for the time of some work: it waits for nobody else, since the page asks one
/// thing after the other.
fn take() -> Result<Bench, JsError> {
    let bench = BENCH.with_borrow_mut(Option::take);
    bench.ok_or_else(|| JsError::new("There is nothing to measure yet."))
}

fn put(bench: Bench) {
    BENCH.set(Some(bench));
}

/// The name of the GPU that there is, and whether the processor plays it.
///
/// # Errors
/// There is none, or it cannot be had.
#[wasm_bindgen]
pub async fn adapter() -> Result<js_sys::Array, JsError> {
    let gpu = Gpu::open().await?;
    let is_software = gpu.is_software();
    let told = js_sys::Array::of2(&gpu.name().into(), &is_software.into());
    gpu.close();
    Ok(told)
}

/// Makes the vectors of `plan`, and bytes of them.
///
/// # Errors
/// A size that cannot be, too little memory, or no GPU.
#[wasm_bindgen]
pub async fn prepare(plan: Plan) -> Result<f64, JsError> {
    // What was there before has to go first: there may be no room for both.
    BENCH.set(None);
    let bench = Bench::new(&plan).await?;
    let bytes = bench.bytes();
    put(bench);
    Ok(bytes)
}

/// Copies and turns all vectors, each often enough to be timed: seconds for one copy and for one
/// rotation.
///
/// # Errors
/// The GPU was lost.
#[wasm_bindgen]
pub async fn round() -> Result<Vec<f64>, JsError> {
    let mut bench = take()?;
    let times = bench.round().await?;
    put(bench);
    Ok(times.to_vec())
}

/// Turns the vectors of the start once: how far a component is at most from `f64`.
///
/// # Errors
/// The GPU was lost.
#[wasm_bindgen]
pub async fn check() -> Result<f64, JsError> {
    let mut bench = take()?;
    let error = bench.check().await?;
    put(bench);
    Ok(error)
}

/// After a check: the vector of the first head at a place in the first sequence, before and after.
///
/// # Errors
/// Nothing was prepared.
#[wasm_bindgen]
pub fn sample(place: usize) -> Result<Vec<f64>, JsError> {
    let bench = take()?;
    let vectors = bench.sample(place);
    put(bench);
    Ok(vectors)
}
