//! `phasor norms`: reports on stored checkpoints.

use std::fs;
use std::path::{Path, PathBuf};

use phasor_text::number::Grouped;
use serde_json::Value;

use crate::mentions::assert_mentions;
use crate::support::{folder, run};

fn golden() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden")
}

/// Copies the files of a stored case to `folder`, writes its configuration, and returns the case.
fn bring(folder: &Path, id: &str) -> Value {
    let text = fs::read_to_string(golden().join("checkpoint.json")).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    let mut cases = file["cases"].as_array().unwrap().iter();
    let case = cases.find(|case| case["id"] == id).unwrap().clone();
    let index = case.get("index").into_iter();
    for name in case["files"].as_array().unwrap().iter().chain(index) {
        let name = name.as_str().unwrap();
        fs::copy(golden().join("checkpoints").join(name), folder.join(name)).unwrap();
    }
    let config = case["config"].as_str().unwrap();
    fs::write(folder.join("config.json"), config).unwrap();
    case
}

#[test]
fn an_index_gives_the_report_and_the_table() {
    let folder = folder("index");
    let case = bring(&folder, "sharded-bf16");
    let index = case["index"].as_str().unwrap();
    let args = ["norms", index, "--config", "config.json"];
    let output = run(&folder, &[&args[..], &["-o", "norms.csv"]].concat());
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{error}");
    // The configuration leaves out the base and the length.
    assert!(error.lines().all(|line| line.contains("note: ")), "{error}");
    let text = String::from_utf8(output.stdout).unwrap();
    // The pairs with the largest norms, of four.
    assert_mentions(&text, &["0", "3"]);
    let csv = fs::read_to_string(folder.join("norms.csv")).unwrap();
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("layer,head,kind,pair_idx,norm"));
    let rows: Vec<Vec<f64>> = lines
        .map(|line| line.split(',').map(|text| text.parse().unwrap()).collect())
        .collect();
    // Two layers of two query heads and a key head with four pairs.
    assert_eq!(rows.len(), 2 * 3 * 4);
    for row in rows {
        let name = if row[2] == 0.0 { "queries" } else { "keys" };
        let expected = &case[name][row[0] as usize][row[1] as usize][row[3] as usize];
        let error = (row[4] / expected.as_f64().unwrap() - 1.0).abs();
        assert!(error < 1e-12, "{row:?}, not {expected}");
    }
    // The shards themselves give the same, and so does each format.
    let names = case["files"].as_array().unwrap().iter();
    let names: Vec<&str> = names.map(|name| name.as_str().unwrap()).collect();
    let args = [&["norms"], &names[..], &["--config", "config.json"]].concat();
    let again = run(&folder, &[&args[..], &["-o", "norms.npy"]].concat());
    assert_eq!(String::from_utf8(again.stdout).unwrap(), text);
    let bytes = fs::read(folder.join("norms.npy")).unwrap();
    assert!(String::from_utf8_lossy(&bytes[..128]).contains("'shape': (24,)"));
    let json = run(&folder, &[&args[..], &["-o", "norms.json"]].concat());
    assert_eq!(json.status.code(), Some(0));
    let table: Value =
        serde_json::from_slice(&fs::read(folder.join("norms.json")).unwrap()).unwrap();
    assert_eq!(table["norm"].as_array().unwrap().len(), 24);
}

#[test]
fn one_shard_alone_says_what_it_lacks() {
    let folder = folder("part");
    let case = bring(&folder, "sharded-bf16");
    let second = case["files"][1].as_str().unwrap();
    let output = run(&folder, &["norms", second, "--config", "config.json"]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_mentions(&text, &["layer 0"]);
}

/// Runs the command, and checks that it refuses with one sentence that contains `error`.
#[track_caller]
fn fails(folder: &Path, args: &[&str], expected: &str) {
    let output = run(folder, &[&["norms"], args].concat());
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {sentence}");
    assert!(sentence.contains(expected), "{args:?}: {sentence}");
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    assert!(output.stdout.is_empty(), "{args:?}");
}

#[test]
fn faults_of_files_are_one_sentence() {
    let folder = folder("faults");
    let case = bring(&folder, "half-split-f32");
    let file = case["files"][0].as_str().unwrap();
    let bytes = fs::read(folder.join(file)).unwrap();
    fs::write(folder.join("cut.safetensors"), &bytes[..bytes.len() - 1]).unwrap();
    fs::write(folder.join("empty.safetensors"), "").unwrap();
    let index = |name: &str| format!("{{\"weight_map\": {{\"a\": \"{name}\"}}}}");
    fs::write(folder.join("index.json"), index("gone.safetensors")).unwrap();
    fs::write(folder.join("away.json"), index("../a")).unwrap();
    let size = Grouped((bytes.len() - 1) as u64).to_string();
    for (name, expected) in [
        ("cut.safetensors", size.as_str()),
        ("empty.safetensors", " 0 "),
        ("gone.safetensors", "`gone.safetensors`"),
        ("index.json", "`gone.safetensors`"),
        ("away.json", "`away.json`"),
    ] {
        fails(&folder, &[name, "--config", "config.json"], expected);
    }
    let twice = [file, file, "--config", "config.json"];
    fails(&folder, &twice, "`model.layers.0.self_attn.k_proj.weight`");
}

#[test]
fn weights_that_do_not_fit_are_one_sentence() {
    let folder = folder("misfits");
    let case = bring(&folder, "half-split-f32");
    let file = case["files"][0].as_str().unwrap();
    let bloom = r#"{"model_type": "bloom", "n_head": 8}"#;
    fs::write(folder.join("bloom.json"), bloom).unwrap();
    fails(&folder, &[file, "--config", "bloom.json"], "it uses ALiBi");
    let config = case["config"].as_str().unwrap();
    let narrow = config.replace("\"hidden_size\": 16", "\"hidden_size\": 12");
    fs::write(folder.join("narrow.json"), narrow).unwrap();
    let expected = "2 × 6";
    fails(&folder, &[file, "--config", "narrow.json"], expected);
    fails(&folder, &[file], "--config");
    let given = [file, "--config", "config.json"];
    let other = [&given[..], &["-o", "norms.xlsx"]].concat();
    fails(&folder, &other, ".csv");
    fails(
        &folder,
        &[&given[..], &["--format", "csv"]].concat(),
        "--out",
    );
}
