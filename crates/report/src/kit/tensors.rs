//! Arrays as tensors of a `.safetensors` file.

use super::{Array, Dtype, ReadError, npy};
use crate::checkpoint::{Header, Tensor, quoted};
use half::{bf16, f16};
use safetensors::Dtype as Stored;
use safetensors::tensor::TensorView;

/// The name of the text in the metadata.
const README: &str = "readme";

/// Returns the file of arrays, with the text as its only metadata.
pub(super) fn bytes(readme: &str, arrays: &[Array]) -> Vec<u8> {
    const FITS: &str = "an array has as many numbers as its shape says";
    let data: Vec<Vec<u8>> = arrays.iter().map(npy::little_endian).collect();
    let tensors = arrays.iter().zip(&data).map(|(array, data)| {
        let stored = match array.dtype {
            Dtype::I64 => Stored::I64,
            Dtype::F64 => Stored::F64,
            Dtype::F32 => Stored::F32,
            Dtype::F16 => Stored::F16,
            Dtype::Bf16 => Stored::BF16,
        };
        let view = TensorView::new(stored, array.shape.clone(), data).expect(FITS);
        (array.name.clone(), view)
    });
    let metadata = [(README.to_owned(), readme.to_owned())]
        .into_iter()
        .collect();
    safetensors::serialize(tensors, Some(metadata)).expect(FITS)
}

/// Reads the tensors of a file.
///
/// # Errors
/// [`ReadError`] if the file is broken or too large, or holds other kinds of numbers.
pub(super) fn read(file: &[u8]) -> Result<Vec<Array>, ReadError> {
    let size = file.len() as u64;
    let header = Header::read(file, size)?;
    header
        .tensors()
        .iter()
        .map(|tensor| array(tensor, file))
        .collect()
}

fn array(tensor: &Tensor, file: &[u8]) -> Result<Array, ReadError> {
    let name = || quoted(&tensor.name);
    let places = usize::try_from(tensor.start).ok();
    let places = places.zip(usize::try_from(tensor.end).ok());
    let bytes = places.and_then(|(start, end)| file.get(start..end));
    let bytes = bytes.ok_or_else(|| ReadError::Length(name()))?;
    let (dtype, numbers) = numbers(tensor.dtype, bytes).ok_or_else(|| ReadError::Kind(name()))?;
    let shape = tensor.shape.iter().map(|size| usize::try_from(*size));
    let shape: Vec<usize> = shape
        .collect::<Result<_, _>>()
        .map_err(|_| ReadError::Large(name()))?;
    let count = npy::count(&shape).ok_or_else(|| ReadError::Large(name()))?;
    match count == numbers.len() {
        true => Ok(Array {
            name: tensor.name.clone(),
            shape,
            dtype,
            numbers,
        }),
        false => Err(ReadError::Length(name())),
    }
}

fn numbers(stored: Stored, bytes: &[u8]) -> Option<(Dtype, Vec<f64>)> {
    Some(match stored {
        Stored::F64 => (Dtype::F64, decoded(bytes, f64::from_le_bytes)),
        Stored::F32 => (Dtype::F32, decoded(bytes, |x| f32::from_le_bytes(x).into())),
        Stored::F16 => (
            Dtype::F16,
            decoded(bytes, |x| f16::from_le_bytes(x).to_f64()),
        ),
        Stored::BF16 => (
            Dtype::Bf16,
            decoded(bytes, |x| bf16::from_le_bytes(x).to_f64()),
        ),
        Stored::I64 => (Dtype::I64, decoded(bytes, |x| i64::from_le_bytes(x) as f64)),
        Stored::I32 => (Dtype::I64, decoded(bytes, |x| i32::from_le_bytes(x).into())),
        _ => return None,
    })
}

fn decoded<const SIZE: usize>(bytes: &[u8], number: impl Fn([u8; SIZE]) -> f64) -> Vec<f64> {
    let (numbers, _) = bytes.as_chunks::<SIZE>();
    numbers.iter().map(|bytes| number(*bytes)).collect()
}
