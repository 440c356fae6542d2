//! What is under a pointer, in words.

use super::cache::Cache;
use super::number::{Fixed, Grouped, Place, Short};
use crate::config::Spec;
use crate::config::choice::Choice;
use crate::encoding::frequency::{turns, wavelength};

pub(super) fn pair(spec: &Spec, cache: &mut Cache, pair_idx: usize) -> Option<String> {
    let &inv_freq = cache.frequencies(spec).inv_freq().get(pair_idx)?;
    let angle = spec.position() * inv_freq;
    Some(format!(
        "pair {pair_idx}: wavelength {} tokens; at position {} it has turned {} times",
        Short(wavelength(inv_freq)),
        Place(spec.position()),
        Short(turns(angle)),
    ))
}

pub(super) fn cell(spec: &Spec, cache: &mut Cache, (column, row): (f64, f64)) -> String {
    let similarity = cache.similarity(spec);
    let offset = column.floor() - row.floor();
    let values = similarity.curve.values();
    let value = values.get(offset.abs() as usize).copied();
    format!(
        "positions {} and {}: offset {}, {} {}",
        Place(row.floor()),
        Place(column.floor()),
        Short(offset),
        spec.measure().word().label,
        Short(value.unwrap_or_default()),
    )
}

pub(super) fn wave(spec: &Spec, cache: &mut Cache, (position, lane): (f64, f64)) -> Option<String> {
    let shown = spec.pairs().resolve(spec.n_pairs());
    let &pair_idx = shown.get(lane.max(0.0) as usize)?;
    let &inv_freq = cache.frequencies(spec).inv_freq().get(pair_idx)?;
    let position = position.round();
    let (sin, cos) = (position * inv_freq).sin_cos();
    Some(format!(
        "pair {pair_idx} at position {}: sin {:.3}, cos {:.3}",
        Place(position),
        Fixed(sin),
        Fixed(cos),
    ))
}

pub(super) fn bit(spec: &Spec, (integer, lane): (f64, f64)) -> Option<String> {
    let bit_idx = lane.max(0.0) as u32;
    let integer = integer.max(0.0) as u64;
    let counter = super::binary_bits::counter(spec);
    (bit_idx < counter.bits()).then(|| {
        format!(
            "bit {bit_idx} of {} is {}; it repeats every {} positions",
            Grouped(integer),
            u8::from(counter.bit(integer, bit_idx)),
            Short(counter.period(bit_idx)),
        )
    })
}
