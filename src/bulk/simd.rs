//! The kernel in arrays of eight numbers, which the compiler turns into the vector instructions of
//! the machine that it builds for: SSE or AVX, NEON, `simd128` of WebAssembly. No intrinsics, so
//! one source serves all of them and nothing is unsafe.
//!
//! Slices of unknown length leave half-split pairs scalar, because four of them are walked at once;
//! arrays of known length do not.

use super::{Angles, BulkError, Layout};
use crate::encoding::Pairing;

/// Numbers in an array: two vectors of SSE and WebAssembly, one of AVX.
const LANES: usize = 8;

type Lanes = [f32; LANES];

/// As [`scalar::rotate`](super::scalar::rotate), with the same results to the last bit.
///
/// # Errors
/// Those of [`scalar::rotate`](super::scalar::rotate).
pub fn rotate(angles: &Angles, layout: &Layout, vectors: &mut [f32]) -> Result<(), BulkError> {
    layout.walk(angles, vectors, |position, vector| {
        let turns = angles.row(position);
        match angles.pairing() {
            Pairing::HalfSplit => {
                if let Some((first, rest)) = vector.split_at_mut_checked(angles.n_pairs()) {
                    half_split_in_place(first, rest, turns);
                }
            }
            Pairing::Interleaved => interleaved_in_place(vector, turns),
        }
    })
}

/// As [`scalar::rotate_into`](super::scalar::rotate_into), with the same results to the last bit,
/// in one pass over the memory.
///
/// # Errors
/// Those of [`scalar::rotate_into`](super::scalar::rotate_into).
pub fn rotate_into(
    angles: &Angles,
    layout: &Layout,
    vectors: &[f32],
    rotated: &mut [f32],
) -> Result<(), BulkError> {
    let turning = 2 * angles.n_pairs();
    layout.walk_both(angles, (vectors, rotated), |position, from, to| {
        let (Some((from, still)), Some((to, rest))) = (
            from.split_at_checked(turning),
            to.split_at_mut_checked(turning),
        ) else {
            return;
        };
        rest.copy_from_slice(still);
        match angles.pairing() {
            Pairing::HalfSplit => half_split(from, to, angles.row(position)),
            Pairing::Interleaved => interleaved(from, to, angles.row(position)),
        }
    })
}

/// Eight pairs turned: their first components, and their second ones.
fn turned(x: &Lanes, y: &Lanes, cos: &Lanes, sin: &Lanes) -> (Lanes, Lanes) {
    let (mut first, mut second) = ([0.0; LANES], [0.0; LANES]);
    let pairs = x.iter().zip(y).zip(cos.iter().zip(sin));
    for (((x, y), (cos, sin)), (first, second)) in pairs.zip(first.iter_mut().zip(&mut second)) {
        (*first, *second) = one_turned((x, y), (cos, sin));
    }
    (first, second)
}

fn one_turned((x, y): (&f32, &f32), (cos, sin): (&f32, &f32)) -> (f32, f32) {
    (x * cos - y * sin, x * sin + y * cos)
}

fn half_split_in_place(first: &mut [f32], second: &mut [f32], (cos, sin): (&[f32], &[f32])) {
    let second = second.get_mut(..first.len()).unwrap_or_default();
    let (x, x_rest) = first.as_chunks_mut();
    let (y, y_rest) = second.as_chunks_mut();
    let ((cos, cos_rest), (sin, sin_rest)) = (cos.as_chunks(), sin.as_chunks());
    for ((x, y), (cos, sin)) in x.iter_mut().zip(y).zip(cos.iter().zip(sin)) {
        (*x, *y) = turned(x, y, cos, sin);
    }
    let rest = x_rest.iter_mut().zip(y_rest);
    for ((x, y), turn) in rest.zip(cos_rest.iter().zip(sin_rest)) {
        (*x, *y) = one_turned((x, y), turn);
    }
}

fn half_split(from: &[f32], to: &mut [f32], (cos, sin): (&[f32], &[f32])) {
    let n_pairs = cos.len();
    let (Some((x, y)), Some((x_to, y_to))) = (
        from.split_at_checked(n_pairs),
        to.split_at_mut_checked(n_pairs),
    ) else {
        return;
    };
    let ((x, x_rest), (y, y_rest)) = (x.as_chunks(), y.as_chunks());
    let (x_to, x_to_rest) = x_to.as_chunks_mut();
    let (y_to, y_to_rest) = y_to.as_chunks_mut();
    let ((cos, cos_rest), (sin, sin_rest)) = (cos.as_chunks(), sin.as_chunks());
    let pairs = x.iter().zip(y).zip(cos.iter().zip(sin));
    for (((x, y), (cos, sin)), (x_to, y_to)) in pairs.zip(x_to.iter_mut().zip(y_to)) {
        (*x_to, *y_to) = turned(x, y, cos, sin);
    }
    let rest = x_rest.iter().zip(y_rest).zip(cos_rest.iter().zip(sin_rest));
    for ((pair, turn), (x_to, y_to)) in rest.zip(x_to_rest.iter_mut().zip(y_to_rest)) {
        (*x_to, *y_to) = one_turned(pair, turn);
    }
}

fn interleaved_in_place(vector: &mut [f32], (cos, sin): (&[f32], &[f32])) {
    let (pairs, _) = vector.as_chunks_mut();
    for ([x, y], turn) in pairs.iter_mut().zip(cos.iter().zip(sin)) {
        (*x, *y) = one_turned((x, y), turn);
    }
}

fn interleaved(from: &[f32], to: &mut [f32], (cos, sin): (&[f32], &[f32])) {
    let ((pairs, _), (pairs_to, _)) = (from.as_chunks(), to.as_chunks_mut());
    let turns = cos.iter().zip(sin);
    for (([x, y], turn), to) in pairs.iter().zip(turns).zip(pairs_to) {
        let (first, second) = one_turned((x, y), turn);
        *to = [first, second];
    }
}
