//! SmolLM2-135M, if `npm run model` has fetched it, with what transformers computes.

use std::path::PathBuf;

use phasor_decoder::{Change, Checkpoint, Gap, Order, Session};
use phasor_encoding::Scaling;
use serde_json::Value;

use crate::support::{assert_close, cases, file, golden, logits, numbers, read, tokens};

/// Reads the model, or says that it is absent.
pub(crate) fn checkpoint() -> Option<Checkpoint> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("target/model/SmolLM2-135M-Instruct.Q4_1.gguf");
    if !path.exists() {
        eprintln!("absent: {}; `npm run model` fetches it", path.display());
        return None;
    }
    Some(Checkpoint::of_gguf(&file(path)).unwrap())
}

#[test]
fn smollm2_has_the_logits_of_transformers() {
    let Some(checkpoint) = checkpoint() else {
        return;
    };
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

/// Returns the change of a case. The gap begins at token `gap_at`.
fn change(params: &Value, gap_at: usize) -> Change {
    let number = |key: &str| params[key].as_f64();
    Change {
        order: match params["order"].as_str() {
            Some("reversed") => Order::Reversed,
            Some("shared:2") => Order::Shared(2),
            _ => Order::Forward,
        },
        gap: number("gap").map(|n_positions| Gap {
            token: gap_at,
            n_positions,
        }),
        shift: number("shift").unwrap_or(0.0),
        base: number("base"),
        rule: params.get("rule").map(|rule| {
            let mut rules = Scaling::stretching(rule[1].as_f64().unwrap(), 8192.0).into_iter();
            rules
                .find(|known| known.name() == rule[0].as_str().unwrap())
                .unwrap()
        }),
        rotating_pairs: params
            .get("kept")
            .map(|pairs| pairs[0].as_u64().unwrap() as usize..pairs[1].as_u64().unwrap() as usize),
        ..Change::default()
    }
}

#[test]
fn changes_of_positions_cost_what_they_cost_in_transformers() {
    let Some(checkpoint) = checkpoint() else {
        return;
    };
    let decoder = checkpoint.decoder().unwrap();
    let file = golden("changes");
    let tokens = tokens(&file["tokens"]);
    for case in cases(&file) {
        let change = change(&case["params"], file["gap_at"].as_u64().unwrap() as usize);
        let mut session = Session::default();
        read(&mut session, &decoder, &tokens, &change);
        let expectations = decoder.expectations(&session, 1);
        let losses: Vec<f32> = expectations
            .iter()
            .map(|expected| -expected.log_probability)
            .collect();
        let mean = losses.iter().map(|loss| f64::from(*loss)).sum::<f64>() / losses.len() as f64;
        let tolerance = case["tolerance"]["abs"].as_f64().unwrap();
        let expected = case["expected"]["mean_loss"].as_f64().unwrap();
        assert!(
            (mean - expected).abs() <= tolerance,
            "{}: {mean}",
            case["params"]
        );
        let last = losses.split_at(losses.len() - 8).1;
        assert_close(
            last,
            &numbers(&case["expected"]["last_losses"]),
            10.0 * tolerance as f32,
        );
    }
}
