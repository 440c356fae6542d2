//! Headers that are cut off, lie, or are not headers.

use phasor_report::checkpoint::HeaderError::{
    Cut, Dtype, End, Entry, Json, Long, Overflow, Place, Shape, Short,
};
use phasor_report::checkpoint::{Header, HeaderError, Heads, Plan};
use proptest::prelude::*;
use safetensors::SafeTensors;

use crate::support::{cases, file, files, header, heads, stored, with_header};

const CONFIG: &str =
    r#"{"model_type": "llama", "head_dim": 2, "num_attention_heads": 2, "num_key_value_heads": 1}"#;

#[test]
fn a_file_that_is_cut_off_at_any_length_is_refused() {
    let file = stored("sharded-bf16-00001-of-00002.safetensors");
    assert!(header(&file).is_ok());
    for length in 0..file.len() {
        let error = header(&file[..length]).unwrap_err();
        assert!(
            matches!(error, Short(_) | Cut { .. } | End { .. }),
            "{length}: {error}"
        );
        // The size is right, but the caller did not read enough.
        if length < Header::n_bytes(&file[..8], file.len() as u64).unwrap() as usize {
            assert!(Header::read(&file[..length], file.len() as u64).is_err());
        }
        let longer = Header::read(&file, length as u64);
        assert!(longer.is_err(), "{length}");
    }
    let longer = Header::read(&file, file.len() as u64 + 1);
    assert!(matches!(longer, Err(End { .. })));
}

fn is_entry(error: &HeaderError, named: &str) -> bool {
    matches!(error, Entry { accepted, .. } if accepted.contains(named))
}

fn is_shape(error: &HeaderError, bytes: (u64, u64)) -> bool {
    matches!(error, Shape { needed, held, .. } if (*needed, *held) == bytes)
}

fn is_place(error: &HeaderError, name: &str, byte: u64) -> bool {
    matches!(error, Place { tensor, expected, .. } if tensor == name && *expected == byte)
}

#[test]
fn lies_are_told() {
    let entry = |dtype: &str, shape: &str, offsets: &str| {
        format!(r#"{{"dtype": "{dtype}", "shape": {shape}, "data_offsets": {offsets}}}"#)
    };
    let one = |dtype: &str, shape: &str, offsets: &str| {
        format!(r#"{{"a.b": {}}}"#, entry(dtype, shape, offsets))
    };
    let two = |first: &str, second: &str| {
        let (first, second) = (entry("U8", "[4]", first), entry("U8", "[4]", second));
        format!(r#"{{"a": {first}, "b": {second}}}"#)
    };
    let most = u64::MAX;
    type IsExpected = fn(&HeaderError) -> bool;
    let cases: [(String, IsExpected); 21] = [
        (String::new(), |e| matches!(e, Json(_))),
        ("[]".to_owned(), |e| matches!(e, Json(_))),
        ("{\"a\"".to_owned(), |e| matches!(e, Json(_))),
        (r#"{"a.b": 1}"#.to_owned(), |e| is_entry(e, "`dtype`")),
        (r#"{"__metadata__": {"a": 1}}"#.to_owned(), |e| {
            is_entry(e, "texts")
        }),
        (
            one("F31", "[2]", "[0, 8]"),
            |e| matches!(e, Dtype { dtype, .. } if dtype == "F31"),
        ),
        (one("F32", "[-2]", "[0, 8]"), |e| is_entry(e, "`shape`")),
        (one("F32", "[2.0]", "[0, 8]"), |e| is_entry(e, "`shape`")),
        (one("F32", "[2]", "[8, 0]"), |e| {
            is_entry(e, "`data_offsets`")
        }),
        (one("F32", "[2]", "[0]"), |e| is_entry(e, "`data_offsets`")),
        (one("F32", "[2]", "[0, 1e1]"), |e| {
            is_entry(e, "`data_offsets`")
        }),
        (one("F32", "[3]", "[0, 8]"), |e| is_shape(e, (12, 8))),
        (one("F4", "[3]", "[0, 2]"), |e| is_shape(e, (2, 2))),
        (one("F32", "[4294967296, 4294967296]", "[0, 8]"), |e| {
            matches!(e, Overflow(_))
        }),
        (one("F32", "[4611686018427387904]", "[0, 8]"), |e| {
            matches!(e, Overflow(_))
        }),
        (one("U8", "[0]", &format!("[{most}, {most}]")), |e| {
            is_place(e, "a.b", 0)
        }),
        (one("U8", "[16]", "[0, 16]"), |e| matches!(e, End { .. })),
        (one("U8", "[4]", "[0, 4]"), |e| matches!(e, End { .. })),
        (two("[0, 4]", "[2, 6]"), |e| is_place(e, "b", 4)),
        (two("[0, 4]", "[0, 4]"), |e| is_place(e, "b", 4)),
        (two("[0, 4]", "[5, 9]"), |e| is_place(e, "b", 4)),
    ];
    for (text, is_expected) in cases {
        let file = with_header(&text, 8);
        let error = header(&file).unwrap_err();
        assert!(is_expected(&error), "{text}: {error}");
        let error = error.to_string();
        assert!(!error.contains('\n') && error.ends_with('.'), "{error}");
        assert!(SafeTensors::deserialize(&file).is_err(), "{text}");
    }
}

#[test]
fn lengths_beyond_the_file_or_the_format_are_told() {
    let cut = |needed| Cut { needed, there: 16 };
    for (length, expected) in [
        (9, cut(17)),
        (100_000_000, cut(100_000_008)),
        (100_000_001, Long(100_000_001)),
        (u64::MAX, Long(u64::MAX)),
    ] {
        let file = [length.to_le_bytes(), [b' '; 8]].concat();
        assert_eq!(header(&file).unwrap_err(), expected);
    }
    for (magic, expected) in [
        (&b"GGUF\x03\0\0\0"[..], "GGUF"),
        (b"PK\x03\x04\x14\0\0\0", "PyTorch"),
        (b"version https://git-lfs.github.com/spec/v1", "Git LFS"),
        (b"<!DOCTYPE html>", "HTML"),
    ] {
        let error = header(magic).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_long_name_does_not_make_a_long_sentence() {
    let name = "ä.".repeat(100_000);
    let error = header(&with_header(&format!(r#"{{"{name}": 1}}"#), 0)).unwrap_err();
    assert!(error.to_string().chars().count() < 200);
}

#[test]
fn the_tensors_are_those_of_the_crate() {
    for case in &cases() {
        for file in files(case) {
            let ours = header(&file).unwrap();
            let theirs = SafeTensors::deserialize(&file).unwrap();
            assert_eq!(ours.tensors().len(), theirs.len());
            for tensor in ours.tensors() {
                let view = theirs.tensor(&tensor.name).unwrap();
                let shape: Vec<u64> = view.shape().iter().map(|size| *size as u64).collect();
                assert_eq!((tensor.dtype, &tensor.shape), (view.dtype(), &shape));
                let bytes = &file[tensor.start as usize..tensor.end as usize];
                assert_eq!(bytes, view.data());
            }
        }
    }
}

/// Reads a file, plans to read its norms, and gives the plan what it asks for.
fn use_up(file: &[u8], heads: &Heads) {
    let Ok(header) = header(file) else {
        return;
    };
    let Ok(mut plan) = Plan::new(&[header], heads) else {
        return;
    };
    for (read_idx, read) in plan.reads().to_vec().into_iter().enumerate() {
        let bytes = &file[read.start as usize..read.end as usize];
        plan.take(read_idx, bytes).unwrap();
    }
    let (done, all) = plan.progress();
    assert_eq!(done, all);
    let _ = plan.norms();
}

fn tensor() -> impl Strategy<Value = (&'static str, &'static str, Vec<u64>)> {
    let name = prop::sample::select(vec![
        "model.layers.0.self_attn.q_proj.weight",
        "model.layers.0.self_attn.k_proj.weight",
        "model.layers.0.self_attn.q_b_proj.weight",
        "model.layers.0.self_attn.kv_a_proj_with_mqa.weight",
        "model.layers.1.self_attn.qkv_proj.weight",
        "h.18446744073709551615.attn.query_key_value.weight",
        "h.18446744073709551616.attn.query_key_value.weight",
        "weight",
        "",
    ]);
    let dtype = prop::sample::select(vec!["F16", "BF16", "F32", "F64", "I8"]);
    let shape = prop::collection::vec(0u64..9, 0..4);
    (name, dtype, shape)
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), size in any::<u64>()) {
        let _ = header(&bytes);
        let _ = Header::read(&bytes, size);
        let text = String::from_utf8_lossy(&bytes);
        let _ = header(&with_header(&text, 8));
    }

    #[test]
    fn a_header_with_other_bytes_is_read_if_the_crate_reads_it(
        changes in prop::collection::vec((8usize..400, any::<u8>()), 1..3)
    ) {
        let mut file = stored("sharded-bf16-00001-of-00002.safetensors");
        for (place, byte) in changes {
            file[place] = byte;
        }
        prop_assert_eq!(header(&file).is_ok(), SafeTensors::deserialize(&file).is_ok());
        use_up(&file, &heads(CONFIG));
    }

    #[test]
    fn no_shapes_make_the_plan_panic(
        tensors in prop::collection::vec(tensor(), 1..5),
        n_heads in 1usize..5, n_kv_heads in prop::option::of(0usize..5), n_pairs in 1usize..3,
        still_dim in prop::option::of(0usize..3), is_gated in any::<bool>(), is_stacked in any::<bool>(),
    ) {
        let made = Heads {
            n_heads, n_kv_heads, n_pairs, still_dim, is_gated, is_stacked,
            head_dim: 2 * n_pairs, ..heads(CONFIG)
        };
        let tensors: Vec<(&str, &str, &[u64])> =
            tensors.iter().map(|(name, dtype, shape)| (*name, *dtype, &shape[..])).collect();
        use_up(&file(&tensors), &made);
    }
}
