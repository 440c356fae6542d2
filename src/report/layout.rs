//! How the rows of query and key projections move when the layout of pairs changes.
//!
//! Sources: `permute` of `convert_llama_weights_to_hf.py` (transformers 4.45) and of `conversion/llama.py`
//! (llama.cpp, August 2026).

use super::block::{Picture, Snippet, Table};
use super::chart::permutation;
use super::{Ask, Block, Subject};
use crate::config::model::LayerRope;
use crate::encoding::Pairing;

/// The frameworks whose checkpoints have this layout.
const FRAMEWORKS: &[(&str, &str, &str)] = &[
    (
        "Hugging Face transformers",
        "half-split",
        "interleaved for Cohere, GLM-4, Llama 4, GPT-J and the rotary part of DeepSeek",
    ),
    (
        "Meta’s and Mistral’s own files",
        "interleaved",
        "converted for transformers by a permutation",
    ),
    (
        "GGUF, architecture llama",
        "interleaved",
        "the converter permutes the weights and biases of Llama; Mistral’s own files stay",
    ),
    (
        "GGUF, most other architectures",
        "half-split",
        "qwen2, qwen3, gemma, phi3, gptneox, gpt-oss: not permuted",
    ),
    (
        "Megatron Core",
        "half-split",
        "interleaved with `--rotary-interleaved`",
    ),
    (
        "torchtune",
        "interleaved",
        "`hf_to_tune` and `tune_to_hf` permute",
    ),
    ("Gemma’s own files (JAX)", "half-split", ""),
    (
        "vLLM, SGLang",
        "as transformers",
        "the flag `is_neox_style` is true for half-split",
    ),
    (
        "MLX",
        "as transformers",
        "`traditional=True` is interleaved",
    ),
    (
        "candle",
        "as the file",
        "`rope` is half-split, `rope_i` interleaved",
    ),
];

/// The number of pairs in the picture.
const SHOWN: usize = 4;

/// Returns the report.
pub(super) fn blocks(subject: &Subject, ask: &Ask) -> Vec<Block> {
    let Some(layer) = subject.rope(ask.layer.as_deref()) else {
        return vec![Block::Lead(
            "Nothing rotates in this model, so there are no pairs to lay out.".to_owned(),
        )];
    };
    let (from, to) = ask.layouts;
    let mut blocks = vec![
        Block::Lead(lead(subject, layer, from)),
        Block::text(places(layer)),
    ];
    if from == to {
        let name = permutation::name(from);
        blocks.push(Block::text(format!("From {name} to {name}, no row moves.")));
    } else {
        let rows = permutation(from, to, 2 * SHOWN);
        let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
        blocks.push(Block::text(format!(
            "From {} to {}, rows move within each head, weights and biases alike; values and output stay. For 8 components, \
             take rows [{}] in that order.",
            permutation::name(from),
            permutation::name(to),
            rows.join(", ")
        )));
        blocks.push(Block::Picture(Picture {
            name: "permutation",
            title: "Where each row of a head goes".to_owned(),
            caption: "x and y are the two components of a pair. The scores stay the same if queries and keys move alike.".to_owned(),
            drawing: permutation::draw(ask.width, (from, to), SHOWN),
        }));
        blocks.push(Block::Snippet(snippet((from, to), layer)));
    }
    let mut table = Table::new(
        "Which layout a checkpoint has",
        &["framework", "layout", "remark"],
    );
    for (name, layout, remark) in FRAMEWORKS {
        table.row([*name, *layout, *remark]);
    }
    blocks.push(Block::Table(table));
    blocks
}

/// Returns, for every row of the new layout, the row of the old one.
///
/// ```text
/// interleaved to half-split, 8 components: [0, 2, 4, 6, 1, 3, 5, 7]
/// ```
fn permutation(from: Pairing, to: Pairing, dim: usize) -> Vec<usize> {
    let rows: Vec<f64> = (0..dim).map(|row| row as f64).collect();
    let moved = from.convert(to, &rows, dim / 2);
    moved.into_iter().map(|row| row as usize).collect()
}

/// Says whether to permute.
fn lead(subject: &Subject, layer: &LayerRope, from: Pairing) -> String {
    let (here, title) = (permutation::name(layer.pairing), subject.title());
    match layer.pairing == from {
        true => format!(
            "Do not permute {here} weights for transformers: it expects {here} pairs in {title}."
        ),
        false => format!(
            "Permute {} weights for transformers: it expects {here} pairs in {title}.",
            permutation::name(from)
        ),
    }
}

/// Says which rows make pairs.
fn places(layer: &LayerRope) -> String {
    let (head, rotates) = (layer.head_dim, layer.rotary_dim);
    match layer.is_separate {
        true => format!(
            "The pairs are in the last {rotates} rows of each head of `q_b_proj` or `q_proj`, and in the last {rotates} rows \
             of `kv_a_proj_with_mqa`."
        ),
        false => format!(
            "The pairs are in rows 0 to {} of the {head} rows of each head, in `q_proj` and `k_proj`.",
            rotates - 1
        ),
    }
}

fn snippet((from, to): (Pairing, Pairing), layer: &LayerRope) -> Snippet {
    let (from, order) = match to {
        Pairing::HalfSplit => (from, "np.concatenate([rows[0::2], rows[1::2]])"),
        Pairing::Interleaved => (
            from,
            "np.stack([rows[: rotary_dim // 2], rows[rotary_dim // 2 :]], axis=1).ravel()",
        ),
    };
    let (head_dim, rotary_dim) = (layer.head_dim, layer.rotary_dim);
    let (sizes, which, all) = match layer.is_separate {
        true => (
            format!("head_dim, rotary_dim={rotary_dim}"),
            "the last rotary_dim rows of each head",
            "np.concatenate([np.arange(head_dim - rotary_dim), head_dim - rotary_dim + order])",
        ),
        false => (
            format!("head_dim={head_dim}, rotary_dim={rotary_dim}"),
            "the rows of q_proj or k_proj (or a bias)",
            "np.concatenate([order, np.arange(rotary_dim, head_dim)])",
        ),
    };
    let text = format!(
        "import numpy as np\n\n\n\
         def permute(weight, {sizes}):\n    \
         \"\"\"Move {which} from {} to {}.\"\"\"\n    \
         rows = np.arange(rotary_dim)\n    \
         order = {order}\n    \
         order = {all}\n    \
         heads = weight.reshape(-1, head_dim, *weight.shape[1:])\n    \
         return heads[:, order].reshape(weight.shape)\n",
        permutation::name(from),
        permutation::name(to)
    );
    Snippet {
        label: "Python, numpy".to_owned(),
        text,
        remark: match layer.is_separate {
            true => "Of `kv_a_proj_with_mqa`, pass all its rows as one head.",
            false => {
                "Norms of queries and keys per component (`q_norm`, `k_norm`) and LoRA’s `B` matrices move in the same way. \
                 Frequencies do not: they belong to pairs."
            }
        }
        .to_owned(),
    }
}
