//! The figures by name.

use super::{Key, SpecError};

/// A figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FigureName {
    /// The bank of sines and cosines over position.
    SineWaves,
    /// A binary counter and the sinusoid under each bit.
    BinaryBits,
    /// One dial per rotated pair, and the score they add up to.
    RotationAngles,
    /// The position by position similarity matrix.
    DistanceHeatmap,
}

impl FigureName {
    /// Every figure, in the order of the page.
    pub const ALL: [Self; 4] = [
        Self::SineWaves,
        Self::BinaryBits,
        Self::RotationAngles,
        Self::DistanceHeatmap,
    ];

    /// The name in URLs, on the command line and in file names.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SineWaves => "sine-waves",
            Self::BinaryBits => "binary-bits",
            Self::RotationAngles => "rotation-angles",
            Self::DistanceHeatmap => "distance-heatmap",
        }
    }

    /// The figure of that name.
    ///
    /// # Errors
    /// [`SpecError::UnknownFigure`], which lists the names.
    pub fn from_name(name: &str) -> Result<Self, SpecError> {
        Self::ALL
            .into_iter()
            .find(|figure| figure.name() == name)
            .ok_or_else(|| SpecError::unknown_figure(name))
    }

    /// The names, for a sentence.
    #[must_use]
    pub fn list() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// The title on the page.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::SineWaves => "Sine waves",
            Self::BinaryBits => "Binary bits",
            Self::RotationAngles => "Rotation angles",
            Self::DistanceHeatmap => "Distance heatmap",
        }
    }

    /// One sentence that says what the figure is and how to read it, the same for every state.
    #[must_use]
    pub fn caption(self) -> &'static str {
        match self {
            Self::SineWaves => {
                "Every pair is one sine (solid) and one cosine (thin) of the position. \
                 Read all curves at one position and you have its code."
            }
            Self::BinaryBits => {
                "A counter's bits are square waves, each half as fast as the one before. \
                 Under each runs the sinusoid of the same period: the same clock, made smooth."
            }
            Self::RotationAngles => {
                "RoPE turns every pair of the query and of the key by position × frequency. \
                 The score sees only the angle between the two hands."
            }
            Self::DistanceHeatmap => {
                "Each cell compares the codes of two positions. Every diagonal has one colour, \
                 because the comparison depends on the offset only."
            }
        }
    }

    /// The parameters that all figures share.
    pub const SHARED_KEYS: [Key; 5] =
        [Key::Base, Key::Dim, Key::Position, Key::Offset, Key::Length];

    /// Those of them that change what this figure shows.
    #[must_use]
    pub fn shared_keys(self) -> &'static [Key] {
        match self {
            Self::BinaryBits => &[Key::Position, Key::Length],
            Self::SineWaves | Self::RotationAngles | Self::DistanceHeatmap => &Self::SHARED_KEYS,
        }
    }

    /// The parameters of this figure alone, in the order of its controls.
    #[must_use]
    pub fn own_keys(self) -> &'static [Key] {
        match self {
            Self::SineWaves => &[Key::Pairs, Key::FarOffset, Key::Order],
            Self::BinaryBits => &[Key::Value, Key::Bits],
            Self::RotationAngles => &[Key::Pair, Key::Content, Key::Pairing],
            Self::DistanceHeatmap => &[Key::Measure, Key::Zoom, Key::ViewRow, Key::ViewColumn],
        }
    }

    /// Settings worth a look, each a query that is laid over the current state.
    #[must_use]
    pub fn presets(self) -> &'static [Preset] {
        match self {
            Self::SineWaves => {
                const {
                    &[
                        preset("the paper's model", "base=10000&dim=512&pairs=auto"),
                        preset(
                            "neighbours and a stranger",
                            "position=20&offset=1&far-offset=60",
                        ),
                        preset("fast pairs only", "pairs=0-7&length=64"),
                    ]
                }
            }
            Self::BinaryBits => {
                const {
                    &[
                        preset("252 = 11111100", "position=252&bits=8&length=512"),
                        preset("about to carry: 127", "position=127&bits=8&length=256"),
                        preset("ten million", "position=10000000&bits=24&length=512"),
                    ]
                }
            }
            Self::RotationAngles => {
                const {
                    &[
                        preset(
                            "q at 10°, k at 20°",
                            "dim=2&length=4&content=tilted&pair=0\
                     &position=0.17453292519943295&offset=0.17453292519943295",
                        ),
                        preset(
                            "both 30° on: 40° and 50°",
                            "dim=2&length=4&content=tilted&pair=0\
                     &position=0.6981317007977318&offset=0.17453292519943295",
                        ),
                        preset(
                            "a Llama 3 head",
                            "base=500000&dim=128&length=128&content=aligned",
                        ),
                    ]
                }
            }
            Self::DistanceHeatmap => {
                const {
                    &[
                        preset(
                            "dim 1024, where 1 and 2 are 0.0265 apart",
                            "dim=1024&base=10000&length=256&position=1&offset=1\
                     &measure=cosine-distance&zoom=1",
                        ),
                        preset("4,096 positions", "length=4096&zoom=1"),
                        preset(
                            "cells",
                            "zoom=8&view-row=0&view-column=0&position=3&offset=4&length=128",
                        ),
                    ]
                }
            }
        }
    }
}

/// A named setting of some parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// Its name on the page.
    pub label: &'static str,
    /// What it sets, as a query.
    pub query: &'static str,
}

const fn preset(label: &'static str, query: &'static str) -> Preset {
    Preset { label, query }
}
