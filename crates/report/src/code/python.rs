//! Programs in Python. The three libraries share every formula and differ in a few names.

use super::fragment::{fill, list, number};
use super::outline::{Attention, Outline, Rule, Value};
use phasor_encoding::Pairing;

/// How a library spells what a program needs.
pub(super) struct Library {
    /// The lines that import it and set it to `f64`.
    import: &'static str,
    /// The name before its functions.
    name: &'static str,
    /// The argument that makes an array hold `f64` where that is not the default.
    dtype: &'static str,
    array: &'static str,
    concatenate: &'static str,
}

impl Library {
    pub(super) const NUMPY: Self = Self {
        import: "import numpy as np\n",
        name: "np",
        dtype: "",
        array: "np.array",
        concatenate: "np.concatenate",
    };

    pub(super) const TORCH: Self = Self {
        import: "import torch\n",
        name: "torch",
        dtype: ", dtype=torch.float64",
        array: "torch.tensor",
        concatenate: "torch.cat",
    };

    pub(super) const JAX: Self = Self {
        import: r#"import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)
"#,
        name: "jnp",
        dtype: "",
        array: "jnp.array",
        concatenate: "jnp.concatenate",
    };
}

const PROGRAM: &str = r#"{import}
{constants}
{frequencies}{attention}{softmax}

def rotate(x, position):
    """Rotate x, shape [head_dim]: {pairs}."""
    angle = position * inv_freq
    cos = {factor}{np}.cos(angle)
    sin = {factor}{np}.sin(angle)
    first, second = {rotating}.{split}
    rotated = {np}.stack([first * cos - second * sin, first * sin + second * cos])
    return {whole}


for frequency in inv_freq.tolist():
    print(f"{frequency:.16e}")
print()
x = {np}.arange(1, head_dim + 1{dtype}) / head_dim
for component in rotate(x, position=1000).tolist():
    print(f"{component:.16e}")
"#;

/// The geometric progression, which every rule starts from.
const PROGRESSION: &str = "\
pair = {np}.arange({dim} // 2{dtype})
inv_freq = base ** (-2 * pair / {dim}){divisor}
";

const NTK: &str = "\
base *= factor ** ({dim} / ({dim} - 2))
{progression}";

const DYNAMIC: &str = "\
growth = factor * seq_len / max_position_embeddings - (factor - 1)
base *= growth ** ({dim} / ({dim} - 2))
{progression}";

const YARN: &str = r#"
def pair_at(turns):
    """Return the index of the pair with this many turns in the original length."""
    ratio = original_max_position_embeddings / (2 * math.pi * turns)
    return {dim} * math.log(ratio) / (2 * math.log(base))


low = max({low}, 0)
high = min({high}, {dim} - 1){widened}
{progression}divided = {np}.clip((pair - low) / (high - low), 0, 1)
inv_freq = inv_freq / factor * divided + inv_freq * (1 - divided)
"#;

const LLAMA3: &str = "\
{progression}turns = original_max_position_embeddings * inv_freq / (2 * math.pi)
kept = (turns - low_freq_factor) / (high_freq_factor - low_freq_factor)
kept = {np}.clip(kept, 0, 1)
inv_freq = (1 - kept) * inv_freq / factor + kept * inv_freq
";

const LLAMA3_STEP: &str = "\
{progression}turns = original_max_position_embeddings * inv_freq / (2 * math.pi)
inv_freq = {np}.where(turns < low_freq_factor, inv_freq / factor, inv_freq)
";

const PROPORTIONAL: &str = "\
n_rotating = math.floor(partial_rotary_factor * head_dim / 2)
{progression}inv_freq = {np}.where(pair < n_rotating, inv_freq, 0.0)
";

const YARN_FACTOR: &str = "\
attention_factor = 0.1 * math.log(factor) + 1
";

const YARN_RATIO: &str = "\
attention_factor = 0.1 * mscale * math.log(factor) + 1
attention_factor /= 0.1 * mscale_all_dim * math.log(factor) + 1
";

const LONGROPE_FACTOR: &str = "\
attention_factor = math.sqrt(1 + math.log(factor, original_max_position_embeddings))
";

const SOFTMAX: &str = "\
# DeepSeek's attention multiplies the scores by this before softmax.
softmax_factor = (0.1 * mscale_all_dim * math.log(factor) + 1) ** 2
";

/// Returns the program without the comment at its top.
pub(super) fn program(outline: &Outline, library: &Library) -> String {
    let dim = outline.dim;
    let (pairs, split, joined) = match outline.pairing {
        Pairing::HalfSplit => (
            fill("half-split pairs x[i], x[i + {dim} // 2]", &[("dim", dim)]),
            "reshape(2, -1)",
            "rotated.reshape(-1)",
        ),
        Pairing::Interleaved => (
            "interleaved pairs x[2 * i], x[2 * i + 1]".to_owned(),
            "reshape(-1, 2).T",
            "rotated.T.reshape(-1)",
        ),
    };
    let (rotating, whole) = match outline.is_partial {
        true => (
            "x[:rotary_dim]",
            "{concatenate}([{joined}, x[rotary_dim:]])",
        ),
        false => ("x", "{joined}"),
    };
    let (attention, factor) = match outline.attention {
        Attention::None => ("", ""),
        Attention::Given => ("", "attention_factor * "),
        Attention::Yarn => (YARN_FACTOR, "attention_factor * "),
        Attention::YarnRatio => (YARN_RATIO, "attention_factor * "),
        Attention::LongRope => (LONGROPE_FACTOR, "attention_factor * "),
    };
    let softmax = if outline.has_softmax_factor {
        SOFTMAX
    } else {
        ""
    };
    let program = fill(
        PROGRAM,
        &[
            ("frequencies", &frequencies(outline.rule)),
            ("attention", attention),
            ("softmax", softmax),
            ("pairs", &pairs),
            ("factor", factor),
            ("rotating", rotating),
            ("split", split),
            ("whole", whole),
            ("joined", joined),
            ("concatenate", library.concatenate),
            ("dim", dim),
            ("np", library.name),
            ("constants", &constants(outline, library)),
            ("dtype", library.dtype),
        ],
    );
    let math = if program.contains("math.") {
        "import math\n\n"
    } else {
        ""
    };
    fill(
        &program,
        &[("import", &format!("{math}{}", library.import))],
    )
}

fn frequencies(rule: Rule) -> String {
    let divisor = match rule {
        Rule::Linear | Rule::Proportional { is_divided: true } => " / factor".to_owned(),
        Rule::LongRope(list) => format!(" / {list}"),
        _ => String::new(),
    };
    let rule = match rule {
        Rule::Plain | Rule::Linear | Rule::LongRope(_) => "{progression}".to_owned(),
        Rule::Ntk => NTK.to_owned(),
        Rule::Dynamic => DYNAMIC.to_owned(),
        Rule::Yarn { truncate, is_empty } => yarn(truncate, is_empty),
        Rule::Llama3 { is_step: false } => LLAMA3.to_owned(),
        Rule::Llama3 { is_step: true } => LLAMA3_STEP.to_owned(),
        Rule::Proportional { .. } => PROPORTIONAL.to_owned(),
    };
    let places = [("progression", PROGRESSION), ("divisor", divisor.as_str())];
    fill(&rule, &places)
}

fn yarn(truncate: bool, is_empty: bool) -> String {
    let (low, high) = match truncate {
        true => (
            "math.floor(pair_at(beta_fast))",
            "math.ceil(pair_at(beta_slow))",
        ),
        false => ("pair_at(beta_fast)", "pair_at(beta_slow)"),
    };
    let widened = match is_empty {
        true => " + 0.001  # not equal to low",
        false => "",
    };
    fill(YARN, &[("low", low), ("high", high), ("widened", widened)])
}

fn constants(outline: &Outline, library: &Library) -> String {
    let constants = outline.constants.iter();
    let lines = constants.map(|(name, value)| match value {
        Value::Whole(whole) => format!("{name} = {whole}\n"),
        Value::Number(value) => format!("{name} = {}\n", number(*value)),
        Value::List(values) => {
            let (array, dtype) = (library.array, library.dtype);
            format!("{name} = {array}([\n{}]{dtype})\n", list(values))
        }
    });
    lines.collect()
}
