//! The judge of position ids: whether those of a program are those of a model, and which known mistake explains others.

mod given;
mod mistakes;
mod read;
mod verdict;

pub use read::read_ids;
pub use verdict::{IdJudgement, IdVerdict};

use super::{Array, JudgeError};
use crate::Counting;
use given::{Difference, Given};
use mistakes::{Mistake, Trial};
use phasor_encoding::Layout;
use phasor_encoding::positions::{MAX_AXES, Numbering, PaddingIds, Rule};
use phasor_model_files::{ModelConfig, PositionEncoding};
use phasor_params::layout::{LayoutError, LayoutText};
use phasor_text::listed;
use phasor_text::number::Place;

/// What a model reads of position ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// The offset of two tokens, as RoPE does. A common shift changes nothing.
    Offsets,
    /// The ids themselves, as a table of positions does.
    Ids,
}

impl Reads {
    /// Returns what a model reads of them.
    #[must_use]
    pub fn of(model: &ModelConfig) -> Self {
        match model.position {
            PositionEncoding::Rotary(_) => Self::Offsets,
            _ => Self::Ids,
        }
    }
}

/// The tokens whose ids are judged, and the ids that they should have.
///
/// ```
/// use phasor_encoding::positions::Rule;
/// use phasor_params::layout::LayoutText;
/// use phasor_report::Counting;
/// use phasor_report::kit::{Array, Dtype, IdJudge, IdVerdict, Reads};
///
/// let text = LayoutText::parse("a pad*2 b")?;
/// let judge = IdJudge::new(&text, Counting::Of(Rule::Sequential), Reads::Offsets)?;
/// let ids = |ids: [f64; 4]| Array::new("position_ids", &[1, 4], Dtype::I64, ids.to_vec());
/// assert_eq!(judge.verdict(&ids([0.0, 0.0, 0.0, 1.0]))?.verdict, IdVerdict::Right);
/// let wrong = judge.verdict(&ids([0.0, 1.0, 2.0, 3.0]))?;
/// assert_eq!(wrong.verdict, IdVerdict::Mistake(vec!["padding-counted".to_owned()]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct IdJudge<'a> {
    text: &'a LayoutText,
    layout: Layout,
    counting: Counting,
    reads: Reads,
    /// The right ids, axis by axis.
    expected: Vec<Vec<f64>>,
}

impl<'a> IdJudge<'a> {
    /// Creates the judge of the ids of a layout.
    ///
    /// # Errors
    /// [`LayoutError`] if models that count in this way have no tokens for the layout.
    pub fn new(
        text: &'a LayoutText,
        counting: Counting,
        reads: Reads,
    ) -> Result<Self, LayoutError> {
        let layout = text.layout(counting.rule())?;
        let mut judge = Self {
            text,
            layout,
            counting,
            reads,
            expected: Vec::new(),
        };
        let ids = judge.ids(counting.numbering());
        judge.expected = ids.expect("the rule has accepted the layout");
        Ok(judge)
    }

    /// Judges the ids of an array of shape `[n_axes, n_tokens]`; axes of length 1 do not matter, and `[n_tokens, n_axes]`
    /// does as well. After a cache, the ids of the tokens that are read in this step do.
    ///
    /// Ids of padding are right whatever they are, because a mask hides it.
    ///
    /// # Errors
    /// [`JudgeError`] if the array has another number of tokens, or a number that is not finite.
    pub fn verdict(&self, ids: &Array) -> Result<IdJudgement, JudgeError> {
        let given = Given::new(ids, &self.layout)?;
        if given.axes.len() != self.expected.len() {
            return Ok(self.of_other_axes(&given));
        }
        if given.shift_of(&self.layout, &self.expected) == Some(0.0) {
            return Ok(self.right(self.padding(&given)));
        }
        let trial = Trial {
            judge: self,
            given: &given,
        };
        let singles = trial.single();
        if let Some(found) = self.exact(&given, &singles) {
            return Ok(found);
        }
        if let Some(by) = given.shift_of(&self.layout, &self.expected) {
            return Ok(self.mistake(&given, &[], by));
        }
        let combined = trial.combined();
        if let Some(found) = self.exact(&given, &combined) {
            return Ok(found);
        }
        Ok(match singles.iter().chain(&combined).next() {
            Some(mistake) => self.mistake(&given, &[mistake], mistake.by),
            None => self.unexplained(&given),
        })
    }

    /// Returns the verdict on ids that are exactly those of some mistakes.
    fn exact(&self, given: &Given, mistakes: &[Mistake]) -> Option<IdJudgement> {
        let exact = mistakes.iter().filter(|mistake| mistake.by == 0.0);
        let exact: Vec<&Mistake> = exact.collect();
        (!exact.is_empty()).then(|| self.mistake(given, &exact, 0.0))
    }

    /// Returns the ids of a numbering, axis by axis, from the number on at which the model counts; `None` if its rule has no
    /// tokens for the layout.
    fn ids(&self, numbering: Numbering) -> Option<Vec<Vec<f64>>> {
        let numbering = numbering.with_first_id(self.counting.first());
        let ids = numbering.position_ids(&self.layout).ok()?;
        let axes = (0..ids.n_axes()).filter_map(|axis| ids.axis(axis));
        Some(axes.map(<[f64]>::to_vec).collect())
    }

    fn right(&self, notes: Vec<String>) -> IdJudgement {
        let what = match self.counting {
            Counting::Of(Rule::Sequential) => "one axis, counted from 0".to_owned(),
            Counting::Of(rule) => format!("those of the rule `{}`", rule.name()),
            Counting::After(_) => {
                format!("one axis, counted from {}", Place(self.counting.first()))
            }
        };
        let mut sentences = vec![format!("The position ids are right: {what}.")];
        sentences.extend(notes);
        IdJudgement::new(IdVerdict::Right, &sentences)
    }

    /// Says which ids padding has, if they are not those of transformers.
    fn padding(&self, given: &Given) -> Vec<String> {
        let tokens = self.layout.tokens().iter().enumerate();
        let padding = tokens.filter(|(place, token)| token.is_padding() && given.covers(*place));
        let places: Vec<usize> = padding.map(|(place, _)| place).collect();
        let is_like = |ids: &[Vec<f64>]| places.iter().all(|place| given.has(*place, ids));
        if is_like(&self.expected) {
            return Vec::new();
        }
        let like = |padding: PaddingIds| {
            let ids = self.ids(self.counting.numbering().with_padding(padding));
            ids.is_some_and(|ids| is_like(&ids))
        };
        let what = match (like(PaddingIds::Unfilled), like(PaddingIds::Counted)) {
            (true, _) => "the id of the token before it",
            (_, true) => "ids as if it counted, but no token after it does so",
            _ => "other ids than in transformers",
        };
        vec![format!(
            "Padding has {what}; a mask hides it, so this changes nothing."
        )]
    }

    /// Judges ids with another number of axes than the rule has.
    fn of_other_axes(&self, given: &Given) -> IdJudgement {
        let n_axes = self.expected.len();
        if given.axes.len() == n_axes + 1 {
            let rest = given.without_first_axis();
            if rest.shift_of(&self.layout, &self.expected) == Some(0.0) {
                return self.right(vec![
                    "The first axis is one more: transformers has the places of a text there, for its mask.".to_owned(),
                ]);
            }
        }
        let rule = self.counting.rule();
        let mut sentences = vec![format!(
            "The ids have {} {}, where the rule `{}` has {n_axes}: {}.",
            given.axes.len(),
            if given.axes.len() == 1 {
                "axis"
            } else {
                "axes"
            },
            rule.name(),
            listed(rule.axis_names(), "and")
        )];
        let others = Rule::all().into_iter().filter(|other| {
            let ids = self.ids(Numbering::new(*other));
            ids.is_some_and(|ids| given.shift_of(&self.layout, &ids) == Some(0.0))
        });
        let others: Vec<String> = others.map(|rule| format!("`{}`", rule.name())).collect();
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        if !others.is_empty() {
            let rules = listed(&others, "and");
            sentences.push(format!("They are those of {rules}."));
        }
        let first = self.expected.first();
        let is_repeated = first.is_some_and(|first| {
            let repeated = vec![first.clone(); given.axes.len()];
            self.expected.iter().all(|axis| axis == first)
                && given.shift_of(&self.layout, &repeated) == Some(0.0)
        });
        if is_repeated && n_axes > 1 {
            sentences.push(
                "These tokens have the same id on every axis, so repeat the first one.".to_owned(),
            );
        }
        IdJudgement::new(IdVerdict::Mistake(vec!["axes".to_owned()]), &sentences)
    }

    /// Returns the verdict on ids that are those of any of the mistakes, or, without one, the right ones, but for `by`.
    fn mistake(&self, given: &Given, mistakes: &[&Mistake], by: f64) -> IdJudgement {
        let mut names: Vec<String> = Vec::new();
        let mut sentences: Vec<&str> = Vec::new();
        for mistake in mistakes {
            if !names.contains(&mistake.name) {
                names.push(mistake.name.clone());
                sentences.push(&mistake.sentence);
            }
        }
        let mut all = vec![sentences.join(" Or: ")];
        if by != 0.0 {
            names.push("shifted".to_owned());
            all.push(self.shifted(given, by));
        }
        let is_harmless = given.is_shifted_by_document(&self.layout, &self.expected);
        let verdict = match (is_harmless, self.reads) {
            (true, Reads::Offsets) => {
                all.push(
                    "With padding and other documents masked, no offset changes, so RoPE gives the same scores."
                        .to_owned(),
                );
                IdVerdict::Harmless(names)
            }
            (true, Reads::Ids) => {
                all.push(
                    "The offsets are right, but this model reads the ids themselves.".to_owned(),
                );
                IdVerdict::Mistake(names)
            }
            (false, _) => IdVerdict::Mistake(names),
        };
        all.retain(|sentence| !sentence.is_empty());
        IdJudgement::new(verdict, &all)
    }

    fn shifted(&self, given: &Given, by: f64) -> String {
        let size = Place(by.abs());
        let more = if by > 0.0 { "larger" } else { "smaller" };
        let which = match given.first {
            0 => "All ids",
            _ => "All ids after the cache",
        };
        let first = self.counting.first();
        let counts = match by {
            1.0 if given.first == 0 => format!(
                ": they count from {} and not from {}",
                Place(first + 1.0),
                Place(first)
            ),
            _ => String::new(),
        };
        format!("{which} are {size} {more}{counts}.")
    }

    fn unexplained(&self, given: &Given) -> IdJudgement {
        let Difference {
            token,
            axis,
            given: id,
            expected,
            n_tokens,
        } = given
            .first_difference(&self.layout, &self.expected)
            .expect("ids that are not right differ somewhere");
        let tokens = self.layout.tokens();
        let name = tokens.get(token).map(|token| self.text.token_name(token));
        let name = phasor_text::shorten(&name.unwrap_or_else(String::new));
        let axes = self.counting.rule().axis_names();
        let axis = match axes {
            [_] => String::new(),
            axes => format!(" on the axis {}", axes.get(axis).unwrap_or(&"")),
        };
        let sentence = format!(
            "No known mistake explains these ids. {} of {} tokens differ, the first one at the place {token} (`{name}`): {}, not \
             {}{axis}.",
            Place(n_tokens as f64),
            Place(tokens.len() as f64),
            Place(id),
            Place(expected)
        );
        IdJudgement::new(IdVerdict::Unexplained, &[sentence])
    }
}

/// The most axes that are read; one more than any rule has.
const MOST_AXES: usize = MAX_AXES + 1;
