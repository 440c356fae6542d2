//! From text to tokens and back.

mod byte_pairs;
mod letters;
mod pieces;
mod split;

use byte_pairs::BytePairs;
use pieces::Pieces;

pub use split::Split;

/// A vocabulary, and how texts are cut into its tokens.
#[derive(Debug, Clone)]
pub struct Tokenizer {
    vocabulary: Vocabulary,
    /// The bytes of each token.
    tokens: Vec<Box<[u8]>>,
    /// Tokens that stand for their text as a whole, such as `<|im_start|>`, the longest first.
    whole: Vec<(Box<str>, u32)>,
    /// What stands before every text, if anything does.
    first: Option<u32>,
}

#[derive(Debug, Clone)]
enum Vocabulary {
    BytePairs(BytePairs),
    Pieces(Pieces),
}

impl Tokenizer {
    /// Creates the tokenizer of a vocabulary as Hugging Face and GGUF files write it: `tokens` with a letter for each byte,
    /// `merges` with a blank between two tokens. `is_whole` says which tokens stand for their text as a whole, and `first` is
    /// the token before every text.
    ///
    /// Returns `None` if a merge names a token that is not there.
    #[must_use]
    pub fn of_byte_pairs<'a>(
        split: Split,
        tokens: impl IntoIterator<Item = &'a str>,
        merges: impl IntoIterator<Item = &'a str>,
        is_whole: impl Fn(u32) -> bool,
        first: Option<u32>,
    ) -> Option<Self> {
        let names: Vec<&str> = tokens.into_iter().collect();
        let vocabulary = Vocabulary::BytePairs(BytePairs::new(split, &names, merges)?);
        Some(Self::new(
            vocabulary,
            &names,
            letters::bytes,
            is_whole,
            first,
        ))
    }

    /// Creates the tokenizer of a vocabulary of SentencePiece: `tokens` with `▁` for a blank, or with the number of a byte such
    /// as `<0xE2>`, and a score for each that merges make, the highest of which is merged first. `unknown` stands for what has no token.
    /// `adds_blank` says whether a blank stands before every text; for the others, see [`of_byte_pairs`](Self::of_byte_pairs).
    #[must_use]
    pub fn of_pieces<'a>(
        tokens: impl IntoIterator<Item = (&'a str, Option<f32>)>,
        is_whole: impl Fn(u32) -> bool,
        first: Option<u32>,
        unknown: Option<u32>,
        adds_blank: bool,
    ) -> Self {
        let (names, scores): (Vec<&str>, Vec<Option<f32>>) = tokens.into_iter().unzip();
        let pieces = Pieces::new(&names, scores, unknown, adds_blank);
        let vocabulary = Vocabulary::Pieces(pieces);
        Self::new(vocabulary, &names, Pieces::bytes_of, is_whole, first)
    }

    fn new(
        vocabulary: Vocabulary,
        names: &[&str],
        bytes: impl Fn(&str) -> Box<[u8]>,
        is_whole: impl Fn(u32) -> bool,
        first: Option<u32>,
    ) -> Self {
        let numbered = names.iter().zip(0u32..);
        let mut whole: Vec<(Box<str>, u32)> = numbered
            .clone()
            .filter(|(name, id)| is_whole(*id) && !name.is_empty())
            .map(|(name, id)| (Box::from(*name), id))
            .collect();
        whole.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let tokens = numbered.map(|(name, id)| match is_whole(id) {
            true => name.as_bytes().into(),
            false => bytes(name),
        });
        Self {
            vocabulary,
            tokens: tokens.collect(),
            whole,
            first,
        }
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
        self.append(text, true, &mut ids);
        ids
    }

    /// Returns the tokens of a text that continues another.
    #[must_use]
    pub fn encode_more(&self, text: &str) -> Vec<u32> {
        let mut ids = Vec::new();
        self.append(text, false, &mut ids);
        ids
    }

    /// Appends the tokens of a text. What follows a token that stands for its text as a whole begins a text, as in llama.cpp.
    fn append(&self, text: &str, mut is_start: bool, ids: &mut Vec<u32>) {
        let mut rest = text;
        while !rest.is_empty() {
            let (plain, whole) = self.before_whole(rest);
            match &self.vocabulary {
                Vocabulary::BytePairs(pairs) => pairs.encode(plain, ids),
                Vocabulary::Pieces(pieces) => pieces.encode(plain, is_start, ids),
            }
            rest = rest
                .get(plain.len()..)
                .expect("a part of a text ends where a letter ends");
            if let Some((name, id)) = whole {
                ids.push(*id);
                is_start = true;
                rest = rest
                    .strip_prefix(&**name)
                    .expect("the token was found here");
            }
        }
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
