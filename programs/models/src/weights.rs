//! The weights of the reader's model, which a worker of the page reads slice by slice.

use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use super::themed;
use phasor_chunk::chunk;
use phasor_draw::PenError;
use phasor_model_files::Unreadable;
use phasor_report::checkpoint::{
    FindError, Header, HeaderError, Heads, HeadsError, Plan, PlanError, blocks, heads_of,
};
use phasor_report::{Subject, html};

/// The reason why weights cannot be read. Its `Display` is one sentence.
#[derive(Debug, thiserror::Error)]
enum WeightsError {
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    #[error(transparent)]
    Heads(#[from] HeadsError),
    #[error(transparent)]
    Header(#[from] HeaderError),
    #[error(transparent)]
    Find(#[from] FindError),
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Pen(#[from] PenError),
    #[error("No file was chosen yet.")]
    Empty,
}

chunk!(fn begin(config: &str, layer: &str) -> Result<Weights, WeightsError> {
    Weights::begin(config, layer)
} in "weights" 0);

chunk!(fn header_bytes(first: &[u8], size: u64) -> Result<u64, WeightsError> {
    Ok(Header::n_bytes(first, size)?)
} in "weights" 1);

chunk!(fn add(weights: &mut Weights, header: &[u8], size: u64) -> Result<(), WeightsError> {
    weights.add(header, size)
} in "weights" 2);

chunk!(fn plan(weights: &mut Weights) -> Result<String, WeightsError> { weights.planned() } in "weights" 3);

chunk!(fn take(weights: &mut Weights, read: usize, bytes: &[u8]) -> Result<(), WeightsError> {
    weights.taken(read, bytes)
} in "weights" 4);

chunk!(fn show(weights: &Weights, width: f32, theme: &str, layer: Option<usize>) -> Result<String, WeightsError> {
    weights.document(width, theme, layer)
} in "weights" 5);

chunk!(fn layers(weights: &Weights) -> Result<Vec<usize>, WeightsError> {
    Ok(weights.finished()?.norms()?.layers)
} in "weights" 6);

/// The weights of one model: the headers of its files, and what was read of them. Needs the chunk `weights`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Weights {
    subject: Subject,
    heads: Heads,
    headers: Vec<Header>,
    plan: Option<Plan>,
}

#[wasm_bindgen]
impl Weights {
    /// Begins with the text of a configuration and the type of the layers, empty for the most important ones.
    ///
    /// # Errors
    /// A sentence if the text cannot be read, or nothing rotates.
    #[wasm_bindgen(constructor)]
    pub fn new(config: &str, layer: &str) -> Result<Self, JsError> {
        Ok(begin(config, layer)?)
    }

    /// Returns how many bytes the header of a file has, from its first 8 bytes and its size.
    ///
    /// # Errors
    /// A sentence if the file is not one of safetensors.
    pub fn header_bytes(first: &[u8], size: f64) -> Result<f64, JsError> {
        Ok(header_bytes(first, size as u64)? as f64)
    }

    /// Adds a file by the bytes of its header and its size.
    ///
    /// # Errors
    /// A sentence if the header does not describe the file.
    pub fn add_file(&mut self, header: &[u8], size: f64) -> Result<(), JsError> {
        Ok(add(self, header, size as u64)?)
    }

    /// Returns what to read: JSON, a list of `[file, start, end]`.
    ///
    /// # Errors
    /// A sentence if the files have no projections that fit the configuration.
    pub fn plan(&mut self) -> Result<String, JsError> {
        Ok(plan(self)?)
    }

    /// Takes the next bytes of a read.
    ///
    /// # Errors
    /// A sentence if there is no such read, or it has fewer bytes.
    pub fn take(&mut self, read: usize, chunk: &[u8]) -> Result<(), JsError> {
        Ok(take(self, read, chunk)?)
    }

    /// Returns the numbers of the layers, after everything was read.
    ///
    /// # Errors
    /// A sentence if bytes are missing, or a weight is not a number.
    pub fn layers(&self) -> Result<Vec<usize>, JsError> {
        Ok(layers(self)?)
    }

    /// Returns the HTML of the report, with drawings of `width` CSS pixels: of all layers, or of the heads of the layer at
    /// a place of [`layers`](Self::layers).
    ///
    /// # Errors
    /// A sentence if bytes are missing, or a weight is not a number.
    pub fn show(&self, width: f32, theme: &str, place: Option<usize>) -> Result<String, JsError> {
        Ok(show(self, width, theme, place)?)
    }
}

impl Weights {
    fn begin(config: &str, layer: &str) -> Result<Self, WeightsError> {
        let subject = Subject::read(config)?;
        let heads = Heads::new(&subject, Some(layer).filter(|layer| !layer.is_empty()))?;
        Ok(Self {
            subject,
            heads,
            headers: Vec::new(),
            plan: None,
        })
    }

    fn add(&mut self, header: &[u8], size: u64) -> Result<(), WeightsError> {
        self.headers.push(Header::read(header, size)?);
        Ok(())
    }

    fn planned(&mut self) -> Result<String, WeightsError> {
        let plan = Plan::new(&self.headers, &self.heads)?;
        let reads = plan.reads().iter();
        let reads: Value = reads
            .map(|read| json!([read.file, read.start, read.end]))
            .collect();
        self.plan = Some(plan);
        Ok(reads.to_string())
    }

    fn taken(&mut self, read: usize, chunk: &[u8]) -> Result<(), WeightsError> {
        let plan = self.plan.as_mut().ok_or(WeightsError::Empty)?;
        Ok(plan.take(read, chunk)?)
    }

    fn finished(&self) -> Result<&Plan, WeightsError> {
        self.plan.as_ref().ok_or(WeightsError::Empty)
    }

    fn document(
        &self,
        width: f32,
        theme: &str,
        place: Option<usize>,
    ) -> Result<String, WeightsError> {
        let norms = self.finished()?.norms()?;
        let blocks = match place {
            Some(place) => heads_of(&norms, place, width),
            None => blocks(&norms, &self.subject, width),
        };
        Ok(html::html(&blocks, &themed(theme), html::Place::Room)?)
    }
}
