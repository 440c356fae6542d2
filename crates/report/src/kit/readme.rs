//! The text inside a kit.

use super::KitError;
use super::mistakes::{self, Mistaken};
use super::plan::{Lanes, Motion};
use super::set::{Extent, Set, sets};
use crate::Subject;
use phasor_encoding::{EncodingError, Pairing};
use phasor_params::choice::Choice as _;
use phasor_text::number::{Digits, Place};
use std::fmt::Write as _;

/// The width of a line.
const WIDTH: usize = 120;

/// How many mistakes of one name are described.
const MOST_ALIKE: usize = 2;

const USE: &str = "HOW TO TEST

Rotate `query` and `key` (shape [positions, heads, head_dim]) to `positions` with your code, and compare the result with
`query_rotated` and `key_rotated`. For code that takes [batch, heads, positions, head_dim], transpose: in numpy,
x.transpose(1, 0, 2)[None]. If they differ, compare `inv_freq` first, then `cos` and `sin`, then the vectors: the first that
differs shows where the mistake is. Every query and key is exact in bf16, f16 and f32.

  f64          exact: every number is computed in f64.
  f32          the same numbers, each rounded once to f32.
  f32_angles   as most implementations compute, transformers among them: inverse frequencies in f32, angles as their f32
               products with the position, then cosines, sines and vectors in f32. From equal inverse frequencies, angles
               and rotations are those of torch, bit for bit. Its inverse frequencies, base ** (2 i / dim) in f32, differ
               from ours in about 1 of 4 places, by up to 4 units in the last place. Its cosines of equal angles
               differ in about 1 of 40 places, by up to 2 units, because torch does not round them correctly.

Tolerances for your own test, with u = 2^-24 for f32, 2^-11 for f16 and 2^-8 for bf16, and x and y the components of a pair:
3 u for cosines and sines and 5 u (|x| + |y|) for vectors, both times the attention factor. If your angles are f32, add
64 x 2^-24 of the angle to the angle: up to 0.5 radians at position 131,072, and 0.001 at 257. So test near and far positions.

`cos` and `sin` have one column for each pair, and include the attention factor. Code that wants one for each component has
them twice: np.concatenate([cos, cos], axis=-1) for half-split pairs, np.repeat(cos, 2, axis=-1) for interleaved ones.

`phasor judge --config config.json mine.npz` says which of the mistakes below explains your numbers. Name your arrays as here;
any part of them is enough.
";

/// Returns the text.
///
/// # Errors
/// [`KitError`] if a plan gives no frequencies, which does not happen after reading.
pub(super) fn text(subject: &Subject, chosen: &[Set]) -> Result<String, KitError> {
    let mut text = format!(
        "VECTORS FOR TESTING ROTARY EMBEDDINGS: {}\n\n",
        subject.title()
    );
    text.push_str(USE);
    let all = sets(subject, None);
    for set in chosen {
        let motion = set.plan.motion()?;
        let _ = write!(text, "\n{}\n\n", set.name.to_uppercase());
        for line in settings(set, &motion)? {
            text.push_str(&wrapped(&line, "  "));
        }
        text.push_str("\n  What mistakes look like:\n");
        let mut written: Vec<String> = Vec::new();
        for mistaken in mistakes::single(set, &all) {
            let alike = written.iter().filter(|name| **name == mistaken.name);
            if alike.count() == MOST_ALIKE {
                continue;
            }
            written.push(mistaken.name.clone());
            let look = look(set, &motion, &mistaken);
            text.push_str(&wrapped(
                &format!("{}: {} {look}", mistaken.name, mistaken.sentence),
                "  ",
            ));
        }
    }
    Ok(text)
}

fn settings(set: &Set, motion: &Motion) -> Result<Vec<String>, EncodingError> {
    let layer = &set.plan.layer;
    let scaled = layer.scaled(set.plan.seq_len)?;
    let n_pairs = motion.n_pairs();
    let places = match layer.pairing {
        Pairing::HalfSplit => format!("i and i + {n_pairs}"),
        Pairing::Interleaved => "2 i and 2 i + 1".to_owned(),
    };
    let part = match (set.plan.lanes, layer.is_separate) {
        (_, true) => {
            "These are the rotary parts of the heads, which are separate from the rest.".to_owned()
        }
        (Lanes::Last, _) => format!("The last {} components rotate.", layer.rotary_dim),
        _ if set.plan.has_still_pairs() => {
            "Pairs whose inverse frequency is 0 do not rotate.".to_owned()
        }
        _ if layer.rotary_dim < layer.head_dim => {
            format!("The first {} components rotate.", layer.rotary_dim)
        }
        _ => "The whole head rotates.".to_owned(),
    };
    let extent = match set.extent {
        Extent::Any => "texts of any length".to_owned(),
        Extent::UpTo(limit) => format!("texts of up to {} tokens", Place(limit as f64)),
        Extent::Beyond(limit) => format!(
            "texts of {} tokens; texts up to {} have other frequencies",
            Place(set.plan.seq_len.unwrap_or(0) as f64),
            Place(limit as f64)
        ),
    };
    Ok(vec![
        format!(
            "base {}, head_dim {}, rotary_dim {}, rule {}, for {extent}.",
            Digits(layer.base),
            layer.head_dim,
            layer.rotary_dim,
            layer.scaling.name()
        ),
        format!(
            "pairs: {} ({places} of the components that rotate). {part}",
            layer.pairing.word().name
        ),
        format!(
            "attention factor, on cosines and sines: {}; factor of scores, before the softmax: {}.",
            Digits(scaled.attention_factor()),
            Digits(scaled.softmax_factor())
        ),
    ])
}

/// Says where a mistake first shows in the arrays of a set.
fn look(set: &Set, right: &Motion, mistaken: &Mistaken) -> String {
    let Ok(wrong) = mistaken.plan.motion() else {
        return "It gives no numbers.".to_owned();
    };
    let differs = |one: f64, other: f64| (one - other).abs() > 1e-6 * one.abs();
    if wrong.n_pairs() != right.n_pairs() {
        return format!(
            "`inv_freq` has {} numbers, not {}.",
            wrong.n_pairs(),
            right.n_pairs()
        );
    }
    let inv_freq = right
        .frequencies
        .inv_freq()
        .iter()
        .zip(wrong.frequencies.inv_freq());
    let mut inv_freq = inv_freq.enumerate();
    if let Some((pair_idx, (one, other))) =
        inv_freq.find(|(_, (one, other))| differs(**one, **other))
    {
        return format!(
            "`inv_freq` of pair {pair_idx} is {}, not {}.",
            Digits(*other),
            Digits(*one)
        );
    }
    for position in &set.positions {
        let at = *position as f64;
        let (Ok(right), Ok(wrong)) = (right.at(at), wrong.at(at)) else {
            return format!("There are no numbers from position {} on.", Place(at));
        };
        for (name, right, wrong) in [
            ("cos", &right.cos, &wrong.cos),
            ("sin", &right.sin, &wrong.sin),
        ] {
            let mut pairs = right.iter().zip(wrong).enumerate();
            if let Some((pair_idx, (one, other))) =
                pairs.find(|(_, (one, other))| (**one - **other).abs() > 1e-5)
            {
                return format!(
                    "`{name}` of position {}, pair {pair_idx} is {}, not {}.",
                    Place(at),
                    Digits(*other),
                    Digits(*one)
                );
            }
        }
    }
    "Frequencies, cosines and sines are right; only the rotated vectors differ.".to_owned()
}

/// Returns a paragraph on lines of limited width, the first after a dash.
fn wrapped(paragraph: &str, indent: &str) -> String {
    let mut text = String::new();
    let mut line = format!("{indent}-");
    for word in paragraph.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line = format!("{indent} ");
        }
        line.push(' ');
        line.push_str(word);
    }
    text.push_str(&line);
    text.push('\n');
    text
}
