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

#[test]
fn position_ids_are_judged_in_every_format() {
    let folder = folder("ids");
    bring(&folder, "qwen3-vl-4b.json");
    let layout = ["--layout", "pad*2 \"a\" b <image 2x3> | c <past> d"];
    let model = ["--config", "config.json"];
    for file in ["ids.csv", "ids.json", "ids.npy"] {
        let write = |others: &[&str]| {
            let args = [&["positions", "-o", file][..], &layout, &model, others].concat();
            assert_eq!(status(&folder, &args).0, 0, "{file}");
        };
        let judge =
            |others: &[&str]| status(&folder, &[&["judge", file][..], &layout, others].concat());
        write(&[]);
        let (code, text, error) = judge(&model);
        assert_eq!(
            (code, text.lines().count(), error.as_str()),
            (0, 1, ""),
            "{file}: {text}"
        );
        assert_mentions(&text, &["right", "qwen3_vl"]);
        assert_eq!(judge(&["--rule", "qwen3-vl"]).0, 0);
        write(&["--past", "reset"]);
        let (code, text, _) = judge(&model);
        assert_eq!((code, text.lines().count()), (1, 1), "{text}");
        assert_mentions(&text, &["cache", "0"]);
        // Another rule has other axes.
        let (code, text, _) = judge(&[]);
        assert_eq!(code, 1, "{text}");
        assert_mentions(&text, &["3", "sequential", "1"]);
    }
}

#[test]
fn position_ids_that_cannot_be_judged_get_one_sentence() {
    let folder = folder("ids-errors");
    bring(&folder, "bloom-560m.json");
    fs::write(folder.join("ids.json"), "[0, 1, 2]").unwrap();
    fs::write(folder.join("broken.csv"), "position\nx\n").unwrap();
    for (args, mentions) in [
        (&["ids.json"][..], &["--config"][..]),
        (
            &["ids.json", "--config", "config.json", "--rule", "qwen3-vl"],
            &["--rule"],
        ),
        (&["ids.json", "--rule", "qwen3-vl"], &["--layout"]),
        (&["ids.json", "--layout", "a b"], &["[3]", "2"]),
        (
            &["ids.json", "--layout", "a <image 2>"],
            &["<image 2>", "<image 2x3>"],
        ),
        (&["broken.csv", "--layout", "a"], &["broken.csv", "2"]),
        (
            &["ids.json", "--layout", "a b c", "--config", "config.json"],
            &["ALiBi"],
        ),
        (
            &[
                "ids.json",
                "--layout",
                "a b c",
                "--after-video",
                "largest-position",
            ],
            &["after-video"],
        ),
    ] {
        let (code, text, error) = status(&folder, &[&["judge"], args].concat());
        assert_eq!(
            (code, text.as_str(), error.lines().count()),
            (2, "", 1),
            "{args:?}: {error}"
        );
        assert_mentions(&error, mentions);
    }
}

#[test]
fn a_table_of_positions_reads_the_ids_themselves() {
    let folder = folder("ids-learned");
    bring(&folder, "gpt2.json");
    fs::write(folder.join("ids.json"), "[1, 2, 3]").unwrap();
    let judge = |others: &[&str]| {
        status(
            &folder,
            &[&["judge", "ids.json", "--layout", "a b c"], others].concat(),
        )
    };
    let (code, text, _) = judge(&["--config", "config.json"]);
    assert_eq!(code, 1, "{text}");
    let (code, text, _) = judge(&[]);
    assert_eq!(code, 0, "{text}");
    assert_mentions(&text, &["1", "larger", "RoPE"]);
}
