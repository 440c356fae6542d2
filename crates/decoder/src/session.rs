//! A text that is read again and again, with changes of its end or of its positions.

use phasor_bulk::BulkError;
#[cfg(feature = "gpu")]
use phasor_bulk::gpu::GpuError;
use phasor_encoding::EncodingError;

#[cfg(feature = "gpu")]
use super::gpu::GpuDecoder;
use super::{Cache, Change, Decoder, Pass, Rotations, Watched};

/// The reason why a text is not read. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// There is no token.
    #[error("The text must have at least one token.")]
    Empty,
    /// A token is not in the vocabulary.
    #[error("The model has no token {0}.")]
    Token(u32),
    /// A number of the change is outside its range.
    #[error("{0}.")]
    Encoding(#[from] EncodingError),
    /// Positions or angles overflow in the format in which they are computed.
    #[error(
        "Positions or angles are infinite with this change: in f16, for example, above 65,504."
    )]
    Infinite,
    /// There is not enough memory.
    #[error(transparent)]
    Bulk(#[from] BulkError),
}

/// What a model has read. Tokens before the first that differs, in itself or in its position, are not read again.
#[derive(Debug, Default)]
pub struct Session {
    cache: Cache,
    tokens: Vec<u32>,
    positions: Vec<f64>,
    rotations: Option<Rotations>,
    /// The normed last hidden states of the tokens in the cache.
    hidden: Vec<f32>,
    watched: Vec<Watched>,
    pass: Option<Pass>,
}

impl Session {
    /// Begins to read a text, in place of one that is not yet read. Attention weights of the heads in `watched`, each a layer
    /// and a query head, are added up over the second half of the text; then all tokens are read again.
    ///
    /// # Errors
    /// [`SessionError`] if there is no token or an unknown one, a number is outside its range, or there is not enough memory.
    pub fn begin(
        &mut self,
        decoder: &Decoder,
        tokens: &[u32],
        change: &Change,
        watched: &[(usize, usize)],
    ) -> Result<(), SessionError> {
        let n_before_last = tokens.len().checked_sub(1).ok_or(SessionError::Empty)?;
        let rotations = change.rotations(decoder, tokens.len())?;
        let positions = change.positions(tokens.len());
        let is_like_before = self.rotations.as_ref() == Some(&rotations) && watched.is_empty();
        let n_same = match is_like_before {
            true => self.n_same(tokens, &positions),
            false => 0,
        };
        let n_before = n_same.min(n_before_last);
        self.pass = None;
        self.forget(decoder, n_before);
        let (_, tokens_left) = tokens.split_at(n_before);
        let (_, positions_left) = positions.split_at(n_before);
        let turns = rotations.turns(positions_left)?;
        let pass = Pass::new(decoder, tokens_left, turns, &mut self.cache);
        let pass = pass.map_err(SessionError::Token)?;
        self.pass = Some(pass.watching(watched, tokens.len() / 2));
        self.tokens = tokens.to_vec();
        self.positions = positions;
        self.rotations = Some(rotations);
        Ok(())
    }

    /// Forgets all tokens but the first `n_tokens`.
    fn forget(&mut self, decoder: &Decoder, n_tokens: usize) {
        self.cache.truncate(n_tokens);
        self.hidden.truncate(n_tokens * decoder.shape().hidden_size);
    }

    /// Returns how many tokens at the beginning are in the cache with the same positions.
    fn n_same(&self, tokens: &[u32], positions: &[f64]) -> usize {
        let before = self.tokens.iter().zip(&self.positions);
        let now = tokens.iter().zip(positions);
        let same = before.zip(now).take_while(|(before, now)| before == now);
        same.count().min(self.cache.n_tokens())
    }

    /// Lets the text through one more layer. Returns whether there are more; without, the text is read.
    pub fn advance(&mut self, decoder: &Decoder) -> bool {
        let Some(mut pass) = self.pass.take() else {
            return false;
        };
        if pass.advance(decoder, &mut self.cache) {
            self.pass = Some(pass);
            return true;
        }
        let output = pass.finish(decoder, &mut self.cache);
        self.hidden.extend(output.hidden);
        self.watched = output.watched;
        false
    }

    /// Lets the text through all layers that are left on the GPU, from the first token on, because the cache is the CPU's.
    /// `gpu_decoder` must have the decoder with which the text was begun.
    ///
    /// After an error, or if the caller drops the future, the text is still begun, and [`advance`](Self::advance) can read
    /// it.
    ///
    /// # Errors
    /// [`GpuError`] if the GPU has too little memory or is lost.
    #[cfg(feature = "gpu")]
    pub async fn read_on(&mut self, gpu_decoder: &GpuDecoder) -> Result<(), GpuError> {
        self.start_over(gpu_decoder.decoder())
            .map_err(|error| match error {
                SessionError::Bulk(error) => error.into(),
                // Not possible: the first tokens were read before, with the same rotations.
                other => GpuError::Rejected(other.to_string()),
            })?;
        if let Some(pass) = &self.pass {
            let output = gpu_decoder.finish(pass).await?;
            self.pass = None;
            self.hidden = output.hidden;
            self.watched = output.watched;
        }
        Ok(())
    }

    /// Begins with the first token, if those in the cache were not to be read again.
    #[cfg(feature = "gpu")]
    fn start_over(&mut self, decoder: &Decoder) -> Result<(), SessionError> {
        let begun = self.rotations.as_ref().filter(|_| self.pass.is_some());
        if let Some(rotations) = begun.filter(|_| self.cache.n_tokens() > 0) {
            let turns = rotations.turns(&self.positions)?;
            self.forget(decoder, 0);
            let pass = Pass::new(decoder, &self.tokens, turns, &mut self.cache);
            self.pass = Some(pass.map_err(SessionError::Token)?);
        }
        Ok(())
    }

    /// Returns the tokens.
    #[must_use]
    pub fn tokens(&self) -> &[u32] {
        &self.tokens
    }

    /// Returns the normed last hidden states of the tokens that were read, `[n_tokens, hidden_size]`.
    #[must_use]
    pub fn hidden(&self) -> &[f32] {
        &self.hidden
    }

    /// Returns the sums of attention weights of the heads that were watched, in the order of layers.
    #[must_use]
    pub fn watched(&self) -> &[Watched] {
        &self.watched
    }
}
