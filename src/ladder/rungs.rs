//! All rungs with the address: what readers press, read and scroll to sets states, and the address follows.

use std::cell::{OnceCell, RefCell};
use std::mem::forget;
use std::slice;
use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Element, Event, PopStateEvent};

use super::address::{Address, entry_state, state_in};
use super::dom::{around, everywhere, set_hidden};
use super::rung::Rung;
use crate::ui::address::{self, Entry};
use crate::ui::delay::Delay;
use crate::ui::erased::{on, watch};
use crate::ui::media::{Listener, SightObserver, Sights, media};
use phasor_params::ParameterError;

/// How long a state must stay the same before it is written into the address.
const REST: Duration = Duration::from_millis(400);

/// The reader has reached a part of the text when its top is above a line at a third of the window's height. The margin
/// is so large that everything above the window is in sight.
const REACHED: &str = "1000000px 0px -67% 0px";

/// What the rungs do at an event.
type Act = fn(&'static Rungs, Event);

/// The rungs of the page, from the lowest. They last as long as the page, and so does everything that follows them.
pub(super) struct Rungs {
    rungs: Vec<Rung>,
    address: RefCell<Address>,
    /// Runs while a change waits to be written into the address.
    rest: OnceCell<Delay>,
    /// Whether text and picture are side by side.
    is_wide: Signal<bool>,
}

impl Rungs {
    /// Takes over the states of all rungs.
    pub(super) fn open() -> &'static Self {
        let rungs = Box::leak(Box::new(Self {
            rungs: everywhere(".rung").iter().map(Rung::new).collect(),
            address: RefCell::new(Address::new(address::hash())),
            rest: OnceCell::new(),
            is_wide: media("(min-width: 64rem)"),
        }));
        rungs.begin();
        rungs.follow_figures();
        rungs.follow_text();
        rungs.follow_window();
        rungs
    }

    /// Follows the states of the figures.
    fn follow_figures(&'static self) {
        for rung in &self.rungs {
            watch(move || {
                rung.changes().track();
                if rung.note() {
                    self.change(rung);
                }
                rung.write_words();
            });
        }
        let over = everywhere(".over");
        watch(move || {
            // Every signal must be read, so that each change leads back here.
            let away = self.rungs.iter().filter(|rung| rung.is_away.get());
            let is_hidden = away.count() == 0;
            over.iter().for_each(|over| set_hidden(over, is_hidden));
        });
    }

    /// Follows the text that the reader has come to.
    fn follow_text(&'static self) {
        let parts = self.rungs.iter().flat_map(Rung::parts);
        let parts: Vec<Element> = parts.cloned().collect();
        let report = |sights: Sights| {
            let moved = self.rungs.iter().filter(|rung| rung.pass(&sights));
            moved.for_each(|rung| self.follow(rung));
        };
        forget(SightObserver::new(&parts, REACHED, Box::new(report)));
    }

    /// Follows what happens to the whole page.
    fn follow_window(&'static self) {
        let acts: [(&str, Act); 4] = [
            ("pointerdown", Self::touch),
            ("keydown", Self::touch),
            ("popstate", Self::back),
            ("pagehide", |rungs, _| rungs.flush()),
        ];
        let listeners = acts.map(|(name, act)| {
            let heard = on(move |event| act(self, event));
            Listener::with_event(window().into(), name, heard)
        });
        forget(listeners);
    }

    fn rung(&self, id: &str) -> Option<&Rung> {
        self.rungs.iter().find(|rung| rung.id == id)
    }

    /// Returns the rung around an element.
    fn around(&self, element: &Element) -> Option<&Rung> {
        self.rung(&around(element, ".rung")?.id())
    }

    /// Returns the rung that is being read.
    fn reading(&self) -> Option<&Rung> {
        let address = self.address.borrow();
        let id = address.hash.strip_prefix('#')?;
        self.around(&document().get_element_by_id(id)?)
    }

    /// Notes that the reader touches the figure of a rung.
    fn touch(&self, event: Event) {
        let figure = around(&event_target(&event), "phasor-figure[linked]");
        let id = figure.and_then(|figure| figure.get_attribute("linked"));
        if let Some(rung) = id.and_then(|id| self.rung(&id)) {
            rung.touch();
        }
    }

    /// The reader has come to another part of a rung.
    fn follow(&'static self, rung: &Rung) {
        // Where a link has led the reader to its figure, the page has moved, and the reader has not.
        let root = document().document_element();
        let is_held = root.is_some_and(|root| root.has_attribute("data-held"));
        if !(is_held && rung.is_linked()) && rung.follow(!self.is_wide.get_untracked()) {
            self.write_soon(rung.pause(REST), Entry::Same);
        }
    }

    /// Notes that the state of a rung has changed on the reader's request.
    fn change(&'static self, rung: &Rung) {
        self.note(rung, Entry::New);
        self.spread(rung);
    }

    /// Copies the reader's sentence to the other rungs that show it.
    fn spread(&self, from: &Rung) {
        for rung in self.rungs.iter().filter(|rung| rung.id != from.id) {
            rung.take_sentence(from);
        }
    }

    /// Shows the state of an address that was typed or followed, on the rung that it names, or on all rungs if it names
    /// none.
    fn begin(&self) {
        if address::sets_any() {
            let (spec, errors) = address::read();
            let rungs = self
                .reading()
                .map_or(self.rungs.as_slice(), slice::from_ref);
            rungs.iter().for_each(|rung| rung.show(spec.clone()));
            report(&errors);
        }
        if let Some(rung) = self.reading() {
            self.spread(rung);
        }
        address::set_entry_state(&self.states());
    }

    /// Shows the states of an entry of the history. A new address has none.
    fn back(&self, event: Event) {
        *self.address.borrow_mut() = Address::new(address::hash());
        let event: PopStateEvent = event.unchecked_into();
        let Some(entry) = event.state().as_string() else {
            return self.begin();
        };
        for rung in &self.rungs {
            let wanted = state_in(&entry, &rung.id).unwrap_or_else(|| rung.beginning());
            if wanted != rung.now() {
                rung.show(wanted);
            }
        }
    }

    /// Notes that the address must follow a rung, which is being read now.
    fn note(&'static self, rung: &Rung, entry: Entry) {
        if self.reading().is_none_or(|reading| reading.id != rung.id) {
            self.address.borrow_mut().hash = format!("#{}", rung.id);
        }
        self.write_soon(rung.pause(REST), entry);
    }

    fn write_soon(&'static self, pause: Duration, entry: Entry) {
        self.address.borrow_mut().note(entry);
        let rest = self.rest.get_or_init(|| Delay::new(|| self.flush()));
        rest.restart(pause);
    }

    /// Writes a change at once that the address does not show yet.
    fn flush(&self) {
        let entry = self.address.borrow_mut().take();
        if let Some(entry) = entry {
            self.write(entry);
        }
    }

    /// Returns the states of all rungs, for an entry of the history.
    fn states(&self) -> JsValue {
        entry_state(self.rungs.iter().filter_map(Rung::in_address)).into()
    }

    fn write(&self, entry: Entry) {
        let query = self.reading().map_or(String::new(), Rung::query);
        let address = self.address.borrow();
        address::write(entry, &self.states(), &query, &address.hash);
    }

    /// Does what a link or a button of the text says.
    pub(super) fn press(&'static self, pressed: &Element) {
        let Some(rung) = self.around(pressed) else {
            // The one button outside of the rungs resets them all.
            for rung in self.rungs.iter().filter(|rung| rung.in_address().is_some()) {
                rung.reset();
                self.change(rung);
            }
            return self.flush();
        };
        if pressed.local_name() == "a" {
            rung.follow_link(pressed);
        } else if around(pressed, ".next").is_some() {
            rung.step(pressed);
        } else {
            rung.restore();
            self.change(rung);
        }
    }

    /// Notes that the rung `id` is being read.
    pub(super) fn set_reading(&'static self, id: &str) {
        if self.reading().is_none_or(|rung| rung.id != id) {
            self.flush();
            self.address.borrow_mut().hash = format!("#{id}");
            self.write_soon(REST, Entry::Same);
        }
    }

    /// Notes that the reader has followed a link to the fragment `hash`.
    pub(super) fn follow_link(&self, hash: String) {
        self.flush();
        self.address.borrow_mut().hash = hash;
        self.write(Entry::New);
    }

    /// Returns the state of a rung as a query, if there is one with this name.
    pub(super) fn query(&self, id: &str) -> Option<String> {
        Some(self.rung(id)?.query())
    }
}

/// Shows what is wrong with an address.
fn report(errors: &[ParameterError]) {
    if errors.is_empty() {
        return;
    }
    for words in everywhere(".notice p") {
        words.set_text_content(Some(&address::error_sentence(errors)));
    }
    let notices = everywhere(".notice");
    notices.iter().for_each(|notice| set_hidden(notice, false));
}
