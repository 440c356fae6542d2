//! What a scheme tells a model about a position, as numbers.

use crate::encoding::absolute::LengthNormalised;
use crate::encoding::{
    Absolute, EncodingError, Frequencies, LearnedTable, Matrix, Rope, Scheme, Sinusoidal,
};

/// A scheme under test.
pub(super) struct Subject<'a> {
    scheme: &'a Scheme,
    dim: usize,
}

/// How signals of several axes come together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joined {
    /// The axes share out the components.
    Beside,
    /// The axes' numbers are added to one score.
    Added,
}

impl<'a> Subject<'a> {
    /// `scheme` with codes of `dim` components, where the scheme leaves that open.
    pub(super) fn new(scheme: &'a Scheme, dim: usize) -> Self {
        Self { scheme, dim }
    }

    /// What the scheme tells about `position` in a sequence of `seq_len`: an absolute scheme its
    /// code; a rotation the cosine and sine of every pair, with all axes alike; a relative scheme
    /// what it adds for a key that many positions before the query. `None` where the scheme has
    /// nothing to tell.
    pub(super) fn signal(&self, position: u64, seq_len: usize) -> Option<Vec<f64>> {
        let before = -(position as i64);
        match self.scheme {
            Scheme::NoPe => Some(Vec::new()),
            Scheme::Absolute { code, .. } => {
                let code = match code {
                    Absolute::LengthNormalised(_) => {
                        &Absolute::LengthNormalised(LengthNormalised::new(seq_len).ok()?)
                    }
                    code => code,
                };
                code.encode(position, self.dim()).ok()
            }
            Scheme::Rope(rope) => Some(turns(rope.frequencies().angles(position as f64))),
            Scheme::Axial { rope, .. } => {
                let position = vec![position as f64; rope.n_axes()];
                Some(turns(rope.angles(&position).ok()?))
            }
            Scheme::Shaw(shaw) => {
                let terms = [shaw.key_term(before), shaw.value_term(before)];
                Some(terms.concat())
            }
            Scheme::TransformerXl(xl) => xl.distance_code(before).ok(),
            Scheme::T5 { bias, head } => Some(vec![bias.bias(*head, before)]),
            Scheme::Alibi { alibi, head } => Some(vec![alibi.bias(*head, before)]),
        }
    }

    /// The signal as attention feels it: what is added to a score multiplies the weight by its
    /// exponential.
    pub(super) fn felt(&self, position: u64, seq_len: usize) -> Option<Vec<f64>> {
        let mut signal = self.signal(position, seq_len)?;
        if self.joined() == Joined::Added {
            signal.iter_mut().for_each(|bias| *bias = bias.exp());
        }
        Some(signal)
    }

    /// Components of the signal.
    fn dim(&self) -> usize {
        match self.scheme {
            Scheme::Absolute { code, .. } => code.dim().unwrap_or(self.dim),
            _ => self.dim,
        }
    }

    /// Learned numbers.
    pub(super) fn parameter_count(&self) -> usize {
        match self.scheme {
            Scheme::Absolute {
                code: Absolute::Learned(table),
                ..
            } => table.parameter_count(),
            Scheme::Shaw(shaw) => shaw.parameter_count(),
            Scheme::TransformerXl(xl) => xl.parameter_count(),
            Scheme::T5 { bias, .. } => bias.parameter_count(),
            Scheme::NoPe
            | Scheme::Absolute { .. }
            | Scheme::Rope(_)
            | Scheme::Axial { .. }
            | Scheme::Alibi { .. } => 0,
        }
    }

    /// Whether the signal belongs to a distance, and not to a position.
    pub(super) fn is_relative(&self) -> bool {
        !matches!(self.scheme, Scheme::Absolute { .. })
    }

    /// What becomes of two axes.
    pub(super) fn joined(&self) -> Joined {
        match self.scheme {
            Scheme::T5 { .. } | Scheme::Alibi { .. } => Joined::Added,
            _ => Joined::Beside,
        }
    }

    /// The scheme with half of the components, for one of two axes.
    ///
    /// # Errors
    /// [`EncodingError`] if the scheme cannot be that small.
    pub(super) fn halved(&self) -> Result<Scheme, EncodingError> {
        Ok(match self.scheme {
            Scheme::Absolute { code, join } => {
                let code = match code {
                    Absolute::Sinusoidal(sinusoidal) => {
                        let frequencies = halved(sinusoidal.frequencies())?;
                        Absolute::Sinusoidal(Sinusoidal::new(frequencies, sinusoidal.order()))
                    }
                    Absolute::Learned(table) => {
                        let values = table.values();
                        let half =
                            Matrix::from_fn(table.n_positions(), table.dim() / 2, |row, column| {
                                values.get(row, column).unwrap_or_default()
                            });
                        Absolute::Learned(LearnedTable::new(half)?)
                    }
                    other => other.clone(),
                };
                Scheme::Absolute { code, join: *join }
            }
            Scheme::Rope(rope) => {
                Scheme::Rope(Rope::new(halved(rope.frequencies())?, rope.pairing()))
            }
            other => other.clone(),
        })
    }
}

fn halved(frequencies: &Frequencies) -> Result<Frequencies, EncodingError> {
    Frequencies::new(frequencies.base(), frequencies.dim() / 2)
}

/// Cosine and sine of every angle.
fn turns(angles: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let turns = angles.into_iter().map(|angle| [angle.cos(), angle.sin()]);
    turns.flatten().collect()
}
