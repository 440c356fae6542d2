//! The stored answers to every question of the figure, in a file of rows.
//!
//! The rows are one sequence of whole numbers from -127 to 127; the first number of each row is 127, so that a step is 1.
//!
//! - For each prompt: the number of its words, and the words, each as its number of bytes and its bytes. Then for each change
//!   the most probable words, each as its number and its two percentages.
//! - For each change and gap, for each word of every list: its percentage, or -1 minus that if it was not copied right.
//! - The number of tokens of the text, and the tokens, written as words are. Then for each change the tenths of a bit of every
//!   token.
//! - For each head its layer and its number. Then for each change the percentages of every head.
//!
//! Numbers of words and tokens, bytes and tenths of a bit are stored less 127.

use super::parameters::ModelTest;
use super::results::{
    Answer, Copied, HeadAttention, Heads, N_ROLES, NextWord, Question, Surprise, mean,
};
use super::state::Change;
use super::texts::{LIST_LENGTH, LISTS, Prompt};
use crate::asset::Rows;
use phasor_params::choice::Choice as _;

/// The number of columns.
const N_COLUMNS: usize = 128;
/// The largest step.
const MOST: i16 = 127;
/// The words that are stored for each prompt and change. The last one is the favourite of the published model.
pub const N_WORDS: usize = 6;

/// The answers to every question.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Results {
    /// By prompt and change: the most probable words, then the favourite of the published model.
    pub next_words: Vec<Vec<Vec<NextWord>>>,
    /// By change and gap: the words of every list.
    pub copied: Vec<Vec<Vec<Copied>>>,
    /// By change: the tokens of the text.
    pub text: Vec<Vec<Surprise>>,
    /// By change: the heads.
    pub heads: Vec<Heads>,
}

impl Results {
    /// Returns the answer to a question.
    #[must_use]
    pub fn answer(&self, question: &Question) -> Option<Answer> {
        let place = Change::all()
            .iter()
            .position(|one| *one == question.change)?;
        match question.test {
            ModelTest::NextWord => {
                let words = self.next_words.get(question.prompt.place())?.get(place)?;
                let (favourite, best) = words.split_last()?;
                let is_among = best.contains(favourite);
                Some(Answer::NextWords {
                    words: if is_among { best } else { words }.to_vec(),
                    favourite: favourite.clone(),
                })
            }
            ModelTest::Copying => {
                let gaps = question.change.gaps();
                let gap = gaps.iter().position(|gap| *gap == question.gap)?;
                Some(Answer::Copying {
                    now: self.copied.get(place)?.get(gap)?.clone(),
                    published: self.copied.first()?.first()?.clone(),
                })
            }
            ModelTest::Length => None,
            ModelTest::Heads => Some(Answer::Heads {
                now: self.heads.get(place)?.clone(),
                published: self.heads.first()?.clone(),
            }),
            ModelTest::Text => Some(Answer::Text {
                now: self.text.get(place)?.clone(),
                published: mean(self.text.first()?),
            }),
        }
    }

    /// Reads the file.
    #[must_use]
    pub fn read(rows: &Rows) -> Option<Self> {
        let mut numbers = (0..rows.n_rows())
            .flat_map(|row| rows.row(row).into_iter().skip(1))
            .map(|number| number.round() as i16);
        let changes = Change::all();
        let n_changes = changes.len();
        let next_words = Prompt::all().map(|_| read_prompt(&mut numbers, n_changes));
        let next_words = next_words.collect::<Option<_>>()?;
        let copied = changes.iter().map(|change| {
            let gaps = change.gaps().into_iter();
            gaps.map(|_| read_lists(&mut numbers)).collect()
        });
        let copied = copied.collect::<Option<_>>()?;
        let n_tokens = numbers.next()? + MOST;
        let tokens = (0..n_tokens).map(|_| read_word(&mut numbers));
        let tokens: Vec<String> = tokens.collect::<Option<_>>()?;
        let text = (0..n_changes).map(|_| read_text(&mut numbers, &tokens));
        let text = text.collect::<Option<_>>()?;
        let names = (0..N_ROLES).map(|_| {
            let mut number = || usize::try_from(numbers.next()? + MOST).ok();
            Some((number()?, number()?))
        });
        let names: Vec<_> = names.collect::<Option<_>>()?;
        let heads = (0..n_changes).map(|_| read_heads(&mut numbers, &names));
        Some(Self {
            next_words,
            copied,
            text,
            heads: heads.collect::<Option<_>>()?,
        })
    }

    /// Writes the file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut numbers = Vec::new();
        for changes in &self.next_words {
            write_prompt(changes, &mut numbers);
        }
        let copied = self.copied.iter().flatten().flatten();
        numbers.extend(copied.map(|word| match word.is_right {
            true => i16::from(word.percent),
            false => -1 - i16::from(word.percent),
        }));
        let tokens = self.text.first().map_or(&[][..], Vec::as_slice);
        numbers.push(tokens.len() as i16 - MOST);
        for token in tokens {
            write_word(&token.token, &mut numbers);
        }
        let bits = self.text.iter().flatten();
        numbers.extend(bits.map(|one| (10.0 * one.bits).round().min(254.0) as i16 - MOST));
        let heads = self.heads.iter().take(1).flatten();
        let names = heads.flat_map(|one| [one.layer, one.head]);
        numbers.extend(names.map(|number| number as i16 - MOST));
        let heads = self.heads.iter().flatten();
        numbers.extend(heads.flat_map(|one| one.percents.map(i16::from)));
        let rows = numbers.chunks(N_COLUMNS - 1).map(|chunk| {
            let unit = std::iter::once(&MOST);
            let mut row: Vec<f64> = unit.chain(chunk).map(|number| (*number).into()).collect();
            row.resize(N_COLUMNS, 0.0);
            row
        });
        Rows::write(&rows.collect::<Vec<_>>())
    }
}

fn read_prompt(
    numbers: &mut impl Iterator<Item = i16>,
    n_changes: usize,
) -> Option<Vec<Vec<NextWord>>> {
    let n_words = numbers.next()? + MOST;
    let words = (0..n_words).map(|_| read_word(numbers));
    let words: Vec<String> = words.collect::<Option<_>>()?;
    let mut word = || {
        let place = usize::try_from(numbers.next()? + MOST).ok()?;
        Some(NextWord {
            word: words.get(place)?.clone(),
            percent: numbers.next()?.try_into().ok()?,
            published: numbers.next()?.try_into().ok()?,
        })
    };
    let changes = (0..n_changes).map(|_| (0..N_WORDS).map(|_| word()).collect());
    changes.collect()
}

fn write_prompt(changes: &[Vec<NextWord>], numbers: &mut Vec<i16>) {
    let mut words: Vec<&str> = Vec::new();
    for one in changes.iter().flatten() {
        if !words.contains(&one.word.as_str()) {
            words.push(&one.word);
        }
    }
    numbers.push(words.len() as i16 - MOST);
    for word in &words {
        write_word(word, numbers);
    }
    for one in changes.iter().flatten() {
        let place = words.iter().position(|word| **word == one.word);
        let place = place.expect("every word was collected");
        numbers.extend([
            place as i16 - MOST,
            one.percent.into(),
            one.published.into(),
        ]);
    }
}

fn read_word(numbers: &mut impl Iterator<Item = i16>) -> Option<String> {
    let n_bytes = numbers.next()? + MOST;
    let bytes = (0..n_bytes).map(|_| u8::try_from(numbers.next()? + MOST).ok());
    String::from_utf8(bytes.collect::<Option<_>>()?).ok()
}

fn write_word(word: &str, numbers: &mut Vec<i16>) {
    numbers.push(word.len() as i16 - MOST);
    numbers.extend(word.bytes().map(|byte| i16::from(byte) - MOST));
}

fn read_lists(numbers: &mut impl Iterator<Item = i16>) -> Option<Vec<Copied>> {
    let words = (0..LISTS.len() * LIST_LENGTH).map(|_| {
        let number = numbers.next()?;
        let percent = if number < 0 { -1 - number } else { number };
        Some(Copied {
            percent: percent.try_into().ok()?,
            is_right: number >= 0,
        })
    });
    words.collect()
}

fn read_text(numbers: &mut impl Iterator<Item = i16>, tokens: &[String]) -> Option<Vec<Surprise>> {
    let text = tokens.iter().map(|token| {
        Some(Surprise {
            token: token.clone(),
            bits: f64::from(numbers.next()? + MOST) / 10.0,
        })
    });
    text.collect()
}

fn read_heads(numbers: &mut impl Iterator<Item = i16>, names: &[(usize, usize)]) -> Option<Heads> {
    let heads = names
        .iter()
        .map(|name| HeadAttention::of(*name, || u8::try_from(numbers.next()?).ok()));
    heads.collect::<Option<Vec<_>>>()?.try_into().ok()
}
