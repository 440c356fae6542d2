//! Checkpoints whose norms numpy and torch computed.

use phasor_report::checkpoint::{Header, Index, Norms, Plan, PlanError};
use serde_json::Value;

use crate::support::{cases, feed, files, header, heads, stored};

/// Returns all numbers of nested lists in order.
fn flat(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(list) => list.iter().flat_map(flat).collect(),
        number => vec![number.as_f64().unwrap()],
    }
}

fn plan(case: &Value, files: &[Vec<u8>]) -> Plan {
    let headers: Vec<Header> = files.iter().map(|file| header(file).unwrap()).collect();
    Plan::new(&headers, &heads(case["config"].as_str().unwrap())).unwrap()
}

fn norms(case: &Value, size: usize) -> Norms {
    let files = files(case);
    let mut plan = plan(case, &files);
    feed(&mut plan, &files, size);
    plan.norms().unwrap()
}

#[test]
fn every_norm_is_that_of_numpy_and_torch() {
    let cases = cases();
    assert_eq!(cases.len(), 11);
    for case in &cases {
        let norms = norms(case, usize::MAX);
        assert_eq!((&norms.layers[..], norms.missing.len()), (&[0, 1][..], 0));
        for (got, name) in [(&norms.queries, "queries"), (&norms.keys, "keys")] {
            let expected = flat(&case[name]);
            assert_eq!(got.len(), expected.len(), "{}: {name}", case["id"]);
            for (got, expected) in got.iter().zip(expected) {
                let error = (got / expected - 1.0).abs();
                assert!(error < 1e-12, "{}: {got}, not {expected}", case["id"]);
            }
        }
        let n_query_heads = case["queries"][0].as_array().unwrap().len();
        let n_key_heads = case["keys"][0].as_array().unwrap().len();
        assert_eq!(
            (norms.n_heads, norms.n_kv_heads),
            (n_query_heads, n_key_heads)
        );
    }
}

#[test]
fn chunks_of_any_size_give_the_same_bits() {
    for case in &cases() {
        let whole = norms(case, usize::MAX);
        for size in [1, 2, 3, 5, 7, 8, 9, 31, 64, 1000] {
            assert_eq!(norms(case, size), whole, "{} by {size}", case["id"]);
        }
    }
}

#[test]
fn reads_come_in_the_order_of_the_files_and_may_be_given_in_any() {
    let case = cases()
        .into_iter()
        .find(|case| case["id"] == "sharded-bf16");
    let case = case.unwrap();
    let files = files(&case);
    let mut plan = plan(&case, &files);
    let reads = plan.reads().to_vec();
    assert!(reads.is_sorted_by_key(|read| (read.file, read.start)));
    assert_eq!((reads[0].file, reads[reads.len() - 1].file), (0, 1));
    for (read_idx, read) in reads.iter().enumerate().rev() {
        let (done, all) = plan.progress();
        assert_eq!(plan.norms(), Err(PlanError::Unfinished(all - done)));
        let bytes = &files[read.file][read.start as usize..read.end as usize];
        plan.take(read_idx, bytes).unwrap();
        assert_eq!(plan.take(read_idx, &[0]), Err(PlanError::TooMuch(read_idx)));
    }
    assert_eq!(
        plan.take(reads.len(), &[]),
        Err(PlanError::NoRead(reads.len()))
    );
    assert_eq!(plan.norms().unwrap(), norms(&case, usize::MAX));
}

#[test]
fn values_are_not_read() {
    // The layer norms and values of this file are more than a third of it.
    let case = cases()
        .into_iter()
        .find(|case| case["id"] == "half-split-f32");
    let case = case.unwrap();
    let files = files(&case);
    let (_, all) = plan(&case, &files).progress();
    // Two layers, queries and keys, of 16 rows with 16 numbers of 4 bytes.
    assert_eq!(all, 2 * 2 * 16 * 16 * 4);
}

#[test]
fn an_index_names_its_shards() {
    let index = Index::read(&stored("sharded-bf16.safetensors.index.json")).unwrap();
    let names = [
        "sharded-bf16-00001-of-00002.safetensors",
        "sharded-bf16-00002-of-00002.safetensors",
    ];
    assert_eq!(index.files(), names);
    assert_eq!(
        index.file_of("model.layers.0.self_attn.q_proj.weight"),
        Some(names[0])
    );
    assert_eq!(
        index.file_of("model.layers.0.self_attn.k_proj.weight"),
        Some(names[1])
    );
    for name in ["../a.safetensors", "/a", "a\\b", "C:a", "", "..", "."] {
        let text = serde_json::json!({"weight_map": {"a": name}}).to_string();
        let error = Index::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("beside it"), "{error}");
    }
    for text in [
        "",
        "[]",
        "{\"weight_map\": {\"a\": 1}}",
        "{\"weight_map\": []}",
    ] {
        assert!(Index::read(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn a_weight_that_is_not_finite_is_told() {
    let case = &cases()[0];
    let mut files = files(case);
    let mut plan = plan(case, &files);
    let read = plan.reads()[plan.reads().len() - 1];
    let last = read.end as usize;
    files[0][last - 4..last].copy_from_slice(&f32::NAN.to_le_bytes());
    feed(&mut plan, &files, 100);
    let error = plan.norms().unwrap_err();
    assert_eq!(error, PlanError::NotFinite(1));
    assert!(error.to_string().contains("layer 1"), "{error}");
}
