//! One way to rotate queries and keys: that of a model, or of somebody who makes a mistake.

use phasor_encoding::{EncodingError, Format, Frequencies, Pairing, Rope};
use phasor_model_files::LayerRope;

/// What the exponent of the geometric progression is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exponent {
    /// The number of components that the progression spans.
    Own,
    /// The number of components of the head, though fewer rotate.
    Head,
    /// Twice the own number, so that frequencies fall half as fast.
    Double,
}

/// Which components of a head rotate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lanes {
    /// The first ones.
    First,
    /// The last ones.
    Last,
    /// Of p-RoPE: the pairs that rotate are moved next to each other, at the beginning of the head.
    Packed,
    /// Of a partial rotation: the partner of a component is half a head away, as with p-RoPE.
    Spread,
}

/// The order in which the cosines and sines that a vector is multiplied by stand, each for two components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableOrder {
    /// That of the pairs.
    OfPairs,
    /// That of the other layout, so that the components of a pair rotate by different angles.
    Of(Pairing),
}

/// The order in which a rotated vector comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// As it went in.
    Unchanged,
    /// Interleaved pairs come back half-split. Scores do not change if queries and keys both do so.
    Moved,
}

/// The number that multiplies cosines and sines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Factor {
    /// The attention factor of the rule.
    Own,
    /// Another number.
    Other(f64),
}

/// Which way pairs rotate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the first component of a pair to the second.
    Forwards,
    /// From the second to the first.
    Backwards,
    /// Not at all.
    Still,
}

impl Direction {
    /// Returns the factor of every angle.
    fn sign(self) -> f64 {
        match self {
            Self::Forwards => 1.0,
            Self::Backwards => -1.0,
            Self::Still => 0.0,
        }
    }
}

/// Which numbers are rounded on the way to an angle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Rounding {
    pub(super) position: Option<Format>,
    pub(super) inv_freq: Option<Format>,
    pub(super) angle: Option<Format>,
}

impl Rounding {
    /// Rounds position, inverse frequency and angle.
    pub(super) fn all(format: Format) -> Self {
        Self {
            position: Some(format),
            inv_freq: Some(format),
            angle: Some(format),
        }
    }
}

/// A way to rotate.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    pub(super) layer: LayerRope,
    /// The length of the text, for rules that depend on it.
    pub(super) seq_len: Option<usize>,
    pub(super) exponent: Exponent,
    pub(super) lanes: Lanes,
    pub(super) table_order: TableOrder,
    pub(super) order: Order,
    pub(super) factor: Factor,
    pub(super) rounding: Rounding,
    /// What is added to each position.
    pub(super) offset: f64,
    pub(super) direction: Direction,
}

impl Plan {
    /// Creates the way of a model.
    pub(super) fn new(layer: &LayerRope, seq_len: Option<usize>, lanes: Lanes) -> Self {
        Self {
            layer: layer.clone(),
            seq_len,
            exponent: Exponent::Own,
            lanes,
            table_order: TableOrder::OfPairs,
            order: Order::Unchanged,
            factor: Factor::Own,
            rounding: Rounding::default(),
            offset: 0.0,
            direction: Direction::Forwards,
        }
    }

    /// Returns the plan after a change.
    pub(super) fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut changed = self.clone();
        change(&mut changed);
        changed
    }

    /// Computes the frequencies.
    ///
    /// # Errors
    /// [`EncodingError`] if the plan gives none, as a wrong number of divisors does.
    pub(super) fn motion(&self) -> Result<Motion, EncodingError> {
        let layer = &self.layer;
        let wide = |rotary_dim| LayerRope {
            rotary_dim,
            ..layer.clone()
        };
        let own = layer.scaled(self.seq_len)?;
        let scaled = match self.exponent {
            Exponent::Own => own.clone(),
            Exponent::Head => wide(layer.head_dim).scaled(self.seq_len)?,
            Exponent::Double => wide(2 * layer.rotary_dim).scaled(self.seq_len)?,
        };
        let mut inv_freq = scaled.frequencies().inv_freq().to_vec();
        inv_freq.truncate(own.frequencies().n_pairs());
        match self.lanes {
            Lanes::First | Lanes::Last => {}
            Lanes::Packed => inv_freq.retain(|inv_freq| *inv_freq != 0.0),
            Lanes::Spread => inv_freq.resize(layer.head_dim / 2, 0.0),
        }
        if let Some(format) = self.rounding.inv_freq {
            inv_freq.iter_mut().for_each(|x| *x = format.round(*x));
        }
        let dim = 2 * inv_freq.len();
        let start = match self.lanes {
            Lanes::Last => layer.head_dim.saturating_sub(dim),
            _ => 0,
        };
        Ok(Motion {
            frequencies: Frequencies::from_inv_freq(layer.base, inv_freq)?,
            factor: match self.factor {
                Factor::Own => own.attention_factor(),
                Factor::Other(factor) => factor,
            },
            pairing: layer.pairing,
            table_pairing: match self.table_order {
                TableOrder::OfPairs => layer.pairing,
                TableOrder::Of(pairing) => pairing,
            },
            head_dim: layer.head_dim,
            start,
            order: self.order,
            rounding: self.rounding,
            offset: self.offset,
            direction: self.direction,
        })
    }

    /// Returns whether pairs of the head stand still, as with p-RoPE.
    pub(super) fn has_still_pairs(&self) -> bool {
        self.layer.scaling.spans_head()
    }
}

/// The numbers of a plan.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Motion {
    pub(super) frequencies: Frequencies,
    pub(super) factor: f64,
    pub(super) pairing: Pairing,
    /// The layout in whose order cosines and sines stand.
    table_pairing: Pairing,
    head_dim: usize,
    /// The first component that rotates.
    start: usize,
    order: Order,
    rounding: Rounding,
    offset: f64,
    direction: Direction,
}

/// Cosines and sines of all pairs at one position, and how to rotate by them.
#[derive(Debug, Clone)]
pub(super) struct Turn {
    /// The angles without their sign, radians. Shape `[n_pairs]`.
    pub(super) angles: Vec<f64>,
    /// The cosines times the factor. Shape `[n_pairs]`.
    pub(super) cos: Vec<f64>,
    /// The sines times the factor. Shape `[n_pairs]`.
    pub(super) sin: Vec<f64>,
    rope: Rope,
    table_pairing: Pairing,
    sign: f64,
    start: usize,
    order: Order,
}

impl Motion {
    /// Returns the number of components of a head.
    pub(super) fn head_dim(&self) -> usize {
        self.head_dim
    }

    /// Returns the first component that rotates.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Returns the number of pairs.
    pub(super) fn n_pairs(&self) -> usize {
        self.frequencies.n_pairs()
    }

    /// Returns the component of a pair's number, or `None` for one that has no pair.
    pub(super) fn pair_of(&self, place: usize) -> Option<usize> {
        let place = place.checked_sub(self.start)?;
        let n_pairs = self.n_pairs();
        let pairing = match self.order {
            Order::Unchanged => self.pairing,
            Order::Moved => Pairing::HalfSplit,
        };
        (place < 2 * n_pairs).then(|| pairing.pair_of(place, n_pairs).0)
    }

    /// Returns the pair whose cosine and sine multiply a component that has a pair.
    pub(super) fn table_pair_of(&self, place: usize) -> Option<usize> {
        match self.table_pairing == self.pairing {
            true => self.pair_of(place),
            false => {
                let place = place.checked_sub(self.start)?;
                Some(self.table_pairing.pair_of(place, self.n_pairs()).0)
            }
        }
    }

    /// Returns what happens at a position.
    ///
    /// The rotation by given angles is that of a rope whose frequencies are these angles, at position 1.
    ///
    /// # Errors
    /// [`EncodingError`] if the factor is not above 0, or an angle is not finite.
    pub(super) fn at(&self, position: f64) -> Result<Turn, EncodingError> {
        let round = |format: Option<Format>, number: f64| {
            format.map_or(number, |format| format.round(number))
        };
        let position = round(self.rounding.position, position + self.offset);
        let angles = self.frequencies.angles(position.abs());
        let angles: Vec<f64> = angles
            .map(|angle| round(self.rounding.angle, angle))
            .collect();
        let sign = self.direction.sign() * if position < 0.0 { -1.0 } else { 1.0 };
        let frequencies = Frequencies::from_inv_freq(self.frequencies.base(), angles.clone())?;
        let single = Rope::new(frequencies.clone(), Pairing::HalfSplit);
        let (mut cos, mut sin) = single.with_attention_factor(self.factor)?.cos_and_sin(sign);
        cos.truncate(angles.len());
        sin.truncate(angles.len());
        let rope = Rope::new(frequencies, self.pairing).with_attention_factor(self.factor)?;
        Ok(Turn {
            angles,
            cos,
            sin,
            rope,
            table_pairing: self.table_pairing,
            sign,
            start: self.start,
            order: self.order,
        })
    }
}

impl Turn {
    /// Returns a vector rotated. Shape `[head_dim]`.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if it has fewer components than rotate.
    pub(super) fn rotate(&self, vector: &[f64]) -> Result<Vec<f64>, EncodingError> {
        let dim = self.rope.rotary_dim();
        let mut rotated = vector.to_vec();
        let Some(part) = rotated.get_mut(self.start..self.start + dim) else {
            return Err(EncodingError::VectorLength {
                expected: self.start + dim,
                actual: vector.len(),
            });
        };
        if self.table_pairing == self.rope.pairing() {
            self.rope.rotate_in_place(self.sign, part)?;
        } else {
            self.multiply(part)?;
        }
        if self.order == Order::Moved {
            let pairing = self.rope.pairing();
            let moved = pairing.convert(Pairing::HalfSplit, part, dim / 2)?;
            part.copy_from_slice(&moved);
        }
        Ok(rotated)
    }

    /// Multiplies a vector by a table whose order is not that of the pairs. Shape `[rotary_dim]`.
    fn multiply(&self, part: &mut [f64]) -> Result<(), EncodingError> {
        let frequencies = self.rope.frequencies().clone();
        let table = Rope::new(frequencies, self.table_pairing)
            .with_attention_factor(self.rope.attention_factor())?;
        let (cos, sin) = table.cos_and_sin(self.sign);
        let n_pairs = part.len() / 2;
        let turned = self.rope.pairing().quarter_turn(part, n_pairs)?;
        let turns = cos.iter().zip(&sin);
        for ((x, turned), (cos, sin)) in part.iter_mut().zip(turned).zip(turns) {
            *x = *x * cos + turned * sin;
        }
        Ok(())
    }
}
