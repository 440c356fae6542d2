//! What is said of a pair under a pointer, whichever figure it is in.

use super::cache::Cache;
use super::number::{Place, Short};
use crate::config::Spec;
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
