//! The image of the heatmap against the exact mean over the square of every pixel.

use phasor_draw::{ColorMap, Layout, Raster, Rect};
use proptest::prelude::*;

fn raster(shades: Vec<f32>, (row, column, span): (f64, f64, f64)) -> Raster {
    let rect = Rect::new(0.0, 0.0, 100.0, 100.0);
    let map = ColorMap::Sequential;
    Raster {
        rect,
        map,
        layout: Layout::Diagonals,
        shades: shades.into(),
        row,
        column,
        span,
    }
}

fn sampled(raster: &Raster, size: usize) -> Vec<f32> {
    let (mut strip, mut pixels) = (vec![9.0; 3], vec![9.0; 7]);
    raster.sample(size, |shade| shade, &mut strip, &mut pixels);
    pixels
}

/// Returns how much of each cell is between `from` and `to`.
fn parts(from: f64, to: f64) -> impl Iterator<Item = (usize, f64)> + Clone {
    let cells = from.floor() as usize..to.ceil() as usize;
    cells.map(move |cell| (cell, to.min(cell as f64 + 1.0) - from.max(cell as f64)))
}

/// Returns the mean over the square of pixel `x`, `y`, computed from the areas of cells.
fn mean(raster: &Raster, size: usize, (x, y): (usize, usize)) -> f64 {
    let pixel = raster.span / size as f64;
    let rows = parts(
        raster.row + y as f64 * pixel,
        raster.row + (y + 1) as f64 * pixel,
    );
    let columns = parts(
        raster.column + x as f64 * pixel,
        raster.column + (x + 1) as f64 * pixel,
    );
    let shade = |row: usize, column: usize| f64::from(raster.shades[row.abs_diff(column)]);
    let areas = rows.flat_map(|(row, height)| {
        columns
            .clone()
            .map(move |(column, width)| shade(row, column) * height * width)
    });
    areas.sum::<f64>() / (pixel * pixel)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whole_cells_a_pixel_give_their_mean_whatever_the_shades(
        shades in prop::collection::vec(0.0..1.0f32, 96), cells in 1..=6usize,
        row in 0..48u32, column in 0..48u32,
    ) {
        let size = 48 / cells;
        let view = (f64::from(row), f64::from(column), (size * cells) as f64);
        let raster = raster(shades, view);
        let pixels = sampled(&raster, size);
        prop_assert_eq!(pixels.len(), size * size);
        for y in 0..size {
            for x in 0..size {
                // Sums of at most 11 numbers below 1 in f32.
                let error = f64::from(pixels[y * size + x]) - mean(&raster, size, (x, y));
                prop_assert!(error.abs() < 2e-6, "{error:e} at {x}, {y}");
            }
        }
    }

    #[test]
    fn parts_of_cells_come_close_to_their_mean_where_shades_change_slowly(
        wavelength in 1500.0..6000.0f32, size in 20..60usize, cells in 1.0..6.0f64,
        row in 0.0..100.0f64, column in 0.0..100.0f64,
    ) {
        let shade = |offset: usize| 0.5 + 0.5 * (offset as f32 * std::f32::consts::TAU / wavelength).cos();
        let raster = raster((0..480).map(shade).collect(), (row, column, cells * size as f64));
        let pixels = sampled(&raster, size);
        for y in 0..size {
            for x in 0..size {
                // Edges of pixels that cut cells shift the mean offset: by f (1 - f) / 2 cells for
                // a part f, at most 1/8, of rows, of columns, and of the triangle. Three times
                // that, times the steepest slope pi / 1500, is less than 8e-4.
                let error = f64::from(pixels[y * size + x]) - mean(&raster, size, (x, y));
                prop_assert!(error.abs() < 1e-3, "{error:e} at {x}, {y}");
            }
        }
    }

    #[test]
    fn large_cells_have_sharp_edges(
        shades in prop::collection::vec(0.0..1.0f32, 64), row in 0.0..50.0f64,
        column in 0.0..50.0f64, span in 1.0..10.0f64,
    ) {
        let raster = raster(shades, (row, column, span));
        let pixels = sampled(&raster, 80);
        for y in 0..80usize {
            for x in 0..80usize {
                let cell = |first: f64, pixel: usize| (first + (pixel as f64 + 0.5) * (span / 80.0)) as usize;
                let offset = cell(row, y).abs_diff(cell(column, x));
                prop_assert_eq!(pixels[y * 80 + x], raster.shades[offset], "{}, {}", x, y);
            }
        }
    }

    #[test]
    fn small_cells_run_into_each_other_between_their_middles(
        shades in prop::collection::vec(0.0..1.0f32, 64), row in 0.0..20.0f64, column in 0.0..20.0f64,
    ) {
        // Two to four pixels a cell.
        let raster = raster(shades, (row, column, 20.0));
        let pixels = sampled(&raster, 60);
        for y in 0..60usize {
            for x in 0..60usize {
                let offset = (column - row + (x as f64 - y as f64) * (20.0 / 60.0)).abs();
                let (below, part) = (offset.floor() as usize, offset.fract() as f32);
                let between = raster.shades[below] * (1.0 - part) + raster.shades[below + 1] * part;
                prop_assert!((pixels[y * 60 + x] - between).abs() < 1e-5, "{x}, {y}");
            }
        }
    }
}

#[test]
fn an_image_of_nothing_and_one_pixel_are_drawn() {
    let raster = raster(vec![0.25; 8], (0.0, 0.0, 8.0));
    assert_eq!(sampled(&raster, 0), [0f32; 0]);
    assert_eq!(sampled(&raster, 1), [0.25]);
}

/// Returns shades for this many offsets, of which no two neighbours are equal.
fn waves(length: usize) -> Vec<f32> {
    let shade = |offset: usize| 0.5 + 0.5 * (offset as f32 * 0.37).sin();
    (0..length).map(shade).collect()
}

#[test]
fn a_magnified_raster_shows_every_cell_as_it_is() {
    let raster = raster(waves(64), (10.0, 20.0, 8.0));
    let pixels = sampled(&raster, 80);
    for y in 0..80usize {
        for x in 0..80usize {
            let offset = (20 + x / 10).abs_diff(10 + y / 10);
            assert_eq!(pixels[y * 80 + x], raster.shades[offset], "{x}, {y}");
        }
    }
}

#[test]
fn a_small_raster_shows_means() {
    // Four cells a pixel and one: the mean over every square of cells, by brute force.
    let raster = raster(waves(256), (0.0, 0.0, 256.0));
    let pixels = sampled(&raster, 64);
    let mut worst = 0f32;
    for y in 0..64usize {
        for x in 0..64usize {
            let cells = (0..16usize).map(|i| (4 * x + i % 4).abs_diff(4 * y + i / 4));
            let mean = cells.map(|offset| raster.shades[offset]).sum::<f32>() / 16.0;
            worst = worst.max((pixels[y * 64 + x] - mean).abs());
        }
    }
    assert!(worst < 1e-5, "{worst}");
}
