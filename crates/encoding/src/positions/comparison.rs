//! The offset that a model sees from a query to a key, and the one that it should see.

use super::{Count, Layout, PerAxis, PositionIds, RelativePositions, Verdict, Visibility, tally};
use crate::EncodingError;

/// The offsets that a model sees, beside those that it should see.
///
/// It *should* see the offsets that its documents have when each is read alone, at once and
/// without padding; [`Numbering::new`](super::Numbering::new) gives these ids.
///
/// ```
/// use phasor_encoding::positions::{Comparison, Count, PaddingIds, Part, Rule, Verdict};
/// use phasor_encoding::{Direction, Layout, Numbering, Visibility};
///
/// // A masked token of padding that counts shifts the positions after it, here in the middle.
/// let parts = vec![Part::Text(2), Part::Padding(1), Part::Text(1)];
/// let layout = Layout::new(parts)?;
/// let right = Numbering::new(Rule::Sequential);
/// let actual = right.with_padding(PaddingIds::Counted).position_ids(&layout)?;
/// let visibility = Visibility::new(Direction::Causal);
/// let comparison = Comparison::new(&layout, visibility, actual, right.position_ids(&layout)?)?;
/// assert_eq!(comparison.actual(3, 0).map(|offset| offset.values()[0]), Some(-3.0));
/// assert_eq!(comparison.expected(3, 0).map(|offset| offset.values()[0]), Some(-2.0));
/// assert_eq!(comparison.verdict(3, 0), Verdict::Wrong);
/// let count: Count = comparison.count();
/// assert_eq!((count.visible, count.wrong, count.foreign), (6, 2, 0));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison<'a, P> {
    layout: &'a Layout,
    visibility: Visibility,
    actual: P,
    expected: PositionIds,
}

impl<'a, P: RelativePositions> Comparison<'a, P> {
    /// Creates the comparison of the offsets `actual` with those of the ids `expected`.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `expected` does not have one position for each token.
    pub fn new(
        layout: &'a Layout,
        visibility: Visibility,
        actual: P,
        expected: PositionIds,
    ) -> Result<Self, EncodingError> {
        EncodingError::check_length(layout.n_tokens(), expected.n_tokens())?;
        Ok(Self {
            layout,
            visibility,
            actual,
            expected,
        })
    }

    /// Returns the offset that the query sees, or `None` if it does not see the key.
    #[must_use]
    pub fn actual(&self, query: usize, key: usize) -> Option<PerAxis> {
        let visible = self.visibility.visible(self.layout, query, key);
        visible.then(|| self.actual.relative_position(query, key))?
    }

    /// Returns the offset that the query should see, or `None` if it should not see the key: if one
    /// of them is padding, or if they stand in different documents. Directions and windows play no
    /// part in this.
    #[must_use]
    pub fn expected(&self, query: usize, key: usize) -> Option<PerAxis> {
        let related = self.layout.share_document(query, key);
        related.then(|| self.expected.relative_position(query, key))?
    }

    /// Returns what the query sees of the key.
    #[must_use]
    pub fn verdict(&self, query: usize, key: usize) -> Verdict {
        match (self.actual(query, key), self.expected(query, key)) {
            (None, _) => Verdict::Hidden,
            (Some(_), None) => Verdict::Foreign,
            (Some(actual), Some(expected)) if actual.is_near(&expected) => Verdict::Right,
            _ => Verdict::Wrong,
        }
    }

    /// Counts the pairs of all queries and keys. A query that is padding does not count, because its answer is thrown
    /// away.
    ///
    /// If the offsets are differences of [position ids](RelativePositions::position_ids), this takes time proportional to the
    /// number of tokens, and otherwise to its square.
    #[must_use]
    pub fn count(&self) -> Count {
        let fits = |ids: &&PositionIds| {
            (ids.n_axes(), ids.n_tokens()) == (self.expected.n_axes(), self.layout.n_tokens())
        };
        if let Some(ids) = self.actual.position_ids().filter(fits) {
            return tally::count(self.layout, &self.visibility, (ids, &self.expected));
        }
        let tokens = self.layout.tokens();
        let queries = tokens.iter().enumerate();
        let queries = queries.filter(|(_, asks)| !asks.is_padding());
        let verdicts = queries
            .flat_map(|(query, _)| (0..tokens.len()).map(move |key| self.verdict(query, key)));
        verdicts.collect()
    }
}
