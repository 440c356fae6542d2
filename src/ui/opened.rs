//! The state of a figure's panel: which part is open.

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
}

impl Part {
    const ALL: [Self; 3] = [Self::Settings, Self::Share, Self::Numbers];

    /// Returns the label of the part's button and of the panel.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Settings => "Settings",
            Self::Share => "Share",
            Self::Numbers => "The numbers",
        }
    }
}

/// The open part, if any. At most one of the three is open.
#[derive(Clone, Copy)]
pub(super) struct Opened([RwSignal<bool>; 3]);

impl Opened {
    pub(super) fn new() -> Self {
        Self(Part::ALL.map(|_| RwSignal::new(false)))
    }

    pub(super) fn parts(self) -> impl Iterator<Item = (Part, RwSignal<bool>)> {
        Part::ALL.into_iter().zip(self.0)
    }

    /// Returns the open part.
    pub(super) fn part(self) -> Option<Part> {
        let open = self.parts().filter(|(_, is_open)| is_open.get()).last();
        open.map(|(part, _)| part)
    }

    /// Opens or closes a part.
    pub(super) fn turn(self, part: Part) {
        for (other, is_open) in self.parts() {
            is_open.update(|is_open| *is_open = other == part && !*is_open);
        }
    }

    /// Closes the open part.
    pub(super) fn close(self) {
        self.0.iter().for_each(|is_open| is_open.set(false));
    }
}
