//! How a text is split into words before byte pairs are merged. No token reaches over the end of a word.
//!
//! Sources: the regular expressions of GPT-2, SmolLM, Llama 3 and Qwen 2, as `llama-vocab.cpp` of llama.cpp lists them. They
//! are written out here, because a library of regular expressions with a look ahead would be several times as large as the
//! rest of the program.

use unicode_general_category::{GeneralCategory as Category, get_general_category};

/// A rule that splits texts into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// GPT-2.
    Gpt2,
    /// SmolLM: every digit alone, the rest as in GPT-2.
    SmolLm,
    /// Llama 3: up to three digits together.
    Llama3,
    /// Qwen 2 and 3: as Llama 3, but every digit alone.
    Qwen2,
}

/// What a character is to a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Digit,
    Blank,
    Other,
}

fn kind(letter: char) -> Kind {
    match get_general_category(letter) {
        Category::UppercaseLetter
        | Category::LowercaseLetter
        | Category::TitlecaseLetter
        | Category::ModifierLetter
        | Category::OtherLetter => Kind::Letter,
        Category::DecimalNumber | Category::LetterNumber | Category::OtherNumber => Kind::Digit,
        _ if letter.is_whitespace() => Kind::Blank,
        _ => Kind::Other,
    }
}

fn breaks_line(letter: char) -> bool {
    matches!(letter, '\r' | '\n')
}

/// Returns the number of bytes at the start of a text whose characters fulfil a condition.
fn run(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !is_part(letter)).unwrap_or(text.len())
}

/// Returns the number of bytes of a letter at the start of a text.
fn one(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

impl Split {
    /// Returns the rule with that name in a GGUF file (`tokenizer.ggml.pre`).
    #[must_use]
    pub fn of_gguf(name: &str) -> Option<Self> {
        match name {
            "gpt-2" => Some(Self::Gpt2),
            "smollm" => Some(Self::SmolLm),
            "llama-bpe" | "smaug-bpe" => Some(Self::Llama3),
            "qwen2" => Some(Self::Qwen2),
            _ => None,
        }
    }

    /// Returns the words of a text, which together are the text.
    pub fn words(self, text: &str) -> impl Iterator<Item = &str> {
        // SmolLM looks for words only between digits, so that the blanks before a digit belong together.
        let mut parts = vec![text];
        if self == Self::SmolLm {
            parts = Vec::new();
            let mut rest = text;
            while !rest.is_empty() {
                let len = match run(rest, |letter| kind(letter) != Kind::Digit) {
                    0 => one(rest),
                    len => len,
                };
                let (part, after) = rest.split_at(len);
                parts.push(part);
                rest = after;
            }
        }
        parts.into_iter().flat_map(move |mut rest| {
            std::iter::from_fn(move || {
                let (word, after) = rest.split_at(self.word(rest));
                rest = after;
                (!word.is_empty()).then_some(word)
            })
        })
    }

    /// Returns the number of bytes of the first word; 0 for an empty text.
    fn word(self, text: &str) -> usize {
        let word = match self {
            Self::Gpt2 | Self::SmolLm => gpt2_word(text),
            Self::Llama3 => llama3_word(text, 3),
            Self::Qwen2 => llama3_word(text, 1),
        };
        word.unwrap_or_else(|| blanks(text))
    }
}

/// `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+`
fn gpt2_word(text: &str) -> Option<usize> {
    let contraction = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"];
    if let Some(found) = contraction.iter().find(|end| text.starts_with(**end)) {
        return Some(found.len());
    }
    let rest = text.strip_prefix(' ').unwrap_or(text);
    let first = kind(rest.chars().next()?);
    if first == Kind::Blank {
        return None;
    }
    Some(text.len() - rest.len() + run(rest, |letter| kind(letter) == first))
}

/// `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+`, with the number
/// of digits in place of 3.
fn llama3_word(text: &str, n_digits: usize) -> Option<usize> {
    let contraction = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"];
    let starts = |end: &&&str| {
        text.get(..end.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(end))
    };
    if let Some(found) = contraction.iter().find(starts) {
        return Some(found.len());
    }
    let is_letter = |letter| kind(letter) == Kind::Letter;
    let first = text.chars().next()?;
    let lead = match kind(first) {
        Kind::Letter | Kind::Digit => 0,
        _ if breaks_line(first) => 0,
        _ => first.len_utf8(),
    };
    let letters = text.get(lead..).map_or(0, |rest| run(rest, is_letter));
    if letters > 0 {
        return Some(lead + letters);
    }
    if kind(first) == Kind::Digit {
        let digits = text.chars().take(n_digits);
        let digits = digits.take_while(|letter| kind(*letter) == Kind::Digit);
        return Some(digits.map(char::len_utf8).sum());
    }
    let rest = text.strip_prefix(' ').unwrap_or(text);
    let (others, after) = rest.split_at(run(rest, |letter| kind(letter) == Kind::Other));
    if !others.is_empty() {
        return Some(text.len() - after.len() + run(after, breaks_line));
    }
    let (blanks, _) = text.split_at(run(text, |letter| kind(letter) == Kind::Blank));
    blanks.rfind(breaks_line).map(|last| last + 1)
}

/// `\s+(?!\S)|\s+`: blanks without the last one, unless nothing comes after them or there is only one.
fn blanks(text: &str) -> usize {
    let (blanks, after) = text.split_at(run(text, |letter| kind(letter) == Kind::Blank));
    let last = blanks.chars().next_back().map_or(0, char::len_utf8);
    match after.is_empty() || blanks.len() == last {
        true => blanks.len(),
        false => blanks.len() - last,
    }
}
