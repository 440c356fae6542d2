//! Which part of a figure's panel is open.

use leptos::prelude::*;

/// What the panel can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Parameters without a control beside the picture.
    Settings,
    /// Links and files.
    Share,
    /// What is on screen, as a table.
    Numbers,
}

impl Part {
    const ALL: [Self; 3] = [Self::Settings, Self::Share, Self::Numbers];

    /// What its button and the panel are called.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Settings => "Settings",
            Self::Share => "Share",
            Self::Numbers => "The numbers",
        }
    }
}

/// Which part is open, if any: of the three at most one.
#[derive(Clone, Copy)]
pub(super) struct Opened([RwSignal<bool>; 3]);

impl Opened {
    pub(super) fn new() -> Self {
        Self(Part::ALL.map(|_| RwSignal::new(false)))
    }

    pub(super) fn parts(self) -> impl Iterator<Item = (Part, RwSignal<bool>)> {
        Part::ALL.into_iter().zip(self.0)
    }

    /// The part that is open.
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

    /// Closes whatever is open.
    pub(super) fn close(self) {
        self.0.iter().for_each(|is_open| is_open.set(false));
    }
}
