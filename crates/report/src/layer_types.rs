//! The rotary layers of a model by the names of their types.

use phasor_model_files::{LayerRope, ModelConfig, PositionEncoding};

/// The reason why a model has no such layers. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoLayer {
    /// The types have other names.
    #[error("`layer-type` must be {accepted}, not `{name}`.", accepted = .accepted.join(" or "))]
    Type {
        /// The names.
        accepted: Vec<String>,
        /// The name that was given.
        name: String,
    },
    /// All layers rotate alike.
    #[error("`layer-type` must be left out, because all layers of the model are alike.")]
    Alike,
    /// Nothing rotates; the rest of the sentence says what the model has in its place.
    #[error("The model has no inverse frequencies: {0}.")]
    Still(&'static str),
}

/// Returns the rotary layers of the given type, or the most important ones.
///
/// ```
/// use phasor_report::layer_types::{NoLayer, find};
///
/// let read = |text| phasor_model_files::read(text).unwrap().model;
/// let llama = read(r#"{"model_type": "llama", "head_dim": 64}"#);
/// assert_eq!(find(&llama, None).map(|layer| layer.head_dim), Ok(64));
/// assert_eq!(find(&llama, Some("full_attention")), Err(NoLayer::Alike));
/// let bloom = read(r#"{"model_type": "bloom", "n_head": 32}"#);
/// let sentence = find(&bloom, None).unwrap_err().to_string();
/// assert_eq!(sentence, "The model has no inverse frequencies: it uses ALiBi.");
/// ```
///
/// # Errors
/// [`NoLayer`] if there are none.
pub fn find<'a>(
    model: &'a ModelConfig,
    layer_type: Option<&str>,
) -> Result<&'a LayerRope, NoLayer> {
    model.rope(layer_type).ok_or_else(|| {
        let accepted: Vec<String> = names(model).into_iter().map(str::to_owned).collect();
        match (layer_type, accepted.is_empty()) {
            (Some(name), false) => NoLayer::Type {
                accepted,
                name: name.to_owned(),
            },
            (Some(_), true) if model.rope(None).is_some() => NoLayer::Alike,
            _ => NoLayer::Still(in_place_of_rotation(model)),
        }
    })
}

/// Returns the names of the layer types that rotate; none if all layers are alike.
#[must_use]
pub fn names(model: &ModelConfig) -> Vec<&str> {
    match &model.position {
        PositionEncoding::Rotary(layers) => layers
            .iter()
            .filter_map(|layer| layer.layer_type.as_deref())
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns what the model has in place of a rotation, as the end of a sentence.
#[must_use]
pub fn in_place_of_rotation(model: &ModelConfig) -> &'static str {
    match &model.position {
        PositionEncoding::Rotary(_) => "none of its layers rotates",
        PositionEncoding::Alibi { .. } => "it uses ALiBi",
        PositionEncoding::T5(_) => "it uses the relative buckets of T5",
        PositionEncoding::Learned { .. } => "it uses a learned table of positions",
        PositionEncoding::Other(order) => order.clause(),
        PositionEncoding::None => "it has no positional encoding",
    }
}
