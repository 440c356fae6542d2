//! The numbers of `token-positions`: the ids of all tokens, and what each query sees of each key.

use std::ops::Range;

use super::actions::TokenAction;
use super::answers::{self, Answer};
use super::parameters::{CacheEvent, PositionRule};
use super::text_run::TextRun;
use crate::{Key, Spec};
use phasor_encoding::positions::{
    BorderIds, Comparison, ContextShift, Count, DocumentMask, Layout, PaddingIds, PaddingMask,
    Part, PastIds, PatchIds, PerAxis, PositionIds, RelativePositions, Rule, Stage, StoredKeys,
    Token, Verdict, reused_chunk,
};
use phasor_encoding::{Direction, EncodingError, Numbering, Visibility};
use phasor_params::layout::LayoutText;

/// What a program does with positions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Program {
    pub(super) rule: Rule,
    pub(super) patches: PatchIds,
    padding: PaddingIds,
    padding_mask: PaddingMask,
    borders: BorderIds,
    documents: DocumentMask,
    past: PastIds,
    pub(super) cache: CacheEvent,
    pub(super) keys: StoredKeys,
    n_first: usize,
    n_evicted: usize,
}

impl Program {
    /// Returns what the program of a state does with its tokens.
    pub(super) fn of(spec: &Spec) -> Self {
        let has_pictures = spec.layout().has_pictures();
        Self {
            rule: match has_pictures {
                true => spec.choice::<PositionRule>().rule(),
                false => Rule::Sequential,
            },
            patches: spec.choice(),
            padding: spec.choice(),
            padding_mask: spec.choice(),
            borders: spec.choice(),
            documents: spec.choice(),
            past: spec.choice(),
            cache: spec.choice(),
            keys: spec.choice(),
            n_first: spec.at(Key::FirstTokens) as usize,
            n_evicted: spec.at(Key::Evicted) as usize,
        }
    }

    /// Returns the same program without mistakes. What happens to the cache still happens, but the first token stays.
    pub(super) fn right(&self) -> Self {
        Self {
            patches: PatchIds::default(),
            padding: PaddingIds::default(),
            padding_mask: PaddingMask::default(),
            borders: BorderIds::default(),
            documents: DocumentMask::default(),
            past: PastIds::default(),
            keys: StoredKeys::default(),
            n_first: self.n_first.max(1),
            ..*self
        }
    }

    fn numbering(&self) -> Numbering {
        Numbering::new(self.rule)
            .with_patches(self.patches)
            .with_padding(self.padding)
            .with_borders(self.borders)
            .with_past(self.past)
    }

    pub(super) fn visibility(&self) -> Visibility {
        Visibility::new(Direction::Causal)
            .with_padding(self.padding_mask)
            .with_documents(self.documents)
    }

    /// Returns the cached tokens that the event concerns: those that were evicted, or those whose keys come from another
    /// text.
    fn concerned(&self, layout: &Layout) -> Range<usize> {
        let n_cached = layout.n_cached();
        let first = self.n_first.min(n_cached);
        match self.cache {
            // The models of pictures have no such caches here.
            _ if self.rule != Rule::Sequential => 0..0,
            CacheEvent::None => 0..0,
            CacheEvent::Evicted => first..(first + self.n_evicted).min(n_cached),
            CacheEvent::Reused => first..n_cached,
        }
    }

    /// Returns the tokens that were evicted, and those whose keys come from another text.
    pub(super) fn events(&self, layout: &Layout) -> [Range<usize>; 2] {
        let concerned = self.concerned(layout);
        match self.cache {
            CacheEvent::Evicted => [concerned, 0..0],
            CacheEvent::Reused => [0..0, concerned],
            CacheEvent::None => [0..0, 0..0],
        }
    }

    /// Returns the ids at which keys are computed, before anything happens to the cache.
    pub(super) fn read_at(&self, layout: &Layout) -> Result<PositionIds, EncodingError> {
        let before = match self.cache {
            CacheEvent::Reused => Self {
                keys: StoredKeys::Unchanged,
                ..*self
            },
            CacheEvent::None | CacheEvent::Evicted => Self {
                cache: CacheEvent::None,
                ..*self
            },
        };
        before.met_at(layout)
    }

    /// Returns the ids by which the keys of all tokens are rotated when a query meets them.
    pub(super) fn met_at(&self, layout: &Layout) -> Result<PositionIds, EncodingError> {
        let ids = self.numbering().position_ids(layout)?;
        let concerned = self.concerned(layout);
        match self.cache {
            _ if concerned.is_empty() => Ok(ids),
            CacheEvent::None => Ok(ids),
            CacheEvent::Evicted => {
                let shift = ContextShift::new(&ids, layout.n_cached(), concerned, self.keys)?;
                Ok(shift.position_ids().clone())
            }
            CacheEvent::Reused => reused_chunk(&ids, concerned, 0.0, self.keys),
        }
    }
}

/// Whether a token is read now and its answer is used: it is not in the cache, and no padding.
pub(super) fn is_query(token: &Token) -> bool {
    token.stage == Stage::Current && !token.is_padding()
}

/// What a query sees of a key.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell {
    pub(super) verdict: Verdict,
    /// The offset that it sees, and the one that it should see.
    pub(super) actual: Option<PerAxis>,
    pub(super) expected: Option<PerAxis>,
}

/// The tokens of a state with their ids, and what each sees of the others.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Computed {
    pub(super) layout: Layout,
    pub(super) program: Program,
    /// The names of all tokens; short where there is little room.
    pub(super) names: Vec<String>,
    pub(super) short_names: Vec<String>,
    pub(super) ids: PositionIds,
    pub(super) right_ids: PositionIds,
    /// `[query, key]`.
    cells: Vec<Cell>,
    /// The tokens that were evicted, or whose keys come from another text.
    pub(super) concerned: Range<usize>,
    /// What readers can add to the tokens.
    pub(super) actions: Vec<TokenAction>,
    /// The answer of the real model in this state, and without mistakes.
    pub(super) answer: Option<Answer>,
    pub(super) right_answer: Option<Answer>,
}

/// The offsets of a cache from which tokens may have been evicted.
struct Cached<'a> {
    ids: &'a PositionIds,
    evicted: Range<usize>,
}

impl RelativePositions for Cached<'_> {
    fn relative_position(&self, query: usize, key: usize) -> Option<PerAxis> {
        let is_there = !self.evicted.contains(&key);
        is_there.then(|| self.ids.relative_position(query, key))?
    }
}

impl Computed {
    /// Computes a state, or says what the model of the rule cannot read.
    pub(super) fn new(text: &LayoutText, program: Program) -> Result<Self, String> {
        let layout = text
            .layout(program.rule)
            .map_err(|error| error.to_string())?;
        Self::of_layout(text, layout, program).map_err(|error| format!("{error}."))
    }

    fn of_layout(
        text: &LayoutText,
        layout: Layout,
        program: Program,
    ) -> Result<Self, EncodingError> {
        let same_tokens = Program {
            n_first: program.n_first,
            ..program.right()
        };
        let (ids, right_ids) = (program.met_at(&layout)?, same_tokens.met_at(&layout)?);
        let [evicted, _] = program.events(&layout);
        let cached = Cached { ids: &ids, evicted };
        let comparison = Comparison::new(&layout, program.visibility(), cached, right_ids.clone())?;
        let n_tokens = layout.n_tokens();
        let pairs = (0..n_tokens).flat_map(|query| (0..n_tokens).map(move |key| (query, key)));
        let cells = pairs.map(|(query, key)| Cell {
            verdict: comparison.verdict(query, key),
            actual: comparison.actual(query, key),
            expected: comparison.expected(query, key),
        });
        let cells = cells.collect();
        let names = (layout.tokens().iter())
            .map(|token| text.token_name(token))
            .collect();
        let run = |program: &Program| TextRun::new(text, &layout, program);
        let answer = |program: &Program| answers::find(&run(program)?);
        Ok(Self {
            answer: answer(&program),
            right_answer: answer(&program.right()),
            short_names: super::names::short(&layout, text),
            names,
            cells,
            concerned: program.concerned(&layout),
            actions: TokenAction::possible(text),
            ids,
            right_ids,
            program,
            layout,
        })
    }

    pub(super) fn n_tokens(&self) -> usize {
        self.layout.n_tokens()
    }

    /// Returns what a query sees of a key.
    pub(super) fn cell(&self, query: usize, key: usize) -> &Cell {
        let cell = self.cells.get(query * self.n_tokens() + key);
        cell.expect("there is a cell for every query and key")
    }

    /// Whether a token [is a query](is_query).
    pub(super) fn is_query(&self, token: usize) -> bool {
        self.layout.tokens().get(token).is_some_and(is_query)
    }

    /// Returns the queries from the first to the last, with what is between them; empty if there is none.
    pub(super) fn queries(&self) -> Range<usize> {
        let mut queries = (0..self.n_tokens()).filter(|token| self.is_query(*token));
        match (queries.next(), queries.next_back()) {
            (Some(first), Some(last)) => first..last + 1,
            (Some(first), None) => first..first + 1,
            _ => 0..0,
        }
    }

    /// Counts the pairs among the first `n_read` tokens.
    pub(super) fn count(&self, n_read: usize) -> Count {
        (0..n_read).flat_map(|query| self.verdicts(query)).collect()
    }

    /// Returns what a token sees of every key; nothing if it is no query.
    pub(super) fn verdicts(&self, query: usize) -> impl Iterator<Item = Verdict> {
        let keys = 0..self.n_tokens();
        let keys = keys.filter(move |_| self.is_query(query));
        keys.map(move |key| self.cell(query, key).verdict)
    }

    /// Returns the query of a state, among the first `n_read` tokens; `None` if there is none among them.
    pub(super) fn query(&self, spec: &Spec, n_read: usize) -> Option<usize> {
        let wanted = (spec.at(Key::QueryToken) as usize).min(n_read.saturating_sub(1));
        let up_to = (0..=wanted.min(self.n_tokens() - 1)).rev();
        let after = 0..n_read.min(self.n_tokens());
        up_to.chain(after).find(|token| self.is_query(*token))
    }

    /// Whether the program does anything wrong that can be seen.
    pub(super) fn has_mistake(&self) -> bool {
        let Count { wrong, foreign, .. } = self.count(self.n_tokens());
        wrong + foreign > 0 || self.ids_differ() || self.answer != self.right_answer
    }

    /// Whether picture and reading show the same as those of another program.
    pub(super) fn looks_like(&self, other: &Self) -> bool {
        let axes = |computed: &Self| computed.program.rule.axis_names();
        let evicted = |computed: &Self| {
            (0..computed.n_tokens())
                .filter(|token| computed.is_evicted(*token))
                .count()
        };
        axes(self) == axes(other)
            && self.names == other.names
            && self.layout == other.layout
            && self.ids == other.ids
            && self.right_ids == other.right_ids
            && self.cells == other.cells
            && evicted(self) == evicted(other)
            && (self.answer, self.right_answer) == (other.answer, other.right_answer)
    }

    /// Whether any word has another id than it should.
    pub(super) fn ids_differ(&self) -> bool {
        let tokens = self.layout.tokens().iter().enumerate();
        let mut words =
            tokens.filter(|(token, content)| !content.is_padding() && !(self.is_evicted(*token)));
        words.any(|(token, _)| self.ids.of_token(token) != self.right_ids.of_token(token))
    }

    pub(super) fn is_evicted(&self, token: usize) -> bool {
        self.program.cache == CacheEvent::Evicted && self.concerned.contains(&token)
    }

    /// Whether the layout has a part of this kind.
    pub(super) fn has(&self, is_it: fn(&Part) -> bool) -> bool {
        self.layout.parts().iter().any(is_it)
    }
}
