//! The kernel with vector instructions, from one source for every instruction set: AVX-512, AVX2 or
//! SSE, chosen at run time, NEON, and WebAssembly's `simd128` if compiled for it.
//!
//! Every operation rounds as in [`scalar`](super::scalar), so results are equal to the last bit.
//! Fused multiply-add would be more exact, but not every processor has it.

use super::angles::Turns;
use super::element::LANES;
use super::scalar::turned;
use super::{Angles, BulkError, Element, Layout};
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, f32x8};
use phasor_encoding::Pairing;

/// Rotates as [`scalar::rotate`](super::scalar::rotate) does, with the same results to the last
/// bit.
///
/// # Errors
/// The same as for [`scalar::rotate`](super::scalar::rotate).
pub fn rotate<T: Element>(
    angles: &Angles,
    layout: &Layout,
    vectors: &mut [T],
) -> Result<(), BulkError> {
    // The lengths of most models are known at compile time, which saves a third of the time for
    // vectors in a nearby cache.
    dispatch!(Level::new(), simd => match (angles.pairing(), angles.n_pairs()) {
        (Pairing::HalfSplit, 32) => half_split_all::<32, _, _>(simd, angles, layout, vectors),
        (Pairing::HalfSplit, 64) => half_split_all::<64, _, _>(simd, angles, layout, vectors),
        (Pairing::HalfSplit, _) => half_split_all::<ANY, _, _>(simd, angles, layout, vectors),
        (Pairing::Interleaved, _) => layout.walk(
            angles,
            vectors,
            #[inline(always)]
            |vector, turns| interleaved(simd, vector, turns),
        ),
    })
}

#[inline(always)]
fn half_split_all<const N: usize, S: Simd, T: Element>(
    simd: S,
    angles: &Angles,
    layout: &Layout,
    vectors: &mut [T],
) -> Result<(), BulkError> {
    layout.walk(
        angles,
        vectors,
        #[inline(always)]
        |vector, turns| half_split(simd, vector, exactly::<N>(turns)),
    )
}

/// Rotates as [`scalar::rotate_into`](super::scalar::rotate_into) does, with the same results to
/// the last bit, in one pass over the memory.
///
/// # Errors
/// The same as for [`scalar::rotate_into`](super::scalar::rotate_into).
pub fn rotate_into<T: Element>(
    angles: &Angles,
    layout: &Layout,
    vectors: &[T],
    rotated: &mut [T],
) -> Result<(), BulkError> {
    dispatch!(Level::new(), simd => match angles.pairing() {
        Pairing::HalfSplit => layout.walk_both(
            angles,
            (vectors, rotated),
            #[inline(always)]
            |from, to, turns| half_split(simd, (from, to), turns),
        ),
        Pairing::Interleaved => layout.walk_both(
            angles,
            (vectors, rotated),
            #[inline(always)]
            |from, to, turns| interleaved(simd, (from, to), turns),
        ),
    })
}

/// Why a vector can be split after its pairs.
const HAS_PAIRS: &str = "the layout has no more pairs than fit in a vector";

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

#[inline(always)]
fn half_split<S: Simd, T: Element>(simd: S, vector: impl Vector<T>, (cos, sin): Turns<'_>) {
    let (first, rest) = vector.split(cos.len());
    let (second, still) = rest.split(cos.len());
    still.keep();
    let ((cos, cos_rest), (sin, sin_rest)) = (cos.as_chunks(), sin.as_chunks());
    let ((first, first_rest), (second, second_rest)) = (first.chunks(), second.chunks());
    for ((mut x, mut y), turn) in first.zip(second).zip(cos.iter().zip(sin)) {
        let pairs = (T::load(simd, x.before()), T::load(simd, y.before()));
        let (first, second) = eight_turned(simd, pairs, turn);
        T::store(simd, first, x.after());
        T::store(simd, second, y.after());
    }
    if cos_rest.is_empty() {
        return;
    }
    let rest = first_rest.chunks().0.zip(second_rest.chunks().0);
    for ((mut x, mut y), turn) in rest.zip(cos_rest.iter().zip(sin_rest)) {
        let ([first], [second]) = (x.before(), y.before());
        let (first, second) = turned((*first, *second), turn);
        (*x.after(), *y.after()) = ([first], [second]);
    }
}

#[inline(always)]
fn interleaved<S: Simd, T: Element>(simd: S, vector: impl Vector<T>, (cos, sin): Turns<'_>) {
    let (vector, still) = vector.split(2 * cos.len());
    still.keep();
    let ((cos, cos_rest), (sin, sin_rest)) = (cos.as_chunks(), sin.as_chunks());
    let (sixteens, rest) = vector.chunks::<{ 2 * LANES }>();
    for (mut pairs, turn) in sixteens.zip(cos.iter().zip(sin)) {
        let ([low, high], _) = pairs.before().as_chunks() else {
            break;
        };
        let (low, high) = (T::load(simd, low), T::load(simd, high));
        let (first, second) = eight_turned(simd, low.deinterleave(high), turn);
        let (low, high) = first.interleave(second);
        if let ([low_to, high_to], _) = pairs.after().as_chunks_mut() {
            T::store(simd, low, low_to);
            T::store(simd, high, high_to);
        }
    }
    if cos_rest.is_empty() {
        return;
    }
    for (mut pair, turn) in rest.chunks().0.zip(cos_rest.iter().zip(sin_rest)) {
        let [x, y] = *pair.before();
        *pair.after() = turned((x, y), turn).into();
    }
}

/// Rotates eight pairs: returns their first components, and their second ones.
#[inline(always)]
fn eight_turned<S: Simd>(
    simd: S,
    (x, y): (f32x8<S>, f32x8<S>),
    (cos, sin): (&[f32; LANES], &[f32; LANES]),
) -> (f32x8<S>, f32x8<S>) {
    let (cos, sin) = (f32x8::from_slice(simd, cos), f32x8::from_slice(simd, sin));
    (x * cos - y * sin, x * sin + y * cos)
}

/// Numbers to read, and the place for the results: the same or another.
trait Vector<T>: Sized {
    /// A fixed number of them.
    type Chunk<const N: usize>: Chunk<T, N>;

    /// Returns the first `len` numbers and the others.
    fn split(self, len: usize) -> (Self, Self);

    /// Keeps the numbers unchanged.
    fn keep(self);

    /// Returns chunks of `N` numbers, and the remainder.
    fn chunks<const N: usize>(self) -> (impl Iterator<Item = Self::Chunk<N>>, Self);
}

/// `N` numbers of a [`Vector`].
trait Chunk<T, const N: usize> {
    fn before(&self) -> &[T; N];

    fn after(&mut self) -> &mut [T; N];
}

impl<'v, T> Vector<T> for &'v mut [T] {
    type Chunk<const N: usize> = &'v mut [T; N];

    #[inline(always)]
    fn split(self, len: usize) -> (Self, Self) {
        self.split_at_mut_checked(len).expect(HAS_PAIRS)
    }

    #[inline(always)]
    fn keep(self) {}

    #[inline(always)]
    fn chunks<const N: usize>(self) -> (impl Iterator<Item = Self::Chunk<N>>, Self) {
        let (chunks, rest) = self.as_chunks_mut();
        (chunks.iter_mut(), rest)
    }
}

impl<T, const N: usize> Chunk<T, N> for &mut [T; N] {
    #[inline(always)]
    fn before(&self) -> &[T; N] {
        self
    }

    #[inline(always)]
    fn after(&mut self) -> &mut [T; N] {
        self
    }
}

impl<'v, T: Copy> Vector<T> for (&'v [T], &'v mut [T]) {
    type Chunk<const N: usize> = (&'v [T; N], &'v mut [T; N]);

    #[inline(always)]
    fn split(self, len: usize) -> (Self, Self) {
        let (from, from_rest) = self.0.split_at_checked(len).expect(HAS_PAIRS);
        let (to, to_rest) = self.1.split_at_mut_checked(len).expect(HAS_PAIRS);
        ((from, to), (from_rest, to_rest))
    }

    #[inline(always)]
    fn keep(self) {
        for (from, to) in self.0.iter().zip(self.1) {
            *to = *from;
        }
    }

    #[inline(always)]
    fn chunks<const N: usize>(self) -> (impl Iterator<Item = Self::Chunk<N>>, Self) {
        let ((from, from_rest), (to, to_rest)) = (self.0.as_chunks(), self.1.as_chunks_mut());
        (from.iter().zip(to), (from_rest, to_rest))
    }
}

impl<T, const N: usize> Chunk<T, N> for (&[T; N], &mut [T; N]) {
    #[inline(always)]
    fn before(&self) -> &[T; N] {
        self.0
    }

    #[inline(always)]
    fn after(&mut self) -> &mut [T; N] {
        self.1
    }
}
