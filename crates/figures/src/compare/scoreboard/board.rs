//! The verdicts on all schemes, computed once per program, and their evidence as sentences.

use std::sync::OnceLock;

use super::parameters::SchemeName;
use phasor_encoding::absolute::LengthNormalised;
use phasor_encoding::analysis::{Answer, Property, Verdict, verdicts};
use phasor_encoding::scaling::Proportional;
use phasor_encoding::{
    Absolute, Alibi, Binary, ClippedDistance, EncodingError, Frequencies, Gaussian, Join,
    LearnedTable, Matrix, Order, Pairing, Rope, Scaling, Scheme, Shaw, Sinusoidal, T5Bias,
    T5Buckets,
};
use phasor_params::choice::Choice;
use phasor_text::number::{Brief, Grouped, Short};

/// The number of components of an encoding or a head.
const DIM: usize = 32;
/// The number of positions in training; tests go up to four times as many.
const LENGTH: usize = 128;
const BASE: f64 = 10_000.0;

/// Returns the verdicts on a scheme, in the order of the properties.
pub(super) fn row(name: SchemeName) -> &'static [Verdict] {
    static BOARD: OnceLock<Vec<(SchemeName, Vec<Verdict>)>> = OnceLock::new();
    let board = BOARD.get_or_init(|| {
        let names = SchemeName::WORDS.iter().map(|(name, _)| *name);
        let judged = |name| {
            let verdicts = scheme(name).and_then(|scheme| verdicts(&scheme, DIM, LENGTH));
            (name, verdicts.expect("every scheme accepts these sizes"))
        };
        names.map(judged).collect()
    });
    let found = board.iter().find(|(other, _)| *other == name);
    &found.expect("every scheme is on the board").1
}

/// Returns random numbers, as a model has them before training.
fn unlearned(n_rows: usize, n_columns: usize) -> Matrix {
    const SIZE: f64 = 0.02;
    let mut numbers = Gaussian::new(3);
    Matrix::from_fn(n_rows, n_columns, |_, _| {
        SIZE * numbers.next().expect("random numbers never end")
    })
}

fn scheme(name: SchemeName) -> Result<Scheme, EncodingError> {
    const CLIP: u32 = 16;
    let frequencies = || Frequencies::new(BASE, DIM);
    let absolute = |encoding| {
        let join = Join::Sum;
        Scheme::Absolute { encoding, join }
    };
    Ok(match name {
        SchemeName::None => Scheme::NoPe,
        SchemeName::Integer => absolute(Absolute::Integer),
        SchemeName::Normalised => {
            absolute(Absolute::LengthNormalised(LengthNormalised::new(LENGTH)?))
        }
        SchemeName::Binary => absolute(Absolute::Binary(Binary::default())),
        SchemeName::Sinusoidal => {
            let sinusoidal = Sinusoidal::new(frequencies()?, Order::Interleaved);
            absolute(Absolute::Sinusoidal(sinusoidal))
        }
        SchemeName::Learned => {
            let table = LearnedTable::new(unlearned(LENGTH, DIM))?;
            absolute(Absolute::Learned(table))
        }
        SchemeName::Shaw => {
            let table = || unlearned(2 * CLIP as usize + 1, DIM);
            Scheme::Shaw(Shaw::new(ClippedDistance::new(CLIP), table(), table())?)
        }
        SchemeName::T5 => {
            let bias = T5Bias::new(T5Buckets::default(), unlearned(32, 8))?;
            Scheme::T5 { bias, head: 0 }
        }
        SchemeName::Alibi => {
            let alibi = Alibi::new(8)?;
            Scheme::Alibi { alibi, head: 0 }
        }
        SchemeName::Rope => Scheme::Rope(Rope::new(frequencies()?, Pairing::HalfSplit)),
        SchemeName::PRope => {
            let (partial_rotary_factor, factor) = (0.25, 1.0);
            let rule = Scaling::Proportional(Proportional {
                partial_rotary_factor,
                factor,
            });
            Scheme::Rope(rule.apply(BASE, DIM, None)?.rope(Pairing::HalfSplit)?)
        }
    })
}

/// Returns what the scheme encodes.
fn noun(name: SchemeName) -> &'static str {
    match name {
        SchemeName::Shaw
        | SchemeName::T5
        | SchemeName::Alibi
        | SchemeName::Rope
        | SchemeName::PRope => "distance",
        _ => "position",
    }
}

/// Returns a sentence on what the property means.
pub(super) fn meaning(property: Property) -> &'static str {
    match property {
        Property::Unique => "In training, any two positions or distances have different encodings.",
        Property::Bounded => "Past training, no number is much larger than in training.",
        Property::Deterministic => "Nothing has to be learned.",
        Property::LengthIndependent => "A longer text changes no encoding.",
        Property::LinearShift => {
            "One affine map (a matrix and a vector) takes every encoding to the one k steps on."
        }
        Property::DistanceAware => {
            "The distance between encodings never shrinks farther away, and is not always 0."
        }
        Property::Extrapolates => {
            "Past training, numbers stay in range; no absolute encoding is missing or repeated."
        }
        Property::ManyAxes => "Any two of 16 × 16 patches have different encodings.",
    }
}

/// Returns a sentence on what was measured, where, and against which limit.
pub(super) fn evidence(name: SchemeName, verdict: &Verdict) -> String {
    let noun = noun(name);
    let (measured, limit) = (Brief(verdict.measured), Brief(verdict.property.limit()));
    let at = |place: usize| witness(verdict, place);
    let last = 4 * LENGTH - 1;
    let holds = verdict.answer == Answer::Yes;
    match (verdict.property, holds) {
        _ if verdict.answer == Answer::NotApplicable => {
            not_applicable(name, verdict.property).to_owned()
        }
        (Property::Unique, true) => format!(
            "The closest two of {LENGTH} {noun}s, {} and {}, are {measured} apart.",
            at(0),
            at(1)
        ),
        (Property::Unique, false) => equal(noun, verdict),
        (Property::Bounded, _) => format!(
            "Up to {noun} {last}, its largest number reaches {measured} times the largest in training; the limit is \
            {limit}."
        ),
        (Property::Deterministic, true) => "It learns no numbers.".to_owned(),
        (Property::Deterministic, false) => {
            format!("{} numbers are learned.", Short(verdict.measured))
        }
        (Property::LengthIndependent, true) => {
            format!("In a text four times as long, every {noun} below {LENGTH} keeps its numbers.")
        }
        (Property::LengthIndependent, false) => format!(
            "In a text four times as long, {noun} {} has a number that differs by {measured}.",
            at(0)
        ),
        (Property::LinearShift, _) => format!(
            "The best affine map to the {noun} one or five steps on misses by {measured} of the largest number; the \
            limit is {limit}."
        ),
        (Property::DistanceAware, _) => by_distance(noun, verdict),
        (Property::Extrapolates, _) => further_on(name, verdict),
        (Property::ManyAxes, holds) => {
            let patches = format!("({}, {}) and ({}, {})", at(0), at(1), at(2), at(3));
            match holds {
                true => {
                    format!("The closest two of 16 × 16 patches, {patches}, are {measured} apart.")
                }
                false => format!("Patches {patches} have the same encoding."),
            }
        }
    }
}

/// Describes two positions or distances that a scheme cannot tell apart.
fn equal(noun: &str, verdict: &Verdict) -> String {
    let (first, second) = (witness(verdict, 0), witness(verdict, 1));
    let noun = match noun {
        "distance" => "Distances",
        _ => "Positions",
    };
    format!("{noun} {first} and {second} have the same encoding.")
}

/// Returns why the property is not applicable.
fn not_applicable(name: SchemeName, property: Property) -> &'static str {
    match (property, name) {
        (Property::Bounded, _) => "Past training, it has no number that could grow.",
        (Property::LinearShift, SchemeName::None) => "It has nothing to shift.",
        (Property::LinearShift, _) => {
            "It has so few different encodings that some map always fits."
        }
        _ => "It has no numbers, so the question does not apply.",
    }
}

/// Returns the evidence of [`Property::DistanceAware`].
fn by_distance(noun: &str, verdict: &Verdict) -> String {
    let measured = Brief(verdict.measured);
    match (verdict.answer, verdict.measured.is_finite()) {
        (Answer::Yes, _) if noun == "distance" => "No greater distance looks nearer.".to_owned(),
        (Answer::Yes, _) => format!("No farther {noun} looks nearer."),
        (_, true) => format!(
            "Seen from {}, {noun} {} looks nearer than the one before it, by {measured}.",
            witness(verdict, 0),
            witness(verdict, 1)
        ),
        (_, false) => format!("All {noun}s look alike."),
    }
}

/// Returns the evidence of [`Property::Extrapolates`].
fn further_on(name: SchemeName, verdict: &Verdict) -> String {
    let noun = noun(name);
    let numbers = match name {
        SchemeName::Rope | SchemeName::PRope => "cosines and sines",
        _ => "numbers",
    };
    let measured = Brief(100.0 * verdict.measured);
    let first = || witness(verdict, 0);
    match (verdict.answer, verdict.witness.len()) {
        (Answer::Yes, _) if verdict.measured > 0.0 => format!(
            "Up to {noun} {}, all numbers stay in their ranges in training, give or take {measured}% of the widest range.",
            4 * LENGTH - 1
        ),
        (Answer::Yes, _) => format!(
            "Up to {noun} {}, all numbers stay in their ranges in training.",
            4 * LENGTH - 1
        ),
        _ if verdict.measured.is_finite() => format!(
            "Past {noun} {}, some of its {numbers} lie more than {}% outside the ranges that they had in training.",
            Grouped(first().0.saturating_sub(1)),
            Short(100.0 * verdict.property.limit())
        ),
        (_, 2) => equal(noun, verdict),
        _ => format!(
            "The table ends where training did: {noun} {} has no row.",
            first()
        ),
    }
}

/// Returns one of the positions at which the property was measured.
fn witness(verdict: &Verdict, place: usize) -> Grouped {
    let witness = verdict.witness.get(place);
    Grouped(*witness.expect("a verdict names the positions that show it"))
}
