//! Help with the words of a sentence: unknown words, similar words, and completions.

use phasor_figures::Sentence;
use proptest::prelude::*;

#[test]
fn every_unknown_word_is_named_once_as_it_was_typed() {
    assert_eq!(
        Sentence::unknown("the Unicorn, chased another unicorm and the Unicorn,"),
        ["Unicorn,", "unicorm"]
    );
    assert!(Sentence::unknown("The dog chased another dog.").is_empty());
}

#[test]
fn names_are_printed_with_a_capital_and_written_without_one() {
    let sentence = Sentence::read("bob and Alice saw tom and i will eat").unwrap();
    let printed: Vec<&str> = (0..10).map(|place| sentence.printed(place)).collect();
    let expected = [
        "Bob", "and", "Alice", "saw", "Tom", "and", "I", "will", "eat", "",
    ];
    assert_eq!(printed, expected);
    assert_eq!(sentence.to_string(), "bob and alice saw tom and i will eat");
}

#[test]
fn words_that_are_like_an_unknown_one_are_known_and_the_nearest_comes_first() {
    for (typed, meant) in [
        ("dgo", "dog"),
        ("chasd", "chased"),
        ("anothr", "another"),
        ("Aplle,", "apple"),
    ] {
        let nearest = Sentence::nearest(typed);
        assert!(nearest.contains(&meant), "{typed}: {nearest:?}");
        let sentence = nearest.join(" ");
        assert!(Sentence::unknown(&sentence).is_empty());
    }
    assert_eq!(Sentence::nearest("anothr")[0], "another");
    assert_eq!(Sentence::nearest("dog")[0], "dog");
}

#[test]
fn the_last_word_is_completed_and_the_others_stay_as_they_are() {
    let completions = Sentence::completions("The dog, cha");
    assert!(
        completions.contains(&"The dog, chased".to_owned()),
        "{completions:?}"
    );
    assert!(
        completions
            .iter()
            .all(|text| text.starts_with("The dog, cha"))
    );
    assert!(Sentence::completions("the dog ").is_empty());
    assert!(Sentence::completions("").is_empty());
}

proptest! {
    #[test]
    fn any_text_can_be_typed(text in "\\PC{0,40}") {
        for word in Sentence::unknown(&text) {
            prop_assert!(Sentence::nearest(word).len() >= 2);
        }
        for completed in Sentence::completions(&text) {
            prop_assert!(completed.starts_with(&text));
        }
        if Sentence::read(&text).is_ok() {
            prop_assert!(Sentence::unknown(&text).is_empty());
        }
    }
}
