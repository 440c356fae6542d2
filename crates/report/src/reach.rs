//! How far apart a query and its keys can be in the layers of a model.

use super::Subject;
use phasor_model_files::{self as model_files, LayerRope};

/// Returns the length of the longest text without a new distance between a query and its keys, in the layers that rotate
/// as `rope` says; `None` if some of them see the whole text, or nothing says how much they see.
pub(super) fn window(subject: &Subject, rope: &LayerRope) -> Option<usize> {
    let stack = &subject.model().layers;
    let keys = subject.text_keys()?;
    let places = subject.layers_of(rope)?;
    let windows = places.into_iter().map(|place| {
        let layer = stack.get(place)?;
        model_files::window_of_layer(place, layer.attention, subject.class(), keys)
    });
    let windows: Option<Vec<usize>> = windows.collect();
    windows?.into_iter().max()
}
