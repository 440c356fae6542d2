//! Reading any address terminates, leaves a valid spec, and reports each error in one short
//! sentence.

use phasor_figures::{Key, PairSelection, Spec, query};
use phasor_params::Accepts;
use phasor_params::query::MOST_PAIRS;
use proptest::prelude::*;
use proptest::sample::select;

/// Writes every byte as `%` and two digits, so that text in any encoding, even a broken one, gets
/// through.
fn escaped(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("%{byte:02X}")).collect()
}

fn holds(spec: &Spec) -> Result<(), TestCaseError> {
    for &key in Key::ALL {
        let mut again = spec.clone();
        // The text of a parameter is accepted as its value.
        prop_assert!(again.set(key, &spec.text(key)).is_ok(), "{}", key.name());
    }
    let (read, errors) = query::parse(&query::format(spec));
    prop_assert!(errors.is_empty() && read == *spec);
    Ok(())
}

/// Returns `true` for one sentence around the quoted text: no line break, one full stop at the end.
fn is_one_sentence(text: &str) -> bool {
    let quotes = text.matches('`').count();
    let outside = match (text.find('`'), text.rfind('`')) {
        (Some(first), Some(last)) if quotes > 2 => format!("{}{}", &text[..first], &text[last..]),
        _ => text.to_owned(),
    };
    let ends = outside.matches(". ").count() + usize::from(outside.ends_with('.'));
    text.ends_with('.')
        && ends == 1
        && text.chars().count() < 700
        && !text.contains(char::is_control)
}

fn nasty() -> impl Strategy<Value = String> {
    let known = [
        "NaN",
        "inf",
        "-inf",
        "infinity",
        "1e999",
        "-1e999",
        "1e-999",
        "-0",
        "+1",
        "0x10",
        "1_000",
        "1,5",
        "١٢",
        "½",
        "²",
        "",
        " ",
        "\u{a0}20",
        "%",
        "%zz",
        "%00",
        "auto",
        "1-",
        "-",
        "5-1",
        "0-511",
        "0,,1",
        "18446744073709551616",
        "9007199254740993",
        "1.7976931348623157e308",
    ];
    let digits = prop::collection::vec(select(vec!['0', '1', '9', '.', '-', 'e', '+']), 0..400);
    prop_oneof![
        select(known.to_vec()).prop_map(str::to_owned),
        prop::collection::vec(any::<u8>(), 0..40).prop_map(|bytes| escaped(&bytes)),
        digits.prop_map(String::from_iter),
        ".{0,60}",
    ]
}

fn names() -> impl Strategy<Value = String> {
    let known: Vec<String> = Key::ALL.iter().map(|key| key.name().to_owned()).collect();
    prop_oneof![4 => select(known), 1 => nasty()]
}

proptest! {
    #[test]
    fn any_query_leaves_a_valid_spec(
        pairs in prop::collection::vec((names(), nasty()), 0..12), separator in select(vec!["&", "&&", "=&", ";"]),
    ) {
        let pairs: Vec<String> = pairs.into_iter().map(|(name, text)| format!("{name}={text}")).collect();
        let (spec, errors) = query::parse(&pairs.join(separator));
        holds(&spec)?;
        for error in errors {
            let text = error.to_string();
            prop_assert!(text.ends_with('.') && text.chars().count() < 700, "{text}");
            prop_assert!(!text.contains(char::is_control), "{text:?}");
        }
    }

    #[test]
    fn bytes_without_any_form_leave_a_valid_spec(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        holds(&query::parse(&String::from_utf8_lossy(&bytes)).0)?;
        holds(&query::parse(&escaped(&bytes)).0)?;
    }

    #[test]
    fn the_last_of_two_counts(first in 0..1000u32, last in 0..1000u32) {
        let (spec, errors) = query::parse(&format!("position={first}&offset=3&position={last}"));
        prop_assert!(errors.is_empty());
        prop_assert_eq!((spec.position(), spec.offset()), (f64::from(last), 3.0));
    }

    #[test]
    fn pairs_come_back_from_their_text(pairs in prop::collection::btree_set(0..512usize, 1..=16)) {
        let texts: Vec<String> = pairs.iter().rev().map(usize::to_string).collect();
        let selection = PairSelection::parse(&texts.join(", ")).unwrap();
        prop_assert_eq!(PairSelection::parse(&selection.to_string()), Some(selection.clone()));
        prop_assert_eq!(selection.resolve(512), Vec::from_iter(pairs.iter().copied()));
        let n_pairs = pairs.first().unwrap() + 1;
        // Pairs that a smaller dimension does not have are left out.
        prop_assert_eq!(selection.resolve(n_pairs), [n_pairs - 1]);
    }

    #[test]
    fn auto_spreads_from_the_fastest_to_the_slowest(n_pairs in 1..=512usize) {
        let drawn = PairSelection::Auto.resolve(n_pairs);
        prop_assert_eq!(drawn.len(), n_pairs.min(8));
        prop_assert_eq!((drawn.first(), drawn.last()), (Some(&0), Some(&(n_pairs - 1))));
        let gaps: Vec<usize> = drawn.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let (least, most) = (gaps.iter().min(), gaps.iter().max());
        prop_assert!(least.zip(most).is_none_or(|(least, most)| *least > 0 && most - least <= 1));
    }
}

#[test]
fn a_list_of_none_or_too_many_pairs_is_refused() {
    for text in [
        "",
        ",",
        "0-16",
        "0-15,20",
        "3-1",
        "512",
        "0-9999999999999",
        "1.5",
        "a-b",
        "-1",
    ] {
        assert_eq!(PairSelection::parse(text), None, "{text}");
    }
    assert!(PairSelection::parse("0-15").is_some());
    let full = PairSelection::parse("0-15").unwrap();
    assert_eq!(
        (
            full.toggled(20, 32),
            full.toggled(3, 32).unwrap().resolve(32).len()
        ),
        (None, 15)
    );
    assert_eq!(PairSelection::parse("5").unwrap().toggled(5, 32), None);
}

#[test]
fn a_page_of_pairs_is_read_as_far_as_the_limit() {
    let query = "dim=7&".repeat(5000) + "dim=128";
    let (spec, errors) = query::parse(&query);
    assert_eq!(
        (errors.len(), spec.dim()),
        (MOST_PAIRS, Spec::default().dim())
    );
}

#[test]
fn every_fault_is_one_short_sentence_with_what_is_accepted() {
    let long = "x".repeat(10_000);
    for &key in Key::ALL {
        for text in ["nonsense", "", "\u{7}\n\u{1b}[31m", "-1e300", long.as_str()] {
            // A short word is a layout.
            if key == Key::Layout && ["nonsense", "-1e300"].contains(&text) {
                continue;
            }
            let error = Spec::default().set(key, text).unwrap_err().to_string();
            assert!(is_one_sentence(&error), "{error}");
            assert!(
                error.contains(&key.parameter().accepted()) && error.contains(key.name()),
                "{error}"
            );
        }
        let (_, errors) = query::parse(&format!("x-{}=1", key.name()));
        let sentence = errors[0].to_string();
        assert!(
            is_one_sentence(&sentence) && sentence.contains(key.name()),
            "{sentence}"
        );
    }
    let error = Spec::default()
        .set(Key::Base, &long)
        .unwrap_err()
        .to_string();
    let quoted = format!("`{}…`", "x".repeat(phasor_text::MOST));
    assert!(error.ends_with(&format!(", not {quoted}.")), "{error}");
}

#[test]
fn every_word_sets_what_it_says() {
    for &key in Key::ALL {
        let Accepts::Choice(words) = key.parameter().accepts else {
            continue;
        };
        for word in words {
            let mut spec = Spec::default();
            spec.set(key, word.name).unwrap();
            assert_eq!(spec.text(key), word.name);
            let others = Key::ALL.iter().copied().filter(|other| *other != key);
            for other in others {
                assert_eq!(spec.text(other), Spec::default().text(other));
            }
        }
        assert!(Spec::default().set_number(key, 0.0).is_err());
    }
    assert!(Spec::default().set_number(Key::Pairs, 0.0).is_err());
}
