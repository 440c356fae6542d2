//! Reads the stored checkpoints, and makes files in memory.

use std::fs;
use std::path::PathBuf;

use phasor_report::Subject;
use phasor_report::checkpoint::{Header, HeaderError, Heads, Plan};
use serde_json::{Value, json};

pub(crate) fn golden() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden")
}

/// Returns the stored cases.
pub(crate) fn cases() -> Vec<Value> {
    let text = fs::read_to_string(golden().join("checkpoint.json")).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    file["cases"].as_array().unwrap().clone()
}

/// Returns the bytes of a stored file.
pub(crate) fn stored(name: &str) -> Vec<u8> {
    fs::read(golden().join("checkpoints").join(name)).unwrap()
}

/// Returns the bytes of all files of a case.
pub(crate) fn files(case: &Value) -> Vec<Vec<u8>> {
    let names = case["files"].as_array().unwrap().iter();
    names.map(|name| stored(name.as_str().unwrap())).collect()
}

/// Reads the header of a file in memory, as a program reads that of a file on disk.
pub(crate) fn header(file: &[u8]) -> Result<Header, HeaderError> {
    let size = file.len() as u64;
    let n_bytes = Header::n_bytes(&file[..file.len().min(8)], size)?;
    Header::read(&file[..n_bytes as usize], size)
}

pub(crate) fn subject(config: &str) -> Subject {
    Subject::read(config).unwrap()
}

pub(crate) fn heads(config: &str) -> Heads {
    Heads::new(&subject(config), None).unwrap()
}

/// Gives the plan all its bytes, `size` at a time.
pub(crate) fn feed(plan: &mut Plan, files: &[Vec<u8>], size: usize) {
    for (read_idx, read) in plan.reads().to_vec().into_iter().enumerate() {
        let bytes = &files[read.file][read.start as usize..read.end as usize];
        for chunk in bytes.chunks(size) {
            plan.take(read_idx, chunk).unwrap();
        }
    }
}

/// Returns the size of a number of that format.
fn size_of(dtype: &str) -> u64 {
    match dtype {
        "F8_E4M3" | "I8" => 1,
        "BF16" | "F16" => 2,
        "F64" => 8,
        _ => 4,
    }
}

/// Returns a file of zeros with tensors of these names, formats and shapes.
pub(crate) fn file(tensors: &[(&str, &str, &[u64])]) -> Vec<u8> {
    let (mut entries, mut start) = (serde_json::Map::new(), 0);
    for (name, dtype, shape) in tensors {
        let end = start + shape.iter().product::<u64>() * size_of(dtype);
        let entry = json!({"dtype": dtype, "shape": shape, "data_offsets": [start, end]});
        entries.insert((*name).to_owned(), entry);
        start = end;
    }
    with_header(&Value::Object(entries).to_string(), start as usize)
}

/// Returns a file with that header and `n_bytes` zeros.
pub(crate) fn with_header(header: &str, n_bytes: usize) -> Vec<u8> {
    let length = (header.len() as u64).to_le_bytes();
    [&length[..], header.as_bytes(), &vec![0; n_bytes]].concat()
}
