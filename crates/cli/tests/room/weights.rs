//! The view of weights and `phasor norms` say the same of every small checkpoint.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::room::Weights;
use super::{phasor, words};

/// The bytes that say how long the header of a file is.
const FIRST: usize = 8;

/// The bytes of a file at most that the view takes at once, to test that it takes several slices.
const SLICE: usize = 300;

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/golden")
        .join(name)
}

/// Gives the view the files as the page's worker does, and returns its report.
fn page(config: &str, files: &[Vec<u8>]) -> String {
    let mut weights = Weights::new(config, "").unwrap_or_else(|_| panic!("{config}"));
    for file in files {
        let size = file.len() as f64;
        let n_bytes = Weights::header_bytes(&file[..FIRST], size);
        let n_bytes = n_bytes.unwrap_or_else(|_| panic!("{config}")) as usize;
        assert!(weights.add_file(&file[..n_bytes], size).is_ok(), "{config}");
    }
    let plan = weights.plan().unwrap_or_else(|_| panic!("{config}"));
    let reads: Vec<[usize; 3]> = serde_json::from_str(&plan).unwrap();
    for (read, [file, start, end]) in reads.into_iter().enumerate() {
        for slice in files[file][start..end].chunks(SLICE) {
            assert!(weights.take(read, slice).is_ok(), "{config}");
        }
    }
    let shown = weights.show(800.0, "light", None);
    shown.unwrap_or_else(|_| panic!("{config}"))
}

#[test]
fn both_say_the_same_of_weights() {
    let text = fs::read_to_string(golden("checkpoint.json")).unwrap();
    let cases: Value = serde_json::from_str(&text).unwrap();
    let cases = cases["cases"].as_array().unwrap();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("room-weights");
    fs::create_dir_all(&folder).unwrap();
    for case in cases {
        let name = case["id"].as_str().unwrap();
        let config = case["config"].as_str().unwrap();
        let path = folder.join(format!("{name}.json"));
        fs::write(&path, config).unwrap();
        let files = case["files"].as_array().unwrap().iter();
        let files: Vec<PathBuf> = files
            .map(|file| golden("checkpoints").join(file.as_str().unwrap()))
            .collect();
        let bytes: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
        let files: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
        let command = [&["norms", "--config", path.to_str().unwrap()], &files[..]].concat();
        let output = phasor(&command);
        assert!(output.status.success(), "{name}");
        let here = words::of_terminal(&String::from_utf8(output.stdout).unwrap());
        let there = words::of_page(&page(config, &bytes));
        assert!(here.len() > 10, "{name}");
        assert_eq!(words::difference(&here, &there), None, "{name}");
    }
    assert_eq!(cases.len(), 11);
}
