//! The pairs that a figure shows.

use std::fmt;

/// A selection of pairs by index.
///
/// ```
/// use phasor_figures::PairSelection;
///
/// let selection = PairSelection::parse("0, 3-5").unwrap();
/// assert_eq!(selection.resolve(32), [0, 3, 4, 5]);
/// assert_eq!(PairSelection::Auto.resolve(4), [0, 1, 2, 3]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum PairSelection {
    /// Up to [`PairSelection::AUTO`] pairs, evenly spread from highest to lowest frequency.
    #[default]
    Auto,
    /// These pairs, ascending, each once, 1 to [`PairSelection::MOST`] of them.
    List(Vec<usize>),
}

impl PairSelection {
    /// The number of pairs that `auto` shows.
    pub const AUTO: usize = 8;
    /// The largest number of pairs shown at once.
    pub const MOST: usize = 16;
    /// The largest index in a list: the last pair of the largest dim.
    pub const LAST: usize = 511;

    /// Reads `auto`, or indices and ranges such as `0, 4, 8-11`. Returns `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.trim() == "auto" {
            return Some(Self::Auto);
        }
        let mut pairs = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let first: usize = first.trim().parse().ok()?;
            let last: usize = last.trim().parse().ok()?;
            if first > last || last > Self::LAST || last - first >= Self::MOST {
                return None;
            }
            pairs.extend(first..=last);
        }
        Self::list(&pairs)
    }

    /// Returns a description of the accepted selections, as the object of "must be".
    #[must_use]
    pub fn accepted() -> String {
        format!(
            "auto or up to {} pair numbers from 0 to {} such as 0,4,8-11",
            Self::MOST,
            Self::LAST
        )
    }

    /// Creates a list of `pairs`, or `None` if there are none or too many.
    fn list(pairs: &[usize]) -> Option<Self> {
        let ascending = (0..=Self::LAST).filter(|pair_idx| pairs.contains(pair_idx));
        let list: Vec<usize> = ascending.collect();
        (1..=Self::MOST)
            .contains(&list.len())
            .then_some(Self::List(list))
    }

    /// Returns the pairs to show when there are `n_pairs`. A list without any existing pair shows
    /// `auto`.
    #[must_use]
    pub fn resolve(&self, n_pairs: usize) -> Vec<usize> {
        if let Self::List(pairs) = self {
            let known: Vec<usize> = pairs.iter().copied().filter(|&p| p < n_pairs).collect();
            if !known.is_empty() {
                return known;
            }
        }
        spread_pairs(n_pairs, Self::AUTO).collect()
    }

    /// Returns the pairs to show when there are `n_pairs`, with only `part` of the last of them, and how much there is of
    /// the last shown pair.
    pub(crate) fn drawn(&self, n_pairs: usize, part: f64) -> (Vec<usize>, f64) {
        let n_known = match self {
            Self::Auto => Growing::new(n_pairs, part, Self::AUTO).n_pairs,
            Self::List(_) => n_pairs,
        };
        let pairs = self.resolve(n_known);
        let grows = pairs.last() == Some(&(n_pairs - 1));
        (pairs, if grows { part } else { 1.0 })
    }

    /// Returns the selection with `pair_idx` added or removed, or `None` if that leaves none or too
    /// many.
    #[must_use]
    pub fn toggled(&self, pair_idx: usize, n_pairs: usize) -> Option<Self> {
        let mut pairs = self.resolve(n_pairs);
        match pairs.iter().position(|&p| p == pair_idx) {
            Some(place) => {
                pairs.remove(place);
            }
            None => pairs.push(pair_idx),
        }
        Self::list(&pairs)
    }
}

/// Pairs of which the last may still be growing, where there is room for a number of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Growing {
    /// The number of pairs to choose from. Where pairs are left out, so is one that is still growing.
    pub(crate) n_pairs: usize,
    /// How much there is of the last of them, above 0 and up to 1.
    pub(crate) part: f64,
}

impl Growing {
    /// Creates `n_pairs` pairs with only `part` of the last of them, of which at most `most` are drawn.
    pub(crate) fn new(n_pairs: usize, part: f64, most: usize) -> Self {
        match part < 1.0 && n_pairs > most {
            true => Self {
                n_pairs: n_pairs - 1,
                part: 1.0,
            },
            false => Self { n_pairs, part },
        }
    }
}

/// Returns at most `most` of `n_pairs` pairs, evenly spread from the fastest to the slowest.
pub(crate) fn spread_pairs(
    n_pairs: usize,
    most: usize,
) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
    let n_drawn = n_pairs.min(most);
    let last = n_pairs.saturating_sub(1);
    let steps = n_drawn.saturating_sub(1);
    (0..n_drawn).map(move |step| (step * last + steps / 2) / steps.max(1))
}

impl fmt::Display for PairSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::List(pairs) = self else {
            return f.write_str("auto");
        };
        let runs = pairs.chunk_by(|a, b| a + 1 == *b);
        for (run_idx, run) in runs.enumerate() {
            let comma = if run_idx == 0 { "" } else { "," };
            match run {
                [only] => write!(f, "{comma}{only}")?,
                [first, .., last] => write!(f, "{comma}{first}-{last}")?,
                [] => {}
            }
        }
        Ok(())
    }
}
