//! Arguments that build a scheme of the core. Where a scheme has learned numbers, repeatable
//! random ones stand for them.

use clap::{Arg, ArgMatches};

use crate::cli::{Failure, arguments};
use crate::config::Spec;
use crate::encoding::absolute::LengthNormalised;
use crate::encoding::{
    Absolute, Binary, Direction, EncodingError, Frequencies, Gaussian, LearnedTable, Matrix, Order,
    Sinusoidal, T5Buckets,
};

/// What weights are initialised with in BERT and GPT-2.
const STANDARD_DEVIATION: f64 = 0.02;

/// Absolute schemes by name, the usual one first.
pub(super) const ABSOLUTE: [&str; 7] = [
    "sinusoidal",
    "sines-only",
    "cosines-only",
    "integer",
    "normalised",
    "binary",
    "learned",
];

/// The arguments of absolute schemes beside the parameters.
pub(super) fn absolute_arguments() -> [Arg; 2] {
    let seq_len = "Tokens of the sequence for normalised, positions of a learned table \
                   [default: as many as are shown]";
    let seed = "Seed of the random numbers that stand for learned ones [default: 0]";
    [
        arguments::whole("seq-len", 1..=65_536, seq_len),
        arguments::whole("seed", 0..=i64::from(u32::MAX), seed),
    ]
}

/// The absolute scheme of that name, for `length` positions; `None` if it is none.
pub(super) fn absolute(
    name: &str,
    spec: &Spec,
    arguments: &ArgMatches,
    length: usize,
) -> Result<Option<Absolute>, EncodingError> {
    let seq_len = arguments::number(arguments, "seq-len").unwrap_or(length);
    // A code of sines alone has one component a pair, and so needs twice the ladder.
    let (order, ladder_dim) = match name {
        "sines-only" => (Order::SinesOnly, 2 * spec.dim()),
        "cosines-only" => (Order::CosinesOnly, 2 * spec.dim()),
        _ => (spec.order(), spec.dim()),
    };
    Ok(Some(match name {
        "sinusoidal" | "sines-only" | "cosines-only" => {
            let frequencies = Frequencies::new(spec.base(), ladder_dim)?;
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

/// The arguments of schemes that know the distance of query and key.
pub(super) fn relative_arguments() -> [Arg; 5] {
    let directions = ["causal", "bidirectional"];
    [
        arguments::whole("heads", 1..=1024, "Heads that share out ALiBi's slopes")
            .default_value("8"),
        arguments::word("direction", &directions, "Which keys T5's buckets are for"),
        arguments::whole("buckets", 2..=65_536, "Buckets of T5").default_value("32"),
        arguments::whole(
            "max-distance",
            1..=1_000_000,
            "Distance from which T5 has one bucket",
        )
        .default_value("128"),
        arguments::whole("clip", 0..=4096, "Distance at which Shaw clips").default_value("4"),
    ]
}

/// Which keys a bias is for.
pub(super) fn direction(arguments: &ArgMatches) -> Direction {
    match arguments::text(arguments, "direction") {
        "bidirectional" => Direction::Bidirectional,
        _ => Direction::Causal,
    }
}

/// The head that was asked for, which must be one of `n_heads`.
pub(super) fn head(arguments: &ArgMatches, n_heads: usize) -> Result<Option<usize>, Failure> {
    match arguments::number(arguments, "head") {
        Some(head) if head >= n_heads => {
            let sentence = format!("`head` must be from 0 to {}, not {head}.", n_heads - 1);
            Err(Failure::Argument(sentence))
        }
        head => Ok(head),
    }
}

/// T5's buckets.
pub(super) fn buckets(arguments: &ArgMatches) -> Result<T5Buckets, EncodingError> {
    let number = |name| arguments::number(arguments, name).unwrap_or_default();
    T5Buckets::new(
        number("buckets"),
        number("max-distance"),
        direction(arguments),
    )
}

/// The seed that was given.
pub(super) fn seed(arguments: &ArgMatches) -> u64 {
    arguments::number(arguments, "seed").unwrap_or_default() as u64
}

/// A matrix of what learned numbers are before training.
pub(super) fn random(numbers: &mut Gaussian, n_rows: usize, n_columns: usize) -> Matrix {
    Matrix::from_fn(n_rows, n_columns, |_, _| {
        STANDARD_DEVIATION * numbers.next().unwrap_or_default()
    })
}

/// `position` as the whole number that some schemes need.
pub(super) fn whole(position: f64) -> Result<u64, Failure> {
    if position.fract() != 0.0 {
        let sentence = format!("`position` must be whole for this scheme, not {position}.");
        return Err(Failure::Argument(sentence));
    }
    Ok(position as u64)
}
