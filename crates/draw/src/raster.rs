//! A matrix as an image, most often one with constant diagonals, sampled without false patterns.

use crate::geometry::Rect;
use crate::ink::Ink;

/// Smaller cells are drawn without sharp edges, because edges rounded to pixels would form their own pattern.
const PIXELS_PER_SHARP_CELL: f64 = 8.0;

/// The colour map of a raster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorMap {
    /// Signed values, 0 in the middle.
    Diverging,
    /// Magnitudes.
    Sequential,
    /// Distances: what is near is bright in both themes.
    Distance,
}

impl ColorMap {
    /// Returns the ink of a shade from 0 to 1.
    #[must_use]
    pub fn ink(self, shade: f32) -> Ink {
        match self {
            Self::Diverging => Ink::Diverging(2.0 * shade - 1.0),
            Self::Sequential => Ink::Sequential(shade),
            Self::Distance => Ink::Distance(shade),
        }
    }
}

/// How shades are assigned to cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// A Toeplitz matrix: `shades[|column - row|]`.
    Diagonals,
    /// Any matrix with this many columns, row by row; all columns are in view.
    Rows(usize),
}

/// The visible part of a matrix, as a square.
#[derive(Debug, Clone, PartialEq)]
pub struct Raster {
    /// The place in the drawing, CSS pixels.
    pub rect: Rect,
    /// The colour map.
    pub map: ColorMap,
    /// How shades are assigned to cells.
    pub layout: Layout,
    /// Shades from 0 to 1.
    pub shades: std::rc::Rc<[f32]>,
    /// First row in view, in cells; may be fractional.
    pub row: f64,
    /// First column in view, in cells; may be fractional.
    pub column: f64,
    /// How many rows and columns are in view; may be fractional.
    pub span: f64,
}

impl Raster {
    /// Writes a square image of `size` x `size` pixels, row-major, into `pixels`; `color` maps a shade to a pixel.
    ///
    /// A pixel that covers many cells shows their mean. On a Toeplitz matrix, the mean over a square is a mean over
    /// offsets with triangular weights, so the whole image costs one strip of `2 size - 1` pixels and `size` copies of
    /// a part of it. Where a cell covers only a few pixels, shades are interpolated between the middles of cells. Only
    /// large cells have edges.
    pub fn sample<P: Copy + Default>(
        &self,
        size: usize,
        color: impl Fn(f32) -> P,
        strip: &mut Vec<P>,
        pixels: &mut Vec<P>,
    ) {
        pixels.resize(size * size, P::default());
        if let Layout::Rows(n_columns) = self.layout {
            return self.sample_rows((size, n_columns), color, pixels);
        }
        let cells_per_pixel = self.span / size as f64;
        if cells_per_pixel > 1.0 / PIXELS_PER_SHARP_CELL {
            self.sample_means(size, cells_per_pixel, color, strip, pixels);
        } else {
            self.sample_cells(size, cells_per_pixel, color, strip, pixels);
        }
    }

    /// Writes the mean over the area of every pixel.
    fn sample_rows<P>(
        &self,
        (size, n_columns): (usize, usize),
        color: impl Fn(f32) -> P,
        pixels: &mut [P],
    ) {
        let n_columns = n_columns.max(1);
        let columns = parts(0.0, n_columns as f64, size);
        let rows = parts(self.row, self.span, size);
        for (line, row) in pixels.chunks_exact_mut(size.max(1)).zip(&rows) {
            for (pixel, column) in line.iter_mut().zip(&columns) {
                let areas = row.iter().map(|&(row, height)| {
                    let cells = self.shades.chunks_exact(n_columns).nth(row);
                    let shade = |column: usize| cells?.get(column).copied();
                    let widths = column.iter();
                    widths
                        // Outside its cells, a matrix is blank.
                        .map(|&(column, width)| width * shade(column).unwrap_or(0.0))
                        .sum::<f32>()
                        * height
                });
                *pixel = color(areas.sum());
            }
        }
    }

    fn sample_means<P: Copy>(
        &self,
        size: usize,
        cells_per_pixel: f64,
        color: impl Fn(f32) -> P,
        strip: &mut Vec<P>,
        pixels: &mut [P],
    ) {
        strip.clear();
        let reach = cells_per_pixel.max(1.0);
        strip.extend((0..(2 * size).saturating_sub(1)).map(|place| {
            let pixels_right = place as f64 - (size as f64 - 1.0);
            let offset = self.column - self.row + pixels_right * cells_per_pixel;
            color(self.mean_shade(offset, reach))
        }));
        for (y, line) in pixels.chunks_exact_mut(size.max(1)).enumerate() {
            if let Some(part) = strip.get(size - 1 - y..2 * size - 1 - y) {
                line.copy_from_slice(part);
            }
        }
    }

    /// Returns the mean shade around `offset`, with weights that fall to 0 at a distance of `reach` cells.
    fn mean_shade(&self, offset: f64, reach: f64) -> f32 {
        let (mut sum, mut weights) = (0.0, 0.0);
        let mut cell = (offset - reach).floor() + 1.0;
        while cell < offset + reach {
            let weight = (1.0 - (cell - offset).abs() / reach) as f32;
            sum += weight * self.shade(cell.abs() as usize);
            weights += weight;
            cell += 1.0;
        }
        if weights > 0.0 {
            sum / weights
        } else {
            self.shade(offset.abs().round() as usize)
        }
    }

    fn sample_cells<P: Copy>(
        &self,
        size: usize,
        cells_per_pixel: f64,
        color: impl Fn(f32) -> P,
        strip: &mut Vec<P>,
        pixels: &mut [P],
    ) {
        let n_cells = self.shades.len();
        strip.clear();
        strip.extend((0..n_cells).map(|offset| color(self.shade(offset))));
        let cell = |first: f64, pixel: usize| {
            let cell = first + (pixel as f64 + 0.5) * cells_per_pixel;
            (cell as usize).min(n_cells.saturating_sub(1))
        };
        let mut start = 0;
        while start < size {
            let row = cell(self.row, start);
            let height = (start..size)
                .take_while(|&y| cell(self.row, y) == row)
                .count()
                .max(1);
            let Some(block) = pixels.get_mut(start * size..(start + height) * size) else {
                return;
            };
            let (line, repeats) = block.split_at_mut(size);
            for (x, pixel) in line.iter_mut().enumerate() {
                if let Some(shade) = strip.get(row.abs_diff(cell(self.column, x))) {
                    *pixel = *shade;
                }
            }
            for repeat in repeats.chunks_exact_mut(size) {
                repeat.copy_from_slice(line);
            }
            start += height;
        }
    }

    fn shade(&self, offset: usize) -> f32 {
        let last = self.shades.len().saturating_sub(1);
        // A matrix without cells is blank.
        self.shades.get(offset.min(last)).copied().unwrap_or(0.0)
    }
}

/// Divides `span` cells from `first` on into `size` equal parts; returns the cells that each part covers, with their
/// shares of the part.
fn parts(first: f64, span: f64, size: usize) -> Vec<Vec<(usize, f32)>> {
    let edge = |part: usize| first + span * part as f64 / size as f64;
    let parts = (0..size).map(|part| {
        let (from, to) = (edge(part), edge(part + 1));
        let cells = from as usize..to.ceil() as usize;
        let share = |cell: usize| to.min(cell as f64 + 1.0) - from.max(cell as f64);
        cells
            .map(|cell| (cell, (share(cell) / (to - from)) as f32))
            .collect()
    });
    parts.collect()
}
