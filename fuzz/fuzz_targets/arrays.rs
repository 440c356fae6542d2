//! Any bytes are a file of arrays that can be judged, or not for a reason in one sentence, within 64 MiB.
//! `tools/check/fuzz.mjs` builds and runs this.
#![no_main]

mod memory;
mod sentences;

use libfuzzer_sys::fuzz_target;
use phasor_report::Subject;
use phasor_report::kit::{judge, read};
use sentences::check_sentence;

/// Models with different pairs, rules and parts of the head.
const CONFIGS: [&str; 3] = [
    r#"{"model_type": "llama", "head_dim": 4, "rope_theta": 500000.0}"#,
    r#"{"model_type": "gptj", "n_embd": 16, "n_head": 2, "rotary_dim": 4}"#,
    r#"{"model_type": "llama", "head_dim": 4, "max_position_embeddings": 64, "rope_scaling":
        {"rope_type": "dynamic", "factor": 2.0}}"#,
];

fuzz_target!(|bytes: &[u8]| {
    let arrays = match read(bytes) {
        Ok(arrays) => arrays,
        Err(error) => return check_sentence(&error.to_string()),
    };
    for array in &arrays {
        let count: usize = array.shape.iter().product();
        assert_eq!(count, array.numbers.len(), "{}", array.name);
    }
    for config in CONFIGS {
        let subject = Subject::read(config).expect("a configuration");
        match judge(&subject, &arrays, None) {
            Ok(judged) => judged
                .judgements
                .iter()
                .for_each(|judgement| check_sentence(&judgement.to_string())),
            Err(error) => check_sentence(&error.to_string()),
        }
    }
});
