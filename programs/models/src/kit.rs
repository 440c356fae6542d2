//! Numbers for authors of kernels, and the judge of theirs.

use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use super::{Room, RoomError};
use phasor_chunk::chunk;
use phasor_report::Subject;
use phasor_report::kit::{self, Format, Kit};

chunk!(fn numbers(subject: &Subject, format: &str) -> Result<Vec<u8>, RoomError> {
    written(subject, format)
} in "kit" 0);

chunk!(fn judge(subject: &Subject, layer: &str, file: &[u8]) -> Result<String, RoomError> {
    judged(subject, layer, file)
} in "kit" 1);

#[wasm_bindgen]
impl Room {
    /// Returns a file of numbers to test a kernel with, as `npz`, `safetensors` or `json`. Needs the chunk `kit`.
    ///
    /// # Errors
    /// A sentence if no model was read, or nothing rotates.
    pub fn kit(&self, format: &str) -> Result<Vec<u8>, JsError> {
        let subject = self.subject()?;
        Ok(numbers(subject, format)?)
    }

    /// Judges the arrays of a file by the numbers of the model: JSON with `verdicts`, a list of `is_right` and `text`, and
    /// `left_out`, a sentence about arrays that are not judged, or null. `layer` is the type of the layers, empty for the most important
    /// ones. Needs the chunk `kit`.
    ///
    /// # Errors
    /// A sentence if no model was read, the file cannot be read, or the arrays do not fit the model.
    pub fn judge(&self, layer: &str, file: &[u8]) -> Result<String, JsError> {
        let subject = self.subject()?;
        Ok(judge(subject, layer, file)?)
    }
}

fn written(subject: &Subject, format: &str) -> Result<Vec<u8>, RoomError> {
    let format = Format::from_ending(format).expect("the page has a button for each format");
    Ok(Kit::new(subject, None)?.bytes(format))
}

fn judged(subject: &Subject, layer: &str, file: &[u8]) -> Result<String, RoomError> {
    let layer = Some(layer).filter(|layer| !layer.is_empty());
    let judged = kit::judge(subject, &kit::read(file)?, layer)?;
    let left_out = judged.left_out();
    let verdicts = judged.judgements.iter().map(
        |judgement| json!({"is_right": judgement.verdict.is_right(), "text": judgement.to_string()}),
    );
    Ok(json!({"verdicts": verdicts.collect::<Value>(), "left_out": left_out}).to_string())
}
