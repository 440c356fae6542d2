//! From any text in place of a `config.json`, the importers make a readable configuration, or say in
//! one sentence why they cannot, within 64 MiB. `tools/check/fuzz.mjs` builds and runs this.
#![no_main]

mod imported;
mod memory;
mod sentences;

use libfuzzer_sys::fuzz_target;

/// The model onto which a fragment is merged.
const BASE: &str = r#"{"model_type": "qwen2", "hidden_size": 3584, "num_attention_heads": 28,
    "max_position_embeddings": 32768, "rope_theta": 1000000.0}"#;

fuzz_target!(|bytes: &[u8]| {
    imported::check(bytes, None);
    imported::check(bytes, Some(BASE));
});
