//! What a program does with positions.

use std::ops::Range;

use super::parameters::{CacheEvent, PositionRule};
use crate::{Key, Spec};
use phasor_encoding::positions::{
    BorderIds, ContextShift, DocumentMask, GrowingText, Layout, PaddingIds, PaddingMask, PastIds,
    PatchIds, PositionIds, Rule, SlotsById, Stage, StoredKeys, Token, reused_chunk,
};
use phasor_encoding::rotary::axial::{PatchModel as _, Qwen2Vl, Qwen3Vl};
use phasor_encoding::scaling::Dynamic;
use phasor_encoding::{AxialRope, Direction, EncodingError, Numbering, Scaling, Visibility};

/// The rule of the small model whose texts grow: dynamic NTK past this many tokens. Real ones are trained on thousands.
pub(super) const RULE: Dynamic = Dynamic {
    factor: 2.0,
    max_position_embeddings: 8.0,
};

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
    /// Base and components of a head whose frequencies change while a text grows.
    head: Option<(f64, usize)>,
}

impl Program {
    /// Returns what the program of a state does with its tokens.
    pub(super) fn of(spec: &Spec) -> Self {
        let has_pictures = spec.layout().has_pictures();
        let cache = spec.choice();
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
            cache,
            keys: spec.choice(),
            n_first: spec.at(Key::FirstTokens) as usize,
            n_evicted: spec.at(Key::Evicted) as usize,
            head: (cache == CacheEvent::Grown).then(|| (spec.base(), spec.dim())),
        }
    }

    /// Returns the same program without mistakes. What happens to the cache still happens, but the first token stays,
    /// and no key is overwritten.
    pub(super) fn right(&self) -> Self {
        Self {
            patches: PatchIds::default(),
            padding: PaddingIds::default(),
            padding_mask: PaddingMask::default(),
            borders: BorderIds::default(),
            documents: DocumentMask::default(),
            past: PastIds::default(),
            keys: StoredKeys::default(),
            cache: match self.cache {
                CacheEvent::Overwritten => CacheEvent::None,
                event => event,
            },
            n_first: self.n_first.max(1),
            ..*self
        }
    }

    /// Returns the [right](Self::right) program for a cache from which the same tokens are gone.
    pub(super) fn right_for_same_tokens(&self) -> Self {
        Self {
            n_first: self.n_first,
            ..self.right()
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

    /// Returns the head of the published models with this rule for pictures; `None` for text, and for rules whose heads the
    /// core does not have.
    ///
    /// # Errors
    /// None for these models.
    pub(super) fn head_for_pictures(&self) -> Result<Option<AxialRope>, EncodingError> {
        match self.rule {
            Rule::Qwen2Vl(_) | Rule::Qwen2_5Vl(_) => Qwen2Vl::default().rope().map(Some),
            Rule::Qwen3Vl => Qwen3Vl::default().rope().map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the cached tokens that the event concerns: those that were evicted, or those whose keys come from another
    /// text.
    pub(super) fn concerned(&self, layout: &Layout) -> Range<usize> {
        let n_cached = layout.n_cached();
        let first = self.n_first.min(n_cached);
        match self.cache {
            // The models of pictures have no such caches here.
            _ if self.rule != Rule::Sequential => 0..0,
            CacheEvent::None | CacheEvent::Grown | CacheEvent::Overwritten => 0..0,
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
            CacheEvent::None | CacheEvent::Grown | CacheEvent::Overwritten => [0..0, 0..0],
        }
    }

    /// Returns the text that has grown token by token after its cache, if it has, and is one document without padding whose ids
    /// are the places of its tokens.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if the rule has no frequencies for the head.
    pub(super) fn growing(
        &self,
        layout: &Layout,
        ids: &PositionIds,
    ) -> Result<Option<GrowingText>, EncodingError> {
        let places = (0..layout.n_tokens()).map(|place| place as f64);
        let has_grown = self.rule == Rule::Sequential
            && layout.n_cached() > 0
            && (layout.tokens().iter()).all(|token| token.document == 0 && !token.is_padding())
            && ids
                .axis(0)
                .is_some_and(|ids| ids.iter().copied().eq(places));
        // A single pair has the frequency 1, whatever the base.
        let head = self.head.filter(|(_, dim)| has_grown && *dim > 2);
        let Some((base, dim)) = head else {
            return Ok(None);
        };
        GrowingText::new(Scaling::Dynamic(RULE), base, dim, layout.n_cached()).map(Some)
    }

    /// Returns the cache whose new keys lie in the slots that their ids name, if it has such and any of them lies elsewhere
    /// than it should.
    ///
    /// # Errors
    /// None for a layout with these ids.
    pub(super) fn slots(
        &self,
        layout: &Layout,
        ids: &PositionIds,
    ) -> Result<Option<SlotsById>, EncodingError> {
        if self.cache != CacheEvent::Overwritten || layout.n_cached() == 0 {
            return Ok(None);
        }
        let slots = SlotsById::new(ids, layout.n_cached())?;
        let places = (0..layout.n_tokens()).map(Some);
        let is_mistaken = !slots.slots().iter().copied().eq(places);
        Ok(is_mistaken.then_some(slots))
    }

    /// Returns the ids at which keys are computed, before anything happens to the cache.
    pub(super) fn read_at(&self, layout: &Layout) -> Result<PositionIds, EncodingError> {
        let before = match self.cache {
            CacheEvent::Reused => Self {
                keys: StoredKeys::Unchanged,
                ..*self
            },
            CacheEvent::None
            | CacheEvent::Evicted
            | CacheEvent::Grown
            | CacheEvent::Overwritten => Self {
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
            CacheEvent::None | CacheEvent::Grown | CacheEvent::Overwritten => Ok(ids),
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
