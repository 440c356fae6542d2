//! The views of the room of models.

use phasor_params::choice::{Choice, Word, word};

/// What to show of a model.
///
/// ```
/// use phasor_params::choice::Choice;
/// use phasor_report::View;
///
/// assert_eq!(View::from_name("what-if").map(|view| view.word().label), Some("What if"));
/// assert_eq!(View::all().next(), Some(View::Model));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// What the positions of the model do.
    #[default]
    Model,
    /// What longer texts would do.
    WhatIf,
    /// The settings of engines for longer texts.
    Settings,
    /// How the model differs from another one.
    Compare,
    /// How pairs lie in checkpoints.
    Layout,
    /// Code that computes the frequencies.
    Code,
    /// Which frequencies the weights use.
    Weights,
    /// All published models.
    Shelf,
}

impl Choice for View {
    const WORDS: &'static [(Self, Word)] = &[
        (Self::Model, word("model", "Model")),
        (Self::WhatIf, word("what-if", "What if")),
        (Self::Settings, word("settings", "Settings")),
        (Self::Compare, word("compare", "Compare")),
        (Self::Layout, word("layout", "Layout")),
        (Self::Code, word("code", "Code")),
        (Self::Weights, word("weights", "Weights")),
        (Self::Shelf, word("all-models", "All models")),
    ];
}
