//! The position ids of a model: by which rule its class numbers tokens, and the ids of a few.

use super::block::Table;
use super::layer_types::in_place_of_rotation;
use super::{Ask, Block, Subject, UnknownRule, has_position_ids, position_rule};
use phasor_encoding::positions::{PaddingIds, PositionIds, Rule};
use phasor_encoding::{EncodingError, Layout, Numbering};
use phasor_model_files::PositionEncoding;
use phasor_params::layout::{LayoutError, LayoutText};
use phasor_text::number::{Grouped, Place};
use phasor_text::{listed, shorten_to};

/// The most tokens in the table.
const MOST_TOKENS: usize = 64;

/// The longest name of a token in the table.
const MOST_LETTERS: usize = 24;

/// The layout of models that number images by rows and columns, if nobody asks for another.
const WITH_IMAGE: &str = "pad*2 the dog <image 2x3> barks";

/// The layout of all other models.
const OF_TEXT: &str = "pad*2 the dog barks | the cat";

/// The reason why a model has no position ids to compare with. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoIds {
    /// It uses none; the rest of the sentence says what it has in place of a rotation.
    #[error("The model uses no position ids: {0}.")]
    Unused(&'static str),
    /// They are not known.
    #[error(transparent)]
    Unknown(#[from] UnknownRule),
}

/// How a model numbers tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Counting {
    /// By a rule, from 0 on.
    Of(Rule),
    /// One by one from the number after this one, which padding has.
    After(i32),
}

impl Counting {
    /// Returns how the class of the model numbers tokens.
    ///
    /// ```
    /// use phasor_encoding::positions::Rule;
    /// use phasor_report::{Counting, Subject};
    ///
    /// let subject = Subject::read(r#"{"model_type": "llama", "hidden_size": 4096}"#)?;
    /// assert_eq!(Counting::of(&subject), Ok(Counting::Of(Rule::Sequential)));
    /// let subject = Subject::read(r#"{"model_type": "roberta", "hidden_size": 768, "pad_token_id": 1}"#)?;
    /// assert_eq!(Counting::of(&subject), Ok(Counting::After(1)));
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    ///
    /// # Errors
    /// [`UnknownRule`] if the ids of the class are not known, or if it counts from the number after that of padding and the
    /// file does not give this one (`pad_token_id`), for which its class has no default.
    pub fn of(subject: &Subject) -> Result<Self, UnknownRule> {
        let of_class = || PositionEncoding::default_padding_idx(subject.class());
        let padding = || i32::try_from(subject.whole("pad_token_id").or_else(of_class)?).ok();
        match (position_rule(subject), padding()) {
            (Ok(rule), _) => Ok(Self::Of(rule)),
            (Err(UnknownRule::AfterPadding { .. }), Some(padding)) => Ok(Self::After(padding)),
            (Err(error), _) => Err(error),
        }
    }

    /// Returns the same for a model that uses position ids.
    ///
    /// ```
    /// use phasor_report::{Counting, Subject};
    ///
    /// let subject = Subject::read(r#"{"model_type": "bloom", "n_head": 32}"#)?;
    /// let error = Counting::used_by(&subject).unwrap_err();
    /// assert_eq!(error.to_string(), "The model uses no position ids: it uses ALiBi.");
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    ///
    /// # Errors
    /// [`NoIds`] if it uses none, or if they are not known.
    pub fn used_by(subject: &Subject) -> Result<Self, NoIds> {
        match has_position_ids(subject) {
            true => Ok(Self::of(subject)?),
            false => Err(NoIds::Unused(in_place_of_rotation(subject.model()))),
        }
    }

    /// Returns the ids of the tokens of a layout.
    ///
    /// ```
    /// use phasor_encoding::positions::Rule;
    /// use phasor_params::layout::LayoutText;
    /// use phasor_report::Counting;
    ///
    /// let layout = LayoutText::parse("pad a b")?.layout(Rule::Sequential)?;
    /// let ids = |counting: Counting| counting.ids(&layout).map(|ids| ids.axis(0).unwrap().to_vec());
    /// assert_eq!(ids(Counting::Of(Rule::Sequential))?, [0.0, 0.0, 1.0]);
    /// assert_eq!(ids(Counting::After(1))?, [1.0, 2.0, 3.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError`] if the rule has no tokens for the layout.
    pub fn ids(self, layout: &Layout) -> Result<PositionIds, EncodingError> {
        self.numbering().position_ids(layout)
    }

    /// Returns the rule, which for [`After`](Self::After) is the sequential one.
    #[must_use]
    pub fn rule(self) -> Rule {
        match self {
            Self::Of(rule) => rule,
            Self::After(_) => Rule::Sequential,
        }
    }

    /// Returns the numbering as it should be.
    ///
    /// ```
    /// use phasor_encoding::Numbering;
    /// use phasor_report::Counting;
    ///
    /// assert_eq!(Counting::After(1).numbering(), Numbering::after_padding(1));
    /// ```
    #[must_use]
    pub fn numbering(self) -> Numbering {
        match self {
            Self::Of(rule) => Numbering::new(rule),
            Self::After(padding) => Numbering::after_padding(padding),
        }
    }

    /// Returns the id of the first token.
    ///
    /// ```
    /// use phasor_report::Counting;
    ///
    /// assert_eq!(Counting::After(1).first(), 2.0);
    /// ```
    #[must_use]
    pub fn first(self) -> f64 {
        match self {
            Self::Of(_) => 0.0,
            Self::After(padding) => f64::from(padding) + 1.0,
        }
    }

    fn usual_layout(self) -> &'static str {
        match self.rule().n_axes() {
            1 => OF_TEXT,
            _ => WITH_IMAGE,
        }
    }
}

/// Returns the layout whose ids are shown if nobody asks for another; `None` if no ids are.
///
/// ```
/// use phasor_report::{Subject, usual_layout};
///
/// let layout = |class: &str| -> Result<_, phasor_model_files::Unreadable> {
///     let subject = Subject::read(&format!(r#"{{"model_type": "{class}", "hidden_size": 4096}}"#))?;
///     Ok(usual_layout(&subject))
/// };
/// assert!(layout("qwen3_vl")?.is_some_and(|layout| layout.contains("<image")));
/// assert!(layout("llama")?.is_some_and(|layout| !layout.contains("<image")));
/// assert_eq!(layout("bloom")?, None);
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[must_use]
pub fn usual_layout(subject: &Subject) -> Option<&'static str> {
    let counting = Counting::of(subject).ok();
    let counting = counting.filter(|_| has_position_ids(subject))?;
    Some(counting.usual_layout())
}

/// Returns the rule as a sentence, and the ids of the layout that is asked for.
///
/// ```
/// use phasor_report::{Ask, Block, Subject, position_ids};
///
/// let subject = Subject::read(r#"{"model_type": "llama", "hidden_size": 4096}"#)?;
/// let ask = |layout: &str| Ask { layout: Some(layout.to_owned()), ..Ask::default() };
/// let blocks = position_ids(&subject, &ask("pad a b"))?;
/// assert!(blocks.iter().any(|block| matches!(block, Block::Table(_))));
/// assert!(position_ids(&subject, &ask("<image 2>")).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`LayoutError`] if the text is no layout, or one that the model has no tokens for.
pub fn position_ids(subject: &Subject, ask: &Ask) -> Result<Vec<Block>, LayoutError> {
    if !has_position_ids(subject) {
        return Ok(vec![Block::text("The model uses no position ids.")]);
    }
    let counting = match Counting::of(subject) {
        Ok(counting) => counting,
        Err(error) => return Ok(vec![Block::Text(unknown(error))]),
    };
    let text = ask.layout.as_deref();
    let text = LayoutText::parse(text.unwrap_or_else(|| counting.usual_layout()))?;
    let (table, rest) = table(counting, &text)?;
    let mut blocks = vec![Block::Text(sentence(counting)), Block::Table(table)];
    blocks.extend(rest.map(Block::Text));
    blocks.push(Block::Text(pieces(counting.rule())));
    Ok(blocks)
}

/// Puts the position ids where they stand in the report on a model: before its first picture or table.
pub fn insert_position_ids(report: &mut Vec<Block>, ids: Vec<Block>) {
    let is_after = |block: &Block| matches!(block, Block::Picture(_) | Block::Table(_));
    let place = report.iter().position(is_after);
    let place = place.unwrap_or(report.len());
    report.splice(place..place, ids);
}

/// Says why the ids are not known.
fn unknown(error: UnknownRule) -> String {
    match error {
        UnknownRule::AfterPadding { .. } => {
            "Position ids have one axis, counted from `pad_token_id` + 1; neither the file nor the class gives this number.".to_owned()
        }
        UnknownRule::Sections {
            class, n_sections, ..
        } => format!(
            "Which position ids `{class}` gives images and videos on its {n_sections} axes is not known here."
        ),
    }
}

fn sentence(counting: Counting) -> String {
    let rule = match counting {
        Counting::Of(rule) => rule,
        Counting::After(padding) => {
            let first = Place(counting.first());
            let padding = Place(f64::from(padding));
            return format!(
                "Position ids have one axis, counted from {first}, the number after `pad_token_id`. Padding does not count, and \
                 gets {padding}."
            );
        }
    };
    let padding = match PaddingIds::default() {
        PaddingIds::Filled(id) => format!("Padding does not count, and gets {id} in transformers."),
        PaddingIds::Unfilled => "Padding does not count.".to_owned(),
        PaddingIds::Counted => "Padding counts.".to_owned(),
    };
    match rule {
        Rule::Sequential => format!("Position ids have one axis, counted from 0. {padding}"),
        rule => format!(
            "Position ids follow the rule `{}`, on the axes {} ({}). {padding}",
            rule.name(),
            listed(rule.axis_names(), "and"),
            rule.source()
        ),
    }
}

/// Returns the ids with one row for each axis, and a sentence if some tokens are left out.
fn table(counting: Counting, text: &LayoutText) -> Result<(Table, Option<String>), LayoutError> {
    let rule = counting.rule();
    let layout = text.layout(rule)?;
    let ids = counting.ids(&layout).map_err(LayoutError::Encoding)?;
    let tokens = layout.tokens().iter().take(MOST_TOKENS);
    let names = tokens.map(|token| shorten_to(&text.token_name(token), MOST_LETTERS));
    let mut table = Table {
        caption: "Position ids of the tokens".to_owned(),
        head: std::iter::once("axis".to_owned()).chain(names).collect(),
        ..Table::default()
    };
    for (axis, name) in rule.axis_names().iter().enumerate() {
        let ids = ids.axis(axis).into_iter().flatten().take(MOST_TOKENS);
        let ids = ids.map(|id| Place(*id).to_string());
        table.row(std::iter::once((*name).to_owned()).chain(ids));
    }
    let n_tokens = layout.n_tokens();
    let rest = (n_tokens > MOST_TOKENS).then(|| {
        format!(
            "These are the first {MOST_TOKENS} of {} tokens.",
            Grouped(n_tokens as u64)
        )
    });
    Ok((table, rest))
}

/// Says what a layout for the model may have.
fn pieces(rule: Rule) -> String {
    let accepts = |text: &str| {
        let text = LayoutText::parse(text);
        text.and_then(|text| text.layout(rule)).is_ok()
    };
    let pictures = ["`<image 2x3>`", "`<video 4x2x3>`"];
    let pictures = pictures
        .into_iter()
        .filter(|piece| rule.n_axes() > 1 && accepts(piece.trim_matches('`')));
    let pieces: Vec<&str> = ["words", "`pad*2`"].into_iter().chain(pictures).collect();
    format!(
        "The tokens may be {}; `|` ends a document, and `<past>` what is in the cache.",
        listed(&pieces, "and")
    )
}
