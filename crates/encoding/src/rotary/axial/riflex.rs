//! RIFLEx: a longer video whose intrinsic frequency does not repeat.

use std::f64::consts::TAU;

use crate::rotary::Scaled;
use crate::{EncodingError, Frequencies};

/// RIFLEx: the pair of the time axis whose wavelength is where videos start to repeat themselves gets a wavelength that covers
/// the longer video. All other pairs stay.
///
/// Source: Zhao et al. 2025, *RIFLEx* (arXiv 2502.15894), equation 8; the published code, `riflex_utils.py` of thu-ml/RIFLEx,
/// uses 0.9 of one turn.
///
/// ```
/// use phasor_encoding::rotary::axial::Riflex;
///
/// // HunyuanVideo repeats itself after 50 latent frames. A video of twice its length has 66.
/// let rule = Riflex { pair: Riflex::intrinsic_pair(256.0, 16, 50.0)?, frames: 66, turns: Riflex::PAPER };
/// assert_eq!(rule.pair, 3);
/// let scaled = rule.apply(256.0, 16)?;
/// let wavelength = scaled.frequencies().wavelengths().nth(3);
/// assert!((wavelength.unwrap() - 66.0).abs() < 1e-12);
/// assert_eq!(Riflex::CODE, 0.9);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Riflex {
    /// The pair with the intrinsic frequency, from 0; the paper counts from 1.
    pub pair: usize,
    /// The latent frames of the longer video, above 0.
    pub frames: usize,
    /// The turns that the pair makes in this video, above 0 and at most 1.
    pub turns: f64,
}

impl Riflex {
    /// The turns in the paper.
    pub const PAPER: f64 = 1.0;
    /// The turns in the published code, because a few videos repeat in their last frames with a whole turn.
    pub const CODE: f64 = 0.9;

    /// Returns the pair whose wavelength, rounded to whole frames, is nearest to `repeats_after` latent frames; the first of
    /// several.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if `base` or `dim` is outside its range.
    pub fn intrinsic_pair(
        base: f64,
        dim: usize,
        repeats_after: f64,
    ) -> Result<usize, EncodingError> {
        let frequencies = Frequencies::new(base, dim)?;
        let apart = frequencies
            .wavelengths()
            .map(|wavelength| (wavelength.round_ties_even() - repeats_after).abs());
        let nearest = apart
            .enumerate()
            .min_by(|one, other| one.1.total_cmp(&other.1));
        Ok(nearest.map_or(0, |(pair, _)| pair))
    }

    /// Returns the frequencies of a time axis of `dim` components with this base.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if a number is outside its range.
    pub fn apply(&self, base: f64, dim: usize) -> Result<Scaled, EncodingError> {
        let accepted = ("frames", "a whole number above 0");
        EncodingError::count(accepted, self.frames, usize::MAX)?;
        let in_range = self.turns > 0.0 && self.turns <= 1.0;
        let accepted = ("turns", "a number above 0, at most 1");
        EncodingError::check(accepted, self.turns, in_range)?;
        let frequencies = Frequencies::new(base, dim)?;
        let accepted = ("pair", "a pair of the axis");
        let exists = self.pair < frequencies.n_pairs();
        EncodingError::check(accepted, self.pair as f64, exists)?;
        let inv_freq = frequencies.inv_freq().iter().enumerate();
        let inv_freq = inv_freq.map(|(pair, &inv_freq)| match pair == self.pair {
            true => self.turns * TAU / self.frames as f64,
            false => inv_freq,
        });
        Frequencies::from_inv_freq(base, inv_freq.collect()).map(Scaled::plain)
    }
}
