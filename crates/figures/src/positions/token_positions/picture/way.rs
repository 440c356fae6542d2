//! What the picture shows, at rest or between two states of the same tokens.

use crate::positions::token_positions::computed::Computed;

/// A state, and the one that the picture leaves.
#[derive(Clone, Copy)]
pub(in crate::positions::token_positions) struct Way<'a> {
    /// The state that the picture leaves, if it is on the way, and the part of the way that is done.
    left: Option<(&'a Computed, f32)>,
    to: &'a Computed,
}

impl<'a> Way<'a> {
    /// Creates the way from a state to another one. Between other tokens, or other axes, there is nothing to see.
    pub(in crate::positions::token_positions) fn new(
        left: Option<(&'a Computed, f64)>,
        to: &'a Computed,
    ) -> Self {
        let left = left.filter(|(left, _)| left.has_tokens_of(to));
        let left = left.map(|(left, part)| (left, part as f32));
        Self { left, to }
    }

    /// The state at the end.
    pub(super) fn to(&self) -> &'a Computed {
        self.to
    }

    /// Returns both states with their weights, which add up to 1; at rest only one.
    pub(super) fn ends(&self) -> impl Iterator<Item = (&'a Computed, f32)> {
        let done = self.left.map_or(1.0, |(_, part)| part);
        let left = self.left.map(|(left, part)| (left, 1.0 - part));
        left.into_iter().chain([(self.to, done)])
    }

    /// Returns the mean of a number in both states.
    pub(super) fn mean(&self, of: impl Fn(&Computed) -> f32) -> f32 {
        self.ends().map(|(state, weight)| weight * of(state)).sum()
    }

    /// Returns how much there is of something, from 0 to 1.
    pub(super) fn amount(&self, has: impl Fn(&Computed) -> bool) -> f32 {
        self.mean(|state| if has(state) { 1.0 } else { 0.0 })
    }

    /// Returns what both states have, each with its weight, or once if it is the same.
    pub(super) fn each<T: PartialEq>(&self, of: impl Fn(&'a Computed) -> T) -> Vec<(T, f32)> {
        let to = of(self.to);
        match self.left {
            Some((left, part)) => {
                let before = of(left);
                match before == to {
                    true => vec![(to, 1.0)],
                    false => vec![(before, 1.0 - part), (to, part)],
                }
            }
            None => vec![(to, 1.0)],
        }
    }
}

/// Returns whole numbers on the way from one list to another of the same length, as many as either has; `None` if they are
/// not whole.
pub(super) fn rolled(
    (one, before): (&[f64], f32),
    (other, after): (&[f64], f32),
) -> Option<Vec<f64>> {
    let is_whole = |numbers: &[f64]| numbers.iter().all(|number| number.fract() == 0.0);
    if one.len() != other.len() || !is_whole(one) || !is_whole(other) {
        return None;
    }
    let mean = |(one, other): (&f64, &f64)| one * f64::from(before) + other * f64::from(after);
    Some(one.iter().zip(other).map(mean).map(f64::round).collect())
}
