//! Times RoPE of candle-nn and a copy of as many bytes alternately, and prints one line of JSON for
//! each. The only argument is the number of rounds.

use std::hint::black_box;
use std::time::Instant;

use candle_peer::{Case, Pairing};

/// The sizes of `crates/bulk/benches/bulk.rs`, and the number of repeats that are timed together.
const SIZES: [(&str, [usize; 3], usize); 3] = [
    ("64 MiB", [32, 4096, 128], 1),
    ("8 MiB", [8, 2048, 128], 4),
    ("512 KiB", [8, 256, 64], 50),
];
const PAIRINGS: [(&str, Pairing); 2] = [
    ("half-split", Pairing::HalfSplit),
    ("interleaved", Pairing::Interleaved),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(5), |text| text.parse())?;
    for (size, shape, repeats) in SIZES {
        let mut case = Case::new(shape)?;
        let mut copies = Vec::new();
        let mut turns = [Vec::new(), Vec::new()];
        // The first round warms up.
        for round in 0..=rounds {
            let start = Instant::now();
            for _ in 0..repeats {
                black_box(case.copy());
            }
            let mut times = vec![start.elapsed()];
            for (_, pairing) in PAIRINGS {
                let start = Instant::now();
                for _ in 0..repeats {
                    black_box(case.turn(pairing)?);
                }
                times.push(start.elapsed());
            }
            let all = [&mut copies].into_iter().chain(&mut turns);
            for (seconds, time) in all.zip(times).filter(|_| round > 0) {
                seconds.push(time.as_secs_f64() / repeats as f64);
            }
        }
        println!(r#"{{"size":"{size}","name":"copy","seconds":{copies:?}}}"#);
        for ((name, pairing), seconds) in PAIRINGS.into_iter().zip(turns) {
            let error = case.largest_error(pairing)?;
            println!(
                r#"{{"size":"{size}","name":"{name}","seconds":{seconds:?},"error":{error:e}}}"#
            );
        }
    }
    Ok(())
}
