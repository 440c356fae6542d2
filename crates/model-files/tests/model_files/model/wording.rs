//! The wording of every finding. Other tests judge severities, keys and numbers; here a changed sentence is seen and
//! accepted.

use std::fmt::Write as _;

use super::broken::golden;
use super::findings::{ODD, ODD_FOR_THE_CLASS, of_llama};
use phasor_model_files::Finding;

#[test]
fn each_finding_has_its_sentence() {
    let mut all = String::new();
    for (keys, _) in ODD.iter().chain(ODD_FOR_THE_CLASS) {
        write(keys, &of_llama(keys), &mut all);
    }
    for case in golden()["cases"].as_array().unwrap() {
        let (name, text) = (&case["name"], case["text"].as_str().unwrap());
        let findings = phasor_model_files::read(text).unwrap().findings;
        write(name.as_str().unwrap(), &findings, &mut all);
    }
    insta::assert_snapshot!("findings", all);
}

fn write(title: &str, findings: &[Finding], all: &mut String) {
    writeln!(all, "{title}").unwrap();
    for finding in findings {
        writeln!(all, "    {finding}").unwrap();
    }
}
