//! The list of figures, and the chunk of the page's program that contains each.

use super::asset::Asset;
use super::kind::{Kind, Preset, SHARED_KEYS, Sketch, Start};
use crate::topic::Topic;
use crate::{Key, Spec};
use crate::{
    absolute, attention, compare, length, positions, precision, relative, rotary, sinusoid,
};
use phasor_chunk::chunk;
use phasor_text::shorten;

/// The part of a figure that is known without its chunk.
struct Entry {
    name: &'static str,
    chunk: &'static str,
    assets: &'static [Asset],
    kind: fn() -> &'static Kind,
}

macro_rules! figures {
    ($($(#[$doc:meta])* $Figure:ident $name:literal = $kind:path, chunk $chunk:literal $part:literal $(with $($asset:ident)*)?;)*) => {
        /// A figure of the list. Its name is always known; everything else is in its chunk, which the page must load
        /// first.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum FigureName {
            $($(#[$doc])* $Figure,)*
        }

        impl FigureName {
            /// Every figure: those of the Lab, then those of the ladder from the lowest rung.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$Figure),*];

            fn entry(self) -> Entry {
                match self {
                    $(Self::$Figure => {
                        chunk!(fn kind() -> &'static Kind { &$kind } in $chunk $part);
                        Entry { name: $name, chunk: $chunk, assets: &[$($(Asset::$asset),*)?], kind }
                    })*
                }
            }
        }
    };
}

// Figures that have code in common, such as a drawn scene, share a chunk, in parts 0, 1 and so on.
figures! {
    /// The bank of sines and cosines over position.
    SineWaves "sine-waves" = sinusoid::sine_waves::KIND, chunk "sine-waves" 0;
    /// A binary counter and the sinusoid under each bit.
    BinaryBits "binary-bits" = absolute::binary_bits::KIND, chunk "binary-bits" 0;
    /// One dial per rotated pair, and the score that the pairs sum to.
    RotationAngles "rotation-angles" = rotary::rotation_angles::KIND, chunk "rotation-angles" 0;
    /// The position by position similarity matrix.
    DistanceHeatmap "distance-heatmap" = sinusoid::distance_heatmap::KIND, chunk "distance-heatmap" 0;
    /// A clock hand for each pair, with the wave that it draws, and every position compared with every other.
    Clockwork "clockwork" = sinusoid::clockwork::KIND, chunk "clockwork" 0;
    /// Real words through one real attention head, without positions.
    OrderBlind "order-blind" = attention::order_blind::KIND, chunk "order-blind" 0 with Words Head;
    /// A word with its position added as an integer.
    IntegerCode "integer-code" = absolute::added_encoding::INTEGER, chunk "added-code" 0 with Words;
    /// A word with its position, divided by the last position, added.
    NormalisedCode "normalised-code" = absolute::added_encoding::NORMALISED, chunk "added-code" 1 with Words;
    /// A word with the bits of its position added.
    BinaryCode "binary-code" = absolute::added_encoding::BINARY, chunk "added-code" 2 with Words;
    /// Three bits of every position, as a path through a cube.
    BinaryPath "binary-path" = sinusoid::path::BINARY, chunk "path" 0;
    /// Three components of the sinusoidal encoding of every position, as a path through a cube.
    SinusoidalPath "sinusoidal-path" = sinusoid::path::SINUSOIDAL, chunk "path" 1;
    /// Sinusoidal encodings with sines alone or cosines alone.
    SinesOnly "sines-only" = sinusoid::sines_only::KIND, chunk "sines-only" 0;
    /// The matrix that shifts a pair by an offset, derived in steps.
    ShiftRotation "shift-rotation" = sinusoid::shift_rotation::KIND, chunk "shift-rotation" 0;
    /// A thousand positions as a map in the plane.
    PositionMap "position-map" = sinusoid::position_map::KIND, chunk "position-map" 0;
    /// What the bias of a relative scheme does to the attention of one word.
    BiasedAttention "biased-attention" = relative::biased_attention::KIND, chunk "biased-attention" 0 with Words Head;
    /// The position information that four relative schemes give to every pair of words in a sentence.
    RelativeBias "relative-bias" = relative::relative_bias::KIND, chunk "relative-bias" 0;
    /// Two words moved through a text, rotated or with positional encodings added.
    BlueDog "blue-dog" = rotary::blue_dog::KIND, chunk "blue-dog" 0;
    /// One rotation as a matrix and component by component.
    RopeForms "rope-forms" = rotary::rope_forms::KIND, chunk "rope-forms" 0;
    /// Full, partial and proportional rotation of one head, as lanes.
    RotaryLanes "rotary-lanes" = rotary::rotary_lanes::KIND, chunk "rotary-lanes" 0;
    /// The distances that one frequency can tell apart, and those that all can.
    OneFrequency "one-frequency" = rotary::one_frequency::KIND, chunk "one-frequency" 0;
    /// The distance of the encoding of every position from that of one position.
    DistanceScatter "distance-scatter" = sinusoid::distance_scatter::KIND, chunk "distance-scatter" 0;
    /// The position table of a real model.
    LearnedTable "learned-table" = absolute::learned_table::KIND, chunk "learned-table" 0 with Positions;
    /// Word and position, read back from their sum.
    TellingApart "telling-apart" = absolute::telling_apart::KIND, chunk "telling-apart" 0 with Words;
    /// RoPE's score of equal, random and chosen vectors, and its bound.
    ScoreDecay "score-decay" = rotary::score_decay::KIND, chunk "score-decay" 0;
    /// Image patches that are rotated by row and column.
    Patches "patches" = rotary::patches::KIND, chunk "patches" 0;
    /// The axes that the pairs of real image and video models follow.
    HeadAxes "head-axes" = rotary::head_axes::KIND, chunk "head-axes" 0;
    /// The angles that a picture larger than in training reaches, and what rules do about them.
    LargerPictures "larger-pictures" = rotary::larger_pictures::KIND, chunk "patches" 1;
    /// Which position each token gets, and the mistakes that programs make.
    TokenPositions "token-positions" = positions::token_positions::KIND, chunk "token-positions" 0;
    /// Measured perplexity against the length of the text.
    PastTraining "past-training" = length::past_training::KIND, chunk "past-training" 0;
    /// Six tiny transformers in training, and their answers on longer texts.
    TrainingRace "training-race" = length::training_race::KIND, chunk "training-race" 0 with Races;
    /// What a real language model says when its positions are changed.
    RealModel "real-model" = length::real_model::KIND, chunk "real-model" 0 with RealModel;
    /// How scaling rules change the wavelength of every pair.
    ScaledAngles "scaled-angles" = length::scaled_angles::KIND, chunk "scaled-angles" 0;
    /// Positions that become one number in low precision.
    ShortFormats "short-formats" = precision::short_formats::KIND, chunk "short-formats" 0;
    /// Which scheme has which property.
    Scoreboard "scoreboard" = compare::scoreboard::KIND, chunk "scoreboard" 0;
}

/// The error for a name that no figure has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("There is no figure `{name}`; the figures are {list}.")]
pub struct UnknownFigure {
    name: String,
    list: String,
}

impl FigureName {
    /// The figures that the Lab shows at first, in page order.
    pub const LAB: [Self; 4] = [
        Self::SineWaves,
        Self::BinaryBits,
        Self::RotationAngles,
        Self::DistanceHeatmap,
    ];

    /// Returns whether the Lab can show the figure. It has no background for those that work there.
    #[must_use]
    pub fn is_in_lab(self) -> bool {
        !matches!(self, Self::PositionMap | Self::TrainingRace)
    }

    /// The parameters that the figures of the Lab share.
    pub const SHARED_KEYS: [Key; 5] = SHARED_KEYS;

    /// Returns the figure with this name.
    ///
    /// # Errors
    /// [`UnknownFigure`] if there is none; its message lists the names.
    pub fn from_name(name: &str) -> Result<Self, UnknownFigure> {
        let found = Self::ALL.into_iter().find(|figure| figure.name() == name);
        found.ok_or_else(|| UnknownFigure {
            name: shorten(name),
            list: Self::ALL.map(Self::name).join(", "),
        })
    }

    /// Returns the name in URLs, on the command line and in file names.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Returns the chunk of the page's program that contains the figure.
    #[must_use]
    pub fn chunk(self) -> &'static str {
        self.entry().chunk
    }

    /// Returns the files that must be [kept](super::asset::keep) before the figure is created.
    #[must_use]
    pub fn assets(self) -> &'static [Asset] {
        self.entry().assets
    }

    fn kind(self) -> &'static Kind {
        (self.entry().kind)()
    }

    /// Returns the title on the page.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.kind().title
    }

    /// Returns the topics by which readers find the figure, the most important first.
    #[must_use]
    pub fn topics(self) -> &'static [Topic] {
        self.kind().topics
    }

    /// Returns everyday words for what the figure looks like.
    #[must_use]
    pub fn search_words(self) -> &'static str {
        self.kind().search_words
    }

    /// Returns what the figure shows and how to read it, the same for every state.
    #[must_use]
    pub fn caption(self) -> &'static str {
        self.kind().caption
    }

    /// Returns a sentence on what the keyboard does in the picture.
    #[must_use]
    pub fn keyboard(self) -> &'static str {
        self.kind().keyboard
    }

    /// Returns the parameters that it shares with other figures and whose controls, in the Lab, do not stand with it.
    #[must_use]
    pub fn shared_keys(self) -> &'static [Key] {
        self.kind().shared_keys
    }

    /// Returns the parameters whose controls stand with this figure wherever it is, in their order.
    #[must_use]
    pub fn own_keys(self) -> &'static [Key] {
        self.kind().own_keys
    }

    /// Returns every parameter of the figure: the shared ones, then its own.
    pub fn keys(self) -> impl Iterator<Item = Key> {
        self.shared_keys().iter().chain(self.own_keys()).copied()
    }

    /// Returns every parameter that text can set: those with a control, and [`Key::Value`], an integer beyond the last
    /// position, which has none.
    pub fn keys_of_text(self) -> impl Iterator<Item = Key> {
        let has_integer = self.keys().any(|key| key == Key::Bits);
        self.keys().chain(has_integer.then_some(Key::Value))
    }

    /// Returns the one to three most important parameters, whose controls are beside the picture.
    #[must_use]
    pub fn leading_keys(self) -> &'static [Key] {
        self.kind().leading_keys
    }

    /// Returns whether `key` changes neither picture nor reading in this state.
    #[must_use]
    pub fn is_idle(self, spec: &Spec, key: Key) -> bool {
        (self.kind().idle)(spec, key)
    }

    /// Returns the presets.
    #[must_use]
    pub fn presets(self) -> &'static [Preset] {
        self.kind().presets
    }

    /// Returns the parameter that the clock moves, if the figure has a clock.
    #[must_use]
    pub fn clock(self) -> Option<Key> {
        self.kind().clock
    }

    /// Returns what a reader can start beside the figure, if there is such a thing.
    #[must_use]
    pub fn starts(self) -> Option<Start> {
        self.kind().starts
    }

    /// Returns whether the figure can be magnified.
    #[must_use]
    pub fn is_zoomed(self) -> bool {
        self.own_keys().contains(&Key::Zoom)
    }

    /// Changes `spec` as an arrow key does; `right` and `down` are steps, negative for the opposite direction.
    pub fn arrow(self, spec: &mut Spec, right: f64, down: f64) {
        (self.kind().arrow)(spec, right, down);
    }

    pub(crate) fn sketch(self) -> Box<dyn Sketch> {
        (self.kind().sketch)()
    }
}
