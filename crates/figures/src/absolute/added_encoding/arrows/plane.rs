//! The two components that the arrows of `integer-code` show: those that fan the words of the sentence out.

use crate::Spec;
use phasor_encoding::Matrix;

/// A word as an arrow: two of its components.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrow {
    /// The first place of the word in the sentence.
    pub(super) place: usize,
    pub(super) n_copies: usize,
    /// The components of the word alone, across and up.
    pub(super) at: [f64; 2],
}

impl Arrow {
    /// Returns how far above the diagonal the tip is, times the root of 2; below 0 if it is below.
    pub(super) fn aside(&self) -> f64 {
        let [x, y] = self.at;
        y - x
    }
}

/// The plane of two components, with an arrow for each different word.
#[derive(Debug)]
pub(crate) struct Plane {
    /// The component across and the component up.
    pub(super) components: [usize; 2],
    pub(super) arrows: Vec<Arrow>,
    /// The length of the longest arrow.
    pub(super) reach: f64,
}

impl Plane {
    /// Creates the plane of the words of a sentence, one per row.
    pub(crate) fn new(words: &Matrix) -> Self {
        let places = different(words);
        let components = fanning(words, &places);
        let arrows = places.into_iter().map(|place| {
            let word = words.row(place);
            Arrow {
                place,
                n_copies: words.rows().filter(|row| *row == word).count(),
                at: within(components, word),
            }
        });
        let arrows: Vec<Arrow> = arrows.collect();
        Self {
            components,
            reach: longest(arrows.iter().map(|arrow| arrow.at)),
            arrows,
        }
    }

    /// Returns the shown components of each arrow, from vectors for all words of the sentence.
    pub(crate) fn within(&self, vectors: &Matrix) -> Vec<[f64; 2]> {
        let arrows = self.arrows.iter();
        arrows
            .map(|arrow| within(self.components, vectors.row(arrow.place)))
            .collect()
    }
}

fn within(components: [usize; 2], vector: &[f64]) -> [f64; 2] {
    let component = |component: usize| vector.get(component).copied();
    components.map(|idx| component(idx).expect("the components are those of the words"))
}

/// Returns the length of the longest arrow.
pub(super) fn longest(arrows: impl Iterator<Item = [f64; 2]>) -> f64 {
    arrows.fold(0.0, |most, [x, y]| x.hypot(y).max(most))
}

/// Returns the first place of each different word.
fn different(words: &Matrix) -> Vec<usize> {
    let is_new = |place: &usize| {
        let word = words.row(*place);
        words.rows().take(*place).all(|before| before != word)
    };
    (0..words.n_rows()).filter(is_new).collect()
}

/// Returns the two components that fan the words out: in parts of the longest arrow, the shortest one and the smallest
/// distance between two tips are as large as possible, and no arrow is near the diagonal, on which both components are
/// equal.
fn fanning(words: &Matrix, places: &[usize]) -> [usize; 2] {
    let column = |component: usize| -> Vec<f64> {
        let number = |&place: &usize| words.get(place, component);
        places.iter().filter_map(number).collect()
    };
    let columns: Vec<Vec<f64>> = (0..words.n_columns()).map(column).collect();
    let mut best = ([0, 1], f64::NEG_INFINITY);
    for (across, xs) in columns.iter().enumerate() {
        for (up, ys) in columns.iter().enumerate().skip(across + 1) {
            let tips = || xs.iter().copied().zip(ys.iter().copied());
            let longest = tips().fold(0.0, |most: f64, (x, y)| most.max(x * x + y * y));
            let fan = least(tips(), best.1 * longest) / longest;
            if fan > best.1 {
                best = ([across, up], fan);
            }
        }
    }
    best.0
}

/// Returns the smallest square of an arrow's length, of a distance between two tips, and of [`OFF`] times a distance from
/// the diagonal. Once it is below `enough`, it does not look further.
fn least(tips: impl Iterator<Item = (f64, f64)> + Clone, enough: f64) -> f64 {
    /// How much more a distance from the diagonal counts.
    const OFF: f64 = 2.5;
    let mut least = f64::INFINITY;
    for (idx, (x, y)) in tips.clone().enumerate() {
        let others = tips.clone().take(idx);
        let apart = others.map(|(u, v)| (x - u).powi(2) + (y - v).powi(2));
        let own = (x * x + y * y).min(OFF * OFF * (x - y).powi(2) / 2.0);
        least = apart.fold(least.min(own), f64::min);
        if least < enough {
            break;
        }
    }
    least
}

/// Returns the name of an arrow.
pub(super) fn label(spec: &Spec, arrow: &Arrow) -> String {
    let word = spec.sentence().printed(arrow.place);
    match arrow.n_copies {
        1 => word.to_owned(),
        n_copies => format!("{word} ×{n_copies}"),
    }
}
