//! LongRoPE: a separate divisor for each pair, found by search.

use super::{Facts, Rule, Scaled, Scaling};
use crate::{EncodingError, Frequencies};

/// Divides each frequency by its own divisor, from one of two lists: the first for sequences that
/// fit the original length, the second for longer ones.
///
/// Source: Ding et al. 2024, *LongRoPE*, section 3; `longrope` in transformers (`su` in the
/// first Phi-3 configurations).
#[derive(Debug, Clone, PartialEq)]
pub struct LongRope {
    /// Divisors for sequences up to the original length, above 0. Shape `[n_pairs]`.
    pub short_factor: Vec<f64>,
    /// Divisors for longer sequences, above 0. Shape `[n_pairs]`.
    pub long_factor: Vec<f64>,
    /// The original length in tokens, above 1.
    pub original_max_position_embeddings: f64,
    /// How many times longer the context becomes, above 0. It sets the attention factor.
    pub factor: f64,
    /// The attention factor, or `None` to compute it from `factor`.
    pub attention_factor: Option<f64>,
    /// The attention factor of sequences longer than the original length, if it is another one
    /// (`long_mscale` of Phi-3.5-MoE).
    pub long_attention_factor: Option<f64>,
}

impl LongRope {
    /// The factor of cosines and sines of sequences that fit the original length: the given attention
    /// factor, or `sqrt(1 + ln factor / ln original_max_position_embeddings)`, which is 1 for a factor
    /// up to 1. Longer sequences have the same one without `long_attention_factor`.
    ///
    /// ```
    /// use phasor_encoding::LongRope;
    ///
    /// let phi_3_5 = LongRope {
    ///     short_factor: vec![1.0; 48],
    ///     long_factor: vec![2.0; 48],
    ///     original_max_position_embeddings: 4096.0,
    ///     factor: 32.0,
    ///     attention_factor: None,
    ///     long_attention_factor: None,
    /// };
    /// assert!((phi_3_5.attention_factor() - 1.19023807).abs() < 1e-8);
    /// ```
    #[must_use]
    pub fn attention_factor(&self) -> f64 {
        let computed = if self.factor <= 1.0 {
            1.0
        } else {
            (1.0 + self.factor.ln() / self.original_max_position_embeddings.ln()).sqrt()
        };
        self.attention_factor.unwrap_or(computed)
    }
}

impl Rule for LongRope {
    fn facts(&self) -> Facts {
        Facts {
            factor: Some(self.factor),
            original_length: Some(self.original_max_position_embeddings),
            changes_beyond: Some(self.original_max_position_embeddings),
            ..Facts::new(
                "longrope",
                "LongRoPE",
                "Ding et al. 2024, LongRoPE, section 3 (arXiv:2402.13753)",
            )
        }
    }

    fn apply(
        &self,
        base: f64,
        dim: usize,
        seq_len: Option<usize>,
    ) -> Result<Scaled, EncodingError> {
        EncodingError::positive("factor", self.factor)?;
        let length = self.original_max_position_embeddings;
        let accepted = (
            "original_max_position_embeddings",
            "a finite number above 1",
        );
        EncodingError::check(accepted, length, length.is_finite() && length > 1.0)?;
        let is_long = seq_len.is_some_and(|seq_len| seq_len as f64 > length);
        let own = self.long_attention_factor.filter(|_| is_long);
        let attention_factor = EncodingError::positive(
            "attention_factor",
            own.unwrap_or_else(|| self.attention_factor()),
        )?;
        let plain = Frequencies::new(base, dim)?;
        for (name, list) in [
            ("short_factor", &self.short_factor),
            ("long_factor", &self.long_factor),
        ] {
            EncodingError::check_length(plain.n_pairs(), list.len())?;
            for &divisor in list {
                EncodingError::positive(name, divisor)?;
            }
        }
        let divisors = match is_long {
            true => &self.long_factor,
            false => &self.short_factor,
        };
        let inv_freq = plain.inv_freq().iter().zip(divisors);
        let scaled = inv_freq.map(|(inv_freq, divisor)| inv_freq / divisor);
        Ok(Scaled {
            frequencies: Frequencies::from_inv_freq(base, scaled.collect())?,
            attention_factor,
            softmax_factor: 1.0,
        })
    }

    fn examples(dim: usize) -> Vec<Scaling> {
        let factor = 8.0_f64;
        let n_pairs = dim / 2;
        let from_1_to = |slowest: f64| {
            (1..=n_pairs).map(move |pair| slowest.powf(pair as f64 / n_pairs as f64))
        };
        vec![Scaling::LongRope(Self {
            short_factor: from_1_to(1.5).collect(),
            long_factor: from_1_to(factor).collect(),
            original_max_position_embeddings: 4096.0,
            factor,
            attention_factor: None,
            long_attention_factor: None,
        })]
    }
}
