//! The kernel without vector instructions: the one to read, and to check others against.

use super::angles::Turns;
use super::{Angles, BulkError, Element, Layout};
use phasor_encoding::Pairing;

/// Rotates every vector of `vectors` to its position, in place. Components past the rotating ones
/// are unchanged. Numbers are rotated in `f32` and rounded once if they are stored in fewer bits.
///
/// # Errors
/// [`BulkError::Buffer`] if the buffer is too short, [`BulkError::Angles`] if the angles are for
/// another number of positions or for more components than a head has.
pub fn rotate<T: Element>(
    angles: &Angles,
    layout: &Layout,
    vectors: &mut [T],
) -> Result<(), BulkError> {
    layout.walk(angles, vectors, |vector, turns| {
        turn(angles.pairing(), vector, turns);
    })
}

/// Rotates from `vectors` to `rotated`, which have the same layout. Numbers between the vectors
/// are unchanged.
///
/// # Errors
/// The same as for [`rotate`].
pub fn rotate_into<T: Element>(
    angles: &Angles,
    layout: &Layout,
    vectors: &[T],
    rotated: &mut [T],
) -> Result<(), BulkError> {
    layout.walk_both(angles, (vectors, rotated), |from, to, turns| {
        to.copy_from_slice(from);
        turn(angles.pairing(), to, turns);
    })
}

fn turn<T: Element>(pairing: Pairing, vector: &mut [T], (cos, sin): Turns<'_>) {
    let turns = cos.iter().zip(sin);
    match pairing {
        Pairing::HalfSplit => {
            let Some((first, second)) = vector.split_at_mut_checked(cos.len()) else {
                return;
            };
            for ((x, y), turn) in first.iter_mut().zip(second).zip(turns) {
                (*x, *y) = turned((*x, *y), turn);
            }
        }
        Pairing::Interleaved => {
            let (pairs, _) = vector.as_chunks_mut();
            for ([x, y], turn) in pairs.iter_mut().zip(turns) {
                (*x, *y) = turned((*x, *y), turn);
            }
        }
    }
}

/// Rotates one pair, rounding after every operation as vector instructions do everywhere.
#[inline(always)]
pub(super) fn turned<T: Element>((x, y): (T, T), (cos, sin): (&f32, &f32)) -> (T, T) {
    let (x, y) = (x.to_f32(), y.to_f32());
    (
        T::from_f32(x * cos - y * sin),
        T::from_f32(x * sin + y * cos),
    )
}
