//! Numbers as people type them.

use phasor_text::number::grouped;
use phasor_text::parse::number;
use proptest::prelude::*;

/// Returns what the standard library reads, without its words for infinity and for what is not a number.
fn expected(text: &str) -> Option<f64> {
    let is_word =
        text.contains(|letter: char| letter.is_alphabetic() && !matches!(letter, 'e' | 'E'));
    text.parse().ok().filter(|_| !is_word)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_number_is_read_to_the_last_bit(bits: u64) {
        let wanted = f64::from_bits(bits);
        prop_assume!(wanted.is_finite());
        for text in [wanted.to_string(), format!("{wanted:e}"), format!("{wanted:.25}")] {
            prop_assert_eq!(number(&text), expected(&text), "{}", text);
        }
        prop_assert_eq!(number(&grouped(wanted)), Some(wanted));
    }

    #[test]
    fn every_text_is_read_or_refused_as_by_the_standard_library(text in "[-+]?[0-9]{0,20}\\.?[0-9]{0,20}([eE][-+]?[0-9]{0,4})?|[-+.eE0-9infa]{0,8}") {
        prop_assert_eq!(number(&text), expected(&text), "{}", text);
    }
}
