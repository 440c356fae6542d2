//! The kit for authors of kernels: numbers to test a rotation with, and a judge that says which known mistake explains
//! other numbers.
//!
//! An [`IdJudge`] does the same for position ids.
//!
//! A [`Kit`] holds queries and keys before and after, and every number in between. [`judge`] compares the arrays that
//! somebody's program wrote with those of the model, and with those of a list of mistakes. Both work on bytes and numbers,
//! so that the command line and a page can use them.

mod array;
mod compare;
mod given;
mod ids;
mod json;
mod judge;
mod mistakes;
mod npy;
mod npz;
mod plan;
mod readme;
mod rows;
mod set;
pub(crate) mod single;
mod tensors;
mod vectors;
mod verdict;

pub use array::{Array, Dtype};
pub use ids::{IdJudge, IdJudgement, IdVerdict, Reads, read_ids};
pub use judge::judge;
pub use vectors::Kit;
pub use verdict::{Difference, Judged, Judgement, Verdict};

use crate::checkpoint::HeaderError;
use phasor_encoding::EncodingError;
use phasor_text::number::Grouped;

/// The most numbers of a file that are read: cosines and sines of 131,072 positions and 128 components.
const MOST_NUMBERS: usize = 1 << 25;

/// The most bytes of a file that are read.
pub const MOST_BYTES: usize = 1 << 28;

/// The name of the text in a kit.
const README: &str = "README.txt";

/// The formats of a kit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// numpy's archive of arrays.
    Npz,
    /// Tensors with the text as metadata.
    Safetensors,
    /// Lists of numbers.
    Json,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::Npz, Self::Safetensors, Self::Json];

    /// Returns the format of files with that ending.
    #[must_use]
    pub fn from_ending(ending: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| format.ending() == ending)
    }

    /// Returns the ending of a file.
    ///
    /// ```
    /// use phasor_report::kit::Format;
    ///
    /// assert_eq!(Format::Npz.ending(), "npz");
    /// assert_eq!(Format::from_ending("npy"), None);
    /// ```
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Npz => "npz",
            Self::Safetensors => "safetensors",
            Self::Json => "json",
        }
    }
}

impl Kit {
    /// Returns the bytes of a file. The same kit gives the same bytes.
    ///
    /// ```
    /// use phasor_report::Subject;
    /// use phasor_report::kit::{Format, Kit, read};
    ///
    /// let subject = Subject::read(r#"{"model_type": "llama", "head_dim": 4}"#)?;
    /// let kit = Kit::new(&subject, None)?;
    /// for format in Format::ALL {
    ///     assert_eq!(read(&kit.bytes(format))?.len(), kit.arrays.len());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn bytes(&self, format: Format) -> Vec<u8> {
        match format {
            Format::Npz => npz::bytes((README, &self.readme), &self.arrays),
            Format::Safetensors => tensors::bytes(&self.readme, &self.arrays),
            Format::Json => json::bytes(&self.readme, &self.arrays),
        }
    }
}

/// Reads the arrays of a file: an `.npz`, a `.safetensors` or a JSON object of lists.
///
/// # Errors
/// [`ReadError`] if the file is none of these, is broken or too large, or holds other kinds of numbers.
pub fn read(file: &[u8]) -> Result<Vec<Array>, ReadError> {
    if file.len() > MOST_BYTES {
        return Err(ReadError::Large("the file".to_owned()));
    }
    let start = file.trim_ascii_start();
    match start {
        [] => Err(ReadError::Empty),
        _ if file.starts_with(npz::MAGIC) => npz::read(file),
        _ if file.starts_with(npy::MAGIC) => Err(ReadError::Single),
        [b'{', ..] => json::read(start),
        _ => tensors::read(file),
    }
}

/// The reason why a model has no kit. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum KitError {
    /// Nothing rotates.
    #[error("Nothing rotates in this model, so there are no numbers to test a rotation with.")]
    Still,
    /// A head has too many components.
    #[error("A kit is for heads of at most 16,384 components, not {n}.", n = Grouped(*.0 as u64))]
    Large(usize),
    /// The frequencies cannot be computed, which does not happen after reading.
    #[error("{0}.")]
    Encoding(#[from] EncodingError),
}

/// The reason why a file of arrays cannot be read. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There are no bytes.
    #[error("The file is empty.")]
    Empty,
    /// The file is one array without a name.
    #[error("An .npy file holds one array without a name; save several with `np.savez`.")]
    Single,
    /// The archive is broken.
    #[error("The .npz archive is broken or cut off.")]
    Archive,
    /// An entry of the archive is broken.
    #[error(
        "The entry `{0}` of the .npz archive is broken, encrypted or compressed in an unknown way."
    )]
    Entry(String),
    /// The header of an array is not one.
    #[error("The header of `{0}` is not that of an .npy file.")]
    Npy(String),
    /// The numbers are of another kind.
    #[error("`{0}` must hold little-endian numbers of 16 to 64 bits, floating-point or whole.")]
    Kind(String),
    /// The shape and the number of bytes differ.
    #[error("`{0}` has more or fewer numbers than its shape says.")]
    Length(String),
    /// There are too many numbers.
    #[error("`{0}` is too large: at most 33,554,432 numbers are read, in 256 MiB.")]
    Large(String),
    /// The tensors cannot be read.
    #[error("{0}")]
    Tensors(#[from] HeaderError),
    /// No array of the file has a name of position ids.
    #[error("No array of the file is named position_ids or positions.")]
    Nameless,
    /// A row of a table lacks numbers.
    #[error(
        "Line {0} of the table must have a number for each axis, and as many columns as the first."
    )]
    Row(usize),
    /// The JSON cannot be read.
    #[error("The file is not JSON: {0}.")]
    Json(String),
    /// A member of the JSON object is no array.
    #[error("`{0}` must be a list of numbers, or lists of equally many.")]
    List(String),
}

/// The reason why arrays cannot be judged. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// The model has no kit.
    #[error(transparent)]
    Kit(#[from] KitError),
    /// No array has a known name.
    #[error(
        "No array has a known name; name them inv_freq, cos, sin, query_rotated or key_rotated, and, if they are not those \
         of the kit, positions, query and key."
    )]
    Nameless,
    /// Two arrays mean the same.
    #[error("`{0}` and `{1}` mean the same; keep one of them.")]
    Twice(String, String),
    /// The shape of an array does not fit.
    #[error("`{name}` has the shape {shape}, but {accepted}.")]
    Shape {
        /// The array.
        name: String,
        /// Its shape.
        shape: String,
        /// What is accepted.
        accepted: String,
    },
    /// A position is not a whole number from 0 to 2^24.
    #[error("`{0}` must hold whole numbers from 0 to 16,777,216.")]
    Positions(String),
    /// A position id is not finite.
    #[error("`{0}` must hold finite numbers.")]
    Infinite(String),
    /// An array has no numbers, or one that is not finite.
    #[error("`{0}` has no numbers.")]
    Empty(String),
}

impl From<EncodingError> for JudgeError {
    fn from(error: EncodingError) -> Self {
        Self::Kit(error.into())
    }
}
