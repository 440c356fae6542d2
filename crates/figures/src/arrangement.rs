//! The orders of the words, numbered in lexicographic order: 0 is as written.

use phasor_params::{Key, Spec};

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
    use phasor_params::{Key, Spec};

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
