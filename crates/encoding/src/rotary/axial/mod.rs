//! RoPE on several axes: an image patch has a row and a column, a video patch also a time.
//!
//! Sources: axial RoPE as in Heo et al. 2024, *Rotary Position Embedding for Vision
//! Transformer*, section 3.2; M-RoPE in Wang et al. 2024, *Qwen2-VL*, section 2.1, and its
//! other orders in the code of `Qwen3-VL` and `Ernie4_5_VLMoe` of Hugging Face transformers.
//!
//! The files beside this one hold the axes of published models: [`PatchModel`] says what each of them has.

mod cosmos;
mod dinov3;
mod dype;
mod eva;
mod flux;
mod hunyuan_video;
mod layout;
mod mixed;
mod patch;
mod qwen_image;
mod qwen_vl;
mod riflex;
mod sam2;
mod wan;
mod z_image;

pub use cosmos::Cosmos;
pub use dinov3::DinoV3;
pub use dype::{Dype, DypeRule};
pub use eva::{Eva, EvaFirst};
pub use flux::{Flux1, Flux2};
pub use hunyuan_video::HunyuanVideo;
pub use layout::{AxialLayout, Section, SectionRule};
pub use mixed::MixedRope;
pub use patch::{Axis, Grid, Patch, PatchModel};
pub use qwen_image::QwenImage;
pub use qwen_vl::{Ideogram4, Qwen2Vl, Qwen3Vl};
pub use riflex::Riflex;
pub use sam2::Sam2;
pub use wan::Wan;
pub use z_image::ZImage;

use super::{Pairing, Scaled};
use crate::matrix::dot;
use crate::{EncodingError, Frequencies};

/// How M-RoPE assigns the pairs of a head to the axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SectionOrder {
    /// Consecutive runs of pairs: the first axis has the highest frequencies (Qwen2-VL).
    #[default]
    Contiguous,
    /// The axes alternate until an axis has its number of pairs or no pairs are left; the first
    /// axis gets all remaining pairs (Qwen3-VL).
    Interleaved,
    /// The axes after the first alternate, with equal numbers of pairs, and the first axis has the
    /// lowest frequencies: rows and columns, then time (ERNIE 4.5 VL).
    FirstLast,
}

/// A pair: the axis whose position rotates it, its frequency, the places of its components, and the factor of its cosine
/// and sine.
#[derive(Debug, Clone, Copy, PartialEq)]
struct AxialPair {
    axis: usize,
    inv_freq: f64,
    places: (usize, usize),
    factor: f64,
}

/// RoPE whose position is a vector with one entry for each axis. Each pair follows one axis.
///
/// ```
/// use phasor_encoding::{AxialRope, Pairing};
///
/// // Row and column of an image patch, four components each.
/// let rope = AxialRope::axial(10_000.0, &[4, 4], Pairing::Interleaved)?;
/// let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
/// let rotated = rope.rotate(&[2.0, 0.0], &x)?;
/// assert_eq!(rotated[4..], x[4..]); // column 0 rotates nothing
/// assert_eq!(rope.angles(&[2.0, 5.0])?[..3], [2.0, 0.02, 5.0]);
/// assert_eq!((rope.n_axes(), rope.head_dim()), (2, 8));
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct AxialRope {
    n_axes: usize,
    head_dim: usize,
    pairs: Vec<AxialPair>,
}

impl AxialRope {
    /// Creates axial RoPE: the head is cut into one section for each axis, of `section_dims`
    /// components. Each section is a separate RoPE, with its own geometric progression from the
    /// same `base`.
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if there is no axis, if the base is not above 0, or if a
    /// section size is odd or 0.
    pub fn axial(
        base: f64,
        section_dims: &[usize],
        pairing: Pairing,
    ) -> Result<Self, EncodingError> {
        check_axes(section_dims)?;
        let (mut pairs, mut start) = (Vec::new(), 0);
        for (axis, &section_dim) in section_dims.iter().enumerate() {
            let frequencies = Frequencies::new(base, section_dim)?;
            let n_pairs = frequencies.n_pairs();
            for (pair_idx, &inv_freq) in frequencies.inv_freq().iter().enumerate() {
                let (first, second) = pairing.places(pair_idx, n_pairs);
                pairs.push(AxialPair {
                    axis,
                    inv_freq,
                    places: (start + first, start + second),
                    factor: 1.0,
                });
            }
            start += section_dim;
        }
        Ok(Self {
            n_axes: section_dims.len(),
            head_dim: start,
            pairs,
        })
    }

    /// Creates M-RoPE: one geometric progression over the whole head, whose pairs are shared out
    /// among the axes. Each axis gets its number of `sections` pairs, unless the sections are
    /// interleaved and so uneven that the pairs run out first. If all entries of a position are
    /// equal, the result is that of [`Rope`](super::Rope).
    ///
    /// ```
    /// use phasor_encoding::{AxialRope, Frequencies, Pairing, SectionOrder};
    ///
    /// // Qwen2-VL: 16 pairs follow time, 24 the row, 24 the column.
    /// let frequencies = Frequencies::new(1_000_000.0, 128)?;
    /// let rope = AxialRope::mrope(
    ///     &frequencies, &[16, 24, 24], SectionOrder::Contiguous, Pairing::HalfSplit,
    /// )?;
    /// assert_eq!(rope.axis_of_pair().nth(15), Some(0));
    /// assert_eq!(rope.axis_of_pair().nth(16), Some(1));
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if there is no axis, if the sections do not add up to the
    /// number of frequencies, or if those that must be equal are not.
    pub fn mrope(
        frequencies: &Frequencies,
        sections: &[usize],
        order: SectionOrder,
        pairing: Pairing,
    ) -> Result<Self, EncodingError> {
        check_axes(sections)?;
        let n_pairs = frequencies.n_pairs();
        let total = sections.iter().copied().fold(0, usize::saturating_add);
        let accepted = ("sections", "sizes that add up to the number of frequencies");
        EncodingError::check(accepted, total as f64, total == n_pairs)?;
        if let (SectionOrder::FirstLast, [_, second, others @ ..]) = (order, sections) {
            for other in others {
                let accepted = ("sections", "equal sizes of the axes that alternate");
                EncodingError::check(accepted, *other as f64, other == second)?;
            }
        }
        let inv_freq = frequencies.inv_freq().iter().enumerate();
        let pairs = inv_freq.map(|(pair_idx, &inv_freq)| AxialPair {
            axis: order.axis(pair_idx, sections),
            inv_freq,
            places: pairing.places(pair_idx, n_pairs),
            factor: 1.0,
        });
        Ok(Self {
            n_axes: sections.len(),
            head_dim: frequencies.dim(),
            pairs: pairs.collect(),
        })
    }

    /// Creates axial RoPE whose axes have the frequencies of `axes`, one axis after the other, with the attention factor of
    /// each. The pairing spans the head: with half-split pairs, the first components of all pairs come before all second ones.
    ///
    /// ```
    /// use phasor_encoding::{AxialRope, Pairing, Scaling};
    ///
    /// let axes = [16, 56, 56].map(|dim| Scaling::Default.apply(256.0, dim, None));
    /// let axes: Vec<_> = axes.into_iter().collect::<Result<_, _>>()?;
    /// let rope = AxialRope::across_head(&axes, Pairing::HalfSplit)?;
    /// assert_eq!((rope.head_dim(), rope.axis_of_pair().nth(8)), (128, Some(1)));
    /// assert_eq!(rope.inv_freq_of_pair().nth(8), Some(1.0));
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if there is no axis.
    pub fn across_head(axes: &[Scaled], pairing: Pairing) -> Result<Self, EncodingError> {
        let dims: Vec<usize> = axes.iter().map(|axis| axis.frequencies().dim()).collect();
        check_axes(&dims)?;
        let head_dim = dims.iter().sum();
        let pairs = axes.iter().enumerate().flat_map(|(axis, scaled)| {
            let factor = scaled.attention_factor();
            let inv_freq = scaled.frequencies().inv_freq().iter();
            inv_freq.map(move |&inv_freq| (axis, inv_freq, factor))
        });
        let pairs = pairs
            .enumerate()
            .map(|(pair_idx, (axis, inv_freq, factor))| AxialPair {
                axis,
                inv_freq,
                places: pairing.places(pair_idx, head_dim / 2),
                factor,
            });
        Ok(Self {
            n_axes: axes.len(),
            head_dim,
            pairs: pairs.collect(),
        })
    }

    /// The number of axes, which is the number of entries of a position.
    #[must_use]
    pub fn n_axes(&self) -> usize {
        self.n_axes
    }

    /// The number of components of a query or key.
    #[must_use]
    pub fn head_dim(&self) -> usize {
        self.head_dim
    }

    /// The axis that each pair follows. Shape `[n_pairs]`.
    pub fn axis_of_pair(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.pairs.iter().map(|pair| pair.axis)
    }

    /// The frequency of each pair, in radians per unit of the position on its axis. Shape `[n_pairs]`.
    pub fn inv_freq_of_pair(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.pairs.iter().map(|pair| pair.inv_freq)
    }

    /// Returns the angle of each pair at `position` (shape `[n_axes]`), in radians. Shape
    /// `[n_pairs]`.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if `position` does not have one entry for each axis.
    pub fn angles(&self, position: &[f64]) -> Result<Vec<f64>, EncodingError> {
        EncodingError::check_length(self.n_axes, position.len())?;
        let angle = |pair: &AxialPair| {
            let along = position.get(pair.axis);
            let along = along.expect("every pair follows an axis of the position");
            along * pair.inv_freq
        };
        Ok(self.pairs.iter().map(angle).collect())
    }

    /// Returns `vector` (shape `[head_dim]`) rotated to `position` (shape `[n_axes]`).
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`] if one of them has another shape.
    pub fn rotate(&self, position: &[f64], vector: &[f64]) -> Result<Vec<f64>, EncodingError> {
        EncodingError::check_length(self.head_dim, vector.len())?;
        let mut rotated = vector.to_vec();
        for (pair, angle) in self.pairs.iter().zip(self.angles(position)?) {
            let (first, second) = pair.places;
            let [x, y] = rotated
                .get_disjoint_mut([first, second])
                .expect("a pair is two different components of the head");
            let (along, across) = super::rotate_pair((*x, *y), angle);
            (*x, *y) = (along * pair.factor, across * pair.factor);
        }
        Ok(rotated)
    }

    /// Returns the score before softmax, `q . k` after both are rotated to their positions.
    ///
    /// # Errors
    /// [`EncodingError::VectorLength`], as for [`rotate`](Self::rotate).
    pub fn score(
        &self,
        (query_position, query): (&[f64], &[f64]),
        (key_position, key): (&[f64], &[f64]),
    ) -> Result<f64, EncodingError> {
        let query = self.rotate(query_position, query)?;
        Ok(dot(&query, &self.rotate(key_position, key)?))
    }
}

impl SectionOrder {
    /// Returns the axis of pair `pair_idx` when axis `a` gets `sections[a]` pairs.
    fn axis(self, pair_idx: usize, sections: &[usize]) -> usize {
        match self {
            Self::Contiguous => {
                let mut end = 0;
                let ends = sections.iter().map(|section| {
                    end += section;
                    end
                });
                ends.take_while(|&end| end <= pair_idx).count()
            }
            Self::Interleaved => {
                let (round, axis) = (pair_idx / sections.len(), pair_idx % sections.len());
                let has_pairs_left = sections.get(axis).is_some_and(|&section| round < section);
                if has_pairs_left { axis } else { 0 }
            }
            Self::FirstLast => {
                let n_alternating: usize = sections.iter().skip(1).sum();
                match pair_idx < n_alternating {
                    true => 1 + pair_idx % (sections.len() - 1),
                    false => 0,
                }
            }
        }
    }
}

fn check_axes(sections: &[usize]) -> Result<(), EncodingError> {
    let accepted = ("n_axes", "a whole number above 0");
    EncodingError::count(accepted, sections.len(), usize::MAX)?;
    Ok(())
}
