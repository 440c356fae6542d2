//! The reports of the room of models on the command line.

use std::fs;
use std::path::Path;

use crate::mentions::assert_mentions;
use crate::support::{folder, run};

/// Returns the path of a published configuration.
pub(crate) fn published(name: &str) -> String {
    format!(
        "{}/../../assets/models/{name}.json",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// Returns what `phasor` prints.
fn stdout(args: &[&str]) -> String {
    let output = run(Path::new("."), args);
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// One rule for all commands about rotation. Only `plan` has something else to say: what the cache takes.
#[test]
fn a_command_about_rotation_refuses_a_model_without() {
    for (name, reason) in [
        ("gpt2", "a learned table"),
        ("bloom-560m", "ALiBi"),
        ("nemotron-3-nano", "no positional encoding"),
    ] {
        let config = published(name);
        for command in [
            &["table", "inv-freq"][..],
            &["plan"],
            &["settings"],
            &["permute"],
            &["code"],
            &["vectors", "-o", "kit.json"],
        ] {
            let output = run(
                &folder("still"),
                &[command, &["--config", &config]].concat(),
            );
            let sentence = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{name}: {command:?}");
            assert!(sentence.contains(reason), "{name}: {sentence}");
            assert_eq!(output.stdout.is_empty(), command != ["plan"], "{name}");
        }
    }
    let memory = run(Path::new("."), &["plan", "--config", &published("gpt2")]).stdout;
    let memory = String::from_utf8(memory).unwrap();
    assert_mentions(&memory, &["1,024", "36\u{a0}MiB", "12"]);
}

#[test]
fn reports_say_what_the_room_says() {
    let config = published("qwen2.5-7b-instruct");
    let plan = stdout(&["plan", "--config", &config, "--context", "131072"]);
    assert_mentions(&plan, &["131,072", "4", "32,768", "24", "64", "0.6830"]);
    let yarn = r#"{"rope_type": "yarn", "factor": 8.0, "original_max_position_embeddings": 32768}"#;
    let yours = stdout(&[
        "plan",
        "--config",
        &config,
        "--context",
        "131072",
        "--rope-parameters",
        yarn,
    ]);
    assert_mentions(&yours, &["With your rule, YaRN × 8", "yours: YaRN × 8"]);
    let settings = stdout(&[
        "settings",
        "--config",
        &config,
        "--context",
        "131072",
        "--engine",
        "llama.cpp",
    ]);
    assert!(
        settings.contains("-c 131072 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768"),
        "{settings}"
    );
    let diff = stdout(&["diff", &published("llama-3.1-8b"), &published("qwen3-8b")]);
    assert!(
        diff.contains("500,000") && diff.contains("1,000,000") && diff.contains("llama3 × 8"),
        "{diff}"
    );
    let permute = stdout(&[
        "permute",
        "--config",
        &config,
        "--from",
        "half-split",
        "--to",
        "interleaved",
    ]);
    assert!(permute.contains("[0, 4, 1, 5, 2, 6, 3, 7]"), "{permute}");
    let code = stdout(&["code", "--config", &config, "--language", "rust"]);
    assert!(code.contains("const BASE: f64 = 1000000.0;"), "{code}");
}

#[test]
fn reports_refuse_what_they_do_not_use() {
    let config = published("qwen3-8b");
    for (arguments, expected) in [
        (
            vec!["plan", "--config", &config, "--context", "1"],
            "1 is not in 2..=10485760",
        ),
        (
            vec!["plan", "--config", &config, "--engine", "vllm"],
            "unexpected argument '--engine'",
        ),
        (
            vec!["plan", "--config", &config, "--rope-parameters", "yarn"],
            "JSON object",
        ),
        (
            vec![
                "plan",
                "--config",
                &config,
                "--rope-scaling",
                r#"{"rope_type": "linear"}"#,
            ],
            "rope_parameters.factor: Missing",
        ),
        (
            vec!["settings", "--config", &config, "--engine", "abacus"],
            "abacus",
        ),
        (vec!["diff", &config], "2 values required"),
        (vec!["plan", "--config", "missing.json"], "missing.json"),
        (
            vec![
                "plan",
                "--config",
                &config,
                "--layer-type",
                "sliding_attention",
            ],
            "layer-type",
        ),
    ] {
        let output = run(Path::new("."), &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            error.contains(expected) && error.trim().lines().count() == 1,
            "{arguments:?}: {error}"
        );
    }
}

#[test]
fn check_warns_of_what_the_published_model_shows() {
    let changed = folder("changed").join("config.json");
    let text = fs::read_to_string(published("llama-3.1-8b")).unwrap();
    fs::write(&changed, text.replace("llama3", "dynamic")).unwrap();
    let output = run(Path::new("."), &["check", &changed.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1));
    let lines = String::from_utf8(output.stdout).unwrap();
    let found = [
        "warning: rope_scaling.rope_type",
        "Llama 3.1 8B",
        "llama3 × 8",
    ];
    assert_mentions(&lines, &found);
}
