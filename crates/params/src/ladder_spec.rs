//! The parameters of a spec that only the figures of the ladder read.

use super::choice::{
    AddedEncoding, AnglesView, ApartView, Axes, Components, Projection, Relative, RopeForm,
    RoundingView, Rule, RuleView, SchemeName, SinesView, TableView, Vectors,
};
use super::{Key, Spec};
use phasor_encoding::{Format, Mask, analysis::Property};

impl Spec {
    /// The place of the word in focus, at most that of the last word.
    #[must_use]
    pub fn token(&self) -> usize {
        (self.at(Key::Token) as usize).min(self.sentence().words().len() - 1)
    }

    /// The number of orders that the words can have; two equal words count as different.
    #[must_use]
    pub fn n_arrangements(&self) -> f64 {
        (1..=self.sentence().words().len()).product::<usize>() as f64
    }

    /// The order of the words shown beside the written one, as a number; 0 is the written order.
    /// Larger numbers are taken modulo the number of orders.
    #[must_use]
    pub fn arrangement(&self) -> usize {
        self.at(Key::Arrangement) as usize % self.n_arrangements() as usize
    }

    /// The words that a word may attend to.
    #[must_use]
    pub fn mask(&self) -> Mask {
        self.choice(Key::Mask)
    }

    /// What the figure of a learned table shows.
    #[must_use]
    pub fn table_view(&self) -> TableView {
        self.choice(Key::TableView)
    }

    /// The offset at which query and key are chosen to score most.
    #[must_use]
    pub fn peak(&self) -> usize {
        self.at(Key::Peak) as usize
    }

    /// The vectors whose scores `score-decay` shows.
    #[must_use]
    pub fn vectors(&self) -> Vectors {
        self.choice(Key::Vectors)
    }

    /// The positional encoding added to a word's vector.
    #[must_use]
    pub fn added_encoding(&self) -> AddedEncoding {
        self.choice(Key::AddedEncoding)
    }

    /// How encodings are projected onto the plane.
    #[must_use]
    pub fn projection(&self) -> Projection {
        self.choice(Key::Projection)
    }

    /// The rotation of three-dimensional paths about their upright axis, in degrees.
    #[must_use]
    pub fn turn(&self) -> f64 {
        self.at(Key::Turn)
    }

    /// The tilt of three-dimensional paths, in degrees.
    #[must_use]
    pub fn tilt(&self) -> f64 {
        self.at(Key::Tilt)
    }

    /// What a sinusoidal encoding keeps of every pair.
    #[must_use]
    pub fn components(&self) -> Components {
        self.choice(Key::Components)
    }

    /// What the figure of an encoding that keeps part of every pair shows.
    #[must_use]
    pub fn sines_view(&self) -> SinesView {
        self.choice(Key::SinesView)
    }

    /// The step in focus in the derivation of a shift's matrix, 0 to 4.
    #[must_use]
    pub fn step_in_focus(&self) -> usize {
        self.at(Key::Step) as usize
    }

    /// What a score receives about the position of its key relative to its query.
    #[must_use]
    pub fn relative(&self) -> Relative {
        self.choice(Key::Relative)
    }

    /// The largest distance that Shaw's scheme distinguishes.
    #[must_use]
    pub fn clip(&self) -> u32 {
        self.at(Key::Clip) as u32
    }

    /// The number of attention heads in a layer.
    #[must_use]
    pub fn n_heads(&self) -> usize {
        self.at(Key::Heads) as usize
    }

    /// The head in focus, at most the last one.
    #[must_use]
    pub fn head(&self) -> usize {
        (self.at(Key::Head) as usize).min(self.n_heads() - 1)
    }

    /// The length of the text that a model reads, in tokens.
    #[must_use]
    pub fn context(&self) -> f64 {
        self.at(Key::Context)
    }

    /// How the frequencies of RoPE change.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.choice(Key::Rule)
    }

    /// How many times longer than in training a text may become.
    #[must_use]
    pub fn factor(&self) -> f64 {
        self.at(Key::Factor)
    }

    /// The longest text in training, in tokens.
    #[must_use]
    pub fn training_length(&self) -> f64 {
        self.at(Key::TrainingLength)
    }

    /// The share of the pairs that rotate with p-RoPE.
    #[must_use]
    pub fn partial_rotary_factor(&self) -> f64 {
        self.at(Key::PartialRotaryFactor)
    }

    /// How pairs are assigned to the axes of an image or a video.
    #[must_use]
    pub fn axes(&self) -> Axes {
        self.choice(Key::Axes)
    }

    /// Row and column of the patch whose query is used.
    #[must_use]
    pub fn query_patch(&self) -> (f64, f64) {
        (self.at(Key::QueryRow), self.at(Key::QueryColumn))
    }

    /// Row and column of the patch whose key is used.
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

    /// The number format of positions and angles.
    #[must_use]
    pub fn format(&self) -> Format {
        self.choice(Key::Format)
    }

    /// The positional scheme whose evidence is shown.
    #[must_use]
    pub fn candidate(&self) -> SchemeName {
        self.choice(Key::Candidate)
    }

    /// The property whose evidence is shown.
    #[must_use]
    pub fn property(&self) -> Property {
        self.choice(Key::Property)
    }

    /// The number of directions set aside for positional encodings.
    #[must_use]
    pub fn directions(&self) -> usize {
        self.at(Key::Directions) as usize
    }

    /// The factor of a positional encoding before it is added to a word.
    #[must_use]
    pub fn encoding_scale(&self) -> f64 {
        self.at(Key::EncodingScale)
    }

    /// What telling-apart shows of a word and a positional encoding in one sum.
    #[must_use]
    pub fn apart_view(&self) -> ApartView {
        self.choice(Key::ApartView)
    }

    /// What the figure of a head's rotated pairs shows.
    #[must_use]
    pub fn angles_view(&self) -> AnglesView {
        self.choice(Key::AnglesView)
    }

    /// How a rotation is written.
    #[must_use]
    pub fn rope_form(&self) -> RopeForm {
        self.choice(Key::RopeForm)
    }
}
