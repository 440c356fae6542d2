//! What the modules of `phasor.encoding` call. Formulas are in `phasor-encoding` and `phasor-bulk`.

mod absolute;
mod bulk;
mod positions;
mod relative;
mod rope;

pub(crate) use absolute::{inv_freq, similarity_curve, similarity_matrix, sinusoidal, wavelengths};
pub(crate) use bulk::rotate_bulk;
pub(crate) use positions::position_ids;
pub(crate) use relative::{alibi_bias, alibi_slopes, clipped_distances, t5_bias, t5_buckets};
pub(crate) use rope::{Rope, read_rope};

/// Writes the matrix whose entries depend on column minus row alone, from its numbers by that offset: the first is in the
/// first column of the last row. All rows hold the same numbers, shifted.
fn shifted_rows<T: Copy>(by_offset: &[T], n_columns: usize, matrix: &mut [T]) {
    let n_columns = n_columns.max(1);
    let rows = by_offset.windows(n_columns).rev();
    for (slots, row) in matrix.chunks_exact_mut(n_columns).zip(rows) {
        slots.copy_from_slice(row);
    }
}
