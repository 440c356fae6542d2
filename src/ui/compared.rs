//! Two states of one page that are compared: A, and B beside it.

use leptos::prelude::*;

use super::erased::flag;
use super::{Pace, Page};

/// One of the two states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first state, which is there even when nothing is compared.
    A,
    /// The second state.
    B,
}

impl Side {
    /// Both, in their order.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// Returns the letter of the state.
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// The two states, and which of them the controls set.
#[derive(Clone, Copy)]
pub struct Compared {
    a: Page,
    b: Page,
    is_on: RwSignal<bool>,
    edited: RwSignal<Side>,
}

impl Compared {
    /// Creates two states, of which only A counts at first.
    #[must_use]
    pub fn new(a: Page, b: Page) -> Self {
        Self {
            a,
            b,
            is_on: RwSignal::new(false),
            edited: RwSignal::new(Side::A),
        }
    }

    /// Returns the page of a state.
    #[must_use]
    pub fn page(self, side: Side) -> Page {
        match side {
            Side::A => self.a,
            Side::B => self.b,
        }
    }

    /// Returns whether B counts.
    #[must_use]
    pub fn is_on(self) -> Signal<bool> {
        self.is_on.into()
    }

    /// Returns the state that the controls set.
    #[must_use]
    pub fn edited(self) -> Signal<Side> {
        self.edited.into()
    }

    /// Returns whether the controls set `side`.
    #[must_use]
    pub fn is_edited(self, side: Side) -> Signal<bool> {
        flag(move || self.edited.get() == side)
    }

    /// Lets the controls set `side` from now on.
    pub fn edit(self, side: Side) {
        if self.edited.get_untracked() != side {
            // What the reader does not set any more stands still.
            for side in Side::ALL {
                self.page(side).set_playing(false);
            }
            self.edited.set(side);
        }
    }

    /// Puts a copy of A beside it, which the controls set from now on.
    pub fn start(self) {
        let now = self.a.spec().get_untracked();
        self.b.edit(|spec| *spec = now);
        self.turn(true);
        self.edit(Side::B);
    }

    /// Leaves A alone.
    pub fn stop(self) {
        self.edit(Side::A);
        self.turn(false);
    }

    /// Lets B count, or no more.
    pub fn turn(self, is_on: bool) {
        if self.is_on.get_untracked() != is_on {
            self.is_on.set(is_on);
        }
    }

    /// Exchanges the two states.
    pub fn swap(self) {
        let [a, b] = Side::ALL.map(|side| self.page(side).spec().get_untracked());
        self.a.glide_to(Pace::Brisk, b);
        self.b.glide_to(Pace::Brisk, a);
    }
}
