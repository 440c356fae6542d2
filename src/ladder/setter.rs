//! Who has set the state of a rung: its text or the reader. Nothing here knows the document.

use phasor_figures::{Key, Spec, query};
use phasor_params::query::write;

/// Returns `from` with the parameters that the text names, such as `position=252 bits=8`.
pub(super) fn with_parameters(from: &Spec, text: &str) -> Spec {
    let mut spec = from.clone();
    let pairs: Vec<&str> = text.split_whitespace().collect();
    // The build fails if a figure refuses a state of the text, so there are no errors to report.
    drop(query::apply(&mut spec, &pairs.join("&")));
    spec
}

/// A part of a rung's text: its scene, unless it is above all of them, and the state that it describes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    pub(super) scene: Option<usize>,
    pub(super) state: Spec,
}

/// Who has set the state of a rung.
///
/// The figures follow the text: when the reader reaches another part, its state comes, unless the reader has changed a
/// figure. What the text asks of the reader, such as a guess, is no change, and no part sets it.
#[derive(Debug)]
pub(super) struct Setter {
    /// The part that is being read.
    part: Part,
    /// The parameters by which the reader answers the text.
    answers: Vec<Key>,
    /// The last state that we know of. If the figures have another one, the reader has changed it.
    known: Spec,
    /// Whether a link in the text has set the state, and the reader has not touched a figure since.
    is_linked: bool,
}

impl Setter {
    /// Creates the setter of a rung whose text opens with the state `home`.
    pub(super) fn new(home: Spec, answers: Vec<Key>) -> Self {
        Self {
            known: home.clone(),
            part: Part {
                scene: None,
                state: home,
            },
            answers,
            is_linked: false,
        }
    }

    /// Returns the state that the text describes, with the reader's answers of `now`.
    pub(super) fn described(&self, now: &Spec) -> Spec {
        let mut state = self.part.state.clone();
        state.copy(now, &self.answers);
        state
    }

    /// Returns the state that the text describes, where it still waits for the reader's answers.
    pub(super) fn beginning(&self) -> Spec {
        self.part.state.clone()
    }

    /// Returns the parameters that differ from the text.
    pub(super) fn differences(&self, now: &Spec) -> Vec<Key> {
        now.differences(&self.described(now)).collect()
    }

    /// Returns whether `now` is a state for the address: the text does not describe it, or the reader has answered.
    pub(super) fn is_in_address(&self, now: &Spec) -> bool {
        *now != self.part.state
    }

    /// Returns the state for the address, empty if it is the one that the text describes.
    pub(super) fn query(&self, now: &Spec) -> String {
        if !self.is_in_address(now) {
            return String::new();
        }
        let query = query::format(now);
        if !query.is_empty() {
            return query;
        }
        // An empty query would mean the state of the text, so we write one of the defaults.
        let one = now.differences(&self.part.state).take(1);
        write(one.map(|key| (key, now.text(key))))
    }

    /// Returns the scene that is being read.
    pub(super) fn scene(&self) -> Option<usize> {
        self.part.scene
    }

    /// Returns whether a link in the text has set the state, and the reader has not touched a figure since.
    pub(super) fn is_linked(&self) -> bool {
        self.is_linked
    }

    /// Notes that the reader has touched a figure.
    pub(super) fn touch(&mut self) {
        self.is_linked = false;
    }

    /// Notes the state of the figures, and returns whether the reader has changed it.
    pub(super) fn note(&mut self, now: &Spec) -> bool {
        let is_new = self.known != *now;
        if is_new {
            self.known.clone_from(now);
        }
        is_new
    }

    /// Notes that the address or a button sets the state `to`.
    pub(super) fn set_by_page(&mut self, to: &Spec) {
        self.is_linked = false;
        self.known.clone_from(to);
    }

    /// Notes that a link in the text sets a state. The reader has asked for this change, and reads the part around the
    /// link, if it is another one.
    pub(super) fn set_by_link(&mut self, part: Option<Part>) {
        self.is_linked = true;
        if let Some(part) = part {
            self.part = part;
        }
    }

    /// Notes that the reader has reached `part`, and returns the state that comes with it. None comes where the reader
    /// has changed the figures, and none that is there already.
    pub(super) fn reach(&mut self, part: Part, now: &Spec) -> Option<Spec> {
        let is_new = part != self.part;
        let is_open = self.is_linked || *now == self.described(now);
        self.part = part;
        let to = self.described(now);
        if !is_new || !is_open || to == *now {
            return None;
        }
        self.set_by_page(&to);
        Some(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "position=252 length=40";

    fn spec(text: &str) -> Spec {
        with_parameters(&Spec::default(), text)
    }

    /// A part of the first scene that describes the home with some parameters.
    fn part(text: &str) -> Part {
        Part {
            scene: Some(0),
            state: with_parameters(&spec(HOME), text),
        }
    }

    fn setter() -> Setter {
        Setter::new(spec(HOME), vec![Key::Guess])
    }

    #[test]
    fn text_changes_only_the_parameters_that_it_names() {
        let now = with_parameters(&spec(HOME), " position=127\n dim=32 ");
        assert_eq!(query::format(&now), "dim=32&position=127&length=40");
        assert_eq!(setter().differences(&now), [Key::Dim, Key::Position]);
    }

    #[test]
    fn figures_that_follow_the_text_have_no_query() {
        let mut setter = setter();
        assert_eq!(setter.query(&spec(HOME)), "");
        let there = setter.reach(part("position=127"), &spec(HOME));
        let there = there.expect("the reader has changed nothing");
        assert_eq!(there, part("position=127").state);
        assert_eq!(setter.query(&there), "");
        assert_eq!(setter.differences(&there), []);
        assert_eq!(setter.query(&spec(HOME)), "position=252&length=40");
        assert!(!setter.note(&there));
    }

    #[test]
    fn the_query_of_a_state_with_only_defaults_is_not_empty() {
        let query = setter().query(&spec(""));
        assert_eq!(query, "position=20");
        assert_eq!(query::parse(&query).0, Spec::default());
    }

    #[test]
    fn only_a_state_that_is_not_known_is_the_readers() {
        let mut setter = setter();
        assert!(!setter.note(&spec(HOME)));
        assert!(setter.note(&spec("position=1")));
        assert!(!setter.note(&spec("position=1")));
        setter.set_by_page(&spec("position=2"));
        assert!(!setter.note(&spec("position=2")));
        setter.set_by_link(None);
        assert!(setter.note(&spec("position=4")));
    }

    #[test]
    fn a_part_comes_back_in_the_other_direction() {
        let mut setter = setter();
        let first = part("");
        assert_eq!(setter.reach(first.clone(), &spec(HOME)), None);
        let second = setter.reach(part("position=1"), &first.state);
        let second = second.expect("the second part has another state");
        assert_eq!(setter.reach(first.clone(), &second), Some(first.state));
    }

    #[test]
    fn what_the_reader_has_changed_stays_until_the_text_describes_it() {
        let mut setter = setter();
        let own = spec("position=3 length=40");
        assert_eq!(setter.reach(part("position=1"), &own), None);
        assert_eq!(setter.reach(part("position=3"), &own), None);
        assert_eq!(setter.differences(&own), []);
        assert!(setter.reach(part("position=4"), &own).is_some());
    }

    #[test]
    fn what_a_link_has_set_stays_in_its_part() {
        let mut setter = setter();
        let linked = spec("position=3 length=40");
        setter.set_by_link(Some(part("position=1")));
        assert_eq!(setter.reach(part("position=1"), &linked), None);
        let next = part("position=2");
        assert_eq!(
            setter.reach(next.clone(), &linked),
            Some(next.state.clone())
        );
        // Another scene comes also where it has the same state.
        setter.set_by_link(None);
        let below = Part {
            scene: Some(1),
            ..next
        };
        assert_eq!(setter.reach(below.clone(), &linked), Some(below.state));
        setter.set_by_link(None);
        setter.touch();
        assert_eq!(setter.reach(part("position=5"), &linked), None);
    }

    #[test]
    fn no_part_takes_an_answer_away() {
        let mut setter = setter();
        let answered = with_parameters(&spec(HOME), "guess=t5");
        assert_eq!(setter.differences(&answered), []);
        assert!(setter.is_in_address(&answered));
        let next = setter.reach(part("position=1"), &answered);
        let next = next.expect("an answer is no change");
        assert_eq!(next.text(Key::Guess), "t5");
        assert_eq!(next.text(Key::Position), "1");
        assert_eq!(setter.beginning().text(Key::Guess), "none");
    }
}
