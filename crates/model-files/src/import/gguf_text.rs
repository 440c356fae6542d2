//! The keys of a GGUF file as text: the log of llama.cpp, the output of `gguf-dump`, or JSON.

use serde_json::{Map, Value};

use super::gguf_keys::{ARCHITECTURE, Keys};
use super::notes::value_of;

/// Reads a JSON object whose keys are those of a GGUF file, with plain values or with those of
/// `gguf-dump --json`.
pub(super) fn of_object(object: &Map<String, Value>) -> Keys {
    let mut keys = Keys::default();
    for (key, value) in object {
        let value = value.get("value").unwrap_or(value);
        if !value.is_object() {
            keys.insert(key, value.clone());
        }
    }
    keys
}

/// Reads the output of `gguf-dump --json`.
pub(super) fn of_dump(object: &Map<String, Value>) -> Option<Keys> {
    let metadata = object.get("metadata")?.as_object()?;
    if !metadata.contains_key(ARCHITECTURE) {
        return None;
    }
    let mut keys = of_object(metadata);
    let tensors = object.get("tensors").and_then(Value::as_object);
    for name in tensors.into_iter().flat_map(Map::keys) {
        keys.see(name);
    }
    Some(keys)
}

/// Reads lines with a key, an equals sign and a value, and names of tensors in other lines. Returns
/// `None` if there is no key.
pub(super) fn of_lines(text: &str) -> Option<Keys> {
    let mut keys = Keys::default();
    for line in text.lines() {
        if let Some((left, right)) = line.split_once('=') {
            // The log has the type between the key and the sign.
            let key = left
                .split_whitespace()
                .rev()
                .find(|word| word.contains('.'));
            if let Some(key) = key.filter(|key| Keys::reads(key)) {
                keys.insert(key, value(right.trim()));
            }
        } else {
            for word in line.split([' ', '\t', ':', ',']) {
                keys.see(word);
            }
        }
    }
    (!keys.is_empty()).then_some(keys)
}

fn value(text: &str) -> Value {
    if let Ok(number) = text.parse::<f64>() {
        return match number.is_finite() {
            true => value_of(number),
            false => Value::Null,
        };
    }
    match text {
        "true" | "True" => Value::Bool(true),
        "false" | "False" => Value::Bool(false),
        _ if text.starts_with('[') => list(text),
        _ => Value::from(text.trim_matches(['\'', '"'])),
    }
}

/// Reads a list, which the log cuts off if it is long.
fn list(text: &str) -> Value {
    const MOST: usize = 4096;
    let inner = text.trim_matches(['[', ']']);
    let items = inner.split(',').map(str::trim).take(MOST);
    let items: Option<Vec<Value>> = items
        .map(|item| Some(value(item)).filter(|value| value.is_number() || value.is_boolean()))
        .collect();
    items.map_or(Value::Null, Value::from)
}
