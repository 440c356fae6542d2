//! The header of a GGUF file, of which only the first bytes may be there.
//!
//! Source: `docs/gguf.md` in the repository `ggml`.

use serde_json::Value;

use super::gguf_keys::{Extent, Keys};
use super::notes::value_of;
use crate::Format;

/// The first bytes of every GGUF file.
pub(super) const MAGIC: &[u8] = b"GGUF";

/// The largest number of bytes that are read. The header of a model with 256,000 tokens has 16 MB.
const MOST_BYTES: usize = 1 << 24;

// Larger numbers than any file has. Below them, a length that exceeds the bytes means that the file
// goes on.
const MOST_KEYS: u64 = 1 << 20;
const MOST_TENSORS: u64 = 1 << 24;
const LONGEST_KEY: u64 = 1 << 16;
const LONGEST_TEXT: u64 = 1 << 28;
const LONGEST_LIST: u64 = 1 << 28;
const MOST_AXES: usize = 8;
const DEEPEST: usize = 4;

/// The largest text and list that are kept.
const STORED_BYTES: usize = 256;
const STORED_ITEMS: usize = 4096;

/// Why reading ends.
enum Stop {
    /// The bytes end.
    Cut,
    Fault(Format),
}

impl Stop {
    fn broken(reason: &'static str) -> Self {
        Self::Fault(Format::GgufBroken(reason))
    }
}

/// Reads the keys of a file and the names of its tensors, as far as the bytes go.
///
/// # Errors
/// A variant of [`Format`] for a file that is not read, or broken.
pub(super) fn read(bytes: &[u8]) -> Result<Keys, Format> {
    let bytes = bytes.get(..MOST_BYTES).unwrap_or(bytes);
    let mut keys = Keys::default();
    keys.extent = Extent::Part;
    let mut reader = Reader { rest: bytes };
    match reader.file(&mut keys) {
        Ok(()) => {
            keys.extent = Extent::Whole;
            keys.tensors.are_listed = true;
        }
        Err(Stop::Cut) => {}
        Err(Stop::Fault(fault)) => return Err(fault),
    }
    Ok(keys)
}

/// Reads numbers and texts from the bytes that are left.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn file(&mut self, keys: &mut Keys) -> Result<(), Stop> {
        self.take(MAGIC.len())?;
        match self.number_of_32_bits()? {
            2 | 3 => {}
            // The number 2 or 3 in the other order of bytes.
            version if (1..16).contains(&version.swap_bytes()) => {
                return Err(Stop::Fault(Format::GgufBigEndian));
            }
            version => return Err(Stop::Fault(Format::GgufVersion(version))),
        }
        let n_tensors = self.length(MOST_TENSORS, "it has too many tensors")?;
        let n_keys = self.length(MOST_KEYS, "it has too many keys")?;
        for _ in 0..n_keys {
            self.key(keys)?;
        }
        keys.extent = Extent::Model;
        for _ in 0..n_tensors {
            self.tensor(keys)?;
        }
        Ok(())
    }

    fn key(&mut self, keys: &mut Keys) -> Result<(), Stop> {
        let key = self.text(LONGEST_KEY, "a key is too long")?;
        let key = std::str::from_utf8(key).map_err(|_| Stop::broken("a key is not UTF-8"))?;
        if key.starts_with("tokenizer.") {
            keys.extent = Extent::Model;
        }
        let kind = self.number_of_32_bits()?;
        let value = self.value(kind, Keys::reads(key), 0)?;
        keys.insert(key, value);
        Ok(())
    }

    fn tensor(&mut self, keys: &mut Keys) -> Result<(), Stop> {
        let name = self.text(LONGEST_KEY, "the name of a tensor is too long")?;
        let n_axes = self.number_of_32_bits()? as usize;
        if n_axes > MOST_AXES {
            return Err(Stop::broken("a tensor has too many axes"));
        }
        // The sizes, the type, and the place in the file.
        self.take(8 * n_axes + 4 + 8)?;
        if let Ok(name) = std::str::from_utf8(name) {
            keys.see(name);
        }
        Ok(())
    }

    /// Reads a value, or null in place of one that is not kept.
    fn value(&mut self, kind: u32, is_stored: bool, depth: usize) -> Result<Value, Stop> {
        match kind {
            TEXT => {
                let text = self.text(LONGEST_TEXT, "a text is too long")?;
                let text = std::str::from_utf8(text).ok();
                let text = text.filter(|text| is_stored && text.len() <= STORED_BYTES);
                Ok(text.map_or(Value::Null, Value::from))
            }
            LIST => self.list(is_stored, depth),
            _ => {
                let size = size_of(kind).ok_or(Stop::broken("a value has an unknown type"))?;
                Ok(number(kind, self.take(size)?))
            }
        }
    }

    fn list(&mut self, is_stored: bool, depth: usize) -> Result<Value, Stop> {
        if depth == DEEPEST {
            return Err(Stop::broken("its lists are nested too deeply"));
        }
        let kind = self.number_of_32_bits()?;
        let n_items = self.length(LONGEST_LIST, "a list is too long")?;
        let Some(size) = size_of(kind) else {
            // Each item has at least the 8 bytes of its length.
            for _ in 0..n_items {
                self.value(kind, false, depth + 1)?;
            }
            return Ok(Value::Null);
        };
        let n_bytes = n_items.checked_mul(size);
        let bytes = self.take(n_bytes.ok_or(Stop::broken("a list is too long"))?)?;
        if !is_stored || n_items > STORED_ITEMS {
            return Ok(Value::Null);
        }
        let items = bytes.chunks_exact(size).map(|item| number(kind, item));
        Ok(items.collect())
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

    fn length(&mut self, most: u64, reason: &'static str) -> Result<usize, Stop> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(Stop::Cut)?;
        self.rest = rest;
        let length = u64::from_le_bytes(*taken);
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

/// Returns a number or flag; null if it is not finite.
fn number(kind: u32, bytes: &[u8]) -> Value {
    fn of<const N: usize>(bytes: &[u8]) -> [u8; N] {
        let chunk = bytes.first_chunk().copied();
        chunk.expect("`size_of` gives the number of bytes of the kind")
    }
    let number = match kind {
        0 => u8::from_le_bytes(of(bytes)).into(),
        1 => i8::from_le_bytes(of(bytes)).into(),
        2 => u16::from_le_bytes(of(bytes)).into(),
        3 => i16::from_le_bytes(of(bytes)).into(),
        4 => u32::from_le_bytes(of(bytes)).into(),
        5 => i32::from_le_bytes(of(bytes)).into(),
        // The shortest decimal that stands for the number, which is what the writer had.
        6 => {
            let short = f32::from_le_bytes(of(bytes)).to_string();
            short.parse().expect("a number is read as it was written")
        }
        7 => return Value::Bool(of::<1>(bytes) != [0]),
        10 => u64::from_le_bytes(of(bytes)) as f64,
        11 => i64::from_le_bytes(of(bytes)) as f64,
        _ => f64::from_le_bytes(of(bytes)),
    };
    match number.is_finite() {
        true => value_of(number),
        false => Value::Null,
    }
}
