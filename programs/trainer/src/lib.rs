//! The trainer of races in a web worker: a separate program, because training wants code that is fast, and the page wants
//! code that is small.

use wasm_bindgen::prelude::*;

use phasor_figures::length::training_race::{Course, Racer};
use phasor_params::choice::Choice as _;
use phasor_train::entrant::{Entrant, RaceError, config, weights};

/// A racer in a web worker. Every function fails with one sentence.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Worker {
    entrant: Entrant,
}

#[wasm_bindgen]
impl Worker {
    /// Prepares a racer, given by its place among all racers, for the race with the settings `course`, as numbers. Only the
    /// task of letters needs a text.
    ///
    /// # Errors
    /// Returns an error if there is no such racer or task, or the text is missing or cannot be used.
    #[wasm_bindgen(constructor)]
    pub fn new(course: &[f64], racer: usize, text: Option<String>) -> Result<Self, JsError> {
        let found = Course::from_numbers(course).zip(Racer::all().nth(racer));
        let (course, racer) = found.ok_or_else(|| JsError::new("There is no such race."))?;
        let entrant = Entrant::new(&course, racer, text.as_deref());
        Ok(Self {
            entrant: entrant.map_err(sentence)?,
        })
    }

    /// Does one step, test or look. Returns a report as numbers, or nothing.
    ///
    /// # Errors
    /// Returns an error if the encoding cannot serve the texts.
    pub fn advance(&mut self) -> Result<Option<Vec<f64>>, JsError> {
        let report = self.entrant.advance().map_err(sentence)?;
        Ok(report.map(|report| report.to_numbers()))
    }

    /// Returns the number of steps that are done.
    #[must_use]
    pub fn step(&self) -> usize {
        self.entrant.race().n_done()
    }

    /// Returns the number of parts of the training that are done and reported, 20 at the end.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.entrant.n_parts()
    }

    /// Returns whether everything is done and reported.
    #[must_use]
    pub fn done(&self) -> bool {
        self.entrant.is_done()
    }

    /// Returns the weights as a file in the format safetensors.
    #[must_use]
    pub fn weights(&self) -> Vec<u8> {
        weights(self.entrant.race())
    }

    /// Returns the text of the `config.json` that belongs to the weights, with the base of RoPE as the settings have it.
    #[must_use]
    pub fn config(&self, base: &str) -> String {
        config(self.entrant.race(), base)
    }
}

/// Returns an error with one sentence. Settings that a figure accepts lead only to the first two errors; the texts of the others
/// have decimal numbers, and code that writes these would make the trainer a tenth larger.
fn sentence(error: RaceError) -> JsError {
    match error {
        RaceError::NoText => JsError::new("The text of this task did not load. Try again."),
        RaceError::Text(error) => JsError::new(&error.to_string()),
        RaceError::Design(_) | RaceError::Encoding(_) => {
            JsError::new("No race is possible with these settings.")
        }
    }
}
