//! GGUF: the header of a file, and its keys as text.

use phasor_encoding::Scaling;
use phasor_encoding::scaling::Linear;
use phasor_model_files::import::{Imported, Source, import};
use phasor_model_files::{Format, Unreadable};
use proptest::prelude::*;
use serde_json::json;

use super::file::{File, text};
use super::{assert_notes, assert_same_frequencies, imported, json, published, read};

fn sizes(architecture: &str, [length, width, heads, kv_heads]: [u32; 4], base: f32) -> File {
    let key = |name: &str| format!("{architecture}.{name}");
    File::new(architecture)
        .u32(&key("block_count"), 12)
        .u32(&key("context_length"), length)
        .u32(&key("embedding_length"), width)
        .u32(&key("attention.head_count"), heads)
        .u32(&key("attention.head_count_kv"), kv_heads)
        .f32(&key("rope.freq_base"), base)
}

fn qwen() -> File {
    sizes("qwen2", [32_768, 3584, 28, 4], 1e6)
}

/// A file with values of every type before, between and after the keys of the model.
fn every_type() -> File {
    let mut words = text("ab");
    words.extend(text("c"));
    let mut nested = 4u32.to_le_bytes().to_vec();
    nested.extend(1u64.to_le_bytes());
    nested.extend(9u32.to_le_bytes());
    qwen()
        .key("a.u8", 0, &[1])
        .key("a.i8", 1, &[255])
        .key("a.u16", 2, &[1, 0])
        .key("a.i16", 3, &[1, 0])
        .key("a.i32", 5, &[1, 0, 0, 0])
        .key("qwen2.rope.scaling.finetuned", 7, &[1])
        .key("a.u64", 10, &[0; 8])
        .key("a.i64", 11, &[0; 8])
        .key("a.f64", 12, &[0; 8])
        .list("a.nested", 9, 1, &nested)
        .text("qwen2.rope.scaling.type", "yarn")
        .f32("qwen2.rope.scaling.factor", 4.0)
        .u32("qwen2.rope.scaling.original_context_length", 32_768)
        .list("tokenizer.ggml.tokens", 8, 2, &words)
        .i32s("tokenizer.ggml.token_type", &[1, 2, 3])
        .text("tokenizer.chat_template", "é")
        .tensor("token_embd.weight")
        .tensor("output.weight")
}

#[test]
fn a_header_gives_the_frequencies_of_the_published_model() {
    for version in [2, 3] {
        let qwen = File { version, ..qwen() }.import();
        assert_same_frequencies(&qwen.text, "qwen2.5-7b-instruct.json");
        assert_eq!(qwen.notes, [""; 0]);
        assert_eq!(phasor_model_files::read(&qwen.text).unwrap().findings, []);
    }
    let mistral = sizes("llama", [32_768, 4096, 32, 8], 1e4)
        .u32("llama.rope.dimension_count", 128)
        .import();
    assert_same_frequencies(&mistral.text, "mistral-7b-v0.1.json");
    assert_notes(&mistral, &["also have the architecture `llama`"]);
    let neox = sizes("gptneox", [2048, 768, 12, 12], 1e4)
        .u32("gptneox.rope.dimension_count", 16)
        .import();
    assert_same_frequencies(&neox.text, "pythia-160m.json");
    let glm = sizes("glm4", [32_768, 4096, 32, 2], 1e4)
        .u32("glm4.attention.key_length", 128)
        .u32("glm4.rope.dimension_count", 64)
        .import();
    assert_same_frequencies(&glm.text, "glm-4-9b-0414.json");
    let gemma = sizes("gemma3", [131_072, 5376, 32, 16], 1e6)
        .u32("gemma3.attention.key_length", 128)
        .u32("gemma3.attention.sliding_window", 1024)
        .f32("gemma3.rope.freq_base_swa", 1e4)
        .text("gemma3.rope.scaling.type", "linear")
        .f32("gemma3.rope.scaling.factor", 8.0)
        .import();
    assert_same_frequencies(&gemma.text, "gemma-3-27b.json");
    assert_eq!(json(&gemma)["model_type"], "gemma3_text");
}

#[test]
fn the_numbers_of_deepseek_and_of_sections() {
    let deepseek = sizes("deepseek2", [163_840, 7168, 128, 1], 1e4)
        .u32("deepseek2.attention.key_length", 576)
        .u32("deepseek2.attention.key_length_mla", 192)
        .u32("deepseek2.rope.dimension_count", 64)
        .text("deepseek2.rope.scaling.type", "yarn")
        .f32("deepseek2.rope.scaling.factor", 40.0)
        .u32("deepseek2.rope.scaling.original_context_length", 4096)
        .f32("deepseek2.rope.scaling.yarn_log_multiplier", 0.1)
        .f32("deepseek2.rope.scaling.yarn_beta_fast", 32.0)
        .f32("deepseek2.rope.scaling.yarn_beta_slow", 1.0);
    let imported = deepseek.import();
    assert_same_frequencies(&imported.text, "deepseek-v3.json");
    assert_eq!(json(&imported)["qk_nope_head_dim"], 128);
    let softmax = |text: &str| {
        read(text)
            .rope(None)
            .unwrap()
            .scaled(None)
            .unwrap()
            .softmax_factor()
    };
    assert_eq!(
        softmax(&imported.text),
        softmax(&published("deepseek-v3.json"))
    );
    let sections = |imported: &Imported| read(&imported.text).rope(None).unwrap().sections.clone();
    let vision = sizes("qwen2vl", [32_768, 3584, 28, 4], 1e6)
        .i32s("qwen2vl.rope.dimension_sections", &[16, 24, 24, 0]);
    assert_same_frequencies(&vision.import().text, "qwen2-vl-7b.json");
    assert_eq!(
        sections(&vision.import()),
        read(&published("qwen2-vl-7b.json"))
            .rope(None)
            .unwrap()
            .sections
    );
    let vision = sizes("qwen3vl", [262_144, 5120, 64, 8], 5e6)
        .u32("qwen3vl.attention.key_length", 128)
        .i32s("qwen3vl.rope.dimension_sections", &[24, 20, 20, 0]);
    assert_eq!(
        sections(&vision.import()),
        read(&published("qwen3-vl-32b.json"))
            .rope(None)
            .unwrap()
            .sections
    );
}

#[test]
fn rules_that_the_header_cannot_say_are_noted() {
    let llama = sizes("llama", [131_072, 4096, 32, 8], 5e5)
        .tensor("rope_freqs.weight")
        .import();
    assert_notes(&llama, &["`rope_freqs.weight`, not in the header"]);
    assert_eq!(
        read(&llama.text).rope(None).unwrap().scaling,
        Scaling::Default
    );
    let phi = sizes("phi3", [131_072, 3072, 32, 32], 1e4)
        .u32("phi3.rope.dimension_count", 96)
        .f32("phi3.rope.scaling.attn_factor", 1.190_238)
        .u32("phi3.rope.scaling.original_context_length", 4096)
        .tensor("rope_factors_long.weight")
        .tensor("rope_factors_short.weight")
        .import();
    assert_notes(
        &phi,
        &["The factors of LongRoPE", "attn_factor`, 1.190238, was not"],
    );
    let gpt = sizes("gpt-oss", [131_072, 2880, 64, 8], 150_000.0)
        .u32("gpt-oss.attention.key_length", 64)
        .text("gpt-oss.rope.scaling.type", "yarn")
        .f32("gpt-oss.rope.scaling.factor", 32.0)
        .u32("gpt-oss.rope.scaling.original_context_length", 4096)
        .import();
    assert_notes(&gpt, &["`truncate: false`"]);
    assert_eq!(
        read(&gpt.text).rope(None).unwrap().original_length(),
        Some(4096.0)
    );
    // Without the rule in the file, that of the class does not apply.
    let plain =
        sizes("gpt-oss", [131_072, 2880, 64, 8], 150_000.0).u32("gpt-oss.attention.key_length", 64);
    assert_eq!(
        read(&plain.import().text).rope(None).unwrap().scaling,
        Scaling::Default
    );
}

#[test]
fn rules_of_all_kinds() {
    let scaling = |file: &File| {
        read(&file.import().text)
            .rope(None)
            .unwrap()
            .scaling
            .clone()
    };
    assert_eq!(
        scaling(&qwen().f32("qwen2.rope.scale_linear", 4.0)),
        Scaling::Linear(Linear { factor: 4.0 })
    );
    assert_eq!(
        scaling(&qwen().f32("qwen2.rope.scale_linear", 1.0)),
        Scaling::Default
    );
    let none = qwen()
        .text("qwen2.rope.scaling.type", "none")
        .f32("qwen2.rope.scaling.factor", 4.0);
    assert_eq!(scaling(&none), Scaling::Default);
    let attention = every_type().f32("qwen2.rope.scaling.attn_factor", 2.0);
    let factor = read(&attention.import().text)
        .rope(None)
        .unwrap()
        .scaled(None)
        .unwrap()
        .attention_factor();
    assert!(
        (factor - 2.0 * 1.138_629_436_111_989).abs() < 1e-12,
        "{factor}"
    );
    let odd = qwen()
        .text("qwen2.rope.scaling.type", "new\u{202e}\n")
        .import();
    assert_notes(&odd, &["`new`, is not known here"]);
    let factorless = qwen().text("qwen2.rope.scaling.type", "yarn").import();
    assert_notes(&factorless, &["so YaRN is not used"]);
}

#[test]
fn a_hybrid_granite_rotates_unless_its_header_says_otherwise() {
    let granite = || sizes("granitehybrid", [131_072, 2048, 32, 8], 1e4);
    let finetuned = "granitehybrid.rope.scaling.finetuned";
    for (file, expected) in [
        (granite(), true),
        (granite().key(finetuned, 7, &[1]), true),
        (granite().key(finetuned, 7, &[0]), false),
    ] {
        let model = read(&file.import().text);
        assert_eq!(model.rope(None).is_some(), expected);
    }
}

#[test]
fn sizes_of_all_kinds() {
    let heads = File::new("unheard-of")
        .u32("unheard-of.embedding_length", 4096)
        .i32s("unheard-of.attention.head_count", &[32, 0, 64])
        .import();
    assert_eq!(json(&heads)["num_attention_heads"], 64);
    assert_notes(
        &heads,
        &[
            "the largest number, 64,",
            "`unheard-of` stands for is not known",
            "freq_base` is missing; 10000",
        ],
    );
    let bert = File::new("bert").u32("bert.context_length", 512).import();
    assert_eq!(
        json(&bert),
        json!({"model_type": "bert", "max_position_embeddings": 512})
    );
    let local = qwen()
        .f32("qwen2.rope.freq_base_swa", 5.0)
        .u32("qwen2.rope.dimension_count", 64)
        .import();
    assert_notes(
        &local,
        &["freq_base_swa`, 5,", "rotates whole heads of 128"],
    );
    let types = qwen()
        .list(
            "qwen2.attention.sliding_window_pattern",
            7,
            4,
            &[1, 0, 1, 0],
        )
        .import();
    assert_eq!(json(&types)["layer_types"][1], "full_attention");
}

#[test]
fn a_file_cut_anywhere_gives_the_same_model_or_an_error() {
    let file = every_type();
    let bytes = file.bytes();
    let whole = file.import();
    assert_eq!(whole.notes, [""; 0]);
    let tokens = bytes
        .windows(9)
        .position(|window| window == b"tokenizer")
        .unwrap();
    let scaling = bytes
        .windows(12)
        .position(|window| window == b"rope.scaling")
        .unwrap();
    let base = bytes
        .windows(14)
        .position(|window| window == b"rope.freq_base")
        .unwrap()
        + 14
        + 4
        + 4;
    for length in 0..bytes.len() {
        let cut = import(&bytes[..length], None);
        match cut {
            Err(error) if length < 4 => assert_ne!(error, Unreadable::Foreign(Format::GgufCut)),
            Err(error) => {
                assert_eq!(error, Unreadable::Foreign(Format::GgufCut), "{length}");
                assert!(length < base, "{length}");
            }
            Ok(cut) => {
                assert!(length >= base, "{length}");
                assert_notes(&cut, &["The rest of the header was not read."]);
                let is_sure = !cut.notes.iter().any(|note| note.contains("may be missing"));
                assert_eq!(
                    is_sure,
                    length >= tokens + "tokenizer.ggml.tokens".len(),
                    "{length}"
                );
                assert!(cut.text == whole.text || length < tokens, "{length}");
            }
        }
    }
    assert!(scaling > base);
}

#[test]
fn broken_files_are_refused() {
    let error = |bytes: &[u8]| match import(bytes, None) {
        Err(Unreadable::Foreign(format)) => format,
        other => panic!("{other:?}"),
    };
    for (version, expected) in [
        (0, Format::GgufVersion(0)),
        (1, Format::GgufVersion(1)),
        (4, Format::GgufVersion(4)),
        (3u32.swap_bytes(), Format::GgufBigEndian),
    ] {
        assert_eq!(error(&File { version, ..qwen() }.bytes()), expected);
    }
    for broken in [
        File {
            n_keys: u64::MAX,
            ..qwen()
        },
        File {
            n_tensors: u64::MAX,
            ..qwen()
        },
        File {
            n_keys: 0,
            keys: Vec::new(),
            ..qwen()
        },
        qwen().key("a", 13, &[]),
        qwen().key("a", 8, &u64::MAX.to_le_bytes()),
        qwen().list("a", 4, u64::MAX, &[]),
        qwen().list("a", 9, 1 << 40, &[]),
        qwen().list("a", 9, 1, &[9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0].repeat(6)),
        File {
            n_tensors: 1,
            tensors: [text("a"), vec![255; 4]].concat(),
            ..qwen()
        },
    ] {
        let error = error(&broken.bytes());
        assert!(matches!(error, Format::GgufBroken(_)), "{error}");
        assert!(
            error
                .to_string()
                .starts_with("The header of the GGUF file is broken: ")
        );
    }
    // Lengths within reason that go beyond the bytes: the file is cut off.
    for cut in [
        File {
            n_keys: 1000,
            ..qwen()
        },
        qwen().list("a", 8, 1 << 28, &[]),
    ] {
        assert_notes(&cut.import(), &["The rest of the header was not read."]);
    }
}

const LOG: &str = "llama_model_loader: loaded meta data with 26 key-value pairs and 339 tensors from q.gguf (version GGUF V3 (latest))
llama_model_loader: - kv   0:                       general.architecture str              = qwen2
0.00.004.405 I llama_model_loader: - kv   1:                          qwen2.block_count u32              = 28
llama_model_loader: - kv   2:                       qwen2.context_length u32              = 32768
llama_model_loader: - kv   3:                     qwen2.embedding_length u32              = 3584
llama_model_loader: - kv   4:                 qwen2.attention.head_count u32              = 28
llama_model_loader: - kv   5:              qwen2.attention.head_count_kv u32              = 4
llama_model_loader: - kv   6:                       qwen2.rope.freq_base f32              = 1000000.000000
llama_model_loader: - kv   7:                      tokenizer.ggml.tokens arr[str,152064]  = [\"!\", \"\\\"\", \"#\", ...";

const DUMP: &str = "* Dumping 26 key/value pair(s)
      1: UINT32     |        1 | GGUF.version = 3
      4: STRING     |        1 | general.architecture = 'qwen2'
      5: UINT32     |        1 | qwen2.context_length = 32768
      6: UINT32     |        1 | qwen2.embedding_length = 3584
      7: [UINT32]   |        3 | qwen2.attention.head_count = [28, 28, 28]
      8: UINT32     |        1 | qwen2.attention.head_count_kv = 4
      9: FLOAT32    |        1 | qwen2.rope.freq_base = 1000000.0
     10: [STRING]   |   152064 | tokenizer.ggml.tokens";

#[test]
fn keys_as_text_give_the_frequencies_of_the_published_model() {
    let flat = r#"{"general.architecture": "qwen2", "qwen2.context_length": 32768, "qwen2.embedding_length": 3584,
        "qwen2.attention.head_count": 28, "qwen2.attention.head_count_kv": 4, "qwen2.rope.freq_base": 1000000.0}"#;
    let values: serde_json::Map<_, _> = serde_json::from_str(flat).unwrap();
    let values: serde_json::Map<_, _> = values
        .into_iter()
        .map(|(key, value)| (key, json!({"index": 1, "type": "FLOAT32", "value": value})))
        .collect();
    let dump = json!({"filename": "q.gguf", "endian": "LITTLE", "metadata": values, "tensors": {}})
        .to_string();
    for text in [LOG, DUMP, flat, &dump] {
        let qwen = imported(text, Source::GgufKeys);
        assert_same_frequencies(&qwen.text, "qwen2.5-7b-instruct.json");
        assert_eq!(qwen.notes, [""; 0], "{text}");
        assert_eq!(json(&qwen)["num_attention_heads"], 28);
    }
    let tensors = format!(
        "{DUMP}\n      1:         64 |    64,     1,     1,     1 | F32     | rope_freqs.weight"
    );
    assert_notes(
        &imported(&tensors, Source::GgufKeys),
        &["`rope_freqs.weight`, not in the header"],
    );
    let dump = dump.replace("{}", "{\"rope_freqs.weight\": {}}");
    assert_notes(
        &imported(&dump, Source::GgufKeys),
        &["`rope_freqs.weight`, not in the header"],
    );
    let one = imported("llama.rope.freq_base = 500000.0", Source::GgufKeys);
    assert_eq!(json(&one)["rope_theta"], 500_000);
}

#[test]
fn without_the_name_of_the_architecture_the_first_other_key_counts() {
    let text = "general.architecture = 5\nllama.rope.freq_base = 500000.0";
    let llama = imported(text, Source::GgufKeys);
    assert_eq!(json(&llama)["model_type"], "llama");
    assert_eq!(json(&llama)["rope_theta"], 500_000);
    let error = import(b"general.architecture = 5", None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "The header of the GGUF file is broken: it has no key of a model."
    );
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = import(&[b"GGUF", bytes.as_slice()].concat(), None);
    }

    #[test]
    fn any_change_to_a_file_is_read_or_refused(
        place in 8..900usize, byte in any::<u8>(), wide in any::<bool>(),
    ) {
        let mut bytes = every_type().bytes();
        let place = place.min(bytes.len() - 9);
        bytes[place] = byte;
        if wide {
            bytes[place..place + 8].fill(byte);
        }
        if let Ok(imported) = import(&bytes, None) {
            prop_assert!(phasor_model_files::read(&imported.text).is_ok());
        }
    }
}
