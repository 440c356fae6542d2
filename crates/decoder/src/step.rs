//! What a layer needs beside the hidden states.

use phasor_bulk::Angles;

use super::Shape;
use super::cache::Stored;
use super::product::Scratch;
use super::watched::Watched;

/// A step through one layer.
pub(crate) struct Step<'a> {
    pub(crate) shape: Shape,
    /// The number of tokens before those of this pass.
    pub(crate) n_before: usize,
    /// The cosines and sines of these tokens; `None` if the layer does not rotate.
    pub(crate) angles: Option<&'a Angles>,
    pub(crate) stored: &'a mut Stored,
    pub(crate) scratch: &'a mut Scratch,
    pub(crate) watched: &'a mut [Watched],
}
