//! The two hands of a dial.

use crate::Spec;
use crate::handle::signed_turn;
use phasor_encoding::rotary::rotate_pair;

/// The query and key hands of one pair, as angles and as vectors after rotation.
#[derive(Clone, Copy)]
pub(super) struct Hands {
    pub(super) query_angle: f64,
    pub(super) key_angle: f64,
    pub(super) relative_angle: f64,
    pub(super) query: (f64, f64),
    pub(super) key: (f64, f64),
}

impl Hands {
    pub(super) fn new(spec: &Spec, inv_freq: f64) -> Self {
        let query_angle = spec.position() * inv_freq;
        let key_angle = spec.key_position() * inv_freq;
        Self {
            query_angle,
            key_angle,
            // At large positions, the difference of the two angles would have lost digits.
            relative_angle: spec.offset() * inv_freq,
            query: rotate_pair(spec.content().query_pair(), query_angle),
            key: rotate_pair(spec.content().key_pair(), key_angle),
        }
    }

    /// Returns the angle at which the wedge between the hands begins, at the query's, and the shorter way from there to
    /// the key's, in radians.
    pub(super) fn wedge(&self) -> (f64, f64) {
        let [from, to] = [self.query, self.key].map(|(x, y)| y.atan2(x));
        (from, signed_turn(to - from))
    }
}
