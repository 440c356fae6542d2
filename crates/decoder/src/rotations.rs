//! How the layers of a model rotate queries and keys.

use std::sync::Arc;

use phasor_bulk::Angles;
use phasor_encoding::{Narrow, Rope};

use super::SessionError;

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
    /// [`SessionError::Infinite`] if positions or angles overflow in their format, [`SessionError::Bulk`] if there is not
    /// enough memory.
    pub fn turns(&self, positions: &[f64]) -> Result<Turns, SessionError> {
        let layers = shared(self.layers.iter().map(Option::as_ref), |rope| {
            let table = self.narrow.table(rope, positions);
            if table
                .cos()
                .iter()
                .chain(table.sin())
                .any(|one| one.is_nan())
            {
                return Err(SessionError::Infinite);
            }
            Ok(Angles::of_table(&table, rope.pairing())?)
        })?;
        Ok(Turns { layers })
    }
}

/// Makes something of each layer's part, once for all layers that share the part.
pub(crate) fn shared<'a, T: 'a, U, E>(
    parts: impl Iterator<Item = Option<&'a Arc<T>>>,
    mut make: impl FnMut(&T) -> Result<U, E>,
) -> Result<Vec<Option<Arc<U>>>, E> {
    let mut made: Vec<(&Arc<T>, Arc<U>)> = Vec::new();
    let mut of_layer = |part: &'a Arc<T>| {
        let mut known = made.iter();
        if let Some((_, one)) = known.find(|(known, _)| Arc::ptr_eq(known, part)) {
            return Ok(Arc::clone(one));
        }
        let one = Arc::new(make(part)?);
        made.push((part, Arc::clone(&one)));
        Ok(one)
    };
    parts
        .map(|part| part.map(&mut of_layer).transpose())
        .collect()
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
