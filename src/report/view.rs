//! The views of the room of models.

/// What to show of a model.
///
/// ```
/// use phasor::report::View;
///
/// assert_eq!(View::ALL.map(View::name)[0], "model");
/// assert_eq!(View::from_name("what-if").map(View::label), Some("What if"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// What the positions of the model do.
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

impl View {
    /// Every view, in the order of the tabs.
    pub const ALL: [Self; 8] = [
        Self::Model,
        Self::WhatIf,
        Self::Settings,
        Self::Compare,
        Self::Layout,
        Self::Code,
        Self::Weights,
        Self::Shelf,
    ];

    /// Returns the name in addresses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::WhatIf => "what-if",
            Self::Settings => "settings",
            Self::Compare => "compare",
            Self::Layout => "layout",
            Self::Code => "code",
            Self::Weights => "weights",
            Self::Shelf => "all-models",
        }
    }

    /// Returns the label of the tab.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Model => "Model",
            Self::WhatIf => "What if",
            Self::Settings => "Settings",
            Self::Compare => "Compare",
            Self::Layout => "Layout",
            Self::Code => "Code",
            Self::Weights => "Weights",
            Self::Shelf => "All models",
        }
    }

    /// Returns the view with that name in addresses.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }

    /// Returns the names of all views as part of a sentence.
    pub(super) fn names() -> String {
        Self::ALL
            .map(|view| format!("`{}`", view.name()))
            .join(" or ")
    }
}
