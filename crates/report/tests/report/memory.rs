//! What the reports say about the memory of a cache.

use phasor_report::{Ask, Block, Subject, View, contents};

use crate::acceptance::{published, text_of};

fn plan(subject: &Subject, target: Option<usize>) -> Vec<Block> {
    let ask = Ask {
        view: View::WhatIf,
        target,
        ..Ask::default()
    };
    contents(subject, None, &ask)
}

/// The rows of the table, each cell as text.
fn rows(blocks: &[Block]) -> Vec<Vec<String>> {
    let table = blocks.iter().find_map(|block| match block {
        Block::Table(table) if table.head.iter().any(|name| name == "all, q8_0") => Some(table),
        _ => None,
    });
    let rows = table.expect("a table of the cache").rows.iter();
    rows.map(|row| row.iter().map(|cell| breaking(&cell.text)).collect())
        .collect()
}

/// Returns a text in which the spaces before units are plain ones.
fn breaking(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

fn assert_says(text: &str, words: &[&str]) {
    let text = breaking(text);
    for word in words {
        assert!(text.contains(word), "{word} is not in {text}");
    }
}

/// 32 layers of 8 heads with keys and values of 128 components, 2 bytes each.
#[test]
fn a_plain_model_takes_the_same_in_each_layer() {
    let blocks = plan(&published("llama-3.1-8b"), Some(131_072));
    assert_says(&text_of(&blocks), &["131,072 tokens", "16 GiB", "128 KiB"]);
    assert_eq!(
        rows(&blocks),
        [[
            "full attention",
            "32",
            "128 KiB",
            "16 GiB",
            "8 GiB",
            "8.5 GiB",
            "4.5 GiB"
        ]]
    );
}

#[test]
fn windows_latents_and_states_have_their_own_rows() {
    let first = |name: &str, row: usize| {
        let rows = rows(&plan(&published(name), Some(32_768)));
        let cells = rows[row].iter().take(4).cloned();
        cells.collect::<Vec<_>>().join(" | ")
    };
    assert_eq!(
        first("gemma-3-4b-it", 0),
        "window of 1,024 | 29 | 116 KiB | 116 MiB"
    );
    assert_eq!(
        first("gemma-3-4b-it", 1),
        "full attention | 5 | 20 KiB | 640 MiB"
    );
    assert_eq!(first("gemma-3-4b-it", 2), "all | 34 | 136 KiB | 756 MiB");
    assert_eq!(
        first("deepseek-v3", 0),
        "latent attention | 61 | 68.62 KiB | 2.145 GiB"
    );
    assert_eq!(
        first("qwen3.5-27b", 0),
        "recurrent state | 48 | 0 B | 75.75 MiB"
    );
    assert_eq!(
        first("qwen3.5-27b", 1),
        "full attention | 16 | 64 KiB | 2 GiB"
    );
    assert_eq!(
        first("t5-small", 0),
        "attention to both texts | 6 | 24 KiB | 768 MiB"
    );
}

/// ollama, pull request 16958: what llama.cpp keeps of Gemma 4 26B in GB, with windows of 1,024 and batches of 512 tokens.
#[test]
fn llama_cpp_keeps_a_window_and_a_batch() {
    for (n_tokens, size) in [(4096, "380 MiB"), (8192, "460 MiB"), (131_072, "2.793 GiB")] {
        let text = text_of(&plan(&published("gemma-4-26b-a4b"), Some(n_tokens)));
        assert_says(&text, &["llama.cpp", size]);
    }
}

/// 128 heads with keys of 192 and values of 128 components in 61 layers.
#[test]
fn latent_attention_is_also_given_expanded() {
    let text = text_of(&plan(&published("deepseek-v3"), Some(131_072)));
    assert_says(&text, &["512 + 64", "128 heads", "71.11", "610 GiB"]);
}

#[test]
fn models_that_do_not_rotate_have_a_cache() {
    for (name, words) in [
        ("gpt2", ["1,024 tokens", "36 MiB"]),
        ("bloom-560m", ["4,096 tokens", "384 MiB"]),
        ("mpt-7b-instruct", ["2,048 tokens", "1 GiB"]),
    ] {
        assert_says(&text_of(&plan(&published(name), None)), &words);
    }
    let mamba = r#"{"model_type": "mamba", "hidden_size": 768, "num_hidden_layers": 24, "state_size": 16, "expand": 2,
        "conv_kernel": 4}"#;
    let mamba = Subject::read(mamba).unwrap();
    // 24 layers of 1,536 x (4 + 16) elements.
    for length in [None, Some(1_000_000)] {
        assert_says(
            &text_of(&plan(&mamba, length)),
            &["1.406 MiB", "all 24 layers"],
        );
    }
}

/// Components × 2 bytes, over the tokens of one summary: 512 and 128 for the indexer over 4, or 512 over 128.
#[test]
fn summaries_grow_with_the_text() {
    let blocks = plan(&published("deepseek-v4-flash"), Some(1 << 20));
    let rows = rows(&blocks);
    let kinds = rows.iter().map(|row| (row[0].as_str(), row[1].as_str()));
    let expected = [
        ("window of 128", "2"),
        ("window of 128, a summary for 4 tokens", "21"),
        ("window of 128, a summary for 128 tokens", "20"),
        ("all", "43"),
    ];
    assert_eq!(kinds.collect::<Vec<_>>(), expected);
    // In bytes: 43 × 128 × 1,024, 21 × 2¹⁸ × 1,280 and 20 × 2¹³ × 1,024.
    assert_eq!(rows[3][3], "6.724 GiB");
    // 21 × 1,280 / 4 + 20 × 1,024 / 128 bytes.
    assert_says(&text_of(&blocks), &["6.719 KiB", "41 of 43"]);
}

/// Layers × heads × components × 2 × 2 bytes, as the code that is published with each model keeps them.
#[test]
fn classes_outside_of_transformers_have_a_cache() {
    for (name, [n_layers, n_heads, dim]) in [
        ("chatglm3-6b", [28, 2, 128]),
        ("internlm2.5-7b", [32, 8, 128]),
        ("mimo-7b", [36, 8, 128]),
        ("orion-14b", [40, 40, 128]),
    ] {
        let rows = rows(&plan(&published(name), Some(1024)));
        let kib = n_layers * n_heads * dim * 4 / 1024;
        assert_eq!(
            rows[0][1..3],
            [n_layers.to_string(), format!("{kib} KiB")],
            "{name}"
        );
    }
}

#[test]
fn a_format_that_does_not_fit_has_no_number() {
    let phi = r#"{"model_type": "phi", "hidden_size": 2560, "num_attention_heads": 32, "num_hidden_layers": 32}"#;
    let blocks = plan(&Subject::read(phi).unwrap(), Some(2048));
    assert_eq!(rows(&blocks)[0][3..], ["640 MiB", "320 MiB", "–", "–"]);
    assert_says(
        &text_of(&blocks),
        &["32 elements", "80 components", "`num_key_value_heads`, 32"],
    );
}

#[test]
fn what_is_not_known_has_no_number() {
    for (name, word) in [
        ("bert-base", "encoder"),
        ("bamba-9b-v2", "number of layers"),
        ("llama-nemotron-super-49b", "block_configs"),
        ("llama-3.2-11b-vision", "keys of images"),
    ] {
        let text = text_of(&plan(&published(name), None));
        assert!(
            text.contains(word) && !text.contains("of cache in bf16"),
            "{name}: {text}"
        );
    }
}

#[test]
fn layers_that_are_not_known_are_named() {
    let layers = |types: &str| {
        let text = format!(
            r#"{{"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4, "num_key_value_heads": 4,
            "layer_types": [{types}]}}"#
        );
        plan(&Subject::read(&text).unwrap(), Some(1024))
    };
    let blocks = layers(r#""full_attention", "some_attention""#);
    // Keys and values of 64 elements.
    assert_says(
        &text_of(&blocks),
        &["at least 256 KiB", "256 B", "1 of 2 layers"],
    );
    assert_eq!(rows(&blocks)[1][..4], ["not known", "1", "–", "–"]);
    assert!(!text_of(&layers(r#""some_attention""#)).contains("of cache in bf16"));
}

/// A window that is as long as the text leaves no room for a further token.
#[test]
fn a_full_window_does_not_grow() {
    let mistral = published("mistral-7b-v0.1");
    let says = |target, words: &[&str]| assert_says(&text_of(&plan(&mistral, Some(target))), words);
    says(4095, &["128 KiB for each token in 32 layers"]);
    says(4096, &["512 MiB", "all 32 layers"]);
    says(32_768, &["512 MiB", "all 32 layers", "4 GiB"]);
}
