//! The words of a rung that depend on the state: where it differs from the text, and how far a derivation has come.

use web_sys::Element;

use super::dom::{all, first, set_class};
use phasor_figures::{Key, Spec};

/// The line below a figure that says where the state differs from the text.
pub(super) struct DifferenceLine {
    line: Element,
    words: Element,
    /// The parameters of this figure. The figures of a rung share a state, but each has its own parameters.
    keys: Vec<Key>,
}

impl DifferenceLine {
    /// Returns the lines of a rung.
    pub(super) fn all(rung: &Element) -> Vec<Self> {
        let lines = all(rung, ".differs");
        lines.iter().filter_map(Self::new).collect()
    }

    fn new(line: &Element) -> Option<Self> {
        let names = line.get_attribute("data-keys")?;
        Some(Self {
            line: line.clone(),
            words: first(line, "span")?,
            keys: names.split(' ').filter_map(Key::from_name).collect(),
        })
    }

    /// Names those of `differences` that belong to the figure. `is_linked` says whether a link in the text has set them.
    pub(super) fn show(&self, differences: &[Key], is_linked: bool) {
        let mine = differences.iter().filter(|key| self.keys.contains(key));
        let labels: Vec<&str> = mine.map(|key| key.parameter().label).collect();
        let labels = labels.join(", ");
        set_class(&self.line, "empty", labels.is_empty());
        set_class(&self.line, "led", is_linked);
        let words = match is_linked {
            true => format!("Set by a link in the text: {labels}."),
            false => format!("Not as in the text: {labels}."),
        };
        self.words.set_text_content(Some(&words));
    }
}

/// A derivation whose steps appear one by one, in step with the figure.
pub(super) struct Derivation {
    /// The parameter that counts the steps.
    pub(super) key: Key,
    rows: Vec<Element>,
    next: Element,
}

impl Derivation {
    /// Returns the derivation of a rung, if it has one.
    pub(super) fn of(rung: &Element) -> Option<Self> {
        let list = first(rung, "ol[data-steps]")?;
        Some(Self {
            key: Key::from_name(&list.get_attribute("data-steps")?)?,
            rows: all(&list, ":scope > li"),
            next: first(rung, ".next button")?,
        })
    }

    fn reached(&self, spec: &Spec) -> usize {
        spec.number(self.key).map_or(0, |number| number as usize)
    }

    /// Returns the state of the step after that of `now`. After the last one, the first one follows.
    pub(super) fn next(&self, now: &Spec) -> Spec {
        let reached = self.reached(now);
        let step = if reached < self.rows.len() {
            reached + 1
        } else {
            1
        };
        let mut next = now.clone();
        next.set_nearest(self.key, step as f64);
        next
    }

    /// Shows the steps up to that of the state.
    pub(super) fn show(&self, now: &Spec) {
        let (reached, n_rows) = (self.reached(now), self.rows.len());
        for (place, row) in self.rows.iter().enumerate() {
            set_class(row, "later", place >= reached);
        }
        let words = match reached < n_rows {
            true => format!("Next: step {} of {n_rows}", reached + 1),
            false => "Start again".to_owned(),
        };
        self.next.set_text_content(Some(&words));
    }
}
