//! One rung: its text, and the state that its figures share.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlInputElement};

use super::dom::{all, around, first};
use super::setter::{Part, Setter, with_parameters};
use super::words::{Derivation, DifferenceLine};
use crate::ui::shared::Shared;
use crate::ui::{Pace, Page};
use phasor_figures::{Key, Spec};

/// A rung of the ladder. Its figures share one state, which exists before any of them is live.
pub(super) struct Rung {
    /// The name of the rung, which its figures have as `linked`.
    pub(super) id: String,
    /// Whether the figures show something else than the text describes.
    pub(super) is_away: RwSignal<bool>,
    scenes: Vec<Element>,
    /// The scenes and paragraphs that describe a state, in their order, and whether the reader has reached each.
    parts: Vec<(Element, Cell<bool>)>,
    /// Whether it is known which parts the reader has reached.
    has_begun: Cell<bool>,
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
        let steps = Derivation::of(element);
        let answers = steps.iter().map(|steps| steps.key).chain([Key::Guess]);
        let parts = all(element, ".scene, .scene p[data-set]");
        Self {
            id,
            is_away: RwSignal::new(false),
            scenes: all(element, ".scene"),
            parts: parts
                .into_iter()
                .map(|part| (part, Cell::new(false)))
                .collect(),
            has_begun: Cell::new(false),
            setter: RefCell::new(Setter::new(
                shared.page().spec().get_untracked(),
                answers.collect(),
            )),
            shared,
            is_worded: element.has_attribute("data-worded"),
            switch: switch.map(|switch| switch.unchecked_into()),
            lines: DifferenceLine::all(element),
            steps,
        }
    }

    /// Returns the scenes and paragraphs that describe a state.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Element> {
        self.parts.iter().map(|(part, _)| part)
    }

    fn page(&self) -> Page {
        self.shared.page()
    }

    /// Returns the state that the figures show, or that their glide leads to.
    pub(super) fn now(&self) -> Spec {
        self.page().spec().get_untracked()
    }

    /// Returns the state that the text describes, without the reader's answers.
    pub(super) fn beginning(&self) -> Spec {
        self.setter.borrow().beginning()
    }

    /// Returns the state that the text describes, with the reader's answers.
    fn described(&self) -> Spec {
        self.setter.borrow().described(&self.now())
    }

    /// Returns the state for the address, empty if it is the one that the text describes.
    pub(super) fn query(&self) -> String {
        self.setter.borrow().query(&self.now())
    }

    /// Returns a signal that changes with the state.
    pub(super) fn changes(&self) -> Signal<bool> {
        self.page().announced()
    }

    /// Returns how long nothing may change before a change counts as the last, as [`Page::pause`] does.
    pub(super) fn pause(&self, rest: Duration) -> Duration {
        self.page().pause(rest)
    }

    /// Notes the state, and returns whether the reader has changed it.
    pub(super) fn note(&self) -> bool {
        self.setter.borrow_mut().note(&self.now())
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

    /// Returns to the state that the text describes. The reader's answers stay.
    pub(super) fn restore(&self) {
        self.show(self.described());
    }

    /// Returns to the state that the text describes, without the reader's answers.
    pub(super) fn reset(&self) {
        self.show(self.beginning());
    }

    /// Takes the sentence of another rung, if both show the reader's sentence.
    pub(super) fn take_sentence(&self, other: &Self) {
        let mut to = self.now();
        to.copy(&other.now(), &[Key::Sentence]);
        if self.is_worded && other.is_worded && to != self.now() {
            self.show(to);
        }
    }

    /// Sets the state that a link in the text names.
    pub(super) fn follow_link(&self, link: &Element) {
        if let Some(words) = link.get_attribute("data-set") {
            let from = match link.has_attribute("data-keep") {
                true => self.now(),
                false => self.page().home(),
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
            let next = steps.next(&self.described());
            self.glide_by_link(button, next);
        }
    }

    /// Glides to a state that the text at `place` sets on the reader's request.
    fn glide_by_link(&self, place: &Element, to: Spec) {
        let paragraph = around(place, "p[data-set]").filter(|_| self.is_following());
        let reading = self.setter.borrow().scene();
        let scene = || around(place, ".scene").filter(|scene| self.scene_of(scene) != reading);
        let part = paragraph.or_else(scene);
        let part = part.map(|part| self.described_by(&part));
        self.setter.borrow_mut().set_by_link(part);
        self.page().glide_to(Pace::Calm, to);
    }

    /// Returns whether paragraphs set the state.
    fn is_following(&self) -> bool {
        let is_on = self.switch.as_ref().is_some_and(HtmlInputElement::checked);
        is_on && !self.page().is_still().get_untracked()
    }

    /// Returns what a scene or a paragraph describes.
    fn described_by(&self, part: &Element) -> Part {
        let words = part.get_attribute("data-set");
        Part {
            scene: self.scene_of(part),
            state: with_parameters(&self.page().home(), words.as_deref().unwrap_or("")),
        }
    }

    fn scene_of(&self, part: &Element) -> Option<usize> {
        let scene = around(part, ".scene")?;
        self.scenes.iter().position(|other| *other == scene)
    }

    /// Notes which parts the reader has reached or left. Returns whether any of them is in this rung and may set its state.
    /// Where the reader was when the program arrived, the text takes nothing back that a link has set by then.
    pub(super) fn pass(&self, sights: &[(Element, bool)]) -> bool {
        let mine = self.parts.iter().filter_map(|(part, is_reached)| {
            let (_, is_there) = sights.iter().find(|(other, _)| other == part)?;
            is_reached.set(*is_there);
            Some(())
        });
        let is_mine = mine.count() > 0;
        let is_first = !self.has_begun.replace(true);
        is_mine && !(is_first && self.is_linked())
    }

    /// Glides to what the last part describes that the reader has reached. Where paragraphs set no state, or `is_narrow`,
    /// it is what the scene opens with. Returns whether that replaces what a link in the text has set.
    ///
    /// While a figure asks the reader something, the text sets nothing.
    pub(super) fn follow(&self, is_narrow: bool) -> bool {
        let now = self.now();
        if now.text(Key::Guess) == "ask" {
            return false;
        }
        let reached = self.parts.iter().rfind(|(_, is_reached)| is_reached.get());
        let reached = reached.map(|(part, _)| part.clone());
        let is_following = self.is_following() && !is_narrow;
        let part = match is_following {
            true => reached,
            false => reached.and_then(|part| around(&part, ".scene")),
        };
        let part = part.map_or_else(
            || Part {
                scene: None,
                state: self.page().home(),
            },
            |part| self.described_by(&part),
        );
        let mut setter = self.setter.borrow_mut();
        if !is_following && part.scene == setter.scene() {
            return false;
        }
        let was_linked = setter.is_linked();
        let to = setter.reach(part, &now);
        drop(setter);
        let is_replaced = was_linked && to.is_some();
        if let Some(to) = to {
            self.page().glide_to(Pace::Calm, to);
        }
        self.write_words();
        is_replaced
    }

    /// Returns whether a link in the text has set the state, and the reader has not touched a figure since.
    pub(super) fn is_linked(&self) -> bool {
        self.setter.borrow().is_linked()
    }

    /// Shows in the text where the figures are.
    pub(super) fn write_words(&self) {
        let now = self.now();
        let setter = self.setter.borrow();
        let differences = setter.differences(&now);
        let is_linked = setter.is_linked();
        drop(setter);
        self.lines
            .iter()
            .for_each(|line| line.show(&differences, is_linked));
        if let Some(steps) = &self.steps {
            steps.show(&now);
        }
        let is_away = !differences.is_empty();
        if self.is_away.get_untracked() != is_away {
            self.is_away.set(is_away);
        }
    }

    /// Returns the state with the name of the rung, if it is to be kept in the history.
    pub(super) fn in_address(&self) -> Option<(&str, Spec)> {
        let now = self.now();
        let is_in_address = self.setter.borrow().is_in_address(&now);
        is_in_address.then_some((self.id.as_str(), now))
    }
}
