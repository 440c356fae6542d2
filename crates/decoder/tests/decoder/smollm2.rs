//! SmolLM2-135M, if `npm run model` has fetched it, with what transformers computes.

use std::path::PathBuf;

use phasor_decoder::{Change, Checkpoint};
use serde_json::Value;

use crate::support::{assert_close, cases, file, golden, logits, numbers, tokens};

#[test]
fn smollm2_has_the_logits_of_transformers() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("target/model/SmolLM2-135M-Instruct.Q4_1.gguf");
    if !path.exists() {
        eprintln!("absent: {}; `npm run model` fetches it", path.display());
        return;
    }
    let checkpoint = Checkpoint::of_gguf(&file(path)).unwrap();
    let decoder = checkpoint.decoder().unwrap();
    for case in cases(&golden("smollm2")) {
        let expected_tokens = tokens(&case["input"]["tokens"]);
        let text = case["input"]["text"].as_str().unwrap();
        assert_eq!(checkpoint.tokenizer().encode(text), expected_tokens);
        let rows = logits(&decoder, &expected_tokens, &Change::default());
        let expected = &case["expected"];
        for (row, (best, logits)) in rows.iter().zip(
            expected["best"]
                .as_array()
                .unwrap()
                .iter()
                .zip(array(&expected["logits"])),
        ) {
            let got: Vec<f32> = tokens(best)
                .iter()
                .map(|token| row[*token as usize])
                .collect();
            assert_close(&got, &numbers(logits), 1e-3);
            assert!(
                row.iter().all(|logit| *logit <= got[0]),
                "another token is the best one"
            );
        }
        let every_64th: Vec<f32> = rows.last().unwrap().iter().step_by(64).copied().collect();
        assert_close(&every_64th, &numbers(&expected["logits_of_last"]), 1e-3);
    }
}

fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}
