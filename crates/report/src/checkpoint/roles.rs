//! What the name of a tensor says: which projection it is, and of which layer.

/// A projection that has rows of queries or keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// The queries of all heads.
    Query,
    /// The queries of all heads from a narrower vector (DeepSeek's `q_b_proj`).
    WideQuery,
    /// The keys of all key heads.
    Key,
    /// The one rotary key that all heads share, in the last rows (DeepSeek's `kv_a_proj_with_mqa`).
    SharedKey,
    /// All queries, then all keys, then all values.
    Stacked,
    /// For each key head its queries, the key and the value.
    Grouped,
}

/// The last part of a name before `weight`.
const PROJECTIONS: [(&str, Role); 11] = [
    ("q_proj", Role::Query),
    ("query", Role::Query),
    ("q_b_proj", Role::WideQuery),
    ("k_proj", Role::Key),
    ("key", Role::Key),
    ("kv_a_proj_with_mqa", Role::SharedKey),
    ("qkv_proj", Role::Stacked),
    ("Wqkv", Role::Stacked),
    ("W_pack", Role::Stacked),
    ("query_key_value", Role::Grouped),
    ("wqkv", Role::Grouped),
];

/// The modules between the number of the layer and the projection.
const MODULES: [&str; 7] = [
    "self_attn",
    "attn",
    "attention",
    "self_attention",
    "mixer",
    "self",
    "norm_attn_norm",
];

/// The module before the number of the layer.
const LISTS: [&str; 4] = ["layers", "layer", "h", "blocks"];

/// Parts of the names of modules that do not belong to the text model, or not to its layers.
const OTHERS: [&str; 10] = [
    "vision",
    "visual",
    "image",
    "audio",
    "speech",
    "perceiver",
    "resampler",
    "depth_decoder",
    "draft",
    "mtp",
];

/// Longer names are not those of projections.
const LONGEST: usize = 512;

/// Returns the layer and the role of a tensor, if it is a projection of queries or keys in the text model.
pub(super) fn role(name: &str) -> Option<(usize, Role)> {
    if name.len() > LONGEST {
        return None;
    }
    let mut parts: Vec<&str> = name.strip_suffix(".weight")?.split('.').collect();
    let projection = parts.pop()?;
    let (_, role) = PROJECTIONS.iter().find(|(name, _)| *name == projection)?;
    let n_parts = parts.len();
    while parts.last().is_some_and(|part| MODULES.contains(part)) {
        parts.pop();
    }
    if parts.len() == n_parts {
        return None;
    }
    let layer = parts.pop()?.parse().ok()?;
    let is_list = parts.pop().is_some_and(|part| LISTS.contains(&part));
    let is_other = |part: &&str| OTHERS.iter().any(|other| part.contains(other));
    (is_list && !parts.iter().any(is_other)).then_some((layer, *role))
}

/// Returns whether the name is that of quantized queries, whose numbers are packed into integers.
pub(super) fn is_packed(name: &str) -> bool {
    const ENDINGS: [&str; 4] = [
        "q_proj.qweight",
        "q_proj.weight_packed",
        "qkv_proj.qweight",
        "q_b_proj.weight_packed",
    ];
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}
