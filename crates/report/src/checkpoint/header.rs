//! The header of a `.safetensors` file: which tensors it holds, and where.
//!
//! Source: the README of the crate `safetensors` 0.8.0. Its own reader needs the whole file in memory, and its offsets
//! are `usize`, which in a browser ends at 4 GiB, while a shard usually has 5 GB. So only its list of number formats is
//! used, and a test compares this reader with that of the crate.

use safetensors::Dtype;
use serde_json::{Map, Value};

use phasor_text::number::Grouped;
use phasor_text::shorten_to;

/// The number of bytes before the header, which hold its length.
const LENGTH: u64 = 8;

/// The largest header that the format allows, in bytes.
const MOST_BYTES: u64 = 100_000_000;

/// The number of letters of a tensor's name that a sentence shows.
const MAX_LETTERS: usize = 120;

/// The reason why a header is refused. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// The file has another format.
    #[error("The file is {0}.")]
    Foreign(&'static str),
    /// The file has fewer than 8 bytes.
    #[error(
        "The file ends after {0} bytes, but its first 8 bytes must give the length of its header."
    )]
    Short(u64),
    /// The length is larger than the format allows.
    #[error("The length of the header must be at most 100,000,000 bytes, not {n}, so this is not a .safetensors file.", n = Grouped(*.0))]
    Long(u64),
    /// The file ends inside the header.
    #[error("The header needs {} bytes, but the file ends after {}; it may be cut off.", Grouped(*.needed), Grouped(*.there))]
    Cut {
        /// The number of bytes up to the end of the header.
        needed: u64,
        /// The number of bytes that are there.
        there: u64,
    },
    /// The header is not a JSON object.
    #[error("The header must be a JSON object: {0}.")]
    Json(String),
    /// An entry lacks a part, or has a wrong one.
    #[error("In the header, `{tensor}` must have {accepted}.")]
    Entry {
        /// The tensor.
        tensor: String,
        /// What is accepted.
        accepted: &'static str,
    },
    /// The number format is unknown.
    #[error("The number format of `{tensor}` is unknown: `{dtype}`.")]
    Dtype {
        /// The tensor.
        tensor: String,
        /// The name of the format.
        dtype: String,
    },
    /// The shape has too many elements to count.
    #[error("The shape of `{0}` has more elements than any file can hold.")]
    Overflow(String),
    /// The shape does not fit the offsets.
    #[error("The shape of `{tensor}` needs {} bytes, but its offsets hold {}.", Grouped(*.needed), Grouped(*.held))]
    Shape {
        /// The tensor.
        tensor: String,
        /// The number of bytes for the elements.
        needed: u64,
        /// The number of bytes between the offsets.
        held: u64,
    },
    /// A tensor overlaps the one before it, or leaves a gap.
    #[error("`{tensor}` must begin at byte {} of the data, where the tensor before it ends, not at {}.", Grouped(*.expected), Grouped(*.start))]
    Place {
        /// The tensor.
        tensor: String,
        /// The end of the tensor before it.
        expected: u64,
        /// Where it begins.
        start: u64,
    },
    /// The last tensor does not end where the file ends.
    #[error("The tensors end at byte {} of the file, but the file ends after {}; it may be cut off.", Grouped(*.end), Grouped(*.size))]
    End {
        /// The end of the last tensor.
        end: u64,
        /// The size of the file.
        size: u64,
    },
}

/// A tensor of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tensor {
    /// The name.
    pub name: String,
    /// The format of its numbers.
    pub dtype: Dtype,
    /// The sizes of its axes.
    pub shape: Vec<u64>,
    /// Its first byte, counted from the beginning of the file.
    pub start: u64,
    /// The byte after its last one.
    pub end: u64,
}

/// The tensors of a `.safetensors` file in the order of their bytes, without gaps.
///
/// ```
/// use phasor_report::checkpoint::{Header, HeaderError};
///
/// let json = br#"{"a.weight": {"dtype": "BF16", "shape": [2, 3], "data_offsets": [0, 12]}}"#;
/// let file = [&(json.len() as u64).to_le_bytes()[..], json, &[0; 12]].concat();
/// let size = file.len() as u64;
/// let n_bytes = Header::n_bytes(&file[..8], size)?;
/// let header = Header::read(&file[..n_bytes as usize], size)?;
/// let tensor = &header.tensors()[0];
/// assert_eq!((tensor.name.as_str(), tensor.start, tensor.end), ("a.weight", n_bytes, size));
/// // A file that lacks its last byte is refused.
/// assert!(matches!(Header::read(&file, size - 1), Err(HeaderError::End { .. })));
/// # Ok::<(), HeaderError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    tensors: Vec<Tensor>,
}

impl Header {
    /// Returns how many of a file's first bytes [`read`](Self::read) needs, from the first 8 of them and the size of the
    /// file.
    ///
    /// # Errors
    /// [`HeaderError`] if there are fewer than 8, the file has another format, or the header does not fit into it.
    pub fn n_bytes(first: &[u8], size: u64) -> Result<u64, HeaderError> {
        let Some(length) = first.first_chunk::<8>() else {
            return Err(HeaderError::Short(first.len() as u64));
        };
        let length = u64::from_le_bytes(*length);
        if length > MOST_BYTES {
            let foreign = foreign(first).map(HeaderError::Foreign);
            return Err(foreign.unwrap_or(HeaderError::Long(length)));
        }
        let needed = LENGTH + length;
        match needed > size {
            true => Err(HeaderError::Cut {
                needed,
                there: size,
            }),
            false => Ok(needed),
        }
    }

    /// Reads the header from the first bytes of a file with `size` bytes.
    ///
    /// # Errors
    /// [`HeaderError`] if the header is not one, or does not fit the file.
    pub fn read(bytes: &[u8], size: u64) -> Result<Self, HeaderError> {
        let needed = Self::n_bytes(bytes, size)?;
        let there = bytes.len() as u64;
        let json = usize::try_from(needed).ok();
        let json = json.and_then(|needed| bytes.get(LENGTH as usize..needed));
        let json = json.ok_or(HeaderError::Cut { needed, there })?;
        let entries: Map<String, Value> = serde_json::from_slice(json)
            .map_err(|error| HeaderError::Json(quoted(&error.to_string())))?;
        let mut tensors = Vec::new();
        for (name, entry) in &entries {
            match name.as_str() {
                "__metadata__" => check_metadata(entry)?,
                _ => tensors.push(tensor(name, entry)?),
            }
        }
        tensors.sort_by_key(|tensor| (tensor.start, tensor.end));
        let mut expected = 0;
        for tensor in &mut tensors {
            check(tensor, expected)?;
            expected = tensor.end;
            // The checks above keep both below 2 to the power of 63, as the sizes of files are.
            tensor.start = tensor.start.saturating_add(needed);
            tensor.end = tensor.end.saturating_add(needed);
        }
        let end = expected.saturating_add(needed);
        match end == size {
            true => Ok(Self { tensors }),
            false => Err(HeaderError::End { end, size }),
        }
    }

    /// Returns the tensors in the order of their bytes.
    #[must_use]
    pub fn tensors(&self) -> &[Tensor] {
        &self.tensors
    }
}

/// Returns what a file is whose first bytes are no length, if it is known.
fn foreign(first: &[u8]) -> Option<&'static str> {
    const FORMATS: [(&[u8], &str); 4] = [
        (b"GGUF", "a GGUF file, not a .safetensors file"),
        (
            b"PK\x03\x04",
            "an archive, as PyTorch saves it, not a .safetensors file",
        ),
        (
            b"version ",
            "a pointer of Git LFS; download the file itself",
        ),
        (b"<!DOCTYP", "an HTML page; download the raw file instead"),
    ];
    let mut formats = FORMATS.iter();
    formats.find_map(|(magic, name)| first.starts_with(magic).then_some(*name))
}

/// Returns a name that is short enough for a sentence. Names of tensors are longer than most quotations.
pub(crate) fn quoted(name: &str) -> String {
    shorten_to(name, MAX_LETTERS)
}

fn check_metadata(entry: &Value) -> Result<(), HeaderError> {
    let is_text = |object: &Map<String, Value>| object.values().all(Value::is_string);
    match entry.is_null() || entry.as_object().is_some_and(is_text) {
        true => Ok(()),
        false => Err(HeaderError::Entry {
            tensor: "__metadata__".to_owned(),
            accepted: "texts only",
        }),
    }
}

/// Reads an entry; its offsets count from the end of the header.
fn tensor(name: &str, entry: &Value) -> Result<Tensor, HeaderError> {
    let invalid = |accepted| HeaderError::Entry {
        tensor: quoted(name),
        accepted,
    };
    let dtype = entry.get("dtype").and_then(Value::as_str);
    let dtype = dtype.ok_or_else(|| invalid("a `dtype`"))?;
    let known = serde_json::from_value(Value::from(dtype));
    let known = known.map_err(|_| HeaderError::Dtype {
        tensor: quoted(name),
        dtype: quoted(dtype),
    })?;
    let numbers = |key: &str| -> Option<Vec<u64>> {
        let list = entry.get(key)?.as_array()?;
        list.iter().map(Value::as_u64).collect()
    };
    let shape = numbers("shape").ok_or_else(|| invalid("a `shape` of whole numbers"))?;
    let (start, end) = match numbers("data_offsets").as_deref() {
        Some([start, end]) if start <= end => (*start, *end),
        _ => return Err(invalid("two `data_offsets`, the smaller one first")),
    };
    Ok(Tensor {
        name: name.to_owned(),
        dtype: known,
        shape,
        start,
        end,
    })
}

/// Checks that a tensor begins where the one before it ends, and is as large as its shape.
fn check(tensor: &Tensor, expected: u64) -> Result<(), HeaderError> {
    let name = || quoted(&tensor.name);
    let mut sizes = tensor.shape.iter();
    let n_elements = sizes.try_fold(1u64, |product, size| product.checked_mul(*size));
    let n_bits = n_elements.and_then(|count| count.checked_mul(tensor.dtype.bitsize() as u64));
    let n_bits = n_bits.ok_or_else(|| HeaderError::Overflow(name()))?;
    let (needed, held) = (n_bits.div_ceil(8), tensor.end - tensor.start);
    if needed != held || !n_bits.is_multiple_of(8) {
        return Err(HeaderError::Shape {
            tensor: name(),
            needed,
            held,
        });
    }
    match tensor.start == expected {
        true => Ok(()),
        false => Err(HeaderError::Place {
            tensor: name(),
            expected,
            start: tensor.start,
        }),
    }
}
