//! The keys of a GGUF file that say how its model rotates, of whose header only the first bytes may be there.

use serde_json::Value;

use super::gguf_keys::{Extent, Keys};
use super::notes::value_of;
use crate::Format;
use crate::gguf::{self, Entry, Header, List, Stop};

/// The largest number of bytes that are read. The header of a model with 256,000 tokens has 16 MB.
const MOST_BYTES: usize = 1 << 24;

/// The largest text and list that are kept.
const STORED_BYTES: usize = 256;
const STORED_ITEMS: usize = 4096;

/// Reads the keys of a file and the names of its tensors, as far as the bytes go.
///
/// # Errors
/// A variant of [`Format`] for a file that is not read, or broken.
pub(super) fn read(bytes: &[u8]) -> Result<Keys, Format> {
    let bytes = bytes.get(..MOST_BYTES).unwrap_or(bytes);
    let mut keys = Keys::default();
    keys.extent = Extent::Part;
    match fill(bytes, &mut keys) {
        Ok(()) => {
            keys.extent = Extent::Whole;
            keys.tensors.are_listed = true;
        }
        Err(Stop::Cut) => {}
        Err(Stop::Fault(fault)) => return Err(fault),
    }
    Ok(keys)
}

fn fill(bytes: &[u8], keys: &mut Keys) -> Result<(), Stop> {
    let mut header = Header::read(bytes)?;
    loop {
        let next = header.next_key();
        if header.has_all_keys() || next.is_some_and(|key| key.starts_with("tokenizer.")) {
            keys.extent = Extent::Model;
        }
        match header.next().transpose()? {
            Some(Entry::Key(key, value)) if Keys::reads(key) => keys.insert(key, stored(value)),
            Some(Entry::Key(..)) => {}
            Some(Entry::Tensor(tensor)) => {
                if let Ok(name) = std::str::from_utf8(tensor.name) {
                    keys.see(name);
                }
            }
            None => return Ok(()),
        }
    }
}

/// Returns a value, or null in place of one that is not kept.
fn stored(value: gguf::Value<'_>) -> Value {
    match value {
        gguf::Value::Number(number) if number.is_finite() => value_of(number),
        gguf::Value::Number(_) => Value::Null,
        gguf::Value::Flag(flag) => Value::Bool(flag),
        gguf::Value::Text(text) => {
            let text = std::str::from_utf8(text).ok();
            let text = text.filter(|text| text.len() <= STORED_BYTES);
            text.map_or(Value::Null, Value::from)
        }
        gguf::Value::List(list) => numbers(list).unwrap_or(Value::Null),
    }
}

fn numbers(list: List<'_>) -> Option<Value> {
    let items = (list.n_items() <= STORED_ITEMS).then(|| list.numbers())??;
    Some(items.map(stored).collect())
}
