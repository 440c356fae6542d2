//! The signal of a scheme: what it gives attention about a position, as numbers.

use crate::absolute::LengthNormalised;
use crate::{Absolute, EncodingError, Frequencies, LearnedTable, Matrix, Rope, Scheme, Sinusoidal};

/// A scheme under test.
pub(super) struct Subject<'a> {
    scheme: &'a Scheme,
    dim: usize,
}

/// How the signals of several axes are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joined {
    /// Concatenated: the axes share the components.
    Beside,
    /// Added up in one score.
    Added,
}

impl<'a> Subject<'a> {
    /// Creates the subject for `scheme`, with encodings of `dim` components where it leaves that
    /// open.
    pub(super) fn new(scheme: &'a Scheme, dim: usize) -> Self {
        Self { scheme, dim }
    }

    /// Returns the signal of `position` in a sequence of `seq_len`: the encoding of an absolute
    /// scheme; the cosine and sine of every pair of a rotation, with equal positions on all axes;
    /// what a relative scheme adds for a key that many positions before the query. Returns `None`
    /// if the scheme has no signal there.
    pub(super) fn signal(&self, position: u64, seq_len: usize) -> Option<Vec<f64>> {
        let before = -(position as i64);
        match self.scheme {
            Scheme::NoPe => Some(Vec::new()),
            Scheme::Absolute { encoding, .. } => {
                let encoding = match encoding {
                    Absolute::LengthNormalised(_) => {
                        let scheme = LengthNormalised::new(seq_len);
                        let scheme = scheme.expect("a sequence under test has at least one token");
                        &Absolute::LengthNormalised(scheme)
                    }
                    encoding => encoding,
                };
                encoding.encode(position, self.dim()).ok()
            }
            Scheme::Rope(rope) => Some(turns(rope.frequencies().angles(position as f64))),
            Scheme::Axial { rope, .. } => {
                let position = vec![position as f64; rope.n_axes()];
                let angles = rope.angles(&position);
                Some(turns(
                    angles.expect("the position has one entry for each axis"),
                ))
            }
            Scheme::Shaw(shaw) => {
                let terms = [shaw.key_term(before), shaw.value_term(before)];
                Some(terms.concat())
            }
            Scheme::TransformerXl(xl) => xl.distance_encoding(before).ok(),
            scheme @ (Scheme::T5 { .. } | Scheme::Alibi { .. }) => Some(vec![scheme.bias(before)]),
        }
    }

    /// The number of components of the signal.
    fn dim(&self) -> usize {
        match self.scheme {
            Scheme::Absolute { encoding, .. } => encoding.dim().unwrap_or(self.dim),
            _ => self.dim,
        }
    }

    /// The number of learned values.
    pub(super) fn parameter_count(&self) -> usize {
        match self.scheme {
            Scheme::Absolute {
                encoding: Absolute::Learned(table),
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

    /// Returns `true` if the signal belongs to a distance, `false` if it belongs to a position.
    pub(super) fn is_relative(&self) -> bool {
        !matches!(self.scheme, Scheme::Absolute { .. })
    }

    /// How the signals of two axes are combined.
    pub(super) fn joined(&self) -> Joined {
        match self.scheme {
            Scheme::T5 { .. } | Scheme::Alibi { .. } => Joined::Added,
            _ => Joined::Beside,
        }
    }

    /// Returns the scheme with half of the components, for one of two axes.
    ///
    /// # Errors
    /// [`EncodingError`] if the scheme does not exist at that size.
    pub(super) fn halved(&self) -> Result<Scheme, EncodingError> {
        Ok(match self.scheme {
            Scheme::Absolute { encoding, join } => {
                let encoding = match encoding {
                    Absolute::Sinusoidal(sinusoidal) => {
                        let frequencies = halved(sinusoidal.frequencies())?;
                        Absolute::Sinusoidal(Sinusoidal::new(frequencies, sinusoidal.order()))
                    }
                    Absolute::Learned(table) => {
                        let values = table.values();
                        let half =
                            Matrix::from_fn(table.n_positions(), table.dim() / 2, |row, column| {
                                (values.get(row, column))
                                    .expect("a half of the table is in the table")
                            });
                        Absolute::Learned(LearnedTable::new(half)?)
                    }
                    other => other.clone(),
                };
                Scheme::Absolute {
                    encoding,
                    join: *join,
                }
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

/// Returns cosine and sine of every angle.
fn turns(angles: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let turns = angles.into_iter().map(|angle| [angle.cos(), angle.sin()]);
    turns.flatten().collect()
}
