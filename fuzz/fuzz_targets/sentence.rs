//! Any text is a sentence of known words, or has a reason why it is none, within 64 MiB.
//! `tools/check/fuzz.mjs` builds and runs this.
#![no_main]

mod memory;
mod sentences;

use libfuzzer_sys::fuzz_target;
use phasor_figures::sentence::NoSentence;
use phasor_figures::{Key, Sentence, Spec};
use sentences::check_sentence;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let unknown = Sentence::unknown(&text);
    match Sentence::read(&text) {
        Ok(sentence) => {
            assert!(unknown.is_empty() && (2..=Sentence::MOST).contains(&sentence.words().len()));
            assert_eq!(Sentence::read(&sentence.to_string()), Ok(sentence));
        }
        Err(NoSentence::UnknownWord(_)) => assert!(!unknown.is_empty(), "{text:?}"),
        Err(NoSentence::Length) => assert!(unknown.is_empty(), "{text:?}"),
    }
    if let Err(error) = Spec::default().set(Key::Sentence, &text) {
        check_sentence(&error.to_string());
    }
    for offered in Sentence::completions(&text) {
        let last = offered.rsplit(|c: char| c.is_ascii_whitespace()).next();
        assert_eq!(
            Sentence::unknown(last.unwrap_or_default()),
            [""; 0],
            "{text:?}"
        );
    }
    // A comparison with all known words takes longer than everything else, so few inputs get that far.
    let word = unknown.first().filter(|_| bytes.len().is_multiple_of(64));
    if let Some(word) = word {
        for near in Sentence::nearest(word) {
            assert!(Sentence::unknown(near).is_empty(), "{near}");
        }
    }
});
