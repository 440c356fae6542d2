//! Position ids that somebody brought, beside the tokens that they belong to.

use super::MOST_AXES;
use crate::checkpoint::quoted;
use crate::kit::rows::shape;
use crate::kit::{Array, JudgeError};
use phasor_encoding::Layout;
use phasor_encoding::positions::Stage;

/// Ids, axis by axis, of the tokens of a layout from one on.
#[derive(Debug, Clone)]
pub(super) struct Given {
    /// The first token: 0, or the one after the cache.
    pub(super) first: usize,
    /// Shape `[n_axes, n_tokens - first]`.
    pub(super) axes: Vec<Vec<f64>>,
}

/// The first token whose ids differ.
pub(super) struct Difference {
    pub(super) token: usize,
    pub(super) axis: usize,
    pub(super) given: f64,
    pub(super) expected: f64,
    /// The number of tokens that differ.
    pub(super) n_tokens: usize,
}

impl Given {
    /// Sorts the numbers of an array.
    ///
    /// # Errors
    /// [`JudgeError`] if its shape does not fit the layout, or a number is not finite.
    pub(super) fn new(array: &Array, layout: &Layout) -> Result<Self, JudgeError> {
        if !array.numbers.iter().all(|id| id.is_finite()) {
            return Err(JudgeError::Infinite(quoted(&array.name)));
        }
        let n_tokens = layout.n_tokens();
        let n_current = n_tokens - layout.n_cached();
        let found = [(0, n_tokens), (layout.n_cached(), n_current)]
            .into_iter()
            .find_map(|(first, n_tokens)| Some((first, axes(array, n_tokens)?)));
        let (first, axes) = found.ok_or_else(|| {
            let after = match layout.n_cached() {
                0 => String::new(),
                _ => format!(", or {n_current} for those after the cache"),
            };
            let accepted = format!(
                "there must be ids for {n_tokens} tokens{after}, on at most {MOST_AXES} axes"
            );
            shape(array, accepted)
        })?;
        Ok(Self { first, axes })
    }

    /// Whether there are ids of the token.
    pub(super) fn covers(&self, place: usize) -> bool {
        place >= self.first
    }

    /// Whether the ids of a token are those of `ids`, which has all tokens.
    pub(super) fn has(&self, place: usize, ids: &[Vec<f64>]) -> bool {
        self.shifts(place, ids).all(|by| by == 0.0)
    }

    /// Returns the ids without their first axis.
    pub(super) fn without_first_axis(&self) -> Self {
        let axes = self.axes.iter().skip(1).cloned().collect();
        Self { axes, ..*self }
    }

    /// Returns by how much the ids of a token are larger than those of `ids`, axis by axis.
    fn shifts(&self, place: usize, ids: &[Vec<f64>]) -> impl Iterator<Item = f64> {
        let own = place.checked_sub(self.first);
        self.axes.iter().zip(ids).filter_map(move |(given, ids)| {
            // The ids of the cache are taken to be right.
            let expected = ids.get(place)?;
            Some(own.map_or(0.0, |own| given.get(own).map_or(0.0, |id| id - expected)))
        })
    }

    /// Returns by how much all ids are larger than those of `ids`, if they have the same axes and it is the same number for
    /// each token that is not padding.
    pub(super) fn shift_of(&self, layout: &Layout, ids: &[Vec<f64>]) -> Option<f64> {
        if ids.len() != self.axes.len() {
            return None;
        }
        let tokens = layout.tokens().iter().enumerate().skip(self.first);
        let words = tokens.filter(|(_, token)| !token.is_padding());
        let mut shifts = words.flat_map(|(place, _)| self.shifts(place, ids));
        let first = shifts.next().unwrap_or(0.0);
        shifts.all(|by| by == first).then_some(first)
    }

    /// Returns whether the ids of each document that goes on after the cache differ from those of `ids` by one number for each
    /// axis. Then all offsets of tokens that see each other are equal, since documents are hidden from each other, and padding
    /// from all.
    pub(super) fn is_shifted_by_document(&self, layout: &Layout, ids: &[Vec<f64>]) -> bool {
        let words: Vec<_> = (layout.tokens().iter().enumerate())
            .filter(|(_, token)| !token.is_padding())
            .collect();
        let documents = words.chunk_by(|(_, one), (_, next)| one.document == next.document);
        let goes_on = |document: &&[(usize, &phasor_encoding::positions::Token)]| {
            let mut tokens = document.iter();
            tokens.any(|(_, token)| token.stage == Stage::Current)
        };
        documents.filter(goes_on).all(|document| {
            let mut shifts = document
                .iter()
                .map(|(place, _)| self.shifts(*place, ids).collect::<Vec<f64>>());
            let first = shifts.next();
            shifts.all(|by| Some(&by) == first.as_ref())
        })
    }

    /// Returns the first id that differs from that of `ids`, on a token that is not padding.
    pub(super) fn first_difference(&self, layout: &Layout, ids: &[Vec<f64>]) -> Option<Difference> {
        let tokens = layout.tokens().iter().enumerate().skip(self.first);
        let words = tokens.filter(|(_, token)| !token.is_padding());
        let differ: Vec<usize> = words
            .map(|(place, _)| place)
            .filter(|place| !self.has(*place, ids))
            .collect();
        let token = *differ.first()?;
        let axis = self.shifts(token, ids).position(|by| by != 0.0)?;
        let expected = *ids.get(axis)?.get(token)?;
        Some(Difference {
            token,
            axis,
            given: *self.axes.get(axis)?.get(token.checked_sub(self.first)?)?,
            expected,
            n_tokens: differ.len(),
        })
    }
}

/// Returns the numbers axis by axis, if the array has ids of so many tokens.
fn axes(array: &Array, n_tokens: usize) -> Option<Vec<Vec<f64>>> {
    let n_axes = array.numbers.len().checked_div(n_tokens)?;
    let is_whole = n_axes * n_tokens == array.numbers.len();
    if !is_whole || !(1..=MOST_AXES).contains(&n_axes) {
        return None;
    }
    let sizes: Vec<usize> = array
        .shape
        .iter()
        .copied()
        .filter(|size| *size != 1)
        .collect();
    let last = array.shape.last().copied().unwrap_or(1);
    if last == n_tokens || sizes.last().copied().unwrap_or(1) == n_tokens {
        return Some(
            array
                .numbers
                .chunks(n_tokens)
                .map(<[f64]>::to_vec)
                .collect(),
        );
    }
    // A row for each token.
    let is_by_token = sizes == [n_tokens, n_axes];
    is_by_token.then(|| {
        let axis = |axis: usize| array.numbers.iter().skip(axis).step_by(n_axes).copied();
        (0..n_axes).map(|place| axis(place).collect()).collect()
    })
}
