//! How a model gives the pairs of a head to its axes.

use super::{AxialRope, Axis, Dype, Riflex, SectionOrder};
use crate::rotary::{Pairing, Scaled, Scaling};
use crate::{EncodingError, Frequencies};

/// How the pairs of a head are given to the axes.
///
/// ```
/// use phasor_encoding::rotary::axial::{AxialLayout, Axis, PatchModel, Qwen2Vl, Wan};
///
/// assert_eq!(Wan.layout().pairs_of_axes(), [22, 21, 21]);
/// assert_eq!(Qwen2Vl::default().layout().pairs_of_axes(), [16, 24, 24]);
/// assert_eq!(Wan.layout().axes(), [Axis::Time, Axis::Row, Axis::Column]);
/// assert!(matches!(Wan.layout(), AxialLayout::Own { .. }));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum AxialLayout {
    /// Each axis has its own geometric progression, from fast to slow.
    Own {
        /// The axes, in the order of the entries of a position.
        sections: Vec<Section>,
        /// Which two components of the whole head make a pair.
        pairing: Pairing,
    },
    /// One geometric progression over the whole head is shared out among the axes (M-RoPE).
    Shared {
        /// The base of the progression, above 0.
        base: f64,
        /// Each axis with its number of pairs.
        axes: Vec<(Axis, usize)>,
        /// How the pairs are shared out.
        order: SectionOrder,
        /// Which two components of the head make a pair.
        pairing: Pairing,
    },
}

impl AxialLayout {
    /// Creates axes with their dimensions and the same base, with interleaved pairs.
    pub(super) fn interleaved(base: f64, axes: &[(Axis, usize)]) -> Self {
        Self::Own {
            sections: Section::several(base, axes),
            pairing: Pairing::Interleaved,
        }
    }

    /// The axes, in the order of the entries of a position.
    #[must_use]
    pub fn axes(&self) -> Vec<Axis> {
        match self {
            Self::Own { sections, .. } => sections.iter().map(|section| section.axis).collect(),
            Self::Shared { axes, .. } => axes.iter().map(|&(axis, _)| axis).collect(),
        }
    }

    /// The number of pairs of each axis.
    #[must_use]
    pub fn pairs_of_axes(&self) -> Vec<usize> {
        match self {
            Self::Own { sections, .. } => sections.iter().map(|one| one.dim / 2).collect(),
            Self::Shared { axes, .. } => axes.iter().map(|&(_, n_pairs)| n_pairs).collect(),
        }
    }

    /// Returns the same with a rule that changes the frequencies of `axis`. Frequencies that the axes share stay.
    ///
    /// ```
    /// use phasor_encoding::Scaling;
    /// use phasor_encoding::rotary::axial::{Axis, PatchModel, SectionRule, Wan};
    /// use phasor_encoding::scaling::Linear;
    ///
    /// let half = SectionRule::Scaling(Scaling::Linear(Linear { factor: 2.0 }));
    /// let rope = Wan.layout().with_rule(Axis::Time, &half).rope()?;
    /// assert_eq!(rope.angles(&[2.0, 2.0, 2.0])?[0], 1.0);
    /// assert_eq!(rope.angles(&[2.0, 2.0, 2.0])?[22], 2.0);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn with_rule(mut self, axis: Axis, rule: &SectionRule) -> Self {
        if let Self::Own { sections, .. } = &mut self {
            for section in sections.iter_mut().filter(|section| section.axis == axis) {
                section.rule = rule.clone();
            }
        }
        self
    }

    /// Returns the rotations of one head.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if a base, a dimension or a number of a rule is outside its range.
    pub fn rope(&self) -> Result<AxialRope, EncodingError> {
        match self {
            Self::Own { sections, pairing } => {
                let axes: Result<Vec<Scaled>, _> = sections.iter().map(Section::scaled).collect();
                AxialRope::across_head(&axes?, *pairing)
            }
            Self::Shared {
                base,
                order,
                pairing,
                ..
            } => {
                let n_pairs = self.pairs_of_axes();
                let frequencies = Frequencies::new(*base, 2 * n_pairs.iter().sum::<usize>())?;
                AxialRope::mrope(&frequencies, &n_pairs, *order, *pairing)
            }
        }
    }
}

/// The part of a head that follows one axis, with its own geometric progression.
///
/// ```
/// use phasor_encoding::rotary::axial::{Axis, Section};
///
/// let section = Section::new(Axis::Time, 16, 256.0);
/// let wavelengths: Vec<f64> = section.scaled()?.frequencies().wavelengths().collect();
/// assert!((wavelengths[3] - 50.27).abs() < 0.01);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// What the axis counts.
    pub axis: Axis,
    /// The number of components, even.
    pub dim: usize,
    /// The base of the progression, above 0.
    pub base: f64,
    /// The frequency of the first pair, in radians per unit of the position: 1 in most models.
    pub fastest: f64,
    /// The rule that changes the frequencies for larger pictures or longer videos.
    pub rule: SectionRule,
}

impl Section {
    /// Creates a section of `dim` components whose first pair rotates by one radian per unit, without a rule.
    #[must_use]
    pub fn new(axis: Axis, dim: usize, base: f64) -> Self {
        Self {
            axis,
            dim,
            base,
            fastest: 1.0,
            rule: SectionRule::default(),
        }
    }

    /// Creates a section for each axis with its number of components, all with the same base.
    pub(super) fn several(base: f64, axes: &[(Axis, usize)]) -> Vec<Self> {
        let sections = axes.iter().map(|&(axis, dim)| Self::new(axis, dim, base));
        sections.collect()
    }

    /// Returns the frequencies of the pairs, and the factor of their cosines and sines.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if a number is outside its range.
    pub fn scaled(&self) -> Result<Scaled, EncodingError> {
        let fastest = EncodingError::positive("fastest", self.fastest)?;
        let scaled = match &self.rule {
            SectionRule::Scaling(rule) => rule.apply(self.base, self.dim, None),
            SectionRule::Riflex(rule) => rule.apply(self.base, self.dim),
            SectionRule::Dype(rule) => rule.apply(self.base, self.dim),
        }?;
        let inv_freq = scaled.frequencies().inv_freq().iter();
        let inv_freq = inv_freq.map(|inv_freq| fastest * inv_freq).collect();
        let frequencies = Frequencies::from_inv_freq(scaled.frequencies().base(), inv_freq)?;
        Ok(scaled.with_frequencies(frequencies))
    }
}

/// A rule that changes the frequencies of one axis.
///
/// ```
/// use phasor_encoding::Scaling;
/// use phasor_encoding::rotary::axial::SectionRule;
///
/// assert_eq!(SectionRule::default(), SectionRule::Scaling(Scaling::Default));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum SectionRule {
    /// A rule of language models: position interpolation is [`Linear`](crate::scaling::Linear), and
    /// [`Ntk`](crate::scaling::Ntk) stretches the base of this axis alone.
    Scaling(Scaling),
    /// The time axis of a longer video.
    Riflex(Riflex),
    /// Rows or columns of a larger picture, changing from step to step of its diffusion.
    Dype(Dype),
}

impl Default for SectionRule {
    fn default() -> Self {
        Self::Scaling(Scaling::Default)
    }
}
