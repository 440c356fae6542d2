//! Which of the known mistakes explains the numbers of a file.

use super::compare::{Fit, fits};
use super::given::{Group, Role, groups};
use super::mistakes::{self, Mistaken};
use super::plan::Plan;
use super::rows::{Rows, given_positions};
use super::set::{Extent, Set, sets};
use super::verdict::{Judged, Judgement, Verdict};
use super::{Array, JudgeError, KitError};
use crate::Subject;
use crate::checkpoint::quoted;
use phasor_encoding::Format;

/// Compares arrays with the numbers of a model, and with those of known mistakes.
///
/// Arrays whose names begin with that of a set of the [`Kit`](super::Kit), such as `full_attention/`, are judged by it. Others
/// belong to the layers of the given type, or to the most important ones.
///
/// ```
/// use phasor_report::Subject;
/// use phasor_report::kit::{Array, Dtype, Verdict, judge};
///
/// let subject = Subject::read(r#"{"model_type": "llama", "head_dim": 4, "rope_theta": 500000.0}"#)?;
/// let inv_freq = |last| Array::new("inv_freq", &[2], Dtype::F32, vec![1.0, last]);
/// let right = judge(&subject, &[inv_freq(500_000f64.powf(-0.5))], None)?;
/// assert!(matches!(right.judgements[0].verdict, Verdict::Right { .. }));
/// let wrong = judge(&subject, &[inv_freq(0.01)], None)?;
/// assert!(matches!(&wrong.judgements[0].verdict, Verdict::Mistake { names, .. } if names == &["base"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`JudgeError`] if nothing rotates, no array has a known name, or a shape does not fit.
pub fn judge(
    subject: &Subject,
    arrays: &[Array],
    layer_type: Option<&str>,
) -> Result<Judged, JudgeError> {
    let all = sets(subject, None);
    if all.is_empty() {
        return Err(KitError::Still.into());
    }
    let (groups, unknown) = groups(arrays)?;
    let usual = layer_type.or_else(|| subject.rope(None)?.layer_type.as_deref());
    let mut judgements = Vec::new();
    for group in &groups {
        let set = set_of(group, &all, usual)?;
        let rows = Rows::new(group, set)?;
        judgements.push(Judgement {
            name: quoted(&group.prefix),
            set: quoted(&set.name),
            verdict: Bench {
                rows: &rows,
                set,
                all: &all,
            }
            .verdict()?,
            assumed: rows.assumed,
        });
    }
    Ok(Judged {
        judgements,
        unknown,
    })
}

/// Returns the set that a group belongs to: by its name, or by the type of layers and the positions.
fn set_of<'a>(
    group: &Group<'_>,
    all: &'a [Set],
    usual: Option<&str>,
) -> Result<&'a Set, JudgeError> {
    let is_named = |name: &str| {
        let rest = group.prefix.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.']))
    };
    if let Some(set) = all.iter().find(|set| is_named(&set.name)) {
        return Ok(set);
    }
    let named = all.iter().filter_map(|set| set.layer_type.as_deref());
    let layer_type = named.into_iter().find(|name| is_named(name)).or(usual);
    let positions = given_positions(group)?;
    let last = positions.map(|positions| positions.into_iter().fold(0.0, f64::max) as u64);
    let holds = |set: &&Set| match (set.extent, last) {
        (Extent::Any, _) => true,
        (Extent::UpTo(limit), last) => last.is_none_or(|last| last < limit),
        (Extent::Beyond(limit), last) => last.is_some_and(|last| last >= limit),
    };
    let mut of_type = all
        .iter()
        .filter(|set| set.layer_type.as_deref() == layer_type);
    let found = of_type.find(holds);
    Ok(found.or_else(|| all.first()).ok_or(KitError::Still)?)
}

/// The difference of an inverse frequency that was rounded to fewer digits than those of `f32`.
const ROUNDED: f64 = 1e-6;

/// The arrays of one group and the plans that they are compared with.
struct Bench<'a> {
    rows: &'a Rows,
    set: &'a Set,
    all: &'a [Set],
}

type Fits = Vec<Option<Fit>>;

impl Bench<'_> {
    fn verdict(&self) -> Result<Verdict, JudgeError> {
        let (right, is_moved) = self.right(None)?;
        let singles = mistakes::single(self.set, self.all);
        if all_right(&right) {
            return Ok(self.as_right(&right, is_moved, &singles));
        }
        let compared: Vec<(&Mistaken, Fits)> = singles
            .iter()
            .filter_map(|mistaken| Some((mistaken, self.fits(&mistaken.plan)?)))
            .collect();
        if let Some(mistake) = self.of_all(&compared, &right) {
            return Ok(mistake);
        }
        let doubles = mistakes::double(self.set, self.all);
        let compared_doubles: Vec<(&Mistaken, Fits)> = doubles
            .iter()
            .filter_map(|mistaken| Some((mistaken, self.fits(&mistaken.plan)?)))
            .collect();
        if let Some(mistake) = self.of_all(&compared_doubles, &right) {
            return Ok(mistake);
        }
        if let Some(mistake) = self.of_each(&compared, &right) {
            return Ok(mistake);
        }
        for format in [Format::F16, Format::Bf16] {
            if is_widespread(&right) && all_right(&self.right(Some(format))?.0) {
                return Ok(Verdict::Mistake {
                    names: vec!["rounded".to_owned()],
                    sentences: vec![format!(
                        "The numbers are right only to the digits of {}, though they have more: cosines, sines or vectors \
                         were rounded to it on the way.",
                        format.name()
                    )],
                    arrays: self.wrong(&right),
                    right: Vec::new(),
                });
            }
        }
        Ok(self.unexplained(&right))
    }

    fn fits(&self, plan: &Plan) -> Option<Fits> {
        // A mistake that gives no frequencies explains nothing.
        Some(fits(&plan.motion().ok()?, self.rows, None))
    }

    /// Returns the comparison with the model, and whether interleaved pairs come back half-split.
    fn right(&self, coarse: Option<Format>) -> Result<(Fits, bool), JudgeError> {
        let right = fits(&self.set.plan.motion()?, self.rows, coarse);
        let moved = mistakes::moved(&self.set.plan);
        if let Some(moved) = moved.filter(|_| !all_right(&right)) {
            let moved = fits(&moved.motion()?, self.rows, coarse);
            if n_wrong(&moved) < n_wrong(&right) {
                return Ok((moved, true));
            }
        }
        Ok((right, false))
    }

    fn as_right(&self, right: &Fits, is_moved: bool, singles: &[Mistaken]) -> Verdict {
        let fits = || right.iter().flatten();
        let largest = fits().fold(0.0, |largest, fit| f64::max(largest, fit.largest));
        let loose = fits().filter(|fit| fit.is_loose);
        let loose = loose.max_by(|one, other| one.largest.total_cmp(&other.largest));
        let tables = || self.rows.tables.iter().zip(fits());
        // Zeros and ones alone do not show that other numbers would be rounded.
        let rounded = tables().filter(|(_, fit)| fit.largest > ROUNDED);
        let narrow = rounded.filter_map(|(table, _)| Some((table.role, table.format?)));
        let narrow = narrow.filter(|(_, format)| *format != Format::F32);
        let narrow: Vec<(Role, Format)> = narrow.collect();
        let formats = narrow.iter().map(|(_, format)| *format);
        let hidden = singles.iter().filter(|mistaken| {
            let fits = self.fits(&mistaken.plan);
            fits.is_some_and(|fits| all_right(&fits))
        });
        let mut hidden: Vec<String> = hidden.map(|mistaken| mistaken.name.clone()).collect();
        hidden.dedup();
        Verdict::Right {
            largest,
            loose_at: loose.map(|fit| fit.at),
            narrow: formats.min_by_key(|format| format.digits()),
            has_narrow_frequencies: narrow.iter().any(|(role, _)| *role == Role::InvFreq),
            is_moved,
            hidden,
        }
    }

    /// Returns the mistake that explains all arrays that are wrong, while the others are right.
    fn of_all(&self, compared: &[(&Mistaken, Fits)], right: &Fits) -> Option<Verdict> {
        let explains = |fits: &Fits| {
            fits.iter().zip(right).all(|(fit, right)| match right {
                Some(right) if right.is_right() => true,
                _ => fit.as_ref().is_some_and(|fit| fit.explains(right.as_ref())),
            })
        };
        let found = compared.iter().filter(|(_, fits)| explains(fits));
        // The one that also gives the arrays that are right, and then the one with the fewest numbers left over.
        let (best, fits) = found.min_by_key(|(_, fits)| n_different(fits, right))?;
        let also = compared.iter().filter(|(other, other_fits)| {
            other.name != best.name
                && explains(other_fits)
                && n_different(other_fits, right) == n_different(fits, right)
        });
        let mut names = vec![best.name.clone()];
        let mut sentences = vec![best.sentence.clone()];
        for (other, _) in also {
            if !names.contains(&other.name) {
                names.push(other.name.clone());
                sentences.push(other.sentence.clone());
            }
        }
        Some(self.mistake(names, sentences, right))
    }

    /// Returns a mistake for each array that is wrong, if all have one.
    fn of_each(&self, compared: &[(&Mistaken, Fits)], right: &Fits) -> Option<Verdict> {
        let (mut names, mut sentences) = (Vec::new(), Vec::new());
        for (idx, of_right) in right.iter().enumerate() {
            if of_right.as_ref().is_some_and(Fit::is_right) {
                continue;
            }
            let fitting = compared.iter().filter_map(|(mistaken, fits)| {
                let fit = fits.get(idx)?.as_ref()?;
                fit.explains(of_right.as_ref()).then_some((mistaken, fit))
            });
            let (mistaken, _) = fitting.min_by_key(|(_, fit)| fit.n_different)?;
            let array = self.rows.tables.get(idx)?;
            names.push(mistaken.name.clone());
            sentences.push(format!("`{}`: {}", array.name, mistaken.sentence));
        }
        Some(self.mistake(names, sentences, right))
    }

    fn mistake(&self, names: Vec<String>, sentences: Vec<String>, right: &Fits) -> Verdict {
        Verdict::Mistake {
            names,
            sentences,
            arrays: self.wrong(right),
            right: self.names(right, Fit::is_right),
        }
    }

    fn unexplained(&self, right: &Fits) -> Verdict {
        let first = self.rows.tables.iter().zip(right);
        let mut first = first.filter_map(|(table, fit)| match fit {
            None => Some((table.name.clone(), None)),
            Some(fit) => fit
                .first
                .map(|place| (table.name.clone(), Some(place.into()))),
        });
        let (array, place) = first
            .next()
            .expect("an array that is wrong has a number that differs");
        Verdict::Unexplained {
            array,
            place,
            right: self.names(right, Fit::is_right),
        }
    }

    fn wrong(&self, right: &Fits) -> Vec<String> {
        let tables = self.rows.tables.iter().zip(right);
        let wrong = tables.filter(|(_, fit)| !fit.as_ref().is_some_and(Fit::is_right));
        wrong.map(|(table, _)| table.name.clone()).collect()
    }

    fn names(&self, fits: &Fits, holds: impl Fn(&Fit) -> bool) -> Vec<String> {
        let tables = self.rows.tables.iter().zip(fits);
        let chosen = tables.filter(|(_, fit)| fit.as_ref().is_some_and(&holds));
        chosen.map(|(table, _)| table.name.clone()).collect()
    }
}

/// Returns whether many numbers of every wrong array differ, as they do after rounding.
fn is_widespread(fits: &Fits) -> bool {
    fits.iter().all(|fit| {
        let fit = fit.as_ref();
        fit.is_some_and(|fit| fit.is_right() || 4 * fit.n_different > fit.differs.len())
    })
}

fn all_right(fits: &Fits) -> bool {
    n_wrong(fits) == 0
}

/// Returns the number of arrays that are not right.
fn n_wrong(fits: &Fits) -> usize {
    let wrong = fits
        .iter()
        .filter(|fit| !fit.as_ref().is_some_and(Fit::is_right));
    wrong.count()
}

/// Returns the number of numbers that differ: first in the arrays that are wrong, then in those that are right.
fn n_different(fits: &Fits, right: &Fits) -> (usize, usize) {
    let count = |is_right: bool| {
        let chosen = fits
            .iter()
            .zip(right)
            .filter(|(_, right)| right.as_ref().is_some_and(Fit::is_right) == is_right);
        let counts =
            chosen.map(|(fit, _)| fit.as_ref().map_or(usize::MAX / 64, |fit| fit.n_different));
        counts.fold(0usize, usize::saturating_add)
    };
    (count(false), count(true))
}
