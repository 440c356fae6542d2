//! Parameters that accept a few words, and these words.

pub use super::word::{Choice, Word, word};
pub use crate::choice;
use phasor_encoding::{Measure, Order, Pairing};

choice! {
    /// The query and key vectors that RoPE rotates in the figure.
    pub enum Content {
        /// Every pair of query and key is (1, 0): at offset 0 they point the same way.
        Aligned "aligned" "aligned: q = k",
        /// Every pair of the query is (1, 0), of the key (0.6, 0.8).
        Tilted "tilted" "tilted: k at 53.13°",
    }
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

choice! {
    /// The positional encoding added to a word's vector.
    pub enum AddedEncoding {
        /// Nothing.
        None "none" "off",
        /// The row of the model's own learned table.
        Learned "learned" "on: the model’s own",
    }
}

choice! {
    /// What the figure of a learned table shows.
    pub enum TableView {
        /// Every two rows compared.
        Compared "compared" "all rows compared",
        /// The numbers themselves.
        Numbers "numbers" "the numbers themselves",
    }
}

choice! {
    /// How encodings are projected onto the plane.
    pub enum Projection {
        /// Onto the two directions in which they vary most.
        Pca "pca" "PCA: principal components",
        /// By UMAP.
        Umap "umap" "UMAP: neighbours kept",
    }
}

choice! {
    /// What a sinusoidal encoding keeps of every pair.
    pub enum Components {
        /// The sine.
        Sines "sines" "sines",
        /// The cosine.
        Cosines "cosines" "cosines",
        /// Both, as in the paper.
        Both "both" "both",
    }
}

choice! {
    /// What the figure of an encoding that keeps part of every pair shows.
    pub enum SinesView {
        /// The dot product of two encodings, at every position.
        Dots "dot-products" "dot products",
        /// One pair on its dial.
        Dial "dial" "one pair",
        /// Every component.
        Strips "components" "all components",
    }
}

choice! {
    /// What a score receives about the position of its key relative to its query.
    pub enum Relative {
        /// The offset itself: key minus query.
        Plain "plain" "key − query",
        /// Shaw's row of a learned table, clipped.
        Shaw "shaw" "Shaw: clipped",
        /// The bucket of T5.
        T5 "t5" "T5: buckets",
        /// The bias of ALiBi.
        Alibi "alibi" "ALiBi: slope × distance",
    }
}

choice! {
    /// What telling-apart shows of a word and a positional encoding in one sum.
    pub enum ApartView {
        /// All sums of a word and a position, in the plane.
        Plane "plane" "every sum in a plane",
        /// The words and positions read from one sum.
        Read "read" "what is read",
        /// The shares of words and encodings that the directions hold.
        Shares "shares" "what the directions hold",
    }
}

choice! {
    /// What the figure of a head's rotated pairs shows.
    pub enum AnglesView {
        /// One dial for each pair.
        Dials "dials" "dials",
        /// The score at every offset.
        Score "score" "score by offset",
        /// The rotated query as it is stored.
        Components "components" "components",
    }
}

choice! {
    /// The vectors whose scores `score-decay` shows.
    pub enum Vectors {
        /// All of them, under their upper bound.
        All "all" "all: under their bound",
        /// A query and a key that are equal.
        Equal "equal" "equal",
        /// Queries and keys with random components.
        Random "random" "random",
        /// A query and a key chosen to score most at one offset.
        Chosen "chosen" "chosen: to peak at P",
    }
}

impl Vectors {
    /// Returns whether `one` is among these vectors.
    #[must_use]
    pub fn include(self, one: Self) -> bool {
        self == one || self == Self::All
    }
}

choice! {
    /// How a rotation is written.
    pub enum RopeForm {
        /// As a matrix.
        Matrix "matrix" "as a matrix",
        /// Component by component.
        Elementwise "elementwise" "component by component",
    }
}

choice! {
    /// How the frequencies of RoPE change for texts longer than those in training.
    pub enum Rule {
        /// Not at all.
        None "none" "none",
        /// Position interpolation.
        Linear "linear" "position interpolation",
        /// NTK-aware: another base.
        Ntk "ntk" "NTK-aware",
        /// YaRN.
        Yarn "yarn" "YaRN",
        /// The rule of Llama 3.1.
        Llama3 "llama3" "Llama 3.1",
        /// LongRoPE with the divisors of Phi-3.5-mini.
        LongRope "longrope" "LongRoPE",
        /// p-RoPE.
        Proportional "proportional" "p-RoPE",
    }
}

choice! {
    /// What scaled-angles shows of a scaling rule.
    pub enum RuleView {
        /// Every pair as a dial: the angles from training, and the new ones.
        Dials "dials" "dials: new angles",
        /// The wavelength of every pair before and after.
        Wavelengths "wavelengths" "wavelengths",
        /// All rules side by side.
        Rules "rules" "all rules",
    }
}

choice! {
    /// What short-formats shows of rounding.
    pub enum RoundingView {
        /// Positions that become the same number.
        Positions "positions" "positions that collide",
        /// The error of the angle of every pair.
        Angles "angles" "angles that are off",
    }
}

choice! {
    /// How pairs are assigned to the axes of an image or a video.
    pub enum Axes {
        /// Axial RoPE: one half of the head for rows, the other half for columns.
        Axial "axial" "axial: rows, columns",
        /// M-RoPE: one geometric progression whose pairs go to time (a quarter), rows and columns
        /// (three eighths each), as in Qwen2-VL.
        MRope "mrope" "M-RoPE: time, rows, columns",
    }
}

choice! {
    /// A scheme on the scoreboard.
    pub enum SchemeName {
        /// No positions.
        None "none" "none (NoPE)",
        /// The position itself.
        Integer "integer" "integer",
        /// The position over the length.
        Normalised "normalised" "normalised",
        /// The bits of the position.
        Binary "binary" "binary",
        /// Sines and cosines.
        Sinusoidal "sinusoidal" "sinusoidal",
        /// A learned table.
        Learned "learned" "learned table",
        /// Learned vectors for the clipped distance.
        Shaw "shaw" "Shaw",
        /// Learned numbers for the distance's bucket.
        T5 "t5" "T5",
        /// A slope times the distance.
        Alibi "alibi" "ALiBi",
        /// Rotated pairs.
        Rope "rope" "RoPE",
        /// Rotated pairs, of which the slowest do not rotate.
        PRope "p-rope" "p-RoPE",
    }
}

choice! {
    impl Measure {
        Self::CosineDistance => "cosine-distance" "cosine distance",
        Self::CosineSimilarity => "cosine-similarity" "cosine similarity",
        Self::Dot => "dot" "dot product",
        Self::Euclidean => "euclidean" "Euclidean distance",
    }
}

choice! {
    impl Pairing {
        Self::HalfSplit => "half-split" "half-split",
        Self::Interleaved => "interleaved" "interleaved",
    }
}

choice! {
    impl Order {
        Self::Interleaved => "interleaved" "interleaved",
        Self::Concatenated => "concatenated" "sines first",
    }
}

choice! {
    impl phasor_encoding::Mask {
        Self::None => "none" "none",
        Self::Causal => "causal" "causal: itself and words before",
    }
}

choice! {
    impl phasor_encoding::Format {
        Self::F32 => "f32" "f32",
        Self::F16 => "f16" "f16",
        Self::Bf16 => "bf16" "bf16",
        Self::E4m3 => "e4m3" "fp8 e4m3",
        Self::E5m2 => "e5m2" "fp8 e5m2",
    }
}

choice! {
    impl phasor_encoding::analysis::Property {
        Self::Unique => "unique" "all different",
        Self::Bounded => "bounded" "stays small",
        Self::Deterministic => "deterministic" "nothing learned",
        Self::LengthIndependent => "length-independent" "same at any length",
        Self::LinearShift => "linear-shift" "shift is one map",
        Self::DistanceAware => "distance-aware" "farther, less alike",
        Self::Extrapolates => "extrapolates" "in range past training",
        Self::ManyAxes => "many-axes" "rows and columns",
    }
}
