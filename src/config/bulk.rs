//! What the figure of bulk RoPE rotates: its own table of parameters, models to take them from,
//! and the query that holds them.

use super::choice::{Choice, Word, word};
use super::error::shorten;
use super::parameter::{self, Kind, PAIRINGS, Range, Scale, words};
use crate::encoding::Pairing;

/// How queries lie in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MemoryLayout {
    /// `[heads, positions, head_dim]`.
    #[default]
    HeadsFirst,
    /// `[positions, heads, head_dim]`.
    PositionsFirst,
}

/// What turns them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BulkPath {
    /// Every path that there is, and whichever is fastest is named.
    #[default]
    Auto,
    /// The processor, one number at a time.
    Scalar,
    /// The processor, in vector registers.
    Simd,
    /// The GPU.
    WebGpu,
}

impl Choice for MemoryLayout {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::HeadsFirst, word("heads-first", "heads first")),
        (
            Self::PositionsFirst,
            word("positions-first", "positions first"),
        ),
    ];
}

impl Choice for BulkPath {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Auto, word("auto", "auto: SIMD and WebGPU")),
        (Self::Scalar, word("scalar", "scalar")),
        (Self::Simd, word("simd", "SIMD")),
        (Self::WebGpu, word("webgpu", "WebGPU")),
    ];
}

/// A parameter's identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BulkKey {
    /// Heads of the queries.
    NHeads,
    /// Components of a head.
    HeadDim,
    /// Components of a head that turn.
    RotaryDim,
    /// Base of the frequency ladder.
    Base,
    /// Which two components form a pair.
    Pairing,
    /// Positions that are rotated.
    NPositions,
    /// The first of them.
    Position,
    /// How queries lie in memory.
    Layout,
    /// What turns them.
    Path,
}

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BulkParameter {
    /// Its identity.
    pub key: BulkKey,
    /// Its name in the address.
    pub name: &'static str,
    /// Its name on the page.
    pub label: &'static str,
    /// What it is, in one sentence.
    pub help: &'static str,
    /// What it accepts.
    pub kind: Kind,
}

const fn whole(min: f64, max: f64, multiple_of: f64) -> Kind {
    Kind::Number(Range {
        min,
        max,
        multiple_of,
        scale: Scale::Log,
        snaps: &[],
    })
}

/// Every parameter, in the order of the controls.
pub static TABLE: [BulkParameter; 9] = [
    BulkParameter {
        key: BulkKey::NPositions,
        name: "positions",
        label: "positions",
        help: "Tokens whose queries are rotated.",
        kind: whole(1.0, 4_194_304.0, 1.0),
    },
    BulkParameter {
        key: BulkKey::Position,
        name: "first-position",
        label: "first position",
        help: "Position of the first of them; far out, the angles of f32 implementations are wrong.",
        kind: whole(0.0, 10_000_000.0, 1.0),
    },
    BulkParameter {
        key: BulkKey::Path,
        name: "path",
        label: "path",
        help: "What turns the vectors.",
        kind: Kind::Choice(&words::<BulkPath, 4>(BulkPath::WORDS)),
    },
    BulkParameter {
        key: BulkKey::Layout,
        name: "layout",
        label: "memory layout",
        help: "How queries lie in memory: as attention kernels have them, or as projections give them.",
        kind: Kind::Choice(&words::<MemoryLayout, 2>(MemoryLayout::WORDS)),
    },
    BulkParameter {
        key: BulkKey::NHeads,
        name: "heads",
        label: "n_heads",
        help: "Heads of the queries.",
        kind: whole(1.0, 1024.0, 1.0),
    },
    BulkParameter {
        key: BulkKey::HeadDim,
        name: "head-dim",
        label: "head_dim",
        help: "Components of a head.",
        kind: whole(2.0, 1024.0, 1.0),
    },
    BulkParameter {
        key: BulkKey::RotaryDim,
        name: "rotary-dim",
        label: "rotary_dim",
        help: "Components of a head that turn, the first ones.",
        kind: whole(2.0, 1024.0, 2.0),
    },
    BulkParameter {
        key: BulkKey::Base,
        name: "base",
        label: "base (θ)",
        help: "Base of the frequency ladder: pair i turns base^(-2i/rotary_dim) radians a position.",
        kind: Kind::Number(Range {
            min: 2.0,
            max: 1e9,
            multiple_of: 0.0,
            scale: Scale::Log,
            snaps: &[],
        }),
    },
    BulkParameter {
        key: BulkKey::Pairing,
        name: "pairing",
        label: "pair layout",
        help: "Which two components form a pair.",
        kind: Kind::Choice(PAIRINGS),
    },
];

impl BulkKey {
    /// The row of this parameter.
    #[must_use]
    pub fn parameter(self) -> &'static BulkParameter {
        let [first, ..] = &TABLE;
        // Every key has its row, which a test shows.
        TABLE.iter().find(|row| row.key == self).unwrap_or(first)
    }
}

/// A model's attention, as far as its speed goes: a scaling rule costs nothing, so it is left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BulkModel {
    /// Its name.
    pub label: &'static str,
    /// Heads of the queries, components of a head, and components that turn.
    pub sizes: [u16; 3],
    /// Base of the frequency ladder.
    pub base: f64,
    /// Which two components form a pair.
    pub pairing: Pairing,
}

const fn model(label: &'static str, sizes: [u16; 3], base: f64, pairing: Pairing) -> BulkModel {
    BulkModel {
        label,
        sizes,
        base,
        pairing,
    }
}

/// Models to take the sizes from; the first one is the default.
pub static MODELS: [BulkModel; 8] = [
    model("Llama 3.1 8B", [32, 128, 128], 5e5, Pairing::HalfSplit),
    model("Llama 3.2 1B", [32, 64, 64], 5e5, Pairing::HalfSplit),
    model("Qwen2.5 7B", [28, 128, 128], 1e6, Pairing::HalfSplit),
    model("Gemma 2 9B", [16, 256, 256], 1e4, Pairing::HalfSplit),
    model("Phi-3 mini", [32, 96, 96], 1e4, Pairing::HalfSplit),
    model("Command R", [64, 128, 128], 8e6, Pairing::Interleaved),
    model("GPT-NeoX 20B", [64, 96, 24], 1e4, Pairing::HalfSplit),
    model(
        "DeepSeek-V3, rotary part",
        [128, 64, 64],
        1e4,
        Pairing::Interleaved,
    ),
];

/// A rotation that can be run: always valid.
#[derive(Debug, Clone, PartialEq)]
pub struct BulkSpec {
    n_heads: f64,
    head_dim: f64,
    rotary_dim: f64,
    base: f64,
    pairing: Pairing,
    n_positions: f64,
    position: f64,
    layout: MemoryLayout,
    path: BulkPath,
}

impl Default for BulkSpec {
    fn default() -> Self {
        let [first, ..] = &MODELS;
        let mut spec = Self {
            n_heads: 1.0,
            head_dim: 2.0,
            rotary_dim: 2.0,
            base: 1e4,
            pairing: Pairing::HalfSplit,
            n_positions: 4096.0,
            position: 0.0,
            layout: MemoryLayout::default(),
            path: BulkPath::default(),
        };
        spec.take(first);
        spec
    }
}

/// Why a text was not accepted; its `Display` is one sentence for the person who wrote it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BulkSpecError {
    /// The name is not in the table.
    #[error("There is no parameter `{0}` of bulk RoPE.")]
    UnknownKey(String),
    /// The value is outside of what is accepted.
    #[error("`{name}` must be {accepted}, not `{text}`.")]
    Value {
        /// The parameter.
        name: &'static str,
        /// What it accepts.
        accepted: String,
        /// What was given, shortened.
        text: String,
    },
}

impl BulkSpec {
    /// Takes the sizes of `model`.
    pub fn take(&mut self, model: &BulkModel) {
        let [n_heads, head_dim, rotary_dim] = model.sizes.map(f64::from);
        (self.n_heads, self.head_dim) = (n_heads, head_dim);
        (self.rotary_dim, self.base) = (rotary_dim, model.base);
        self.pairing = model.pairing;
    }

    /// The model whose sizes these are.
    #[must_use]
    pub fn model(&self) -> Option<&'static BulkModel> {
        let is_this = |model: &&BulkModel| {
            let mut taken = self.clone();
            taken.take(model);
            taken == *self
        };
        MODELS.iter().find(is_this)
    }

    /// The number of a parameter; `None` for words.
    #[must_use]
    pub fn number(&self, key: BulkKey) -> Option<f64> {
        Some(match key {
            BulkKey::NHeads => self.n_heads,
            BulkKey::HeadDim => self.head_dim,
            BulkKey::RotaryDim => self.rotary_dim,
            BulkKey::Base => self.base,
            BulkKey::NPositions => self.n_positions,
            BulkKey::Position => self.position,
            BulkKey::Pairing | BulkKey::Layout | BulkKey::Path => return None,
        })
    }

    /// A parameter as text.
    #[must_use]
    pub fn text(&self, key: BulkKey) -> String {
        match key {
            BulkKey::Pairing => self.pairing.word().name.to_owned(),
            BulkKey::Layout => self.layout.word().name.to_owned(),
            BulkKey::Path => self.path.word().name.to_owned(),
            _ => self.number(key).unwrap_or_default().to_string(),
        }
    }

    /// Sets a parameter from text; what is wrong changes nothing.
    ///
    /// # Errors
    /// [`BulkSpecError::Value`].
    pub fn set(&mut self, key: BulkKey, text: &str) -> Result<(), BulkSpecError> {
        let text = text.trim();
        let refused = || self.refused(key, text);
        match key.parameter().kind {
            Kind::Number(range) => {
                let number = parameter::number(text).filter(|number| range.contains(*number));
                let number = number.ok_or_else(refused)?;
                if key == BulkKey::RotaryDim && number > self.head_dim {
                    return Err(refused());
                }
                self.set_number(key, number);
            }
            _ => match key {
                BulkKey::Pairing => self.pairing = Choice::from_name(text).ok_or_else(refused)?,
                BulkKey::Layout => self.layout = Choice::from_name(text).ok_or_else(refused)?,
                _ => self.path = Choice::from_name(text).ok_or_else(refused)?,
            },
        }
        Ok(())
    }

    fn set_number(&mut self, key: BulkKey, number: f64) {
        match key {
            BulkKey::NHeads => self.n_heads = number,
            BulkKey::HeadDim => {
                self.head_dim = number;
                // What turns cannot be more than there is, and is an even number.
                self.rotary_dim = self.rotary_dim.min((number / 2.0).floor() * 2.0);
            }
            BulkKey::RotaryDim => self.rotary_dim = number,
            BulkKey::Base => self.base = number,
            BulkKey::NPositions => self.n_positions = number,
            BulkKey::Position => self.position = number,
            BulkKey::Pairing | BulkKey::Layout | BulkKey::Path => {}
        }
    }

    fn refused(&self, key: BulkKey, text: &str) -> BulkSpecError {
        let row = key.parameter();
        let accepted = match (key, row.kind) {
            (BulkKey::RotaryDim, _) => {
                format!(
                    "an even number from 2 to head_dim, which is {}",
                    self.head_dim
                )
            }
            (_, Kind::Number(range)) => range.accepted(),
            (_, Kind::Choice(words)) => {
                let names: Vec<&str> = words.iter().map(|word| word.name).collect();
                names.join(" or ")
            }
            _ => String::new(),
        };
        BulkSpecError::Value {
            name: row.name,
            accepted,
            text: shorten(text),
        }
    }

    /// Positions that are rotated.
    #[must_use]
    pub fn n_positions(&self) -> f64 {
        self.n_positions
    }

    /// What turns them.
    #[must_use]
    pub fn path(&self) -> BulkPath {
        self.path
    }

    /// Bytes of the queries of `n_positions` positions, four for a number.
    #[must_use]
    pub fn bytes(&self, n_positions: f64) -> f64 {
        4.0 * self.n_heads * self.head_dim * n_positions
    }

    /// Reads a query such as `positions=8192&path=simd`; what is wrong is left at its default and
    /// told.
    #[must_use]
    pub fn parse(query: &str) -> (Self, Vec<BulkSpecError>) {
        let mut spec = Self::default();
        let mut errors = Vec::new();
        let pairs = form_urlencoded::parse(query.as_bytes()).take(super::query::MOST_PAIRS);
        for (name, text) in pairs {
            let row = TABLE.iter().find(|row| row.name == name);
            let result = match row {
                Some(row) => spec.set(row.key, &text),
                None => Err(BulkSpecError::UnknownKey(shorten(&name))),
            };
            errors.extend(result.err());
        }
        (spec, errors)
    }

    /// Writes what differs from the default; [`parse`](Self::parse) reads it back.
    #[must_use]
    pub fn format(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        let default = Self::default();
        // A head comes before the part of it that turns.
        for row in &TABLE {
            if self.text(row.key) != default.text(row.key) {
                query.append_pair(row.name, &self.text(row.key));
            }
        }
        query.finish()
    }
}
