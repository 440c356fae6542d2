//! What the address says about the rungs: the part of the page that is being read, and the states in an entry of the
//! browser's history.

use phasor_figures::{Spec, query};

use crate::ui::address::Entry;

/// The fragment of the part that is being read, and the change that the address does not show yet.
#[derive(Debug)]
pub(super) struct Address {
    /// The fragment with its `#`, which leads to a rung, or to a figure or a paragraph in it.
    pub(super) hash: String,
    pending: Option<Entry>,
}

impl Address {
    /// Creates an address that shows everything.
    pub(super) fn new(hash: String) -> Self {
        Self {
            hash,
            pending: None,
        }
    }

    /// Notes a change. Several changes make one entry, which is new if one of them asks for it.
    pub(super) fn note(&mut self, entry: Entry) {
        self.pending = self.pending.max(Some(entry));
    }

    /// Returns the change that the address does not show yet, and forgets it.
    pub(super) fn take(&mut self) -> Option<Entry> {
        self.pending.take()
    }
}

/// Writes the states of rungs as the state of an entry: a line for each, its name and its query.
pub(super) fn entry_state<'a>(states: impl Iterator<Item = (&'a str, Spec)>) -> String {
    states
        .map(|(id, spec)| format!("{id}?{}\n", query::format(&spec)))
        .collect()
}

/// Returns the state of a rung in the state of an entry, if it is there.
pub(super) fn state_in(entry: &str, id: &str) -> Option<Spec> {
    let mut lines = entry.lines().filter_map(|line| line.split_once('?'));
    let (_, query) = lines.find(|(name, _)| *name == id)?;
    Some(query::parse(query).0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(query: &str) -> Spec {
        query::parse(query).0
    }

    #[test]
    fn an_entry_gives_back_every_state() {
        let states = [
            ("binary", spec("position=127&bits=8")),
            ("order-blind", spec("sentence=adam+ate+the+apple")),
            // A state with only defaults is not home.
            ("shift", Spec::default()),
        ];
        let entry = entry_state(states.iter().map(|(id, spec)| (*id, spec.clone())));
        for (id, spec) in states {
            assert_eq!(state_in(&entry, id), Some(spec));
        }
        assert_eq!(state_in(&entry, "learned"), None);
        assert_eq!(state_in("", "binary"), None);
    }

    #[test]
    fn changes_in_a_short_time_make_one_entry() {
        let mut address = Address::new("#binary".to_owned());
        assert_eq!(address.take(), None);
        address.note(Entry::Same);
        assert_eq!(address.take(), Some(Entry::Same));
        for entry in [Entry::Same, Entry::New, Entry::Same] {
            address.note(entry);
        }
        assert_eq!(address.take(), Some(Entry::New));
        assert_eq!(address.take(), None);
    }
}
