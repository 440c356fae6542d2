//! The structure of a GGUF file: keys with their values, then the tensors with their places.
//!
//! Source: `docs/gguf.md` in the repository `ggml`.
//!
//! ```
//! use phasor_model_files::gguf::{Entry, Header, List, MAGIC, Stop, Tensor, Value};
//!
//! let number = |number: u64| number.to_le_bytes().to_vec();
//! let text = |text: &str| [number(text.len() as u64), text.as_bytes().to_vec()].concat();
//! let kind = |kind: u32| kind.to_le_bytes().to_vec();
//! // One tensor and two keys: a list (kind 9) of two texts (kind 8), and one of a byte (kind 0).
//! let start = [MAGIC.to_vec(), kind(3), number(1), number(2)].concat();
//! let texts = [text("tokens"), kind(9), kind(8), number(2), text("a"), text("b")].concat();
//! let bytes = [text("kinds"), kind(9), kind(0), number(1), vec![7]].concat();
//! // The tensor has 32 columns and 2 rows in the format 8 (Q8_0), and begins where the data begin.
//! let tensor = [text("w"), kind(2), number(32), number(2), kind(8), number(0)].concat();
//! let file = [start, texts, bytes, tensor].concat();
//!
//! let mut header = Header::read(&file)?;
//! assert_eq!(header.next_key(), Some("tokens"));
//! let (mut lists, mut tensors): (Vec<List<'_>>, Vec<Tensor<'_>>) = Default::default();
//! for entry in header.by_ref() {
//!     match entry? {
//!         Entry::Key(_, Value::List(list)) => lists.push(list),
//!         Entry::Key(..) => {}
//!         Entry::Tensor(tensor) => tensors.push(tensor),
//!     }
//! }
//! assert!(header.has_all_keys());
//! assert_eq!(header.data_start(32) % 32, 0);
//! assert_eq!(lists[0].texts().unwrap().collect::<Vec<_>>(), [b"a", b"b"]);
//! assert_eq!((lists[1].n_items(), lists[1].numbers().unwrap().next()), (1, Some(Value::Number(7.0))));
//! assert_eq!(tensors[0].axes().collect::<Vec<_>>(), [32, 2]);
//! # Ok::<(), Stop>(())
//! ```

use crate::Format;

/// The first bytes of every GGUF file.
pub const MAGIC: &[u8] = b"GGUF";

// Larger numbers than any file has. Below them, a length that exceeds the bytes means that the file
// goes on.
const MOST_KEYS: u64 = 1 << 20;
const MOST_TENSORS: u64 = 1 << 24;
const LONGEST_KEY: u64 = 1 << 16;
const LONGEST_TEXT: u64 = 1 << 28;
const LONGEST_LIST: u64 = 1 << 28;
const MOST_AXES: usize = 8;
const DEEPEST: usize = 4;

/// The reason why reading ends before the last tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The bytes end.
    Cut,
    /// The file is broken, or of a kind that is not read.
    Fault(Format),
}

impl Stop {
    fn broken(reason: &'static str) -> Self {
        Self::Fault(Format::GgufBroken(reason))
    }
}

/// An entry of the header: first come all keys, then all tensors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Entry<'a> {
    /// A key and its value.
    Key(&'a str, Value<'a>),
    /// A tensor.
    Tensor(Tensor<'a>),
}

/// The value of a key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// A number of any type. One of 32 bits is the shortest decimal that stands for it, which is what the writer had.
    Number(f64),
    /// A flag.
    Flag(bool),
    /// A text, which should be UTF-8.
    Text(&'a [u8]),
    /// A list whose items have one type.
    List(List<'a>),
}

/// A list of values, as the bytes that hold it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct List<'a> {
    kind: u32,
    n_items: usize,
    bytes: &'a [u8],
}

impl<'a> List<'a> {
    /// The number of items.
    #[must_use]
    pub fn n_items(&self) -> usize {
        self.n_items
    }

    /// Returns the items of a list of numbers or flags; `None` for a list of texts or lists.
    #[must_use]
    pub fn numbers(&self) -> Option<impl Iterator<Item = Value<'a>> + use<'a>> {
        let (kind, bytes) = (self.kind, self.bytes);
        let size = size_of(kind)?;
        Some(bytes.chunks_exact(size).map(move |item| number(kind, item)))
    }

    /// Returns the items of a list of texts, as bytes that should be UTF-8; `None` for any other list.
    #[must_use]
    pub fn texts(&self) -> Option<impl Iterator<Item = &'a [u8]> + use<'a>> {
        let mut reader = Reader { rest: self.bytes };
        (self.kind == TEXT).then(|| {
            std::iter::from_fn(move || reader.text(LONGEST_TEXT, "a text is too long").ok())
        })
    }
}

/// A tensor, as the header describes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tensor<'a> {
    /// The name, which should be UTF-8.
    pub name: &'a [u8],
    /// The sizes of its axes, 8 bytes each.
    axes: &'a [u8],
    /// The number of the format of its numbers, as in `ggml_type`.
    pub format: u32,
    /// Its first byte, counted from the [start of the data](Header::data_start).
    pub offset: u64,
}

impl Tensor<'_> {
    /// Returns the sizes of the axes, the one first along which neighbours in memory lie.
    pub fn axes(&self) -> impl Iterator<Item = u64> + use<'_> {
        let (sizes, _) = self.axes.as_chunks();
        sizes.iter().map(|size| u64::from_le_bytes(*size))
    }
}

/// The entries of a header, of which only the first bytes may be there.
///
/// ```
/// use phasor_model_files::gguf::{Entry, Header, Stop, Value};
///
/// // One key, `a`, with the text `b`, and no tensor.
/// let text = |text: &str| [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat();
/// let kind_of_text = 8u32.to_le_bytes();
/// let counts = [0u64.to_le_bytes(), 1u64.to_le_bytes()].concat();
/// let file = [b"GGUF\x03\0\0\0".to_vec(), counts, text("a"), kind_of_text.to_vec(), text("b")].concat();
/// let entries: Vec<_> = Header::read(&file)?.collect();
/// assert_eq!(entries, [Ok(Entry::Key("a", Value::Text(b"b")))]);
/// let cut: Vec<_> = Header::read(&file[..file.len() - 1])?.collect();
/// assert_eq!(cut, [Err(Stop::Cut)]);
/// # Ok::<(), Stop>(())
/// ```
#[derive(Debug, Clone)]
pub struct Header<'a> {
    reader: Reader<'a>,
    n_bytes: usize,
    n_keys: usize,
    n_tensors: usize,
    has_ended: bool,
}

impl<'a> Header<'a> {
    /// Reads the first numbers of a file.
    ///
    /// # Errors
    /// [`Stop`] if they are not there, or the file has another version.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Stop> {
        let mut reader = Reader { rest: bytes };
        reader.take(MAGIC.len())?;
        match reader.number_of_32_bits()? {
            2 | 3 => {}
            // The number 2 or 3 in the other order of bytes.
            version if (1..16).contains(&version.swap_bytes()) => {
                return Err(Stop::Fault(Format::GgufBigEndian));
            }
            version => return Err(Stop::Fault(Format::GgufVersion(version))),
        }
        let n_tensors = reader.length(MOST_TENSORS, "it has too many tensors")?;
        let n_keys = reader.length(MOST_KEYS, "it has too many keys")?;
        Ok(Self {
            reader,
            n_bytes: bytes.len(),
            n_keys,
            n_tensors,
            has_ended: false,
        })
    }

    /// Returns whether all keys were read.
    #[must_use]
    pub fn has_all_keys(&self) -> bool {
        self.n_keys == 0
    }

    /// Returns the key of the next entry if it is a key whose name is there, even if its value is not.
    #[must_use]
    pub fn next_key(&self) -> Option<&'a str> {
        let mut reader = (self.n_keys > 0).then_some(self.reader)?;
        let key = reader.text(LONGEST_KEY, "a key is too long").ok()?;
        std::str::from_utf8(key).ok()
    }

    /// Returns where the data of the tensors begin once all entries were read: at the next multiple of `alignment`, in bytes
    /// from the start of the file.
    #[must_use]
    pub fn data_start(&self, alignment: usize) -> usize {
        (self.n_bytes - self.reader.rest.len()).next_multiple_of(alignment)
    }

    fn entry(&mut self) -> Result<Option<Entry<'a>>, Stop> {
        if self.n_keys > 0 {
            let entry = self.reader.key()?;
            self.n_keys -= 1;
            return Ok(Some(entry));
        }
        if self.n_tensors > 0 {
            let entry = self.reader.tensor()?;
            self.n_tensors -= 1;
            return Ok(Some(entry));
        }
        Ok(None)
    }
}

impl<'a> Iterator for Header<'a> {
    type Item = Result<Entry<'a>, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let entry = self.entry().transpose();
        self.has_ended = !matches!(entry, Some(Ok(_)));
        entry
    }
}

/// Reads numbers and texts from the bytes that are left.
#[derive(Debug, Clone, Copy)]
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn key(&mut self) -> Result<Entry<'a>, Stop> {
        let key = self.text(LONGEST_KEY, "a key is too long")?;
        let key = std::str::from_utf8(key).map_err(|_| Stop::broken("a key is not UTF-8"))?;
        let kind = self.number_of_32_bits()?;
        Ok(Entry::Key(key, self.value(kind, 0)?))
    }

    fn tensor(&mut self) -> Result<Entry<'a>, Stop> {
        let name = self.text(LONGEST_KEY, "the name of a tensor is too long")?;
        let n_axes = self.number_of_32_bits()? as usize;
        if n_axes > MOST_AXES {
            return Err(Stop::broken("a tensor has too many axes"));
        }
        Ok(Entry::Tensor(Tensor {
            name,
            axes: self.take(8 * n_axes)?,
            format: self.number_of_32_bits()?,
            offset: self.number_of_64_bits()?,
        }))
    }

    fn value(&mut self, kind: u32, depth: usize) -> Result<Value<'a>, Stop> {
        match kind {
            TEXT => Ok(Value::Text(self.text(LONGEST_TEXT, "a text is too long")?)),
            LIST => Ok(Value::List(self.list(depth)?)),
            _ => {
                let size = size_of(kind).ok_or(Stop::broken("a value has an unknown type"))?;
                Ok(number(kind, self.take(size)?))
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<List<'a>, Stop> {
        if depth == DEEPEST {
            return Err(Stop::broken("its lists are nested too deeply"));
        }
        let kind = self.number_of_32_bits()?;
        let n_items = self.length(LONGEST_LIST, "a list is too long")?;
        let start = self.rest;
        match size_of(kind) {
            Some(size) => {
                let n_bytes = n_items.checked_mul(size);
                self.take(n_bytes.ok_or(Stop::broken("a list is too long"))?)?;
            }
            // Each item has at least the 8 bytes of its length.
            None => {
                for _ in 0..n_items {
                    self.value(kind, depth + 1)?;
                }
            }
        }
        let (bytes, _) = start.split_at(start.len() - self.rest.len());
        Ok(List {
            kind,
            n_items,
            bytes,
        })
    }

    fn take(&mut self, n_bytes: usize) -> Result<&'a [u8], Stop> {
        let (taken, rest) = self.rest.split_at_checked(n_bytes).ok_or(Stop::Cut)?;
        self.rest = rest;
        Ok(taken)
    }

    fn number_of_32_bits(&mut self) -> Result<u32, Stop> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(Stop::Cut)?;
        self.rest = rest;
        Ok(u32::from_le_bytes(*taken))
    }

    fn number_of_64_bits(&mut self) -> Result<u64, Stop> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(Stop::Cut)?;
        self.rest = rest;
        Ok(u64::from_le_bytes(*taken))
    }

    fn length(&mut self, most: u64, reason: &'static str) -> Result<usize, Stop> {
        let length = self.number_of_64_bits()?;
        let length = Some(length).filter(|length| *length <= most);
        let length = length.and_then(|length| usize::try_from(length).ok());
        length.ok_or(Stop::broken(reason))
    }

    fn text(&mut self, longest: u64, reason: &'static str) -> Result<&'a [u8], Stop> {
        let length = self.length(longest, reason)?;
        self.take(length)
    }
}

const TEXT: u32 = 8;
const LIST: u32 = 9;

/// Returns the number of bytes of a number or flag.
fn size_of(kind: u32) -> Option<usize> {
    match kind {
        0 | 1 | 7 => Some(1),
        2 | 3 => Some(2),
        4..=6 => Some(4),
        10..=12 => Some(8),
        _ => None,
    }
}

/// Returns a number or flag.
fn number(kind: u32, bytes: &[u8]) -> Value<'static> {
    fn of<const N: usize>(bytes: &[u8]) -> [u8; N] {
        let chunk = bytes.first_chunk().copied();
        chunk.expect("`size_of` gives the number of bytes of the kind")
    }
    Value::Number(match kind {
        0 => u8::from_le_bytes(of(bytes)).into(),
        1 => i8::from_le_bytes(of(bytes)).into(),
        2 => u16::from_le_bytes(of(bytes)).into(),
        3 => i16::from_le_bytes(of(bytes)).into(),
        4 => u32::from_le_bytes(of(bytes)).into(),
        5 => i32::from_le_bytes(of(bytes)).into(),
        6 => {
            let short = f32::from_le_bytes(of(bytes)).to_string();
            short.parse().expect("a number is read as it was written")
        }
        7 => return Value::Flag(of::<1>(bytes) != [0]),
        10 => u64::from_le_bytes(of(bytes)) as f64,
        11 => i64::from_le_bytes(of(bytes)) as f64,
        _ => f64::from_le_bytes(of(bytes)),
    })
}
