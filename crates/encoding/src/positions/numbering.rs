//! From a layout to position ids: a [`Rule`], and what happens at padding, borders and caches.

use super::assign::Block;
use super::rule::Rule;
use super::{
    BorderIds, Image, Layout, PaddingIds, Part, PastIds, PatchIds, PerAxis, PositionIds, Token,
    TokenKind,
};
use crate::EncodingError;

/// How a program numbers the tokens of a layout.
///
/// [`Numbering::new`] numbers them as they should be: each document counts its own tokens from 0 and
/// skips padding, patches are numbered by the rule, and a cache changes nothing. Each of the other
/// methods is one way to differ.
///
/// ```
/// use phasor_encoding::positions::{BorderIds, PaddingIds, Part, PastIds, Rule};
/// use phasor_encoding::{Layout, Numbering};
///
/// let parts = vec![
///     Part::Padding(2), Part::Text(2), Part::DocumentBorder, Part::Text(1),
///     Part::CacheEnd, Part::Text(2),
/// ];
/// let layout = Layout::new(parts)?;
/// let right = Numbering::new(Rule::Sequential);
/// let ids = |numbering: Numbering| -> Result<_, phasor_encoding::EncodingError> {
///     Ok(numbering.position_ids(&layout)?.axis(0).map(<[f64]>::to_vec))
/// };
/// assert_eq!(ids(right)?, Some(vec![0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 2.0]));
/// let counted = right.with_padding(PaddingIds::Counted);
/// assert_eq!(ids(counted)?, Some(vec![0.0, 1.0, 2.0, 3.0, 0.0, 1.0, 2.0]));
/// let continued = right.with_borders(BorderIds::Continued);
/// assert_eq!(ids(continued)?, Some(vec![0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0]));
/// let by_cache = right.with_past(PastIds::CacheLength);
/// assert_eq!(ids(by_cache)?, Some(vec![0.0, 0.0, 0.0, 1.0, 0.0, 5.0, 6.0]));
/// assert_eq!(right.rule(), Rule::Sequential);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Numbering {
    rule: Rule,
    padding: PaddingIds,
    borders: BorderIds,
    past: PastIds,
    patches: PatchIds,
    first_id: f64,
}

impl Numbering {
    /// Creates the numbering as it should be.
    #[must_use]
    pub fn new(rule: Rule) -> Self {
        Self {
            rule,
            padding: PaddingIds::default(),
            borders: BorderIds::default(),
            past: PastIds::default(),
            patches: PatchIds::default(),
            first_id: 0.0,
        }
    }

    /// Creates the numbering of RoBERTa and its kin, as it should be: tokens count one by one from `padding_idx` + 1, and
    /// padding has `padding_idx`, whose row in the table is zero.
    ///
    /// Source: `create_position_ids_from_input_ids` of transformers 5.23.
    ///
    /// ```
    /// use phasor_encoding::positions::Part;
    /// use phasor_encoding::{Layout, Numbering};
    ///
    /// let layout = Layout::new(vec![Part::Text(2), Part::Padding(2), Part::Text(1)])?;
    /// let ids = Numbering::after_padding(1).position_ids(&layout)?;
    /// assert_eq!(ids.axis(0), Some(&[2.0, 3.0, 1.0, 1.0, 4.0][..]));
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn after_padding(padding_idx: i32) -> Self {
        Self::new(Rule::Sequential)
            .with_padding(PaddingIds::Filled(padding_idx))
            .with_first_id(f64::from(padding_idx) + 1.0)
    }

    /// Sets the id of the first token, which is 0 in most models. All ids move with it, but not that of padding that is
    /// [filled](PaddingIds::Filled).
    ///
    /// ```
    /// use phasor_encoding::positions::{Part, Rule};
    /// use phasor_encoding::{Layout, Numbering};
    ///
    /// let layout = Layout::new(vec![Part::Padding(1), Part::Text(2)])?;
    /// let from_1 = Numbering::new(Rule::Sequential).with_first_id(1.0);
    /// assert_eq!(from_1.position_ids(&layout)?.axis(0), Some(&[0.0, 1.0, 2.0][..]));
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn with_first_id(self, first_id: f64) -> Self {
        Self { first_id, ..self }
    }

    /// Sets the ids of padding.
    #[must_use]
    pub fn with_padding(self, padding: PaddingIds) -> Self {
        Self { padding, ..self }
    }

    /// Sets the ids after the border of a document.
    #[must_use]
    pub fn with_borders(self, borders: BorderIds) -> Self {
        Self { borders, ..self }
    }

    /// Sets the ids after a cache.
    #[must_use]
    pub fn with_past(self, past: PastIds) -> Self {
        Self { past, ..self }
    }

    /// Sets the ids of patches and of what comes after them.
    #[must_use]
    pub fn with_patches(self, patches: PatchIds) -> Self {
        Self { patches, ..self }
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the position ids of all tokens. Shape `[n_axes, n_tokens]`.
    ///
    /// # Errors
    /// [`EncodingError::Part`] if the layout has an image or a video that the model of the rule has
    /// no tokens for, and [`EncodingError::Parameter`] if an id is not finite.
    pub fn position_ids(&self, layout: &Layout) -> Result<PositionIds, EncodingError> {
        self.rule.check(layout.parts())?;
        let mut walk = Walk {
            numbering: *self,
            layout,
            positions: Vec::with_capacity(layout.n_tokens()),
            before: None,
            n_images: 0,
        };
        for stretch in layout
            .tokens()
            .chunk_by(|one, next| self.counts_on(one, next))
        {
            walk.stretch(stretch);
        }
        let axes = (0..self.rule.n_axes()).map(|axis| {
            let ids = walk
                .positions
                .iter()
                .map(|position| position.values().get(axis).copied());
            ids.collect::<Option<Vec<f64>>>()
                .expect("every position has a number for each axis")
        });
        PositionIds::new(axes.collect())
    }

    /// Whether nothing that sets ids back or forward lies between two neighbours.
    fn counts_on(&self, one: &Token, next: &Token) -> bool {
        let same_sequence = self.borders == BorderIds::Continued || one.document == next.document;
        same_sequence && (self.past == PastIds::Continued || one.stage == next.stage)
    }
}

/// The positions so far.
struct Walk<'a> {
    numbering: Numbering,
    layout: &'a Layout,
    positions: Vec<PerAxis>,
    /// The document in which the last stretch began, and its largest position.
    before: Option<(usize, f64)>,
    /// The number of images before, in the present sequence.
    n_images: usize,
}

impl Walk<'_> {
    /// Numbers neighbours between which nothing sets ids back or forward.
    fn stretch(&mut self, tokens: &[Token]) {
        let Some(first) = tokens.first() else {
            return;
        };
        let goes_on = self.numbering.borders == BorderIds::Continued;
        let before = (self.before).filter(|(document, _)| goes_on || *document == first.document);
        // A stretch that goes on after another one of its sequence comes after the cache.
        let first_id = self.numbering.first_id;
        let start = match (before, self.numbering.past) {
            (Some((_, largest)), PastIds::AfterLargest) => largest + 1.0,
            (Some(_), PastIds::CacheLength) => first_id + self.layout.n_cached() as f64,
            _ => first_id,
        };
        self.n_images = if before.is_some() { self.n_images } else { 0 };
        let largest = self.blocks(tokens, start);
        self.before = Some((first.document, largest));
    }

    /// Numbers the tokens from `start` on, and returns the largest position.
    fn blocks(&mut self, tokens: &[Token], mut start: f64) -> f64 {
        let rule = self.numbering.rule;
        let everywhere = |id: f64| PerAxis::new(vec![id; rule.n_axes()]);
        let (mut largest, mut last) = (start - 1.0, everywhere(start - 1.0));
        for tokens in tokens.chunk_by(share_block) {
            let [first, ..] = tokens else {
                continue;
            };
            match self.numbering.padding {
                PaddingIds::Filled(id) if first.is_padding() => {
                    self.positions.push(everywhere(f64::from(id)));
                    continue;
                }
                PaddingIds::Unfilled if first.is_padding() => {
                    self.positions.push(last);
                    continue;
                }
                _ => {}
            }
            let mut block = self.block(first, tokens.len(), start);
            let mut highest = start;
            for (step, token) in tokens.iter().enumerate() {
                block.step = step;
                last = match self.numbering.patches {
                    PatchIds::Counted => everywhere(start + step as f64),
                    _ => rule.assign().position(block.spot(token.kind), &block),
                };
                highest = last.values().iter().copied().fold(highest, f64::max);
                self.positions.push(last);
            }
            self.n_images += usize::from(is_patch(first));
            start += match self.numbering.patches {
                PatchIds::ByRule => rule.assign().advance(&block, highest),
                PatchIds::AreaAfter | PatchIds::Counted => tokens.len() as f64,
            };
            largest = largest.max(highest);
        }
        largest
    }

    /// Returns the block that begins with the token `first`.
    fn block(&self, first: &Token, n_tokens: usize, start: f64) -> Block {
        let (image, seconds_per_frame) = match self.layout.parts().get(first.part) {
            Some(Part::Image(image)) => (Some(*image), None),
            Some(Part::Video(video)) => (Some(video.frame()), Some(video.seconds_per_frame())),
            _ => (None, None),
        };
        let image = image.filter(|_| is_patch(first));
        Block {
            start,
            n_tokens,
            step: 0,
            n_images: self.n_images,
            longest_side: image.map_or(1, Image::longest_side),
            n_columns: image.map_or(1, Image::n_columns),
            seconds_per_frame,
        }
    }
}

fn is_patch(token: &Token) -> bool {
    matches!(
        token.kind,
        TokenKind::Patch { .. } | TokenKind::RowEnd { .. }
    )
}

/// Whether two neighbours take their positions together.
fn share_block(one: &Token, next: &Token) -> bool {
    one.part == next.part && is_patch(one) && is_patch(next)
}
