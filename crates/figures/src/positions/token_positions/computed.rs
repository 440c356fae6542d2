//! The numbers of `token-positions`: the ids of all tokens, and what each query sees of each key.

use std::ops::Range;

use super::actions::TokenAction;
use super::answers::{self, Answer};
use super::cells::{self, Cell};
use super::parameters::CacheEvent;
use super::program::{Program, is_query};
use super::text_run::TextRun;
use crate::{Key, Spec};
use phasor_encoding::positions::{
    Count, GrowingText, Layout, Part, PositionIds, SlotsById, Verdict,
};
use phasor_encoding::{AxialRope, EncodingError};
use phasor_params::layout::LayoutText;

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
    /// The head of the models that number pictures like this, if the core has it.
    pub(super) head_for_pictures: Option<AxialRope>,
    /// The text, if its frequencies have changed while it grew.
    pub(super) growing: Option<GrowingText>,
    /// The slots of all keys, if new ones lie where their ids say.
    pub(super) slots: Option<SlotsById>,
    /// What readers can add to the tokens.
    pub(super) actions: Vec<TokenAction>,
    /// The answer of the real model in this state, and without mistakes.
    pub(super) answer: Option<Answer>,
    pub(super) right_answer: Option<Answer>,
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
        let same_tokens = program.right_for_same_tokens();
        let (ids, right_ids) = (program.met_at(&layout)?, same_tokens.met_at(&layout)?);
        let (growing, slots) = (
            program.growing(&layout, &ids)?,
            program.slots(&layout, &ids)?,
        );
        let causes = (growing.as_ref(), slots.as_ref());
        let cells = cells::all(&layout, &program, (&ids, &right_ids), causes)?;
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
            head_for_pictures: program.head_for_pictures()?,
            growing,
            slots,
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

    /// Whether another state has the same tokens, on the same axes.
    pub(super) fn has_tokens_of(&self, other: &Self) -> bool {
        let axes = |computed: &Self| computed.program.rule.axis_names();
        axes(self) == axes(other) && self.layout == other.layout && self.names == other.names
    }

    /// Whether picture and reading show the same as those of another program.
    pub(super) fn looks_like(&self, other: &Self) -> bool {
        let evicted = |computed: &Self| {
            (0..computed.n_tokens())
                .filter(|token| computed.is_evicted(*token))
                .count()
        };
        self.has_tokens_of(other)
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

    /// Returns the token whose key took the place of that of another one, if one did.
    pub(super) fn overwritten_by(&self, token: usize) -> Option<usize> {
        let slots = self.slots.as_ref()?;
        let slot = (*slots.slots().get(token)?)?;
        let mut later = token + 1..self.n_tokens();
        later.find(|later| slots.token_in(*later, slot) == Some(*later))
    }

    /// Whether the pairs of components see any key at different offsets.
    pub(super) fn pairs_disagree(&self) -> bool {
        self.cells.iter().any(|cell| cell.slowest.is_some())
    }

    /// Whether the layout has a part of this kind.
    pub(super) fn has(&self, is_it: fn(&Part) -> bool) -> bool {
        self.layout.parts().iter().any(is_it)
    }
}
