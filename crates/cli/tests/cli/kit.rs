//! `phasor vectors` and `phasor judge`: numbers to test a kernel with, and what they say of it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::mentions::assert_mentions;
use crate::support::{folder, run};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Copies the configuration of a published model to `folder`.
fn bring(folder: &Path, name: &str) {
    let model = root().join("assets/models").join(name);
    fs::copy(model, folder.join("config.json")).unwrap();
}

/// Runs the command and returns its status and what it printed.
fn status(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = run(folder, args);
    let [text, error] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code().unwrap(), text, error)
}

#[test]
fn a_kit_is_written_and_judged_right() {
    for (model, groups) in [
        ("llama-3.1-8b.json", 3),
        ("phi-3.5-mini.json", 6),
        ("gemma-3-4b-it.json", 6),
    ] {
        let folder = folder(model);
        bring(&folder, model);
        for ending in ["npz", "safetensors", "json"] {
            let kit = format!("kit.{ending}");
            let written = status(&folder, &["vectors", "--config", "config.json", "-o", &kit]);
            assert_eq!((written.0, written.1.as_str()), (0, ""), "{}", written.2);
            let (code, text, error) = status(&folder, &["judge", "--config", "config.json", &kit]);
            assert_eq!(code, 0, "{text}{error}");
            assert_eq!(text.lines().count(), groups, "{text}");
        }
        let json: Value =
            serde_json::from_slice(&fs::read(folder.join("kit.json")).unwrap()).unwrap();
        assert!(json["readme"].as_str().unwrap().lines().count() > 30);
    }
}

#[test]
fn mistakes_are_named() {
    let folder = folder("mistakes");
    let index = fs::read(root().join("tests/golden/vectors/index.json")).unwrap();
    let index: Value = serde_json::from_slice(&index).unwrap();
    for (file, facts) in [
        ("base-lost", &["10,000", "500,000", "inv_freq"][..]),
        (
            "interleaved",
            &["interleaved", "half-split", "q_embed", "inv_freq"],
        ),
        ("whole-head", &["64", "16"]),
        ("two", &["10,000", "interleaved"]),
    ] {
        let mut cases = index["wrong"].as_array().unwrap().iter();
        let case = cases.find(|case| case["file"] == file).unwrap();
        bring(&folder, case["config"].as_str().unwrap());
        let name = format!("wrong-{file}.npz");
        fs::copy(
            root().join("tests/golden/vectors").join(&name),
            folder.join(&name),
        )
        .unwrap();
        let (code, text, _) = status(&folder, &["judge", "--config", "config.json", &name]);
        assert_eq!(code, 1, "{text}");
        assert_mentions(&text, facts);
    }
}

#[test]
fn what_cannot_be_judged_is_one_sentence() {
    let folder = folder("refused");
    bring(&folder, "llama-3.1-8b.json");
    fs::write(folder.join("empty.npz"), "").unwrap();
    fs::write(folder.join("none.json"), "{}").unwrap();
    fs::write(
        folder.join("wide.json"),
        r#"{"positions": [0, 1], "cos": [[1, 1], [1, 1], [1, 1]]}"#,
    )
    .unwrap();
    fs::write(
        folder.join("bloom.json"),
        r#"{"model_type": "bloom", "n_head": 32}"#,
    )
    .unwrap();
    for (args, expected) in [
        (
            &["judge", "--config", "config.json", "gone.npz"][..],
            "`gone.npz`",
        ),
        (
            &["judge", "--config", "config.json", "empty.npz"],
            "`empty.npz`",
        ),
        (
            &["judge", "--config", "config.json", "none.json"],
            "query_rotated",
        ),
        (&["judge", "--config", "config.json", "wide.json"], "[3, 2]"),
        (&["judge", "--config", "bloom.json", "none.json"], "ALiBi"),
        (
            &[
                "judge",
                "--config",
                "config.json",
                "--layer-type",
                "local",
                "none.json",
            ],
            "`layer-type`",
        ),
        (
            &["vectors", "--config", "bloom.json", "-o", "kit.npz"],
            "ALiBi",
        ),
        (
            &["vectors", "--config", "config.json", "-o", "kit.csv"],
            ".safetensors",
        ),
        (&["vectors", "--config", "config.json"], "--out"),
    ] {
        let (code, text, error) = status(&folder, args);
        assert_eq!(code, 2, "{args:?}: {error}");
        assert!(error.contains(expected), "{args:?}: {error}");
        assert!(
            text.is_empty() && error.lines().count() == 1,
            "{args:?}: {error}"
        );
    }
}
