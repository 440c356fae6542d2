//! How the layers of a model rotate queries and keys.

use std::sync::Arc;

use phasor_bulk::{Angles, BulkError};
use phasor_encoding::{Narrow, Rope};

/// The rotation of each layer, and the precision in which it is computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Rotations {
    layers: Vec<Option<Arc<Rope>>>,
    narrow: Narrow,
}

impl Rotations {
    /// Creates the rotations from those of each layer; `None` for a layer that does not rotate.
    #[must_use]
    pub fn new(layers: Vec<Option<Arc<Rope>>>, narrow: Narrow) -> Self {
        Self { layers, narrow }
    }

    /// Returns the cosines and sines at `positions`. Layers that share a rotation share them.
    ///
    /// # Errors
    /// [`BulkError::OutOfMemory`] if there is not enough memory.
    pub fn turns(&self, positions: &[f64]) -> Result<Turns, BulkError> {
        let mut computed: Vec<(&Arc<Rope>, Arc<Angles>)> = Vec::new();
        let mut layers = Vec::new();
        for rope in &self.layers {
            let Some(rope) = rope else {
                layers.push(None);
                continue;
            };
            let mut known = computed.iter();
            if let Some((_, angles)) = known.find(|(known, _)| Arc::ptr_eq(known, rope)) {
                layers.push(Some(Arc::clone(angles)));
                continue;
            }
            let table = self.narrow.table(rope, positions);
            let angles = Arc::new(Angles::of_table(&table, rope.pairing())?);
            computed.push((rope, Arc::clone(&angles)));
            layers.push(Some(angles));
        }
        Ok(Turns { layers })
    }
}

/// The cosines and sines of every layer at the positions of some tokens.
#[derive(Debug, Clone, PartialEq)]
pub struct Turns {
    layers: Vec<Option<Arc<Angles>>>,
}

impl Turns {
    /// Returns the cosines and sines of every layer; `None` for a layer that does not rotate.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = Option<&Angles>> {
        self.layers.iter().map(Option::as_deref)
    }

    pub(crate) fn of_layer(&self, layer: usize) -> Option<&Angles> {
        let angles = self.layers.get(layer);
        angles.expect("every layer has turns, or none").as_deref()
    }
}
