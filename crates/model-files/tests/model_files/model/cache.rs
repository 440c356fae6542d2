//! Compares what layers keep with the tensors in the caches of transformers (`tools/golden/cache.py` wrote their shapes).

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use phasor_model_files::{Bound, Cache, CacheFormat, Cached, LayerCache, NoCache, Rows, cache};
use serde_json::{Value, json};

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

fn golden() -> Value {
    let text = fs::read_to_string(folder("tests/golden/cache.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn whole(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// The rows of all layers, of which the file has each run once.
fn rows(groups: &Value) -> Vec<&Value> {
    let groups = groups.as_array().unwrap().iter();
    let rows = groups.flat_map(|group| std::iter::repeat_n(&group[1], whole(&group[0])));
    rows.collect()
}

/// The vectors of a tensor, and the number of tokens that have one.
fn vectors(shape: &Value) -> (Rows, Option<usize>) {
    match shape.as_array().map(Vec::as_slice) {
        None | Some([]) => (Rows::NONE, None),
        Some([n_tokens, dim]) => {
            let rows = Rows {
                n_heads: 1,
                dim: whole(dim),
            };
            (rows, Some(whole(n_tokens)))
        }
        Some([n_heads, n_tokens, dim]) => {
            let rows = Rows {
                n_heads: whole(n_heads),
                dim: whole(dim),
            };
            (rows, Some(whole(n_tokens)))
        }
        Some(other) => panic!("a shape of {} numbers", other.len()),
    }
}

/// Checks one layer.
fn check(layer: &LayerCache, row: &Value, n_tokens: usize, what: &str) {
    let is_repeated = what.contains("falcon-40b")
        || what.contains("falcon-180b")
        || what.contains("new_decoder_architecture");
    let LayerCache::Keeps(cached) = layer else {
        assert!(
            matches!(layer, LayerCache::Shares | LayerCache::Nothing),
            "{what}: {layer:?}"
        );
        assert_eq!(row, &json!({}), "{what}");
        return;
    };
    // The first dimension of every tensor, that of texts, is left out.
    let of = |key: &str| row.get(key).map_or(Value::Null, Clone::clone);
    let (mut keys, n_kept) = vectors(&of("keys"));
    let mut values = vectors(&of("values")).0;
    if is_repeated {
        // Falcon keeps the keys of a group once for each of its queries.
        let times = keys.n_heads / cached.keys.n_heads;
        assert!(
            times > 1 && keys.n_heads == times * cached.keys.n_heads,
            "{what}"
        );
        (keys.n_heads, values.n_heads) = (cached.keys.n_heads, cached.values.n_heads);
    }
    // In DeepSeek-V4, a vector is key and value at once, which layers without summaries keep twice.
    if cached.summaries.is_none() && cached.values == Rows::NONE && keys == values {
        values = Rows::NONE;
    }
    assert_eq!(
        (cached.keys, cached.values),
        (keys, values),
        "{what}: {row}"
    );
    check_summaries(cached, row, n_tokens, what);
    assert_eq!(cached.index, vectors(&of("index")).0, "{what}: {row}");
    let expected = match cached.bound {
        // The dynamic layer of transformers makes room for the next token.
        Bound::Window(most) | Bound::Chunk(most) => n_tokens.min(most - 1),
        _ => n_tokens,
    };
    assert_eq!(n_kept.unwrap_or(expected), expected, "{what}: {row}");
    assert_eq!(
        cached.convolution,
        of("conv").as_f64().unwrap_or(0.0),
        "{what}: convolution"
    );
    assert_eq!(
        cached.recurrent,
        of("recurrent").as_f64().unwrap_or(0.0),
        "{what}: recurrence"
    );
    let cross = row.get("cross");
    assert_eq!(cached.has_cross, cross.is_some(), "{what}");
    if let Some(cross) = cross {
        assert_eq!(
            (vectors(&cross["keys"]).0, vectors(&cross["values"]).0),
            (cached.keys, cached.values),
            "{what}"
        );
    }
}

/// Checks what a layer keeps beyond its window.
fn check_summaries(cached: &Cached, row: &Value, n_tokens: usize, what: &str) {
    let Some(summaries) = cached.summaries else {
        assert!(row.get("summaries").is_none(), "{what}: {row}");
        return;
    };
    let (rows, n_summaries) = vectors(&row["summaries"]["compressor"]);
    let (index, n_keys) = vectors(&row["summaries"]["indexer"]);
    assert_eq!((summaries.rows, summaries.index), (rows, index), "{what}");
    let expected = n_tokens / summaries.rate;
    assert_eq!(n_summaries, Some(expected), "{what}");
    assert_eq!(n_keys.unwrap_or(expected), expected, "{what}");
    let waiting = row["waiting"].as_f64().unwrap();
    assert_eq!(summaries.waiting(n_tokens), waiting, "{what}");
    // All bytes are those of the tensors.
    let [own, all] = [cached.keys.elements(), rows.elements() + index.elements()];
    let elements = own * cached.n_tokens(n_tokens) as f64 + all * expected as f64 + waiting;
    let bytes = cached.bytes(CacheFormat::Bf16, n_tokens);
    assert_eq!(bytes, Some(2.0 * elements), "{what}");
}

/// Checks all layers at all lengths, except those of which nothing is known; returns the number of those that were checked.
fn check_all(cache: &Cache, case: &Value, what: &str) -> usize {
    let mut n_checked = 0;
    for (length, groups) in case["lengths"].as_object().unwrap() {
        let rows = rows(groups);
        assert_eq!(cache.layers.len(), rows.len(), "{what}");
        for (place, (layer, row)) in cache.layers.iter().zip(rows).enumerate() {
            if *layer != LayerCache::Unknown {
                check(
                    layer,
                    row,
                    length.parse().unwrap(),
                    &format!("{what}, layer {place} of {length} tokens"),
                );
                n_checked += 1;
            }
        }
    }
    n_checked
}

#[test]
fn small_models_keep_what_transformers_keeps() {
    let file = golden();
    let cases = file["cases"].as_array().unwrap();
    let mut classes = BTreeSet::new();
    for case in cases {
        let mut values = case["values"].clone();
        values["model_type"] = case["model_type"].clone();
        let what = values.to_string();
        let n_layers = case["lengths"]["20"].as_array().unwrap().len();
        match cache(&what) {
            Err(NoCache::Encoder) => assert_eq!(n_layers, 0, "{what}"),
            Err(error) => panic!("{what}: {error}"),
            Ok(cache) => {
                let n_checked = check_all(&cache, case, &what);
                assert_eq!(
                    n_checked,
                    2 * cache.layers.len(),
                    "{what}: a layer is unknown"
                );
            }
        }
        classes.insert(case["model_type"].as_str().unwrap());
    }
    assert!(classes.len() >= 100, "{} classes", classes.len());
}

#[test]
fn published_models_keep_what_transformers_keeps() {
    let file = golden();
    let mut n_checked = 0;
    for case in file["published"].as_array().unwrap() {
        let name = case["file"].as_str().unwrap();
        let text = fs::read_to_string(folder("assets/models").join(name)).unwrap();
        match cache(&text) {
            Err(NoCache::Encoder) => assert_eq!(case["lengths"]["7"], json!([]), "{name}"),
            // A file without the number of layers gets that of its class in transformers.
            Err(NoCache::NoLayers | NoCache::Unread(..)) => {}
            Err(reason) => panic!("{name}: {reason}"),
            Ok(cache) => n_checked += usize::from(check_all(&cache, case, name) > 0),
        }
    }
    assert!(n_checked >= 130, "{n_checked} models");
}

/// A file with nothing but heads and a size gets the defaults of its class.
#[test]
fn missing_sizes_are_those_of_the_class() {
    let file = golden();
    let mut n_checked = 0;
    for (class, defaults) in file["defaults"].as_object().unwrap() {
        let text = json!({"model_type": class, "num_attention_heads": 24, "hidden_size": 384, "num_hidden_layers": 2});
        let Ok(cache) = cache(&text.to_string()) else {
            continue;
        };
        for (key, size) in cache.assumed {
            match &defaults[key] {
                // Without the key, this class of transformers fails.
                Value::Null if class == "nemotron" => {}
                Value::String(word) if word == "n_heads" => assert_eq!(size, 24, "{class}: {key}"),
                Value::Number(number) => {
                    assert_eq!(Some(size as f64), number.as_f64(), "{class}: {key}");
                }
                other => panic!("{class}: {key} is {size}, not {other}"),
            }
            n_checked += 1;
        }
    }
    assert!(n_checked >= 100, "{n_checked} sizes");
}

fn first(text: &str) -> Cached {
    match cache(text).unwrap().layers.first() {
        Some(LayerCache::Keeps(cached)) => *cached,
        other => panic!("{other:?}"),
    }
}

/// DeepSeek-AI 2024, *DeepSeek-V3*, section 4.2: a compressed size of 512 and 64 components that rotate.
#[test]
fn latent_attention_keeps_less_than_it_expands_to() {
    let text = r#"{"model_type": "deepseek_v3", "num_attention_heads": 128, "num_hidden_layers": 61, "hidden_size": 7168,
        "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128}"#;
    let cached = first(text);
    assert_eq!(cached.bytes_per_token(CacheFormat::Bf16), Some(2.0 * 576.0));
    let expanded = cached.expanded.unwrap().map(Rows::elements);
    assert_eq!(expanded, [128.0 * 192.0, 128.0 * 128.0]);
}

#[test]
fn nothing_is_guessed() {
    let size = |text: &str| cache(text).unwrap_err();
    assert_eq!(size(r#"{"hidden_size": 64}"#), NoCache::NoClass);
    assert_eq!(
        size(r#"{"model_type": "newest"}"#),
        NoCache::UnknownClass("newest".to_owned())
    );
    let llama = r#""model_type": "llama", "hidden_size": 64, "num_attention_heads": 4"#;
    assert_eq!(size(&format!("{{{llama}}}")), NoCache::NoLayers);
    let key = "num_key_value_heads";
    assert_eq!(
        size(&format!(
            r#"{{{llama}, "num_hidden_layers": 2, "{key}": 1.5}}"#
        )),
        NoCache::Size(key)
    );
    let text = r#"{"model_type": "phi", "num_attention_heads": 4, "num_hidden_layers": 2}"#;
    assert_eq!(size(text), NoCache::Size("hidden_size"));
    let text = r#"{"model_type": "laguna", "num_attention_heads": 4, "num_hidden_layers": 2, "hidden_size": 64}"#;
    assert_eq!(size(text), NoCache::Size("layer_types"));
    let text = r#"{"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4,
        "layer_types": ["full_attention", "some_attention"]}"#;
    assert_eq!(cache(text).unwrap().layers[1], LayerCache::Unknown);
}

#[test]
fn numbers_beyond_any_model_do_not_overflow() {
    let most = 1_000_000_000_000_u64;
    let text = format!(
        r#"{{"model_type": "mamba2", "num_hidden_layers": 4096, "num_heads": {most}, "head_dim": {most}, "state_size": {most},
        "n_groups": {most}, "conv_kernel": {most}}}"#
    );
    let cached = first(&text);
    assert!(
        cached.state() > 1e35
            && cached
                .bytes(CacheFormat::Bf16, usize::MAX)
                .is_some_and(f64::is_finite)
    );
}

/// What an address keeps of a file says as much about its cache as the file.
#[test]
fn an_excerpt_keeps_the_sizes_of_the_cache() {
    for name in [
        "deepseek-v3",
        "qwen3.5-27b",
        "gemma-4-26b-a4b",
        "falcon-40b",
        "mimo-v2-flash",
        "t5-small",
    ] {
        let text =
            fs::read_to_string(folder("assets/models").join(format!("{name}.json"))).unwrap();
        let short = phasor_model_files::excerpt(&text).unwrap();
        assert_eq!(cache(&short), cache(&text), "{name}");
        assert_eq!(
            phasor_model_files::excerpt(&short).unwrap(),
            short,
            "{name}"
        );
        let long = with_members(&text, "module", 5000);
        let short_of_long = phasor_model_files::excerpt(&long).unwrap();
        assert_eq!(short_of_long, short, "{name}");
    }
}

/// If too many members matter, as each of these is worth a note, only the model remains.
#[test]
fn an_excerpt_of_too_many_notes_is_the_model() {
    let long = with_members(r#"{"model_type": "llama"}"#, "rope_secret", 20_000);
    let short = phasor_model_files::excerpt(&long).unwrap();
    let read = |text: &str| phasor_model_files::read(text).unwrap().model;
    assert!(short.contains("llama") && !short.contains("secret"));
    assert_eq!(read(&short), read(&long));
}

/// Returns the text with more members.
fn with_members(text: &str, name: &str, count: usize) -> String {
    let members: String = (0..count)
        .map(|number| format!(", \"{name}_{number}\": {number}"))
        .collect();
    let open = text.trim_end().strip_suffix('}').unwrap();
    format!("{open}{members}}}")
}
