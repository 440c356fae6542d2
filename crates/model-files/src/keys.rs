//! The keys that the readers of several parts of a file share.

/// The possible names of a key; the first one present is read.
pub(crate) type Names = &'static [&'static str];

/// Returns the name by which a missing key is reported and written.
pub(super) fn first(names: Names) -> &'static str {
    names.first().expect("a key has at least one name")
}

pub(super) const HIDDEN_SIZE: Names = &["hidden_size", "n_embd", "d_model", "dim"];
/// The last name of heads is Moonshine's, whose rotation is that of its decoder.
pub(super) const N_HEADS: Names = &[
    "num_attention_heads",
    "n_head",
    "n_heads",
    "num_heads",
    "decoder_num_attention_heads",
];
pub(super) const N_KV_HEADS: Names = &[
    "num_key_value_heads",
    "num_kv_heads",
    "multi_query_group_num",
    "decoder_num_key_value_heads",
];
pub(super) const HEAD_DIM: Names = &["head_dim", "kv_channels", "d_kv"];
pub(super) const MAX_POSITIONS: Names = &[
    "max_position_embeddings",
    "n_positions",
    "seq_length",
    "max_seq_len",
    "model_max_length",
];
pub(super) const ORIGINAL_MAX_POSITIONS: &str = "original_max_position_embeddings";
pub(super) const PARTIAL: &str = "partial_rotary_factor";

/// The rule of HunYuan VL, whose keys mean the same as those of `dynamic`, and the key by which a class is known to read it.
pub(super) const XDROPE: &str = "xdrope";
