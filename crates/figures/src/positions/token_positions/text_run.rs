//! A state as a language model without pictures reads it, so that its next word can be computed and compared.

use std::ops::Range;

use super::program::{Program, is_query};
use phasor_encoding::positions::{Layout, Rule, TokenKind};
use phasor_params::layout::LayoutText;

/// A token that the last query sees.
#[derive(Debug, Clone, PartialEq)]
pub struct RunToken {
    /// The word, or `None` for padding.
    pub word: Option<String>,
    /// Whether it is the first of its document, so that no blank stands before it.
    pub is_first: bool,
    /// The position at which it was read.
    pub read_at: f64,
    /// The position at which later queries meet its key.
    pub met_at: f64,
}

/// What a model reads up to the last query: the cached tokens first, then what happens to them, then the rest.
#[derive(Debug, Clone, PartialEq)]
pub struct TextRun {
    /// The tokens, without those that a mask hides from the last query.
    pub tokens: Vec<RunToken>,
    /// The number of tokens in the cache.
    pub n_cached: usize,
    /// The cached tokens that were thrown away.
    pub evicted: Range<usize>,
    /// The cached tokens that were read alone.
    pub alone: Range<usize>,
}

impl TextRun {
    /// Returns what the model reads; `None` if there are pictures in it, or no query, or if the
    /// frequencies of the model would change or keys overwrite each other.
    pub(super) fn new(text: &LayoutText, layout: &Layout, program: &Program) -> Option<Self> {
        if program.rule != Rule::Sequential {
            return None;
        }
        let tokens = layout.tokens();
        let last = tokens.iter().rposition(is_query)?;
        let (read, met) = (program.read_at(layout).ok()?, program.met_at(layout).ok()?);
        let (growing, slots) = (program.growing(layout, &met), program.slots(layout, &met));
        if growing.ok()?.is_some() || slots.ok()?.is_some() {
            return None;
        }
        let (read, met) = (read.axis(0)?, met.axis(0)?);
        let [evicted, alone] = program.events(layout);
        let mask = program.visibility();
        let visible = (0..=last).filter(|key| mask.visible(layout, last, *key));
        let visible: Vec<usize> = visible.collect();
        let places = |of: Range<usize>| {
            let before = |end: usize| visible.iter().filter(|token| **token < end).count();
            before(of.start)..before(of.end)
        };
        let read_tokens = visible.iter().map(|&place| {
            let token = tokens.get(place)?;
            let word = match token.kind {
                TokenKind::Padding => None,
                TokenKind::Text | TokenKind::System => Some(text.token_name(token)),
                _ => return None,
            };
            let mut before = tokens.iter().take(place);
            let is_first = !before.any(|one| one.document == token.document && !one.is_padding());
            Some(RunToken {
                word,
                is_first: is_first || alone.start == place && !alone.is_empty(),
                read_at: *read.get(place)?,
                met_at: *met.get(place)?,
            })
        });
        Some(Self {
            tokens: read_tokens.collect::<Option<_>>()?,
            n_cached: places(0..layout.n_cached()).len(),
            evicted: places(evicted),
            alone: places(alone),
        })
    }
}
