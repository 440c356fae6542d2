//! Frequencies and curves kept between frames while their parameters stay the same.

use std::rc::Rc;

use crate::{Content, Spec};
use phasor_draw::ColorMap;
use phasor_encoding::{Frequencies, Measure, Pairing, Rope, SimilarityCurve};

/// The frequencies, the similarity curve and the score curve that were last requested.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    frequencies: Option<((f64, usize), Frequencies)>,
    similarity: Option<((f64, usize, Measure, usize), Similarity)>,
    score: Option<((f64, usize, Content, usize), Score)>,
}

/// A similarity curve with the values that every frame derives from it.
#[derive(Debug, Clone)]
pub(crate) struct Similarity {
    pub(crate) curve: Rc<SimilarityCurve>,
    pub(crate) first_turn: Option<usize>,
    pub(crate) range: (f64, f64),
    pub(crate) shades: Rc<[f32]>,
}

/// Returns the colours of a measure, in which shades are its values.
pub(crate) fn color_map(measure: Measure) -> ColorMap {
    match measure.is_similarity() {
        true => ColorMap::Diverging,
        false => ColorMap::Distance,
    }
}

impl Cache {
    /// Returns the frequencies of the spec.
    pub(crate) fn frequencies(&mut self, spec: &Spec) -> &Frequencies {
        let wanted = (spec.base(), spec.dim());
        if self
            .frequencies
            .as_ref()
            .is_none_or(|(key, _)| *key != wanted)
        {
            self.frequencies = None;
        }
        &self
            .frequencies
            .get_or_insert_with(|| (wanted, spec.frequencies()))
            .1
    }

    /// Returns the similarity curve of the spec over the shown length.
    pub(crate) fn similarity(&mut self, spec: &Spec) -> Similarity {
        let wanted = (spec.base(), spec.dim(), spec.measure(), spec.length());
        if let Some((key, similarity)) = &self.similarity
            && *key == wanted
        {
            return similarity.clone();
        }
        let curve = SimilarityCurve::new(self.frequencies(spec), spec.measure(), spec.length());
        let (low, high) = curve.range();
        let bound = round_bound(low.abs().max(high.abs()));
        // A similarity is signed, so its colours are centred on 0; a distance starts at 0.
        let range = match spec.measure().is_similarity() {
            true => (-bound, bound),
            false => (0.0, bound),
        };
        let shade = |value: f64| ((value - range.0) / (range.1 - range.0)) as f32;
        let similarity = Similarity {
            first_turn: curve.first_turn(),
            range,
            shades: curve.values().iter().map(|&value| shade(value)).collect(),
            curve: Rc::new(curve),
        };
        self.similarity = Some((wanted, similarity.clone()));
        similarity
    }

    /// Returns the score at offsets from `1 - length` to `length - 1`, and the step between offsets: 1, or a fraction
    /// where few whole offsets would draw a jagged line.
    pub(crate) fn score(&mut self, spec: &Spec) -> Score {
        const FEWEST: usize = 256;
        let wanted = (spec.base(), spec.dim(), spec.content(), spec.length());
        if let Some((key, score)) = &self.score
            && *key == wanted
        {
            return score.clone();
        }
        let rope = Rope::new(self.frequencies(spec).clone(), Pairing::Interleaved);
        let (query, key) = vectors(spec);
        let n_steps = 2 * (spec.length() - 1);
        let finer = FEWEST.div_ceil(n_steps);
        let step = 1.0 / finer as f64;
        let first = 1.0 - spec.length() as f64;
        let values = rope.score_curve(&query, &key, (first, step), n_steps * finer + 1);
        let score = Score {
            values: values.expect("the vectors have the dim of the rope").into(),
            step,
        };
        self.score = Some((wanted, score.clone()));
        score
    }
}

/// Rounds `bound` up in steps of half its power of ten, so that an axis stays still while a curve changes.
fn round_bound(bound: f64) -> f64 {
    // A bound that is round except for the last bits of a sum stays.
    const SLACK: f64 = 1e-9;
    let step = 10f64.powf((bound * (1.0 - SLACK)).log10().floor()) / 2.0;
    match step.is_normal() {
        true => (bound / step - SLACK).ceil() * step,
        // Encodings can be equal, for example at length 2 with a very slow pair.
        false => 1.0,
    }
}

/// The score over offsets, `step` apart.
#[derive(Debug, Clone)]
pub(crate) struct Score {
    pub(crate) values: Rc<[f64]>,
    pub(crate) step: f64,
}

/// Returns the query and key of the spec before rotation, interleaved.
pub(crate) fn vectors(spec: &Spec) -> (Vec<f64>, Vec<f64>) {
    let fill = |(x, y): (f64, f64)| [x, y].repeat(spec.n_pairs());
    let content = spec.content();
    (fill(content.query_pair()), fill(content.key_pair()))
}

/// The last value, with the input that it was computed from.
pub(crate) type Memo<K, V> = Option<(K, V)>;

/// Does the same as [`try_memoized`] for a value that there always is.
pub(crate) fn memoized<K: PartialEq, V: Clone>(
    last: &mut Memo<K, V>,
    key: K,
    make: impl FnOnce() -> V,
) -> V {
    try_memoized(last, key, || Some(make())).expect("the value was just made")
}

/// Returns the last value if its input was `key`; otherwise computes it with `make` and stores it as the last.
pub(crate) fn try_memoized<K: PartialEq, V: Clone>(
    last: &mut Memo<K, V>,
    key: K,
    make: impl FnOnce() -> Option<V>,
) -> Option<V> {
    match last {
        Some((before, value)) if *before == key => Some(value.clone()),
        _ => {
            let value = make()?;
            *last = Some((key, value.clone()));
            Some(value)
        }
    }
}
