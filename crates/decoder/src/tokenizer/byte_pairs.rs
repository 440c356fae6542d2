//! Byte pairs, merged as training has counted them.
//!
//! Source: Sennrich et al. 2016, *Neural Machine Translation of Rare Words with Subword Units*, algorithm 1; bytes in place of
//! letters: Radford et al. 2019, *Language Models are Unsupervised Multitask Learners*, section 2.2.

use std::collections::HashMap;

use super::{Split, letters};

/// A vocabulary of byte sequences, and the merges that make them.
#[derive(Debug, Clone)]
pub(super) struct BytePairs {
    split: Split,
    /// The token of each single byte, if there is one.
    bytes: Box<[Option<u32>; 256]>,
    /// For two neighbouring tokens their rank, the lowest of which is merged first, and the token that they become.
    merges: HashMap<(u32, u32), (u32, u32)>,
}

impl BytePairs {
    /// Creates the vocabulary from the names of all tokens and the merges; `None` if a merge names a token that is not there.
    pub(super) fn new<'a>(
        split: Split,
        names: &[&str],
        merges: impl IntoIterator<Item = &'a str>,
    ) -> Option<Self> {
        let ids: HashMap<&str, u32> = names.iter().copied().zip(0u32..).collect();
        let merges = merges.into_iter().zip(0u32..).map(|(merge, rank)| {
            let (left, right) = merge.split_once(' ')?;
            let merged = *ids.get(format!("{left}{right}").as_str())?;
            Some(((*ids.get(left)?, *ids.get(right)?), (rank, merged)))
        });
        let bytes = std::array::from_fn(|byte| {
            let letter = letters::letter(byte as u8);
            ids.get(letter.encode_utf8(&mut [0; 4]) as &str).copied()
        });
        Some(Self {
            split,
            bytes: Box::new(bytes),
            merges: merges.collect::<Option<_>>()?,
        })
    }

    /// Appends the tokens of a text.
    pub(super) fn encode(&self, text: &str, ids: &mut Vec<u32>) {
        for word in self.split.words(text) {
            self.encode_word(word, ids);
        }
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
}
