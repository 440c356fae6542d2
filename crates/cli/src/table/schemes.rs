//! Arguments that build a positional scheme. Repeatable random numbers replace learned ones.

use clap::{Arg, ArgMatches};

use crate::{Failure, arguments};
use phasor_encoding::absolute::LengthNormalised;
use phasor_encoding::{
    Absolute, Binary, Direction, EncodingError, Frequencies, Gaussian, LearnedTable, Matrix, Order,
    Sinusoidal, T5Buckets,
};
use phasor_figures::Spec;

/// The standard deviation of initial weights in BERT and GPT-2.
const STANDARD_DEVIATION: f64 = 0.02;

/// The names of the absolute schemes, the default first.
pub(super) const ABSOLUTE: [&str; 7] = [
    "sinusoidal",
    "sines-only",
    "cosines-only",
    "integer",
    "normalised",
    "binary",
    "learned",
];

/// Returns the arguments of absolute schemes that are not in the table of parameters.
pub(super) fn absolute_arguments() -> [Arg; 2] {
    let seq_len = "Number of tokens in the sequence for normalised, or of positions in a learned \
                   table [default: the number of positions shown]";
    let seed = "Seed of the random numbers that replace learned ones [default: 0]";
    [
        arguments::whole("seq-len", 1..=65_536, seq_len),
        arguments::whole("seed", 0..=i64::from(u32::MAX), seed),
    ]
}

/// Returns the absolute scheme of that name, for `length` positions, or `None` if there is none.
pub(super) fn absolute(
    name: &str,
    spec: &Spec,
    arguments: &ArgMatches,
    length: usize,
) -> Result<Option<Absolute>, EncodingError> {
    let seq_len = arguments::number(arguments, "seq-len").unwrap_or(length);
    // Sines alone take one component for each pair, so they need twice as many frequencies.
    let (order, frequency_dim) = match name {
        "sines-only" => (Order::SinesOnly, 2 * spec.dim()),
        "cosines-only" => (Order::CosinesOnly, 2 * spec.dim()),
        _ => (spec.order(), spec.dim()),
    };
    Ok(Some(match name {
        "sinusoidal" | "sines-only" | "cosines-only" => {
            let frequencies = Frequencies::new(spec.base(), frequency_dim)?;
            Absolute::Sinusoidal(Sinusoidal::new(frequencies, order))
        }
        "integer" => Absolute::Integer,
        "normalised" => Absolute::LengthNormalised(LengthNormalised::new(seq_len)?),
        "binary" => Absolute::Binary(Binary::new(spec.bits())?),
        "learned" => {
            let mut numbers = Gaussian::new(seed(arguments));
            let values = random(&mut numbers, seq_len, spec.dim());
            Absolute::Learned(LearnedTable::new(values)?)
        }
        _ => return Ok(None),
    }))
}

/// Returns the arguments of schemes that use the distance between query and key.
pub(super) fn relative_arguments() -> [Arg; 5] {
    let directions = ["causal", "bidirectional"];
    [
        arguments::whole("heads", 1..=1024, "Number of heads of T5 or ALiBi").default_value("8"),
        arguments::word(
            "direction",
            &directions,
            "The keys that T5's buckets are for",
        ),
        arguments::whole("buckets", 2..=65_536, "Number of buckets of T5").default_value("32"),
        arguments::whole(
            "max-distance",
            1..=1_000_000,
            "Distance from which T5 has only one bucket",
        )
        .default_value("128"),
        arguments::whole(
            "clip",
            0..=4096,
            "Largest distance before Shaw’s scheme clips",
        )
        .default_value("4"),
    ]
}

/// Returns the keys that T5's buckets are for.
pub(super) fn direction(arguments: &ArgMatches) -> Direction {
    match arguments::text(arguments, "direction") {
        "bidirectional" => Direction::Bidirectional,
        _ => Direction::Causal,
    }
}

/// Returns the selected head, which must be one of `n_heads`.
pub(super) fn head(arguments: &ArgMatches, n_heads: usize) -> Result<Option<usize>, Failure> {
    match arguments::number(arguments, "head") {
        Some(head) if head >= n_heads => {
            let sentence = format!("`head` must be from 0 to {}, not {head}.", n_heads - 1);
            Err(Failure::Argument(sentence))
        }
        head => Ok(head),
    }
}

/// Returns T5's buckets.
pub(super) fn buckets(arguments: &ArgMatches) -> Result<T5Buckets, EncodingError> {
    T5Buckets::new(
        arguments::count(arguments, "buckets"),
        arguments::count(arguments, "max-distance"),
        direction(arguments),
    )
}

/// Returns the seed, 0 unless another one is given.
pub(super) fn seed(arguments: &ArgMatches) -> u64 {
    arguments::number(arguments, "seed").unwrap_or(0) as u64
}

/// Returns a matrix of random numbers, as learned numbers are before training.
pub(super) fn random(numbers: &mut Gaussian, n_rows: usize, n_columns: usize) -> Matrix {
    Matrix::from_fn(n_rows, n_columns, |_, _| {
        STANDARD_DEVIATION * numbers.next().expect("random numbers never end")
    })
}

/// Returns `position` as the whole number that some schemes need.
pub(super) fn whole(position: f64) -> Result<u64, Failure> {
    if position.fract() != 0.0 {
        let sentence = format!("`position` must be whole for this scheme, not {position}.");
        return Err(Failure::Argument(sentence));
    }
    Ok(position as u64)
}
