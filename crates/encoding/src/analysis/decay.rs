//! Whether a rotary score fades with distance. This depends on the vectors: for equal vectors with
//! equal pairs it does on average, for random ones without a preferred direction it never does, and
//! others can be made to peak at any distance.
//!
//! Sources: Su et al. 2021, *RoFormer*, section 3.4.3 (the bound); Barbero et al. 2024, *Round
//! and Round We Go!*, section 3 (random and adversarial vectors); Men et al. 2024, *Base of RoPE
//! Bounds Context Length* (the base that a context needs).

use crate::{EncodingError, Frequencies, Gaussian};

/// Returns RoFormer's bound on the score at distance `offset`: the mean over pairs of the absolute
/// partial sums `|sum over j up to i of exp(i offset inv_freq_j)|` (equation 37, without the factor
/// that depends on the vectors). A score is at most this bound times that factor, and may be far
/// below.
///
/// ```
/// use phasor_encoding::{Frequencies, analysis::decay::bound};
///
/// let frequencies = Frequencies::new(10_000.0, 128)?;
/// assert_eq!(bound(&frequencies, 0.0), 32.5);
/// assert!((bound(&frequencies, 50.0) - 12.629452).abs() < 1e-6);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[must_use]
pub fn bound(frequencies: &Frequencies, offset: f64) -> f64 {
    let (mut along, mut across) = (0.0, 0.0);
    let partial_sums = frequencies.angles(offset).map(|angle: f64| {
        let (sin, cos) = angle.sin_cos();
        along += cos;
        across += sin;
        f64::hypot(along, across)
    });
    partial_sums.sum::<f64>() / frequencies.n_pairs() as f64
}

/// Returns [`bound`] at the offsets 0 to `length - 1`, up to the last digits: angles are combined
/// from blocks, as in [`Frequencies::wave_sum`].
///
/// ```
/// use phasor_encoding::{Frequencies, analysis::decay::{bound, bounds}};
///
/// let frequencies = Frequencies::new(10_000.0, 128)?;
/// let all = bounds(&frequencies, 251);
/// assert!((all[250] - bound(&frequencies, 250.0)).abs() < 1e-9);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[must_use]
pub fn bounds(frequencies: &Frequencies, length: usize) -> Vec<f64> {
    const BLOCK: usize = 64;
    // For every offset: the partial sum so far, and the sum of the absolute partial sums.
    let mut sums = vec![(0.0, 0.0, 0.0); length];
    for &inv_freq in frequencies.inv_freq() {
        let turn = |offset: usize| (offset as f64 * inv_freq).sin_cos();
        let rests: [(f64, f64); BLOCK] = std::array::from_fn(turn);
        for (block_idx, block) in sums.chunks_mut(BLOCK).enumerate() {
            let (sin, cos) = turn(block_idx * BLOCK);
            for ((along, across, sum), (rest_sin, rest_cos)) in block.iter_mut().zip(&rests) {
                *along += cos * rest_cos - sin * rest_sin;
                *across += sin * rest_cos + cos * rest_sin;
                *sum += (*along * *along + *across * *across).sqrt();
            }
        }
    }
    let n_pairs = frequencies.n_pairs() as f64;
    sums.into_iter().map(|(.., sum)| sum / n_pairs).collect()
}

/// Returns the score of a query with a key that equals it in every pair, over the score at offset
/// 0: the mean cosine, at offsets 0 to `length - 1`.
///
/// ```
/// use phasor_encoding::{Frequencies, analysis::decay::equal};
///
/// let scores = equal(&Frequencies::new(10_000.0, 128)?, 1001);
/// assert!((scores[10] - 0.66906286).abs() < 1e-8);
/// assert!((scores[1000] - 0.15902700).abs() < 1e-8);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[must_use]
pub fn equal(frequencies: &Frequencies, length: usize) -> Vec<f64> {
    adversarial(frequencies, 0.0, length)
}

/// Returns the score of a query with the key that suits it best at distance `peak`, over the score
/// at that distance. Every query has such a key, so distance alone makes no score small.
///
/// ```
/// use phasor_encoding::{Frequencies, analysis::decay::adversarial};
///
/// let scores = adversarial(&Frequencies::new(10_000.0, 128)?, 900.0, 1000);
/// let highest = scores.iter().copied().fold(f64::MIN, f64::max);
/// assert!((scores[900] - 1.0).abs() < 1e-12 && highest == scores[900]);
/// assert!(scores[0] < 0.2);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[must_use]
pub fn adversarial(frequencies: &Frequencies, peak: f64, length: usize) -> Vec<f64> {
    let ones = std::iter::repeat((1.0, 0.0));
    let mut scores = frequencies.wave_sum(ones, (-peak, 1.0), length);
    let n_pairs = frequencies.n_pairs() as f64;
    scores.iter_mut().for_each(|score| *score /= n_pairs);
    scores
}

/// Scores of random queries and keys, over the square root of `head_dim`.
///
/// ```
/// use phasor_encoding::{Frequencies, analysis::RandomScores};
///
/// let frequencies = Frequencies::new(10_000.0, 128)?;
/// let scores = RandomScores::new(&frequencies, 1, 400, 1000);
/// // Near and far scores are equally large.
/// assert!((scores.root_mean_square[1] - scores.root_mean_square[999]).abs() < 0.15);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct RandomScores {
    /// The mean over the samples at each offset; it tends to 0. Shape `[length]`.
    pub mean: Vec<f64>,
    /// The root mean square at each offset; it tends to 1. Shape `[length]`.
    pub root_mean_square: Vec<f64>,
}

impl RandomScores {
    /// Computes the scores of `n_samples` pairs of a query and a key with independent normal
    /// components, at offsets 0 to `length - 1`.
    #[must_use]
    pub fn new(frequencies: &Frequencies, seed: u64, n_samples: usize, length: usize) -> Self {
        let mut numbers = Gaussian::new(seed);
        let mut next = move || numbers.normal();
        let (mut sums, mut squares) = (vec![0.0; length], vec![0.0; length]);
        for _ in 0..n_samples {
            let pairs = (0..frequencies.n_pairs()).map(|_| {
                let ((q0, q1), (k0, k1)) = ((next(), next()), (next(), next()));
                (q0 * k0 + q1 * k1, k0 * q1 - k1 * q0)
            });
            let pairs: Vec<(f64, f64)> = pairs.collect();
            let scores = frequencies.wave_sum(pairs, (0.0, 1.0), length);
            for ((sum, square), score) in sums.iter_mut().zip(&mut squares).zip(scores) {
                *sum += score;
                *square += score * score;
            }
        }
        let (n_samples, dim) = (n_samples.max(1) as f64, frequencies.dim() as f64);
        let mean = sums.iter().map(|sum| sum / n_samples / dim.sqrt());
        let root = squares
            .iter()
            .map(|square| (square / n_samples / dim).sqrt());
        Self {
            mean: mean.collect(),
            root_mean_square: root.collect(),
        }
    }
}

impl RandomScores {
    /// Computes the cosines of the angles between random queries and keys, that is, each score over
    /// the norms of its query and key, at the `length` offsets `0, step, 2 step, ...`. For
    /// directions without any preference, the mean tends to 0 and the root mean square to
    /// `1 / sqrt(head_dim)`, at every offset.
    ///
    /// ```
    /// use phasor_encoding::{Frequencies, analysis::RandomScores};
    ///
    /// let frequencies = Frequencies::new(10_000.0, 64)?;
    /// let scores = RandomScores::cosines(&frequencies, 1, 400, (10.0, 100));
    /// assert!(scores.root_mean_square.iter().all(|spread| (spread - 0.125).abs() < 0.02));
    /// assert!(scores.mean.iter().all(|mean| mean.abs() < 0.03));
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    #[must_use]
    pub fn cosines(
        frequencies: &Frequencies,
        seed: u64,
        n_samples: usize,
        (step, length): (f64, usize),
    ) -> Self {
        let mut numbers = Gaussian::new(seed);
        let mut next = move || numbers.normal();
        let mut scores = vec![(0.0, 0.0, vec![0.0; length]); n_samples];
        for &inv_freq in frequencies.inv_freq() {
            let turns = (0..length).map(|place| (place as f64 * step * inv_freq).sin_cos());
            let turns: Vec<(f64, f64)> = turns.collect();
            for (query, key, score) in &mut scores {
                let ((q0, q1), (k0, k1)) = ((next(), next()), (next(), next()));
                let (along, across) = (q0 * k0 + q1 * k1, k0 * q1 - k1 * q0);
                *query += q0 * q0 + q1 * q1;
                *key += k0 * k0 + k1 * k1;
                for (score, (sin, cos)) in score.iter_mut().zip(&turns) {
                    *score += along * cos + across * sin;
                }
            }
        }
        let (mut mean, mut square) = (vec![0.0; length], vec![0.0; length]);
        for (query, key, score) in &scores {
            let lengths = (query * key).sqrt();
            for ((mean, square), score) in mean.iter_mut().zip(&mut square).zip(score) {
                *mean += score / lengths / n_samples as f64;
                *square += (score / lengths).powi(2) / n_samples as f64;
            }
        }
        let root_mean_square = square.into_iter().map(f64::sqrt).collect();
        Self {
            mean,
            root_mean_square,
        }
    }
}

/// Returns the first offset below `limit` at which the sum of cosines over the pairs is negative.
/// From there on, a key that equals the query may score less than one that does not, if the whole
/// head rotates: components that do not rotate add to the score of equal vectors at every offset.
/// Men et al. 2024 take the sum for a limit of what a model can find.
///
/// ```
/// use phasor_encoding::{Frequencies, analysis::decay::first_negative};
///
/// let frequencies = Frequencies::new(10_000.0, 128)?;
/// assert_eq!(first_negative(&frequencies, 4096), Some(1707));
/// assert_eq!(first_negative(&frequencies, 1707), None);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[must_use]
pub fn first_negative(frequencies: &Frequencies, limit: usize) -> Option<usize> {
    first_negative_with(frequencies, 0, limit)
}

/// Returns the same for a head with `n_still` components that do not rotate. If all components are
/// alike, each of these adds half as much as a pair at offset 0.
///
/// ```
/// use phasor_encoding::{Frequencies, analysis::decay::first_negative_with};
///
/// // GPT-NeoX rotates 24 of 96 components.
/// let frequencies = Frequencies::new(10_000.0, 24)?;
/// assert_eq!(first_negative_with(&frequencies, 0, 2048), Some(223));
/// assert_eq!(first_negative_with(&frequencies, 72, 131_072), None);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[must_use]
pub fn first_negative_with(
    frequencies: &Frequencies,
    n_still: usize,
    limit: usize,
) -> Option<usize> {
    let still = n_still as f64 / 2.0;
    cosine_sums(frequencies, limit).find_map(|(first, sums)| {
        let place = sums.iter().position(|sum| sum + still < 0.0)?;
        Some(first + place)
    })
}

/// The sums of cosines at offsets below `limit`, in chunks of about 2,000, each with its first
/// offset.
fn cosine_sums(
    frequencies: &Frequencies,
    limit: usize,
) -> impl Iterator<Item = (usize, Vec<f64>)> + '_ {
    const AT_ONCE: usize = 2048;
    (0..limit).step_by(AT_ONCE).map(move |first| {
        let ones = std::iter::repeat((1.0, 0.0));
        let length = AT_ONCE.min(limit - first);
        (
            first,
            frequencies.wave_sum(ones, (first as f64, 1.0), length),
        )
    })
}

/// Returns the smallest base, from 2 to 10^12, at which the sum of cosines is negative at no whole
/// offset below `length` for heads of `head_dim` components, to a relative precision of 1e-5, or
/// `None` if there is no such base (Men et al. 2024).
///
/// Passing is not monotone in the base: above the smallest passing base, others fail. The search
/// skips no interval of passing bases wider than its precision, since it advances only as far as a
/// negative sum must stay negative: per unit of the logarithm of the base, the sum at offset m
/// changes by at most `m sum over i of inv_freq_i 2 i / head_dim`.
///
/// ```
/// use phasor_encoding::analysis::decay::smallest_base;
///
/// let base = smallest_base(128, 1024)?.unwrap();
/// assert!((base / 4294.0 - 1.0).abs() < 1e-3);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
///
/// # Errors
/// [`EncodingError::Parameter`] if `head_dim` is not an even number from 2 to 1048576.
pub fn smallest_base(head_dim: usize, length: usize) -> Result<Option<f64>, EncodingError> {
    const LARGEST: f64 = 1e12;
    const RESOLUTION: f64 = 1e-5;
    let (mut base, mut offset) = (2.0, 0);
    while base <= LARGEST {
        let frequencies = Frequencies::new(base, head_dim)?;
        // The offset that failed last mostly fails again, and checking one sum is cheap.
        let mut fails_for =
            Steepness::new(&frequencies).fails_for(offset, cosine_sum(&frequencies, offset));
        if fails_for < RESOLUTION {
            let Some(negative) = longest_negative(&frequencies, length) else {
                return Ok(Some(base));
            };
            (fails_for, offset) = negative;
        }
        base *= fails_for.max(RESOLUTION).exp();
    }
    Ok(None)
}

fn cosine_sum(frequencies: &Frequencies, offset: usize) -> f64 {
    frequencies.angles(offset as f64).map(f64::cos).sum()
}

/// The most that a sum of cosines can change with the logarithm of the base, per position of its
/// offset.
struct Steepness(f64);

impl Steepness {
    fn new(frequencies: &Frequencies) -> Self {
        let dim = frequencies.dim() as f64;
        let inv_freq = frequencies.inv_freq().iter().enumerate();
        Self(
            inv_freq
                .map(|(pair_idx, turn)| turn * 2.0 * pair_idx as f64 / dim)
                .sum(),
        )
    }

    /// Returns how far the logarithm of the base can grow while `sum`, the sum at `offset`, stays
    /// negative; 0 if it is not negative.
    fn fails_for(&self, offset: usize, sum: f64) -> f64 {
        match sum < 0.0 {
            true => -sum / (offset as f64 * self.0),
            false => 0.0,
        }
    }
}

/// Of the negative sums in the first chunk that has any, returns how long the longest stays
/// negative ([`Steepness::fails_for`]), and its offset. Returns `None` if no sum below `length` is
/// negative.
fn longest_negative(frequencies: &Frequencies, length: usize) -> Option<(f64, usize)> {
    let steepness = Steepness::new(frequencies);
    cosine_sums(frequencies, length).find_map(|(first, sums)| {
        let offsets = (first..).zip(&sums).filter(|(_, sum)| **sum < 0.0);
        let lengths = offsets.map(|(offset, sum)| (steepness.fails_for(offset, *sum), offset));
        lengths.reduce(|longest, next| if next.0 > longest.0 { next } else { longest })
    })
}
