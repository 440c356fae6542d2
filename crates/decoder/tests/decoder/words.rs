//! How texts are split and encoded, with what the library tokenizers does.

use phasor_decoder::{Split, Tokenizer};
use proptest::prelude::*;
use serde_json::Value;

use crate::support::{cases, golden, numbers, tokens};

fn texts(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap())
        .collect()
}

fn tokenizer(file: &Value, split: &str) -> Tokenizer {
    let vocabulary = &file["vocabularies"][split];
    let names = texts(&vocabulary["tokens"]);
    let is_whole = |id: u32| names[id as usize].starts_with("<|");
    let split = Split::of_gguf(split).unwrap();
    Tokenizer::of_byte_pairs(
        split,
        names.clone(),
        texts(&vocabulary["merges"]),
        is_whole,
        None,
    )
    .unwrap()
}

#[test]
fn texts_are_split_as_by_the_patterns() {
    for case in cases(&golden("words")) {
        let split = case["params"]["split"].as_str().unwrap();
        let text = case["input"].as_str().unwrap();
        let words: Vec<&str> = Split::of_gguf(split).unwrap().words(text).collect();
        assert_eq!(
            words,
            texts(&case["expected"]["words"]),
            "{split}: {text:?}"
        );
    }
}

#[test]
fn texts_are_encoded_and_decoded() {
    let file = golden("words");
    for case in cases(&file) {
        let tokenizer = tokenizer(&file, case["params"]["split"].as_str().unwrap());
        let text = case["input"].as_str().unwrap();
        let encoded = tokenizer.encode(text);
        assert_eq!(
            encoded,
            tokens(&case["expected"]["tokens"]),
            "{}: {text:?}",
            case["params"]
        );
        assert_eq!(tokenizer.decode(&encoded), text);
    }
}

#[test]
fn a_token_that_stands_for_its_text_is_not_split() {
    let file = golden("words");
    let tokenizer = tokenizer(&file, "smollm");
    let encoded = tokenizer.encode("so<|end|>so");
    assert_eq!(
        encoded
            .iter()
            .filter(|token| tokenizer.bytes(**token) == b"<|end|>")
            .count(),
        1
    );
    assert_eq!(tokenizer.decode(&encoded), "so<|end|>so");
}

/// The vocabulary of `pieces.json`. Its bytes are tokens; its first three stand for no text.
fn pieces(file: &Value) -> Tokenizer {
    let vocabulary = &file["vocabulary"];
    let scores = numbers(&vocabulary["scores"]).into_iter().map(Some);
    let tokens = texts(&vocabulary["names"]).into_iter().zip(scores);
    Tokenizer::of_pieces(tokens, |id| id < 3, None, Some(0), true)
}

#[test]
fn texts_are_cut_into_pieces_as_by_sentencepiece() {
    let file = golden("pieces");
    let tokenizer = pieces(&file);
    for case in cases(&file) {
        let text = case["input"].as_str().unwrap();
        let encoded = tokenizer.encode(text);
        assert_eq!(encoded, tokens(&case["expected"]["tokens"]), "{text:?}");
        let blank = if text.is_empty() { "" } else { " " };
        assert_eq!(tokenizer.decode(&encoded), format!("{blank}{text}"));
    }
}

#[test]
fn a_text_that_continues_has_no_blank_before_it() {
    let tokenizer = pieces(&golden("pieces"));
    let more = tokenizer.encode_more("her sister");
    assert_eq!(tokenizer.decode(&more), "her sister");
    // What follows a token that stands for its text as a whole begins a text.
    let after = tokenizer.encode_more("</s>her");
    assert_eq!(tokenizer.decode(&after), "</s> her");
}

proptest! {
    #[test]
    fn any_text_comes_back(text in "\\PC{0,40}|[ \\t\\r\\n'a-z0-9.]{0,40}") {
        let file = golden("words");
        for split in ["gpt-2", "smollm", "llama-bpe", "qwen2"] {
            let words: Vec<&str> = Split::of_gguf(split).unwrap().words(&text).collect();
            prop_assert_eq!(words.concat(), text.as_str());
            let tokenizer = tokenizer(&file, split);
            prop_assert_eq!(&tokenizer.decode(&tokenizer.encode(&text)), &text);
        }
        let tokenizer = pieces(&golden("pieces"));
        let more = tokenizer.encode_more(&text);
        // One letter stands for a blank.
        prop_assert_eq!(tokenizer.decode(&more), text.replace('▁', " "));
    }
}
