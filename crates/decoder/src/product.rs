//! Products of matrices, `left x right^T`, with vector instructions.
//!
//! As in every fast product, both factors are cut into strips that fit into the caches, and packed so that the innermost
//! loop reads them from beginning to end (Goto and van de Geijn 2008, *Anatomy of High-Performance Matrix Multiplication*).
//! Quantized weights become `f32` when they are packed: once for all tokens.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch};

/// The columns that are multiplied at a time: a multiple of every block of quantized weights.
const DEPTH: usize = 512;

/// A matrix that gives its rows as `f32`.
pub trait Rows {
    /// The number of rows.
    fn n_rows(&self) -> usize;

    /// The number of columns.
    fn n_columns(&self) -> usize;

    /// Writes a part of a row, whose bounds are multiples of 512 or the end of the row, to `numbers`.
    fn read(&self, row: usize, columns: Range<usize>, numbers: &mut [f32]);
}

/// Numbers of shape `[n_rows, n_columns]`, row by row.
#[derive(Debug, Clone, Copy)]
pub struct Dense<'a> {
    /// The numbers, from the first of the first row on.
    pub numbers: &'a [f32],
    /// The number of rows.
    pub n_rows: usize,
    /// The number of columns.
    pub n_columns: usize,
}

impl<'a> Dense<'a> {
    /// Returns all rows that the numbers make.
    #[must_use]
    pub fn new(numbers: &'a [f32], n_columns: usize) -> Self {
        Self {
            numbers,
            n_rows: numbers.len() / n_columns,
            n_columns,
        }
    }
}

/// Why a part of a row can be read.
const IN_MATRIX: &str = "the row and the columns are within the matrix";

impl Rows for Dense<'_> {
    fn n_rows(&self) -> usize {
        self.n_rows
    }

    fn n_columns(&self) -> usize {
        self.n_columns
    }

    #[inline(always)]
    fn read(&self, row: usize, columns: Range<usize>, numbers: &mut [f32]) {
        let start = row * self.n_columns;
        let part = self.numbers.get(start + columns.start..start + columns.end);
        numbers.copy_from_slice(part.expect(IN_MATRIX));
    }
}

/// The transpose of a matrix: its rows are the columns of the other.
#[derive(Debug, Clone, Copy)]
pub struct Transposed<'a>(pub Dense<'a>);

impl Rows for Transposed<'_> {
    fn n_rows(&self) -> usize {
        let Self(matrix) = self;
        matrix.n_columns
    }

    fn n_columns(&self) -> usize {
        let Self(matrix) = self;
        matrix.n_rows
    }

    #[inline(always)]
    fn read(&self, row: usize, columns: Range<usize>, numbers: &mut [f32]) {
        let column = self.0.numbers.get(columns.start * self.0.n_columns + row..);
        let column = column.expect(IN_MATRIX).iter().step_by(self.0.n_columns);
        for (number, value) in numbers.iter_mut().zip(column) {
            *number = *value;
        }
    }
}

/// Memory for packed factors, which is used again and again.
#[derive(Debug, Default)]
pub struct Scratch {
    left: Vec<f32>,
    right: Vec<f32>,
    rows: Vec<f32>,
}

/// Writes `left x right^T` to `product`: `[m, k] x [n, k]^T = [m, n]`.
pub fn multiply(left: Dense<'_>, right: &impl Rows, product: &mut [f32], scratch: &mut Scratch) {
    product.fill(0.0);
    if left.n_rows == 1 {
        return dispatch!(Level::new(), simd => multiply_vector(simd, left, right, product, scratch));
    }
    // As many sums as fit into the registers: of 16 with 4 numbers each, 16 with 8, or 32 with 16.
    dispatch!(Level::new(), simd => match lanes(simd) {
        16 => multiply_strips::<_, 12>(simd, left, right, product, scratch),
        8 => multiply_strips::<_, 6>(simd, left, right, product, scratch),
        _ => multiply_strips::<_, 4>(simd, left, right, product, scratch),
    });
}

/// Returns the number of lanes of a vector.
#[inline(always)]
fn lanes<S: Simd>(_: S) -> usize {
    S::f32s::LEN
}

/// Multiplies strips of two vectors of rows of `left` by strips of `HEIGHT` rows of `right`.
///
/// `right` is usually the larger factor. Its narrow strips are packed within the nearest cache.
#[inline(always)]
fn multiply_strips<S: Simd, const HEIGHT: usize>(
    simd: S,
    left: Dense<'_>,
    right: &impl Rows,
    product: &mut [f32],
    scratch: &mut Scratch,
) {
    let width = 2 * S::f32s::LEN;
    let (n_rows, n_columns) = (right.n_rows(), right.n_columns());
    for start in (0..n_columns).step_by(DEPTH) {
        let columns = start..n_columns.min(start + DEPTH);
        let depth = columns.len();
        let n_strips = left.n_rows.div_ceil(width);
        scratch.left.resize(n_strips * width * depth, 0.0);
        for (strip, packed) in scratch.left.chunks_exact_mut(width * depth).enumerate() {
            let rows = strip * width..left.n_rows.min((strip + 1) * width);
            pack(&left, rows, &columns, width, &mut scratch.rows, packed);
        }
        scratch.right.resize(HEIGHT * depth, 0.0);
        for first in (0..n_rows).step_by(HEIGHT) {
            let rows = first..n_rows.min(first + HEIGHT);
            let n_sums = rows.len();
            let (buffer, packed) = (&mut scratch.rows, &mut scratch.right);
            pack(right, rows, &columns, HEIGHT, buffer, packed);
            let strips = scratch.left.chunks_exact(width * depth);
            for (strip, part) in strips.zip(product.chunks_mut(width * n_rows)) {
                let sums = multiply_strip::<S, HEIGHT>(simd, packed, strip);
                let sums = sums
                    .each_ref()
                    .map(|[low, high]| [low.as_slice(), high.as_slice()]);
                for (place, row) in part.chunks_exact_mut(n_rows).enumerate() {
                    let row = row.get_mut(first..first + n_sums).expect(IN_MATRIX);
                    for (number, [low, high]) in row.iter_mut().zip(&sums) {
                        let sum = low.get(place).or(high.get(place % S::f32s::LEN));
                        *number += sum.expect(IN_MATRIX);
                    }
                }
            }
        }
    }
}

/// Packs the columns of `rows` so that the numbers of one column follow each other. `width` is at least the number of
/// rows; what is missing becomes 0.
#[inline(always)]
fn pack(
    matrix: &impl Rows,
    rows: Range<usize>,
    columns: &Range<usize>,
    width: usize,
    buffer: &mut Vec<f32>,
    packed: &mut [f32],
) {
    let depth = columns.len();
    buffer.resize(depth, 0.0);
    if rows.len() < width {
        packed.fill(0.0);
    }
    for (place, row) in rows.enumerate() {
        matrix.read(row, columns.clone(), buffer);
        for (column, number) in packed.chunks_exact_mut(width).zip(buffer.iter()) {
            let slot = column.get_mut(place);
            *slot.expect("a strip is as wide as its rows are many") = *number;
        }
    }
}

/// Multiplies a packed strip of `HEIGHT` rows by one of two vectors of rows. Returns the sums of each of the `HEIGHT` rows.
#[inline(always)]
fn multiply_strip<S: Simd, const HEIGHT: usize>(
    simd: S,
    left: &[f32],
    right: &[f32],
) -> [[S::f32s; 2]; HEIGHT] {
    let zero = S::f32s::splat(simd, 0.0);
    let mut sums = [[zero; 2]; HEIGHT];
    let (left, _) = left.as_chunks::<HEIGHT>();
    for (left, right) in left.iter().zip(right.chunks_exact(2 * S::f32s::LEN)) {
        let (low, high) = right.split_at(S::f32s::LEN);
        let (low, high) = (
            S::f32s::from_slice(simd, low),
            S::f32s::from_slice(simd, high),
        );
        for ([low_sum, high_sum], left) in sums.iter_mut().zip(left) {
            let left = S::f32s::splat(simd, *left);
            *low_sum = left.mul_add(low, *low_sum);
            *high_sum = left.mul_add(high, *high_sum);
        }
    }
    sums
}

/// Multiplies a single row, which is not worth packing.
#[inline(always)]
fn multiply_vector<S: Simd>(
    simd: S,
    left: Dense<'_>,
    right: &impl Rows,
    product: &mut [f32],
    scratch: &mut Scratch,
) {
    let n_columns = right.n_columns();
    scratch.rows.resize(n_columns, 0.0);
    for (row, number) in product.iter_mut().enumerate() {
        right.read(row, 0..n_columns, &mut scratch.rows);
        *number = dot(simd, left.numbers, &scratch.rows);
    }
}

#[inline(always)]
fn dot<S: Simd>(simd: S, left: &[f32], right: &[f32]) -> f32 {
    let mut sums = [S::f32s::splat(simd, 0.0); 4];
    let step = 4 * S::f32s::LEN;
    let (lefts, rights) = (left.chunks_exact(step), right.chunks_exact(step));
    let rest = lefts.remainder().iter().zip(rights.remainder());
    let rest: f32 = rest.map(|(left, right)| left * right).sum();
    for (left, right) in lefts.zip(rights) {
        let parts = left
            .chunks_exact(S::f32s::LEN)
            .zip(right.chunks_exact(S::f32s::LEN));
        for (sum, (left, right)) in sums.iter_mut().zip(parts) {
            let (left, right) = (
                S::f32s::from_slice(simd, left),
                S::f32s::from_slice(simd, right),
            );
            *sum = left.mul_add(right, *sum);
        }
    }
    let [a, b, c, d] = sums;
    ((a + b) + (c + d)).reduce_sum() + rest
}
