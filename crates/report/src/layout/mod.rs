//! How the rows of query and key projections move when the layout of pairs changes.
//!
//! Sources: `permute` of `convert_llama_weights_to_hf.py` (transformers 4.45) and of `conversion/llama.py`
//! (llama.cpp, August 2026).

mod framework;
mod rows;

use super::block::{Picture, Snippet, Table};
use super::chart::permutation;
use super::{Ask, Block, Subject, notes};
pub use framework::Framework;
use framework::{Stored, fused, has_gate};
use phasor_encoding::Pairing;
use phasor_model_files::LayerRope;
use phasor_params::choice::Choice as _;
pub use rows::{MoveError, moved_rows};

/// The number of pairs in the picture.
const N_EXAMPLES: usize = 4;

/// Returns the report.
pub(super) fn blocks(subject: &Subject, ask: &Ask) -> Vec<Block> {
    let Some(layer) = subject.rope(ask.layer.as_deref()) else {
        return vec![Block::Lead(
            "Nothing rotates in this model, so there are no pairs to lay out.".to_owned(),
        )];
    };
    let [from, to] = [ask.from, ask.to].map(|framework| framework.stored(subject, layer));
    let mut blocks = vec![Block::Lead(lead(subject, ask, [from, to]))];
    for (framework, stored) in [(ask.from, from), (ask.to, to)] {
        if !stored.remark.is_empty() {
            let (name, remark) = (framework.word().label, stored.remark);
            blocks.push(Block::Text(format!("In {name}: {remark}.")));
        }
    }
    let moves = from.pairing.zip(to.pairing).filter(|(from, to)| from != to);
    if let Some(moves) = moves {
        blocks.extend(moved(moves, subject, layer, ask.width));
    }
    blocks.push(Block::Table(held(subject, layer)));
    blocks.extend(notes::of_indexer(subject).map(Block::Text));
    blocks
}

/// Returns how rows move from one layout to the other.
fn moved(
    (from, to): (Pairing, Pairing),
    subject: &Subject,
    layer: &LayerRope,
    width: f32,
) -> Vec<Block> {
    let rows = permutation(from, to, 2 * N_EXAMPLES);
    let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
    vec![
        Block::text(places(subject, layer)),
        Block::text(format!(
            "Weights and biases, if there are any, move alike; {}. For {} components, take rows [{}] in that order.",
            match layer.modules.is_last {
                true => "keys are the values of this model, so the columns of the output projection move with them",
                false => "values and output stay",
            },
            2 * N_EXAMPLES,
            rows.join(", ")
        )),
        Block::Picture(Picture {
            name: "permutation",
            title: "Where each row of a head goes".to_owned(),
            caption: "x and y are the two components of a pair. The scores stay the same if queries and keys move alike."
                .to_owned(),
            drawing: permutation::draw(width, (from, to), N_EXAMPLES),
        }),
        Block::Snippet(snippet((from, to), layer)),
    ]
}

/// Tabulates how every framework holds the model, if that is known.
fn held(subject: &Subject, layer: &LayerRope) -> Table {
    let caption = format!("Where {} has which layout", subject.title());
    let mut table = Table::new(caption, &["framework", "pairs", "tensors", "remark"]);
    let named =
        |framework: &Framework| ![Framework::Interleaved, Framework::HalfSplit].contains(framework);
    for framework in Framework::all().filter(named) {
        let stored = framework.stored(subject, layer);
        if let Some(pairing) = stored.pairing {
            let (name, pairs) = (framework.word().label, pairing.word().name);
            table.row([name, pairs, stored.tensors, stored.remark]);
        }
    }
    table
}

/// Returns, for every row of the new layout, the row of the old one.
///
/// ```text
/// interleaved to half-split, 8 components: [0, 2, 4, 6, 1, 3, 5, 7]
/// ```
fn permutation(from: Pairing, to: Pairing, dim: usize) -> Vec<usize> {
    let rows: Vec<f64> = (0..dim).map(|row| row as f64).collect();
    let moved = from.convert(to, &rows, dim / 2);
    let moved = moved.expect("a pair has two of the rows");
    moved.into_iter().map(|row| row as usize).collect()
}

/// Says whether to permute.
fn lead(subject: &Subject, ask: &Ask, stored: [Stored; 2]) -> String {
    let title = subject.title();
    let [from, to] = [ask.from, ask.to].map(|framework| framework.word().label);
    match stored.map(|stored| stored.pairing) {
        [Some(one), Some(other)] if one == other => format!(
            "From {from} to {to}, do not permute {title}: its pairs are {} in both.",
            one.word().name
        ),
        [Some(one), Some(other)] => format!(
            "From {from} to {to}, permute the queries and keys of {title}: its pairs are {} in the first and {} in the second.",
            one.word().name,
            other.word().name
        ),
        [one, _] => {
            let unknown = if one.is_none() { from } else { to };
            format!(
                "How {unknown} would hold {title} is not known here. If you know its layout, choose it from the end of the list."
            )
        }
    }
}

/// Says which rows make pairs, and what to do before.
fn places(subject: &Subject, layer: &LayerRope) -> String {
    let (head, rotates) = (layer.head_dim, layer.rotary_dim);
    let class = subject.class();
    let first = match (fused(class).is_some(), has_gate(class)) {
        (true, _) => " First split the fused tensor into queries, keys and values.",
        (_, true) => " In `q_proj`, a gate follows the query of each head; first split it off.",
        _ => "",
    };
    if layer.scaling.spans_head() && layer.pairing == Pairing::HalfSplit {
        let half = head / 2;
        return format!(
            "Rows 0 to {} and {half} to {} of the {head} rows of each head of queries and keys make the pairs that rotate: row i \
             and row i + {half}. The pairs of the other rows stand still, and move as well.{first}",
            rotates / 2 - 1,
            half + rotates / 2 - 1
        );
    }
    match (layer.is_separate, rotates == head) {
        (true, _) => format!(
            "The pairs are in the last {rotates} rows of each head of `q_b_proj` or `q_proj`, and in the last {rotates} rows \
             of `kv_a_proj_with_mqa`."
        ),
        (_, true) => format!("All {head} rows of each head of queries and keys make pairs.{first}"),
        _ if layer.modules.is_last => format!(
            "Rows {} to {} of the {head} rows of each head of queries and keys make pairs; the others stay.{first}",
            head - rotates,
            head - 1
        ),
        (_, false) => format!(
            "Rows 0 to {} of the {head} rows of each head of queries and keys make pairs; the others stay.{first}",
            rotates - 1
        ),
    }
}

fn snippet((from, to): (Pairing, Pairing), layer: &LayerRope) -> Snippet {
    let order = match to {
        Pairing::HalfSplit => "np.concatenate([rows[0::2], rows[1::2]])",
        Pairing::Interleaved => {
            "np.stack([rows[: rotary_dim // 2], rows[rotary_dim // 2 :]], axis=1).ravel()"
        }
    };
    let head_dim = layer.head_dim;
    // With p-RoPE, the pairs that stand still are pairs of the same layout.
    let rotary_dim = match layer.scaling.spans_head() {
        true => head_dim,
        false => layer.rotary_dim,
    };
    const LAST: &str =
        "np.concatenate([np.arange(head_dim - rotary_dim), head_dim - rotary_dim + order])";
    let is_last = layer.modules.is_last;
    let (sizes, which, all) = match (layer.is_separate, is_last) {
        (true, _) => (
            format!("head_dim, rotary_dim={rotary_dim}"),
            "the last rotary_dim rows of each head",
            LAST,
        ),
        (false, _) => (
            format!("head_dim={head_dim}, rotary_dim={rotary_dim}"),
            "the rows of q_proj or k_proj (or a bias)",
            if is_last {
                LAST
            } else {
                "np.concatenate([order, np.arange(rotary_dim, head_dim)])"
            },
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
        from.word().name,
        to.word().name
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
