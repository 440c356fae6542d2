//! Reads tests/golden, for the tests that compare the core, the figures and the command line with it.

use std::fs;
use std::path::PathBuf;

use phasor_encoding::Frequencies;
use serde_json::Value;

pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden")
}

/// Runs `check` on every case of `name`, and fails if there are none.
pub(crate) fn each_case(name: &str, check: impl Fn(&Value)) {
    let text = fs::read_to_string(folder().join(format!("{name}.json"))).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert!(!cases.is_empty());
    cases.iter().for_each(check);
}

pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

pub(crate) fn rows(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().unwrap().iter().map(numbers).collect()
}

/// Returns the frequencies with the base and the dimension of the case.
pub(crate) fn frequencies(case: &Value) -> Frequencies {
    let dim = case["params"]["dim"].as_u64().unwrap() as usize;
    Frequencies::new(number(&case["params"]["base"]), dim).unwrap()
}

#[track_caller]
pub(crate) fn assert_close(got: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(got.len(), expected.len());
    for (place, (got, expected)) in got.iter().zip(expected).enumerate() {
        let error = (got - expected).abs();
        assert!(
            error <= tolerance,
            "component {place}: {got} is {error:e} from {expected}, allowed {tolerance:e}"
        );
    }
}

#[track_caller]
pub(crate) fn assert_relative(got: f64, expected: f64, tolerance: f64) {
    let error = ((got - expected) / expected).abs();
    assert!(
        error <= tolerance,
        "{got} differs from {expected} by {error:e} of it, allowed {tolerance:e}"
    );
}
