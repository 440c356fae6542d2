//! The parameters that several figures share, or parts of the page around them. All others are with their figure.

use crate::{Key, PairSelection, Sentence, Setting};
use phasor_encoding::{Mask, Measure, Order, Pairing};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter, Range};

/// The largest integer up to which every integer is exact and distinct in `f64`, 2^53 - 1.
const MAX_VALUE: f64 = 9_007_199_254_740_991.0;
/// The largest position.
pub(crate) const MAX_POSITION: f64 = 10_000_000.0;
/// The largest number of positions in view.
pub(crate) const MAX_LENGTH: f64 = 4096.0;

pub(crate) const BASE: Parameter = Parameter {
    name: "base",
    label: "base (θ)",
    unit: "",
    help: "Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position.",
    accepts: Accepts::Number(Range::real(2.0, 10_000_000.0).log().snapping(&[
        10_000.0,
        500_000.0,
        1_000_000.0,
    ])),
    default: "10000",
};

pub(crate) const DIM: Parameter = Parameter {
    name: "dim",
    label: "components",
    unit: "components",
    help: "Components of an encoding or a head; there are half as many pairs.",
    accepts: Accepts::Number(
        Range::whole(2.0, 1024.0)
            .multiples_of(2.0)
            .log()
            .snapping(&[64.0, 128.0, 256.0, 512.0, 1024.0]),
    ),
    default: "64",
};

pub(crate) const POSITION: Parameter = Parameter {
    name: "position",
    label: "position",
    unit: "tokens",
    help: "The position under the cursor; for a rotated head, the position of the query.",
    accepts: Accepts::Number(Range::real(0.0, MAX_POSITION)),
    default: "20",
};

pub(crate) const OFFSET: Parameter = Parameter {
    name: "offset",
    label: "offset",
    unit: "tokens",
    help: "Second position minus first; for a rotated head, key minus query.",
    accepts: Accepts::Number(Range::real(-4095.0, 4095.0)),
    default: "2",
};

pub(crate) const LENGTH: Parameter = Parameter {
    name: "length",
    label: "length",
    unit: "tokens",
    help: "Number of positions shown; in a table, number of rows.",
    accepts: Accepts::Number(
        Range::whole(2.0, MAX_LENGTH)
            .log()
            .snapping(&[128.0, 256.0, 512.0, 1024.0, 2048.0]),
    ),
    default: "128",
};

pub(crate) const PAIRS: Parameter = Parameter {
    name: "pairs",
    label: "pairs shown",
    unit: "",
    help: "Pairs drawn as waves, fastest first; auto spreads eight from the fastest to the slowest.",
    accepts: Accepts::Text(PairSelection::accepted),
    default: "auto",
};

pub(crate) const FAR_OFFSET: Parameter = Parameter {
    name: "far-offset",
    label: "far offset",
    unit: "tokens",
    help: "Third position minus first, among the sine waves.",
    accepts: Accepts::Number(Range::real(-4095.0, 4095.0)),
    default: "60",
};

pub(crate) const ORDER: Parameter = Parameter {
    name: "order",
    label: "component order",
    unit: "",
    help: "Order of sines and cosines in the vector.",
    accepts: Accepts::Choice(Order::LIST),
    default: "interleaved",
};

pub(crate) const VALUE: Parameter = Parameter {
    name: "value",
    label: "integer",
    unit: "",
    help: "Integer to encode in bits; up to 10,000,000, it is the position.",
    accepts: Accepts::Number(Range::whole(0.0, MAX_VALUE)),
    default: "0",
};

pub(crate) const BITS: Parameter = Parameter {
    name: "bits",
    label: "bits",
    unit: "digits",
    help: "Digits of the binary counter.",
    accepts: Accepts::Number(Range::whole(1.0, 53.0).snapping(&[8.0, 16.0])),
    default: "8",
};

pub(crate) const PAIR: Parameter = Parameter {
    name: "pair",
    label: "pair in focus",
    unit: "",
    help: "The pair in focus; 0 is the fastest.",
    accepts: Accepts::Number(Range::whole(0.0, 511.0)),
    default: "3",
};

pub(crate) const CONTENT: Parameter = Parameter {
    name: "content",
    label: "vectors",
    unit: "",
    help: "The query and key before rotation, the same in every pair.",
    accepts: Accepts::Choice(Content::LIST),
    default: "aligned",
};

pub(crate) const PAIRING: Parameter = Parameter {
    name: "pairing",
    label: "pair layout",
    unit: "",
    help: "Which two components form a pair.",
    accepts: Accepts::Choice(Pairing::LIST),
    default: "half-split",
};

pub(crate) const MEASURE: Parameter = Parameter {
    name: "measure",
    label: "measure",
    unit: "",
    help: "How two encodings are compared.",
    accepts: Accepts::Choice(Measure::LIST),
    default: "cosine-distance",
};

pub(crate) const SPEED: Parameter = Parameter {
    name: "speed",
    label: "speed",
    unit: "tokens/s",
    help: "Positions per second while playing.",
    accepts: Accepts::Number(Range::real(0.25, 256.0).log()),
    default: "4",
};

pub(crate) const SENTENCE: Parameter = Parameter {
    name: "sentence",
    label: "sentence",
    unit: "",
    help: "The words that the attention head reads.",
    accepts: Accepts::Text(Sentence::accepted),
    default: "the dog chased another dog",
};

pub(crate) const TOKEN: Parameter = Parameter {
    name: "token",
    label: "word",
    unit: "",
    help: "Place of the word in focus in the written sentence, counted from 0.",
    accepts: Accepts::Number(Range::whole(0.0, 9.0)),
    default: "1",
};

pub(crate) const MASK: Parameter = Parameter {
    name: "mask",
    label: "mask",
    unit: "",
    help: "The words that a word may attend to: all, or only itself and the words before it.",
    accepts: Accepts::Choice(Mask::LIST),
    default: "none",
};

pub(crate) const PARTIAL_ROTARY_FACTOR: Parameter = Parameter {
    name: "partial-rotary-factor",
    label: "partial rotary factor",
    unit: "",
    help: "Share of a head that rotates; under p-RoPE, the fastest pairs do.",
    accepts: Accepts::Number(Range::share()),
    default: "0.25",
};

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

impl Setting for Content {
    const KEY: Key = Key::Content;
}

impl Setting for Mask {
    const KEY: Key = Key::Mask;
}

impl Setting for Measure {
    const KEY: Key = Key::Measure;
}

impl Setting for Order {
    const KEY: Key = Key::Order;
}

impl Setting for Pairing {
    const KEY: Key = Key::Pairing;
}
