//! Who has set the state of a rung: its text or the reader. Nothing here knows the document.

use phasor_figures::{Key, Spec, query};
use phasor_params::query::write;

/// The state of a rung: its figures are there, or glide there.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct State {
    /// The state that the text describes.
    pub(super) home: Spec,
    /// The state that the figures show, or that their glide leads to.
    pub(super) now: Spec,
}

impl State {
    /// Returns whether it is the state that the text describes.
    pub(super) fn is_home(&self) -> bool {
        self.now == self.home
    }

    /// Returns the parameters that differ from the text.
    pub(super) fn differences(&self) -> impl Iterator<Item = Key> {
        self.now.differences(&self.home)
    }

    /// Returns the state as a query that is never empty where the state is not home.
    fn query(&self) -> String {
        let query = query::format(&self.now);
        if !query.is_empty() {
            return query;
        }
        // An empty query would mean home, so we write one of the defaults.
        let one = self.differences().take(1);
        write(one.map(|key| (key, self.now.text(key))))
    }
}

/// Returns `from` with the parameters that the text names, such as `position=252 bits=8`.
pub(super) fn with_parameters(from: &Spec, text: &str) -> Spec {
    let mut spec = from.clone();
    let pairs: Vec<&str> = text.split_whitespace().collect();
    // The build fails if a figure refuses a state of the text, so there are no errors to report.
    drop(query::apply(&mut spec, &pairs.join("&")));
    spec
}

/// What the page does when a scene reaches the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    /// The figures stay as they are.
    Stay,
    /// The scene shows what its text opens with.
    Open,
    /// It does so in place of what the text of another scene has set.
    Replace,
}

/// Who has set the state of a rung.
#[derive(Debug)]
pub(super) struct Setter {
    /// The last state that we know of. If the figures have another one, the reader has changed it.
    known: Spec,
    /// The state that a paragraph or a scene set last, as the reader arrived there.
    arrived: Option<Spec>,
    /// The scene whose text set the state last, unless the reader has touched a figure since.
    scene: Option<usize>,
}

impl Setter {
    /// Creates the setter of a rung whose state nobody has changed.
    pub(super) fn new(known: Spec) -> Self {
        Self {
            known,
            arrived: None,
            scene: None,
        }
    }

    /// Returns whether the figures show what the text describes, or what a paragraph or a scene has set.
    pub(super) fn follows_text(&self, state: &State) -> bool {
        state.is_home() || self.arrived.as_ref() == Some(&state.now)
    }

    /// Returns the state for the address, empty if the figures follow the text.
    pub(super) fn query(&self, state: &State) -> String {
        match self.follows_text(state) {
            true => String::new(),
            false => state.query(),
        }
    }

    /// Returns whether the text has set the state last, and the reader has not touched a figure since.
    pub(super) fn is_text(&self) -> bool {
        self.scene.is_some()
    }

    /// Notes that the reader has touched a figure.
    pub(super) fn touch(&mut self) {
        self.scene = None;
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
        self.scene = None;
        self.known.clone_from(to);
    }

    /// Notes that a link in the text of `scene` sets a state. The reader has asked for this change.
    pub(super) fn set_by_link(&mut self, scene: Option<usize>) {
        self.scene = scene;
    }

    /// Notes that the text of `scene` sets the state `to`, because the reader has arrived there.
    pub(super) fn set_by_text(&mut self, scene: Option<usize>, to: &Spec) {
        self.scene = scene;
        self.known.clone_from(to);
        self.arrived = Some(to.clone());
    }

    /// Returns what happens when `scene` reaches the reader. `opens` says whether its text opens in a state that differs
    /// from home.
    pub(super) fn arrive(&self, scene: usize, opens: bool, state: &State) -> Arrival {
        match self.scene {
            Some(other) if other != scene => Arrival::Replace,
            _ if opens && state.is_home() => Arrival::Open,
            _ => Arrival::Stay,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "position=252 length=40";

    fn spec(text: &str) -> Spec {
        with_parameters(&Spec::default(), text)
    }

    fn at(text: &str) -> State {
        State {
            home: spec(HOME),
            now: spec(text),
        }
    }

    #[test]
    fn text_changes_only_the_parameters_that_it_names() {
        let home = spec(HOME);
        let now = with_parameters(&home, " position=127\n dim=32 ");
        assert_eq!(query::format(&now), "dim=32&position=127&length=40");
        let differences: Vec<Key> = State { home, now }.differences().collect();
        assert_eq!(differences, [Key::Dim, Key::Position]);
    }

    #[test]
    fn figures_follow_the_text_at_home_and_where_a_paragraph_has_set_them() {
        let mut setter = Setter::new(spec(HOME));
        assert!(setter.follows_text(&at(HOME)));
        assert!(!setter.follows_text(&at("position=127")));
        setter.set_by_text(Some(0), &spec("position=127"));
        assert!(setter.follows_text(&at("position=127")));
        assert!(setter.follows_text(&at(HOME)));
        assert!(!setter.follows_text(&at("position=128")));
        assert_eq!(setter.query(&at("position=127")), "");
        assert_eq!(setter.query(&at("position=128")), "position=128");
    }

    #[test]
    fn the_query_of_a_state_with_only_defaults_is_not_empty() {
        let setter = Setter::new(spec(HOME));
        assert_eq!(setter.query(&at(HOME)), "");
        let query = setter.query(&at(""));
        assert_eq!(query, "position=20");
        assert_eq!(query::parse(&query).0, Spec::default());
    }

    #[test]
    fn only_a_state_that_is_not_known_is_the_readers() {
        let mut setter = Setter::new(spec(HOME));
        assert!(!setter.note(&spec(HOME)));
        assert!(setter.note(&spec("position=1")));
        assert!(!setter.note(&spec("position=1")));
        setter.set_by_page(&spec("position=2"));
        assert!(!setter.note(&spec("position=2")));
        setter.set_by_text(Some(1), &spec("position=3"));
        assert!(!setter.note(&spec("position=3")));
        setter.set_by_link(Some(1));
        assert!(setter.note(&spec("position=4")));
    }

    #[test]
    fn a_scene_opens_unless_the_reader_has_changed_the_state() {
        let mut setter = Setter::new(spec(HOME));
        assert_eq!(setter.arrive(1, true, &at(HOME)), Arrival::Open);
        assert_eq!(setter.arrive(1, false, &at(HOME)), Arrival::Stay);
        let changed = at("position=1");
        assert_eq!(setter.arrive(1, true, &changed), Arrival::Stay);
        // A link of this scene has set the state, or one of another scene.
        setter.set_by_link(Some(1));
        assert_eq!(setter.arrive(1, true, &changed), Arrival::Stay);
        assert_eq!(setter.arrive(2, false, &changed), Arrival::Replace);
        setter.touch();
        assert_eq!(setter.arrive(2, true, &changed), Arrival::Stay);
        assert!(!setter.is_text());
    }

    #[test]
    fn a_link_counts_until_the_page_sets_another_state() {
        let mut setter = Setter::new(spec(HOME));
        setter.set_by_link(Some(0));
        assert!(setter.is_text());
        setter.set_by_page(&spec(HOME));
        assert!(!setter.is_text());
    }
}
