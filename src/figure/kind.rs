//! What a figure is called, what sets it, and how it is made: one value of [`Kind`] in the module of
//! each figure, and the list of them.

use std::fmt;
use std::rc::Rc;

use super::asset::{Asset, Rows};
use super::drawing::Drawing;
use super::geometry::Point;
use super::handle::Handle;
use super::ladder;
use super::table::Table;
use super::{binary_bits, distance_heatmap, rotation_angles, sine_waves};
use crate::config::error::shorten;
use crate::config::{Key, Spec};

/// Everything about a figure that is the same for every state.
pub(super) struct Kind {
    /// The name in URLs, on the command line and in file names.
    pub(super) name: &'static str,
    /// The title on the page.
    pub(super) title: &'static str,
    /// What it is and how to read it.
    pub(super) caption: &'static str,
    /// What the keyboard does on it.
    pub(super) keyboard: &'static str,
    /// The shared parameters that change what it shows.
    pub(super) shared_keys: &'static [Key],
    /// The parameters that are its own, in the order of its controls.
    pub(super) own_keys: &'static [Key],
    /// Settings worth a look.
    pub(super) presets: &'static [Preset],
    /// The parameter that its clock moves, if it has one.
    pub(super) clock: Option<Key>,
    /// What an arrow key does: steps to the right and down, negative for the opposite direction.
    pub(super) arrow: fn(&mut Spec, f64, f64),
    /// Makes one.
    pub(super) sketch: fn() -> Box<dyn Sketch>,
}

/// What a figure does with a spec. It lives as long as the figure is shown and keeps between
/// frames whatever is worth keeping.
pub(super) trait Sketch: fmt::Debug {
    /// Draws into an empty drawing that has its width.
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing);
    /// One or two sentences that say what is on screen now, with the numbers.
    fn reading(&mut self, spec: &Spec) -> String;
    /// The numbers on screen.
    fn table(&mut self, spec: &Spec) -> Table;
    /// What is at `point` inside of `handle`, in words.
    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String>;

    /// The files that it still needs; until it has them it shows that it waits.
    fn missing(&self) -> Vec<Asset> {
        Vec::new()
    }

    /// Takes a file that it needs.
    fn supply(&mut self, _asset: Asset, _rows: &Rc<Rows>) {}

    /// Whether something of what it shows takes too long for a frame, and is not done yet.
    fn has_work(&self, _spec: &Spec) -> bool {
        false
    }

    /// The parameters that this work depends on.
    fn work_keys(&self) -> &'static [Key] {
        &[]
    }

    /// Does a part of that, and gives what there is of it as numbers.
    fn work(&mut self, _spec: &Spec) -> Vec<f64> {
        Vec::new()
    }

    /// Takes such numbers of another one that did the work.
    fn adopt(&mut self, _spec: &Spec, _numbers: &[f64]) {}
}

/// The parameters that the figures of the Lab share.
pub(super) const SHARED_KEYS: [Key; 5] =
    [Key::Base, Key::Dim, Key::Position, Key::Offset, Key::Length];

/// Left and right move the positions together, up and down the offset.
pub(super) fn pan(spec: &mut Spec, right: f64, down: f64) {
    spec.step(right);
    spec.step_key(Key::Offset, -down);
}

/// A named setting of some parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// Its name on the page.
    pub label: &'static str,
    /// What it sets, as a query that is laid over the current state.
    pub query: &'static str,
}

pub(super) const fn preset(label: &'static str, query: &'static str) -> Preset {
    Preset { label, query }
}

/// A figure of the list.
#[derive(Clone, Copy)]
pub struct FigureName(&'static Kind);

impl PartialEq for FigureName {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl fmt::Debug for FigureName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no such figure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("There is no figure `{name}`; the figures are {list}.")]
pub struct UnknownFigure {
    name: String,
    list: String,
}

impl FigureName {
    /// The bank of sines and cosines over position.
    pub const SINE_WAVES: Self = Self(&sine_waves::KIND);
    /// A binary counter and the sinusoid under each bit.
    pub const BINARY_BITS: Self = Self(&binary_bits::KIND);
    /// One dial per rotated pair, and the score they add up to.
    pub const ROTATION_ANGLES: Self = Self(&rotation_angles::KIND);
    /// The position by position similarity matrix.
    pub const DISTANCE_HEATMAP: Self = Self(&distance_heatmap::KIND);

    /// Real words through one real attention head, without positions.
    pub const ORDER_BLIND: Self = Self(&ladder::order_blind::KIND);
    /// Three bits of every position, as a path through a cube.
    pub const BINARY_PATH: Self = Self(&ladder::path::BINARY);
    /// Three components of every sinusoidal code, as a path through a cube.
    pub const SINUSOIDAL_PATH: Self = Self(&ladder::path::SINUSOIDAL);
    /// Sinusoidal codes of sines alone or cosines alone.
    pub const SINES_ONLY: Self = Self(&ladder::sines_only::KIND);
    /// The matrix that moves a pair by an offset, worked out.
    pub const SHIFT_ROTATION: Self = Self(&ladder::shift_rotation::KIND);
    /// A thousand positions as a map in the plane.
    pub const POSITION_MAP: Self = Self(&ladder::position_map::KIND);
    /// What four relative schemes make of the distances between the words of a sentence.
    pub const RELATIVE_BIAS: Self = Self(&ladder::relative_bias::KIND);
    /// Two words moved through a text, turned and added to.
    pub const BLUE_DOG: Self = Self(&ladder::blue_dog::KIND);
    /// What one frequency can tell apart, and what all of them can.
    pub const ONE_FREQUENCY: Self = Self(&ladder::one_frequency::KIND);
    /// One rotation as a matrix and component by component.
    pub const ROPE_FORMS: Self = Self(&ladder::rope_forms::KIND);
    /// The distance of every position from one of them.
    pub const DISTANCE_SCATTER: Self = Self(&ladder::distance_scatter::KIND);
    /// The position table of a real model.
    pub const LEARNED_TABLE: Self = Self(&ladder::learned_table::KIND);
    /// RoPE's score of equal, random and chosen vectors, and its bound.
    pub const SCORE_DECAY: Self = Self(&ladder::score_decay::KIND);
    /// Image patches that are rotated by row and column.
    pub const PATCHES: Self = Self(&ladder::patches::KIND);
    /// Measured perplexity against the length of the text.
    pub const PAST_TRAINING: Self = Self(&ladder::past_training::KIND);
    /// What scaling rules do to the wavelength of every pair.
    pub const SCALED_ANGLES: Self = Self(&ladder::scaled_angles::KIND);
    /// Positions that become one number in short formats.
    pub const SHORT_FORMATS: Self = Self(&ladder::short_formats::KIND);
    /// Which scheme has which property.
    pub const SCOREBOARD: Self = Self(&ladder::scoreboard::KIND);

    /// A word with its position added as an integer.
    pub const INTEGER_CODE: Self = Self(&ladder::added_code::INTEGER);
    /// A word with its position added as a part of the length.
    pub const NORMALISED_CODE: Self = Self(&ladder::added_code::NORMALISED);
    /// A word with the bits of its position added.
    pub const BINARY_CODE: Self = Self(&ladder::added_code::BINARY);

    /// Word and position, read back from their sum.
    pub const TELLING_APART: Self = Self(&ladder::telling_apart::KIND);

    /// The figures of the Lab, in the order of the page.
    pub const LAB: [Self; 4] = [
        Self::SINE_WAVES,
        Self::BINARY_BITS,
        Self::ROTATION_ANGLES,
        Self::DISTANCE_HEATMAP,
    ];

    /// Every figure: those of the Lab, then those of the ladder from the lowest rung.
    pub const ALL: [Self; 26] = [
        Self::SINE_WAVES,
        Self::BINARY_BITS,
        Self::ROTATION_ANGLES,
        Self::DISTANCE_HEATMAP,
        Self::ORDER_BLIND,
        Self::INTEGER_CODE,
        Self::NORMALISED_CODE,
        Self::BINARY_CODE,
        Self::BINARY_PATH,
        Self::SINUSOIDAL_PATH,
        Self::SINES_ONLY,
        Self::SHIFT_ROTATION,
        Self::POSITION_MAP,
        Self::RELATIVE_BIAS,
        Self::BLUE_DOG,
        Self::ROPE_FORMS,
        Self::ONE_FREQUENCY,
        Self::DISTANCE_SCATTER,
        Self::LEARNED_TABLE,
        Self::TELLING_APART,
        Self::SCORE_DECAY,
        Self::PATCHES,
        Self::PAST_TRAINING,
        Self::SCALED_ANGLES,
        Self::SHORT_FORMATS,
        Self::SCOREBOARD,
    ];

    /// The parameters that the figures of the Lab share.
    pub const SHARED_KEYS: [Key; 5] = SHARED_KEYS;

    /// The figure of that name.
    ///
    /// # Errors
    /// [`UnknownFigure`], which lists the names.
    pub fn from_name(name: &str) -> Result<Self, UnknownFigure> {
        Self::among(&Self::ALL, name)
    }

    /// The figure of that name among `figures`, for a program that has only these.
    ///
    /// # Errors
    /// [`UnknownFigure`], which lists the names of these.
    pub fn among(figures: &[Self], name: &str) -> Result<Self, UnknownFigure> {
        let found = figures.iter().find(|figure| figure.name() == name);
        found.copied().ok_or_else(|| UnknownFigure {
            name: shorten(name),
            list: figures
                .iter()
                .map(|figure| figure.name())
                .collect::<Vec<_>>()
                .join(", "),
        })
    }

    /// The name in URLs, on the command line and in file names.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The title on the page.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.0.title
    }

    /// One or two sentences that say what the figure is and how to read it, the same for every state.
    #[must_use]
    pub fn caption(self) -> &'static str {
        self.0.caption
    }

    /// What the keyboard does on it, in a sentence.
    #[must_use]
    pub fn keyboard(self) -> &'static str {
        self.0.keyboard
    }

    /// The shared parameters that change what it shows.
    #[must_use]
    pub fn shared_keys(self) -> &'static [Key] {
        self.0.shared_keys
    }

    /// The parameters of this figure alone, in the order of its controls.
    #[must_use]
    pub fn own_keys(self) -> &'static [Key] {
        self.0.own_keys
    }

    /// Settings worth a look.
    #[must_use]
    pub fn presets(self) -> &'static [Preset] {
        self.0.presets
    }

    /// The parameter that its clock moves, if it has one.
    #[must_use]
    pub fn clock(self) -> Option<Key> {
        self.0.clock
    }

    /// Whether it can be magnified.
    #[must_use]
    pub fn is_zoomed(self) -> bool {
        self.own_keys().contains(&Key::Zoom)
    }

    /// What an arrow key does to `spec`: `right` and `down` are steps, negative for the opposite
    /// direction.
    pub fn arrow(self, spec: &mut Spec, right: f64, down: f64) {
        (self.0.arrow)(spec, right, down);
    }

    pub(super) fn sketch(self) -> Box<dyn Sketch> {
        (self.0.sketch)()
    }
}
