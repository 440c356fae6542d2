//! The kernel with vector instructions, from one source for every instruction set: AVX-512, AVX2 or
//! SSE, chosen at run time, NEON, and WebAssembly's `simd128` if compiled for it.
//!
//! Every operation rounds as in [`scalar`], so results are equal to the last bit.
//! Fused multiply-add would be more exact, but not every processor has it.

use super::angles::Turns;
use super::numbers::Numbers;
use super::scalar::{self, HAS_PAIRS};
use super::{Angles, BulkError, Element, Layout};
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, f32x8, f32x16};
use phasor_encoding::Pairing;
use std::ops::Range;

/// Rotates as [`scalar::rotate`] does, with the same results to the last
/// bit.
///
/// # Errors
/// The same as for [`scalar::rotate`].
pub fn rotate<T: Element>(
    angles: &Angles,
    layout: &Layout,
    vectors: &mut [T],
) -> Result<(), BulkError> {
    // The lengths of most models are known at compile time, which saves a third of the time for
    // vectors in a nearby cache.
    dispatch!(Level::new(), simd => match (angles.pairing(), angles.n_pairs()) {
        (Pairing::HalfSplit, 32) => {
            in_place::<32, _, _>(simd, Pairing::HalfSplit, angles, layout, vectors)
        }
        (Pairing::HalfSplit, 64) => {
            in_place::<64, _, _>(simd, Pairing::HalfSplit, angles, layout, vectors)
        }
        (Pairing::HalfSplit, _) => {
            in_place::<ANY, _, _>(simd, Pairing::HalfSplit, angles, layout, vectors)
        }
        (Pairing::Interleaved, _) => {
            in_place::<ANY, _, _>(simd, Pairing::Interleaved, angles, layout, vectors)
        }
    })
}

#[inline(always)]
fn in_place<const N: usize, S: Simd, T: Element>(
    simd: S,
    pairing: Pairing,
    angles: &Angles,
    layout: &Layout,
    vectors: &mut [T],
) -> Result<(), BulkError> {
    let n_heads = layout.shape().n_heads;
    let in_step = in_step::<S>(layout);
    layout.walk(
        angles,
        vectors,
        0..in_step,
        #[inline(always)]
        |vectors: [_; SEVERAL], turns| all_turned(simd, pairing, vectors, exactly::<N>(turns)),
    )?;
    layout.walk(
        angles,
        vectors,
        in_step..n_heads,
        #[inline(always)]
        |vector: [_; 1], turns| all_turned(simd, pairing, vector, exactly::<N>(turns)),
    )
}

/// Rotates as [`scalar::rotate_into`] does, with the same results to
/// the last bit, in one pass over the memory.
///
/// # Errors
/// The same as for [`scalar::rotate_into`].
pub fn rotate_into<T: Element>(
    angles: &Angles,
    layout: &Layout,
    vectors: &[T],
    rotated: &mut [T],
) -> Result<(), BulkError> {
    let both = (vectors, rotated);
    dispatch!(Level::new(), simd => match angles.pairing() {
        Pairing::HalfSplit => to_new_place(simd, Pairing::HalfSplit, angles, layout, both),
        Pairing::Interleaved => to_new_place(simd, Pairing::Interleaved, angles, layout, both),
    })
}

#[inline(always)]
fn to_new_place<S: Simd, T: Element>(
    simd: S,
    pairing: Pairing,
    angles: &Angles,
    layout: &Layout,
    both: (&[T], &mut [T]),
) -> Result<(), BulkError> {
    let n_heads = layout.shape().n_heads;
    let in_step = in_step::<S>(layout);
    layout.walk_both(
        angles,
        (both.0, both.1),
        0..in_step,
        #[inline(always)]
        |from: [_; SEVERAL], to, turns| all_turned(simd, pairing, (from, to), turns),
    )?;
    layout.walk_both(
        angles,
        both,
        in_step..n_heads,
        #[inline(always)]
        |from: [_; 1], to, turns| all_turned(simd, pairing, (from, to), turns),
    )
}

/// The number of heads that go through the positions in step. The angles of a position are twice
/// as many bytes as a vector of 16-bit numbers, so a head alone would mostly read angles. Four in
/// step take half to three quarters of the time for vectors that are in no cache.
const SEVERAL: usize = 4;

/// Returns how many of the heads go in step: all but a rest, if they are not adjacent, which is
/// fastest in order, and if vector registers have room for pairs of several heads. In WebAssembly,
/// where they have not, pairs of several heads would take up to twelve times as long.
#[inline(always)]
fn in_step<S: Simd>(layout: &Layout) -> usize {
    match S::f32s::LEN {
        8.. if !layout.has_adjacent_heads() => layout.shape().n_heads / SEVERAL * SEVERAL,
        _ => 0,
    }
}

/// A length that is unknown at compile time.
const ANY: usize = 0;

/// Returns the turns with a length that the compiler can see: `N`, unless it is [`ANY`].
#[inline(always)]
fn exactly<const N: usize>((cos, sin): Turns<'_>) -> Turns<'_> {
    if N == ANY {
        return (cos, sin);
    }
    let turns = cos.first_chunk::<N>().zip(sin.first_chunk::<N>());
    let (cos, sin) = turns.expect("a row has the number of pairs that the kernel was chosen for");
    (cos, sin)
}

/// Rotates all pairs of the vectors: as many as possible at once, and the last of them one by one.
#[inline(always)]
fn all_turned<const H: usize, S: Simd, T: Element>(
    simd: S,
    pairing: Pairing,
    mut vectors: impl Vectors<T, H>,
    turns: Turns<'_>,
) {
    let n_pairs = turns.0.len();
    vectors.keep_from(2 * n_pairs);
    let mut pair = 0;
    // Sixteen `f32` are a whole cache line, so most would be in two lines, which takes longer.
    if S::f32s::LEN == 16 && size_of::<T>() < size_of::<f32>() {
        pair = many_turned::<16, H, f32x16<S>, _, _>(simd, pairing, &mut vectors, turns, pair);
    }
    pair = many_turned::<8, H, f32x8<S>, _, _>(simd, pairing, &mut vectors, turns, pair);
    if pair == n_pairs {
        return;
    }
    let places = match pairing {
        Pairing::HalfSplit => [pair..n_pairs, n_pairs + pair..2 * n_pairs],
        Pairing::Interleaved => [2 * pair..2 * n_pairs, 0..0],
    };
    for head in 0..H {
        scalar::turn(pairing, vectors.rest(head, &places), turns, pair);
    }
}

/// Rotates `N` pairs at once from pair `pair` on while there are as many, and returns the next.
#[inline(always)]
fn many_turned<const N: usize, const H: usize, V: Numbers<S>, S: Simd, T: Element>(
    simd: S,
    pairing: Pairing,
    vectors: &mut impl Vectors<T, H>,
    (cos, sin): Turns<'_>,
    mut pair: usize,
) -> usize {
    let n_pairs = cos.len();
    let (_, cos) = cos.split_at_checked(pair).expect(HAS_PAIRS);
    let (_, sin) = sin.split_at_checked(pair).expect(HAS_PAIRS);
    for (cos, sin) in cos.as_chunks::<N>().0.iter().zip(sin.as_chunks::<N>().0) {
        let (cos, sin) = (V::from_slice(simd, cos), V::from_slice(simd, sin));
        let (a, b) = places::<N>(pairing, pair, n_pairs);
        // Heads are often a power of two apart, and a processor that compares only the lower bits
        // of addresses waits for what was written in one head before it reads another. So all are
        // read first.
        let mut results = [(cos, sin); H];
        for (head, result) in results.iter_mut().enumerate() {
            let a = T::load(simd, vectors.before::<N>(head, a));
            let b = T::load(simd, vectors.before::<N>(head, b));
            *result = match pairing {
                Pairing::HalfSplit => lanes_turned((a, b), (cos, sin)),
                Pairing::Interleaved => {
                    let (first, second) = lanes_turned(a.deinterleave(b), (cos, sin));
                    first.interleave(second)
                }
            };
        }
        for (head, result) in results.into_iter().enumerate() {
            T::store(simd, result.0, vectors.after::<N>(head, a));
            T::store(simd, result.1, vectors.after::<N>(head, b));
        }
        pair += N;
    }
    pair
}

/// Rotates pairs: returns their first components, and their second ones.
#[inline(always)]
fn lanes_turned<V: Numbers<S>, S: Simd>((x, y): (V, V), (cos, sin): (V, V)) -> (V, V) {
    (x * cos - y * sin, x * sin + y * cos)
}

/// Returns where the components of `N` pairs from `pair` on are: `N` numbers each.
#[inline(always)]
fn places<const N: usize>(pairing: Pairing, pair: usize, n_pairs: usize) -> (usize, usize) {
    match pairing {
        Pairing::HalfSplit => (pair, n_pairs + pair),
        Pairing::Interleaved => (2 * pair, 2 * pair + N),
    }
}

/// The vectors of `H` heads, and the places for the results: the same or others.
trait Vectors<T, const H: usize> {
    /// Keeps the numbers from `len` on unchanged.
    fn keep_from(&mut self, len: usize);

    /// Returns the numbers of a vector to read.
    fn before<const N: usize>(&self, head: usize, start: usize) -> &[T; N];

    /// Returns the place for the results.
    fn after<const N: usize>(&mut self, head: usize, start: usize) -> &mut [T; N];

    /// Returns a vector that still has to be rotated at `places`.
    fn rest(&mut self, head: usize, places: &[Range<usize>]) -> &mut [T];
}

impl<T, const H: usize> Vectors<T, H> for [&mut [T]; H] {
    #[inline(always)]
    fn keep_from(&mut self, len: usize) {
        for vector in self {
            *vector = std::mem::take(vector)
                .split_at_mut_checked(len)
                .expect(HAS_PAIRS)
                .0;
        }
    }

    #[inline(always)]
    fn before<const N: usize>(&self, head: usize, start: usize) -> &[T; N] {
        self.get(head)
            .and_then(|vector| vector.get(start..)?.first_chunk())
            .expect(HAS_PAIRS)
    }

    #[inline(always)]
    fn after<const N: usize>(&mut self, head: usize, start: usize) -> &mut [T; N] {
        self.get_mut(head)
            .and_then(|vector| vector.get_mut(start..)?.first_chunk_mut())
            .expect(HAS_PAIRS)
    }

    #[inline(always)]
    fn rest(&mut self, head: usize, _: &[Range<usize>]) -> &mut [T] {
        self.get_mut(head).expect(HAS_PAIRS)
    }
}

impl<T: Copy, const H: usize> Vectors<T, H> for ([&[T]; H], [&mut [T]; H]) {
    #[inline(always)]
    fn keep_from(&mut self, len: usize) {
        for (from, to) in self.0.iter_mut().zip(&mut self.1) {
            let (first, rest) = from.split_at_checked(len).expect(HAS_PAIRS);
            let (to_first, to_rest) = std::mem::take(to)
                .split_at_mut_checked(len)
                .expect(HAS_PAIRS);
            for (from, to) in rest.iter().zip(to_rest) {
                *to = *from;
            }
            (*from, *to) = (first, to_first);
        }
    }

    #[inline(always)]
    fn before<const N: usize>(&self, head: usize, start: usize) -> &[T; N] {
        self.0
            .get(head)
            .and_then(|vector| vector.get(start..)?.first_chunk())
            .expect(HAS_PAIRS)
    }

    #[inline(always)]
    fn after<const N: usize>(&mut self, head: usize, start: usize) -> &mut [T; N] {
        self.1.after(head, start)
    }

    #[inline(always)]
    fn rest(&mut self, head: usize, places: &[Range<usize>]) -> &mut [T] {
        let (from, to) = (self.0.get(head), self.1.get_mut(head));
        let (from, to) = from.zip(to).expect(HAS_PAIRS);
        for place in places {
            let both = from.get(place.clone()).zip(to.get_mut(place.clone()));
            let (from, to) = both.expect(HAS_PAIRS);
            to.copy_from_slice(from);
        }
        to
    }
}
