//! The ladder: rungs of text with figures, each with one state, which the text sets and which is kept in the address.
//! This is a chunk of the page's program.
//!
//! The state of a rung is that of its linked figures, and exists before any of them is live. `rung` and `setter` decide
//! what the text does with it, `rungs` joins all of them with the address, and `words` shows in the text where they are.

mod address;
mod dom;
mod rung;
mod rungs;
mod setter;
mod words;

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlElement};

use phasor_chunk::chunk;
use rungs::Rungs;

chunk!(fn opened(place: HtmlElement) -> &'static Rungs { open(place) } in "ladder" 0);

chunk!(fn press(rungs: &'static Rungs, pressed: &Element) { rungs.press(pressed) } in "ladder" 1);

chunk!(fn set_reading(rungs: &'static Rungs, id: &str) { rungs.set_reading(id) } in "ladder" 2);

chunk!(fn follow_link(rungs: &'static Rungs, hash: String) { rungs.follow_link(hash) } in "ladder" 3);

chunk!(fn query(rungs: &'static Rungs, id: &str) -> Option<String> { rungs.query(id) } in "ladder" 4);

/// The states of all rungs, for the scripts of the page.
#[wasm_bindgen]
pub struct Ladder(&'static Rungs);

/// Takes over the states of the rungs in `place`, and shows those of the address.
#[wasm_bindgen]
#[must_use]
pub fn open_ladder(place: HtmlElement) -> Ladder {
    Ladder(opened(place))
}

fn open(place: HtmlElement) -> &'static Rungs {
    let opened = Rc::new(Cell::new(None));
    let opening = Rc::clone(&opened);
    mount_to(place, move || opening.set(Some(Rungs::open()))).forget();
    opened.get().expect("a mounted view has been made")
}

#[wasm_bindgen]
impl Ladder {
    /// Does what a link or a button of the text says.
    pub fn press(&self, pressed: &Element) {
        press(self.0, pressed);
    }

    /// Notes that the rung `id` is being read.
    pub fn set_reading(&self, id: &str) {
        set_reading(self.0, id);
    }

    /// Notes that the reader has followed a link to the fragment `hash`.
    pub fn follow_link(&self, hash: String) {
        follow_link(self.0, hash);
    }

    /// Returns the state of the rung `id` as a query, empty if its figures follow the text, or nothing if there is no such
    /// rung.
    #[must_use]
    pub fn query(&self, id: &str) -> Option<String> {
        query(self.0, id)
    }
}
