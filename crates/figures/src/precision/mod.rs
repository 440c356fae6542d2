//! Positions in low precision.

pub(crate) mod short_formats;
