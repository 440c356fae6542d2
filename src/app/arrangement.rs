//! Which figures the console shows, in which order and in how many columns.

use phasor_figures::FigureName;
use phasor_params::choice::{Choice as _, choice};
use phasor_params::query::text_of;

choice! {
    /// The most columns of figures. A narrow window has one.
    pub(super) enum Columns {
        /// One column, in which every figure has its own height.
        One "1" "one column",
        /// Two columns. Two rows fill the window.
        Two "2" "two columns",
        /// Three columns. Two rows fill the window.
        Three "3" "three columns",
    }
}

/// The figures of the console, each at most once, and its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Arrangement {
    pub(super) figures: Vec<FigureName>,
    pub(super) columns: Columns,
}

impl Default for Arrangement {
    fn default() -> Self {
        Self {
            figures: FigureName::LAB.to_vec(),
            columns: Columns::Two,
        }
    }
}

/// The parameters of the address.
const FIGURES: &str = "figures";
const COLUMNS: &str = "columns";

/// What stands for no figures.
const NONE: &str = "none";

impl Arrangement {
    /// Reads the arrangement of an address. What it does not name is as by default, and what does not exist is left
    /// out.
    pub(super) fn parse(query: &str) -> Self {
        let mut arrangement = Self::default();
        if let Some(names) = text_of(query, FIGURES) {
            arrangement.figures.clear();
            for name in names.split(',') {
                // The names of figures that another version has lead to no error, and others neither.
                if let Ok(name) = FigureName::from_name(name.trim()) {
                    arrangement.add(name);
                }
            }
        }
        let columns = text_of(query, COLUMNS).and_then(|text| Columns::from_name(&text));
        arrangement.columns = columns.unwrap_or(arrangement.columns);
        arrangement
    }

    /// Returns what differs from the default, as an address writes it.
    pub(super) fn format(&self) -> Vec<String> {
        let default = Self::default();
        let names: Vec<&str> = self.figures.iter().map(|name| name.name()).collect();
        let names = if names.is_empty() {
            NONE.to_owned()
        } else {
            names.join(",")
        };
        let figures = (self.figures != default.figures).then(|| format!("{FIGURES}={names}"));
        let columns = (self.columns != default.columns)
            .then(|| format!("{COLUMNS}={}", self.columns.word().name));
        figures.into_iter().chain(columns).collect()
    }

    /// Adds a figure at the end, unless it is there or the Lab cannot show it.
    pub(super) fn add(&mut self, name: FigureName) {
        if name.is_in_lab() && !self.figures.contains(&name) {
            self.figures.push(name);
        }
    }

    /// Takes a figure away.
    pub(super) fn remove(&mut self, name: FigureName) {
        self.figures.retain(|&other| other != name);
    }

    /// Returns the place of a figure.
    fn place(&self, name: FigureName) -> Option<usize> {
        self.figures.iter().position(|&other| other == name)
    }

    /// Returns the place that a figure has after a move, or `None` at the end of the row.
    fn moved_place(&self, name: FigureName, to: Move) -> Option<usize> {
        let place = self.place(name)?;
        let there = match to {
            Move::Back => place.checked_sub(1)?,
            Move::On => place + 1,
        };
        (there < self.figures.len()).then_some(there)
    }

    /// Returns whether a figure can move there.
    pub(super) fn can_shift(&self, name: FigureName, to: Move) -> bool {
        self.moved_place(name, to).is_some()
    }

    /// Moves a figure by one place, if there is one.
    pub(super) fn shift(&mut self, name: FigureName, to: Move) {
        if let (Some(place), Some(there)) = (self.place(name), self.moved_place(name, to)) {
            self.figures.swap(place, there);
        }
    }
}

/// Where a figure moves in the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Move {
    /// Towards the first.
    Back,
    /// Towards the last.
    On,
}

#[cfg(test)]
mod tests {
    use super::{Arrangement, Columns, Move};
    use phasor_figures::FigureName;

    fn read_back(query: &str) -> String {
        Arrangement::parse(query).format().join("&")
    }

    #[test]
    fn an_address_is_read_back() {
        for query in [
            "",
            "columns=3",
            "figures=blue-dog,sine-waves",
            "figures=none&columns=1",
        ] {
            assert_eq!(read_back(query), query);
        }
        assert_eq!(read_back("?base=10&columns=2"), "");
    }

    #[test]
    fn what_does_not_exist_is_left_out() {
        let read = "figures=blue-dog,no-such,blue-dog,training-race, patches&columns=9";
        assert_eq!(read_back(read), "figures=blue-dog,patches");
        assert_eq!(read_back("figures="), "figures=none");
    }

    #[test]
    fn a_figure_moves_by_one_place_up_to_the_ends() {
        let mut arrangement = Arrangement::parse("figures=blue-dog,patches,scoreboard");
        let name = FigureName::BlueDog;
        assert!(!arrangement.can_shift(name, Move::Back));
        arrangement.shift(name, Move::Back);
        arrangement.shift(name, Move::On);
        arrangement.shift(name, Move::On);
        arrangement.shift(name, Move::On);
        arrangement.remove(FigureName::Patches);
        assert_eq!(arrangement.figures, [FigureName::Scoreboard, name]);
        assert_eq!(arrangement.columns, Columns::Two);
    }
}
