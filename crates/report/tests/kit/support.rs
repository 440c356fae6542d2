//! Reads the stored files.

use std::fs;
use std::path::PathBuf;

use phasor_report::Subject;
use phasor_report::kit::{Array, read};
use serde_json::Value;

fn tests() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/vectors")
}

pub(crate) fn bytes(file: &str) -> Vec<u8> {
    fs::read(tests().join(file)).unwrap()
}

pub(crate) fn arrays(file: &str) -> Vec<Array> {
    read(&bytes(file)).unwrap()
}

/// Returns the cases of the list `right` or `wrong`.
pub(crate) fn cases(list: &str) -> Vec<Value> {
    let index: Value = serde_json::from_slice(&bytes("index.json")).unwrap();
    index[list].as_array().unwrap().clone()
}

pub(crate) fn subject(file: &str) -> Subject {
    let models = tests().join("../../../assets/models");
    Subject::read(&fs::read_to_string(models.join(file)).unwrap()).unwrap()
}

/// Returns the model of a case and the type of its layers.
pub(crate) fn model(case: &Value) -> (Subject, Option<&str>) {
    let subject = subject(case["config"].as_str().unwrap());
    (subject, case["layer_type"].as_str())
}

pub(crate) fn array<'a>(arrays: &'a [Array], name: &str) -> &'a Array {
    let found = arrays.iter().find(|array| array.name == name);
    found.unwrap_or_else(|| panic!("no array {name}"))
}
