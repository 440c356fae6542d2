//! What figures are about.

use phasor_params::choice;

choice! {
    /// A topic by which readers find figures.
    pub enum Topic {
        /// Attention without positions.
        Attention "attention" "Attention",
        /// Encodings that are added.
        Absolute "absolute" "Absolute encodings",
        /// Sines and cosines.
        Sinusoids "sinusoids" "Sinusoids",
        /// What is added to scores.
        Relative "relative" "Relative bias",
        /// Rotated queries and keys.
        Rope "rope" "RoPE",
        /// Which position each token has.
        Positions "positions" "Token positions",
        /// Texts longer than those in training.
        Length "length" "Length & scaling",
        /// Positions in low precision.
        Precision "precision" "Precision",
    }
}
