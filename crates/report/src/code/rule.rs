//! What each scaling rule adds to a program, in Python and in Rust side by side.
//!
//! A template may hold these places:
//!
//! - `{progression}`, the geometric progression from the base of the model: in Python the lines that
//!   compute `pair` and `inv_freq`, in Rust the expression for one `pair`;
//! - `{stretched}`, in Rust the same from a local `base`, as Python has it from a changed one;
//! - `{dim}` or `{DIM}`, the number of components that the progression spans;
//! - `{np}`, the library of Python.

use super::constant::{Constant, Value};
use super::fragment::fill;
use phasor_encoding::scaling::{Dynamic, Proportional};
use phasor_encoding::{Llama3, LongRope, Scaled, Scaling, Yarn};
use phasor_model_files::LayerRope;

const ORIGINAL_LENGTH: &str = "original_max_position_embeddings";

/// The same text in both languages.
#[derive(Default)]
pub(super) struct Text {
    pub(super) python: String,
    pub(super) rust: String,
}

/// A template of a [`Text`], first in Python, then in Rust.
type Template = [&'static str; 2];

impl From<Template> for Text {
    fn from([python, rust]: Template) -> Self {
        Self {
            python: python.to_owned(),
            rust: rust.to_owned(),
        }
    }
}

impl Text {
    /// Returns the template with each `{name}` replaced.
    fn filled([python, rust]: Template, places: &[(&str, Template)]) -> Self {
        let of_python: Vec<_> = places.iter().map(|(name, text)| (*name, text[0])).collect();
        let of_rust: Vec<_> = places.iter().map(|(name, text)| (*name, text[1])).collect();
        Self {
            python: fill(python, &of_python),
            rust: fill(rust, &of_rust),
        }
    }
}

/// Where the factor of cosines and sines comes from.
pub(super) enum Attention {
    /// It is 1.
    None,
    /// It is the number `attention_factor` of the program.
    Given,
    /// These lines compute it as `attention_factor`.
    Computed(Text),
}

/// The steps of a rule.
pub(super) struct Steps {
    /// The numbers of the rule, in the order in which they are defined.
    pub(super) constants: Vec<Constant>,
    /// From the number of a pair to its frequency.
    pub(super) frequencies: Text,
    /// What the progression is divided by, after a sign of division.
    pub(super) divisor: Text,
    /// The functions of Rust that the frequencies call.
    pub(super) helper: &'static str,
    pub(super) attention: Attention,
    /// The factor of the scores, if they have one.
    pub(super) softmax: Text,
}

const PLAIN: Template = ["{progression}", "    {progression}\n"];

const DIVISOR: Template = [" / factor", " / FACTOR"];

impl Steps {
    /// Creates the steps of the progression alone, with these numbers.
    fn of(numbers: &[(&'static str, f64)]) -> Self {
        let number = |(name, number): &(&'static str, f64)| (*name, Value::Number(*number));
        Self {
            constants: numbers.iter().map(number).collect(),
            frequencies: PLAIN.into(),
            divisor: Text::default(),
            helper: "",
            attention: Attention::None,
            softmax: Text::default(),
        }
    }

    /// Creates the steps of the rule of a layer, which makes `scaled` of a sequence of `seq_len`
    /// tokens.
    pub(super) fn new(layer: &LayerRope, scaled: &Scaled, seq_len: Option<usize>) -> Self {
        let steps = match &layer.scaling {
            Scaling::Default => Self::of(&[]),
            Scaling::Linear(rule) => Self {
                divisor: DIVISOR.into(),
                ..Self::of(&[("factor", rule.factor)])
            },
            Scaling::Ntk(rule) => Self {
                frequencies: NTK.into(),
                ..Self::of(&[("factor", rule.factor)])
            },
            Scaling::Dynamic(rule) => dynamic(rule, seq_len),
            Scaling::Yarn(rule) => yarn(rule, layer, scaled),
            Scaling::LongRope(rule) => longrope(rule, scaled, seq_len),
            Scaling::Llama3(rule) => llama3(rule),
            Scaling::Proportional(rule) => proportional(rule),
        };
        steps.with_softmax(layer, scaled)
    }

    /// Adds the factor of the scores, and the numbers that it needs.
    fn with_softmax(mut self, layer: &LayerRope, scaled: &Scaled) -> Self {
        let Some(weight) = layer
            .softmax_weight()
            .filter(|_| scaled.softmax_factor() != 1.0)
        else {
            return self;
        };
        let factor = layer.scaling.factor().map(|factor| ("factor", factor));
        for (name, number) in factor.into_iter().chain([("mscale_all_dim", weight)]) {
            if !self.constants.iter().any(|(given, _)| *given == name) {
                self.constants.push((name, Value::Number(number)));
            }
        }
        self.softmax = SOFTMAX.into();
        self
    }
}

const SOFTMAX: Template = [
    "\
# DeepSeek's attention multiplies the scores by this before softmax.
softmax_factor = (0.1 * mscale_all_dim * math.log(factor) + 1) ** 2
",
    "
/// DeepSeek's attention multiplies the scores by this before softmax.
#[allow(dead_code)]
fn softmax_factor() -> f64 {
    (0.1 * MSCALE_ALL_DIM * FACTOR.ln() + 1.0).powi(2)
}
",
];

const NTK: Template = [
    "\
base *= factor ** ({dim} / ({dim} - 2))
{progression}",
    "    let dim = {DIM} as f64;
    let base = BASE * FACTOR.powf(dim / (dim - 2.0));
    {stretched}
",
];

const DYNAMIC: Template = [
    "\
growth = factor * seq_len / max_position_embeddings - (factor - 1)
base *= growth ** ({dim} / ({dim} - 2))
{progression}",
    "    let dim = {DIM} as f64;
    let growth = FACTOR * SEQ_LEN / MAX_POSITION_EMBEDDINGS - (FACTOR - 1.0);
    let base = BASE * growth.powf(dim / (dim - 2.0));
    {stretched}
",
];

fn dynamic(rule: &Dynamic, seq_len: Option<usize>) -> Steps {
    let longest = rule.max_position_embeddings;
    let Some(seq_len) = seq_len.filter(|&seq_len| seq_len as f64 > longest) else {
        return Steps::of(&[]);
    };
    let numbers = [
        ("factor", rule.factor),
        ("max_position_embeddings", longest),
        ("seq_len", seq_len as f64),
    ];
    Steps {
        frequencies: DYNAMIC.into(),
        ..Steps::of(&numbers)
    }
}

const YARN: Template = [
    r#"
def pair_at(turns):
    """Return the index of the pair with this many turns in the original length."""
    ratio = original_max_position_embeddings / (2 * math.pi * turns)
    return {dim} * math.log(ratio) / (2 * math.log(base))


low = max({low}, 0)
high = min({high}, {dim} - 1){widened}
{progression}divided = {np}.clip((pair - low) / (high - low), 0, 1)
inv_freq = inv_freq / factor * divided + inv_freq * (1 - divided)
"#,
    "    let low = {low}.max(0.0);
    let high = {high}.min({DIM} as f64 - 1.0){widened};
    let divided = ((pair as f64 - low) / (high - low)).clamp(0.0, 1.0);
    let inv_freq = {progression};
    inv_freq / FACTOR * divided + inv_freq * (1.0 - divided)
",
];

const YARN_HELPER: &str = "
/// Returns the index of the pair with this many turns in the original length.
fn pair_at(turns: f64) -> f64 {
    let ratio = ORIGINAL_MAX_POSITION_EMBEDDINGS / (TAU * turns);
    {DIM} as f64 * ratio.ln() / (2.0 * BASE.ln())
}
";

const YARN_FACTOR: Template = [
    "\
attention_factor = 0.1 * math.log(factor) + 1
",
    "    let attention_factor = 0.1 * FACTOR.ln() + 1.0;
",
];

const YARN_RATIO: Template = [
    "\
attention_factor = 0.1 * mscale * math.log(factor) + 1
attention_factor /= 0.1 * mscale_all_dim * math.log(factor) + 1
",
    "    let sharpening = |weight: f64| 0.1 * weight * FACTOR.ln() + 1.0;
    let attention_factor = sharpening(MSCALE) / sharpening(MSCALE_ALL_DIM);
",
];

fn yarn(rule: &Yarn, layer: &LayerRope, scaled: &Scaled) -> Steps {
    let mut numbers = vec![
        ("factor", rule.factor),
        (ORIGINAL_LENGTH, rule.original_max_position_embeddings),
        ("beta_fast", rule.beta_fast),
        ("beta_slow", rule.beta_slow),
    ];
    let weight = |weight: Option<f64>| weight.filter(|&weight| weight != 0.0);
    let weights = weight(rule.mscale).zip(weight(rule.mscale_all_dim));
    let attention = match (scaled.attention_factor(), rule.attention_factor, weights) {
        (1.0, _, _) => Attention::None,
        (given, Some(_), _) => {
            numbers.push(("attention_factor", given));
            Attention::Given
        }
        (_, None, Some((mscale, mscale_all_dim))) => {
            numbers.push(("mscale", mscale));
            numbers.push(("mscale_all_dim", mscale_all_dim));
            Attention::Computed(YARN_RATIO.into())
        }
        (_, None, None) => Attention::Computed(YARN_FACTOR.into()),
    };
    Steps {
        frequencies: mixed(rule, layer),
        helper: YARN_HELPER,
        attention,
        ..Steps::of(&numbers)
    }
}

/// Returns the steps from the ends of the mixed range to the frequencies.
fn mixed(rule: &Yarn, layer: &LayerRope) -> Text {
    let (low, high): (Template, Template) = match rule.truncate {
        true => (
            [
                "math.floor(pair_at(beta_fast))",
                "pair_at(BETA_FAST).floor()",
            ],
            ["math.ceil(pair_at(beta_slow))", "pair_at(BETA_SLOW).ceil()"],
        ),
        false => (
            ["pair_at(beta_fast)", "pair_at(BETA_FAST)"],
            ["pair_at(beta_slow)", "pair_at(BETA_SLOW)"],
        ),
    };
    let ends = rule.mixed_range(layer.base, layer.rotary_dim);
    let widened = match ends.0 == ends.1 {
        true => [" + 0.001  # not equal to low", " + 0.001"],
        false => ["", ""],
    };
    Text::filled(YARN, &[("low", low), ("high", high), ("widened", widened)])
}

const SHORT_LIST: Template = [" / short_factor", " / SHORT_FACTOR[pair]"];

const LONG_LIST: Template = [" / long_factor", " / LONG_FACTOR[pair]"];

const LONGROPE_FACTOR: Template = [
    "\
attention_factor = math.sqrt(1 + math.log(factor, original_max_position_embeddings))
",
    "    let attention_factor = (1.0 + FACTOR.log(ORIGINAL_MAX_POSITION_EMBEDDINGS)).sqrt();
",
];

fn longrope(rule: &LongRope, scaled: &Scaled, seq_len: Option<usize>) -> Steps {
    let length = rule.original_max_position_embeddings;
    let (mut steps, attention) = match (scaled.attention_factor(), rule.attention_factor) {
        (1.0, _) => (Steps::of(&[]), Attention::None),
        (given, Some(_)) => (Steps::of(&[("attention_factor", given)]), Attention::Given),
        (_, None) => (
            Steps::of(&[("factor", rule.factor), (ORIGINAL_LENGTH, length)]),
            Attention::Computed(LONGROPE_FACTOR.into()),
        ),
    };
    let is_long = seq_len.is_some_and(|seq_len| seq_len as f64 > length);
    let (name, list, divisor) = match is_long {
        true => ("long_factor", &rule.long_factor, LONG_LIST),
        false => ("short_factor", &rule.short_factor, SHORT_LIST),
    };
    steps.constants.push((name, Value::List(list.clone())));
    Steps {
        divisor: divisor.into(),
        attention,
        ..steps
    }
}

const LLAMA3: Template = [
    "\
{progression}turns = original_max_position_embeddings * inv_freq / (2 * math.pi)
kept = (turns - low_freq_factor) / (high_freq_factor - low_freq_factor)
kept = {np}.clip(kept, 0, 1)
inv_freq = (1 - kept) * inv_freq / factor + kept * inv_freq
",
    "    let inv_freq = {progression};
    let turns = ORIGINAL_MAX_POSITION_EMBEDDINGS * inv_freq / TAU;
    let kept = (turns - LOW_FREQ_FACTOR) / (HIGH_FREQ_FACTOR - LOW_FREQ_FACTOR);
    let kept = kept.clamp(0.0, 1.0);
    (1.0 - kept) * inv_freq / FACTOR + kept * inv_freq
",
];

/// The same without anything between the two ends.
const LLAMA3_STEP: Template = [
    "\
{progression}turns = original_max_position_embeddings * inv_freq / (2 * math.pi)
inv_freq = {np}.where(turns < low_freq_factor, inv_freq / factor, inv_freq)
",
    "    let inv_freq = {progression};
    let turns = ORIGINAL_MAX_POSITION_EMBEDDINGS * inv_freq / TAU;
    if turns < LOW_FREQ_FACTOR {
        inv_freq / FACTOR
    } else {
        inv_freq
    }
",
];

fn llama3(rule: &Llama3) -> Steps {
    let mut numbers = vec![
        ("factor", rule.factor),
        ("low_freq_factor", rule.low_freq_factor),
    ];
    let is_step = rule.high_freq_factor <= rule.low_freq_factor;
    if !is_step {
        numbers.push(("high_freq_factor", rule.high_freq_factor));
    }
    numbers.push((ORIGINAL_LENGTH, rule.original_max_position_embeddings));
    let template = if is_step { LLAMA3_STEP } else { LLAMA3 };
    Steps {
        frequencies: template.into(),
        ..Steps::of(&numbers)
    }
}

const PROPORTIONAL: Template = [
    "\
n_rotating = math.floor(partial_rotary_factor * head_dim / 2)
{progression}inv_freq = {np}.where(pair < n_rotating, inv_freq, 0.0)
",
    "    let n_rotating = (PARTIAL_ROTARY_FACTOR * HEAD_DIM as f64 / 2.0).floor();
    if pair as f64 >= n_rotating {
        return 0.0;
    }
    {progression}
",
];

fn proportional(rule: &Proportional) -> Steps {
    let mut numbers = vec![("partial_rotary_factor", rule.partial_rotary_factor)];
    let is_divided = rule.factor != 1.0;
    if is_divided {
        numbers.push(("factor", rule.factor));
    }
    Steps {
        frequencies: PROPORTIONAL.into(),
        divisor: match is_divided {
            true => DIVISOR.into(),
            false => Text::default(),
        },
        ..Steps::of(&numbers)
    }
}
