//! The sentence that says what a model answers.

use super::heads;
use super::results::{Answer, Copied, NextWord, Percent, Question, Surprise, mean, right};
use super::state::Change;
use phasor_text::number::{Fixed, Place};

/// Names what is done to the positions.
pub(super) fn change(question: &Question) -> String {
    let change = question.change;
    if let Some(options) = &question.typed.options {
        return match question.is_published() {
            true => Change::None.to_string(),
            false => format!("with {options}"),
        };
    }
    match question.gap {
        0.0 => change.to_string(),
        gap if change == Change::None => format!("with {} positions skipped", Place(gap)),
        gap => format!("{change} and {} positions skipped", Place(gap)),
    }
}

/// Returns the same at the beginning of a sentence.
fn begun(question: &Question) -> String {
    let change = change(question);
    let mut letters = change.chars();
    let first = letters
        .next()
        .map_or(String::new(), |first| first.to_uppercase().to_string());
    first + letters.as_str()
}

pub(super) fn of(question: &Question, answer: &Answer) -> String {
    match answer {
        Answer::NextWords { words, favourite } => next_word(question, words, favourite),
        Answer::Copying { now, published } => copying(question, now, published),
        Answer::Text { now, published } => text(question, now, *published),
        Answer::Heads { now, published } => {
            let begun = begun(question);
            heads::reading((&begun, question.is_published()), now, published)
        }
    }
}

fn next_word(question: &Question, words: &[NextWord], favourite: &NextWord) -> String {
    let begun = begun(question);
    let best = words.first().expect("an answer has words");
    let (now, before) = (Percent(favourite.percent), Percent(favourite.published));
    let word = &favourite.word;
    match (question.is_published(), best == favourite) {
        (true, _) => format!("{begun}, the model says “{word}” with {now}."),
        (false, true) if favourite.percent == favourite.published => {
            format!("{begun}, the model still says “{word}”, with {now} as before.")
        }
        (false, true) => {
            format!("{begun}, the model still says “{word}”, with {now} instead of {before}.")
        }
        (false, false) => format!(
            "{begun}, the model says “{}” with {}; “{word}” goes from {before} to {now}.",
            best.word,
            Percent(best.percent)
        ),
    }
}

fn copying(question: &Question, now: &[Copied], published: &[Copied]) -> String {
    let (begun, n_words) = (begun(question), now.len());
    let (now, published) = (right(now), right(published));
    match question.is_published() {
        true => {
            format!("{begun}, the model copies {now}% of {n_words} words right.")
        }
        false => format!(
            "{begun}, the model copies {now}% of {n_words} words right; as published, {published}%."
        ),
    }
}

fn text(question: &Question, now: &[Surprise], published: f64) -> String {
    let (begun, bits) = (begun(question), Fixed(mean(now)));
    match question.is_published() {
        true => {
            format!("{begun}, a token of the text has {bits:.1} bits of surprise on average.")
        }
        false => format!(
            "{begun}, a token of the text has {bits:.1} bits of surprise on average; as published, {:.1}.",
            Fixed(published)
        ),
    }
}
