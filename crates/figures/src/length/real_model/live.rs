//! What a model on the reader's device has answered, as numbers that a worker can send.

use super::results::{
    Answer, Copied, HeadAttention, Heads, N_ROLES, NextWord, Question, Surprise, Typed,
};
use crate::query;

/// A question to a model, and its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Live {
    /// What the controls of the figure asked, as a query.
    pub settings: String,
    /// The name of the model.
    pub model: String,
    /// What the reader has typed.
    pub typed: Typed,
    /// The answer.
    pub answer: Answer,
}

impl Live {
    /// Returns the numbers.
    #[must_use]
    pub fn to_numbers(&self) -> Vec<f64> {
        let mut numbers = Vec::new();
        write_text(&self.settings, &mut numbers);
        write_text(&self.model, &mut numbers);
        for typed in [&self.typed.text, &self.typed.options] {
            numbers.push(f64::from(u8::from(typed.is_some())));
            write_text(typed.as_deref().unwrap_or(""), &mut numbers);
        }
        numbers.extend(self.answer.to_numbers());
        numbers
    }

    /// Returns the answer of these numbers; `None` if they are no answer.
    #[must_use]
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let mut numbers = numbers.iter().copied();
        let settings = read_text(&mut numbers)?;
        let model = read_text(&mut numbers)?;
        let mut typed = || {
            let is_typed = numbers.next()? != 0.0;
            let text = read_text(&mut numbers)?;
            Some(is_typed.then_some(text))
        };
        let typed = Typed {
            text: typed()?,
            options: typed()?,
        };
        let answer = Answer::read(&mut numbers)?;
        Some(Self {
            settings,
            model,
            typed,
            answer,
        })
    }

    /// Returns the question.
    #[must_use]
    pub fn question(&self) -> Question {
        Question {
            typed: self.typed.clone(),
            ..Question::of(&query::parse(&self.settings).0)
        }
    }
}

impl Answer {
    /// Returns the numbers.
    #[must_use]
    pub fn to_numbers(&self) -> Vec<f64> {
        let mut numbers = Vec::new();
        match self {
            Self::NextWords { words, favourite } => {
                numbers.extend([0.0, words.len() as f64]);
                for word in words.iter().chain([favourite]) {
                    write_text(&word.word, &mut numbers);
                    numbers.extend([word.percent, word.published].map(f64::from));
                }
            }
            Self::Copying { now, published } => {
                numbers.push(1.0);
                for words in [now, published] {
                    numbers.push(words.len() as f64);
                    let each = words
                        .iter()
                        .flat_map(|word| [word.percent, word.is_right.into()]);
                    numbers.extend(each.map(f64::from));
                }
            }
            Self::Text { now, published } => {
                numbers.extend([2.0, *published, now.len() as f64]);
                for token in now {
                    write_text(&token.token, &mut numbers);
                    numbers.push(token.bits);
                }
            }
            Self::Heads { now, published } => {
                numbers.push(3.0);
                for heads in [now, published] {
                    for head in heads {
                        numbers.extend([head.layer as f64, head.head as f64]);
                        numbers.extend(head.percents.map(f64::from));
                    }
                }
            }
        }
        numbers
    }

    /// Returns the answer of these numbers; `None` if they are no answer.
    #[must_use]
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        Self::read(&mut numbers.iter().copied())
    }

    fn read(numbers: &mut impl Iterator<Item = f64>) -> Option<Self> {
        match numbers.next()? as u8 {
            0 => {
                let n_words = numbers.next()? as usize;
                let words = (0..n_words).map(|_| read_word(numbers));
                Some(Self::NextWords {
                    words: words.collect::<Option<_>>()?,
                    favourite: read_word(numbers)?,
                })
            }
            1 => Some(Self::Copying {
                now: read_copies(numbers)?,
                published: read_copies(numbers)?,
            }),
            2 => {
                let published = numbers.next()?;
                let n_tokens = numbers.next()? as usize;
                let tokens = (0..n_tokens).map(|_| {
                    Some(Surprise {
                        token: read_text(numbers)?,
                        bits: numbers.next()?,
                    })
                });
                Some(Self::Text {
                    now: tokens.collect::<Option<_>>()?,
                    published,
                })
            }
            3 => Some(Self::Heads {
                now: read_heads(numbers)?,
                published: read_heads(numbers)?,
            }),
            _ => None,
        }
    }
}

fn read_word(numbers: &mut impl Iterator<Item = f64>) -> Option<NextWord> {
    Some(NextWord {
        word: read_text(numbers)?,
        percent: numbers.next()? as u8,
        published: numbers.next()? as u8,
    })
}

fn read_copies(numbers: &mut impl Iterator<Item = f64>) -> Option<Vec<Copied>> {
    let n_words = numbers.next()? as usize;
    let words = (0..n_words).map(|_| {
        Some(Copied {
            percent: numbers.next()? as u8,
            is_right: numbers.next()? != 0.0,
        })
    });
    words.collect()
}

fn read_heads(numbers: &mut impl Iterator<Item = f64>) -> Option<Heads> {
    let heads = (0..N_ROLES).map(|_| {
        let name = (numbers.next()? as usize, numbers.next()? as usize);
        HeadAttention::of(name, || numbers.next().map(|percent| percent as u8))
    });
    heads.collect::<Option<Vec<_>>>()?.try_into().ok()
}

/// Writes a text as the number of its bytes and its bytes.
fn write_text(text: &str, numbers: &mut Vec<f64>) {
    numbers.push(text.len() as f64);
    numbers.extend(text.bytes().map(f64::from));
}

fn read_text(numbers: &mut impl Iterator<Item = f64>) -> Option<String> {
    let n_bytes = numbers.next()? as usize;
    let bytes = (0..n_bytes).map(|_| numbers.next().map(|byte| byte as u8));
    String::from_utf8(bytes.collect::<Option<_>>()?).ok()
}
