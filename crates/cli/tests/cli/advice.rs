//! No answer leaves out what is wrong with a file, and every command reads the same files.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::mentions::assert_mentions;
use crate::support::{folder, run};

/// Runs a command, and returns its exit status, what it prints, and its errors.
fn answer(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = run(folder, args);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// A Phi-4-mini whose lists have the wrong length, and a file with two slips.
fn faulty(folder: &Path) {
    let list = format!("[{}]", vec!["1.0"; 64].join(","));
    let phi = format!(
        r#"{{"model_type": "phi3", "hidden_size": 3072, "num_attention_heads": 24, "partial_rotary_factor": 0.75,
            "max_position_embeddings": 131072, "original_max_position_embeddings": 4096, "rope_theta": 10000.0,
            "rope_scaling": {{"type": "longrope", "short_factor": {list}, "long_factor": {list}}}}}"#
    );
    fs::write(folder.join("phi.json"), phi).unwrap();
    let typo = r#"{"model_type": "llamma", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": "5e5"}"#;
    fs::write(folder.join("typo.json"), typo).unwrap();
}

/// The commands that answer from one file.
const COMMANDS: [&[&str]; 4] = [
    &["plan"],
    &["settings", "--context", "1M"],
    &["code"],
    &["permute"],
];

#[test]
fn a_file_with_errors_gets_no_answer() {
    let folder = folder("faulty");
    faulty(&folder);
    for (file, words) in [
        ("phi.json", &["short_factor", "long_factor", "48", "64"][..]),
        ("typo.json", &["llamma", "rope_theta"]),
    ] {
        for command in COMMANDS {
            let args = [command, &["--config", file]].concat();
            let (status, out, errors) = answer(&folder, &args);
            assert_eq!((status, out.as_str()), (Some(1), ""), "{args:?}");
            assert_mentions(&errors, words);
            let (status, out, errors) = answer(&folder, &[&args[..], &["--force"]].concat());
            assert_eq!(status, Some(0), "{args:?}");
            assert!(!out.is_empty());
            assert_mentions(&errors, words);
        }
        let (status, out, errors) = answer(&folder, &["diff", file, file]);
        assert_eq!((status, out.as_str()), (Some(1), ""));
        assert_mentions(&errors, words);
        assert!(errors.contains(&format!("{file}: ")), "{errors}");
    }
    let table = ["table", "inv-freq", "--config", "phi.json"];
    assert_eq!(answer(&folder, &table).0, Some(1));
    assert_eq!(
        answer(&folder, &[&table[..], &["--force"]].concat()).0,
        Some(0)
    );
}

#[test]
fn warnings_and_notes_stand_beside_the_answer() {
    let folder = folder("notes");
    let text = r#"{"model_type": "llama", "head_dim": 128, "max_position_embeddings": 4096, "rope_teta": 5e5}"#;
    fs::write(folder.join("config.json"), text).unwrap();
    let keys = "llama.rope.dimension_count = 128\nllama.embedding_length = 4096\nllama.attention.head_count = 32\n";
    fs::write(folder.join("keys.txt"), keys).unwrap();
    for command in COMMANDS {
        let (status, out, errors) =
            answer(&folder, &[command, &["--config", "config.json"]].concat());
        assert_eq!(status, Some(0));
        assert!(!out.is_empty());
        assert_mentions(&errors, &["warning", "rope_teta", "rope_theta"]);
        let (status, _, errors) = answer(&folder, &[command, &["--config", "keys.txt"]].concat());
        assert_eq!(status, Some(0));
        assert_mentions(&errors, &["note", "rope.freq_base"]);
    }
}

#[test]
fn every_command_reads_every_format() {
    let folder = folder("formats");
    let keys = "general.architecture = deepseek2\ndeepseek2.context_length = 262144\ndeepseek2.embedding_length = 7168\n\
        deepseek2.attention.head_count = 64\ndeepseek2.attention.key_length = 576\n\
        deepseek2.attention.key_length_mla = 192\ndeepseek2.rope.dimension_count = 64\n\
        deepseek2.rope.freq_base = 50000.0\ndeepseek2.rope.scaling.type = yarn\n\
        deepseek2.rope.scaling.factor = 64.0\ndeepseek2.rope.scaling.original_context_length = 4096\n\
        deepseek2.rope.scaling.yarn_log_multiplier = 0.1\n";
    fs::write(folder.join("keys.txt"), keys).unwrap();
    let params = r#"{"dim": 4096, "n_layers": 32, "n_heads": 32, "rope_theta": 500000.0}"#;
    fs::write(folder.join("params.json"), params).unwrap();
    let flags = "--hidden-size 4096 --num-attention-heads 32 --rotary-base 500000 --position-embedding-type rope";
    fs::write(folder.join("flags.sh"), flags).unwrap();
    for (file, base, n_pairs) in [
        ("keys.txt", 5e4, 32),
        ("params.json", 5e5, 64),
        ("flags.sh", 5e5, 64),
    ] {
        for command in COMMANDS {
            let args = [command, &["--config", file]].concat();
            assert_eq!(answer(&folder, &args).0, Some(0), "{args:?}");
        }
        assert_ne!(answer(&folder, &["check", file]).0, Some(2));
        assert_eq!(answer(&folder, &["diff", file, file]).0, Some(0));
        let args = ["table", "inv-freq", "--config", file, "--format", "json"];
        let table: Value = serde_json::from_str(&answer(&folder, &args).1).unwrap();
        assert_eq!(table["base"].as_f64(), Some(base), "{file}");
        assert_eq!(table["inv_freq"].as_array().unwrap().len(), n_pairs);
        let figure = ["figure", "scaled-angles", "--config", file, "-o", "a.svg"];
        // The figures have not every number of a rule.
        assert!(
            file == "keys.txt" || answer(&folder, &figure).0 == Some(0),
            "{file}"
        );
    }
    let args = [
        "table", "inv-freq", "--config", "keys.txt", "--format", "json",
    ];
    let table: Value = serde_json::from_str(&answer(&folder, &args).1).unwrap();
    let factor = table["softmax_factor"].as_f64().unwrap();
    assert!((factor - (1.0 + 0.1 * 64f64.ln()).powi(2)).abs() < 1e-9);
}

#[test]
fn what_holds_no_model_is_named_in_one_sentence() {
    let folder = folder("beside");
    for (file, text, word) in [
        (
            "a.json",
            r#"{"tokenizer_class": "Qwen2Tokenizer"}"#,
            "tokenizer_config.json",
        ),
        ("b.json", r#"{"peft_type": "LORA"}"#, "adapter_config.json"),
        (
            "c.json",
            r#"{"bits": 4, "quant_method": "gptq"}"#,
            "quantize_config.json",
        ),
        (
            "d.md",
            "---\nlicense: mit\n---\n# Model\nIt has `rope_scaling`.\n",
            "Markdown",
        ),
        (
            "e.json",
            r#"{"rope_scaling": {"rope_type": "yarn", "factor": 4.0}}"#,
            "overrides",
        ),
        (
            "f.sh",
            "vllm serve a/b --hf-overrides '{\"rope_theta\":5}' --max-model-len 9",
            "overrides",
        ),
    ] {
        fs::write(folder.join(file), text).unwrap();
        let check = ["check", file];
        let table = ["table", "inv-freq", "--config", file];
        let diff = ["diff", file, file];
        let others = COMMANDS.map(|command| [command, &["--config", file]].concat());
        let all = [&check[..], &table, &diff].into_iter();
        for args in all.chain(others.iter().map(Vec::as_slice)) {
            let (status, out, errors) = answer(&folder, args);
            assert_eq!((status, out.as_str()), (Some(2), ""), "{args:?}");
            assert_eq!(errors.lines().count(), 1, "{errors}");
            assert_mentions(&errors, &[word, "config.json"]);
            let words = ["choose", "paste", "128", "comment"];
            assert!(words.iter().all(|word| !errors.contains(word)), "{errors}");
        }
    }
}

#[test]
fn nothing_is_downloaded() {
    for path in [
        "Qwen/Qwen3-8B",
        "meta-llama/Llama-3.1-8B-Instruct",
        "https://huggingface.co/Qwen/Qwen3-8B/resolve/main/config.json",
        "hf://Qwen/Qwen3-8B",
    ] {
        let (status, _, errors) = answer(Path::new("."), &["check", path]);
        assert_eq!((status, errors.lines().count()), (Some(2), 1));
        assert_mentions(&errors, &[path, "downloads nothing", "config.json"]);
    }
    for path in ["models/config.json", "missing.json", "a/b/c", "../x"] {
        let (status, _, errors) = answer(Path::new("."), &["check", path]);
        assert_eq!(status, Some(2));
        assert!(!errors.contains("download"), "{errors}");
    }
}

#[test]
fn lengths_are_read_as_people_write_them() {
    let config = crate::reports::published("qwen2.5-7b-instruct");
    let settings = |context: &str| {
        let engine = ["--engine", "vllm", "--context", context];
        answer(
            Path::new("."),
            &[&["settings", "--config", &config], &engine[..]].concat(),
        )
    };
    let plain = settings("131072");
    for text in ["131,072", "128k", "128K", "1.31072e5", "131072.0"] {
        assert_eq!(settings(text), plain, "{text}");
    }
    assert_eq!(settings("1M"), settings("1048576"));
    assert_eq!(settings("1e6"), settings("1000000"));
    let turns = |text: &str| {
        let args = ["table", "inv-freq", "--config", &config, "--seq-len", text];
        answer(Path::new("."), &args)
    };
    assert_eq!(turns("64k"), turns("65536"));
    for text in ["1.5", "k", "", "128kb", "1,00", "100M", "-1", "NaN", "1e40"] {
        assert_eq!(settings(text).0, Some(2), "{text}");
    }
}
