//! One rung: its text, and the state that its figures share.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlInputElement};

use super::dom::{all, around, first};
use super::setter::{Arrival, Setter, State, with_parameters};
use super::words::{Derivation, DifferenceLine};
use crate::ui::shared::Shared;
use crate::ui::{Pace, Page};
use phasor_figures::{Key, Spec};

/// The figures of a rung.
const LINKED: &str = "phasor-figure[linked]";

/// A rung of the ladder. Its figures share one state, which exists before any of them is live.
pub(super) struct Rung {
    /// The name of the rung, which its figures have as `linked`.
    pub(super) id: String,
    /// Whether the figures show something else than the text describes or a paragraph has set.
    pub(super) is_away: RwSignal<bool>,
    element: Element,
    scenes: Vec<Element>,
    shared: Rc<Shared>,
    setter: RefCell<Setter>,
    /// Whether the figures show the reader's sentence.
    is_worded: bool,
    /// The switch that lets paragraphs set the state, where there are such paragraphs.
    switch: Option<HtmlInputElement>,
    lines: Vec<DifferenceLine>,
    steps: Option<Derivation>,
}

impl Rung {
    /// Takes over the state of the rung `element`.
    pub(super) fn new(element: &Element) -> Self {
        let id = element.id();
        let shared = Shared::of(&id);
        let words = element.get_attribute("data-state");
        let words = words.as_deref().unwrap_or("");
        shared
            .page()
            .settle(|spec| *spec = with_parameters(spec, words));
        let switch = first(element, ".follow input");
        Self {
            id,
            is_away: RwSignal::new(false),
            scenes: all(element, ".scene"),
            setter: RefCell::new(Setter::new(shared.page().spec().get_untracked())),
            shared,
            is_worded: element.has_attribute("data-worded"),
            switch: switch.map(|switch| switch.unchecked_into()),
            lines: DifferenceLine::all(element),
            steps: Derivation::of(element),
            element: element.clone(),
        }
    }

    /// Returns the paragraphs and scenes that set the state when they reach the reader.
    pub(super) fn parts(&self) -> Vec<Element> {
        // A paragraph comes before its scene: where the reader reaches both at once, its state counts.
        let paragraphs = all(&self.element, "p[data-set]");
        [paragraphs, self.scenes.clone()].concat()
    }

    fn page(&self) -> Page {
        self.shared.page()
    }

    /// Returns the state of the figures.
    pub(super) fn state(&self) -> State {
        State {
            home: self.page().home(),
            now: self.page().spec().get_untracked(),
        }
    }

    /// Returns whether the figures show what the text describes.
    pub(super) fn is_home(&self) -> bool {
        self.state().is_home()
    }

    /// Returns whether the figures show what the text describes or what a paragraph has set.
    pub(super) fn follows_text(&self) -> bool {
        self.setter.borrow().follows_text(&self.state())
    }

    /// Returns the state for the address, empty if the figures follow the text.
    pub(super) fn query(&self) -> String {
        self.setter.borrow().query(&self.state())
    }

    /// Returns a signal that changes with the state.
    pub(super) fn changes(&self) -> Signal<bool> {
        self.page().announced()
    }

    /// Notes the state, and returns whether the reader has changed it.
    pub(super) fn note(&self) -> bool {
        self.setter
            .borrow_mut()
            .note(&self.page().spec().get_untracked())
    }

    /// Notes that the reader has touched a figure: what the text has set is the reader's now.
    pub(super) fn touch(&self) {
        self.setter.borrow_mut().touch();
    }

    /// Shows a state that the address or a button sets.
    pub(super) fn show(&self, to: Spec) {
        self.setter.borrow_mut().set_by_page(&to);
        self.page().glide_to(Pace::Brisk, to);
    }

    /// Returns to the state that the text describes.
    pub(super) fn reset(&self) {
        self.show(self.page().home());
    }

    /// Takes the sentence of another rung, if both show the reader's sentence.
    pub(super) fn take_sentence(&self, other: &Self) {
        let mut to = self.page().spec().get_untracked();
        to.copy(&other.page().spec().get_untracked(), &[Key::Sentence]);
        if self.is_worded && other.is_worded && to != self.page().spec().get_untracked() {
            self.show(to);
        }
    }

    /// Sets the state that a link in the text names.
    pub(super) fn follow_link(&self, link: &Element) {
        if let Some(words) = link.get_attribute("data-set") {
            let State { home, now } = self.state();
            let from = match link.has_attribute("data-keep") {
                true => now,
                false => home,
            };
            self.glide_by_link(link, with_parameters(&from, &words));
        }
        if link.has_attribute("data-play") {
            self.page().set_playing(true);
        }
    }

    /// Goes on to the next step of the derivation.
    pub(super) fn step(&self, button: &Element) {
        if let Some(steps) = &self.steps {
            let State { home, now } = self.state();
            self.glide_by_link(button, steps.next(&home, &now));
        }
    }

    /// Glides to a state that the text at `place` sets on the reader's request.
    fn glide_by_link(&self, place: &Element, to: Spec) {
        let scene = self.scene_around(place);
        self.setter.borrow_mut().set_by_link(scene);
        self.page().glide_to(Pace::Calm, to);
    }

    /// A paragraph has reached the reader: its state comes, unless the reader has another one or does not want it.
    pub(super) fn reach_paragraph(&self, paragraph: &Element) {
        let is_on = self.switch.as_ref().is_some_and(HtmlInputElement::checked);
        let is_still = self.page().is_still().get_untracked();
        if is_on && !is_still && self.follows_text() {
            self.glide_by_text(paragraph);
        }
    }

    /// A scene has reached the reader. Returns whether it has replaced the state of another scene.
    pub(super) fn reach_scene(&self, scene: &Element) -> bool {
        let Some(place) = self.scene_around(scene) else {
            return false;
        };
        let opens = scene.has_attribute("data-set");
        let arrival = self.setter.borrow().arrive(place, opens, &self.state());
        if arrival != Arrival::Stay {
            self.glide_by_text(scene);
        }
        arrival == Arrival::Replace
    }

    /// Glides to the state of a scene or a paragraph that has reached the reader.
    fn glide_by_text(&self, part: &Element) {
        let words = part.get_attribute("data-set");
        let to = with_parameters(&self.page().home(), words.as_deref().unwrap_or(""));
        let scene = self.scene_around(part);
        self.setter.borrow_mut().set_by_text(scene, &to);
        self.page().glide_to(Pace::Calm, to);
    }

    /// Returns the scene whose figure is beside `part`.
    fn scene_around(&self, part: &Element) -> Option<usize> {
        let figure = || around(&first(&self.element, LINKED)?, ".scene");
        let scene = around(part, ".scene").or_else(figure)?;
        self.scenes.iter().position(|other| *other == scene)
    }

    /// Shows in the text where the figures are.
    pub(super) fn write_words(&self) {
        let (state, is_away) = (self.state(), !self.follows_text());
        // The text has a button for the next step of the derivation.
        let steps = self.steps.as_ref().map(|steps| steps.key);
        let differences: Vec<Key> = match is_away {
            true => state
                .differences()
                .filter(|&key| Some(key) != steps)
                .collect(),
            false => Vec::new(),
        };
        let is_text = self.setter.borrow().is_text();
        self.lines
            .iter()
            .for_each(|line| line.show(&differences, is_text));
        if let Some(steps) = &self.steps {
            steps.show(&state.now);
        }
        if self.is_away.get_untracked() != is_away {
            self.is_away.set(is_away);
        }
    }

    /// Returns the state with the name of the rung, if it is to be kept in the history.
    pub(super) fn away(&self) -> Option<(&str, Spec)> {
        (!self.follows_text()).then(|| (self.id.as_str(), self.page().spec().get_untracked()))
    }
}
