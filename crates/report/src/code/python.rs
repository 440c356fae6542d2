//! Programs in Python. The three libraries share every formula and differ in a few names.

use super::constant::Value;
use super::fragment::{fill, list, number};
use super::outline::Outline;
use super::rule::Attention;
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
    let steps = &outline.steps;
    let (attention, factor) = match &steps.attention {
        Attention::None => ("", ""),
        Attention::Given => ("", "attention_factor * "),
        Attention::Computed(lines) => (lines.python.as_str(), "attention_factor * "),
    };
    let places = [
        ("progression", PROGRESSION),
        ("divisor", &steps.divisor.python),
    ];
    let frequencies = fill(&steps.frequencies.python, &places);
    let program = fill(
        PROGRAM,
        &[
            ("frequencies", &frequencies),
            ("attention", attention),
            ("softmax", &steps.softmax.python),
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
