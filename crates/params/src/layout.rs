//! Layouts of tokens as people write them: `pad*2 the dog <image 2x3> barks`.
//!
//! | text | tokens |
//! |---|---|
//! | `dog` | one of text |
//! | `dog*3` | three of text |
//! | `pad`, `pad*2` | one or two of padding |
//! | `<image 2x3>` | an image of 2 rows and 3 columns |
//! | `<video 4x2x3>` | a video of 4 frames of that size, a second apart |
//! | `<video 4x2x3 0.5s time*6>` | the same, half a second apart, with time stamps of 6 tokens |
//! | <code>&#124;</code> or `<document>` | none: a document ends |
//! | `<system 5>` | five of text with which several texts begin |
//! | `<past>` | none: what stands before is in the cache |
//! | `<past 5>` | five of text, which end the cache |
//!
//! Rows, columns and frames are those that the language model gets, after patches and frames were merged. A word in
//! `<|` and `|>` is a word like any other.

use std::fmt;

use phasor_encoding::EncodingError;
use phasor_encoding::positions::{
    Image, Layout, MAX_SIDE, MAX_TOKENS, Part, Rule, Token, TokenKind, Video,
};
use phasor_text::number::{Grouped, grouped};
use phasor_text::{parse, shorten};

/// What a layout may be made of, as the end of a sentence.
const PIECES: &str = "a word, pad, either with a number as in pad*2, <image 2x3>, <video 4x2x3>, <document>, |, <system 5>, \
                      <past> or <past 5>";

/// The tokens of a time stamp, if a model needs one and the text does not give their number.
const TIME_STAMP_TOKENS: usize = 1;

/// An error in the text of a layout. Its `Display` is a sentence for the person who wrote it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// A piece of the text is not accepted.
    #[error("`{piece}` in the layout must be {accepted}.")]
    Piece {
        /// The piece, shortened.
        piece: String,
        /// What is accepted in its place.
        accepted: String,
    },
    /// The text has too many tokens, or none.
    #[error("The layout must have 1 to {} tokens, not {n_tokens}.", Grouped(MAX_TOKENS as u64))]
    Length {
        /// The number of tokens.
        n_tokens: String,
    },
    /// The core accepts no such layout.
    #[error("There is no such layout: {0}.")]
    Encoding(EncodingError),
}

impl LayoutError {
    fn piece(piece: &str, accepted: impl Into<String>) -> Self {
        Self::Piece {
            piece: shorten(piece),
            accepted: accepted.into(),
        }
    }
}

/// A part of a layout, and the text that stands for it.
#[derive(Debug, Clone, PartialEq)]
struct Piece {
    text: String,
    /// The name of each of its tokens of text.
    word: String,
    part: Part,
}

/// A layout with the words of its tokens.
///
/// ```
/// use phasor_encoding::positions::Rule;
/// use phasor_params::layout::LayoutText;
///
/// let text = LayoutText::parse("pad*2 the dog <image 1x2> barks")?;
/// let layout = text.layout(Rule::Qwen3Vl)?;
/// let names: Vec<String> = layout.tokens().iter().map(|token| text.token_name(token)).collect();
/// assert_eq!(names, ["pad", "pad", "the", "dog", "row 0 column 0", "row 0 column 1", "barks"]);
/// let error = LayoutText::parse("the <image 2>").unwrap_err();
/// assert!(error.to_string().starts_with("`<image 2>` in the layout must be"));
/// # Ok::<(), phasor_params::layout::LayoutError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LayoutText {
    pieces: Vec<Piece>,
}

impl LayoutText {
    /// Reads the text of a layout.
    ///
    /// # Errors
    /// [`LayoutError::Piece`] if a piece is not accepted.
    pub fn parse(text: &str) -> Result<Self, LayoutError> {
        let mut pieces = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (piece, after) = first(rest)?;
            read(piece, &mut pieces)?;
            rest = after.trim_start();
        }
        Ok(Self { pieces })
    }

    /// Returns the layout for models that number tokens by `rule`, with the tokens that they add to patches. A time stamp
    /// without a number has one token.
    ///
    /// # Errors
    /// [`LayoutError::Length`] if there are no or too many tokens, and [`LayoutError::Piece`] if the models have no tokens
    /// for a piece, or if the cache ends twice.
    pub fn layout(&self, rule: Rule) -> Result<Layout, LayoutError> {
        let parts = self.pieces.iter().map(|piece| {
            let part = rule.completed(piece.part, TIME_STAMP_TOKENS);
            part.map_err(|error| LayoutError::piece(&piece.text, accepted(error)))
        });
        let parts = parts.collect::<Result<Vec<Part>, LayoutError>>()?;
        let layout = Layout::new(parts).map_err(|error| self.error(error))?;
        rule.check(layout.parts())
            .map_err(|error| self.error(error))?;
        Ok(layout)
    }

    /// The largest number of tokens for any model: with the ends of rows and with a time stamp before each frame. `None` if
    /// the layout has no tokens, or if the cache ends twice.
    ///
    /// ```
    /// use phasor_params::layout::LayoutText;
    ///
    /// let n_tokens = |text: &str| Ok::<_, phasor_params::layout::LayoutError>(LayoutText::parse(text)?.most_tokens());
    /// assert_eq!(n_tokens("pad*2 the <image 2x3>")?, Some(11));
    /// assert_eq!(n_tokens("|")?, None);
    /// assert_eq!(n_tokens("a <past> b <past>")?, None);
    /// # Ok::<(), phasor_params::layout::LayoutError>(())
    /// ```
    #[must_use]
    pub fn most_tokens(&self) -> Option<usize> {
        let added = |part: &Part| match part {
            Part::Image(image) => image.with_row_ends().n_tokens(),
            Part::Video(video) => video.n_tokens().saturating_add(video.n_frames()),
            other => other.n_tokens(),
        };
        let ends = self
            .pieces
            .iter()
            .filter(|piece| piece.part == Part::CacheEnd);
        let added = self.pieces.iter().map(|piece| added(&piece.part));
        let n_tokens = added.fold(0, usize::saturating_add);
        (n_tokens > 0 && ends.count() < 2).then_some(n_tokens)
    }

    /// Returns the part that a token belongs to, if models add no tokens to patches.
    #[must_use]
    pub fn part_of(&self, token: usize) -> Option<usize> {
        let mut end = 0;
        self.pieces.iter().position(|piece| {
            end += piece.part.n_tokens();
            token < end
        })
    }

    /// The word of each part that is text; one that stands for several tokens comes once.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let words = self.pieces.iter().map(|piece| piece.word.as_str());
        words.filter(|word| !word.is_empty())
    }

    /// Returns whether there is an image or a video among the tokens.
    #[must_use]
    pub fn has_pictures(&self) -> bool {
        let mut parts = self.pieces.iter().map(|piece| piece.part);
        parts.any(|part| matches!(part, Part::Image(_) | Part::Video(_)))
    }

    /// Returns the text with the part of this number moved to another place among the parts, at most to the last. A part that
    /// is not there changes nothing.
    ///
    /// ```
    /// use phasor_params::layout::LayoutText;
    ///
    /// let text = LayoutText::parse("pad*2 the dog")?;
    /// assert_eq!(text.moved(0, 9).to_string(), "the dog pad*2");
    /// assert_eq!(text.moved(9, 0), text);
    /// # Ok::<(), phasor_params::layout::LayoutError>(())
    /// ```
    #[must_use]
    pub fn moved(&self, part: usize, to: usize) -> Self {
        let mut pieces = self.pieces.clone();
        if part < pieces.len() {
            let piece = pieces.remove(part);
            pieces.insert(to.min(pieces.len()), piece);
        }
        Self { pieces }
    }

    /// Returns the error of the core in terms of the text.
    fn error(&self, error: EncodingError) -> LayoutError {
        let piece = match &error {
            EncodingError::Part { part, .. } => self.pieces.get(*part),
            _ => None,
        };
        match (piece, error) {
            (Some(piece), error) => LayoutError::piece(&piece.text, accepted(error)),
            (None, EncodingError::Parameter { given, .. }) => LayoutError::Length {
                n_tokens: grouped(given),
            },
            (None, error) => LayoutError::Encoding(error),
        }
    }

    /// Returns the word of a token of the layout, or the place of a patch.
    #[must_use]
    pub fn token_name(&self, token: &Token) -> String {
        let piece = self.pieces.get(token.part);
        let is_video = matches!(piece.map(|piece| piece.part), Some(Part::Video(_)));
        let frame = |frame: usize| match is_video {
            true => format!("frame {frame} "),
            false => String::new(),
        };
        match token.kind {
            TokenKind::Text | TokenKind::System | TokenKind::Padding => {
                piece.map_or_else(String::new, |piece| piece.word.clone())
            }
            TokenKind::TimeStamp { frame } => format!("time of frame {frame}"),
            TokenKind::Patch {
                frame: number,
                row,
                column,
            } => format!("{}row {row} column {column}", frame(number)),
            TokenKind::RowEnd { frame: number, row } => {
                format!("{}end of row {row}", frame(number))
            }
        }
    }
}

impl fmt::Display for LayoutText {
    /// Writes the layout so that it is read back to the same one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, piece) in self.pieces.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            f.write_str(gap)?;
            match piece.part {
                // These two may have been written as one, as in `<past 5>`.
                Part::CacheEnd => f.write_str("<past>")?,
                Part::Text(n_tokens) if n_tokens > 1 => write!(f, "{}*{n_tokens}", piece.word)?,
                Part::Text(_) => f.write_str(&piece.word)?,
                _ => f.write_str(&piece.text)?,
            }
        }
        Ok(())
    }
}

/// Returns what an error of the core accepts.
fn accepted(error: EncodingError) -> String {
    match error {
        EncodingError::Part { accepted, .. } => accepted.to_owned(),
        error => error.to_string(),
    }
}

/// Splits the first piece from the rest.
fn first(text: &str) -> Result<(&str, &str), LayoutError> {
    let is_tag = text.starts_with('<') && !text.starts_with("<|");
    let end = match (is_tag, text.find('>')) {
        (false, _) => text.find(char::is_whitespace).unwrap_or(text.len()),
        (true, Some(last)) => last + 1,
        (true, None) => return Err(LayoutError::piece(text, "closed by >, as in <image 2x3>")),
    };
    Ok(text.split_at(end))
}

/// Reads one piece, which is one or two parts.
fn read(piece: &str, pieces: &mut Vec<Piece>) -> Result<(), LayoutError> {
    let is_tag = piece.starts_with('<') && !piece.starts_with("<|");
    let mut push = |word: &str, part| {
        let (text, word) = (piece.to_owned(), word.to_owned());
        pieces.push(Piece { text, word, part });
    };
    if piece == "|" {
        push("", Part::DocumentBorder);
        return Ok(());
    }
    if !is_tag {
        let (word, n_tokens) = repeated(piece)?;
        push(
            word,
            match word {
                "pad" => Part::Padding(n_tokens),
                _ => Part::Text(n_tokens),
            },
        );
        return Ok(());
    }
    let inside = piece
        .strip_prefix('<')
        .and_then(|piece| piece.strip_suffix('>'))
        .unwrap_or(piece);
    let words: Vec<&str> = inside.split_whitespace().collect();
    match words.as_slice() {
        ["document"] => push("", Part::DocumentBorder),
        ["past"] => push("", Part::CacheEnd),
        ["past", n_tokens] => {
            push("past", Part::Text(count(piece, n_tokens, "<past 5>")?));
            push("", Part::CacheEnd);
        }
        ["system", n_tokens] => {
            let n_tokens = count(piece, n_tokens, "<system 5>")?;
            push("system", Part::System(n_tokens));
        }
        ["image", sides] => push("", Part::Image(image(piece, sides)?)),
        ["video", sides, times @ ..] => push("", Part::Video(video(piece, sides, times)?)),
        _ => return Err(LayoutError::piece(piece, PIECES)),
    }
    Ok(())
}

/// Returns the word before `*`, and how often it stands there.
fn repeated(piece: &str) -> Result<(&str, usize), LayoutError> {
    let Some((word, times)) = piece.rsplit_once('*') else {
        return Ok((piece, 1));
    };
    let n_tokens = token_count(times).filter(|_| !word.is_empty());
    let n_tokens = n_tokens.ok_or_else(|| {
        let most = Grouped(MAX_TOKENS as u64);
        let accepted = format!("a word and a number of tokens from 1 to {most}, as in pad*2");
        LayoutError::piece(piece, accepted)
    })?;
    Ok((word, n_tokens))
}

/// Reads a number of tokens that a layout may have.
fn token_count(text: &str) -> Option<usize> {
    whole(text).filter(|number| (1..=MAX_TOKENS).contains(number))
}

fn count(piece: &str, text: &str, example: &str) -> Result<usize, LayoutError> {
    token_count(text).ok_or_else(|| {
        let most = Grouped(MAX_TOKENS as u64);
        let accepted = format!("written with a number of tokens from 1 to {most}, as in {example}");
        LayoutError::piece(piece, accepted)
    })
}

fn image(piece: &str, sides: &str) -> Result<Image, LayoutError> {
    let most = Grouped(MAX_SIDE as u64);
    let accepted = format!("an image with rows and columns from 1 to {most}, as in <image 2x3>");
    let image = match sizes(sides).as_deref() {
        Some(&[rows, columns]) => Image::new(rows, columns, 1).ok(),
        _ => None,
    };
    image.ok_or_else(|| LayoutError::piece(piece, accepted))
}

fn video(piece: &str, sides: &str, times: &[&str]) -> Result<Video, LayoutError> {
    let most = Grouped(MAX_SIDE as u64);
    let accepted = format!(
        "a video with frames, rows and columns from 1 to {most}, as in <video 4x2x3>, and perhaps the seconds from frame to \
         frame and the tokens of a time stamp, as in <video 4x2x3 0.5s time*6>"
    );
    let video = || {
        let (seconds, times) = match times {
            [first, rest @ ..] if first.ends_with('s') => {
                (parse::number(first.strip_suffix('s')?)?, rest)
            }
            times => (1.0, times),
        };
        let &[n_frames, rows, columns] = sizes(sides)?.as_slice() else {
            return None;
        };
        let frame = Image::new(rows, columns, 1).ok()?;
        let video = Video::new(n_frames, frame, seconds).ok()?;
        match times {
            [] => Some(video),
            [stamp] => {
                let n_tokens = whole(stamp.strip_prefix("time*")?)?;
                video.with_time_stamps(n_tokens).ok()
            }
            _ => None,
        }
    };
    video().ok_or_else(|| LayoutError::piece(piece, accepted))
}

/// Reads whole numbers with an `x` between them.
fn sizes(text: &str) -> Option<Vec<usize>> {
    text.split(['x', '×']).map(whole).collect()
}

/// Reads digits.
fn whole(text: &str) -> Option<usize> {
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    is_whole.then(|| text.parse().ok())?
}
