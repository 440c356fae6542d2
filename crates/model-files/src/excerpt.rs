//! The part of a configuration that concerns positions and the cache.

use serde_json::{Map, Value};

use super::{Cache, NoCache, Reading, Unreadable, cache, json, read_without_places};

/// The most members that are tried one by one, because each trial reads the text again.
const MOST: usize = 400;

/// Returns the members without which the text would be read differently, as JSON without spaces. It is for addresses:
/// nothing else of a reader's file gets into them.
///
/// ```
/// use phasor_model_files::{excerpt};
///
/// let text = r#"{"_name_or_path": "/home/me/secret", "model_type": "llama", "rope_theta": 5e5,
///     "hidden_size": 4096, "num_attention_heads": 32, "vocab_size": 128256}"#;
/// let short = excerpt(text)?;
/// assert!(short.contains("rope_theta") && !short.contains("secret") && !short.contains("vocab"));
/// assert_eq!(phasor_model_files::read(&short)?.model, phasor_model_files::read(text)?.model);
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
///
/// # Errors
/// The same as for [`read`](super::read).
pub fn excerpt(text: &str) -> Result<String, Unreadable> {
    let root = json::object(text, &mut Vec::new())?;
    let wanted = read_without_places(&json::written(&root))?;
    if count(&root) > MOST {
        return Ok(wanted.model.to_json());
    }
    let kept = cache::of(&root, &wanted.model);
    let mut rest = root;
    let mut ways = Vec::new();
    list(&rest, &mut Vec::new(), &mut ways);
    for way in ways {
        let mut without = rest.clone();
        if remove(&mut without, &way) && is_read_alike(&without, &wanted, &kept) {
            rest = without;
        }
    }
    Ok(Value::Object(rest).to_string())
}

fn is_read_alike(
    object: &Map<String, Value>,
    wanted: &Reading,
    kept: &Result<Cache, NoCache>,
) -> bool {
    read_without_places(&json::written(object))
        .is_ok_and(|reading| reading == *wanted && cache::of(object, &reading.model) == *kept)
}

fn count(object: &Map<String, Value>) -> usize {
    let inner = object.values().filter_map(Value::as_object).map(count);
    object.len() + inner.sum::<usize>()
}

/// Lists the ways to all members; an object comes before its members.
fn list(object: &Map<String, Value>, way: &mut Vec<String>, ways: &mut Vec<Vec<String>>) {
    for (key, value) in object {
        way.push(key.clone());
        ways.push(way.clone());
        if let Value::Object(inner) = value {
            list(inner, way, ways);
        }
        way.pop();
    }
}

/// Removes the member at `way`; returns whether there was one.
fn remove(object: &mut Map<String, Value>, way: &[String]) -> bool {
    match way {
        [] => false,
        [key] => object.remove(key).is_some(),
        [key, rest @ ..] => match object.get_mut(key) {
            Some(Value::Object(inner)) => remove(inner, rest),
            _ => false,
        },
    }
}
