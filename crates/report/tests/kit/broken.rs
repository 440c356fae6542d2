//! Files that are broken, and arrays that do not fit, end in one sentence.

use phasor_report::kit::{Array, Dtype, Format, JudgeError, Kit, ReadError, judge, read};

use crate::support::{bytes, subject};

#[track_caller]
fn refused(file: &[u8]) -> ReadError {
    let error = read(file).unwrap_err();
    assert_eq!(error.to_string().lines().count(), 1);
    error
}

#[test]
fn files_that_are_cut_off_are_refused() {
    let llama = subject("llama-3.2-1b.json");
    let kit = Kit::new(&llama, None).unwrap();
    for format in Format::ALL {
        let whole = kit.bytes(format);
        for cut in [1, whole.len() / 2, whole.len() - 3] {
            refused(&whole[..cut]);
        }
    }
    let compressed = bytes("right-llama-3.2-1b.npz");
    for cut in (0..compressed.len()).step_by(97) {
        refused(&compressed[..cut]);
    }
}

#[test]
fn a_wrong_sum_is_refused() {
    for file in ["right-llama-3.2-1b.npz", "wrong-offset.npz"] {
        let mut file = bytes(file);
        let middle = 600;
        file[middle] ^= 1;
        assert!(matches!(refused(&file), ReadError::Entry(_)));
    }
}

#[test]
fn other_files_are_refused() {
    assert_eq!(refused(b""), ReadError::Empty);
    assert_eq!(refused(b"\x93NUMPY\x01\0"), ReadError::Single);
    assert!(matches!(refused(b"{\"cos\": "), ReadError::Json(_)));
    assert!(matches!(
        refused(b"{\"cos\": [[1, 2], [3]]}"),
        ReadError::List(_)
    ));
    assert!(matches!(refused(b"{\"cos\": [\"1\"]}"), ReadError::List(_)));
    assert!(matches!(
        refused(b"GGUF\x03\0\0\0\0\0\0\0"),
        ReadError::Tensors(_)
    ));
    assert!(matches!(refused(b"PK\x03\x04"), ReadError::Archive));
}

fn zeros(name: &str, shape: &[usize]) -> Array {
    let numbers = vec![0.0; shape.iter().product()];
    Array::new(name, shape, Dtype::F32, numbers)
}

#[test]
fn arrays_that_do_not_fit_are_refused() {
    let llama = subject("llama-3.2-1b.json");
    let refused = |arrays: &[Array]| {
        let error = judge(&llama, arrays, None).unwrap_err();
        assert_eq!(error.to_string().lines().count(), 1);
        error
    };
    assert_eq!(refused(&[]), JudgeError::Nameless);
    assert_eq!(refused(&[zeros("weights", &[3])]), JudgeError::Nameless);
    let twice = refused(&[zeros("q_rot", &[1, 64]), zeros("q_embed", &[1, 64])]);
    assert!(matches!(twice, JudgeError::Twice(..)));
    for arrays in [
        [zeros("positions", &[3]), zeros("cos", &[2, 32])],
        [zeros("positions", &[3]), zeros("q_rot", &[3, 63])],
        [zeros("positions", &[2, 2]), zeros("cos", &[4, 32])],
        // There are no queries for other positions than those of the kit.
        [zeros("positions", &[3]), zeros("q_rot", &[3, 64])],
    ] {
        assert!(
            matches!(refused(&arrays), JudgeError::Shape { .. }),
            "{arrays:?}"
        );
    }
    let half = Array::new("positions", &[1], Dtype::F32, vec![0.5]);
    let position = refused(&[half, zeros("cos", &[1, 32])]);
    assert!(matches!(position, JudgeError::Positions(_)));
    let empty = refused(&[zeros("inv_freq", &[0])]);
    assert!(matches!(empty, JudgeError::Empty(_)));
}
