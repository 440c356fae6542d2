//! The commands that start vLLM and SGLang, with keys that override those of a model.

use serde_json::{Map, Value, json};

use super::flags::Flags;
use super::notes::{Notes, value_of};
use super::shell;
use crate::Unreadable;
use phasor_text::shorten;

type Object = Map<String, Value>;

const OVERRIDES: &[&str] = &["hf-overrides", "json-model-override-args"];
const SCALING: &str = "rope-scaling";
const BASE: &str = "rope-theta";
const LENGTHS: &[&str] = &["max-model-len", "context-length"];

/// Returns the keys that the command overrides, or `None` if the text is not such a command.
///
/// # Errors
/// [`Unreadable`] if the value of a flag is not the JSON object that it must be.
pub(super) fn fragment(text: &str, notes: &mut Notes) -> Option<Result<Object, Unreadable>> {
    let flags = Flags::of(shell::words(text).into_iter());
    if !flags.iter().any(|(flag, _)| is_ours(flag)) {
        return None;
    }
    Some(keys(&flags, notes))
}

/// Returns whether a flag is read.
fn is_ours(flag: &str) -> bool {
    let first = flag.split('.').next();
    let mut names = OVERRIDES.iter().chain(LENGTHS).chain([&SCALING, &BASE]);
    names.any(|name| Some(*name) == first)
}

fn keys(flags: &Flags, notes: &mut Notes) -> Result<Object, Unreadable> {
    let mut keys = Object::new();
    for (flag, value) in flags.iter().filter(|(flag, _)| is_ours(flag)) {
        if OVERRIDES.contains(&flag) {
            // Without a value the text is empty, which is no object.
            keys.extend(crate::object(value.unwrap_or(""), &mut Vec::new())?);
            continue;
        }
        let Some(value) = value else {
            notes.add(format!("`--{}` must have a value; ignored.", shorten(flag)));
            continue;
        };
        let dotted = flag.split_once('.');
        if let Some((first, path)) = dotted
            && OVERRIDES.contains(&first)
        {
            let inner = crate::parse_json(value).unwrap_or_else(|_| Value::from(value));
            let path: Vec<&str> = path.split('.').take(DEEPEST).collect();
            insert(&mut keys, &path, inner);
        } else if flag == SCALING {
            scaling(value, &mut keys, notes)?;
        } else if flag == BASE {
            match value.parse::<f64>() {
                Ok(base) => _ = keys.insert("rope_theta".to_owned(), value_of(base)),
                Err(_) => notes.add(format!(
                    "`--{flag}` must have a number, not `{}`; ignored.",
                    shorten(value)
                )),
            }
        } else if LENGTHS.contains(&flag) {
            notes.add(format!(
                "`--{flag}`, {}, limits the length of a text in the engine and changes no \
                 frequency, so it was not taken over.",
                shorten(value)
            ));
        }
    }
    Ok(keys)
}

/// Reads vLLM's old flag with a JSON object. llama.cpp has a flag with the same name, for a word.
fn scaling(value: &str, keys: &mut Object, notes: &mut Notes) -> Result<(), Unreadable> {
    if value.trim_start().starts_with('{') {
        let inside = crate::object(value, &mut Vec::new())?;
        keys.insert("rope_scaling".to_owned(), json!(inside));
    } else {
        notes.add(format!(
            "`--rope-scaling` must have a JSON object, not `{}`; ignored.",
            shorten(value)
        ));
    }
    Ok(())
}

/// The largest number of names in a flag such as `--hf-overrides.rope_parameters.factor`.
const DEEPEST: usize = 8;

fn insert(object: &mut Object, path: &[&str], value: Value) {
    match path {
        [] => {}
        [name] => _ = object.insert((*name).to_owned(), value),
        [name, rest @ ..] => {
            let inner = object.entry(*name).or_insert(Value::Null);
            if !inner.is_object() {
                *inner = json!({});
            }
            if let Value::Object(inner) = inner {
                insert(inner, rest, value);
            }
        }
    }
}
