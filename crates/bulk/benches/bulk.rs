//! Measures how fast the kernels are, alternating with a copy of as many bytes in one run.
//! `cargo bench --features bulk --bench bulk` prints ratios, with `-- --json` the times of every
//! round for `npm run bench:bulk`.
#![allow(clippy::print_stdout, reason = "a table is what it is for")]

use std::hint::black_box;
use std::time::Instant;

use half::{bf16, f16};
use phasor_bulk::{Angles, BulkError, Element, Layout, Shape, Trial, scalar, simd};
use phasor_encoding::{Frequencies, Pairing, Rope};

/// Sizes with the heads, positions and components that the peers are measured with, and how many
/// times one is timed together.
const SIZES: [(&str, [usize; 3], usize); 3] = [
    ("64 MiB", [32, 4096, 128], 1),
    ("8 MiB", [8, 2048, 128], 4),
    ("512 KiB", [8, 256, 64], 50),
];
const ROUNDS: usize = 15;

/// The names of the copies with which vectors of `f32`, and those of 16 bits, are compared.
const COPY: &str = "copy";
const COPY_16: &str = "copy of 16 bits";

/// A kernel at work on its own memory.
struct Case<'a> {
    name: String,
    run: Box<dyn FnMut() -> Result<(), BulkError> + 'a>,
    seconds: Vec<f64>,
    /// How far it is at most from `f64`, where that is asked.
    error: Option<f64>,
}

impl<'a> Case<'a> {
    fn new(name: String, run: impl FnMut() -> Result<(), BulkError> + 'a) -> Self {
        Self {
            name,
            run: Box::new(run),
            seconds: Vec::new(),
            error: None,
        }
    }

    fn with_error(self, error: f64) -> Self {
        let error = Some(error);
        Self { error, ..self }
    }

    fn time(&mut self, repeats: usize) -> Result<(), BulkError> {
        let start = Instant::now();
        for _ in 0..repeats {
            (self.run)()?;
        }
        self.seconds
            .push(start.elapsed().as_secs_f64() / repeats as f64);
        Ok(())
    }
}

fn filled<T: Element>(len: usize) -> Vec<T> {
    let number = |place: usize| T::from_f32((place as f32 * 0.37).sin());
    (0..len).map(number).collect()
}

/// Measures how far a kernel is from exact results, on separate vectors.
fn error(
    rope: &Rope,
    layout: Layout,
    turn: impl FnOnce(&Angles, &Layout, &mut [f32]) -> Result<(), BulkError>,
) -> Result<f64, BulkError> {
    let mut trial = Trial::new(rope.clone(), layout, 0)?;
    let (layout, angles, vectors) = trial.parts();
    turn(angles, layout, vectors)?;
    Ok(trial.largest_error())
}

fn copy<T: Element>(name: &str, len: usize) -> Case<'static> {
    let (from, mut to) = (filled::<T>(len), filled::<T>(len));
    Case::new(name.into(), move || {
        black_box(&mut to).copy_from_slice(black_box(&from));
        Ok(())
    })
}

fn cases(layout: Layout, ropes: &[(Rope, Angles)]) -> Result<Vec<Case<'_>>, BulkError> {
    let len = layout.len();
    let mut cases = vec![copy::<f32>(COPY, len), copy::<bf16>(COPY_16, len)];
    for (rope, angles) in ropes {
        let pairing = match angles.pairing() {
            Pairing::HalfSplit => "half-split",
            Pairing::Interleaved => "interleaved",
        };
        let exactness = error(rope, layout, simd::rotate)?;
        let mut vectors = filled::<f32>(len);
        let in_place = Case::new(format!("{pairing}, in place"), move || {
            simd::rotate(angles, &layout, black_box(&mut vectors))
        });
        cases.push(in_place.with_error(exactness));
        let exactness = error(rope, layout, |angles, layout, vectors| {
            let from = vectors.to_vec();
            simd::rotate_into(angles, layout, &from, vectors)
        })?;
        let (from, mut to) = (filled::<f32>(len), filled::<f32>(len));
        let to_new_place = Case::new(format!("{pairing}, to new place"), move || {
            simd::rotate_into(angles, &layout, black_box(&from), black_box(&mut to))
        });
        cases.push(to_new_place.with_error(exactness));
        let exactness = error(rope, layout, scalar::rotate)?;
        let mut vectors = filled::<f32>(len);
        let by_scalars = Case::new(format!("{pairing}, scalar"), move || {
            scalar::rotate(angles, &layout, black_box(&mut vectors))
        });
        cases.push(by_scalars.with_error(exactness));
        let mut vectors = filled::<f16>(len);
        cases.push(Case::new(format!("{pairing}, f16"), move || {
            simd::rotate(angles, &layout, black_box(&mut vectors))
        }));
        let mut vectors = filled::<bf16>(len);
        cases.push(Case::new(format!("{pairing}, bf16"), move || {
            simd::rotate(angles, &layout, black_box(&mut vectors))
        }));
    }
    Ok(cases)
}

/// The quietest round: what else the machine does only ever adds.
fn least(seconds: &[f64]) -> f64 {
    seconds.iter().copied().fold(f64::INFINITY, f64::min)
}

fn report(size: &str, cases: &[Case<'_>], is_json: bool) {
    for case in cases {
        let copy = if case.name.contains("16") {
            COPY_16
        } else {
            COPY
        };
        let copy = cases.iter().find(|case| case.name == copy);
        let floor = copy.map_or(f64::NAN, |copy| least(&copy.seconds));
        if is_json {
            let error = case
                .error
                .map_or("null".into(), |error| format!("{error:e}"));
            println!(
                r#"{{"size":"{size}","name":"{}","seconds":{:?},"error":{error}}}"#,
                case.name, case.seconds
            );
        } else {
            let time = least(&case.seconds);
            println!(
                "{size:8} {:26} {:9.4} ms {:6.2} x",
                case.name,
                1e3 * time,
                time / floor
            );
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let is_json = std::env::args().any(|argument| argument == "--json");
    for (size, [n_heads, n_positions, head_dim], repeats) in SIZES {
        let shape = Shape {
            batch: 1,
            n_heads,
            n_positions,
            head_dim,
        };
        let layout = Layout::heads_first(shape)?;
        let rope = |pairing| -> Result<(Rope, Angles), Box<dyn std::error::Error>> {
            let rope = Rope::new(Frequencies::new(10_000.0, head_dim)?, pairing);
            let angles = Angles::new(&rope, 0, n_positions)?;
            Ok((rope, angles))
        };
        let ropes = [rope(Pairing::HalfSplit)?, rope(Pairing::Interleaved)?];
        let mut cases = cases(layout, &ropes)?;
        for round in 0..=ROUNDS {
            for case in &mut cases {
                case.time(repeats)?;
                if round == 0 {
                    case.seconds.clear();
                }
            }
        }
        report(size, &cases, is_json);
    }
    Ok(())
}
