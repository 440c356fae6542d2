//! The state in the address bar: written when the page comes to rest, and read again when the reader goes back.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::arrangement::Arrangement;
use super::second;
use crate::ui::address::{self, Entry};
use crate::ui::erased::watch;
use crate::ui::{Compared, Pace, Page, Side};
use phasor_figures::{Spec, query};
use phasor_params::ParameterError;

/// Everything that the address keeps.
#[derive(Clone, Copy)]
pub(super) struct AddressState {
    pub(super) compared: Compared,
    pub(super) arrangement: RwSignal<Arrangement>,
}

impl AddressState {
    /// Returns the state as an address writes it.
    fn format(self) -> String {
        let spec = |side| self.compared.page(side).spec().get_untracked();
        let first = spec(Side::A);
        let query = query::format(&first);
        let is_on = self.compared.is_on().get_untracked();
        let second = is_on.then(|| second::format(&first, &spec(Side::B)));
        let parts = (!query.is_empty()).then_some(query).into_iter();
        let parts = parts.chain(self.arrangement.with_untracked(Arrangement::format));
        parts.chain(second).collect::<Vec<_>>().join("&")
    }

    /// Shows what the address says, and returns the errors in it. `show` shows the state of a page.
    pub(super) fn read(self, show: fn(Page, Spec)) -> Vec<ParameterError> {
        let search = address::search();
        let (first, mut errors) = address::read();
        let second = second::parse(&search, &first);
        show(self.compared.page(Side::A), first);
        self.compared.turn(second.is_some());
        match second {
            Some((second, more)) => {
                show(self.compared.page(Side::B), second);
                errors.extend(more);
            }
            None => self.compared.edit(Side::A),
        }
        let arrangement = Arrangement::parse(&search);
        if self.arrangement.with_untracked(|now| *now != arrangement) {
            self.arrangement.set(arrangement);
        }
        errors
    }

    /// Lets the current watcher run again when the state has come to rest.
    fn track(self) {
        self.arrangement.track();
        self.compared.page(Side::A).rested().track();
        // B also comes to rest where it does not count, while the reader still types what A gets.
        if self.compared.is_on().get() {
            self.compared.page(Side::B).rested().track();
        }
    }
}

/// Keeps address and page in step. `report` receives the errors of an address that the reader went
/// back to.
pub(super) fn follow(state: AddressState, report: impl Fn(&[ParameterError]) + 'static) {
    // The address may write the same state in another way, so we rewrite it only when the page changes.
    let written = StoredValue::new(state.format());
    watch(move || {
        state.track();
        let query = state.format();
        if written.with_value(|written| *written != query) {
            address::write(Entry::New, &JsValue::NULL, &query, &address::hash());
            written.set_value(query);
        }
    });
    let back = window_event_listener(leptos::ev::popstate, move |_| {
        let errors = state.read(|page, spec| page.glide_to(Pace::Brisk, spec));
        written.set_value(state.format());
        report(&errors);
    });
    on_cleanup(move || back.remove());
}

/// Scrolls to the figure that the address names, because it did not exist when the page loaded.
pub(super) fn show_target() {
    let target = address::hash()
        .strip_prefix('#')
        .and_then(|id| document().get_element_by_id(id));
    if let Some(target) = target {
        target.scroll_into_view();
    }
}
