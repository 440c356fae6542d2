//! Programs in Rust.

use super::fragment::{fill, list, number};
use super::outline::{Attention, Outline, Rule, Value};
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

const PLAIN: &str = "    {progression}
";

const NTK: &str = "    let dim = {DIM} as f64;
    let base = BASE * FACTOR.powf(dim / (dim - 2.0));
    {progression}
";

const DYNAMIC: &str = "    let dim = {DIM} as f64;
    let growth = FACTOR * SEQ_LEN / MAX_POSITION_EMBEDDINGS - (FACTOR - 1.0);
    let base = BASE * growth.powf(dim / (dim - 2.0));
    {progression}
";

const YARN_HELPER: &str = "
/// Returns the index of the pair with this many turns in the original length.
fn pair_at(turns: f64) -> f64 {
    let ratio = ORIGINAL_MAX_POSITION_EMBEDDINGS / (TAU * turns);
    {DIM} as f64 * ratio.ln() / (2.0 * BASE.ln())
}
";

const YARN: &str = "    let low = pair_at(BETA_FAST){floor}.max(0.0);
    let high = pair_at(BETA_SLOW){ceil}.min({DIM} as f64 - 1.0){widened};
    let divided = ((pair as f64 - low) / (high - low)).clamp(0.0, 1.0);
    let inv_freq = {progression};
    inv_freq / FACTOR * divided + inv_freq * (1.0 - divided)
";

const LLAMA3: &str = "    let inv_freq = {progression};
    let turns = ORIGINAL_MAX_POSITION_EMBEDDINGS * inv_freq / TAU;
    let kept = (turns - LOW_FREQ_FACTOR) / (HIGH_FREQ_FACTOR - LOW_FREQ_FACTOR);
    let kept = kept.clamp(0.0, 1.0);
    (1.0 - kept) * inv_freq / FACTOR + kept * inv_freq
";

const LLAMA3_STEP: &str = "    let inv_freq = {progression};
    let turns = ORIGINAL_MAX_POSITION_EMBEDDINGS * inv_freq / TAU;
    if turns < LOW_FREQ_FACTOR {
        inv_freq / FACTOR
    } else {
        inv_freq
    }
";

const PROPORTIONAL: &str =
    "    let n_rotating = (PARTIAL_ROTARY_FACTOR * HEAD_DIM as f64 / 2.0).floor();
    if pair as f64 >= n_rotating {
        return 0.0;
    }
    {progression}
";

const YARN_FACTOR: &str = "    let attention_factor = 0.1 * FACTOR.ln() + 1.0;
";

const YARN_RATIO: &str = "    let sharpening = |weight: f64| 0.1 * weight * FACTOR.ln() + 1.0;
    let attention_factor = sharpening(MSCALE) / sharpening(MSCALE_ALL_DIM);
";

const LONGROPE_FACTOR: &str =
    "    let attention_factor = (1.0 + FACTOR.log(ORIGINAL_MAX_POSITION_EMBEDDINGS)).sqrt();
";

const SCALED: &str =
    "        let (sin, cos) = ({attention_factor} * sin, {attention_factor} * cos);
";

const SOFTMAX: &str = "
/// DeepSeek's attention multiplies the scores by this before softmax.
#[allow(dead_code)]
fn softmax_factor() -> f64 {
    (0.1 * MSCALE_ALL_DIM * FACTOR.ln() + 1.0).powi(2)
}
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
    let (attention, factor) = match outline.attention {
        Attention::None => ("", None),
        Attention::Given => ("", Some("ATTENTION_FACTOR")),
        Attention::Yarn => (YARN_FACTOR, Some("attention_factor")),
        Attention::YarnRatio => (YARN_RATIO, Some("attention_factor")),
        Attention::LongRope => (LONGROPE_FACTOR, Some("attention_factor")),
    };
    let scaled = factor.map_or(String::new(), |factor| {
        fill(SCALED, &[("attention_factor", factor)])
    });
    let helper = match outline.rule {
        Rule::Yarn { .. } => YARN_HELPER,
        _ => "",
    };
    let softmax = if outline.has_softmax_factor {
        SOFTMAX
    } else {
        ""
    };
    let program = fill(
        PROGRAM,
        &[
            ("helper", helper),
            ("frequency", &frequency(outline.rule)),
            ("softmax", softmax),
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

fn frequency(rule: Rule) -> String {
    let base = match rule {
        Rule::Ntk | Rule::Dynamic => "base",
        _ => "BASE",
    };
    let divisor = match rule {
        Rule::Linear | Rule::Proportional { is_divided: true } => " / FACTOR".to_owned(),
        Rule::LongRope(list) => format!(" / {}[pair]", list.to_uppercase()),
        _ => String::new(),
    };
    let rule = match rule {
        Rule::Plain | Rule::Linear | Rule::LongRope(_) => PLAIN.to_owned(),
        Rule::Ntk => NTK.to_owned(),
        Rule::Dynamic => DYNAMIC.to_owned(),
        Rule::Yarn { truncate, is_empty } => yarn(truncate, is_empty),
        Rule::Llama3 { is_step: false } => LLAMA3.to_owned(),
        Rule::Llama3 { is_step: true } => LLAMA3_STEP.to_owned(),
        Rule::Proportional { .. } => PROPORTIONAL.to_owned(),
    };
    let places = [
        ("progression", PROGRESSION),
        ("base", base),
        ("divisor", divisor.as_str()),
    ];
    fill(&rule, &places)
}

fn yarn(truncate: bool, is_empty: bool) -> String {
    let (floor, ceil) = match truncate {
        true => (".floor()", ".ceil()"),
        false => ("", ""),
    };
    let widened = if is_empty { " + 0.001" } else { "" };
    fill(
        YARN,
        &[("floor", floor), ("ceil", ceil), ("widened", widened)],
    )
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
