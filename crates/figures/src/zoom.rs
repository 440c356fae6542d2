//! Magnification of a matrix of positions.

use crate::shared::MAX_LENGTH;
use crate::{Key, Spec};
use phasor_params::{Accepts, Parameter, Range};

pub(crate) const ZOOM: Parameter = Parameter {
    name: "zoom",
    label: "zoom",
    unit: "×",
    help: "Magnification of the heatmap.",
    accepts: Accepts::Number(Range::real(1.0, 512.0).log().snapping(&[1.0])),
    default: "1",
};

pub(crate) const VIEW_ROW: Parameter = Parameter {
    name: "view-row",
    label: "first row",
    unit: "tokens",
    help: "First row in view when the heatmap is magnified, counted from the first shown position.",
    accepts: Accepts::Number(Range::real(0.0, MAX_LENGTH)),
    default: "0",
};

pub(crate) const VIEW_COLUMN: Parameter = Parameter {
    name: "view-column",
    label: "first column",
    unit: "tokens",
    help: "First column in view when the heatmap is magnified, counted from the first shown position.",
    accepts: Accepts::Number(Range::real(0.0, MAX_LENGTH)),
    default: "0",
};

impl Spec {
    /// The magnification of the heatmap, limited so that at least 4 positions stay in view.
    #[must_use]
    pub fn zoom(&self) -> f64 {
        self.at(Key::Zoom)
            .min((self.at(Key::Length) / 4.0).max(1.0))
    }

    /// The number of rows and of columns in view, which may be a part of one.
    #[must_use]
    pub fn span(&self) -> f64 {
        self.at(Key::Length) / self.zoom()
    }

    /// The first row and the first column in view, limited so that the view stays inside the
    /// matrix.
    #[must_use]
    pub fn view(&self) -> (f64, f64) {
        let length = self.at(Key::Length);
        let last = length - self.span();
        (
            self.at(Key::ViewRow).min(last),
            self.at(Key::ViewColumn).min(last),
        )
    }
}

/// Returns row and column of the cell under the cursor, as indices into the shown matrix: the row is the first
/// position, the column the second.
pub(crate) fn cursor(spec: &Spec) -> (usize, usize) {
    let last = spec.length() as f64 - 1.0;
    let index = |position: f64| (position - spec.start()).floor().clamp(0.0, last) as usize;
    (index(spec.position()), index(spec.key_position()))
}

/// Magnifies the matrix and keeps the cell at `row` and `column` of the view, both from 0 to 1, in place.
pub fn zoom_about(spec: &mut Spec, zoom: f64, (row, column): (f64, f64)) {
    let (first_row, first_column) = spec.view();
    let before = spec.span();
    spec.set_nearest(Key::Zoom, zoom);
    let after = spec.span();
    let last = spec.length() as f64 - after;
    let first = |first: f64, at: f64| (first + at * (before - after)).clamp(0.0, last);
    spec.set_nearest(Key::ViewRow, first(first_row, row));
    spec.set_nearest(Key::ViewColumn, first(first_column, column));
}

/// Magnifies the matrix about its cursor, or about the middle if the cursor is out of view.
pub(crate) fn zoom_about_cursor(spec: &mut Spec, zoom: f64) {
    let (row, column) = cursor(spec);
    let (first_row, first_column) = spec.view();
    let span = spec.span();
    let fraction = |cell: usize, first: f64| {
        let fraction = (cell as f64 + 0.5 - first) / span;
        if (0.0..=1.0).contains(&fraction) {
            fraction
        } else {
            0.5
        }
    };
    let about = (fraction(row, first_row), fraction(column, first_column));
    zoom_about(spec, zoom, about);
}
