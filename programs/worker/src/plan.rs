//! The rotation that the page wants to measure.

use wasm_bindgen::prelude::*;

use phasor_bulk::{Layout, Shape};
use phasor_encoding::{Frequencies, Pairing, Rope};

#[wasm_bindgen]
extern "C" {
    /// A rotation: a JavaScript object with these fields.
    pub type Plan;

    #[wasm_bindgen(method, getter)]
    fn n_heads(this: &Plan) -> f64;
    #[wasm_bindgen(method, getter)]
    fn n_positions(this: &Plan) -> f64;
    #[wasm_bindgen(method, getter)]
    fn head_dim(this: &Plan) -> f64;
    #[wasm_bindgen(method, getter)]
    fn rotary_dim(this: &Plan) -> f64;
    #[wasm_bindgen(method, getter)]
    fn base(this: &Plan) -> f64;
    /// The position of the first vector.
    #[wasm_bindgen(method, getter)]
    fn position(this: &Plan) -> f64;
    /// `half-split` or `interleaved`.
    #[wasm_bindgen(method, getter)]
    fn pairing(this: &Plan) -> String;
    /// `heads-first` or `positions-first`.
    #[wasm_bindgen(method, getter)]
    fn layout(this: &Plan) -> String;
    /// `scalar`, `simd` or `webgpu`.
    #[wasm_bindgen(method, getter)]
    fn path(this: &Plan) -> String;
}

/// The path that a rotation takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Path {
    Scalar,
    Simd,
    WebGpu,
}

impl Plan {
    pub(super) fn to_rope(&self) -> Result<Rope, JsError> {
        let pairing = match self.pairing().as_str() {
            "half-split" => Pairing::HalfSplit,
            "interleaved" => Pairing::Interleaved,
            other => return Err(unknown("pairing", other, "half-split or interleaved")),
        };
        let frequencies = Frequencies::new(self.base(), self.rotary_dim() as usize)?;
        Ok(Rope::new(frequencies, pairing).with_head_dim(self.head_dim() as usize)?)
    }

    pub(super) fn to_layout(&self) -> Result<Layout, JsError> {
        let shape = Shape {
            batch: 1,
            n_heads: self.n_heads() as usize,
            n_positions: self.n_positions() as usize,
            head_dim: self.head_dim() as usize,
        };
        match self.layout().as_str() {
            "heads-first" => Ok(Layout::heads_first(shape)?),
            "positions-first" => Ok(Layout::positions_first(shape)?),
            other => Err(unknown("layout", other, "heads-first or positions-first")),
        }
    }

    pub(super) fn to_path(&self) -> Result<Path, JsError> {
        match self.path().as_str() {
            "scalar" => Ok(Path::Scalar),
            "simd" => Ok(Path::Simd),
            "webgpu" => Ok(Path::WebGpu),
            other => Err(unknown("path", other, "scalar, simd or webgpu")),
        }
    }

    pub(super) fn first(&self) -> u64 {
        self.position() as u64
    }
}

fn unknown(what: &str, given: &str, accepted: &str) -> JsError {
    JsError::new(&format!("The {what} must be {accepted}, not {given}."))
}
