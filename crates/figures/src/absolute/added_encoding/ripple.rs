//! What the pictures of words share: types, inks, and the components of a word as a ripple.

use crate::Spec;
use phasor_draw::{Ink, LABEL, Type};
use phasor_encoding::Matrix;

pub(super) const PLAIN: Type = LABEL.size(13.0).ink(Ink::Text);
pub(super) const HEAD: Type = PLAIN.bold();

/// The components of a word that a narrow ripple shows: one of eight.
pub(super) const STRIDE: usize = 8;

/// Returns the ink of a word: one for the word in focus, one for its copies, and one for all others.
pub(super) fn ink(spec: &Spec, word: usize) -> Ink {
    let words = spec.sentence().words();
    if word == spec.token() {
        Ink::Query
    } else if words.get(word) == words.get(spec.token()) {
        Ink::Text
    } else {
        Ink::Muted
    }
}

/// Returns the type of the name of a word.
pub(super) fn name(spec: &Spec, word: usize) -> Type {
    match ink(spec, word) {
        Ink::Muted => PLAIN,
        ink => HEAD.ink(ink),
    }
}

/// Returns the largest magnitude of a component.
pub(super) fn reach(words: &Matrix) -> f64 {
    words.values().iter().fold(0.0, |most, x| most.max(x.abs()))
}

/// Returns every [`STRIDE`]th component of a word with its place from 0, the left end of the ripple, to 1.
pub(super) fn sparse(word: &[f64]) -> impl Iterator<Item = (f32, f64)> + Clone {
    let n_visible = word.len().div_ceil(STRIDE);
    let visible = word.iter().step_by(STRIDE).enumerate();
    visible.map(move |(place, &x)| ((place as f32 + 0.5) / n_visible as f32, x))
}
