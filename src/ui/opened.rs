//! The state of a figure's panel: whether it is open, and on which part.

use leptos::prelude::*;

/// A part that the panel can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Parameters without a control beside the picture.
    Settings,
    /// Links and files.
    Share,
    /// The numbers on screen, as a table.
    Numbers,
    /// What the picture shows, and which keys change it.
    Help,
}

impl Part {
    pub(super) const ALL: [Self; 4] = [Self::Settings, Self::Share, Self::Numbers, Self::Help];

    /// Returns the label of the part's button and of the panel.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Settings => "Settings",
            Self::Share => "Share",
            Self::Numbers => "Numbers",
            Self::Help => "Help",
        }
    }
}

/// Whether the panel is open, and the part that it shows or showed last.
#[derive(Clone, Copy)]
pub(super) struct Opened {
    pub(super) is_open: RwSignal<bool>,
    pub(super) part: RwSignal<Part>,
}

impl Opened {
    /// Creates the state of a closed panel, which will open with its settings.
    pub(super) fn new() -> Self {
        Self {
            is_open: RwSignal::new(false),
            part: RwSignal::new(Part::Settings),
        }
    }

    /// Returns the label of the open part, or an empty text.
    pub(super) fn label(self) -> &'static str {
        match self.is_open.get() {
            true => self.part.get().label(),
            false => "",
        }
    }
}
