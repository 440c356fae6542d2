//! The settings of the figure of bulk RoPE: their table of parameters, models that supply sizes,
//! and the query that holds the settings.

use super::choice::{Choice, choice};
use super::parameter::{Kind, Range};
use phasor_encoding::Pairing;
use phasor_text::{Scale, shorten};

choice! {
    /// The memory layout of queries.
    pub enum MemoryLayout {
        /// `[heads, positions, head_dim]`.
        HeadsFirst "heads-first" "heads first",
        /// `[positions, heads, head_dim]`.
        PositionsFirst "positions-first" "positions first",
    }
}

choice! {
    /// The code that rotates the queries.
    pub enum BulkPath {
        /// Every available path; the page names the fastest.
        Auto "auto" "auto: SIMD and WebGPU",
        /// The processor, one number at a time.
        Scalar "scalar" "scalar",
        /// The processor, in vector registers.
        Simd "simd" "SIMD",
        /// The GPU.
        WebGpu "webgpu" "WebGPU",
    }
}

/// The identity of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BulkKey {
    /// The number of query heads.
    NHeads,
    /// The number of components of a head.
    HeadDim,
    /// The number of components of a head that rotate.
    RotaryDim,
    /// The base of the geometric progression of frequencies.
    Base,
    /// Which two components form a pair.
    Pairing,
    /// The number of positions to rotate.
    NPositions,
    /// The first of these positions.
    Position,
    /// The memory layout of queries.
    Layout,
    /// The code that rotates the queries.
    Path,
}

/// A row of the table of parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BulkParameter {
    /// The identity.
    pub key: BulkKey,
    /// The name in the address.
    pub name: &'static str,
    /// The name on the page.
    pub label: &'static str,
    /// The meaning, in one sentence.
    pub help: &'static str,
    /// The values that it accepts.
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

/// All parameters, in the order of the controls.
pub static TABLE: [BulkParameter; 9] = [
    BulkParameter {
        key: BulkKey::NPositions,
        name: "positions",
        label: "positions",
        help: "Number of tokens whose queries are rotated.",
        kind: whole(1.0, 4_194_304.0, 1.0),
    },
    BulkParameter {
        key: BulkKey::Position,
        name: "first-position",
        label: "first position",
        help: "Position of the first token. At large positions, implementations in f32 get the angles wrong.",
        kind: whole(0.0, 10_000_000.0, 1.0),
    },
    BulkParameter {
        key: BulkKey::Path,
        name: "path",
        label: "path",
        help: "The code that rotates the vectors.",
        kind: Kind::Choice(BulkPath::LIST),
    },
    BulkParameter {
        key: BulkKey::Layout,
        name: "layout",
        label: "memory layout",
        help: "Memory layout of the queries: as attention kernels use them, or as projections return them.",
        kind: Kind::Choice(MemoryLayout::LIST),
    },
    BulkParameter {
        key: BulkKey::NHeads,
        name: "heads",
        label: "n_heads",
        help: "Number of query heads.",
        kind: whole(1.0, 1024.0, 1.0),
    },
    BulkParameter {
        key: BulkKey::HeadDim,
        name: "head-dim",
        label: "head_dim",
        help: "Number of components of a head.",
        kind: whole(2.0, 1024.0, 1.0),
    },
    BulkParameter {
        key: BulkKey::RotaryDim,
        name: "rotary-dim",
        label: "rotary_dim",
        help: "Number of components of a head that rotate; these are the first ones.",
        kind: whole(2.0, 1024.0, 2.0),
    },
    BulkParameter {
        key: BulkKey::Base,
        name: "base",
        label: "base (θ)",
        help: "Base of the frequencies: pair i rotates by base^(-2i/rotary_dim) radians for each position.",
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
        kind: Kind::Choice(Pairing::LIST),
    },
];

impl BulkKey {
    /// Returns the row of this parameter.
    #[must_use]
    pub fn parameter(self) -> &'static BulkParameter {
        let [first, ..] = &TABLE;
        // A test checks that every key has a row.
        TABLE.iter().find(|row| row.key == self).unwrap_or(first)
    }
}

/// The part of a model's attention that decides its speed; a scaling rule costs nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BulkModel {
    /// The name.
    pub label: &'static str,
    /// The numbers of query heads, of components of a head, and of components that rotate.
    pub sizes: [u16; 3],
    /// The base of the geometric progression of frequencies.
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

/// Models that supply sizes; the first one is the default.
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

/// A valid setting of bulk RoPE.
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

/// An error in a text that sets a parameter. Its `Display` is a sentence for the person who wrote
/// it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BulkSpecError {
    /// The name is not in the table.
    #[error("Bulk RoPE has no parameter `{0}`.")]
    UnknownKey(String),
    /// The value is outside the accepted range.
    #[error("`{name}` must be {accepted}, not `{text}`.")]
    Value {
        /// The name of the parameter.
        name: &'static str,
        /// The values that it accepts.
        accepted: String,
        /// The given text, shortened.
        text: String,
    },
}

impl BulkSpec {
    /// Takes the sizes and the layout of `model`.
    pub fn take(&mut self, model: &BulkModel) {
        let [n_heads, head_dim, rotary_dim] = model.sizes.map(f64::from);
        (self.n_heads, self.head_dim) = (n_heads, head_dim);
        (self.rotary_dim, self.base) = (rotary_dim, model.base);
        self.pairing = model.pairing;
    }

    /// Returns the model with these settings, if there is one.
    #[must_use]
    pub fn model(&self) -> Option<&'static BulkModel> {
        let is_this = |model: &&BulkModel| {
            let mut taken = self.clone();
            taken.take(model);
            taken == *self
        };
        MODELS.iter().find(is_this)
    }

    /// Returns the number of a parameter, or `None` if its values are words.
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

    /// Returns a parameter as text.
    #[must_use]
    pub fn text(&self, key: BulkKey) -> String {
        match key {
            BulkKey::Pairing => self.pairing.word().name.to_owned(),
            BulkKey::Layout => self.layout.word().name.to_owned(),
            BulkKey::Path => self.path.word().name.to_owned(),
            _ => {
                let number = self.number(key);
                number.expect("every other key is numeric").to_string()
            }
        }
    }

    /// Sets a parameter from text.
    ///
    /// # Errors
    /// [`BulkSpecError::Value`] if `text` is not accepted; the setting is then unchanged.
    pub fn set(&mut self, key: BulkKey, text: &str) -> Result<(), BulkSpecError> {
        let text = text.trim();
        let refused = || self.refused(key, text);
        match key.parameter().kind {
            Kind::Number(range) => {
                let number =
                    phasor_text::parse::number(text).filter(|number| range.contains(*number));
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
                // The components that rotate are an even number, and no more than the head has.
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

    /// The number of positions to rotate.
    #[must_use]
    pub fn n_positions(&self) -> f64 {
        self.n_positions
    }

    /// The code that rotates the queries.
    #[must_use]
    pub fn path(&self) -> BulkPath {
        self.path
    }

    /// Returns the size in bytes of the queries of `n_positions` positions, four bytes per number.
    #[must_use]
    pub fn bytes(&self, n_positions: f64) -> f64 {
        4.0 * self.n_heads * self.head_dim * n_positions
    }

    /// Reads a query such as `positions=8192&path=simd`. Parameters with an error keep their
    /// defaults, and the errors are returned.
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

    /// Writes the parameters that differ from the default; [`parse`](Self::parse) reads them back.
    #[must_use]
    pub fn format(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        let default = Self::default();
        for row in &TABLE {
            if self.text(row.key) != default.text(row.key) {
                query.append_pair(row.name, &self.text(row.key));
            }
        }
        query.finish()
    }
}
