//! Bases that a file lists for each layer.

use std::collections::BTreeSet;

use serde_json::Value;

use super::fields::Fields;
use super::finding::{Finding, Notice};
use super::rope::MOST_ROTATIONS;
use super::{Layer, LayerRope};

/// The key of the classes that build one rotation for each base in a list; 0 stands for a layer that does not rotate.
///
/// Source: `GraniteSWAModel` in transformers 5.23.0.
pub(super) const LAYER_BASES: &str = "layer_rope_theta";

/// Gives each layer the rotation with its base, if the file lists bases.
pub(super) fn read(
    fields: &Fields<'_>,
    ropes: &mut Vec<LayerRope>,
    layers: &mut [Layer],
    findings: &mut Vec<Finding>,
) {
    let ([rope], Some(list)) = (ropes.as_slice(), fields.get(LAYER_BASES)) else {
        return;
    };
    let Some(bases) = bases(list, layers.len()) else {
        let sentence = format!(
            "Must be a list with a number for each of the {} layers, 0 or from 1e-6 to 1e12; ignored.",
            layers.len()
        );
        return findings.error(&fields.path_of(LAYER_BASES), sentence);
    };
    let mut found: Vec<LayerRope> = Vec::new();
    for (layer, base) in layers.iter_mut().zip(bases) {
        layer.is_rotary = layer.is_rotary && base > 0.0;
        let known = found.iter().position(|rope| rope.base == base);
        layer.rope = match (layer.is_rotary, known) {
            (false, _) => None,
            (true, Some(place)) => Some(place),
            (true, None) if found.len() == MOST_ROTATIONS => {
                let sentence = format!(
                    "Must have at most {MOST_ROTATIONS} different bases; the others are ignored."
                );
                findings.error(&fields.path_of(LAYER_BASES), sentence);
                None
            }
            (true, None) => {
                found.push(LayerRope {
                    base,
                    layer_type: Some(layer.attention.name().to_owned()),
                    ..rope.clone()
                });
                Some(found.len() - 1)
            }
        };
    }
    // If no layer rotates, the rotation of the file stays, of which no layer makes use.
    if !found.is_empty() {
        name(&mut found, layers);
        *ropes = found;
    }
}

/// Returns one number for each layer.
fn bases(list: &Value, n_layers: usize) -> Option<Vec<f64>> {
    let bases = list.as_array()?.iter().map(|base| {
        let base = base.as_f64()?;
        (base == 0.0 || super::fields::is_in_range(base)).then_some(base)
    });
    let bases: Vec<f64> = bases.collect::<Option<_>>()?;
    (n_layers > 0 && bases.len() >= n_layers).then_some(bases)
}

/// Names each rotation by the type of its layers, or by its base if a type has several.
fn name(ropes: &mut [LayerRope], layers: &[Layer]) {
    let is_named_by_type = layers.iter().all(|layer| {
        let rope = layer.rope.and_then(|place| ropes.get(place));
        rope.is_none_or(|rope| rope.layer_type.as_deref() == Some(layer.attention.name()))
    });
    let names: BTreeSet<_> = ropes.iter().map(|rope| rope.layer_type.clone()).collect();
    let is_clear = is_named_by_type && names.len() == ropes.len();
    match ropes {
        [only] => only.layer_type = None,
        _ if is_clear => {}
        _ => {
            for rope in ropes {
                rope.layer_type = Some(format!("base {}", rope.base));
            }
        }
    }
}
