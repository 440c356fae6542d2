//! Patches on a grid, and what a model that reads or makes pictures does with their places.

use super::{AxialLayout, AxialRope};
use crate::EncodingError;
use crate::positions::side;

/// What an entry of a position counts.
///
/// ```
/// use phasor_encoding::rotary::axial::{Axis, Flux2, PatchModel};
///
/// assert_eq!(Flux2::default().layout().axes(), [Axis::Time, Axis::Row, Axis::Column, Axis::Token]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Frames of a video, or the number of a picture among several.
    Time,
    /// Rows of patches, from the top.
    Row,
    /// Columns of patches, from the left.
    Column,
    /// Tokens of the text; 0 for all patches.
    Token,
}

/// The numbers of frames, rows and columns of patches of a picture or a video.
///
/// ```
/// use phasor_encoding::rotary::axial::{Grid, Patch};
///
/// let grid = Grid::new(2, 3, 4)?;
/// assert_eq!((grid.frames(), grid.rows(), grid.columns()), (2, 3, 4));
/// assert_eq!(grid.patches().count(), 24);
/// assert_eq!(grid.patches().nth(5), Some(Patch { frame: 0, row: 1, column: 1 }));
/// assert!(Grid::new(1, 0, 4).is_err());
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    frames: usize,
    rows: usize,
    columns: usize,
}

impl Grid {
    /// Creates a grid; a picture has one frame. Each number is from 1 to [`MAX_SIDE`](crate::positions::MAX_SIDE).
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if a number is outside its range.
    pub fn new(frames: usize, rows: usize, columns: usize) -> Result<Self, EncodingError> {
        Ok(Self {
            frames: side("frames", frames)?,
            rows: side("rows", rows)?,
            columns: side("columns", columns)?,
        })
    }

    /// The number of frames after the model's temporal compression (latent frames).
    #[must_use]
    pub fn frames(self) -> usize {
        self.frames
    }

    /// The number of rows of patches.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// The number of columns of patches.
    #[must_use]
    pub fn columns(self) -> usize {
        self.columns
    }

    /// The patches in the order of tokens: frame by frame, row by row.
    pub fn patches(self) -> impl Iterator<Item = Patch> {
        let cells =
            move |frame, row| (0..self.columns).map(move |column| Patch { frame, row, column });
        let rows = move |frame| (0..self.rows).flat_map(move |row| cells(frame, row));
        (0..self.frames).flat_map(rows)
    }
}

/// The place of a patch in its grid, each entry from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Patch {
    /// The frame; 0 in a picture.
    pub frame: usize,
    /// The row from the top.
    pub row: usize,
    /// The column from the left.
    pub column: usize,
}

/// A model that reads or makes pictures or videos: how it gives its pairs to axes, and where on them each patch is.
///
/// ```
/// use phasor_encoding::rotary::axial::{Grid, HunyuanVideo, Patch, PatchModel};
///
/// let grid = Grid::new(33, 45, 80)?;
/// let position = HunyuanVideo.position(grid, Patch { frame: 32, row: 1, column: 2 });
/// assert_eq!(position, [32.0, 1.0, 2.0]);
/// let angles = HunyuanVideo.rope()?.angles(&position)?;
/// assert_eq!((angles[0], angles[8], angles[36]), (32.0, 1.0, 2.0));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
pub trait PatchModel {
    /// Returns how the pairs of a head are given to the axes.
    fn layout(&self) -> AxialLayout;

    /// Returns the position of a patch, with one entry for each axis of the [`layout`](Self::layout).
    fn position(&self, grid: Grid, patch: Patch) -> Vec<f64>;

    /// Returns the rotations of one head.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if a number of the model is outside its range.
    fn rope(&self) -> Result<AxialRope, EncodingError> {
        self.layout().rope()
    }
}

impl Patch {
    /// Returns frame, row and column as the position.
    pub(super) fn place(self) -> Vec<f64> {
        vec![self.frame as f64, self.row as f64, self.column as f64]
    }
}
