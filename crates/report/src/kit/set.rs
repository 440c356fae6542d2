//! The sets of a kit: one for each kind of layer, and two where the length of the text changes the frequencies.

use super::plan::{Lanes, Plan};
use crate::{Outlook, Subject};
use phasor_model_files::LayerRope;

/// The positions of every kit: the first ones, those around 256, where bf16 has no room for each, and a far one.
const USUAL: [u64; 6] = [0, 1, 255, 256, 257, 131_071];

/// The last position of a kit. `f32` holds every whole number up to it.
const LAST: u64 = 1 << 24;

/// The name of the layers of a model whose layers are alike.
const ALIKE: &str = "all_layers";

/// The length of texts for which a set holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// Any.
    Any,
    /// At most so many tokens.
    UpTo(u64),
    /// More tokens than that.
    Beyond(u64),
}

/// Layers that rotate alike, in texts of some length.
#[derive(Debug, Clone)]
pub(super) struct Set {
    /// The name in files, such as `full_attention` or `all_layers/long`.
    pub(super) name: String,
    /// The type of the layers, if there are several.
    pub(super) layer_type: Option<String>,
    /// How they rotate.
    pub(super) plan: Plan,
    pub(super) extent: Extent,
    /// The positions in the kit, in order.
    pub(super) positions: Vec<u64>,
}

/// Returns the sets of a model, or those of one type of layer. There are none if nothing rotates.
pub(super) fn sets(subject: &Subject, layer_type: Option<&str>) -> Vec<Set> {
    let layers = subject.layers().iter();
    let layers =
        layers.filter(|layer| layer_type.is_none() || layer.layer_type.as_deref() == layer_type);
    layers.flat_map(|layer| of_layer(subject, layer)).collect()
}

fn of_layer(subject: &Subject, layer: &LayerRope) -> Vec<Set> {
    let name = layer.layer_type.as_deref().unwrap_or(ALIKE);
    let declared = Outlook::usual_length(subject) as u64;
    let original = layer.original_length().map(|length| length as u64);
    let beyond = layer.scaling.changes_beyond();
    let ends = [Some(declared), original].into_iter().flatten();
    let ends = ends.flat_map(|length| [length.saturating_sub(1), length]);
    let positions: Vec<u64> = USUAL.into_iter().chain(ends).collect();
    let lanes = match layer.modules.is_last {
        true => Lanes::Last,
        false => Lanes::First,
    };
    let set = |name: String, seq_len, extent, positions: Vec<u64>| Set {
        name,
        layer_type: layer.layer_type.clone(),
        plan: Plan::new(layer, seq_len, lanes),
        extent,
        positions: in_order(positions),
    };
    let Some(limit) = beyond.map(|length| length as u64) else {
        return vec![set(name.to_owned(), None, Extent::Any, positions)];
    };
    let short = positions
        .iter()
        .copied()
        .filter(|position| *position < limit);
    let (end, long) = match layer.scaling.changes_at_every_length() {
        // The frequencies belong to one length, so that the last position is that of a text of this length.
        true => {
            let end = limit.saturating_mul(2).min(LAST);
            let within = positions.iter().copied().filter(|position| *position < end);
            (end, within.chain([end - 1]).collect())
        }
        false => (
            positions
                .iter()
                .fold(limit, |end, position| end.max(*position))
                + 1,
            positions.clone(),
        ),
    };
    vec![
        set(
            format!("{name}/short"),
            None,
            Extent::UpTo(limit),
            short.collect(),
        ),
        set(
            format!("{name}/long"),
            usize::try_from(end).ok(),
            Extent::Beyond(limit),
            long,
        ),
    ]
}

fn in_order(mut positions: Vec<u64>) -> Vec<u64> {
    positions.retain(|position| *position <= LAST);
    positions.sort_unstable();
    positions.dedup();
    positions
}
