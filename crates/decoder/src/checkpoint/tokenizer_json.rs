//! Reads the vocabulary of a `tokenizer.json`.
//!
//! Source: the library `tokenizers` of Hugging Face, whose files these are.

use std::collections::HashMap;

use serde_json::Value;

use crate::{ModelError, Split, Tokenizer};

/// Reads byte pairs, or pieces of SentencePiece, which such a file also writes as merges.
pub(super) fn read(json: &[u8]) -> Result<Tokenizer, ModelError> {
    let root: Value = serde_json::from_slice(json).map_err(|_| other("no JSON"))?;
    let model = root.get("model");
    let model = model.ok_or_else(|| other("without a `model`"))?;
    let kind = model.get("type").and_then(Value::as_str).unwrap_or("BPE");
    if kind != "BPE" {
        return Err(other(&format!("`{kind}`")));
    }
    let added = added(&root);
    let tokens = tokens(model, &added)?;
    let merges = model.get("merges").and_then(Value::as_array);
    let merges: Option<Vec<String>> =
        merges.map(|merges| merges.iter().filter_map(merge).collect());
    let merges = merges.ok_or_else(|| other("without `merges`"))?;
    let is_whole = |id: u32| added.iter().any(|(_, whole)| *whole == u64::from(id));
    let first = first(&root);
    if model.get("byte_fallback").and_then(Value::as_bool) == Some(true) {
        let adds_blank = adds_blank(&root)?;
        let unknown = model.get("unk_token").and_then(Value::as_str);
        let unknown = tokens
            .iter()
            .zip(0..)
            .find(|(token, _)| Some(**token) == unknown);
        let scores = scores(&merges);
        let tokens = tokens
            .iter()
            .map(|token| (*token, scores.get(*token).copied()));
        let unknown = unknown.map(|(_, id)| id);
        return Ok(Tokenizer::of_pieces(
            tokens, is_whole, first, unknown, adds_blank,
        ));
    }
    let merges = merges.iter().map(String::as_str);
    Tokenizer::of_byte_pairs(split(&root)?, tokens, merges, is_whole, first)
        .ok_or_else(|| other("with merges of missing tokens"))
}

/// The error for another vocabulary.
fn other(name: &str) -> ModelError {
    ModelError::Vocabulary(name.to_owned())
}

/// Returns the tokens that stand for their text as a whole, with their numbers.
fn added(root: &Value) -> Vec<(&str, u64)> {
    let added = root.get("added_tokens").and_then(Value::as_array);
    let added = added.into_iter().flatten().filter_map(|token| {
        let content = token.get("content")?.as_str()?;
        Some((content, token.get("id")?.as_u64()?))
    });
    added.collect()
}

/// Returns the names of all tokens in the order of their numbers.
fn tokens<'a>(model: &'a Value, added: &[(&'a str, u64)]) -> Result<Vec<&'a str>, ModelError> {
    let vocabulary = model.get("vocab").and_then(Value::as_object);
    let vocabulary = vocabulary.ok_or_else(|| other("without a `vocab`"))?;
    let plain = vocabulary
        .iter()
        .filter_map(|(token, id)| Some((token.as_str(), id.as_u64()?)));
    let mut tokens: Vec<(&str, u64)> = plain.chain(added.iter().copied()).collect();
    tokens.sort_by_key(|(_, id)| *id);
    tokens.dedup_by_key(|(_, id)| *id);
    let is_dense = tokens.iter().zip(0..).all(|((_, id), place)| *id == place);
    match is_dense {
        true => Ok(tokens.into_iter().map(|(token, _)| token).collect()),
        false => Err(other("with gaps between its tokens")),
    }
}

/// Returns the scores of all pieces that merges make: an earlier merge has a higher score.
fn scores(merges: &[String]) -> HashMap<String, f32> {
    let mut scores = HashMap::new();
    for (merge, rank) in merges.iter().zip(0u32..) {
        let piece = merge.replacen(' ', "", 1);
        scores.entry(piece).or_insert(-(rank as f32));
    }
    scores
}

/// Returns the token that stands before every text, if the file adds one.
fn first(root: &Value) -> Option<u32> {
    let step = root.get("post_processor")?;
    let steps = step.get("processors").and_then(Value::as_array);
    let mut steps = steps
        .map_or(std::slice::from_ref(step), Vec::as_slice)
        .iter();
    let template = steps.find(|step| step.get("single").is_some())?;
    let name = template
        .get("single")?
        .get(0)?
        .get("SpecialToken")?
        .get("id")?;
    let token = template.get("special_tokens")?.get(name.as_str()?)?;
    token.get("ids")?.get(0)?.as_u64()?.try_into().ok()
}

/// Returns whether a blank stands before every text of pieces.
fn adds_blank(root: &Value) -> Result<bool, ModelError> {
    let text = |key: &str| root.get(key).map_or(String::new(), Value::to_string);
    let (normalizer, split) = (text("normalizer"), text("pre_tokenizer"));
    if split.contains("Metaspace") {
        return Ok(!split.contains(r#""prepend_scheme":"never""#));
    }
    match normalizer.contains("Replace") {
        true => Ok(normalizer.contains("Prepend")),
        false => Err(other("one that splits texts in another way")),
    }
}

/// Returns a merge as two tokens with a blank between them; newer files have a list of two.
fn merge(merge: &Value) -> Option<String> {
    match merge {
        Value::Array(pair) => match pair.as_slice() {
            [left, right] => Some(format!("{} {}", left.as_str()?, right.as_str()?)),
            _ => None,
        },
        _ => merge.as_str().map(str::to_owned),
    }
}

/// Returns the rule that splits texts, after the steps before the merges.
fn split(root: &Value) -> Result<Split, ModelError> {
    let steps = root
        .get("pre_tokenizer")
        .map_or(String::new(), Value::to_string);
    let has = |part: &str| steps.contains(part);
    // The patterns of Llama 3 and Qwen 2 differ in the number of digits that stay together.
    match () {
        () if has(r"\\p{N}{1,3}") => Ok(Split::Llama3),
        () if has(r"(?i:'s|'t|'re|'ve|'m|'ll|'d)") => Ok(Split::Qwen2),
        () if has("Digits") && has("ByteLevel") => Ok(Split::SmolLm),
        () if has("ByteLevel") && !has("Split") => Ok(Split::Gpt2),
        () => Err(other("one that splits texts in another way")),
    }
}
