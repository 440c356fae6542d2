//! Files that figures need. The script that loads the program fetches them before it creates a figure.

use wasm_bindgen::prelude::*;

use phasor_figures::asset;

/// Keeps the file from `path`, relative to the folder of this program, for every figure that is created from now on.
///
/// # Errors
/// Returns an error if the file is damaged.
#[wasm_bindgen]
pub fn keep(path: &str, bytes: &[u8]) -> Result<(), JsError> {
    Ok(asset::keep(path, bytes)?)
}
