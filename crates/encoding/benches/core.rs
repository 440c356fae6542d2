//! Measures the speed of the core. `npm run bench:core` runs this together with numpy and scipy and
//! prints ratios; `cargo bench --bench core` runs it alone. `benches/peers.py` has the same groups.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode};
use phasor_encoding::{
    EncodingError, Frequencies, Measure, Order, Pairing, Rope, SimilarityCurve, SimilarityMatrix,
    Sinusoidal,
};

const BASE: f64 = 10_000.0;
const DIM: usize = 512;
const HEAD_DIM: usize = 128;
const LENGTH: usize = 4096;
const MEASURE: Measure = Measure::CosineDistance;

/// Creates a group of short runs. `core.mjs` asks for many of them, alternating with the peers.
fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group
        .sample_size(15)
        .sampling_mode(SamplingMode::Flat)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600));
    group
}

/// Measures a copy of as many numbers from memory to memory, which is the limit.
fn memcpy(group: &mut BenchmarkGroup<'_, WallTime>, n_values: usize) {
    let (from, mut to) = (vec![1.0; n_values], vec![0.0; n_values]);
    group.bench_function("memcpy", |bencher| {
        bencher.iter(|| black_box(&mut to).copy_from_slice(black_box(&from)));
    });
}

fn table(criterion: &mut Criterion, frequencies: &Frequencies) {
    let encoding = Sinusoidal::new(frequencies.clone(), Order::Interleaved);
    let mut group = group(criterion, "table");
    group.bench_function("table", |bencher| {
        bencher.iter(|| black_box(&encoding).table(LENGTH));
    });
    let mut encodings = vec![0.0; LENGTH * DIM];
    group.bench_function("encode_into", |bencher| {
        bencher.iter(|| {
            for (position, row) in black_box(&mut encodings).chunks_exact_mut(DIM).enumerate() {
                black_box(&encoding).encode_into(position as f64, row);
            }
        });
    });
    memcpy(&mut group, LENGTH * DIM);
}

fn curve(criterion: &mut Criterion, frequencies: &Frequencies) {
    let mut group = group(criterion, "curve");
    group.bench_function("curve", |bencher| {
        bencher.iter(|| SimilarityCurve::new(black_box(frequencies), MEASURE, LENGTH));
    });
    memcpy(&mut group, LENGTH);
}

/// Writes every number of the matrix.
fn write(matrix: &SimilarityMatrix, values: &mut [f64]) {
    for (row, out) in values.chunks_exact_mut(LENGTH).enumerate() {
        out.copy_from_slice(matrix.row(row).expect("the output has as many rows"));
    }
}

fn matrix(criterion: &mut Criterion, frequencies: &Frequencies) {
    let mut values = vec![0.0; LENGTH * LENGTH];
    let mut group = group(criterion, "matrix");
    group.bench_function("from_frequencies", |bencher| {
        bencher.iter(|| {
            let curve = SimilarityCurve::new(black_box(frequencies), MEASURE, LENGTH);
            write(&SimilarityMatrix::new(&curve), black_box(&mut values));
        });
    });
    let curve = SimilarityCurve::new(frequencies, MEASURE, LENGTH);
    group.bench_function("from_curve", |bencher| {
        bencher.iter(|| {
            let matrix = SimilarityMatrix::new(black_box(&curve));
            write(&matrix, black_box(&mut values));
        });
    });
    group.bench_function("from_curve_new_memory", |bencher| {
        bencher.iter(|| {
            let matrix = SimilarityMatrix::new(black_box(&curve));
            matrix.rows().collect::<Vec<_>>().concat()
        });
    });
    memcpy(&mut group, LENGTH * LENGTH);
}

fn rope(criterion: &mut Criterion) -> Result<(), EncodingError> {
    let frequencies = Frequencies::new(BASE, HEAD_DIM)?;
    let rope = Rope::new(frequencies, Pairing::HalfSplit);
    let mut group = group(criterion, "rope");
    group.bench_function("table", |bencher| {
        bencher.iter(|| black_box(&rope).table(LENGTH));
    });
    memcpy(&mut group, LENGTH * HEAD_DIM);
    Ok(())
}

fn main() -> Result<(), EncodingError> {
    let mut criterion = Criterion::default().configure_from_args();
    let frequencies = Frequencies::new(BASE, DIM)?;
    table(&mut criterion, &frequencies);
    curve(&mut criterion, &frequencies);
    matrix(&mut criterion, &frequencies);
    rope(&mut criterion)
}
