//! One head under each scheme: which components form its pairs, and how fast each pair rotates.

use crate::Spec;
use phasor_encoding::scaling::Proportional;
use phasor_encoding::{Pairing, Scaling};

/// The components of a head under one scheme. Each is a lane of the picture.
#[derive(Debug)]
pub(super) struct Lanes {
    /// The name of the scheme.
    pub(super) name: &'static str,
    pairing: Pairing,
    /// The frequency of each pair that the scheme has, in radians per position; 0 for one that does not rotate.
    inv_freq: Vec<f64>,
    /// The frequency of each component: that of its pair, or 0 without one.
    components: Vec<f64>,
}

impl Lanes {
    fn new(spec: &Spec, name: &'static str, inv_freq: Vec<f64>) -> Self {
        let pairing = spec.pairing();
        let mut components = vec![0.0; spec.dim()];
        for (pair_idx, &frequency) in inv_freq.iter().enumerate() {
            let (first, second) = pairing.places(pair_idx, inv_freq.len());
            for place in [first, second] {
                let component = components.get_mut(place);
                *component.expect("a scheme has no more pairs than the head") = frequency;
            }
        }
        Self {
            name,
            pairing,
            inv_freq,
            components,
        }
    }

    /// Returns the number of pairs that the scheme has, whether they rotate or not.
    pub(super) fn n_pairs(&self) -> usize {
        self.inv_freq.len()
    }

    /// Returns the frequency of a pair in radians per position, 0 for one that does not rotate; `None` if the scheme
    /// does not have the pair.
    pub(super) fn inv_freq(&self, pair_idx: usize) -> Option<f64> {
        self.inv_freq.get(pair_idx).copied()
    }

    /// Returns the two components of a pair that the scheme has.
    pub(super) fn places(&self, pair_idx: usize) -> (usize, usize) {
        self.pairing.places(pair_idx, self.n_pairs())
    }

    /// Returns the frequency of each component, 0 for one that does not rotate.
    pub(super) fn components(&self) -> &[f64] {
        &self.components
    }

    /// Returns how many components rotate.
    pub(super) fn n_rotating(&self) -> usize {
        self.components
            .iter()
            .filter(|inv_freq| **inv_freq > 0.0)
            .count()
    }

    /// Returns the lowest frequency of a pair that rotates, if one does.
    pub(super) fn slowest(&self) -> Option<f64> {
        let mut rotating = self.inv_freq.iter().copied().rev();
        rotating.find(|inv_freq| *inv_freq > 0.0)
    }
}

/// A head under every scheme.
#[derive(Debug)]
pub(super) struct Head {
    /// Every pair rotates.
    pub(super) full: Lanes,
    /// The first components rotate, at a whole range of frequencies.
    pub(super) partial: Lanes,
    /// The fastest pairs rotate.
    pub(super) proportional: Lanes,
}

impl Head {
    pub(super) fn new(spec: &Spec) -> Self {
        let full = spec.frequencies();
        let rule = Scaling::Proportional(Proportional {
            partial_rotary_factor: spec.partial_rotary_factor(),
            factor: 1.0,
        });
        let proportional = rule
            .apply(spec.base(), spec.dim(), None)
            .expect("the table accepts only numbers that the rule accepts");
        let proportional = proportional.frequencies().inv_freq().to_vec();
        let n_rotating = proportional
            .iter()
            .filter(|inv_freq| **inv_freq > 0.0)
            .count();
        // The same share of the head, in a progression over these components alone. Without a pair, there is none.
        let partial = match n_rotating {
            0 => Vec::new(),
            _ => spec.frequencies_of(2 * n_rotating).inv_freq().to_vec(),
        };
        Self {
            full: Lanes::new(spec, "full rotation", full.inv_freq().to_vec()),
            partial: Lanes::new(spec, "partial rotation", partial),
            proportional: Lanes::new(spec, "p-RoPE", proportional),
        }
    }

    /// Returns the head under every scheme, from the top.
    pub(super) fn schemes(&self) -> [&Lanes; 3] {
        [&self.full, &self.partial, &self.proportional]
    }

    /// Returns where a frequency above 0 is between the highest, 0, and the lowest of the whole head, 1, on a logarithmic
    /// scale.
    pub(super) fn slowness(&self, inv_freq: f64) -> f64 {
        // The highest frequency is 1. A head of one pair has no other.
        match self.full.slowest().map(f64::ln) {
            Some(lowest) if lowest < 0.0 => inv_freq.ln() / lowest,
            _ => 0.0,
        }
    }
}
