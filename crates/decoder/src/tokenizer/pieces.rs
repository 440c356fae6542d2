//! Pieces of texts with scores: the vocabularies of SentencePiece.
//!
//! Source: Kudo and Richardson 2018, *SentencePiece*, section 3; `llm_tokenizer_spm` of llama.cpp, for the order of merges.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use std::ops::Range;

/// The letter that stands for a blank.
const BLANK: &str = "▁";

/// A vocabulary of pieces. Of all neighbours that are a piece together, those with the highest score are merged first.
#[derive(Debug, Clone)]
pub(super) struct Pieces {
    ids: HashMap<Box<str>, u32>,
    /// The score of each token; `None` if no merge makes it.
    scores: Vec<Option<f32>>,
    /// The token of each single byte, for letters that are no piece.
    bytes: Box<[Option<u32>; 256]>,
    /// What stands for bytes without a token.
    unknown: Option<u32>,
    /// Whether a blank stands before every text.
    adds_blank: bool,
}

/// Neighbouring letters, which are one piece.
#[derive(Debug, Clone)]
struct Symbol {
    /// The bytes of the text; none after it was merged into the symbol before it.
    bytes: Range<usize>,
    previous: Option<usize>,
    next: Option<usize>,
}

/// Two neighbouring symbols that are a piece together.
#[derive(Debug, PartialEq)]
struct Merge {
    score: f32,
    left: usize,
    right: usize,
    /// The bytes of both; if one of them has changed since, the merge no longer applies.
    bytes: Range<usize>,
}

impl Eq for Merge {}

impl PartialOrd for Merge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Merge {
    /// The higher score is the greater; of equal ones, that on the left.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = self.score.total_cmp(&other.score);
        by_score.then_with(|| other.left.cmp(&self.left))
    }
}

impl Pieces {
    /// Creates the vocabulary from the names and scores of all tokens. A name such as `<0xE2>` is that of a single byte.
    pub(super) fn new(
        names: &[&str],
        scores: Vec<Option<f32>>,
        unknown: Option<u32>,
        adds_blank: bool,
    ) -> Self {
        let ids: HashMap<Box<str>, u32> = names
            .iter()
            .zip(0u32..)
            .map(|(name, id)| (Box::from(*name), id))
            .collect();
        let bytes =
            std::array::from_fn(|byte| ids.get(format!("<0x{byte:02X}>").as_str()).copied());
        Self {
            ids,
            scores,
            bytes: Box::new(bytes),
            unknown,
            adds_blank,
        }
    }

    /// Returns the bytes that a token with this name stands for.
    pub(super) fn bytes_of(name: &str) -> Box<[u8]> {
        match single_byte(name) {
            Some(byte) => [byte].into(),
            None => name.replace(BLANK, " ").into_bytes().into(),
        }
    }

    /// Appends the tokens of a text. `is_start` says whether it begins a text, before which a blank may stand.
    pub(super) fn encode(&self, text: &str, is_start: bool, ids: &mut Vec<u32>) {
        if text.is_empty() {
            return;
        }
        let start = if is_start && self.adds_blank {
            BLANK
        } else {
            ""
        };
        let text = format!("{start}{}", text.replace(' ', BLANK));
        for symbol in self.merged(&text) {
            let piece = text.get(symbol.bytes).expect(WITHIN);
            match self.ids.get(piece) {
                Some(id) => ids.push(*id),
                None => ids.extend(piece.bytes().filter_map(|byte| {
                    let id = self.bytes.get(usize::from(byte)).copied().flatten();
                    id.or(self.unknown)
                })),
            }
        }
    }

    /// Returns the symbols of a text after all merges.
    fn merged(&self, text: &str) -> impl Iterator<Item = Symbol> {
        let n_letters = text.chars().count();
        let letters = text.char_indices().enumerate();
        let mut symbols: Vec<Symbol> = letters
            .map(|(place, (start, letter))| Symbol {
                bytes: start..start + letter.len_utf8(),
                previous: place.checked_sub(1),
                next: Some(place + 1).filter(|next| *next < n_letters),
            })
            .collect();
        let mut merges: BinaryHeap<Merge> = (1..n_letters)
            .filter_map(|right| self.merge(text, &symbols, right - 1, right))
            .collect();
        while let Some(merge) = merges.pop() {
            let is_valid = symbols.get(merge.left).zip(symbols.get(merge.right));
            let is_valid = is_valid.is_some_and(|(left, right)| {
                left.bytes.start == merge.bytes.start
                    && left.bytes.end == right.bytes.start
                    && right.bytes.end == merge.bytes.end
                    && !left.bytes.is_empty()
            });
            if !is_valid {
                continue;
            }
            let [left, right] = [merge.left, merge.right];
            let [previous, next] = join(&mut symbols, left, right);
            let before = previous.and_then(|previous| self.merge(text, &symbols, previous, left));
            let after = next.and_then(|next| self.merge(text, &symbols, left, next));
            merges.extend(before.into_iter().chain(after));
        }
        symbols
            .into_iter()
            .filter(|symbol| !symbol.bytes.is_empty())
    }

    /// Returns the merge of two neighbours, if they are a piece together.
    fn merge(&self, text: &str, symbols: &[Symbol], left: usize, right: usize) -> Option<Merge> {
        let bytes = symbols.get(left)?.bytes.start..symbols.get(right)?.bytes.end;
        let id = *self.ids.get(text.get(bytes.clone())?)?;
        Some(Merge {
            score: (*self.scores.get(id as usize)?)?,
            left,
            right,
            bytes,
        })
    }
}

/// Why a symbol is part of its text.
const WITHIN: &str = "symbols are made of the letters of the text";

/// Makes two neighbours one symbol, at the place of the left one. Returns the places of its neighbours.
fn join(symbols: &mut [Symbol], left: usize, right: usize) -> [Option<usize>; 2] {
    let gone = symbols.get_mut(right).expect(WITHIN);
    let (end, next) = (gone.bytes.end, gone.next);
    gone.bytes = end..end;
    let joined = symbols.get_mut(left).expect(WITHIN);
    joined.bytes.end = end;
    joined.next = next;
    let previous = joined.previous;
    if let Some(next) = next.and_then(|next| symbols.get_mut(next)) {
        next.previous = Some(left);
    }
    [previous, next]
}

/// Returns the byte whose token has this name.
fn single_byte(name: &str) -> Option<u8> {
    let digits = name.strip_prefix("<0x")?.strip_suffix('>')?;
    (digits.len() == 2).then(|| u8::from_str_radix(digits, 16).ok())?
}
