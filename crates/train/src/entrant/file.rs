//! A trained racer as files: its weights, and the `config.json` beside them.

use ndarray::{Array2, ArrayView2, Axis};

use crate::{Position, Race};
use phasor_encoding::Mask;

/// Returns the weights in the format safetensors. Matrices have the names of Llama, and like there a row for each output, so
/// that programs that know Llama find queries and keys; what Llama does not have keeps its own name.
///
/// The file begins with the length of its header as a little-endian `u64`; the header is JSON with type, shape and place of
/// each tensor. We write it ourselves, because the crate `safetensors` makes the trainer a fifth larger.
#[must_use]
pub fn weights(race: &Race) -> Vec<u8> {
    let dim = race.design().dim;
    let (mut entries, mut bytes) = (Vec::new(), Vec::new());
    for (name, _, group) in race.parameters().groups() {
        if group.is_empty() {
            continue;
        }
        for (name, matrix) in tensors(&name, group, dim) {
            let first = bytes.len();
            bytes.extend(matrix.iter().flat_map(|number| number.to_le_bytes()));
            let shape = match matrix.dim() {
                (1, n_columns) => format!("[{n_columns}]"),
                (n_rows, n_columns) => format!("[{n_rows},{n_columns}]"),
            };
            let last = bytes.len();
            entries.push(format!(
                r#""{name}":{{"dtype":"F32","shape":{shape},"data_offsets":[{first},{last}]}}"#
            ));
        }
    }
    let mut header = format!("{{{}}}", entries.join(","));
    // Readers want the numbers to begin at a multiple of 8 bytes.
    header.push_str(&" ".repeat(header.len().next_multiple_of(8) - header.len()));
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header.bytes().chain(bytes));
    file
}

/// Returns the tensors of a group of numbers with their names in the file.
fn tensors<'a>(
    name: &str,
    group: &'a Array2<f32>,
    dim: usize,
) -> Vec<(String, ArrayView2<'a, f32>)> {
    let Some(layer) = name.strip_suffix(".qkv") else {
        return vec![(llama_name(name), oriented(name, group))];
    };
    let parts = ["q", "k", "v"]
        .into_iter()
        .zip(group.axis_chunks_iter(Axis(1), dim));
    let named = parts.map(|(part, matrix)| {
        let name = format!("model.{layer}.self_attn.{part}_proj.weight");
        (name, matrix.reversed_axes())
    });
    named.collect()
}

/// Returns a matrix with a row for each output. The embeddings and tables have that form already.
fn oriented<'a>(name: &str, group: &'a Array2<f32>) -> ArrayView2<'a, f32> {
    match name.rsplit('.').next() {
        Some("out" | "up" | "down" | "output") => group.t(),
        _ => group.view(),
    }
}

fn llama_name(name: &str) -> String {
    let (layer, last) = name.rsplit_once('.').unwrap_or(("", name));
    match (layer, last) {
        ("", "embedding") => "model.embed_tokens.weight".to_owned(),
        ("", "norm") => "model.norm.weight".to_owned(),
        ("", "output") => "lm_head.weight".to_owned(),
        ("", other) => format!("model.{other}.weight"),
        (layer, "norm") => format!("model.{layer}.input_layernorm.weight"),
        (layer, "second_norm") => format!("model.{layer}.post_attention_layernorm.weight"),
        (layer, "out") => format!("model.{layer}.self_attn.o_proj.weight"),
        (layer, other) => format!("model.{layer}.mlp.{other}_proj.weight"),
    }
}

/// Returns the text of the `config.json`. The model is not one of a published class; the file says what readers of positions
/// need to know.
///
/// `base` is the base of RoPE as text, which the settings have: code that writes decimal numbers would make the trainer a tenth
/// larger.
#[must_use]
pub fn config(race: &Race, base: &str) -> String {
    let (design, plan) = (race.design(), race.plan());
    let base = match plan.position {
        Position::Rope { .. } => format!("\n  \"rope_theta\": {base},"),
        _ => String::new(),
    };
    format!(
        r#"{{
  "architectures": ["PhasorRacer"],
  "model_type": "phasor-racer",
  "hidden_size": {dim},
  "intermediate_size": {middle},
  "num_hidden_layers": {n_layers},
  "num_attention_heads": {n_heads},
  "head_dim": {head_dim},
  "vocab_size": {n_tokens},
  "hidden_act": "relu",
  "rms_norm_eps": 1e-05,
  "max_position_embeddings": {trained},
  "is_causal": {is_causal},
  "position_embedding_type": "{position}",{base}
  "torch_dtype": "float32"
}}
"#,
        dim = design.dim,
        middle = 2 * design.dim,
        n_layers = design.n_layers,
        n_heads = design.n_heads,
        head_dim = design.head_dim(),
        n_tokens = design.n_tokens,
        trained = plan.trained,
        is_causal = design.mask == Mask::Causal,
        position = plan.position.name(),
    )
}
