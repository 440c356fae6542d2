//! What every figure reports about the pair under the pointer.

use super::cache::Cache;
use crate::Spec;
use phasor_encoding::frequency::{turns, wavelength};
use phasor_text::number::{Place, Short};

pub(crate) fn pair(spec: &Spec, cache: &mut Cache, pair_idx: usize) -> Option<String> {
    let &inv_freq = cache.frequencies(spec).inv_freq().get(pair_idx)?;
    let angle = spec.position() * inv_freq;
    Some(format!(
        "pair {pair_idx}: wavelength {} tokens; {} full turns at position {}",
        Short(wavelength(inv_freq)),
        Short(turns(angle)),
        Place(spec.position()),
    ))
}
