//! The part of a configuration that concerns positions and the cache.

use serde_json::{Map, Value};

use super::{Cache, NoCache, Reading, Unreadable, cache, json, read_without_places};

/// The most members that are read in all trials together to find out which of them matter.
const MOST: usize = 1 << 17;

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
    let cached = cache::of(&root, &wanted.model);
    let mut ways = Vec::new();
    list(&root, &mut Vec::new(), &mut ways);
    let mut trial = Trial {
        rest: root,
        left: MOST,
        wanted,
        cached,
    };
    Ok(match trial.remove_all(&ways) {
        Some(()) => Value::Object(trial.rest).to_string(),
        None => trial.wanted.model.to_json(),
    })
}

/// A configuration that loses members as long as it is read as before.
struct Trial {
    rest: Map<String, Value>,
    /// The number of members that may still be read.
    left: usize,
    wanted: Reading,
    cached: Result<Cache, NoCache>,
}

impl Trial {
    /// Removes those of the members that do not matter: all at once, or else one half after the other. Returns `None` if
    /// too much would have to be read.
    fn remove_all(&mut self, ways: &[Vec<String>]) -> Option<()> {
        let mut without = self.rest.clone();
        let removed = ways.iter().filter(|way| remove(&mut without, way));
        if removed.count() == 0 {
            return Some(());
        }
        if self.is_read_alike(&without)? {
            self.rest = without;
        } else if let (first, second @ [_, ..]) = ways.split_at(ways.len() / 2)
            && !first.is_empty()
        {
            self.remove_all(first)?;
            self.remove_all(second)?;
        }
        Some(())
    }

    fn is_read_alike(&mut self, object: &Map<String, Value>) -> Option<bool> {
        self.left = self.left.checked_sub(count(object))?;
        let reading = read_without_places(&json::written(object));
        Some(reading.is_ok_and(|reading| {
            reading == self.wanted && cache::of(object, &reading.model) == self.cached
        }))
    }
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
