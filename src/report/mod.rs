//! What a reader takes along from a model: its positional encoding as code.

pub mod code;
