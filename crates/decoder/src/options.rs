//! A change of positions in words: the options of `phasor run`.

use std::ops::Range;

use phasor_encoding::{Format, Narrow, Scaling, Step};
use phasor_text::{parse, shorten};

use super::{Change, Gap, Order, Still};

/// An option that changes positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeOption {
    /// Its name, without the dashes before it.
    pub name: &'static str,
    /// The form of its value.
    pub value: &'static str,
    /// What it does.
    pub help: &'static str,
    /// What it accepts.
    pub accepted: &'static str,
}

/// Every option.
pub const OPTIONS: [ChangeOption; 8] = [
    ChangeOption {
        name: "shift",
        value: "POSITIONS",
        help: "Add so much to every position",
        accepted: "a number",
    },
    ChangeOption {
        name: "gap",
        value: "POSITIONS",
        help: "Skip so many positions between two texts",
        accepted: "a number",
    },
    ChangeOption {
        name: "order",
        value: "ORDER",
        help: "The order of positions",
        accepted: "forward, reversed, shuffled, shuffled:N (within groups of N tokens) or shared:N (by N neighbours)",
    },
    ChangeOption {
        name: "base",
        value: "BASE",
        help: "Rotate with this base",
        accepted: "a number above 0",
    },
    ChangeOption {
        name: "rule",
        value: "RULE",
        help: "Rotate under a scaling rule",
        accepted: "none, or one of linear, ntk, dynamic, yarn and llama3 with a factor of at least 1, as in yarn:2",
    },
    ChangeOption {
        name: "off-layers",
        value: "LAYERS",
        help: "Layers that do not rotate",
        accepted: "all, every:N (the last of every N), or a list that counts from 0, as in 0,4",
    },
    ChangeOption {
        name: "keep-pairs",
        value: "PAIRS",
        help: "The pairs that rotate, counted from the fastest",
        accepted: "8- (without the 8 fastest), -8 (the 8 fastest) or 8-16 (from pair 8 to pair 15)",
    },
    ChangeOption {
        name: "dtype",
        value: "FORMAT",
        help: "Compute angles in another format than f64, as a model does that is cast as a whole",
        accepted: "f32, f16 or bf16",
    },
];

/// What an option needs to know of the model and of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Surroundings {
    /// The longest text that the model declares, in tokens, from which scaling rules start.
    pub declared_length: Option<usize>,
    /// The number of tokens before a gap; `None` if there is no second text.
    pub n_before: Option<usize>,
}

/// The reason why an option is not accepted. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option of this name.
    #[error("There is no option `{}`; the options are {}.", shorten(.0), names())]
    Unknown(String),
    /// The value is missing.
    #[error("`--{name}` must be {accepted}.", name = .0.name, accepted = .0.accepted)]
    NoValue(ChangeOption),
    /// The value is not accepted.
    #[error("`--{name}` must be {accepted}, not `{value}`.", name = .option.name, accepted = .option.accepted, value = shorten(.value))]
    Value {
        /// The option.
        option: ChangeOption,
        /// Its value.
        value: String,
    },
    /// The model declares no longest text.
    #[error(
        "`--rule` needs the longest text that the model declares, and this model declares none."
    )]
    NoLength,
    /// There is no second text.
    #[error("`--gap` needs two texts, between which positions are skipped.")]
    NoGap,
}

fn names() -> String {
    OPTIONS
        .map(|option| format!("--{}", option.name))
        .join(", ")
}

impl Change {
    /// Returns the change that a line of options describes.
    ///
    /// ```
    /// use phasor_decoder::{Change, Still, Surroundings};
    ///
    /// let change = Change::of_options("--shift 1000 --off-layers every:4", &Surroundings::default())?;
    /// assert_eq!(change.shift, 1000.0);
    /// assert_eq!(change.still, Still::Every(4));
    /// let error = Change::of_options("--shift far", &Surroundings::default()).unwrap_err();
    /// assert_eq!(error.to_string(), "`--shift` must be a number, not `far`.");
    /// # Ok::<(), phasor_decoder::OptionError>(())
    /// ```
    ///
    /// # Errors
    /// [`OptionError`] if an option is unknown, or its value is missing or not accepted.
    pub fn of_options(line: &str, around: &Surroundings) -> Result<Self, OptionError> {
        let mut change = Self::default();
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word, None),
            };
            let option = name.strip_prefix("--").and_then(option);
            let option = option.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
            let value = value.or_else(|| words.next());
            change.set(
                option.name,
                value.ok_or(OptionError::NoValue(option))?,
                around,
            )?;
        }
        Ok(change)
    }

    /// Sets what one option describes.
    ///
    /// # Errors
    /// [`OptionError`] if there is no such option, or its value is not accepted.
    pub fn set(
        &mut self,
        name: &str,
        value: &str,
        around: &Surroundings,
    ) -> Result<(), OptionError> {
        let option = option(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let wrong = || OptionError::Value {
            option,
            value: value.to_owned(),
        };
        match name {
            "shift" => self.shift = parse::number(value).ok_or_else(wrong)?,
            "gap" => {
                let n_positions = parse::number(value).ok_or_else(wrong)?;
                let token = around.n_before.ok_or(OptionError::NoGap)?;
                self.gap = Some(Gap { token, n_positions });
            }
            "order" => self.order = order(value).ok_or_else(wrong)?,
            "base" => {
                let base = parse::number(value).filter(|base| *base > 0.0);
                self.base = Some(base.ok_or_else(wrong)?);
            }
            "rule" => {
                let (name, factor) = rule(value).ok_or_else(wrong)?;
                self.rule = Some(match name {
                    "none" => Scaling::Default,
                    _ => {
                        let declared = around.declared_length.ok_or(OptionError::NoLength)?;
                        let mut rules = Scaling::stretching(factor, declared as f64).into_iter();
                        rules.find(|rule| rule.name() == name).ok_or_else(wrong)?
                    }
                });
            }
            "off-layers" => self.still = layers(value).ok_or_else(wrong)?,
            "keep-pairs" => self.rotating_pairs = Some(pairs(value).ok_or_else(wrong)?),
            _ => self.narrow = Some(narrow(value).ok_or_else(wrong)?),
        }
        Ok(())
    }
}

fn option(name: &str) -> Option<ChangeOption> {
    OPTIONS.into_iter().find(|option| option.name == name)
}

fn order(text: &str) -> Option<Order> {
    let count = |text: &str| text.parse().ok().filter(|count: &usize| *count > 0);
    match text.split_once(':') {
        None if text == "forward" => Some(Order::Forward),
        None if text == "reversed" => Some(Order::Reversed),
        None if text == "shuffled" => Some(Order::Shuffled(usize::MAX)),
        Some(("shuffled", n)) => count(n).map(Order::Shuffled),
        Some(("shared", n)) => count(n).map(Order::Shared),
        _ => None,
    }
}

/// Returns the name of a rule and its factor.
fn rule(text: &str) -> Option<(&str, f64)> {
    if text == "none" {
        return Some((text, 1.0));
    }
    let (name, factor) = text.split_once(':')?;
    let factor = parse::number(factor).filter(|factor| *factor >= 1.0)?;
    Some((name, factor))
}

fn layers(text: &str) -> Option<Still> {
    match text.split_once(':') {
        Some(("every", n)) => n.parse().ok().filter(|n| *n > 0).map(Still::Every),
        None if text == "all" => Some(Still::All),
        None => {
            let layers = text.split(',').map(|layer| layer.trim().parse().ok());
            layers.collect::<Option<_>>().map(Still::Layers)
        }
        _ => None,
    }
}

fn pairs(text: &str) -> Option<Range<usize>> {
    let (start, end) = text.split_once('-')?;
    let number = |text: &str, missing: usize| match text {
        "" => Some(missing),
        text => text.parse().ok(),
    };
    let (start, end) = (number(start, 0)?, number(end, usize::MAX)?);
    (start <= end).then_some(start..end)
}

fn narrow(text: &str) -> Option<Narrow> {
    let formats = [Format::F32, Format::F16, Format::Bf16];
    let format = formats.into_iter().find(|format| format.name() == text)?;
    Some(Narrow {
        format,
        step: Step::Angle,
    })
}
