//! The inverse frequencies of a model as a table for files.

use phasor_draw::{Column, Table};
use phasor_encoding::Scaled;
use phasor_encoding::analysis::training::turns_in;

/// Returns a row for each pair: index, wavelength in tokens, full turns in `length` tokens if it is known, and the inverse
/// frequency.
///
/// ```
/// use phasor_encoding::Scaling;
/// use phasor_report::frequencies::table;
///
/// let table = table(&Scaling::Default.apply(10_000.0, 128, None)?, Some(4096.0));
/// assert_eq!((table.n_rows(), table.row(0)[3]), (64, 1.0));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[must_use]
pub fn table(scaled: &Scaled, length: Option<f64>) -> Table {
    let frequencies = scaled.frequencies();
    let pair_idx = (0..frequencies.n_pairs()).map(|pair_idx| pair_idx as f64);
    let turns = length.map(|length| turns_in(frequencies, length).collect());
    let mut columns = vec![
        Column::numbers("pair_idx", pair_idx.collect()),
        Column::numbers("wavelength", frequencies.wavelengths().collect()),
    ];
    columns.extend(turns.map(|turns| Column::numbers("turns", turns)));
    columns.push(Column::numbers("inv_freq", frequencies.inv_freq().to_vec()));
    Table::new("the inverse frequency of every pair", columns)
}
