//! How words go from one order to another: one after the other, so that rows cross one at a time.

use crate::Sentence;

/// Where words stand on their way.
#[derive(Debug)]
pub(super) struct Way {
    n_words: usize,
    /// For every place of the new order, where its word is now, in places from the first.
    stands: [f32; Sentence::MOST],
    /// The place of the word that passes others, and how far aside it is: 1 in the middle of its way.
    passing: Option<(usize, f32)>,
}

impl Way {
    /// From the order as written into `order`; `t` is 0 at the start and 1 when all have arrived.
    pub(super) fn new(order: &[usize], t: f32) -> Self {
        let n_moves = moves(order, usize::MAX).1;
        let done = t.clamp(0.0, 1.0) * n_moves as f32;
        let (whole, part) = (done.floor(), done.fract());
        let (now, _) = moves(order, whole as usize);
        let (next, _) = moves(order, whole as usize + 1);
        let find = |words: &[usize], word: usize| {
            let place = words.iter().position(|other| *other == word);
            place.expect("a move loses no word") as f32
        };
        let steps = order
            .iter()
            .map(|&word| (find(&now, word), find(&next, word)));
        let mut stands = [0.0; Sentence::MOST];
        for (stand, (from, to)) in stands.iter_mut().zip(steps.clone()) {
            *stand = from + part * (to - from);
        }
        let moving = steps
            .enumerate()
            .map(|(place, (from, to))| (place, (to - from).abs()));
        let farthest = moving.max_by(|one, two| one.1.total_cmp(&two.1));
        let aside = (part * std::f32::consts::PI).sin();
        Self {
            n_words: order.len(),
            stands,
            passing: farthest
                .filter(|_| part > 0.0)
                .map(|(place, _)| (place, aside)),
        }
    }

    /// Returns where the word of this place is now, in places from the first.
    pub(super) fn stand(&self, place: usize) -> f32 {
        let stand = self.stands.get(place);
        *stand.expect("every word stands somewhere")
    }

    /// All places, that of the passing word last, as it is drawn over the others.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        let passing = self.passing.map(|(place, _)| place);
        let others = (0..self.n_words).filter(move |place| Some(*place) != passing);
        others.chain(passing)
    }

    /// How far aside the word with this place is, from 0 to 1.
    pub(super) fn aside(&self, place: usize) -> f32 {
        let passing = self.passing.filter(|(passing, _)| *passing == place);
        passing.map_or(0.0, |(_, aside)| aside)
    }
}

/// The words after at most so many moves, each of which brings one word to its place, and how many there were.
fn moves(order: &[usize], most: usize) -> ([usize; Sentence::MOST], usize) {
    let mut words = std::array::from_fn(|place| place);
    let mut n_moves = 0;
    for (place, word) in order.iter().enumerate() {
        let from = words.iter().position(|other| other == word);
        let from = from.filter(|from| *from != place && n_moves < most);
        // The places before this one have their words, so the word comes from a later one.
        if let Some(passed) = from.and_then(|from| words.get_mut(place..=from)) {
            passed.rotate_right(1);
            n_moves += 1;
        }
    }
    (words, n_moves)
}

#[cfg(test)]
mod tests {
    use super::Way;

    #[test]
    fn all_but_one_keep_a_row_apart_on_their_way() {
        let order = [4, 2, 3, 0, 1];
        for step in 0..=100 {
            let way = Way::new(&order, step as f32 / 100.0);
            let passing = way.passing.map(|(place, _)| place);
            let mut others: Vec<f32> = (0..5)
                .filter(|place| Some(*place) != passing)
                .map(|place| way.stand(place))
                .collect();
            others.sort_by(f32::total_cmp);
            assert!(
                others
                    .windows(2)
                    .all(|pair| pair.last() >= pair.first().map(|first| first + 0.999).as_ref()),
                "{way:?}"
            );
            assert_eq!(way.places().count(), 5);
        }
        let stands = |t: f32| [0, 1, 2, 3, 4].map(|place| Way::new(&order, t).stand(place));
        assert_eq!(stands(0.0), [4.0, 2.0, 3.0, 0.0, 1.0]);
        assert_eq!(stands(1.0), [0.0, 1.0, 2.0, 3.0, 4.0]);
    }
}
