//! The state and the clock of figures that are linked by a name.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use leptos::prelude::*;

use super::Page;
use phasor_figures::Spec;

/// The state that linked figures share. It is freed with the last of them.
pub(crate) struct Shared {
    owner: Owner,
    page: Page,
}

thread_local! {
    static LINKED: RefCell<Vec<(String, Weak<Shared>)>> = RefCell::default();
}

impl Shared {
    /// Returns the state with the name `name`, or a new state with the defaults if no figure has that
    /// name. A state without a name is not shared.
    pub(crate) fn of(name: &str) -> Rc<Self> {
        if name.is_empty() {
            return Self::new();
        }
        LINKED.with_borrow_mut(|linked| {
            linked.retain(|(_, shared)| shared.strong_count() > 0);
            let found = linked.iter().find(|(known, _)| known == name);
            let found = found.and_then(|(_, shared)| shared.upgrade());
            found.unwrap_or_else(|| {
                let shared = Self::new();
                linked.push((name.to_owned(), Rc::downgrade(&shared)));
                shared
            })
        })
    }

    fn new() -> Rc<Self> {
        let owner = Owner::new_root(None);
        let page = owner.with(|| Page::new(Spec::default()));
        Rc::new(Self { owner, page })
    }

    pub(crate) fn page(&self) -> Page {
        self.page
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.owner.cleanup();
    }
}
