//! Files of a model that come in pieces.

use std::sync::Arc;

use phasor_decoder::{Checkpoint, ModelError};
use phasor_text::number::Grouped;
use phasor_text::shorten;

use super::Model;

/// The reason why files are not read. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoaderError {
    /// The files are not those of one model.
    #[error(
        "Choose one .gguf file, or config.json, tokenizer.json and all .safetensors files of a model together."
    )]
    Files,
    /// There is not enough memory.
    #[error("This browser has no memory for `{}`, which has {} MB.", shorten(.name), Grouped(.n_bytes / 1_000_000))]
    Memory {
        /// The name of the file.
        name: String,
        /// Its size.
        n_bytes: u64,
    },
    /// The file has more bytes than was said.
    #[error("`{}` changed while it was read; choose it again.", shorten(.0))]
    Changed(String),
    /// The model does not run here.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// The files of a model. Memory for a file is taken once, because a model takes most of what a browser has.
#[derive(Debug, Default)]
pub struct Loader {
    files: Vec<File>,
}

#[derive(Debug)]
struct File {
    name: String,
    bytes: Vec<u8>,
    n_bytes: u64,
}

impl Loader {
    /// Makes room for a file of `n_bytes` bytes.
    ///
    /// # Errors
    /// [`LoaderError::Memory`] if there is not enough.
    pub fn begin(&mut self, name: String, n_bytes: u64) -> Result<(), LoaderError> {
        let mut bytes = Vec::new();
        let size = usize::try_from(n_bytes).ok();
        if size.is_none_or(|size| bytes.try_reserve_exact(size).is_err()) {
            return Err(LoaderError::Memory { name, n_bytes });
        }
        self.files.push(File {
            name,
            bytes,
            n_bytes,
        });
        Ok(())
    }

    /// Appends the next bytes of the last file.
    ///
    /// # Errors
    /// [`LoaderError::Changed`] if there are more than was said, [`LoaderError::Files`] if there is no file.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), LoaderError> {
        let file = self.files.last_mut().ok_or(LoaderError::Files)?;
        if (file.bytes.len() + bytes.len()) as u64 > file.n_bytes {
            return Err(LoaderError::Changed(file.name.clone()));
        }
        file.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Reads the model, and returns it with the name of its first file.
    ///
    /// # Errors
    /// [`LoaderError`] if the files are no model that runs here.
    pub fn model(self) -> Result<(String, Model), LoaderError> {
        let is_shard = |file: &File| file.name.ends_with(".safetensors");
        let files = self.files.into_iter();
        let (mut shards, mut others): (Vec<File>, Vec<File>) = files.partition(is_shard);
        if let ([], [_]) = (&*shards, &*others) {
            let file = others.pop().ok_or(LoaderError::Files)?;
            let checkpoint = Checkpoint::of_gguf(&Arc::new(file.bytes))?;
            return Ok((file.name, Model::new(checkpoint)?));
        }
        shards.sort_by(|one, other| one.name.cmp(&other.name));
        let name = shards.first().ok_or(LoaderError::Files)?.name.clone();
        let text = |name| others.iter().find(|file| file.name == name);
        let (config, tokenizer) = text("config.json")
            .zip(text("tokenizer.json"))
            .ok_or(LoaderError::Files)?;
        let shards: Vec<Arc<Vec<u8>>> = shards
            .into_iter()
            .map(|file| Arc::new(file.bytes))
            .collect();
        let checkpoint = Checkpoint::of_safetensors(&config.bytes, &tokenizer.bytes, &shards)?;
        Ok((name, Model::new(checkpoint)?))
    }
}
