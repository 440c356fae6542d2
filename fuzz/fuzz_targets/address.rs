//! For any address, attribute or question, the readers of parameters return a valid value and errors
//! in one sentence each, within 64 MiB. `tools/check/fuzz.mjs` builds and runs this.
#![no_main]

mod memory;
mod sentences;

use libfuzzer_sys::fuzz_target;
use phasor_figures::rotary::bulk_rope::BulkSpec;
use phasor_figures::{Key, Spec, query};
use phasor_report::Ask;
use sentences::check_sentence;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    check_address(&text);
    check_attribute(&text);
    let (bulk, errors) = BulkSpec::parse(&text);
    errors
        .iter()
        .for_each(|error| check_sentence(&error.to_string()));
    let (again, errors) = BulkSpec::parse(&bulk.format());
    assert!(errors.is_empty() && again == bulk, "{}", bulk.format());
    let (ask, errors) = Ask::parse(&text);
    errors
        .iter()
        .for_each(|error| check_sentence(&error.to_string()));
    assert!(ask.width.is_finite() && ask.target != Some(0), "{ask:?}");
});

/// Reads a query, as from the address of a page.
fn check_address(text: &str) {
    let (spec, errors) = query::parse(text);
    errors
        .iter()
        .for_each(|error| check_sentence(&error.to_string()));
    check_spec(&spec);
}

/// Gives one text to every parameter, as the attributes of an element and the flags of a command do.
fn check_attribute(text: &str) {
    let mut spec = Spec::default();
    for &key in Key::ALL {
        match spec.set(key, text) {
            Ok(()) => {
                let written = spec.text(key);
                assert!(spec.set(key, &written).is_ok(), "{written:?}");
            }
            Err(error) => check_sentence(&error.to_string()),
        }
    }
    check_spec(&spec);
}

fn check_spec(spec: &Spec) {
    let written = query::format(spec);
    let (again, errors) = query::parse(&written);
    assert!(errors.is_empty() && again == *spec, "{written}");
}
