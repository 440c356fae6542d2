//! Any bytes are a header of a safetensors file whose norms can be read, an index of shards, or
//! neither for a reason in one sentence, within 64 MiB. `tools/check/fuzz.mjs` builds and runs this.
#![no_main]

mod memory;
mod sentences;

use libfuzzer_sys::fuzz_target;
use phasor_report::Subject;
use phasor_report::checkpoint::{Header, HeaderError, Heads, Index, Plan};
use sentences::check_sentence;

/// The numbers after a header that was made here.
const N_BYTES: usize = 256;

/// Models whose projections are looked for in different ways.
const CONFIGS: [&str; 4] = [
    r#"{"model_type": "llama", "head_dim": 2, "num_attention_heads": 2, "num_key_value_heads": 1}"#,
    r#"{"model_type": "gpt_neox", "hidden_size": 8, "num_attention_heads": 2}"#,
    r#"{"model_type": "phi3", "hidden_size": 8, "num_attention_heads": 2, "num_key_value_heads": 1}"#,
    r#"{"model_type": "deepseek_v3", "num_attention_heads": 2, "qk_rope_head_dim": 2, "qk_nope_head_dim": 2}"#,
];

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = Index::read(bytes) {
        check_sentence(&error.to_string());
    }
    check_file(bytes);
    // Few files of any bytes begin with the right length, so the bytes also become a header.
    let length = (bytes.len() as u64).to_le_bytes();
    check_file(&[&length, bytes, &[0x3f; N_BYTES]].concat());
});

fn check_file(file: &[u8]) {
    let header = match header(file) {
        Ok(header) => header,
        Err(error) => return check_sentence(&error.to_string()),
    };
    for tensor in header.tensors() {
        assert!(
            tensor.start <= tensor.end && tensor.end <= file.len() as u64,
            "{tensor:?}"
        );
    }
    for config in CONFIGS {
        let subject = Subject::read(config).expect("a configuration");
        let heads = Heads::new(&subject, None).expect("heads that rotate");
        check_norms(file, &header, &heads);
    }
}

fn header(file: &[u8]) -> Result<Header, HeaderError> {
    let size = file.len() as u64;
    let first = file.get(..8).unwrap_or(file);
    let n_bytes = Header::n_bytes(first, size)?;
    Header::read(file.get(..n_bytes as usize).unwrap_or(file), size)
}

fn check_norms(file: &[u8], header: &Header, heads: &Heads) {
    let mut plan = match Plan::new(std::slice::from_ref(header), heads) {
        Ok(plan) => plan,
        Err(error) => return check_sentence(&error.to_string()),
    };
    for (read_idx, read) in plan.reads().to_vec().into_iter().enumerate() {
        let bytes = file.get(read.start as usize..read.end as usize);
        plan.take(read_idx, bytes.expect("bytes of the file"))
            .expect("bytes that it asked for");
    }
    let (done, all) = plan.progress();
    assert_eq!(done, all);
    if let Err(error) = plan.norms() {
        check_sentence(&error.to_string());
    }
}
