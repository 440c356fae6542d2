//! The file `model.safetensors.index.json`, which says in which shard each tensor is.

use std::collections::BTreeMap;

use serde_json::Value;

use super::header::quoted;

/// The reason why an index is refused. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The text is not JSON.
    #[error("The index is not JSON: {0}.")]
    Json(String),
    /// There is no `weight_map` from tensors to files.
    #[error("The index must have a `weight_map` that gives each tensor the name of a file.")]
    Map,
    /// The name is not that of a file beside the index.
    #[error("The index names `{0}`, but shards must be files beside it.")]
    Name(String),
}

/// The shard of each tensor.
///
/// ```
/// use phasor_report::checkpoint::{Index, IndexError};
///
/// let text = br#"{"weight_map": {"a.weight": "b.safetensors", "c.weight": "b.safetensors"}}"#;
/// let index = Index::read(text)?;
/// assert_eq!(index.files(), ["b.safetensors"]);
/// assert_eq!(index.file_of("a.weight"), Some("b.safetensors"));
/// assert_eq!(Index::read(b"{}"), Err(IndexError::Map));
/// # Ok::<(), IndexError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Index {
    files: BTreeMap<String, String>,
}

impl Index {
    /// Reads an index.
    ///
    /// # Errors
    /// [`IndexError`] if the text is not an index, or names a file in another folder.
    pub fn read(bytes: &[u8]) -> Result<Self, IndexError> {
        let root: Value = serde_json::from_slice(bytes)
            .map_err(|error| IndexError::Json(quoted(&error.to_string())))?;
        let map = root.get("weight_map").and_then(Value::as_object);
        let mut files = BTreeMap::new();
        for (tensor, file) in map.ok_or(IndexError::Map)? {
            let file = file.as_str().ok_or(IndexError::Map)?;
            let is_elsewhere = file.contains(['/', '\\', ':']) || [".", "..", ""].contains(&file);
            if is_elsewhere {
                return Err(IndexError::Name(quoted(file)));
            }
            files.insert(tensor.clone(), file.to_owned());
        }
        Ok(Self { files })
    }

    /// Returns the names of all shards, each once and in order.
    #[must_use]
    pub fn files(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.files.values().map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the name of the shard that holds a tensor.
    #[must_use]
    pub fn file_of(&self, tensor: &str) -> Option<&str> {
        self.files.get(tensor).map(String::as_str)
    }
}
