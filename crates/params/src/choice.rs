//! Parameters that accept a few words, and these words.

pub use super::word::{Choice, Word, word};
use phasor_encoding::{Measure, Order, Pairing};

/// The query and key vectors that RoPE rotates in the figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Content {
    /// Every pair of query and key is (1, 0): at offset 0 they point the same way.
    #[default]
    Aligned,
    /// Every pair of the query is (1, 0), of the key (0.6, 0.8).
    Tilted,
}

impl Content {
    /// The pair that fills the query.
    #[must_use]
    pub fn query_pair(self) -> (f64, f64) {
        (1.0, 0.0)
    }

    /// The pair that fills the key.
    #[must_use]
    pub fn key_pair(self) -> (f64, f64) {
        match self {
            Self::Aligned => (1.0, 0.0),
            Self::Tilted => (0.6, 0.8),
        }
    }
}

/// The positional encoding added to a word's vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Code {
    /// Nothing.
    #[default]
    None,
    /// The row of the model's own learned table.
    Learned,
}

/// What the figure of a learned table shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TableView {
    /// Every two rows compared.
    #[default]
    Compared,
    /// The numbers themselves.
    Numbers,
}

/// How encodings are projected onto the plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Projection {
    /// Onto the two directions in which they vary most.
    #[default]
    Pca,
    /// By UMAP.
    Umap,
}

/// What a sinusoidal encoding keeps of every pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Components {
    /// The sine.
    #[default]
    Sines,
    /// The cosine.
    Cosines,
    /// Both, as in the paper.
    Both,
}

/// What the figure of an encoding that keeps part of every pair shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SinesView {
    /// The dot product of two encodings, at every position.
    #[default]
    Dots,
    /// One pair on its dial.
    Dial,
    /// Every component.
    Strips,
}

/// What a score receives about the position of its key relative to its query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Relative {
    /// The offset itself: key minus query.
    #[default]
    Plain,
    /// Shaw's row of a learned table, clipped.
    Shaw,
    /// The bucket of T5.
    T5,
    /// The bias of ALiBi.
    Alibi,
}

/// What telling-apart shows of a word and a positional encoding in one sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ApartView {
    /// All sums of a word and a position, in the plane.
    #[default]
    Plane,
    /// The words and positions read from one sum.
    Read,
    /// The shares of words and encodings that the directions hold.
    Shares,
}

/// What the figure of a head's rotated pairs shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnglesView {
    /// One dial for each pair.
    #[default]
    Dials,
    /// The score at every offset.
    Score,
    /// The rotated query as it is stored.
    Components,
}

/// The vectors whose scores `score-decay` shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Vectors {
    /// All of them, under their upper bound.
    #[default]
    All,
    /// A query and a key that are equal.
    Equal,
    /// Queries and keys with random components.
    Random,
    /// A query and a key chosen to score most at one offset.
    Chosen,
}

impl Vectors {
    /// Returns whether `one` is among these vectors.
    #[must_use]
    pub fn include(self, one: Self) -> bool {
        self == one || self == Self::All
    }
}

/// How a rotation is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RopeForm {
    /// As a matrix.
    #[default]
    Matrix,
    /// Component by component.
    Elementwise,
}

/// How the frequencies of RoPE change for texts longer than those in training.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rule {
    /// Not at all.
    #[default]
    None,
    /// Position interpolation.
    Linear,
    /// NTK-aware: another base.
    Ntk,
    /// YaRN.
    Yarn,
    /// The rule of Llama 3.1.
    Llama3,
    /// LongRoPE with the divisors of Phi-3.5-mini.
    LongRope,
    /// p-RoPE.
    Proportional,
}

/// What scaled-angles shows of a scaling rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RuleView {
    /// Every pair as a dial: the angles from training, and the new ones.
    #[default]
    Dials,
    /// The wavelength of every pair before and after.
    Wavelengths,
    /// All rules side by side.
    Rules,
}

/// What short-formats shows of rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RoundingView {
    /// Positions that become the same number.
    #[default]
    Positions,
    /// The error of the angle of every pair.
    Angles,
}

/// How pairs are assigned to the axes of an image or a video.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Axes {
    /// Axial RoPE: one half of the head for rows, the other half for columns.
    #[default]
    Axial,
    /// M-RoPE: one geometric progression whose pairs go to time (a quarter), rows and columns
    /// (three eighths each), as in Qwen2-VL.
    MRope,
}

/// A scheme on the scoreboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SchemeName {
    /// No positions.
    #[default]
    None,
    /// The position itself.
    Integer,
    /// The position over the length.
    Normalised,
    /// The bits of the position.
    Binary,
    /// Sines and cosines.
    Sinusoidal,
    /// A learned table.
    Learned,
    /// Learned vectors for the clipped distance.
    Shaw,
    /// Learned numbers for the distance's bucket.
    T5,
    /// A slope times the distance.
    Alibi,
    /// Rotated pairs.
    Rope,
    /// Rotated pairs, of which the slowest do not rotate.
    PRope,
}

impl Choice for Measure {
    const WORDS: &'static [(Self, Word)] = &[
        (
            Self::CosineDistance,
            word("cosine-distance", "cosine distance"),
        ),
        (
            Self::CosineSimilarity,
            word("cosine-similarity", "cosine similarity"),
        ),
        (Self::Dot, word("dot", "dot product")),
        (Self::Euclidean, word("euclidean", "Euclidean distance")),
    ];
}

impl Choice for Pairing {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::HalfSplit, word("half-split", "half-split")),
        (Self::Interleaved, word("interleaved", "interleaved")),
    ];
}

impl Choice for Order {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Interleaved, word("interleaved", "interleaved")),
        (Self::Concatenated, word("concatenated", "sines first")),
    ];
}

impl Choice for Content {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Aligned, word("aligned", "aligned: q = k")),
        (Self::Tilted, word("tilted", "tilted: k at 53.13°")),
    ];
}

impl Choice for phasor_encoding::Mask {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::None, word("none", "none")),
        (
            Self::Causal,
            word("causal", "causal: itself and words before"),
        ),
    ];
}

impl Choice for Code {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::None, word("none", "off")),
        (Self::Learned, word("learned", "on: the model’s own")),
    ];
}

impl Choice for TableView {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Compared, word("compared", "all rows compared")),
        (Self::Numbers, word("numbers", "the numbers themselves")),
    ];
}

impl Choice for Projection {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Pca, word("pca", "PCA: principal components")),
        (Self::Umap, word("umap", "UMAP: neighbours kept")),
    ];
}

impl Choice for Components {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Sines, word("sines", "sines")),
        (Self::Cosines, word("cosines", "cosines")),
        (Self::Both, word("both", "both")),
    ];
}

impl Choice for SinesView {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Dots, word("dot-products", "dot products")),
        (Self::Dial, word("dial", "one pair")),
        (Self::Strips, word("components", "all components")),
    ];
}

impl Choice for Relative {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Plain, word("plain", "key − query")),
        (Self::Shaw, word("shaw", "Shaw: clipped")),
        (Self::T5, word("t5", "T5: buckets")),
        (Self::Alibi, word("alibi", "ALiBi: slope × distance")),
    ];
}

impl Choice for ApartView {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Plane, word("plane", "every sum in a plane")),
        (Self::Read, word("read", "what is read")),
        (Self::Shares, word("shares", "what the directions hold")),
    ];
}

impl Choice for AnglesView {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Dials, word("dials", "dials")),
        (Self::Score, word("score", "score by offset")),
        (Self::Components, word("components", "components")),
    ];
}

impl Choice for Vectors {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::All, word("all", "all: under their bound")),
        (Self::Equal, word("equal", "equal")),
        (Self::Random, word("random", "random")),
        (Self::Chosen, word("chosen", "chosen: to peak at P")),
    ];
}

impl Choice for RopeForm {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Matrix, word("matrix", "as a matrix")),
        (
            Self::Elementwise,
            word("elementwise", "component by component"),
        ),
    ];
}

impl Choice for Rule {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::None, word("none", "none")),
        (Self::Linear, word("linear", "position interpolation")),
        (Self::Ntk, word("ntk", "NTK-aware")),
        (Self::Yarn, word("yarn", "YaRN")),
        (Self::Llama3, word("llama3", "Llama 3.1")),
        (Self::LongRope, word("longrope", "LongRoPE")),
        (Self::Proportional, word("proportional", "p-RoPE")),
    ];
}

impl Choice for RuleView {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Dials, word("dials", "dials: new angles")),
        (Self::Wavelengths, word("wavelengths", "wavelengths")),
        (Self::Rules, word("rules", "all rules")),
    ];
}

impl Choice for RoundingView {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Positions, word("positions", "positions that collide")),
        (Self::Angles, word("angles", "angles that are off")),
    ];
}

impl Choice for Axes {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Axial, word("axial", "axial: rows, columns")),
        (Self::MRope, word("mrope", "M-RoPE: time, rows, columns")),
    ];
}

impl Choice for phasor_encoding::Format {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::F32, word("f32", "f32")),
        (Self::F16, word("f16", "f16")),
        (Self::Bf16, word("bf16", "bf16")),
        (Self::E4m3, word("e4m3", "fp8 e4m3")),
        (Self::E5m2, word("e5m2", "fp8 e5m2")),
    ];
}

impl Choice for SchemeName {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::None, word("none", "none (NoPE)")),
        (Self::Integer, word("integer", "integer")),
        (Self::Normalised, word("normalised", "normalised")),
        (Self::Binary, word("binary", "binary")),
        (Self::Sinusoidal, word("sinusoidal", "sinusoidal")),
        (Self::Learned, word("learned", "learned table")),
        (Self::Shaw, word("shaw", "Shaw")),
        (Self::T5, word("t5", "T5")),
        (Self::Alibi, word("alibi", "ALiBi")),
        (Self::Rope, word("rope", "RoPE")),
        (Self::PRope, word("p-rope", "p-RoPE")),
    ];
}

impl Choice for phasor_encoding::analysis::Property {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Unique, word("unique", "all different")),
        (Self::Bounded, word("bounded", "stays small")),
        (
            Self::Deterministic,
            word("deterministic", "nothing learned"),
        ),
        (
            Self::LengthIndependent,
            word("length-independent", "same at any length"),
        ),
        (Self::LinearShift, word("linear-shift", "shift is one map")),
        (
            Self::DistanceAware,
            word("distance-aware", "farther, less alike"),
        ),
        (
            Self::Extrapolates,
            word("extrapolates", "in range past training"),
        ),
        (Self::ManyAxes, word("many-axes", "rows and columns")),
    ];
}
