//! The table of all parameters: key, range, unit, label and help.

use super::choice::{
    AddedEncoding, AnglesView, ApartView, Axes, Choice, Components, Content, Projection, Relative,
    RopeForm, RoundingView, Rule, RuleView, SchemeName, SinesView, TableView, Vectors, Word,
};
use super::race::{Guess, HEAD_DIMS, RaceTask, RaceView, Racer, TRAINED_ON};
pub use super::range::Range;
use phasor_encoding::{Format, Mask, Measure, Order, Pairing, analysis::Property};
use phasor_text::Scale;

/// What a parameter accepts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// A number.
    Number(Range),
    /// One of a few words.
    Choice(&'static [Word]),
    /// A [`PairSelection`](super::PairSelection).
    Pairs,
    /// A [`Sentence`](super::Sentence).
    Sentence,
}

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameter {
    /// The identity.
    pub key: Key,
    /// The name in URLs, attributes and flags.
    pub name: &'static str,
    /// The name on the page.
    pub label: &'static str,
    /// The unit of a number, empty if it has none.
    pub unit: &'static str,
    /// The meaning, in one sentence.
    pub help: &'static str,
    /// The accepted values.
    pub kind: Kind,
    /// The default number; for a choice, the index of the word.
    pub default: f64,
}

/// The largest integer up to which every integer is exact and distinct in `f64`, 2^53 - 1.
pub const MAX_VALUE: f64 = 9_007_199_254_740_991.0;
/// The largest position.
pub const MAX_POSITION: f64 = 10_000_000.0;
/// The largest number of positions in view.
pub const MAX_LENGTH: f64 = 4096.0;

const fn real(min: f64, max: f64, scale: Scale, snaps: &'static [f64]) -> Kind {
    whole(min, max, 0.0, scale, snaps)
}

const fn whole(min: f64, max: f64, multiple_of: f64, scale: Scale, snaps: &'static [f64]) -> Kind {
    Kind::Number(Range {
        min,
        max,
        multiple_of,
        scale,
        snaps,
    })
}

/// A row or a column of an image of 8 x 8 patches.
const PATCH: Kind = whole(0.0, 7.0, 1.0, Scale::Linear, &[]);

macro_rules! table {
    ($($key:ident $name:literal, $label:literal, $unit:literal, $kind:expr, $default:expr, $help:literal;)*) => {
        /// A parameter's identity.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Key {
            $(#[doc = $help] $key),*
        }

        /// Every parameter, in the order of reference pages.
        pub static TABLE: &[Parameter] = &[$(Parameter {
            key: Key::$key, name: $name, label: $label, unit: $unit, help: $help, kind: $kind,
            default: $default,
        }),*];

        /// The number of parameters.
        pub(super) const N_KEYS: usize = [$(Key::$key),*].len();
    };
}

table! {
    Base "base", "base (θ)", "",
        real(2.0, 10_000_000.0, Scale::Log, &[10_000.0, 500_000.0, 1_000_000.0]), 10_000.0,
        "Base of the frequencies, a geometric progression: pair i rotates by base^(-2i/dim) radians per position.";
    Dim "dim", "components", "components",
        whole(2.0, 1024.0, 2.0, Scale::Log, &[64.0, 128.0, 256.0, 512.0, 1024.0]), 64.0,
        "Components of an encoding or a head; there are half as many pairs.";
    Position "position", "position", "tokens",
        real(0.0, MAX_POSITION, Scale::Linear, &[]), 20.0,
        "The position under the cursor; for a rotated head, the position of the query.";
    Offset "offset", "offset", "tokens",
        real(-4095.0, 4095.0, Scale::Linear, &[]), 2.0,
        "Second position minus first; for a rotated head, key minus query.";
    Length "length", "length", "tokens",
        whole(2.0, MAX_LENGTH, 1.0, Scale::Log, &[128.0, 256.0, 512.0, 1024.0, 2048.0]), 128.0,
        "Number of positions shown; in a table, number of rows.";
    Pairs "pairs", "pairs shown", "", Kind::Pairs, 0.0,
        "Pairs drawn as waves, fastest first; auto spreads eight from the fastest to the slowest.";
    FarOffset "far-offset", "far offset", "tokens",
        real(-4095.0, 4095.0, Scale::Linear, &[]), 60.0,
        "Third position minus first, among the sine waves.";
    Order "order", "component order", "", Kind::Choice(Order::LIST), 0.0,
        "Order of sines and cosines in the vector.";
    Value "value", "integer", "",
        whole(0.0, MAX_VALUE, 1.0, Scale::Linear, &[]), 0.0,
        "Integer to encode in bits; up to 10,000,000, it is the position.";
    Bits "bits", "bits", "digits",
        whole(1.0, 53.0, 1.0, Scale::Linear, &[8.0, 16.0]), 8.0,
        "Digits of the binary counter.";
    Pair "pair", "pair in focus", "",
        whole(0.0, 511.0, 1.0, Scale::Linear, &[]), 3.0,
        "The pair in focus; 0 is the fastest.";
    Content "content", "vectors", "", Kind::Choice(Content::LIST), 0.0,
        "The query and key before rotation, the same in every pair.";
    Pairing "pairing", "pair layout", "", Kind::Choice(Pairing::LIST), 0.0,
        "Which two components form a pair.";
    Measure "measure", "measure", "", Kind::Choice(Measure::LIST), 0.0,
        "How two encodings are compared.";
    Zoom "zoom", "zoom", "×",
        real(1.0, 512.0, Scale::Log, &[1.0]), 1.0,
        "Magnification of the heatmap.";
    ViewRow "view-row", "first row", "tokens",
        real(0.0, MAX_LENGTH, Scale::Linear, &[]), 0.0,
        "First row in view when the heatmap is magnified, counted from the first shown position.";
    ViewColumn "view-column", "first column", "tokens",
        real(0.0, MAX_LENGTH, Scale::Linear, &[]), 0.0,
        "First column in view when the heatmap is magnified, counted from the first shown position.";
    Speed "speed", "speed", "tokens/s",
        real(0.25, 256.0, Scale::Log, &[]), 4.0,
        "Positions per second while playing.";

    Sentence "sentence", "sentence", "", Kind::Sentence, 0.0,
        "The words that the attention head reads.";
    Token "token", "word in focus", "",
        whole(0.0, 9.0, 1.0, Scale::Linear, &[]), 1.0,
        "Place of the word in focus in the written sentence, counted from 0.";
    Arrangement "arrangement", "arrangement", "",
        whole(0.0, 3_628_799.0, 1.0, Scale::Linear, &[]), 94.0,
        "Number of the order that is shown beside the written one; 0 is as written.";
    Shuffle "shuffle", "shuffle", "",
        real(0.0, 1.0, Scale::Linear, &[]), 1.0,
        "Progress of the words towards the other order: 0 is as written, 1 is rearranged.";
    Mask "mask", "mask", "", Kind::Choice(Mask::LIST), 0.0,
        "The words that a word may attend to: all, or only itself and the words before it.";
    AddedEncoding "code", "positions", "", Kind::Choice(AddedEncoding::LIST), 0.0,
        "Whether the model’s own position vector is added to the vector of each word.";
    TableView "table-view", "view", "", Kind::Choice(TableView::LIST), 0.0,
        "What is shown of a learned table: all rows compared with each other, or the numbers.";
    Projection "projection", "map", "", Kind::Choice(Projection::LIST), 0.0,
        "How encodings are projected to the plane.";
    Turn "turn", "turn", "degrees",
        real(-180.0, 180.0, Scale::Linear, &[0.0]), 32.0,
        "Rotation of paths in three dimensions about their upright axis.";
    Tilt "tilt", "tilt", "degrees",
        real(-90.0, 90.0, Scale::Linear, &[0.0]), 18.0,
        "Tilt of paths in three dimensions; at 90, you look down on them.";
    Components "components", "components kept", "", Kind::Choice(Components::LIST), 0.0,
        "What an encoding keeps of every pair: its sine, its cosine, or both.";
    SinesView "sines-view", "view", "", Kind::Choice(SinesView::LIST), 0.0,
        "What is shown of sines and cosines: dot products over position, one pair on its dial, or every component.";
    Step "step", "step in focus", "",
        whole(0.0, 4.0, 1.0, Scale::Linear, &[]), 4.0,
        "The step of the derivation of a shift; 0 shows the dial alone.";
    Relative "relative", "relative scheme", "", Kind::Choice(Relative::LIST), 0.0,
        "The scheme that gives a score the position of its key relative to its query.";
    Clip "clip", "clip (K)", "tokens",
        whole(1.0, 64.0, 1.0, Scale::Linear, &[]), 2.0,
        "The largest distance that Shaw’s scheme distinguishes.";
    Heads "n-heads", "heads", "",
        whole(1.0, 64.0, 1.0, Scale::Linear, &[]), 12.0,
        "Number of attention heads in a layer.";
    Head "head", "head in focus", "",
        whole(0.0, 63.0, 1.0, Scale::Linear, &[]), 0.0,
        "The head in focus, counted from 0.";
    Peak "peak", "peak", "tokens",
        whole(0.0, 4095.0, 1.0, Scale::Linear, &[]), 60.0,
        "Offset at which the chosen query and key score most.";
    Vectors "vectors", "vectors", "", Kind::Choice(Vectors::LIST), 0.0,
        "The vectors of query and key whose scores are shown.";
    Context "context", "text length", "tokens",
        whole(1024.0, 131_072.0, 512.0, Scale::Log, &[4096.0, 8192.0, 16_384.0, 32_768.0, 65_536.0]), 16_384.0,
        "Length of the text that a model reads.";
    Rule "rule", "scaling rule", "", Kind::Choice(Rule::LIST), 3.0,
        "How RoPE’s frequencies are changed for texts longer than in training.";
    Factor "factor", "factor", "×",
        real(1.0, 1024.0, Scale::Log, &[2.0, 4.0, 8.0, 16.0, 32.0, 128.0]), 8.0,
        "Length of the longer text divided by the training length.";
    TrainingLength "training-length", "training length", "tokens",
        whole(1024.0, 1e7, 1.0, Scale::Log, &[2048.0, 4096.0, 8192.0, 32_768.0, 131_072.0, 1_048_576.0]), 4096.0,
        "Length of the longest text in training (original_max_position_embeddings).";
    PartialRotaryFactor "partial-rotary-factor", "partial rotary factor", "",
        real(0.0, 1.0, Scale::Linear, &[]), 0.25,
        "Share of the pairs that rotate under p-RoPE, which are the fastest.";
    RuleView "rule-view", "view", "", Kind::Choice(RuleView::LIST), 0.0,
        "What is shown of scaling rules: dials with new angles, wavelengths before and after, or all rules compared.";
    Axes "axes", "axes", "", Kind::Choice(Axes::LIST), 0.0,
        "How pairs are assigned to the axes of an image or a video.";
    QueryRow "query-row", "query row", "", PATCH, 2.0,
        "The row of the query patch, counted from 0.";
    QueryColumn "query-column", "query column", "", PATCH, 2.0,
        "The column of the query patch, counted from 0.";
    KeyRow "key-row", "key row", "", PATCH, 4.0,
        "The row of the key patch, counted from 0.";
    KeyColumn "key-column", "key column", "", PATCH, 5.0,
        "The column of the key patch, counted from 0.";
    Frame "frame", "frames apart", "frames",
        whole(-16.0, 16.0, 1.0, Scale::Linear, &[]), 0.0,
        "Frames of a video from query to key; axial RoPE has no time axis.";
    Format "dtype", "number format", "", Kind::Choice(Format::LIST), 2.0,
        "The floating-point format of positions and angles.";
    RoundingView "rounding-view", "view", "", Kind::Choice(RoundingView::LIST), 0.0,
        "What is shown of low precision: positions that become one number, or the error of every angle.";
    Candidate "candidate", "scheme", "", Kind::Choice(SchemeName::LIST), 9.0,
        "The positional scheme whose evidence is shown.";
    Property "property", "property", "", Kind::Choice(Property::LIST), 6.0,
        "The property whose evidence is shown.";
    Directions "directions", "directions set aside", "of 384",
        whole(0.0, 384.0, 1.0, Scale::Linear, &[]), 44.0,
        "Directions set aside for positions when a word is read from its sum with a positional encoding.";
    EncodingScale "code-scale", "encoding scale", "×",
        real(0.01, 100.0, Scale::Log, &[0.051, 1.0]), 1.0,
        "Factor of a positional encoding before it is added to a word.";
    ApartView "apart-view", "view", "", Kind::Choice(ApartView::LIST), 0.0,
        "What is shown of word and position: all sums in a plane, the words read from one sum, or the shares that directions hold.";
    AnglesView "angles-view", "view", "", Kind::Choice(AnglesView::LIST), 0.0,
        "What is shown of a rotated head: a dial for each pair, the score by offset, or the rotated components.";
    RopeForm "rope-form", "form", "", Kind::Choice(RopeForm::LIST), 0.0,
        "How the rotation is written: as a matrix or component by component.";
    Task "task", "task", "", Kind::Choice(RaceTask::LIST), 0.0,
        "What tiny transformers learn in a race.";
    Guess "guess", "your guess", "", Kind::Choice(Guess::LIST), 0.0,
        "Which encoding will answer best at 8 times the training length; ask hides the results until you guess.";
    Racer "racer", "encoding in focus", "", Kind::Choice(Racer::LIST), 0.0,
        "The positional encoding of the transformer in focus.";
    RaceView "race-view", "view", "", Kind::Choice(RaceView::LIST), 0.0,
        "What is shown of a race: its curves, an attention head, or what an encoding has learned.";
    Progress "progress", "training shown", "%",
        whole(0.0, 100.0, 5.0, Scale::Linear, &[]), 100.0,
        "How much of the training is shown.";
    Map "attention-head", "attention head", "",
        whole(0.0, 23.0, 1.0, Scale::Linear, &[]), 0.0,
        "The attention head of the racer in focus, counted from 0 through all layers.";
    Seed "seed", "seed", "",
        whole(0.0, 999.0, 1.0, Scale::Linear, &[]), 0.0,
        "The seed of a race: of the first weights and of the training texts.";
    Back "back", "letters back (k)", "tokens",
        whole(1.0, 8.0, 1.0, Scale::Linear, &[]), 3.0,
        "How many places back the letter is that a racer should say.";
    HeadDim "head-dim", "width of a head", "components", Kind::Choice(HEAD_DIMS), 2.0,
        "Components of each attention head of a racer, of 48 in all.";
    TrainedOn "train-length", "training length", "tokens", Kind::Choice(TRAINED_ON), 1.0,
        "Length of the texts in a race’s training; it is tested up to 8 times that.";
}

impl Key {
    /// Returns the row of this parameter.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        reason = "keys and rows come from the same list"
    )]
    pub fn parameter(self) -> &'static Parameter {
        &TABLE[self as usize]
    }

    /// Returns the name in URLs, attributes and flags.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.parameter().name
    }

    /// Returns the parameter with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let row = TABLE.iter().find(|row| row.name == name)?;
        Some(row.key)
    }
}

impl Parameter {
    /// Returns the range of a number; `None` for other kinds.
    #[must_use]
    pub fn range(&self) -> Option<Range> {
        match self.kind {
            Kind::Number(range) => Some(range),
            _ => None,
        }
    }

    /// Returns the accepted values, as a phrase that follows "must be".
    #[must_use]
    pub fn accepted(&self) -> String {
        match self.kind {
            Kind::Number(range) => range.accepted(),
            Kind::Choice(words) => {
                let names: Vec<&str> = words.iter().map(|word| word.name).collect();
                match names.as_slice() {
                    [first @ .., last] => format!("{} or {last}", first.join(", ")),
                    [] => String::new(),
                }
            }
            Kind::Pairs => format!(
                "auto or up to {} pair numbers from 0 to {} such as 0,4,8-11",
                super::PairSelection::MOST,
                super::PairSelection::LAST
            ),
            Kind::Sentence => super::Sentence::accepted(),
        }
    }
}
