//! A model's configuration on the command line: its frequencies and findings.

use serde_json::Value;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::process::{Command, Output, Stdio};

use phasor_figures::FigureName;

use crate::mentions::assert_mentions;
use crate::support::{folder, run};

const YARN: &str = r#"{"model_type": "qwen2", "hidden_size": 3584, "num_attention_heads": 28,
    "max_position_embeddings": 32768, "rope_theta": 1000000.0,
    "rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}}"#;

/// What Qwen2 7B says of its positions.
const PLAIN: &str = r#"{"model_type": "qwen2", "hidden_size": 3584, "num_attention_heads": 28,
    "max_position_embeddings": 32768, "rope_theta": 1000000.0}"#;

const GEMMA_4: &str = r#"{"model_type": "gemma4_text", "hidden_size": 5376, "num_attention_heads": 32,
    "head_dim": 256, "global_head_dim": 512, "max_position_embeddings": 262144, "rope_parameters": {
        "full_attention": {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 1000000.0},
        "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0}}}"#;

/// Runs `phasor` with `text` on its standard input.
fn given(text: &str, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phasor"));
    let piped = command.args(args).stdin(Stdio::piped());
    let mut child = piped
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that rejects its arguments, or has read enough, may end before it has read everything.
    match stdin.write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => panic!("{error}"),
        _ => drop(stdin),
    }
    child.wait_with_output().unwrap()
}

fn inv_freq(text: &str, args: &[&str]) -> Value {
    let command = ["table", "inv-freq", "--config", "-", "--format", "json"];
    let output = given(text, &[&command, args].concat());
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "JSON has the findings");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn numbers(column: &Value) -> Vec<f64> {
    let cells = column.as_array().unwrap().iter();
    cells.map(|cell| cell.as_f64().unwrap()).collect()
}

fn close(got: f64, expected: f64) {
    assert!((got / expected - 1.0).abs() < 1e-8, "{got}, not {expected}");
}

#[test]
fn yarn_is_what_the_tables_say() {
    let table = inv_freq(YARN, &[]);
    let frequencies = numbers(&table["inv_freq"]);
    assert_eq!(frequencies.len(), 64);
    close(frequencies[24], 0.005_375_321_49);
    close(frequencies[39], 6.490_394_32e-5);
    close(table["attention_factor"].as_f64().unwrap(), 1.138_629_436);
    close(table["logit_factor"].as_f64().unwrap(), 1.296_476_993);
    assert_eq!(table["rotary_dim"], 128);
    assert_eq!(table["rope_type"], "yarn");
    assert_eq!(table["findings"], Value::Array(Vec::new()));
    let read = phasor_model_files::read(YARN).unwrap().model;
    let scaled = read.rope(None).unwrap().scaled(None).unwrap();
    assert_eq!(
        frequencies,
        scaled.frequencies().inv_freq(),
        "not one digit is lost"
    );
}

#[test]
fn proportional_has_zeros_and_endless_waves() {
    let table = inv_freq(GEMMA_4, &[]);
    let frequencies = numbers(&table["inv_freq"]);
    assert_eq!(
        (frequencies.len(), table["layer_type"].as_str()),
        (256, Some("full_attention"))
    );
    assert!(frequencies[63] > 0.0 && frequencies[64..].iter().all(|&turn| turn == 0.0));
    assert!((table["wavelength"][63].as_f64().unwrap() - 188.253).abs() < 5e-4);
    assert_eq!(table["wavelength"][64], Value::Null);
    let local = inv_freq(GEMMA_4, &["--layer-type", "sliding_attention"]);
    assert_eq!(local["base"].as_f64(), Some(10_000.0));
}

#[test]
fn a_longer_sequence_turns_dynamic_rules() {
    let dynamic = r#"{"model_type": "llama", "head_dim": 128, "rope_theta": 10000.0,
        "max_position_embeddings": 2048, "rope_scaling": {"rope_type": "dynamic", "factor": 2.0}}"#;
    for (seq_len, base) in [
        ("2048", 10_000.0_f64),
        ("4096", 30_527.736_7),
        ("8192", 72_195.860_1),
    ] {
        let table = inv_freq(dynamic, &["--seq-len", seq_len]);
        close(numbers(&table["inv_freq"])[1], base.powf(-2.0 / 128.0));
    }
}

#[test]
fn csv_and_npy_hold_the_frequencies_and_say_the_findings() {
    let folder = folder("formats");
    let text = YARN.replace("\"factor\": 4.0", "\"factor\": 4.0, \"betafast\": 1");
    fs::write(folder.join("config.json"), text).unwrap();
    let args = ["table", "inv-freq", "--config", "config.json"];
    let csv = run(&folder, &args);
    let error = String::from_utf8(csv.stderr).unwrap();
    assert!(
        error.starts_with("phasor: warning: rope_scaling.betafast:"),
        "{error}"
    );
    let csv = String::from_utf8(csv.stdout).unwrap();
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(names.last(), Some(&"inv_freq"));
    let place = names
        .iter()
        .position(|name| *name == "attention_factor")
        .unwrap();
    let first: Vec<f64> = lines
        .next()
        .unwrap()
        .split(',')
        .map(|text| text.parse().unwrap())
        .collect();
    close(first[place], 1.138_629_436);
    assert_eq!(lines.count(), 63);
    let npy = run(&folder, &[&args[..], &["-o", "f.npy"]].concat());
    assert!(npy.status.success() && npy.stdout.is_empty());
    let bytes = fs::read(folder.join("f.npy")).unwrap();
    assert!(String::from_utf8_lossy(&bytes[..128]).contains("'shape': (64,)"));
}

#[test]
fn a_model_that_does_not_rotate_is_told() {
    for (text, args, expected) in [
        (
            r#"{"model_type": "bloom", "n_head": 8}"#,
            &[][..],
            "it uses ALiBi",
        ),
        (r#"{"model_type": "t5"}"#, &[], "buckets of T5"),
        (
            r#"{"model_type": "gpt2", "n_positions": 1024, "n_embd": 768}"#,
            &[],
            "learned table",
        ),
        (r#"{"model_type": "mamba"}"#, &[], "no positional encoding"),
        (GEMMA_4, &["--layer-type", "linear"], "sliding_attention"),
        (YARN, &["--layer-type", "linear"], "alike"),
    ] {
        let output = given(
            text,
            &[&["table", "inv-freq", "--config", "-"], args].concat(),
        );
        let sentence = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{sentence}");
        assert!(
            output.stdout.is_empty() && sentence.contains(expected),
            "{sentence}"
        );
        assert_eq!(sentence.lines().count(), 1);
    }
}

#[test]
fn check_tells_by_its_status() {
    let clean = given(PLAIN, &["check", "-"]);
    assert_eq!(clean.status.code(), Some(0));
    assert_eq!(clean.stdout, b"No findings.\n");
    let extended = given(YARN, &["check", "-"]);
    assert_eq!(extended.status.code(), Some(0));
    let text = String::from_utf8(extended.stdout).unwrap();
    assert_mentions(
        &text,
        &["note: rope_type:", "Qwen2 7B", "no rule", "YaRN × 4"],
    );
    let odd = YARN.replace("\"factor\": 4.0", "\"factor\": \"four\"");
    let output = given(&odd, &["check", "-"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let reading = phasor_model_files::read(&odd).unwrap();
    let lines: Vec<String> = reading.findings.iter().map(ToString::to_string).collect();
    assert_eq!(text.lines().collect::<Vec<_>>(), lines);
    for text in ["", "{", "[1]", "null", "\u{0}"] {
        let output = given(text, &["check", "-"]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(output.stdout.is_empty());
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
    }
    let nowhere = run(&folder("nowhere"), &["check", "config.json"]);
    assert_eq!(nowhere.status.code(), Some(2));
}

#[test]
fn check_as_json_has_the_findings_and_the_value() {
    let odd = YARN.replace("\"factor\": 4.0", "\"factor\": 0.5");
    let output = given(&odd, &["check", "-", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = object["findings"].as_array().unwrap();
    assert!(!findings.is_empty());
    for finding in findings {
        assert!(["note", "warning", "error"].contains(&finding["severity"].as_str().unwrap()));
        assert!(finding["key"].is_string() && finding["sentence"].is_string());
    }
    let written = object["model"].to_string();
    assert_eq!(
        phasor_model_files::read(&written).unwrap().model,
        phasor_model_files::read(&odd).unwrap().model
    );
}

#[test]
fn pairs_without_a_turn_are_counted_in_training_and_in_longer_texts() {
    let llama = r#"{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 500000.0,
        "max_position_embeddings": 131072, "rope_scaling": {"rope_type": "llama3", "factor": 8.0,
        "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}}"#;
    let plain = r#"{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 500000.0,
        "max_position_embeddings": 8192}"#;
    // Counted from the frequencies of transformers.
    for (text, args, without_turn) in [
        (llama, &[][..], 32),
        (plain, &[], 29),
        (llama, &["--seq-len", "131072"], 25),
        (plain, &["--seq-len", "131072"], 15),
    ] {
        let table = inv_freq(text, args);
        let turns = numbers(&table["turns"]);
        let n_still = turns.iter().filter(|turns| **turns < 1.0).count();
        assert_eq!(n_still, without_turn, "{args:?} {}", table["turns_in"]);
    }
    // Without a length, that of the class is used; a file of no known class has no such column.
    let table = inv_freq(
        r#"{"model_type": "llama", "head_dim": 64, "rope_theta": 1e4}"#,
        &[],
    );
    assert_eq!(table["turns_in"], 2048.0);
    let own = r#"{"auto_map": {"AutoModel": "own.Model"}, "head_dim": 64, "rope_theta": 1e4}"#;
    let table = inv_freq(own, &[]);
    assert_eq!(
        (&table["turns"], &table["turns_in"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn a_figure_shows_the_model_of_a_file() {
    let folder = folder("figure");
    fs::write(folder.join("config.json"), YARN).unwrap();
    let drawn = |args: &[&str]| {
        let output = run(&folder, &[&["figure"], args, &["-o", "a.svg"]].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{error}");
        fs::read_to_string(folder.join("a.svg")).unwrap()
    };
    let flags = [
        "scaled-angles",
        "--base",
        "1000000",
        "--dim",
        "128",
        "--rule",
        "yarn",
        "--factor",
        "4",
        "--training-length",
        "32768",
    ];
    let picture = drawn(&["scaled-angles", "--config", "config.json"]);
    assert_eq!(picture, drawn(&flags));
    // A flag goes before the file.
    let other = drawn(&["scaled-angles", "--config", "config.json", "--factor", "8"]);
    assert_ne!(picture, other);
    let fails = |text: &str, name: &str, args: &[&str]| {
        fs::write(folder.join("config.json"), text).unwrap();
        let command = [
            &["figure", name, "-o", "b.svg", "--config", "config.json"],
            args,
        ]
        .concat();
        let output = run(&folder, &command);
        assert_eq!(output.status.code(), Some(2));
        assert!(!folder.join("b.svg").exists());
        String::from_utf8(output.stderr).unwrap()
    };
    let error = fails(YARN, "rotation-angles", &[]);
    assert_mentions(&error, &["\"yarn\""]);
    let ramp = YARN.replace("\"factor\": 4.0", "\"factor\": 4.0, \"beta_fast\": 16");
    let error = fails(&ramp, "scaled-angles", &[]);
    assert_mentions(&error, &["\"dynamic\"", "\"longrope\"", "\"yarn\""]);
    let huge = YARN.replace("1000000.0", "1e11");
    assert!(fails(&huge, "scaled-angles", &[]).contains("from 2 to 10,000,000"));
    assert!(fails(YARN, "integer-code", &[]).contains("--config"));
    fs::write(folder.join("config.json"), GEMMA_4).unwrap();
    let local = [
        "rotation-angles",
        "--config",
        "config.json",
        "--layer-type",
        "sliding_attention",
    ];
    assert_eq!(
        drawn(&local),
        drawn(&["rotation-angles", "--base", "10000", "--dim", "256"])
    );
}

#[test]
fn a_table_from_a_file_with_errors_is_written_but_fails() {
    let odd = YARN.replace("\"factor\": 4.0", "\"factor\": -1");
    let output = given(&odd, &["table", "inv-freq", "--config", "-"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        output.stdout.starts_with(b"attention_factor,"),
        "{output:?}"
    );
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("error: rope_scaling.factor"), "{error}");
    let warned = YARN.replace("\"factor\": 4.0", "\"factor\": 0.5");
    let output = given(&warned, &["table", "inv-freq", "--config", "-"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn notes_pass_unless_they_are_asked_to_fail() {
    // Of Llama, some published models have no base; of Qwen2, all have.
    let lost = YARN.replace("\"rope_theta\": 1000000.0,", "");
    let without_base = lost.replace("qwen2", "llama");
    let code = |text: &str, args: &[&str]| {
        let output = given(text, &[&["check", "-"], args].concat());
        output.status.code()
    };
    assert_eq!(code(&without_base, &[]), Some(0));
    assert_eq!(code(&without_base, &["--fail-on", "note"]), Some(1));
    assert_eq!(code(&lost, &[]), Some(1));
    let warning = YARN.replace("\"factor\": 4.0", "\"factor\": 0.5");
    assert_eq!(code(&warning, &[]), Some(1));
    assert_eq!(code(&warning, &["--fail-on", "error"]), Some(0));
    let error = YARN.replace("\"factor\": 4.0", "\"factor\": -1");
    assert_eq!(code(&error, &["--fail-on", "error"]), Some(1));
    assert_eq!(code(&error, &["--fail-on", "always"]), Some(2));
}

#[test]
fn several_files_are_checked_in_one_call() {
    let folder = folder("several");
    fs::write(folder.join("good.json"), PLAIN).unwrap();
    let odd = YARN.replace("\"factor\": 4.0", "\"factor\": -1");
    fs::write(folder.join("odd.json"), odd).unwrap();
    fs::write(folder.join("page.json"), "<html>").unwrap();
    let output = run(&folder, &["check", "good.json", "page.json", "odd.json"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "good.json: No findings.");
    assert!(
        lines[1].starts_with("odd.json: error: rope_scaling.factor:"),
        "{text}"
    );
    let error = String::from_utf8(output.stderr).unwrap();
    assert_mentions(&error, &["`page.json`", "HTML"]);
    let json = [
        "check",
        "--format",
        "json",
        "good.json",
        "page.json",
        "odd.json",
    ];
    let output = run(&folder, &json);
    assert_eq!(output.status.code(), Some(2));
    let list: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(list[0]["file"], "good.json");
    assert_eq!(list[0]["findings"], Value::Array(Vec::new()));
    assert!(list[1]["error"].as_str().unwrap().contains("HTML"));
    assert_eq!(list[2]["findings"][0]["severity"], "error");
    let alone = given("<html>", &["check", "-", "--format", "json"]);
    assert_eq!(alone.status.code(), Some(2));
    let object: Value = serde_json::from_slice(&alone.stdout).unwrap();
    assert!(object["error"].as_str().unwrap().contains("HTML"));
}

#[test]
fn more_than_a_configuration_is_not_read_to_the_end() {
    let endless = " ".repeat(3 << 20);
    let folder = folder("endless");
    fs::write(folder.join("config.json"), endless).unwrap();
    let output = run(&folder, &["check", "config.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("at most 1,048,576")
    );
    fs::write(folder.join("config.json"), [0xff, 0xfe]).unwrap();
    let output = run(&folder, &["check", "config.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("UTF-8"));
}

/// The presets of the figure of lanes name models, and have the numbers of their files.
#[test]
fn lanes_of_a_model_are_those_of_its_preset() {
    let folder = folder("lanes");
    let files = [
        ("GPT-NeoX", "gpt-neox-20b"),
        ("Gemma 4", "gemma-4-26b-a4b"),
        ("GLM-4", "glm-4-9b-0414"),
        ("Llama 2", "llama-2-7b"),
    ];
    let presets = FigureName::RotaryLanes.presets();
    assert_eq!(presets.len(), files.len());
    for (preset, (name, file)) in presets.iter().zip(files) {
        assert!(preset.label.starts_with(name), "{}", preset.label);
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/models/");
        let config = format!("{path}{file}.json");
        let settings = preset
            .query
            .split('&')
            .map(|part| part.split_once('=').unwrap());
        let flags: Vec<String> = settings
            .flat_map(|(key, value)| [format!("--{key}"), value.to_owned()])
            .collect();
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let lanes = |args: &[&str]| {
            let command = ["figure", "rotary-lanes", "-o", "lanes.csv"];
            let output = run(&folder, &[&command, args].concat());
            assert!(output.status.success(), "{name}: {output:?}");
            fs::read_to_string(folder.join("lanes.csv")).unwrap()
        };
        assert_eq!(lanes(&["--config", &config]), lanes(&flags), "{name}");
    }
}

#[test]
fn lanes_show_no_scaling_rule_but_p_rope() {
    let refused = given(
        YARN,
        &["figure", "rotary-lanes", "--config", "-", "-o", "x.svg"],
    );
    assert_eq!(refused.status.code(), Some(2));
    assert_mentions(
        &String::from_utf8(refused.stderr).unwrap(),
        &["rotary-lanes", "yarn"],
    );
}
