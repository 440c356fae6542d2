//! Images and videos, as grids of the tokens that a language model gets for them.

use crate::EncodingError;

/// The largest number of patches along one side of an image, and of frames in a video.
pub const MAX_SIDE: usize = 65_536;

/// The ids of patches and of the tokens after them.
///
/// ```
/// use phasor_encoding::positions::{Image, Part, PatchIds, Rule};
/// use phasor_encoding::{Layout, Numbering};
///
/// // A word, an image of 2 x 3 tokens, and a word.
/// let image = Image::new(2, 3, 1)?;
/// let layout = Layout::new(vec![Part::Text(1), Part::Image(image), Part::Text(1)])?;
/// let right = Numbering::new(Rule::Qwen2Vl(Default::default()));
/// let columns = |patches| -> Result<_, phasor_encoding::EncodingError> {
///     let ids = right.with_patches(patches).position_ids(&layout)?;
///     Ok(ids.axis(2).map(<[f64]>::to_vec))
/// };
/// assert_eq!(columns(PatchIds::ByRule)?, Some(vec![0.0, 1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 4.0]));
/// assert_eq!(columns(PatchIds::AreaAfter)?, Some(vec![0.0, 1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 7.0]));
/// assert_eq!(columns(PatchIds::Counted)?, Some((0..8).map(f64::from).collect()));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PatchIds {
    /// Those of the model's [`Rule`](super::Rule).
    #[default]
    ByRule,
    /// Patches have the ids of the rule, but what comes after an image has been counted as if each
    /// patch were a word: rows times columns, where the rule may take the larger of them.
    AreaAfter,
    /// Each patch is counted like a word, with the same id on every axis.
    Counted,
}

/// An image: a grid of patches, of which `merge_size x merge_size` become one token of the
/// language model.
///
/// ```
/// use phasor_encoding::positions::{Image, MAX_SIDE};
///
/// // Qwen2-VL merges 2 x 2 patches: 4 x 6 patches become 2 x 3 tokens.
/// let image = Image::new(4, 6, 2)?;
/// assert_eq!((image.n_rows(), image.n_columns(), image.n_tokens()), (2, 3, 6));
/// assert!(Image::new(5, 6, 2).is_err() && Image::new(1, MAX_SIDE + 1, 1).is_err());
/// // Hunyuan-VL has one more token at the end of each row.
/// let image = image.with_row_ends();
/// assert_eq!((image.n_tokens(), image.has_row_ends()), (8, true));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Image {
    n_rows: usize,
    n_columns: usize,
    row_ends: RowEnds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowEnds {
    None,
    Token,
}

impl Image {
    /// Creates an image of `rows` x `columns` patches, both 1 to [`MAX_SIDE`] and multiples of
    /// `merge_size`.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if a number is outside its range.
    pub fn new(rows: usize, columns: usize, merge_size: usize) -> Result<Self, EncodingError> {
        let merge_size = side("merge_size", merge_size)?;
        let merged = |name, patches| {
            let in_range = side(name, patches)?.is_multiple_of(merge_size);
            let accepted = (name, "a multiple of merge_size");
            EncodingError::check(accepted, patches as f64, in_range)?;
            Ok(patches / merge_size)
        };
        Ok(Self {
            n_rows: merged("rows", rows)?,
            n_columns: merged("columns", columns)?,
            row_ends: RowEnds::None,
        })
    }

    /// Returns the image with one more token after each row, as in Hunyuan-VL.
    #[must_use]
    pub fn with_row_ends(self) -> Self {
        Self {
            row_ends: RowEnds::Token,
            ..self
        }
    }

    /// The number of rows of tokens.
    #[must_use]
    pub fn n_rows(self) -> usize {
        self.n_rows
    }

    /// The number of tokens in a row, without the one that may end it.
    #[must_use]
    pub fn n_columns(self) -> usize {
        self.n_columns
    }

    /// Whether each row ends with one more token.
    #[must_use]
    pub fn has_row_ends(self) -> bool {
        self.row_ends == RowEnds::Token
    }

    /// The number of tokens of the language model.
    #[must_use]
    pub fn n_tokens(self) -> usize {
        let end = usize::from(self.has_row_ends());
        self.n_rows.saturating_mul(self.n_columns + end)
    }

    /// The larger of the numbers of rows and columns.
    pub(super) fn longest_side(self) -> usize {
        self.n_rows.max(self.n_columns)
    }
}

/// A video: frames of equal size, sampled at equal times.
///
/// ```
/// use phasor_encoding::positions::{Image, Video};
///
/// // Eight frames, two a second. Each two of them become one frame of 2 x 3 tokens.
/// let video = Video::new(8, Image::new(4, 6, 2)?, 0.5)?.with_temporal_merge(2)?;
/// assert_eq!((video.n_frames(), video.frame().n_tokens()), (4, 6));
/// assert_eq!((video.seconds_per_frame(), video.n_tokens()), (1.0, 24));
/// // Qwen3-VL writes the time before each frame, here in five tokens.
/// let video = video.with_time_stamps(5)?;
/// assert_eq!((video.time_stamp_tokens(), video.n_tokens()), (5, 44));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Video {
    n_frames: usize,
    frame: Image,
    seconds_per_frame: f64,
    time_stamp_tokens: usize,
}

impl Video {
    /// Creates a video of `n_frames` frames, 1 to [`MAX_SIDE`], that are `seconds_per_frame` apart
    /// (above 0, at most 1,000,000).
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if a number is outside its range.
    pub fn new(
        n_frames: usize,
        frame: Image,
        seconds_per_frame: f64,
    ) -> Result<Self, EncodingError> {
        Ok(Self {
            n_frames: side("n_frames", n_frames)?,
            frame,
            seconds_per_frame: time_step("seconds_per_frame", seconds_per_frame)?,
            time_stamp_tokens: 0,
        })
    }

    /// Merges each `merge_size` frames into one, as the patches of Qwen2-VL do
    /// (`temporal_patch_size`) and ERNIE 4.5 VL after its encoder (`temporal_merge_size`).
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if the number of frames is not a multiple of `merge_size`.
    pub fn with_temporal_merge(self, merge_size: usize) -> Result<Self, EncodingError> {
        let merge_size = side("merge_size", merge_size)?;
        let accepted = ("n_frames", "a multiple of merge_size");
        let in_range = self.n_frames.is_multiple_of(merge_size);
        EncodingError::check(accepted, self.n_frames as f64, in_range)?;
        Ok(Self {
            n_frames: self.n_frames / merge_size,
            seconds_per_frame: self.seconds_per_frame * merge_size as f64,
            ..self
        })
    }

    /// Puts `n_tokens` tokens of text before each frame (1 to [`MAX_SIDE`]), which say its time.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `n_tokens` is outside that range.
    pub fn with_time_stamps(self, n_tokens: usize) -> Result<Self, EncodingError> {
        Ok(Self {
            time_stamp_tokens: side("n_tokens", n_tokens)?,
            ..self
        })
    }

    /// The number of frames that the language model gets.
    #[must_use]
    pub fn n_frames(self) -> usize {
        self.n_frames
    }

    /// One frame.
    #[must_use]
    pub fn frame(self) -> Image {
        self.frame
    }

    /// The seconds from one frame that the language model gets to the next
    /// (`second_per_grid_ts` in transformers).
    #[must_use]
    pub fn seconds_per_frame(self) -> f64 {
        self.seconds_per_frame
    }

    /// The number of tokens before each frame that say its time, or 0.
    #[must_use]
    pub fn time_stamp_tokens(self) -> usize {
        self.time_stamp_tokens
    }

    /// The number of tokens of the language model.
    #[must_use]
    pub fn n_tokens(self) -> usize {
        let one = self.frame.n_tokens().saturating_add(self.time_stamp_tokens);
        self.n_frames.saturating_mul(one)
    }
}

/// Returns the number of patches along a side, or of frames.
pub(crate) fn side(name: &'static str, given: usize) -> Result<usize, EncodingError> {
    let accepted = (name, "a whole number from 1 to 65536");
    EncodingError::count(accepted, given, MAX_SIDE)
}

/// Returns a number of seconds for a step, or of steps for a second. With this limit, the times of all frames are finite in
/// `f32`.
pub(super) fn time_step(name: &'static str, given: f64) -> Result<f64, EncodingError> {
    const MOST: f64 = 1e6;
    let accepted = (name, "a number above 0, at most 1,000,000");
    EncodingError::check(accepted, given, given > 0.0 && given <= MOST)
}
