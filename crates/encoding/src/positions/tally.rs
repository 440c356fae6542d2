//! Counting pairs without looking at each: what a query sees follows from how many keys of each kind are in its reach.

use std::collections::HashMap;
use std::ops::Range;

use super::ids::SAME;
use super::verdict::Count;
use super::visibility::{DocumentMask, PaddingMask};
use super::{Layout, PositionIds, Stage, Token, Visibility};

/// A kind of keys whose numbers are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    All,
    Words,
    AllOf {
        document: usize,
    },
    WordsOf {
        document: usize,
    },
    /// Words whose actual ids are this far from the expected ones, so that they see each other at the true offset.
    Alike {
        document: usize,
        shift: usize,
    },
}

/// Counts the pairs of queries and keys, in time proportional to the number of tokens, apart from sorting their shifts.
///
/// From word to word of a document, an offset is right if actual and expected ids differ by the same *shift*. So the numbers
/// of keys of each [`Kind`] in the reach of a query are enough, and they are counted while the reach moves on.
pub(super) fn count(
    layout: &Layout,
    visibility: &Visibility,
    (actual, expected): (&PositionIds, &PositionIds),
) -> Count {
    let shifts = shifts(actual, expected);
    let tokens = layout.tokens().iter().zip(&shifts);
    let kinds: Vec<[Option<Kind>; 5]> = tokens.clone().map(kinds).collect();
    let mut numbers: HashMap<Kind, usize> = HashMap::new();
    let mut before = 0..0;
    let mut count = Count::default();
    for (query, (token, &shift)) in tokens.enumerate() {
        let reach = visibility.reach(layout.n_tokens(), query);
        for kind in of_keys(&kinds, before.end..reach.end) {
            *numbers.entry(kind).or_insert(0) += 1;
        }
        for kind in of_keys(&kinds, before.start..reach.start) {
            numbers.entry(kind).and_modify(|number| *number -= 1);
        }
        before = reach;
        if token.is_padding() || token.stage == Stage::Cached {
            continue;
        }
        let document = token.document;
        let number = |kind: Kind| numbers.get(&kind).copied().unwrap_or(0);
        let visible = number(match visibility.masks() {
            (DocumentMask::Open, PaddingMask::Open) => Kind::All,
            (DocumentMask::Open, PaddingMask::Masked) => Kind::Words,
            (DocumentMask::Masked, PaddingMask::Open) => Kind::AllOf { document },
            (DocumentMask::Masked, PaddingMask::Masked) => Kind::WordsOf { document },
        });
        let related = number(Kind::WordsOf { document });
        count.visible += visible;
        count.wrong += related - number(Kind::Alike { document, shift });
        count.foreign += visible - related;
    }
    count
}

/// Returns the kinds that a token with this shift is of.
fn kinds((token, &shift): (&Token, &usize)) -> [Option<Kind>; 5] {
    let document = token.document;
    let of_words = |kind: Kind| (!token.is_padding()).then_some(kind);
    [
        Some(Kind::All),
        Some(Kind::AllOf { document }),
        of_words(Kind::Words),
        of_words(Kind::WordsOf { document }),
        of_words(Kind::Alike { document, shift }),
    ]
}

/// Returns all kinds of these keys.
fn of_keys(kinds: &[[Option<Kind>; 5]], keys: Range<usize>) -> impl Iterator<Item = Kind> {
    let keys = kinds.get(keys).unwrap_or(&[]).iter();
    keys.flat_map(|of_key| of_key.iter().flatten().copied())
}

/// Returns a number for the shift of each token, the same for shifts that are the same on every axis. Shape `[n_tokens]`.
fn shifts(actual: &PositionIds, expected: &PositionIds) -> Vec<usize> {
    let mut shifts = vec![0; expected.n_tokens()];
    for (actual, expected) in actual.axes().zip(expected.axes()) {
        let differences = actual.iter().zip(expected).map(|(one, other)| one - other);
        let on_axis = numbered(&differences.collect::<Vec<f64>>());
        let mut known = HashMap::new();
        for (shift, on_axis) in shifts.iter_mut().zip(on_axis) {
            let next = known.len();
            *shift = *known.entry((*shift, on_axis)).or_insert(next);
        }
    }
    shifts
}

/// Returns a number for each value, the same for neighbours in their order that differ by no more than [`SAME`].
fn numbered(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<(f64, usize)> = values.iter().copied().zip(0..).collect();
    order.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let mut numbers = vec![0; values.len()];
    let (mut number, mut last) = (0, f64::NEG_INFINITY);
    for (value, place) in order {
        number += usize::from(value - last > SAME);
        last = value;
        if let Some(slot) = numbers.get_mut(place) {
            *slot = number;
        }
    }
    numbers
}
