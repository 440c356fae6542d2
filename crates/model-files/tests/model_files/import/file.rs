//! Writes GGUF files.

use phasor_model_files::import::{Imported, Source, import};

/// A file whose parts may contradict each other.
#[derive(Clone)]
pub(super) struct File {
    pub(super) version: u32,
    pub(super) n_keys: u64,
    pub(super) n_tensors: u64,
    pub(super) keys: Vec<u8>,
    pub(super) tensors: Vec<u8>,
}

pub(super) fn text(text: &str) -> Vec<u8> {
    let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
    bytes.extend(text.as_bytes());
    bytes
}

impl File {
    pub(super) fn new(architecture: &str) -> Self {
        let file = Self {
            version: 3,
            n_keys: 0,
            n_tensors: 0,
            keys: Vec::new(),
            tensors: Vec::new(),
        };
        file.text("general.architecture", architecture)
    }

    pub(super) fn key(mut self, key: &str, kind: u32, value: &[u8]) -> Self {
        self.n_keys += 1;
        self.keys.extend(text(key));
        self.keys.extend(kind.to_le_bytes());
        self.keys.extend(value);
        self
    }

    pub(super) fn text(self, key: &str, value: &str) -> Self {
        self.key(key, 8, &text(value))
    }

    pub(super) fn u32(self, key: &str, value: u32) -> Self {
        self.key(key, 4, &value.to_le_bytes())
    }

    pub(super) fn f32(self, key: &str, value: f32) -> Self {
        self.key(key, 6, &value.to_le_bytes())
    }

    pub(super) fn list(self, key: &str, kind: u32, n_items: u64, items: &[u8]) -> Self {
        let mut value = kind.to_le_bytes().to_vec();
        value.extend(n_items.to_le_bytes());
        value.extend(items);
        self.key(key, 9, &value)
    }

    pub(super) fn i32s(self, key: &str, items: &[i32]) -> Self {
        let bytes: Vec<u8> = items.iter().flat_map(|item| item.to_le_bytes()).collect();
        self.list(key, 5, items.len() as u64, &bytes)
    }

    pub(super) fn tensor(mut self, name: &str) -> Self {
        self.n_tensors += 1;
        self.tensors.extend(text(name));
        self.tensors.extend(2u32.to_le_bytes());
        self.tensors.extend([7; 16 + 4 + 8]);
        self
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"GGUF".to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(self.n_tensors.to_le_bytes());
        bytes.extend(self.n_keys.to_le_bytes());
        bytes.extend(&self.keys);
        bytes.extend(&self.tensors);
        bytes
    }

    pub(super) fn import(&self) -> Imported {
        let imported = import(&self.bytes(), None).unwrap();
        assert_eq!(imported.source, Source::GgufHeader);
        imported
    }
}
