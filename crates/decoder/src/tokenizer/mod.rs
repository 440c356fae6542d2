//! From text to tokens and back: byte pairs, merged as training has counted them.
//!
//! Source: Sennrich et al. 2016, *Neural Machine Translation of Rare Words with Subword Units*, algorithm 1; bytes in place of
//! letters: Radford et al. 2019, *Language Models are Unsupervised Multitask Learners*, section 2.2.

mod letters;
mod split;

use std::collections::HashMap;

pub use split::Split;

/// A vocabulary of byte sequences, and the merges that make them.
#[derive(Debug, Clone)]
pub struct Tokenizer {
    split: Split,
    /// The bytes of each token.
    tokens: Vec<Box<[u8]>>,
    /// The token of each single byte, if there is one.
    bytes: Box<[Option<u32>; 256]>,
    /// For two neighbouring tokens their rank, the lowest of which is merged first, and the token that they become.
    merges: HashMap<(u32, u32), (u32, u32)>,
    /// Tokens that stand for their text as a whole, such as `<|im_start|>`, the longest first.
    whole: Vec<(Box<str>, u32)>,
    /// What stands before every text, if anything does.
    first: Option<u32>,
}

impl Tokenizer {
    /// Creates the tokenizer of a vocabulary as Hugging Face and GGUF files write it: `tokens` with a letter for each byte,
    /// `merges` with a blank between two tokens. `is_whole` says which tokens stand for their text as a whole.
    ///
    /// Returns `None` if a merge names a token that is not there.
    #[must_use]
    pub fn new<'a>(
        split: Split,
        tokens: impl IntoIterator<Item = &'a str>,
        merges: impl IntoIterator<Item = &'a str>,
        is_whole: impl Fn(u32) -> bool,
        first: Option<u32>,
    ) -> Option<Self> {
        let names: Vec<&str> = tokens.into_iter().collect();
        let numbered = names.iter().zip(0u32..);
        let ids: HashMap<&str, u32> = numbered.clone().map(|(name, id)| (*name, id)).collect();
        let merges = merges.into_iter().zip(0u32..).map(|(merge, rank)| {
            let (left, right) = merge.split_once(' ')?;
            let merged = *ids.get(format!("{left}{right}").as_str())?;
            Some(((*ids.get(left)?, *ids.get(right)?), (rank, merged)))
        });
        let merges = merges.collect::<Option<_>>()?;
        let mut whole: Vec<(Box<str>, u32)> = numbered
            .filter(|(name, id)| is_whole(*id) && !name.is_empty())
            .map(|(name, id)| (Box::from(*name), id))
            .collect();
        whole.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let bytes = Box::new(std::array::from_fn(|byte| {
            let letter = letters::letter(byte as u8);
            ids.get(letter.encode_utf8(&mut [0; 4]) as &str).copied()
        }));
        let is_plain = |id: u32| !is_whole(id);
        let tokens = names
            .iter()
            .zip(0u32..)
            .map(|(name, id)| match is_plain(id) {
                true => letters::bytes(name),
                false => name.as_bytes().into(),
            });
        Some(Self {
            split,
            tokens: tokens.collect(),
            bytes,
            merges,
            whole,
            first,
        })
    }

    /// The number of tokens.
    #[must_use]
    pub fn n_tokens(&self) -> usize {
        self.tokens.len()
    }

    /// Returns the tokens of a text, after that which stands before every text.
    #[must_use]
    pub fn encode(&self, text: &str) -> Vec<u32> {
        let mut ids: Vec<u32> = self.first.into_iter().collect();
        ids.extend(self.encode_more(text));
        ids
    }

    /// Returns the tokens of a text that continues another.
    #[must_use]
    pub fn encode_more(&self, text: &str) -> Vec<u32> {
        let mut ids = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (plain, whole) = self.before_whole(rest);
            for word in self.split.words(plain) {
                self.encode_word(word, &mut ids);
            }
            rest = rest
                .get(plain.len()..)
                .expect("a part of a text ends where a letter ends");
            if let Some((name, id)) = whole {
                ids.push(*id);
                rest = rest
                    .strip_prefix(&**name)
                    .expect("the token was found here");
            }
        }
        ids
    }

    /// Returns the text before the next token that stands for its text as a whole, and that token.
    fn before_whole<'a>(&self, text: &'a str) -> (&'a str, Option<&(Box<str>, u32)>) {
        for (start, _) in text.char_indices() {
            let (plain, rest) = text.split_at(start);
            let mut whole = self.whole.iter();
            if let Some(found) = whole.find(|(name, _)| rest.starts_with(&**name)) {
                return (plain, Some(found));
            }
        }
        (text, None)
    }

    /// Appends the tokens of a word: its bytes, of which the two neighbours with the lowest rank are merged again and again.
    fn encode_word(&self, word: &str, ids: &mut Vec<u32>) {
        let of_byte = |byte: u8| self.bytes.get(usize::from(byte)).copied().flatten();
        let mut parts: Vec<u32> = word.bytes().filter_map(of_byte).collect();
        loop {
            let pairs = parts.windows(2).enumerate();
            let merges = pairs.filter_map(|(place, pair)| {
                let (rank, merged) = self.merges.get(&(*pair.first()?, *pair.last()?))?;
                Some((*rank, place, *merged))
            });
            let Some((_, place, merged)) = merges.min() else {
                break;
            };
            parts.splice(place..place + 2, [merged]);
        }
        ids.extend(parts);
    }

    /// Returns the bytes that a token stands for: usually a text, but a letter can be cut in two. Empty for a token that is
    /// not in the vocabulary.
    #[must_use]
    pub fn bytes(&self, token: u32) -> &[u8] {
        self.tokens.get(token as usize).map_or(&[], |bytes| bytes)
    }

    /// Returns the text of tokens; bytes that are no text become `\u{fffd}`.
    #[must_use]
    pub fn decode(&self, tokens: &[u32]) -> String {
        let bytes: Vec<u8> = tokens
            .iter()
            .flat_map(|token| self.bytes(*token))
            .copied()
            .collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
