//! Encodings that are added to a word.

pub(crate) mod added_encoding;
pub(crate) mod binary_bits;
pub(crate) mod learned_table;
pub(crate) mod telling_apart;
