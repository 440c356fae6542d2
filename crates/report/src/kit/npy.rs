//! The format `.npy`: one array after a header in Python's notation.
//!
//! Source: `numpy.lib.format` of numpy 2.4. The crate `npyz` reads the header with a parser of Python's literals, which
//! brings eleven crates; the header has three keys, whose values numpy always writes in the same way.

use super::{Array, Dtype, ReadError};
use crate::checkpoint::quoted;
use half::{bf16, f16};

/// The first bytes of a file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The number of bytes before the text of the header in version 1.
const PREFIX: usize = 10;

/// What the end of the header is rounded up to, in bytes.
const ALIGNMENT: usize = 64;

/// Returns the file of an array.
pub(super) fn bytes(array: &Array) -> Vec<u8> {
    let descr = match array.dtype {
        Dtype::I64 => "<i8",
        Dtype::F64 => "<f8",
        Dtype::F32 => "<f4",
        Dtype::F16 => "<f2",
        Dtype::Bf16 => "<V2",
    };
    let sizes: String = array.shape.iter().map(|size| format!("{size}, ")).collect();
    let shape = match array.shape.as_slice() {
        [_] => sizes.trim_end().to_owned(),
        _ => sizes.trim_end_matches(", ").to_owned(),
    };
    let mut header =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    let length = (PREFIX + header.len() + 1).next_multiple_of(ALIGNMENT) - PREFIX;
    header.push_str(&" ".repeat(length - 1 - header.len()));
    header.push('\n');
    let mut file = MAGIC.to_vec();
    file.extend([1, 0]);
    file.extend((length as u16).to_le_bytes());
    file.extend(header.as_bytes());
    file.extend(little_endian(array));
    file
}

/// Returns the numbers in the format of the array, little-endian.
pub(super) fn little_endian(array: &Array) -> Vec<u8> {
    let numbers = array.numbers.iter();
    match array.dtype {
        Dtype::I64 => numbers.flat_map(|x| (*x as i64).to_le_bytes()).collect(),
        Dtype::F64 => numbers.flat_map(|x| x.to_le_bytes()).collect(),
        Dtype::F32 => numbers.flat_map(|x| (*x as f32).to_le_bytes()).collect(),
        Dtype::F16 => numbers
            .flat_map(|x| f16::from_f64(*x).to_le_bytes())
            .collect(),
        Dtype::Bf16 => numbers
            .flat_map(|x| bf16::from_f64(*x).to_le_bytes())
            .collect(),
    }
}

/// Reads a file. `name` is the name of the array, for the result and for errors.
///
/// # Errors
/// [`ReadError`] if the header is not one, the numbers are of another kind, or some are missing.
pub(super) fn read(name: &str, file: &[u8]) -> Result<Array, ReadError> {
    let invalid = || ReadError::Npy(quoted(name));
    let (header, data) = parts(file).ok_or_else(invalid)?;
    let header = std::str::from_utf8(header).map_err(|_| invalid())?;
    let descr = value(header, "descr").ok_or_else(invalid)?;
    let descr = word(descr).ok_or_else(|| ReadError::Kind(quoted(name)))?;
    let order = value(header, "fortran_order").ok_or_else(invalid)?;
    let is_fortran = order.starts_with("True");
    let shape = value(header, "shape").and_then(shape).ok_or_else(invalid)?;
    let count = count(&shape).ok_or_else(|| ReadError::Large(quoted(name)))?;
    let (dtype, size, decode) = decoder(descr).ok_or_else(|| ReadError::Kind(quoted(name)))?;
    if data.len() != count.saturating_mul(size) {
        return Err(ReadError::Length(quoted(name)));
    }
    let numbers = data.chunks_exact(size).map(decode).collect();
    let numbers = match is_fortran {
        true => in_rows(numbers, &shape),
        false => numbers,
    };
    Ok(Array {
        name: name.to_owned(),
        shape,
        dtype,
        numbers,
    })
}

/// Returns the header's text and the bytes after it.
fn parts(file: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = file.strip_prefix(MAGIC)?;
    let (version, rest) = rest.split_first_chunk::<2>()?;
    let (length, rest) = match version {
        [1, _] => {
            let (length, rest) = rest.split_first_chunk::<2>()?;
            (usize::from(u16::from_le_bytes(*length)), rest)
        }
        [2 | 3, _] => {
            let (length, rest) = rest.split_first_chunk::<4>()?;
            (usize::try_from(u32::from_le_bytes(*length)).ok()?, rest)
        }
        _ => return None,
    };
    rest.split_at_checked(length)
}

/// Returns the text after a key of the header.
fn value<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let (_, after) = header.split_once(&format!("'{key}':"))?;
    Some(after.trim_start())
}

/// Returns the text between quotation marks.
fn word(text: &str) -> Option<&str> {
    let (text, _) = text.strip_prefix('\'')?.split_once('\'')?;
    Some(text)
}

fn shape(text: &str) -> Option<Vec<usize>> {
    let (sizes, _) = text.strip_prefix('(')?.split_once(')')?;
    let sizes = sizes.split(',').map(str::trim);
    let sizes = sizes.filter(|size| !size.is_empty());
    sizes.map(|size| size.parse().ok()).collect()
}

/// Returns the number of elements, if it is one that is read.
pub(super) fn count(shape: &[usize]) -> Option<usize> {
    let count = shape
        .iter()
        .try_fold(1usize, |count, size| count.checked_mul(*size))?;
    (count <= super::MOST_NUMBERS).then_some(count)
}

type Decode = fn(&[u8]) -> f64;

/// Returns the format, the size in bytes and the decoder of numpy's name of a kind of numbers.
fn decoder(descr: &str) -> Option<(Dtype, usize, Decode)> {
    macro_rules! decode {
        ($dtype:expr, $kind:ty, $number:expr) => {{
            let decode: Decode = |bytes| {
                let bytes = bytes.try_into().expect("a chunk has the size of a number");
                let number: $kind = <$kind>::from_le_bytes(bytes);
                $number(number)
            };
            Some(($dtype, size_of::<$kind>(), decode))
        }};
    }
    match descr {
        "<f8" => decode!(Dtype::F64, f64, |x| x),
        "<f4" => decode!(Dtype::F32, f32, f64::from),
        "<f2" => decode!(Dtype::F16, f16, f16::to_f64),
        // numpy has no bfloat16, and stores that of an extension as raw bytes.
        "<V2" | "|V2" => decode!(Dtype::Bf16, bf16, bf16::to_f64),
        "<i8" => decode!(Dtype::I64, i64, |x| x as f64),
        "<i4" => decode!(Dtype::I64, i32, f64::from),
        "<i2" => decode!(Dtype::I64, i16, f64::from),
        "<u8" => decode!(Dtype::I64, u64, |x| x as f64),
        "<u4" => decode!(Dtype::I64, u32, f64::from),
        "<u2" => decode!(Dtype::I64, u16, f64::from),
        _ => None,
    }
}

/// Returns numbers in row-major order, from those whose first axis runs fastest.
fn in_rows(numbers: Vec<f64>, shape: &[usize]) -> Vec<f64> {
    let at = |mut idx: usize| {
        let (mut place, mut stride) = (0, numbers.len());
        for size in shape.iter().rev() {
            stride /= size;
            place += idx % size * stride;
            idx /= size;
        }
        numbers.get(place).copied()
    };
    (0..numbers.len())
        .map(|idx| at(idx).expect("a place in the array"))
        .collect()
}
