//! What the judge says.

use super::compare::Place as Number;
use super::rows::Assumed;
use phasor_encoding::Format;
use phasor_text::number::{Digits, Place, Short};
use std::fmt;

/// The verdict on one group of arrays. Its `Display` is one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// What the names of the arrays begin with; it may be empty.
    pub name: String,
    /// The name of the layers whose numbers they were compared with, as in the kit.
    pub set: String,
    /// The verdict.
    pub verdict: Verdict,
    pub(super) assumed: Option<Assumed>,
}

/// What the judge says of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The verdict on each group of arrays.
    pub judgements: Vec<Judgement>,
    /// The arrays whose names are not known, which were left out.
    pub unknown: Vec<String>,
}

/// What the numbers of a group are.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Verdict {
    /// They are those of the model.
    Right {
        /// The largest difference from the exact numbers.
        largest: f64,
        /// The position of the largest difference, if it is larger than the format of the numbers explains: angles are then
        /// less precise, usually `f32`.
        loose_at: Option<f64>,
        /// The least precise format of the numbers, if it is f16 or bf16.
        narrow: Option<Format>,
        /// Whether inverse frequencies are rounded to that format. Angles made from them are wrong far away.
        has_narrow_frequencies: bool,
        /// Whether interleaved pairs come back half-split, as from some classes of transformers.
        is_moved: bool,
        /// The mistakes that would have given the same numbers here.
        hidden: Vec<String>,
    },
    /// They are those of a known mistake, or of two.
    Mistake {
        /// The names of the mistakes, any of which explains the numbers, the likeliest first; two that only together do are one
        /// name, such as `base and pairing`.
        names: Vec<String>,
        /// What to know of each.
        sentences: Vec<String>,
        /// The arrays that are wrong.
        arrays: Vec<String>,
        /// The arrays that are right.
        right: Vec<String>,
    },
    /// No known mistake explains them.
    Unexplained {
        /// The first array that is wrong.
        array: String,
        /// Its first number that is wrong; `None` if its rows have another length.
        place: Option<Difference>,
        /// The arrays that are right.
        right: Vec<String>,
    },
}

/// A number that differs from the model's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The position; `None` for inverse frequencies.
    pub position: Option<f64>,
    /// The pair; `None` for a component that does not rotate.
    pub pair_idx: Option<usize>,
    /// The number in the file.
    pub given: f64,
    /// The number of the model.
    pub expected: f64,
}

impl From<Number> for Difference {
    fn from(place: Number) -> Self {
        Self {
            position: place.position,
            pair_idx: place.pair_idx,
            given: place.given,
            expected: place.expected,
        }
    }
}

impl Verdict {
    /// Returns whether the numbers are right.
    #[must_use]
    pub fn is_right(&self) -> bool {
        matches!(self, Self::Right { .. })
    }
}

impl Judged {
    /// Returns a sentence with the names of arrays that nobody judged, if there are any.
    ///
    /// ```
    /// use phasor_report::Subject;
    /// use phasor_report::kit::{Array, Dtype, judge};
    ///
    /// let subject = Subject::read(r#"{"model_type": "llama", "head_dim": 4}"#)?;
    /// let array = |name| Array::new(name, &[2], Dtype::F32, vec![1.0, 0.01]);
    /// assert_eq!(judge(&subject, &[array("inv_freq")], None)?.left_out(), None);
    /// let sentence = judge(&subject, &[array("inv_freq"), array("bias")], None)?.left_out();
    /// assert!(sentence.is_some_and(|sentence| sentence.contains("`bias`")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn left_out(&self) -> Option<String> {
        (!self.unknown.is_empty()).then(|| {
            let names = self.unknown.join("`, `");
            format!("Arrays with unknown names are left out: `{names}`.")
        })
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.name.is_empty() && self.name != self.set {
            write!(f, "{}: ", self.name)?;
        }
        write!(f, "`{}`: ", self.set)?;
        match &self.verdict {
            Verdict::Right { .. } => right(f, &self.verdict),
            Verdict::Mistake {
                sentences,
                arrays,
                right,
                ..
            } => {
                write!(f, "{}", sentences.join(" Or: "))?;
                write!(f, " Wrong: {}.", list(arrays))?;
                also_right(f, right)
            }
            Verdict::Unexplained {
                array,
                place,
                right,
            } => {
                write!(f, "No known mistake explains these numbers. ")?;
                match place {
                    None => write!(
                        f,
                        "The rows of `{array}` have another length than this model’s."
                    )?,
                    Some(place) => first(f, array, place)?,
                }
                also_right(f, right)
            }
        }?;
        match self.assumed {
            Some(Assumed::FromZero) => {
                write!(
                    f,
                    " The file has no positions; they were taken to be 0, 1, 2 and so on."
                )
            }
            Some(Assumed::Kit) => write!(
                f,
                " The file has no positions; they were taken to be those of the kit."
            ),
            None => Ok(()),
        }
    }
}

fn right(f: &mut fmt::Formatter<'_>, verdict: &Verdict) -> fmt::Result {
    let Verdict::Right {
        largest,
        loose_at,
        narrow,
        has_narrow_frequencies,
        is_moved,
        hidden,
    } = verdict
    else {
        return Ok(());
    };
    match (loose_at, narrow) {
        (Some(position), _) => write!(
            f,
            "Right with angles in f32, as most implementations have them: the largest difference is {}, at position {}.",
            Short(*largest),
            Place(*position)
        )?,
        (None, Some(format)) => write!(
            f,
            "Right to {}, which the digits of {} explain.",
            Short(*largest),
            format.name()
        )?,
        (None, None) => write!(f, "Right to {}.", Short(*largest))?,
    }
    if let Some(format) = narrow.filter(|_| *has_narrow_frequencies) {
        write!(
            f,
            " But the inverse frequencies are rounded to {}; if your code makes angles from them, these are wrong far away.",
            format.name()
        )?;
    }
    if *is_moved {
        write!(
            f,
            " The pairs come back half-split, as in transformers; queries and keys must both do so."
        )?;
    }
    if !hidden.is_empty() {
        write!(
            f,
            " These numbers would be the same with the mistakes {}; use all positions of the kit.",
            hidden.join(", ")
        )?;
    }
    Ok(())
}

fn first(f: &mut fmt::Formatter<'_>, array: &str, place: &Difference) -> fmt::Result {
    write!(f, "The first difference is in `{array}`")?;
    if let Some(position) = place.position {
        write!(f, " at position {}", Place(position))?;
    }
    match place.pair_idx {
        Some(pair_idx) => write!(f, ", pair {pair_idx}")?,
        None => write!(f, ", in a component that does not rotate")?,
    }
    write!(
        f,
        ": {}, not {}.",
        Digits(place.given),
        Digits(place.expected)
    )
}

fn also_right(f: &mut fmt::Formatter<'_>, right: &[String]) -> fmt::Result {
    match right {
        [] => Ok(()),
        _ => write!(f, " Right: {}.", list(right)),
    }
}

fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
