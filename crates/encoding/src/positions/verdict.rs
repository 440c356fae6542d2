//! What a query sees of a key, and how often.

/// What a query sees of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing.
    Hidden,
    /// The key, at its true offset, up to a billionth of a position.
    Right,
    /// The key, at a wrong offset.
    Wrong,
    /// A key that it should not see at all: padding, or a token of another document.
    Foreign,
}

/// The numbers of pairs of a query and a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Count {
    /// Pairs in which the query sees the key.
    pub visible: usize,
    /// Visible pairs with a wrong offset.
    pub wrong: usize,
    /// Visible pairs that should be hidden.
    pub foreign: usize,
}

impl FromIterator<Verdict> for Count {
    /// Counts pairs by what the query sees of the key.
    ///
    /// ```
    /// use phasor_encoding::positions::{Count, Verdict};
    ///
    /// let verdicts = [Verdict::Hidden, Verdict::Right, Verdict::Wrong, Verdict::Foreign];
    /// let count: Count = verdicts.into_iter().collect();
    /// assert_eq!((count.visible, count.wrong, count.foreign), (3, 1, 1));
    /// ```
    fn from_iter<I: IntoIterator<Item = Verdict>>(verdicts: I) -> Self {
        let none = Self::default();
        verdicts.into_iter().fold(none, |count, verdict| Self {
            visible: count.visible + usize::from(verdict != Verdict::Hidden),
            wrong: count.wrong + usize::from(verdict == Verdict::Wrong),
            foreign: count.foreign + usize::from(verdict == Verdict::Foreign),
        })
    }
}
