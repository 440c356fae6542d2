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
    let heads = 0..layout.shape().n_heads;
    layout.walk(
        angles,
        vectors,
        heads,
        #[inline(always)]
        |[vector], turns| turn(angles.pairing(), vector, turns, 0),
    )
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
    let heads = 0..layout.shape().n_heads;
    layout.walk_both(
        angles,
        (vectors, rotated),
        heads,
        #[inline(always)]
        |[from], [to], turns| {
            to.copy_from_slice(from);
            turn(angles.pairing(), to, turns, 0);
        },
    )
}

/// Why a vector can be split after its pairs.
pub(super) const HAS_PAIRS: &str = "the layout has no more pairs than fit in a vector";

/// Rotates the pairs from `from` on. It is not part of its callers, so that the compiler knows that
/// numbers and angles are in different places.
#[inline(never)]
pub(super) fn turn<T: Element>(
    pairing: Pairing,
    vector: &mut [T],
    (cos, sin): Turns<'_>,
    from: usize,
) {
    let n_pairs = cos.len();
    let (_, cos) = cos.split_at_checked(from).expect(HAS_PAIRS);
    let (_, sin) = sin.split_at_checked(from).expect(HAS_PAIRS);
    let turns = cos.iter().zip(sin);
    match pairing {
        Pairing::HalfSplit => {
            let (first, second) = vector.split_at_mut_checked(n_pairs).expect(HAS_PAIRS);
            let (_, first) = first.split_at_mut_checked(from).expect(HAS_PAIRS);
            let (_, second) = second.split_at_mut_checked(from).expect(HAS_PAIRS);
            for ((x, y), turn) in first.iter_mut().zip(second).zip(turns) {
                (*x, *y) = turned((*x, *y), turn);
            }
        }
        Pairing::Interleaved => {
            let (_, vector) = vector.split_at_mut_checked(2 * from).expect(HAS_PAIRS);
            let (pairs, _) = vector.as_chunks_mut();
            for ([x, y], turn) in pairs.iter_mut().zip(turns) {
                (*x, *y) = turned((*x, *y), turn);
            }
        }
    }
}

/// Rotates one pair, rounding after every operation as vector instructions do everywhere.
#[inline(always)]
fn turned<T: Element>((x, y): (T, T), (cos, sin): (&f32, &f32)) -> (T, T) {
    let (x, y) = (x.to_f32(), y.to_f32());
    (
        T::from_f32(x * cos - y * sin),
        T::from_f32(x * sin + y * cos),
    )
}
