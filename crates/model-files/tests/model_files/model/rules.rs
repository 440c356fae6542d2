//! Every scaling rule can be written and read, and has the frequencies of the reference. `Scaling::examples` has all
//! rules.

use std::env;
use std::fs;

use super::published::{check, golden, golden_path};
use phasor_encoding::Scaling;
use phasor_model_files::{LayerRope, ModelConfig, PositionEncoding, Reading, Severity};
use serde_json::{Value, json};

const HEAD_DIM: usize = 32;

/// Returns a model with that rule.
fn model(rule: &Scaling) -> ModelConfig {
    let text = format!(
        r#"{{"model_type": "llama", "head_dim": {HEAD_DIM}, "max_position_embeddings": 8192, "rope_theta": 10000.0}}"#
    );
    let mut model = phasor_model_files::read(&text).unwrap().model;
    let own = rule.original_length().map(|length| length as usize);
    model.max_position_embeddings = own.or(model.max_position_embeddings);
    let PositionEncoding::Rotary(layers) = &mut model.position else {
        panic!("the class rotates");
    };
    layers[0].scaling = rule.clone();
    model
}

/// Reads what is written of a rule.
fn read_back(rule: &Scaling) -> (String, Reading) {
    let text = model(rule).to_json();
    let reading = phasor_model_files::read(&text).unwrap();
    (text, reading)
}

fn layer(reading: &Reading) -> &LayerRope {
    reading.model.rope(None).unwrap()
}

#[test]
fn every_rule_reads_back_as_it_is_written() {
    for rule in Scaling::examples(HEAD_DIM) {
        let (text, reading) = read_back(&rule);
        assert_eq!(
            layer(&reading).scaling,
            rule,
            "{} is not read as it is written: {text}",
            rule.name()
        );
        let mut findings = reading.findings.iter();
        let error = findings.find(|finding| finding.severity == Severity::Error);
        assert!(error.is_none(), "{}: {error:?}", rule.name());
    }
}

#[test]
fn every_rule_that_files_may_name_has_examples() {
    let text = r#"{"head_dim": 64, "rope_scaling": {"type": "no such rule"}}"#;
    let findings = phasor_model_files::read(text).unwrap().findings;
    let sentence = &findings
        .iter()
        .find(|finding| finding.key.ends_with("rope_type"));
    let sentence = &sentence.unwrap().sentence;
    let names = sentence.split_once(", not").unwrap().0;
    let names = names.trim_start_matches("Must be ").replace(" or ", ", ");
    let examples = Scaling::examples(HEAD_DIM);
    for name in names.split(", ") {
        let has_name = |rule: &Scaling| rule.name() == name;
        assert!(examples.iter().any(has_name), "{name} has no examples");
    }
}

/// The examples for the reference, and the lengths of sequences at which to compute them.
fn inputs() -> Vec<Value> {
    let examples = Scaling::examples(HEAD_DIM).into_iter();
    let input = |rule: Scaling| {
        let values: Value = serde_json::from_str(&read_back(&rule).0).unwrap();
        let last = rule.changes_beyond().map(|length| length as u64);
        let lengths = last.map_or(vec![], |last| vec![last, last + 1, 4 * last]);
        json!({"values": values, "seq_lens": lengths})
    };
    examples.map(input).collect()
}

/// With `PHASOR_BLESS=1`, this stores the examples, for which `tools/golden/models.py` then computes the numbers.
#[test]
fn every_rule_has_the_frequencies_of_the_reference() {
    const NAME: &str = "rule_examples.json";
    if env::var_os("PHASOR_BLESS").is_some() {
        let file = json!({"cases": inputs()});
        fs::write(golden_path(NAME), file.to_string()).unwrap();
        return;
    }
    let file: Value = serde_json::from_str(&golden(NAME)).unwrap();
    let cases = file["cases"].as_array().unwrap();
    for (rule, input) in Scaling::examples(HEAD_DIM).iter().zip(inputs()) {
        let name = rule.name();
        let mut cases = cases.iter();
        let case = cases.find(|case| case["values"] == input["values"] && case["cases"].is_array());
        let case = case.unwrap_or_else(|| {
            panic!(
                "{name} has no reference: run `PHASOR_BLESS=1 cargo test -p phasor-model-files rules::`, then \
                 tools/golden/models.py"
            )
        });
        let (_, reading) = read_back(rule);
        for case in case["cases"].as_array().unwrap() {
            let what = format!("{name} {}", case["seq_len"]);
            check(layer(&reading), case, &file["tolerance"], &what);
        }
    }
}
