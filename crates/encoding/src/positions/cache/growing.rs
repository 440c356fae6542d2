//! A text that grows past a length at which its frequencies change, while old keys stay as they are.
//!
//! Source: `dynamic_rope_update` of transformers 5.23, which rotates the tokens of a step by the
//! frequencies for the length that the text then has, and nothing that is in the cache.

use crate::{EncodingError, Frequencies, Scaling};

/// A text that is read in two ways: the first tokens at once, then one token a step. With dynamic NTK
/// or LongRoPE, each step may have other frequencies, but a key keeps those of the step that read it.
///
/// ```
/// use phasor_encoding::Scaling;
/// use phasor_encoding::positions::GrowingText;
/// use phasor_encoding::scaling::Dynamic;
///
/// // Dynamic NTK, original length 8: the prompt has 6 tokens, and token 8 is the first too many.
/// let rule = Scaling::Dynamic(Dynamic { factor: 2.0, max_position_embeddings: 8.0 });
/// let text = GrowingText::new(rule, 10_000.0, 8, 6)?;
/// assert_eq!((text.n_prompt(), text.length_at(0), text.length_at(8)), (6, 6, 9));
/// // Token 7 sees token 5 as it should.
/// assert_eq!(text.relative_angles(7, 5)?, text.recomputed_angles(7, 5)?);
/// // Token 20 has lower frequencies than the key of token 5: pair 1 is off by more than a position.
/// let (actual, expected) = (text.relative_angles(20, 5)?, text.recomputed_angles(20, 5)?);
/// assert_eq!(actual[0], expected[0]); // pair 0 has the same frequency at every length
/// let one_position = text.frequencies_of(20)?.inv_freq()[1];
/// assert!((actual[1] - expected[1]).abs() > one_position);
/// # Ok::<(), phasor_encoding::EncodingError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct GrowingText {
    rule: Scaling,
    base: f64,
    dim: usize,
    n_prompt: usize,
}

impl GrowingText {
    /// Creates a text whose first `n_prompt` tokens (at least one) are read at once, for a head with
    /// this rule, this base and `dim` components that rotate.
    ///
    /// # Errors
    /// Those of [`Scaling::apply`], and [`EncodingError::Parameter`] if `n_prompt` is 0.
    pub fn new(
        rule: Scaling,
        base: f64,
        dim: usize,
        n_prompt: usize,
    ) -> Result<Self, EncodingError> {
        let accepted = ("n_prompt", "a whole number above 0");
        EncodingError::count(accepted, n_prompt, usize::MAX)?;
        rule.apply(base, dim, Some(n_prompt))?;
        Ok(Self {
            rule,
            base,
            dim,
            n_prompt,
        })
    }

    /// The number of tokens that are read at once.
    #[must_use]
    pub fn n_prompt(&self) -> usize {
        self.n_prompt
    }

    /// Returns the length of the text, in tokens, at the step that reads `token`.
    #[must_use]
    pub fn length_at(&self, token: usize) -> usize {
        self.n_prompt.max(token.saturating_add(1))
    }

    /// Returns the frequencies that query and key of `token` are rotated by.
    ///
    /// # Errors
    /// Those of [`Scaling::apply`], if the rule has no frequencies for that length.
    pub fn frequencies_of(&self, token: usize) -> Result<Frequencies, EncodingError> {
        let length = Some(self.length_at(token));
        let scaled = self.rule.apply(self.base, self.dim, length)?;
        Ok(scaled.frequencies().clone())
    }

    /// Returns the angle from the query to the key in each pair, as the cache has them: position times
    /// frequency of the key minus those of the query, in radians. Shape `[n_pairs]`.
    ///
    /// # Errors
    /// Those of [`frequencies_of`](Self::frequencies_of).
    pub fn relative_angles(&self, query: usize, key: usize) -> Result<Vec<f64>, EncodingError> {
        let (of_query, of_key) = (self.frequencies_of(query)?, self.frequencies_of(key)?);
        let pairs = of_query.inv_freq().iter().zip(of_key.inv_freq());
        // Equal frequencies are multiplied by the offset, as they are without a cache.
        Ok(pairs
            .map(|(of_query, of_key)| {
                let offset = key as f64 - query as f64;
                offset * of_query + key as f64 * (of_key - of_query)
            })
            .collect())
    }

    /// Returns the offset (key minus query) that each pair sees, in tokens: its
    /// [relative angle](Self::relative_angles) divided by the frequency of the query. Where query and key have the same
    /// frequency, it is exactly the true offset. Shape `[n_pairs]`.
    ///
    /// ```
    /// use phasor_encoding::Scaling;
    /// use phasor_encoding::positions::GrowingText;
    /// use phasor_encoding::scaling::Dynamic;
    ///
    /// // At 16 tokens, the slowest of 4 pairs is 3 times as slow as at 8. It sees the key of token 5 at 15.
    /// let rule = Scaling::Dynamic(Dynamic { factor: 2.0, max_position_embeddings: 8.0 });
    /// let text = GrowingText::new(rule, 10_000.0, 8, 8)?;
    /// let apparent = text.apparent_offsets(15, 5)?;
    /// assert_eq!(apparent[0], -10.0);
    /// assert!(apparent[3].abs() < 1e-9);
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`frequencies_of`](Self::frequencies_of).
    pub fn apparent_offsets(&self, query: usize, key: usize) -> Result<Vec<f64>, EncodingError> {
        let (of_query, of_key) = (self.frequencies_of(query)?, self.frequencies_of(key)?);
        let pairs = of_query.inv_freq().iter().zip(of_key.inv_freq());
        let offset = key as f64 - query as f64;
        Ok(pairs
            .map(|(of_query, of_key)| offset + key as f64 * (of_key - of_query) / of_query)
            .collect())
    }

    /// Returns the angles if all keys were rotated by the frequencies of the query: the offset times
    /// these, in radians. Shape `[n_pairs]`.
    ///
    /// # Errors
    /// Those of [`frequencies_of`](Self::frequencies_of).
    pub fn recomputed_angles(&self, query: usize, key: usize) -> Result<Vec<f64>, EncodingError> {
        let offset = key as f64 - query as f64;
        let frequencies = self.frequencies_of(query)?;
        Ok(frequencies
            .inv_freq()
            .iter()
            .map(|inv_freq| offset * inv_freq)
            .collect())
    }
}
