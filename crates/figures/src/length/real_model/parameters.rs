//! The parameters of the figure `real-model`. All are choices, because each state that they reach is stored.

use super::texts::Prompt;
use crate::{Key, Setting};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter};

choice! {
    /// What the figure asks of a model.
    pub enum ModelTest {
        /// The most probable next words.
        NextWord "next-word" "next word",
        /// To repeat a list.
        Copying "copying" "copy",
        /// How much every token of a text surprises it.
        Text "text" "surprise",
        /// How far back its heads attend.
        Heads "heads" "heads",
        /// Its perplexity on texts longer than those of its training.
        Length "length" "length",
    }
}

choice! {
    /// What is done to the positions of a model.
    pub(crate) enum ChangeKind {
        /// Nothing.
        None "none" "as published",
        /// Layers do not rotate.
        Rotation "rotation" "layers without rotation",
        /// Pairs do not rotate.
        Frozen "frozen" "frozen pairs",
        /// A number is added to every position.
        Shift "shift" "shifted positions",
        /// Another base.
        Base "base" "another base",
        /// A scaling rule.
        Rule "rule" "a scaling rule",
        /// Tokens have their positions in another order.
        Order "order" "another order",
    }
}

choice! {
    /// Layers that do not rotate.
    pub enum StillLayers {
        /// All.
        All "all" "all",
        /// The last of every four.
        EveryFourth "every-fourth" "every fourth",
        /// The first.
        First "first" "the first",
    }
}

choice! {
    /// The end of the spectrum at which pairs are frozen.
    pub enum FrozenEnd {
        /// The pairs with the shortest wavelengths.
        Fastest "fastest" "the fastest",
        /// The pairs with the longest wavelengths.
        Slowest "slowest" "the slowest",
    }
}

choice! {
    /// The format in which angles are computed.
    pub enum AnglePrecision {
        /// `f64`; cosines and sines are rounded once.
        F64 "f64" "f64, rounded once",
        /// `f32`.
        F32 "f32" "f32",
        /// `bf16`.
        Bf16 "bf16" "bf16",
    }
}

choice! {
    /// A scaling rule for a model that was trained without one.
    pub enum ModelRule {
        /// YaRN.
        Yarn "yarn" "YaRN",
        /// NTK-aware: another base.
        Ntk "ntk" "NTK-aware",
        /// The rule of Llama 3.1.
        Llama3 "llama3" "Llama 3.1",
        /// Position interpolation.
        Linear "linear" "position interpolation",
    }
}

choice! {
    /// The order in which tokens have their positions.
    pub enum PositionOrder {
        /// From the last to the first.
        Reversed "reversed" "reversed",
        /// Some neighbours are swapped.
        Swapped "swapped" "some neighbours swapped",
        /// At random.
        Shuffled "shuffled" "shuffled",
        /// Two neighbours have one position.
        Twos "twos" "two share a position",
        /// Four neighbours have one position.
        Fours "fours" "four share a position",
    }
}

/// Defines a choice among numbers, with their words. The first is the default.
macro_rules! numbers {
    ($(#[$doc:meta])* $Name:ident: $number:ty {
        $first:literal $first_name:literal $first_label:literal,
        $($value:literal $name:literal $label:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub(crate) struct $Name(pub(crate) $number);

        impl Default for $Name {
            fn default() -> Self {
                Self($first)
            }
        }

        choice! {
            impl $Name {
                Self($first) => $first_name $first_label,
                $(Self($value) => $name $label,)*
            }
        }
    };
}

numbers! {
    /// How many pairs are frozen.
    FrozenPairs: usize {
        1 "1" "1",
        2 "2" "2",
        4 "4" "4",
        8 "8" "8",
        12 "12" "12",
        16 "16" "16",
        20 "20" "20",
        24 "24" "24",
        28 "28" "28",
        32 "32" "all 32",
    }
}

numbers! {
    /// What is added to every position.
    Shift: f64 {
        0.0 "0" "0",
        1e3 "1000" "1,000",
        1e5 "100000" "100,000",
        1e7 "10000000" "10,000,000",
    }
}

numbers! {
    /// The base of a model.
    ModelBase: f64 {
        1e2 "100" "100",
        1e3 "1000" "1,000",
        1e4 "10000" "10,000",
        3e4 "30000" "30,000",
        1e5 "100000" "100,000: its own",
        3e5 "300000" "300,000",
        1e6 "1000000" "1,000,000",
    }
}

numbers! {
    /// How many times the original length a rule allows.
    ModelFactor: f64 {
        2.0 "2" "2",
        4.0 "4" "4",
        8.0 "8" "8",
    }
}

numbers! {
    /// Positions that are skipped between a list and its copy.
    Gap: f64 {
        0.0 "0" "0",
        1e3 "1000" "1,000",
        3e3 "3000" "3,000",
        6e3 "6000" "6,000",
        9e3 "9000" "9,000",
        14e3 "14000" "14,000",
        24e3 "24000" "24,000",
        48e3 "48000" "48,000",
    }
}

numbers! {
    /// The length of a text whose perplexity was measured, in tokens.
    ModelLength: f64 {
        1024.0 "1024" "1,024",
        2048.0 "2048" "2,048",
        4096.0 "4096" "4,096",
        8192.0 "8192" "8,192",
        12_288.0 "12288" "12,288",
    }
}

/// Gives each choice its parameter.
macro_rules! rows {
    ($($Name:ident $ROW:ident $Key:ident $name:literal $label:literal $unit:literal $default:literal $help:literal;)*) => {
        $(
            impl Setting for $Name {
                const KEY: Key = Key::$Key;
            }

            pub(crate) const $ROW: Parameter = Parameter {
                name: $name,
                label: $label,
                unit: $unit,
                help: $help,
                accepts: Accepts::Choice($Name::LIST),
                default: $default,
            };
        )*
    };
}

rows! {
    ModelTest MODEL_TEST ModelTest "model-test" "test" "" "next-word"
        "The test of a real model: the next word, a list to copy, the surprise of each token of a text, how far back heads attend, or perplexity by text length.";
    Prompt PROMPT Prompt "prompt" "beginning" "" "bite"
        "The beginning of a text, which a real model continues.";
    ChangeKind CHANGE Change "change" "change" "" "rotation"
        "What is done to the positions of a real model.";
    StillLayers STILL_LAYERS StillLayers "still-layers" "layers without rotation" "" "all"
        "The layers of a real model that do not rotate.";
    FrozenPairs FROZEN_PAIRS FrozenPairs "frozen-pairs" "frozen pairs" "" "1"
        "How many of the 32 pairs of a real model do not rotate.";
    FrozenEnd FROZEN_END FrozenEnd "frozen-end" "which pairs" "" "fastest"
        "Whether the fastest or the slowest pairs of a real model are frozen.";
    Shift SHIFT Shift "shift" "added to positions" "" "10000000"
        "The number that is added to every position of a real model.";
    AnglePrecision ANGLE_PRECISION AnglePrecision "angle-dtype" "format of angles" "" "f64"
        "The floating-point format in which the angles of a real model are computed.";
    ModelBase MODEL_BASE ModelBase "model-base" "base of the model" "" "10000"
        "The base of a real model, which was trained with 100,000.";
    ModelRule MODEL_RULE ModelRule "model-rule" "rule of the model" "" "yarn"
        "The scaling rule that a real model gets, without any further training.";
    ModelFactor MODEL_FACTOR ModelFactor "model-factor" "factor of the rule" "×" "2"
        "How many times the original length the rule of a real model allows.";
    PositionOrder POSITION_ORDER PositionOrder "position-order" "order of positions" "" "reversed"
        "The order in which the tokens of a real model have their positions.";
    ModelLength MODEL_LENGTH ModelLength "model-length" "text length" "tokens" "12288"
        "The length of a text that a real model reads.";
    Gap GAP Gap "gap" "skipped positions" "" "0"
        "The positions that no token has, between a list and its copy.";
}
