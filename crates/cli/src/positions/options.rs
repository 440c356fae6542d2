//! The options of `phasor positions`: the rule, and how a program departs from it.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches};

use super::rule_name;
use crate::config_file::{self, Given};
use crate::{Failure, arguments};
use phasor_encoding::positions::{
    AfterVideo, BorderIds, DocumentMask, Ernie4_5Vl, MAX_TOKENS, PaddingIds, PaddingMask, PastIds,
    PatchIds, Qwen2_5Vl, Qwen2Vl, Rule,
};
use phasor_encoding::{Direction, Numbering, Visibility};
use phasor_report::Counting;
use phasor_text::listed;

/// How tokens are numbered, and what each query sees.
pub(super) struct Options {
    pub(super) counting: Counting,
    pub(super) numbering: Numbering,
    pub(super) visibility: Visibility,
    padding: PaddingIds,
    borders: BorderIds,
    past: PastIds,
    documents: DocumentMask,
    padding_mask: PaddingMask,
    patches: PatchIds,
}

pub(super) fn arguments() -> impl Iterator<Item = Arg> {
    of_rule().into_iter().chain(of_program())
}

/// Returns the arguments that decide the rule.
pub(crate) fn of_rule() -> [Arg; 4] {
    let config = "A model, whose class decides the rule: a Hugging Face config.json, a GGUF file or its keys, a params.json, or \
                  flags of Megatron-LM; - for standard input";
    let rule = format!(
        "The rule by which the model numbers tokens: {}, or another class with the same ids, such as qwen3_5_moe [default: that \
         of the model, or sequential]",
        rule_names()
    );
    let steps =
        "Steps of time in a second of video, for qwen2-5-vl [default: those of the model, or 2]";
    [
        Arg::new("rule")
            .long("rule")
            .value_name("NAME")
            .value_parser(named_rule)
            .help(rule),
        config_file::argument().help(config).conflicts_with("rule"),
        arguments::choice(
            "after-video",
            AfterVideo::default(),
            "Where the text after a video goes on, for qwen2-vl, qwen2-5-vl and ernie4-5-vl-moe: largest-position in \
             transformers up to 5.2",
        ),
        arguments::whole("tokens-per-second", 1..=65_536, steps),
    ]
}

/// Returns the arguments by which programs differ.
fn of_program() -> [Arg; 9] {
    [
        arguments::choice(
            "padding",
            PaddingIds::default(),
            "The ids of padding: filled with `--padding-id`, counted like words, or unfilled, that of the token before",
        ),
        arguments::whole(
            "padding-id",
            0..=MAX_TOKENS as i64,
            "The id of padding that is filled, such as 1 in older versions of transformers [default: that of the \
             model, or 0]",
        ),
        arguments::choice(
            "borders",
            BorderIds::default(),
            "The ids after the border of a document: reset to 0, or continued",
        ),
        arguments::choice(
            "patches",
            PatchIds::default(),
            "The ids of patches and after them: by the rule of the model, with the area-after an image counted as positions, or \
             counted like words",
        ),
        arguments::choice(
            "past",
            PastIds::default(),
            "The first id after the cache: continued as if all was read at once, after-largest id in it, its cache-length, or \
             reset to 0",
        ),
        arguments::choice(
            "document-mask",
            DocumentMask::default(),
            "Whether other documents are masked or open to a query",
        ),
        arguments::choice(
            "padding-mask",
            PaddingMask::default(),
            "Whether padding is masked or open to a query",
        ),
        arguments::choice(
            "direction",
            Direction::default(),
            "Whether a query sees only keys before it (causal) or all (bidirectional)",
        ),
        arguments::whole(
            "window",
            1..=MAX_TOKENS as i64,
            "Tokens that a query sees: itself and those before it, or, if bidirectional, as many on each side [default: all]",
        ),
    ]
}

/// Returns the names of all rules, as in a sentence.
fn rule_names() -> String {
    let names: Vec<String> = Rule::all().into_iter().map(rule_name).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    listed(&names, "or")
}

/// Reads the name of a rule, or of a class with its ids: `qwen2-5-vl`, `qwen2.5-vl` or `qwen2_5_vl`.
fn named_rule(text: &str) -> Result<Rule, String> {
    let class = text.to_ascii_lowercase().replace(['-', '.'], "_");
    let mut rules = Rule::all().into_iter();
    let named = rules.find(|rule| rule.name() == class || rule.classes().contains(&class.as_str()));
    named.ok_or_else(|| format!("must be {}", rule_names()))
}

impl Options {
    /// Reads the options; `given` is the model, if there is one.
    ///
    /// # Errors
    /// [`Failure`] if no rule is known for the model, or an option does not fit the others.
    pub(super) fn read(arguments: &ArgMatches, given: Option<&Given>) -> Result<Self, Failure> {
        let counting = match given {
            Some(given) => of_model(Counting::of(&given.subject)?, arguments)?,
            None => Counting::Of(named(arguments)?),
        };
        let padding = arguments::chosen::<PaddingIds>(arguments, "padding");
        let borders = arguments::chosen(arguments, "borders");
        let patches = arguments::chosen(arguments, "patches");
        let past = arguments::chosen(arguments, "past");
        let documents = arguments::chosen(arguments, "document-mask");
        let padding_mask = arguments::chosen(arguments, "padding-mask");
        let right = counting.numbering();
        let numbering = match padding_ids(padding, arguments)? {
            Some(padding) => right.with_padding(padding),
            None => right,
        };
        let numbering = numbering
            .with_borders(borders)
            .with_patches(patches)
            .with_past(past);
        let visibility = Visibility::new(arguments::chosen(arguments, "direction"))
            .with_documents(documents)
            .with_padding(padding_mask);
        let visibility = match arguments::number(arguments, "window") {
            Some(window) => visibility.with_window(window)?,
            None => visibility,
        };
        Ok(Self {
            counting,
            numbering,
            visibility,
            padding,
            borders,
            past,
            documents,
            padding_mask,
            patches,
        })
    }

    /// Returns the numbering as it should be.
    pub(super) fn right(&self) -> Numbering {
        self.counting.numbering()
    }

    /// Whether no option departs from what is right. Any id of padding is, if the padding does not count.
    pub(super) fn are_right(&self) -> bool {
        self.padding != PaddingIds::Counted
            && self.borders == BorderIds::default()
            && self.patches == PatchIds::default()
            && self.past == PastIds::default()
            && self.documents == DocumentMask::default()
            && self.padding_mask == PaddingMask::default()
    }
}

/// Returns the ids of padding, unless they are those of the model.
fn padding_ids(padding: PaddingIds, arguments: &ArgMatches) -> Result<Option<PaddingIds>, Failure> {
    let id = arguments.get_one::<u32>("padding-id").copied();
    match (padding, id) {
        (PaddingIds::Filled(_), id) => {
            let filler = id.and_then(|id| i32::try_from(id).ok());
            Ok(filler.map(PaddingIds::Filled))
        }
        (_, Some(_)) => {
            let sentence = "`padding-id` is for padding that is filled; leave it out, or set `padding` to filled.";
            Err(Failure::Argument(sentence.to_owned()))
        }
        (padding, None) => Ok(Some(padding)),
    }
}

/// Returns how a model numbers tokens, with the settings that the arguments give.
///
/// # Errors
/// [`Failure`] if its rule has no such setting.
pub(crate) fn of_model(counting: Counting, arguments: &ArgMatches) -> Result<Counting, Failure> {
    let rule = with_settings(counting.rule(), arguments)?;
    Ok(match counting {
        Counting::Of(_) => Counting::Of(rule),
        after @ Counting::After(_) => after,
    })
}

/// Returns the rule that the arguments name, with its settings; without one, the sequential rule.
///
/// # Errors
/// [`Failure`] if the rule has no such setting.
pub(crate) fn named(arguments: &ArgMatches) -> Result<Rule, Failure> {
    let named = arguments.get_one("rule").copied();
    with_settings(named.unwrap_or(Rule::Sequential), arguments)
}

/// Returns the rule with the settings that the arguments give.
///
/// # Errors
/// [`Failure`] if it has no such setting.
fn with_settings(rule: Rule, arguments: &ArgMatches) -> Result<Rule, Failure> {
    with_after_video(with_steps(rule, arguments)?, arguments)
}

fn with_after_video(rule: Rule, arguments: &ArgMatches) -> Result<Rule, Failure> {
    let after_video = arguments::chosen::<AfterVideo>(arguments, "after-video");
    let source = arguments.value_source("after-video");
    Ok(match rule {
        Rule::Qwen2Vl(_) => Rule::Qwen2Vl(Qwen2Vl { after_video }),
        Rule::Qwen2_5Vl(own) => Rule::Qwen2_5Vl(own.with_after_video(after_video)),
        Rule::Ernie4_5Vl(_) => Rule::Ernie4_5Vl(Ernie4_5Vl { after_video }),
        rule if source == Some(ValueSource::CommandLine) => {
            let of = "qwen2-vl, qwen2-5-vl and ernie4-5-vl-moe";
            return Err(unfit("after-video", of, rule));
        }
        rule => rule,
    })
}

fn with_steps(rule: Rule, arguments: &ArgMatches) -> Result<Rule, Failure> {
    match (rule, arguments::number(arguments, "tokens-per-second")) {
        (rule, None) => Ok(rule),
        (Rule::Qwen2_5Vl(_), Some(steps)) => Ok(Rule::Qwen2_5Vl(Qwen2_5Vl::new(steps as f64)?)),
        (rule, Some(_)) => Err(unfit("tokens-per-second", "qwen2-5-vl", rule)),
    }
}

fn unfit(option: &str, of: &str, rule: Rule) -> Failure {
    let name = rule_name(rule);
    Failure::Argument(format!(
        "`{option}` is an option of {of}, and the rule {name} has no such option; leave it out."
    ))
}
