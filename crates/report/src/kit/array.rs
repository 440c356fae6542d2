//! Named arrays of numbers, as files hold them.

use phasor_encoding::Format;

/// The number format of an array in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dtype {
    /// Whole numbers of 64 bits; a file that is read may have other sizes.
    I64,
    /// Double precision.
    F64,
    /// Single precision.
    F32,
    /// Half precision.
    F16,
    /// bfloat16, which numpy lacks.
    Bf16,
}

impl Dtype {
    /// Returns the format of floating-point numbers that are less precise than `f64`.
    #[must_use]
    pub fn format(self) -> Option<Format> {
        match self {
            Self::I64 | Self::F64 => None,
            Self::F32 => Some(Format::F32),
            Self::F16 => Some(Format::F16),
            Self::Bf16 => Some(Format::Bf16),
        }
    }
}

/// An array of a file: its name, its shape, its numbers in row-major order, and the format in which the file has them.
///
/// ```
/// use phasor_report::kit::{Array, Dtype};
///
/// let cos = Array::new("cos", &[2, 1], Dtype::F32, vec![1.0, 0.1]);
/// assert_eq!(cos.numbers[1], f64::from(0.1f32)); // rounded to the format
/// assert_eq!((cos.name.as_str(), cos.dtype.format()), ("cos", Some(phasor_encoding::Format::F32)));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Array {
    /// The name, which may have the parts of a path.
    pub name: String,
    /// The sizes of the axes.
    pub shape: Vec<usize>,
    /// The format.
    pub dtype: Dtype,
    /// The numbers.
    pub numbers: Vec<f64>,
}

impl Array {
    /// Creates an array whose numbers are rounded to the format.
    #[must_use]
    pub fn new(name: impl Into<String>, shape: &[usize], dtype: Dtype, numbers: Vec<f64>) -> Self {
        let numbers = match dtype.format() {
            Some(format) => numbers.into_iter().map(|x| format.round(x)).collect(),
            None => numbers,
        };
        Self {
            name: name.into(),
            shape: shape.to_vec(),
            dtype,
            numbers,
        }
    }
}
