//! Any bytes are a file of arrays that can be judged, or not for a reason in one sentence, within 64 MiB.
//! `tools/check/fuzz.mjs` builds and runs this.
#![no_main]

mod memory;
mod sentences;

use libfuzzer_sys::fuzz_target;
use phasor_encoding::positions::Rule;
use phasor_params::layout::LayoutText;
use phasor_report::kit::{IdJudge, Reads, judge, read, read_ids};
use phasor_report::{Counting, Subject};
use sentences::check_sentence;

/// Models with different pairs, rules and parts of the head.
const CONFIGS: [&str; 3] = [
    r#"{"model_type": "llama", "head_dim": 4, "rope_theta": 500000.0}"#,
    r#"{"model_type": "gptj", "n_embd": 16, "n_head": 2, "rotary_dim": 4}"#,
    r#"{"model_type": "llama", "head_dim": 4, "max_position_embeddings": 64, "rope_scaling":
        {"rope_type": "dynamic", "factor": 2.0}}"#,
];

/// Tokens of each kind but video.
const LAYOUT: &str = "pad a | <image 1x2> <past> b";

fuzz_target!(|bytes: &[u8]| {
    check_ids(bytes);
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

/// Reads the bytes as position ids, and judges them.
fn check_ids(bytes: &[u8]) {
    let ids = match read_ids(bytes, Rule::Qwen3Vl) {
        Ok(ids) => ids,
        Err(error) => return check_sentence(&error.to_string()),
    };
    let count: usize = ids.shape.iter().product();
    assert_eq!(count, ids.numbers.len(), "{ids:?}");
    let text = LayoutText::parse(LAYOUT).expect("a layout");
    let judge = IdJudge::new(&text, Counting::Of(Rule::Qwen3Vl), Reads::Offsets);
    match judge.expect("a layout of the rule").verdict(&ids) {
        Ok(judgement) => check_sentence(&judgement.to_string()),
        Err(error) => check_sentence(&error.to_string()),
    }
}
