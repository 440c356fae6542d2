//! Keys that override those of a model, as with `--hf-overrides` of vLLM and
//! `--json-model-override-args` of SGLang: each key of the first level replaces that of the model.

use serde_json::{Map, Value};

use super::notes::Notes;
use crate::scaling;
use phasor_encoding::Scaling;
use phasor_text::shorten;

type Object = Map<String, Value>;

/// What the keys of a fragment are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Keys of a `config.json`.
    Keys,
    /// The inside of its `rope_parameters` or `rope_scaling`.
    Inside,
}

const OLD: &str = "rope_scaling";
const NEW: &str = "rope_parameters";
const BASE: &str = "rope_theta";

/// Keys of a `config.json` by which a fragment is known.
const KEYS: &[&str] = &[
    OLD,
    NEW,
    BASE,
    "max_position_embeddings",
    "original_max_position_embeddings",
    "partial_rotary_factor",
    "rope_local_base_freq",
    "rope_interleave",
    "rotary_emb_base",
    "rotary_pct",
];

/// Returns the shape of a JSON object that is only a fragment.
pub(super) fn shape(object: &Object) -> Option<Shape> {
    if crate::is_of_model(object) {
        return None;
    }
    if is_inside(object) {
        return Some(Shape::Inside);
    }
    let is_known = |object: &Object| KEYS.iter().any(|key| object.contains_key(*key));
    let mut parts = crate::TEXT_MODELS.iter();
    let part = parts.find_map(|name| object.get(*name)?.as_object());
    match part {
        Some(part) => shape(part).filter(|shape| *shape == Shape::Keys),
        None => is_known(object).then_some(Shape::Keys),
    }
}

/// Returns whether the object is the inside of `rope_parameters`: one set, or one for each layer
/// type.
fn is_inside(object: &Object) -> bool {
    let is_set = |object: &Object| {
        let old = object.get("type").and_then(Value::as_str);
        let has = |key: &str| object.contains_key(key);
        // Other files have a `type` as well.
        has("rope_type") || has("factor") || old.is_some_and(scaling::is_name)
    };
    if [OLD, NEW].iter().any(|key| object.contains_key(*key)) {
        return false;
    }
    let is_nested = object.values().all(|set| set.is_object() || set.is_null())
        && object.keys().any(|key| key.ends_with("_attention"));
    is_set(object) || is_nested
}

/// Reads lines that were copied out of a `config.json`, without the brackets around them.
pub(super) fn of_members(text: &str) -> Option<(Object, Shape)> {
    let members = text.trim().trim_end_matches(',');
    if !members.starts_with('"') {
        return None;
    }
    let object = match crate::parse_json(&format!("{{{members}}}")) {
        Ok(Value::Object(object)) => object,
        _ => return None,
    };
    let shape = shape(&object)?;
    Some((object, shape))
}

/// Returns whether the base stands where engines look for it: inside of the new object, or outside of an old one. A
/// fragment without rotary parameters, or with a set for each layer type, need not have one.
pub(super) fn has_theta(fragment: &Object, shape: Shape) -> bool {
    let set = match shape {
        Shape::Inside => Some(fragment),
        Shape::Keys => {
            let mut parts = crate::TEXT_MODELS.iter();
            let part = parts.find_map(|name| fragment.get(*name)?.as_object());
            part.unwrap_or(fragment).get(NEW).and_then(Value::as_object)
        }
    };
    set.is_none_or(|set| set.contains_key(BASE) || set.values().any(Value::is_object))
}

/// Notes that the declared length is below the one that YaRN is for.
pub(super) fn report_length(rope: &crate::LayerRope, declared: Option<usize>, notes: &mut Notes) {
    let (Scaling::Yarn(yarn), Some(declared)) = (&rope.scaling, declared) else {
        return;
    };
    let reach = (yarn.factor * yarn.original_max_position_embeddings).round();
    if reach > declared as f64 {
        notes.add(format!(
            "The declared length stays {declared}, below the {reach} tokens that the rule is for. vLLM takes it for the \
             longest text since 0.30; add `\"max_position_embeddings\": {reach}`."
        ));
    }
}

/// Replaces keys of the model `root` by those of `fragment`.
pub(super) fn merge(
    mut fragment: Object,
    shape: Shape,
    mut root: Object,
    notes: &mut Notes,
) -> Object {
    let way = crate::way_to_text_model(&root);
    let mut keys = Object::new();
    if shape == Shape::Keys {
        keys = taken_inside(&mut fragment, &way);
        report_nested(&fragment, &way, notes);
        keys.append(&mut fragment);
    }
    change_at(&mut root, &way, |target| {
        if shape == Shape::Inside {
            let name = if is_there(target, NEW) { NEW } else { OLD };
            keys.insert(name.to_owned(), Value::Object(fragment));
        }
        replace(target, keys, notes);
    });
    root
}

/// Takes the keys that the fragment itself has inside of the text model.
fn taken_inside(fragment: &mut Object, way: &[&str]) -> Object {
    let Some((name, rest)) = way.split_first() else {
        return Object::new();
    };
    if !fragment.get(*name).is_some_and(Value::is_object) {
        return Object::new();
    }
    let mut keys = Object::new();
    if let Some(Value::Object(mut inner)) = fragment.remove(*name) {
        keys = taken_inside(&mut inner, rest);
        keys.append(&mut inner);
    }
    keys
}

fn report_nested(fragment: &Object, way: &[&str], notes: &mut Notes) {
    if !way.is_empty() && !fragment.is_empty() {
        let way = way.join(".");
        notes.add(format!(
            "The keys were merged into `{way}`, where the model’s class looks for them; write them \
             inside `{way}` in an override as well."
        ));
    }
    let is_lost = |name: &&&str| way.is_empty() && fragment.contains_key(**name);
    if let Some(name) = crate::TEXT_MODELS.iter().find(is_lost) {
        notes.add(format!(
            "The model has no `{name}`, so the keys in it have no effect."
        ));
    }
}

/// Changes the object at the end of the way.
fn change_at(object: &mut Object, way: &[&str], change: impl FnOnce(&mut Object)) {
    let Some((name, rest)) = way.split_first() else {
        return change(object);
    };
    if let Some(Value::Object(inner)) = object.get_mut(*name) {
        change_at(inner, rest, change);
    }
}

fn is_there(object: &Object, name: &str) -> bool {
    object.get(name).is_some_and(|value| !value.is_null())
}

/// Replaces keys of the text model. Of two sets of rotary parameters, the one that the model had
/// goes.
fn replace(target: &mut Object, keys: Object, notes: &mut Notes) {
    let (has_old, has_new) = (is_there(&keys, OLD), is_there(&keys, NEW));
    let before = FROM_INSIDE.map(|key| (key, inner(target, key)));
    target.extend(keys);
    if is_there(target, OLD) && is_there(target, NEW) && (has_old || has_new) {
        let (gone, instead) = match has_new {
            true => (OLD, NEW),
            false => (NEW, OLD),
        };
        target.remove(gone);
        notes.add(format!(
            "`{gone}` was removed, because the fragment has `{instead}` in its place."
        ));
    }
    for (key, value) in before.into_iter().filter(|_| has_old || has_new) {
        report_lost(key, value, target, notes);
    }
}

/// What a set may have apart from its rule.
const FROM_INSIDE: [&str; 3] = [BASE, "mrope_section", "partial_rotary_factor"];

/// Reports a number that was inside of a set before, and that an engine loses with it.
fn report_lost(key: &str, before: Option<(&str, String)>, after: &Object, notes: &mut Notes) {
    if let Some((place, value)) = before
        && inner(after, key).is_none()
        && !is_there(after, key)
    {
        notes.add(format!(
            "`{key}`, {value}, was inside `{place}`, which the fragment replaces, so it is lost as \
             in an engine; repeat it in the fragment."
        ));
    }
}

/// Returns a number among the rotary parameters, or among those of a layer type, and its place.
fn inner(object: &Object, key: &str) -> Option<(&'static str, String)> {
    [NEW, OLD].into_iter().find_map(|name| {
        let set = object.get(name)?.as_object()?;
        let sets = set.values().filter_map(Value::as_object);
        let mut all = [set].into_iter().chain(sets);
        let value = all.find_map(|set| set.get(key).filter(|value| !value.is_null()))?;
        Some((name, shorten(&value.to_string())))
    })
}
