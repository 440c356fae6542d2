//! What the layers of a GGUF file keep.

use phasor_model_files::import::Source;
use phasor_model_files::{CacheFormat, LayerCache, cache};

use super::{imported, published, read};

/// The keys that the converter writes for the published files; those of Qwen 3.5 27B are also in the log of llama.cpp.
#[test]
fn layers_keep_what_those_of_the_published_model_keep() {
    let qwen = "general.architecture = qwen35\nqwen35.block_count = 64\nqwen35.context_length = 262144\n\
        qwen35.embedding_length = 5120\nqwen35.attention.head_count = 24\nqwen35.attention.head_count_kv = 4\n\
        qwen35.rope.freq_base = 10000000.0\nqwen35.attention.key_length = 256\nqwen35.rope.dimension_count = 64\n\
        qwen35.full_attention_interval = 4\nqwen35.ssm.conv_kernel = 4\nqwen35.ssm.state_size = 128\n\
        qwen35.ssm.group_count = 16\nqwen35.ssm.time_step_rank = 48\nqwen35.ssm.inner_size = 6144";
    let deepseek = "general.architecture = deepseek2\ndeepseek2.block_count = 61\ndeepseek2.context_length = 163840\n\
        deepseek2.embedding_length = 7168\ndeepseek2.attention.head_count = 128\ndeepseek2.attention.head_count_kv = 1\n\
        deepseek2.rope.freq_base = 10000.0\ndeepseek2.rope.dimension_count = 64\ndeepseek2.attention.kv_lora_rank = 512\n\
        deepseek2.attention.key_length = 576\ndeepseek2.attention.key_length_mla = 192\n\
        deepseek2.attention.value_length_mla = 128";
    let ratios = r#"[0, 0, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128,
        4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4]"#;
    let flash = format!(
        "general.architecture = deepseek4\ndeepseek4.block_count = 43\ndeepseek4.context_length = 1048576\n\
        deepseek4.embedding_length = 4096\ndeepseek4.attention.head_count = 64\ndeepseek4.attention.head_count_kv = 1\n\
        deepseek4.rope.freq_base = 10000.0\ndeepseek4.attention.compress_rope_freq_base = 160000.0\n\
        deepseek4.rope.dimension_count = 64\ndeepseek4.attention.key_length = 512\n\
        deepseek4.attention.sliding_window = 128\ndeepseek4.attention.indexer.key_length = 128\n\
        deepseek4.attention.compress_ratios = {}",
        ratios.replace(['\n', ' '], "")
    );
    let bases = |text: &str| {
        let model = read(text);
        let ropes = model
            .layers
            .iter()
            .map(|layer| model.rope_of(*layer).map(|rope| rope.base));
        ropes.collect::<Vec<_>>()
    };
    assert_eq!(
        bases(&imported(&flash, Source::GgufKeys).text),
        bases(&published("deepseek-v4-flash.json"))
    );
    for (keys, name) in [
        (qwen, "qwen3.5-27b.json"),
        (deepseek, "deepseek-v3.json"),
        (flash.as_str(), "deepseek-v4-flash.json"),
    ] {
        let here = cache(&imported(keys, Source::GgufKeys).text).unwrap();
        let there = cache(&published(name)).unwrap();
        assert_eq!(here.layers, there.layers, "{name}");
        assert_eq!(here.assumed, [], "{name}");
    }
}

/// gpustack/gguf-parser-go, issue 31: 6 of 16 layers of LFM2 1.2B have 8 heads of 64 components.
#[test]
fn layers_without_heads_are_convolutions() {
    let keys = "general.architecture = lfm2\nlfm2.block_count = 16\nlfm2.context_length = 128000\n\
        lfm2.embedding_length = 2048\nlfm2.attention.head_count = 32\nlfm2.rope.freq_base = 1000000.0\n\
        lfm2.attention.head_count_kv = [0, 0, 8, 0, 0, 8, 0, 0, 8, 0, 8, 0, 8, 0, 8, 0]\nlfm2.shortconv.l_cache = 3";
    let cache = cache(&imported(keys, Source::GgufKeys).text).unwrap();
    let bytes = cache.layers.iter().map(|layer| match layer {
        LayerCache::Keeps(kept) => kept.bytes_per_token(CacheFormat::Bf16).unwrap() * 32_768.0,
        _ => f64::NAN,
    });
    assert_eq!(bytes.sum::<f64>(), 384.0 * 1024.0 * 1024.0);
}
