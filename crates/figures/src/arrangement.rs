//! The orders of the words, numbered in lexicographic order: 0 is as written.

use crate::{Key, Spec};
use phasor_params::{Accepts, Parameter, Range};

pub(crate) const ARRANGEMENT: Parameter = Parameter {
    name: "arrangement",
    label: "arrangement",
    unit: "",
    help: "Number of the order that is shown beside the written one; 0 is as written.",
    accepts: Accepts::Number(Range::whole(0.0, 3_628_799.0)),
    default: "94",
};

impl Spec {
    /// The number of orders that the words can have; two equal words count as different.
    #[must_use]
    pub fn n_arrangements(&self) -> f64 {
        (1..=self.sentence().words().len()).product::<usize>() as f64
    }

    /// The order of the words shown beside the written one, as a number; 0 is the written order.
    /// Larger numbers are taken modulo the number of orders.
    #[must_use]
    pub fn arrangement(&self) -> usize {
        self.at(Key::Arrangement) as usize % self.n_arrangements() as usize
    }
}

/// Returns order `number` of `n` words, as the places of the words in the written sentence; numbers past the last order
/// wrap around.
pub(crate) fn order(number: usize, n: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (0..n).collect();
    let mut rest = number % factorial(n);
    let picks = (0..n).rev().map(|after| {
        let pick = rest / factorial(after);
        rest %= factorial(after);
        left.remove(pick)
    });
    picks.collect()
}

/// Returns the number of an order; the inverse of [`order`].
pub(crate) fn number(order: &[usize]) -> usize {
    let later = |place: usize| order.iter().skip(place + 1);
    let digits = order.iter().enumerate().map(|(place, word)| {
        let smaller = later(place).filter(|other| *other < word).count();
        smaller * factorial(order.len() - 1 - place)
    });
    digits.sum()
}

fn factorial(n: usize) -> usize {
    (1..=n).product()
}

/// Moves the word at `place` of the rearranged sentence by `by` places.
pub(crate) fn drag(spec: &mut Spec, place: usize, by: f64) {
    let mut now = order(spec.arrangement(), spec.sentence().words().len());
    let to = (place as f64 + by).clamp(0.0, now.len() as f64 - 1.0) as usize;
    if place < now.len() {
        let word = now.remove(place);
        now.insert(to, word);
        spec.set_nearest(Key::Arrangement, number(&now) as f64);
        spec.set_nearest(Key::Token, word as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::{drag, number, order};
    use crate::{Key, Spec};

    #[test]
    fn every_order_has_its_number() {
        let mut before = Vec::new();
        for number_of in 0..120 {
            let now = order(number_of, 5);
            assert_eq!(number(&now), number_of);
            assert!(now > before, "orders are in lexicographic order");
            before = now;
        }
        assert_eq!(order(120, 5), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_word_goes_where_it_is_dragged() {
        let mut spec = Spec::default();
        spec.set_nearest(Key::Arrangement, 0.0);
        drag(&mut spec, 0, 2.0);
        assert_eq!(order(spec.arrangement(), 5), [1, 2, 0, 3, 4]);
        assert_eq!(spec.token(), 0);
        drag(&mut spec, 2, -9.0);
        assert_eq!(spec.arrangement(), 0);
    }
}
