//! Colours by their meaning.

use crate::Rgb;

/// A colour by its meaning; the theme maps it to a shade.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ink {
    /// Titles and numbers.
    Text,
    /// Labels and other secondary marks.
    Muted,
    /// Rules, grids and empty parts.
    Faint,
    /// The background.
    Surface,
    /// The query, and the first position.
    Query,
    /// The key, and the second position.
    Key,
    /// The inside of the key's hands and flags; [`Key`](Self::Key) is their edge.
    KeyFill,
    /// The third position.
    Third,
    /// What goes wrong, such as angles that a model has never met.
    Trouble,
    /// What follows time: frames of a video, or pictures among several.
    Time,
    /// What follows the rows of a picture.
    Rows,
    /// What follows the columns of a picture.
    Columns,
    /// The frequency of a pair: 0 is the fastest (warm), 1 the slowest (cool).
    Frequency(f32),
    /// A signed value from -1 to 1.
    Diverging(f32),
    /// A magnitude from 0 to 1.
    Sequential(f32),
    /// A distance from 0 to 1: what is near is bright in both themes.
    Distance(f32),
    /// A colour of a drawn picture, the same in both themes.
    Paint(Rgb),
}

/// Returns the ink of pair `pair_idx` of `n_pairs`.
#[must_use]
pub fn pair_ink(pair_idx: usize, n_pairs: usize) -> Ink {
    Ink::Frequency(pair_idx as f32 / n_pairs.saturating_sub(1).max(1) as f32)
}
