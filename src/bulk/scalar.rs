//! The kernel without vector instructions: the one to read, and the one to hold others against.

use super::{Angles, BulkError, Layout};
use crate::encoding::Pairing;

/// Rotates every vector of `vectors` to its position, in place. Components past the turning ones
/// stay.
///
/// # Errors
/// [`BulkError::Buffer`] if the buffer is too short, [`BulkError::Angles`] if the angles are for
/// another number of positions or for more components than a head has.
pub fn rotate(angles: &Angles, layout: &Layout, vectors: &mut [f32]) -> Result<(), BulkError> {
    layout.walk(angles, vectors, |position, vector| {
        turn(angles, position, vector);
    })
}

/// The same from `vectors` to `rotated`, which have the same layout. What lies between vectors is
/// left as it is.
///
/// # Errors
/// As [`rotate`].
pub fn rotate_into(
    angles: &Angles,
    layout: &Layout,
    vectors: &[f32],
    rotated: &mut [f32],
) -> Result<(), BulkError> {
    layout.walk_both(angles, (vectors, rotated), |position, from, to| {
        to.copy_from_slice(from);
        turn(angles, position, to);
    })
}

fn turn(angles: &Angles, position: usize, vector: &mut [f32]) {
    let (cos, sin) = angles.row(position);
    let turns = cos.iter().zip(sin);
    match angles.pairing() {
        Pairing::HalfSplit => {
            let Some((first, second)) = vector.split_at_mut_checked(angles.n_pairs()) else {
                return;
            };
            for ((x, y), turn) in first.iter_mut().zip(second).zip(turns) {
                (*x, *y) = turned((*x, *y), turn);
            }
        }
        Pairing::Interleaved => {
            for (pair, turn) in vector.chunks_exact_mut(2).zip(turns) {
                if let [x, y] = pair {
                    (*x, *y) = turned((*x, *y), turn);
                }
            }
        }
    }
}

fn turned((x, y): (f32, f32), (cos, sin): (&f32, &f32)) -> (f32, f32) {
    (x * cos - y * sin, x * sin + y * cos)
}
