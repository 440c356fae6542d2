//! Figures of positions themselves: which token has which.

pub mod token_positions;
