//! Programs in Rust.

use super::constant::Value;
use super::fragment::{fill, list, number};
use super::outline::Outline;
use super::rule::Attention;
use phasor_encoding::Pairing;

const PROGRAM: &str = r#"{imports}{constants}{helper}
/// Returns the frequency of a pair, in radians per position.
fn inv_freq(pair: usize) -> f64 {
{frequency}}
{softmax}
/// Rotates the {pairs} of a head.
fn rotate(x: &[f64], position: f64, inv_freq: &[f64]) -> Vec<f64> {
{attention}    let mut rotated = x.to_vec();
    for (pair, inv_freq) in inv_freq.iter().enumerate() {
        let (sin, cos) = (position * inv_freq).sin_cos();
{scaled}        let (i, j) = {places};
        rotated[i] = x[i] * cos - x[j] * sin;
        rotated[j] = x[i] * sin + x[j] * cos;
    }
    rotated
}

fn main() {
    let inv_freq: Vec<f64> = (0..{DIM} / 2).map(inv_freq).collect();
    for frequency in &inv_freq {
        println!("{frequency:.16e}");
    }
    println!();
    let x: Vec<f64> = (1..=HEAD_DIM).map(|i| i as f64 / HEAD_DIM as f64).collect();
    for component in rotate(&x, 1000.0, &inv_freq) {
        println!("{component:.16e}");
    }
}
"#;

/// The geometric progression, which every rule starts from.
const PROGRESSION: &str = "{base}.powf(-2.0 * pair as f64 / {DIM} as f64){divisor}";

const SCALED: &str =
    "        let (sin, cos) = ({attention_factor} * sin, {attention_factor} * cos);
";

/// Returns the program without the comment at its top.
pub(super) fn program(outline: &Outline) -> String {
    let (pairs, places) = match outline.pairing {
        Pairing::HalfSplit => (
            "half-split pairs `x[i], x[i + {DIM} / 2]`",
            "(pair, pair + {DIM} / 2)",
        ),
        Pairing::Interleaved => (
            "interleaved pairs `x[2 * i], x[2 * i + 1]`",
            "(2 * pair, 2 * pair + 1)",
        ),
    };
    let steps = &outline.steps;
    let (attention, factor) = match &steps.attention {
        Attention::None => ("", None),
        Attention::Given => ("", Some("ATTENTION_FACTOR")),
        Attention::Computed(lines) => (lines.rust.as_str(), Some("attention_factor")),
    };
    let scaled = factor.map_or(String::new(), |factor| {
        fill(SCALED, &[("attention_factor", factor)])
    });
    let progression = |base| fill(PROGRESSION, &[("base", base)]);
    let frequency = fill(
        &steps.frequencies.rust,
        &[
            ("progression", &progression("BASE")),
            ("stretched", &progression("base")),
            ("divisor", &steps.divisor.rust),
        ],
    );
    let program = fill(
        PROGRAM,
        &[
            ("helper", steps.helper),
            ("frequency", &frequency),
            ("softmax", &steps.softmax.rust),
            ("pairs", pairs),
            ("attention", attention),
            ("scaled", &scaled),
            ("places", places),
            ("DIM", &outline.dim.to_uppercase()),
            ("constants", &constants(outline)),
        ],
    );
    let imports = match program.contains("TAU") {
        true => "use std::f64::consts::TAU;\n\n",
        false => "",
    };
    fill(&program, &[("imports", imports)])
}

fn constants(outline: &Outline) -> String {
    let constants = outline.constants.iter();
    let lines = constants.map(|(name, value)| {
        let name = name.to_uppercase();
        match value {
            Value::Whole(whole) => format!("const {name}: usize = {whole};\n"),
            Value::Number(value) => format!("const {name}: f64 = {};\n", number(*value)),
            Value::List(values) => {
                let (length, list) = (values.len(), list(values));
                format!("const {name}: [f64; {length}] = [\n{list}];\n")
            }
        }
    });
    lines.collect()
}
