//! Every scaling rule does what it says of itself. `Scaling::examples` has all rules.

use phasor_encoding::{Frequencies, Scaled, Scaling};

const BASE: f64 = 10_000.0;
const DIM: usize = 32;

/// A length far beyond the original length of any example.
const FAR: usize = 1 << 40;

fn at(rule: &Scaling, seq_len: Option<usize>) -> Scaled {
    let scaled = rule.apply(BASE, DIM, seq_len);
    scaled.unwrap_or_else(|error| panic!("{rule:?}: {error}"))
}

/// Returns the divisors of the pairs that rotate.
fn divisors(scaled: &Scaled) -> Vec<f64> {
    let plain = Frequencies::new(BASE, DIM).unwrap();
    let pairs = plain.inv_freq().iter().zip(scaled.frequencies().inv_freq());
    let rotating = pairs.filter(|(_, after)| **after > 0.0);
    rotating.map(|(before, after)| before / after).collect()
}

#[test]
fn every_rule_has_its_facts() {
    for rule in Scaling::examples(DIM) {
        let facts = [rule.name(), rule.label(), rule.source()];
        assert!(facts.iter().all(|fact| !fact.is_empty()), "{rule:?}");
        let numbers = [rule.factor(), rule.original_length(), rule.changes_beyond()];
        assert!(
            numbers.iter().flatten().all(|number| *number > 0.0),
            "{rule:?}"
        );
    }
}

#[test]
fn the_frequencies_depend_on_the_length_only_beyond_what_the_rule_says() {
    for rule in Scaling::examples(DIM) {
        let usual = at(&rule, None);
        assert_eq!(usual.frequencies().dim(), DIM, "{rule:?}");
        let Some(length) = rule.changes_beyond() else {
            assert_eq!(at(&rule, Some(FAR)), usual, "{rule:?}");
            continue;
        };
        let length = length as usize;
        assert_eq!(at(&rule, Some(length)), usual, "{rule:?}");
        let longer = at(&rule, Some(length + 1));
        assert_ne!(longer, usual, "{rule:?}");
        let changes_again = at(&rule, Some(FAR)) != longer;
        assert_eq!(changes_again, rule.changes_at_every_length(), "{rule:?}");
    }
}

#[test]
fn the_slowest_pair_is_divided_by_the_full_divisor() {
    for rule in Scaling::examples(DIM) {
        let beyond = rule.changes_beyond().map(|length| length as usize + 1);
        let scaled = at(&rule, beyond);
        let slowest = divisors(&scaled).last().copied().unwrap_or(1.0);
        let error = slowest / rule.full_divisor() - 1.0;
        let grows = rule.changes_at_every_length();
        assert!(grows || error.abs() < 1e-12, "{rule:?}: {slowest}");
    }
}

#[test]
fn only_rules_over_the_whole_head_stop_pairs() {
    for rule in Scaling::examples(DIM) {
        let is_still = divisors(&at(&rule, Some(FAR))).len() < DIM / 2;
        assert_eq!(is_still, rule.spans_head(), "{rule:?}");
    }
}
