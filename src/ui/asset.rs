//! Files that figures need. The script that loads the program fetches them before it creates a figure.

use wasm_bindgen::prelude::*;

use crate::figure::{Figure, FigureName, asset};

/// Returns the paths of the files that the figure `name` still needs, relative to the folder of this
/// program.
///
/// # Errors
/// Returns an error if there is no such figure.
#[wasm_bindgen]
pub fn missing(name: &str) -> Result<Vec<String>, JsError> {
    let figure = Figure::new(FigureName::from_name(name)?);
    let missing = figure.missing().into_iter();
    Ok(missing.map(|asset| asset.path().to_owned()).collect())
}

/// Keeps such a file for every figure that is created from now on.
///
/// # Errors
/// Returns an error if the file is damaged.
#[wasm_bindgen]
pub fn keep(path: &str, bytes: &[u8]) -> Result<(), JsError> {
    Ok(asset::keep(path, bytes)?)
}
