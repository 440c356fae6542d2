//! What only the figures of the ladder read of a spec.

use super::choice::{
    AnglesView, ApartView, Axes, Code, Components, Projection, Relative, RopeForm, RoundingView,
    Rule, RuleView, SchemeName, SinesView, TableView,
};
use super::{Key, Spec};
use crate::encoding::{Format, Mask, analysis::Property};

impl Spec {
    /// The word in focus by its place as written, at most the last one.
    #[must_use]
    pub fn token(&self) -> usize {
        (self.at(Key::Token) as usize).min(self.sentence().words().len() - 1)
    }

    /// How many orders the words can have, the same word twice counted as two.
    #[must_use]
    pub fn n_arrangements(&self) -> f64 {
        (1..=self.sentence().words().len()).product::<usize>() as f64
    }

    /// Which of all orders of the words is shown beside the written one, 0 that one; a number for
    /// more words than there are counts round.
    #[must_use]
    pub fn arrangement(&self) -> usize {
        self.at(Key::Arrangement) as usize % self.n_arrangements() as usize
    }

    /// Which words a word may attend to.
    #[must_use]
    pub fn mask(&self) -> Mask {
        self.choice(Key::Mask)
    }

    /// What is seen of a learned table.
    #[must_use]
    pub fn table_view(&self) -> TableView {
        self.choice(Key::TableView)
    }

    /// The offset at which query and key are chosen to score most.
    #[must_use]
    pub fn peak(&self) -> usize {
        self.at(Key::Peak) as usize
    }

    /// What is added to a word's vector for its position.
    #[must_use]
    pub fn code(&self) -> Code {
        self.choice(Key::Code)
    }

    /// How codes are put into the plane.
    #[must_use]
    pub fn projection(&self) -> Projection {
        self.choice(Key::Projection)
    }

    /// How far the paths in three dimensions are turned about their upright axis, in degrees.
    #[must_use]
    pub fn turn(&self) -> f64 {
        self.at(Key::Turn)
    }

    /// How far the paths in three dimensions are tilted, in degrees.
    #[must_use]
    pub fn tilt(&self) -> f64 {
        self.at(Key::Tilt)
    }

    /// What a sinusoidal code keeps of every pair.
    #[must_use]
    pub fn components(&self) -> Components {
        self.choice(Key::Components)
    }

    /// What is shown of a code that keeps a part of every pair.
    #[must_use]
    pub fn sines_view(&self) -> SinesView {
        self.choice(Key::SinesView)
    }

    /// How far the matrix of a shift is worked out.
    #[must_use]
    pub fn step_in_focus(&self) -> usize {
        self.at(Key::Step) as usize
    }

    /// What a score gets from the position of its key relative to its query.
    #[must_use]
    pub fn relative(&self) -> Relative {
        self.choice(Key::Relative)
    }

    /// The largest distance that Shaw's scheme tells apart.
    #[must_use]
    pub fn clip(&self) -> u32 {
        self.at(Key::Clip) as u32
    }

    /// Attention heads of a layer.
    #[must_use]
    pub fn n_heads(&self) -> usize {
        self.at(Key::Heads) as usize
    }

    /// The head in focus, at most the last one.
    #[must_use]
    pub fn head(&self) -> usize {
        (self.at(Key::Head) as usize).min(self.n_heads() - 1)
    }

    /// How long the text is that a model reads, in tokens.
    #[must_use]
    pub fn context(&self) -> f64 {
        self.at(Key::Context)
    }

    /// How the frequencies of RoPE are changed.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.choice(Key::Rule)
    }

    /// How many times longer than in training the text may become.
    #[must_use]
    pub fn factor(&self) -> f64 {
        self.at(Key::Factor)
    }

    /// The longest text in training, in tokens.
    #[must_use]
    pub fn training_length(&self) -> f64 {
        self.at(Key::TrainingLength)
    }

    /// The part of the pairs that turn under p-RoPE.
    #[must_use]
    pub fn partial_rotary_factor(&self) -> f64 {
        self.at(Key::PartialRotaryFactor)
    }

    /// How pairs are dealt to the axes of an image or a video.
    #[must_use]
    pub fn axes(&self) -> Axes {
        self.choice(Key::Axes)
    }

    /// Row and column of the patch that asks.
    #[must_use]
    pub fn query_patch(&self) -> (f64, f64) {
        (self.at(Key::QueryRow), self.at(Key::QueryColumn))
    }

    /// Row and column of the patch that is looked at.
    #[must_use]
    pub fn key_patch(&self) -> (f64, f64) {
        (self.at(Key::KeyRow), self.at(Key::KeyColumn))
    }

    /// How many frames the key is after the query.
    #[must_use]
    pub fn frame(&self) -> f64 {
        self.at(Key::Frame)
    }

    /// What scaled-angles shows.
    #[must_use]
    pub fn rule_view(&self) -> RuleView {
        self.choice(Key::RuleView)
    }

    /// What short-formats shows.
    #[must_use]
    pub fn rounding_view(&self) -> RoundingView {
        self.choice(Key::RoundingView)
    }

    /// The format that positions and angles are kept in.
    #[must_use]
    pub fn format(&self) -> Format {
        self.choice(Key::Format)
    }

    /// The positional scheme whose evidence is told.
    #[must_use]
    pub fn candidate(&self) -> SchemeName {
        self.choice(Key::Candidate)
    }

    /// The property whose evidence is told.
    #[must_use]
    pub fn property(&self) -> Property {
        self.choice(Key::Property)
    }

    /// How many directions are set aside for position codes.
    #[must_use]
    pub fn directions(&self) -> usize {
        self.at(Key::Directions) as usize
    }

    /// What a position code is multiplied by before it is added to a word.
    #[must_use]
    pub fn code_scale(&self) -> f64 {
        self.at(Key::CodeScale)
    }

    /// What is shown of a word and a positional encoding in one sum.
    #[must_use]
    pub fn apart_view(&self) -> ApartView {
        self.choice(Key::ApartView)
    }

    /// What is shown of the rotated pairs of a head.
    #[must_use]
    pub fn angles_view(&self) -> AnglesView {
        self.choice(Key::AnglesView)
    }

    /// How one rotation is written.
    #[must_use]
    pub fn rope_form(&self) -> RopeForm {
        self.choice(Key::RopeForm)
    }
}
