//! The settings of bulk RoPE: their table of parameters, models that supply sizes, and the query that holds the settings.

use crate::shared::PAIRING;
use phasor_encoding::Pairing;
use phasor_params::choice::{Choice, choice};
use phasor_params::{Accepts, Parameter, ParameterError, Range, Values, keys, query};

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

const N_POSITIONS: Parameter = Parameter {
    name: "positions",
    label: "positions",
    unit: "",
    help: "Number of tokens whose queries are rotated.",
    accepts: Accepts::Number(Range::whole(1.0, 4_194_304.0).log()),
    default: "4096",
};

const POSITION: Parameter = Parameter {
    name: "first-position",
    label: "first position",
    unit: "",
    help: "Position of the first token. At large positions, implementations in f32 get the angles wrong.",
    accepts: Accepts::Number(Range::whole(0.0, 10_000_000.0).log()),
    default: "0",
};

const PATH: Parameter = Parameter {
    name: "path",
    label: "path",
    unit: "",
    help: "The code that rotates the vectors.",
    accepts: Accepts::Choice(BulkPath::LIST),
    default: "auto",
};

const LAYOUT: Parameter = Parameter {
    name: "layout",
    label: "memory layout",
    unit: "",
    help: "Memory layout of the queries: as attention kernels use them, or as projections return them.",
    accepts: Accepts::Choice(MemoryLayout::LIST),
    default: "heads-first",
};

const N_HEADS: Parameter = Parameter {
    name: "heads",
    label: "n_heads",
    unit: "",
    help: "Number of query heads.",
    accepts: Accepts::Number(Range::whole(1.0, 1024.0).log()),
    default: "32",
};

const HEAD_DIM: Parameter = Parameter {
    name: "head-dim",
    label: "head_dim",
    unit: "",
    help: "Number of components of a head.",
    accepts: Accepts::Number(Range::whole(2.0, 1024.0).log()),
    default: "128",
};

const ROTARY_DIM: Parameter = Parameter {
    name: "rotary-dim",
    label: "rotary_dim",
    unit: "",
    help: "Number of components of a head that rotate; these are the first ones.",
    accepts: Accepts::Number(Range::whole(2.0, 1024.0).multiples_of(2.0).log()),
    default: "128",
};

const BASE: Parameter = Parameter {
    name: "base",
    label: "base (θ)",
    unit: "",
    help: "Base of the frequencies: pair i rotates by base^(-2i/rotary_dim) radians for each position.",
    accepts: Accepts::Number(Range::real(2.0, 1e9).log()),
    default: "500000",
};

keys! {
    /// A parameter of bulk RoPE, in the order of the controls.
    pub enum BulkKey, others "bulk RoPE has those of its controls" {
        NPositions = N_POSITIONS;
        Position = POSITION;
        Path = PATH;
        Layout = LAYOUT;
        NHeads = N_HEADS;
        HeadDim = HEAD_DIM;
        RotaryDim = ROTARY_DIM;
        Base = BASE;
        Pairing = PAIRING;
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

/// Models that supply sizes; the defaults of the parameters are those of the first.
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
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BulkSpec(Values<BulkKey>);

impl BulkSpec {
    /// Takes the sizes and the layout of `model`.
    pub fn take(&mut self, model: &BulkModel) {
        let [n_heads, head_dim, rotary_dim] = model.sizes.map(f64::from);
        let numbers = [
            (BulkKey::NHeads, n_heads),
            (BulkKey::HeadDim, head_dim),
            (BulkKey::RotaryDim, rotary_dim),
            (BulkKey::Base, model.base),
            (BulkKey::Pairing, model.pairing.place() as f64),
        ];
        for (key, number) in numbers {
            self.0.set_nearest(key, number);
        }
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
        self.0.number(key)
    }

    fn at(&self, key: BulkKey) -> f64 {
        self.number(key).expect("the parameter is a number")
    }

    /// Returns a parameter as text.
    #[must_use]
    pub fn text(&self, key: BulkKey) -> String {
        self.0.text(key)
    }

    /// Sets a parameter from text.
    ///
    /// # Errors
    /// [`ParameterError::Value`] if `text` is not accepted; the setting is then unchanged.
    pub fn set(&mut self, key: BulkKey, text: &str) -> Result<(), ParameterError> {
        let mut wanted = self.0.clone();
        wanted.set(key, text)?;
        let mut wanted = Self(wanted);
        let (head_dim, rotary_dim) = (wanted.at(BulkKey::HeadDim), wanted.at(BulkKey::RotaryDim));
        if rotary_dim > head_dim {
            if key == BulkKey::RotaryDim {
                let accepted = format!("an even number from 2 to head_dim, which is {head_dim}");
                return Err(ParameterError::beyond(key.parameter(), accepted, text));
            }
            // The components that rotate are an even number, and no more than the head has.
            let most = (head_dim / 2.0).floor() * 2.0;
            wanted.0.set_nearest(BulkKey::RotaryDim, most);
        }
        *self = wanted;
        Ok(())
    }

    /// The number of positions to rotate.
    #[must_use]
    pub fn n_positions(&self) -> f64 {
        self.at(BulkKey::NPositions)
    }

    /// The components that rotate together.
    #[must_use]
    pub fn pairing(&self) -> Pairing {
        let pairing = self.0.choice(BulkKey::Pairing);
        pairing.expect("the parameter has these words")
    }

    /// The code that rotates the queries.
    #[must_use]
    pub fn path(&self) -> BulkPath {
        let path = self.0.choice(BulkKey::Path);
        path.expect("the parameter has these words")
    }

    /// Returns the size in bytes of the queries of `n_positions` positions, four bytes per number.
    #[must_use]
    pub fn bytes(&self, n_positions: f64) -> f64 {
        4.0 * self.at(BulkKey::NHeads) * self.at(BulkKey::HeadDim) * n_positions
    }

    /// Reads a query such as `positions=8192&path=simd`. Parameters with an error keep their
    /// defaults, and the errors are returned.
    #[must_use]
    pub fn parse(query: &str) -> (Self, Vec<ParameterError>) {
        let mut spec = Self::default();
        let errors = query::read(query, |key, text| spec.set(key, text));
        (spec, errors)
    }

    /// Writes the parameters that differ from the default; [`parse`](Self::parse) reads them back.
    #[must_use]
    pub fn format(&self) -> String {
        let set = BulkKey::ALL.iter().filter(|key| self.0.is_set(**key));
        query::write(set.map(|&key| (key, self.text(key))))
    }
}
