//! RoPE over arrays of numpy, in place.

use half::slice::HalfBitsSliceExt as _;
use half::{bf16, f16};
use pyo3::prelude::*;

use crate::array::{Read, Write};
use crate::choice::choice;
use crate::error::Error;
use phasor_bulk::{Angles, BulkError, Element, Layout, Shape, simd};
use phasor_encoding::{Format, Pairing};

/// Stored vectors. numpy has no bf16, so numbers of 16 bits come as their bits.
#[derive(FromPyObject)]
pub(crate) enum Vectors<'py> {
    Singles(Write<'py, f32>),
    Halves(Write<'py, u16>),
}

/// Rotates vectors of shape `[n_tables, n_heads, n_positions, head_dim]` in place. Each table, of shape
/// `[n_positions, rotary_dim]`, is for all heads of one group.
#[pyfunction]
pub(crate) fn rotate_bulk(
    py: Python<'_>,
    vectors: Vectors<'_>,
    format: &str,
    shape: (usize, usize, usize, usize),
    cos: Read<'_, f32>,
    sin: Read<'_, f32>,
    pairing: &str,
) -> Result<(), Error> {
    let (n_tables, n_heads, n_positions, head_dim) = shape;
    let shape = Shape {
        batch: 1,
        n_heads,
        n_positions,
        head_dim,
    };
    let (cos, sin) = (cos.numbers()?, sin.numbers()?);
    let rotary_dim = cos.len() / (n_tables * n_positions).max(1);
    let tables = Tables {
        layout: Layout::heads_first(shape)?,
        cos_and_sin: (cos, sin),
        rotary_dim,
        pairing: choice("pairing", pairing)?,
    };
    match (vectors, choice("format", format)?) {
        (Vectors::Singles(mut vectors), _) => {
            let vectors = vectors.numbers()?;
            py.detach(|| tables.rotate(vectors))?;
        }
        (Vectors::Halves(mut bits), Format::Bf16) => {
            let vectors = bits.numbers()?.reinterpret_cast_mut::<bf16>();
            py.detach(|| tables.rotate(vectors))?;
        }
        (Vectors::Halves(mut bits), _) => {
            let vectors = bits.numbers()?.reinterpret_cast_mut::<f16>();
            py.detach(|| tables.rotate(vectors))?;
        }
    }
    Ok(())
}

struct Tables<'a> {
    layout: Layout,
    cos_and_sin: (&'a [f32], &'a [f32]),
    rotary_dim: usize,
    pairing: Pairing,
}

impl Tables<'_> {
    fn rotate<T: Element>(&self, vectors: &mut [T]) -> Result<(), BulkError> {
        let len = self.layout.shape().n_positions * self.rotary_dim;
        let (cos, sin) = self.cos_and_sin;
        let tables = cos.chunks(len.max(1)).zip(sin.chunks(len.max(1)));
        for (vectors, table) in vectors.chunks_mut(self.layout.len()).zip(tables) {
            let angles = Angles::of_components(table, self.rotary_dim, self.pairing)?;
            simd::rotate(&angles, &self.layout, vectors)?;
        }
        Ok(())
    }
}
