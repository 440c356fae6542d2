//! Files that figures need: whoever loads the program fetches them before a figure is made.

use wasm_bindgen::prelude::*;

use crate::figure::{Figure, FigureName, asset};

/// Where the files are that the figure `name` still needs, from the folder of this program.
///
/// # Errors
/// There is no such figure.
#[wasm_bindgen]
pub fn missing(name: &str) -> Result<Vec<String>, JsError> {
    let figure = Figure::new(FigureName::from_name(name)?);
    let missing = figure.missing().into_iter();
    Ok(missing.map(|asset| asset.path().to_owned()).collect())
}

/// Keeps such a file for every figure that is made from now on.
///
/// # Errors
/// It is damaged.
#[wasm_bindgen]
pub fn keep(path: &str, bytes: &[u8]) -> Result<(), JsError> {
    Ok(asset::keep(path, bytes)?)
}
