//! What the tokens of a text are: words, padding, patches of images, parts of documents.

use super::{Image, Video};
use crate::EncodingError;

/// The largest number of tokens in a layout.
pub const MAX_TOKENS: usize = 1 << 20;

/// A part of a [`Layout`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Part {
    /// Tokens of text, at least one.
    Text(usize),
    /// Tokens of text with which several texts begin, such as a system prompt, at least one.
    System(usize),
    /// Tokens that only fill up a batch, at least one.
    Padding(usize),
    /// An image.
    Image(Image),
    /// A video.
    Video(Video),
    /// No token: here a document ends, and the next one begins.
    DocumentBorder,
    /// No token: what stands before this was read in earlier steps, and its keys are in the cache.
    CacheEnd,
}

/// When a token is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// In an earlier step. Its key is in the cache, and it asks nothing now.
    Cached,
    /// In this step. It is query and key.
    Current,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Text.
    Text,
    /// Text with which several texts begin.
    System,
    /// Padding.
    Padding,
    /// Text that says the time of the next frame.
    TimeStamp {
        /// The frame, from 0.
        frame: usize,
    },
    /// A patch, after merging.
    Patch {
        /// The frame, from 0; 0 in an image.
        frame: usize,
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
    },
    /// The end of a row of patches.
    RowEnd {
        /// The frame, from 0; 0 in an image.
        frame: usize,
        /// The row, from 0.
        row: usize,
    },
}

/// A token of a [`Layout`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// The part that it comes from, from 0.
    pub part: usize,
    /// The document that it stands in, from 0. Padding belongs to no document; here it has the
    /// number of the one that it stands in or follows.
    pub document: usize,
    /// When it is read.
    pub stage: Stage,
}

impl Token {
    /// Whether the token is padding.
    #[must_use]
    pub fn is_padding(&self) -> bool {
        self.kind == TokenKind::Padding
    }
}

/// A sequence of parts, and what each of its tokens is.
///
/// ```
/// use phasor_encoding::Layout;
/// use phasor_encoding::positions::{Image, MAX_TOKENS, Part, Stage, Token, TokenKind};
///
/// // Two tokens of padding, "look:" and an image of 2 x 3 tokens. The padding and "look:" are in
/// // the cache.
/// let image = Image::new(2, 3, 1)?;
/// let parts = vec![Part::Padding(2), Part::Text(1), Part::CacheEnd, Part::Image(image)];
/// let layout = Layout::new(parts)?;
/// assert_eq!((layout.n_tokens(), layout.n_cached()), (9, 3));
/// assert_eq!(layout.parts()[1], Part::Text(1));
/// let last: &Token = layout.tokens().last().expect("there are tokens");
/// assert_eq!(last.kind, TokenKind::Patch { frame: 0, row: 1, column: 2 });
/// assert_eq!((last.part, last.document, last.stage), (3, 0, Stage::Current));
/// assert!(layout.tokens()[0].is_padding());
/// assert!(Layout::new(vec![Part::Text(MAX_TOKENS + 1)]).is_err());
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    parts: Vec<Part>,
    tokens: Vec<Token>,
    n_cached: usize,
}

impl Layout {
    /// Creates the layout of these parts, 1 to [`MAX_TOKENS`] tokens.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if there are no or too many tokens, and
    /// [`EncodingError::Part`] if a part has no tokens, or if there is a second
    /// [`Part::CacheEnd`].
    pub fn new(parts: Vec<Part>) -> Result<Self, EncodingError> {
        let mut cache_ends = 0;
        for (part, content) in parts.iter().enumerate() {
            let lacks = match content {
                Part::Text(0) | Part::System(0) | Part::Padding(0) => Some("at least one token"),
                Part::CacheEnd if cache_ends > 0 => {
                    Some("something else than a second end of the cache")
                }
                _ => None,
            };
            cache_ends += usize::from(*content == Part::CacheEnd);
            EncodingError::check_part(part, lacks)?;
        }
        let n_tokens = (parts.iter().map(|part| part.n_tokens())).fold(0, usize::saturating_add);
        let n_tokens = token_count(n_tokens)?;
        let mut tokens = Vec::with_capacity(n_tokens);
        let (mut document, mut n_cached) = (0, 0);
        for (part, content) in parts.iter().enumerate() {
            match content {
                Part::DocumentBorder => document += 1,
                Part::CacheEnd => n_cached = tokens.len(),
                _ => {}
            }
            content.each_token(|kind| {
                tokens.push(Token {
                    kind,
                    part,
                    document,
                    stage: Stage::Current,
                });
            });
        }
        let cached = tokens.iter_mut().take(n_cached);
        cached.for_each(|token| token.stage = Stage::Cached);
        Ok(Self {
            parts,
            tokens,
            n_cached,
        })
    }

    /// The parts.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The tokens. Shape `[n_tokens]`.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The number of tokens.
    #[must_use]
    pub fn n_tokens(&self) -> usize {
        self.tokens.len()
    }

    /// The number of tokens in the cache, padding included: they are the first.
    #[must_use]
    pub fn n_cached(&self) -> usize {
        self.n_cached
    }

    /// Whether query and key are tokens of the same document. Padding belongs to no document.
    pub(super) fn share_document(&self, query: usize, key: usize) -> bool {
        match (self.tokens.get(query), self.tokens.get(key)) {
            (Some(query), Some(key)) => {
                let is_padding = query.is_padding() || key.is_padding();
                !is_padding && query.document == key.document
            }
            _ => false,
        }
    }
}

impl Part {
    /// The number of tokens.
    #[must_use]
    pub fn n_tokens(&self) -> usize {
        match self {
            Self::Text(n_tokens) | Self::System(n_tokens) | Self::Padding(n_tokens) => *n_tokens,
            Self::Image(image) => image.n_tokens(),
            Self::Video(video) => video.n_tokens(),
            Self::DocumentBorder | Self::CacheEnd => 0,
        }
    }

    fn each_token(&self, mut push: impl FnMut(TokenKind)) {
        match self {
            Self::Text(n_tokens) => (0..*n_tokens).for_each(|_| push(TokenKind::Text)),
            Self::System(n_tokens) => (0..*n_tokens).for_each(|_| push(TokenKind::System)),
            Self::Padding(n_tokens) => (0..*n_tokens).for_each(|_| push(TokenKind::Padding)),
            Self::Image(image) => each_patch(*image, 0, &mut push),
            Self::Video(video) => {
                for frame in 0..video.n_frames() {
                    let stamp = 0..video.time_stamp_tokens();
                    stamp.for_each(|_| push(TokenKind::TimeStamp { frame }));
                    each_patch(video.frame(), frame, &mut push);
                }
            }
            Self::DocumentBorder | Self::CacheEnd => {}
        }
    }
}

fn each_patch(image: Image, frame: usize, push: &mut impl FnMut(TokenKind)) {
    for row in 0..image.n_rows() {
        for column in 0..image.n_columns() {
            push(TokenKind::Patch { frame, row, column });
        }
        if image.has_row_ends() {
            push(TokenKind::RowEnd { frame, row });
        }
    }
}

/// Returns a number of tokens that a layout may have.
pub(super) fn token_count(n_tokens: usize) -> Result<usize, EncodingError> {
    let accepted = ("n_tokens", "a whole number from 1 to 1048576");
    EncodingError::count(accepted, n_tokens, MAX_TOKENS)
}
