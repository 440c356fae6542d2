//! Tables of a spec, which the command line writes and several figures show.

use super::cache::Cache;
use crate::{Key, Spec};
use phasor_draw::{Column, Table};
use phasor_encoding::frequency::{turns, within_one_turn};
use phasor_encoding::{Frequencies, Measure, Pairing, Rope, SimilarityCurve, SimilarityMatrix};

/// The tables that the command line writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableKind {
    /// Angles of every pair at the query's and the key's position.
    Angles,
    /// The similarity of two encodings at every offset.
    SimilarityCurve,
    /// The similarity of every two positions.
    SimilarityMatrix,
}

impl TableKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Angles, Self::SimilarityCurve, Self::SimilarityMatrix];

    /// Returns the name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Angles => "angles",
            Self::SimilarityCurve => "similarity-curve",
            Self::SimilarityMatrix => "similarity-matrix",
        }
    }

    /// Returns the parameters that change the table.
    #[must_use]
    pub fn keys(self) -> &'static [Key] {
        match self {
            Self::Angles => &[
                Key::Base,
                Key::Dim,
                Key::Position,
                Key::Offset,
                Key::Content,
            ],
            Self::SimilarityCurve | Self::SimilarityMatrix => {
                &[Key::Base, Key::Dim, Key::Length, Key::Measure]
            }
        }
    }

    /// Returns the table of this kind for `spec`.
    #[must_use]
    pub fn table(self, spec: &Spec) -> Table {
        let mut cache = Cache::default();
        let frequencies = cache.frequencies(spec);
        match self {
            Self::Angles => angles(spec, frequencies),
            Self::SimilarityCurve => similarity_curve(spec, frequencies),
            Self::SimilarityMatrix => similarity_matrix(spec, frequencies),
        }
    }
}

/// Returns the columns `pair_idx`, `inv_freq` and `wavelength` of every pair.
pub(crate) fn frequency_columns(frequencies: &Frequencies) -> Vec<Column> {
    let pair_idx = (0..frequencies.n_pairs()).map(|pair_idx| pair_idx as f64);
    vec![
        Column::numbers("pair_idx", pair_idx.collect()),
        Column::numbers("inv_freq", frequencies.inv_freq().to_vec()),
        Column::numbers("wavelength", frequencies.wavelengths().collect()),
    ]
}

/// Returns the angles of every pair at the position of the spec, at its key position, and between the two.
pub(crate) fn angles(spec: &Spec, frequencies: &Frequencies) -> Table {
    let at = |position: f64| frequencies.angles(position);
    let (position, key_position) = (spec.position(), spec.key_position());
    let rope = Rope::new(frequencies.clone(), Pairing::Interleaved);
    let (query, key) = super::cache::vectors(spec);
    let scores = rope
        .pair_scores(&query, &key, spec.offset())
        .expect("the vectors have the dim of the rope");
    let mut columns = frequency_columns(frequencies);
    columns.extend([
        Column::numbers("key_angle", at(key_position).collect()),
        Column::numbers("relative_angle", at(spec.offset()).collect()),
        Column::numbers("score", scores.collect()),
        Column::numbers("turns", at(position).map(turns).collect()),
        Column::numbers("angle_in_turn", at(position).map(within_one_turn).collect()),
        Column::numbers("degrees", at(position).map(f64::to_degrees).collect()),
        Column::numbers("angle", at(position).collect()),
    ]);
    Table::new(
        "Angles of every pair, in radians unless named otherwise",
        columns,
    )
}

fn offsets(spec: &Spec) -> Vec<f64> {
    (0..spec.length()).map(|offset| offset as f64).collect()
}

fn similarity_curve(spec: &Spec, frequencies: &Frequencies) -> Table {
    let curve = SimilarityCurve::new(frequencies, spec.measure(), spec.length());
    let values = curve.values().to_vec();
    let columns = vec![
        Column::numbers("offset", offsets(spec)),
        Column::numbers("value", values),
    ];
    Table::new("Similarity of two encodings by offset", columns)
}

fn similarity_matrix(spec: &Spec, frequencies: &Frequencies) -> Table {
    let measure: Measure = spec.measure();
    let curve = SimilarityCurve::new(frequencies, measure, spec.length());
    let matrix = SimilarityMatrix::new(&curve);
    let rows = Column::vectors("value", spec.length(), move |row, out| {
        out.extend(matrix.row(row).into_iter().flatten());
    });
    let columns = vec![Column::numbers("position", offsets(spec)), rows];
    Table::new("Similarity of every two positions", columns)
}
