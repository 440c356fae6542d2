//! What a reader asks about a model, as in the address of the room and on the command line.

use super::code::Language;
use super::{Engine, Framework, View};
use phasor_params::choice::{Choice, choice};
use phasor_params::{
    Accepts, Key as _, Parameter, ParameterError, Range, Value, Values, keys, query,
};

/// The longest text that a model can be asked about, in tokens.
pub const LONGEST: usize = 10 << 20;

choice! {
    /// A rule that engines apply when they start.
    pub enum Rule {
        /// YaRN, with its usual numbers.
        Yarn "yarn" "YaRN",
        /// Position interpolation.
        Linear "linear" "linear",
    }
}

const VIEW: Parameter = Parameter {
    name: "view",
    label: "view",
    unit: "",
    help: "What is shown of a model.",
    accepts: Accepts::Choice(View::LIST),
    default: "model",
};

const LAYER: Parameter = Parameter {
    name: "layer",
    label: "layers",
    unit: "",
    help: "The type of the layers to show, if a model has several.",
    accepts: Accepts::Text(|| "a type of layers".to_owned()),
    default: "",
};

const TARGET: Parameter = Parameter {
    name: "target",
    label: "text length",
    unit: "tokens",
    help: "The length of the text; without it, the longest that the file declares.",
    accepts: Accepts::Number(Range::whole(2.0, LONGEST as f64).log()),
    default: "",
};

const RULE: Parameter = Parameter {
    name: "rule",
    label: "rule",
    unit: "",
    help: "The rule of the settings for longer texts.",
    accepts: Accepts::Choice(Rule::LIST),
    default: "yarn",
};

const ENGINE: Parameter = Parameter {
    name: "engine",
    label: "engine",
    unit: "",
    help: "The engine whose settings are shown; without it, all.",
    accepts: Accepts::Choice(Engine::LIST),
    default: "",
};

const FROM: Parameter = Parameter {
    name: "from",
    label: "from",
    unit: "",
    help: "Where the weights come from.",
    accepts: Accepts::Choice(Framework::LIST),
    default: "transformers",
};

const TO: Parameter = Parameter {
    name: "to",
    label: "to",
    unit: "",
    help: "Where the weights go to.",
    accepts: Accepts::Choice(Framework::LIST),
    default: "gguf",
};

const LANGUAGE: Parameter = Parameter {
    name: "language",
    label: "language",
    unit: "",
    help: "The language of code.",
    accepts: Accepts::Choice(Language::LIST),
    default: "numpy",
};

const FILTER: Parameter = Parameter {
    name: "filter",
    label: "contains",
    unit: "",
    help: "What rows of the table of models must contain.",
    accepts: Accepts::Text(|| "any text".to_owned()),
    default: "",
};

const LAYOUT: Parameter = Parameter {
    name: "layout",
    label: "example tokens",
    unit: "",
    help: "The tokens whose position ids are shown, such as `pad*2 the dog <image 2x3>`; without it, a few.",
    accepts: Accepts::Text(|| "a layout of tokens, such as pad*2 the dog".to_owned()),
    default: "",
};

const WIDTH: Parameter = Parameter {
    name: "width",
    label: "width",
    unit: "CSS px",
    help: "The width of drawings.",
    accepts: Accepts::Number(Range::real(200.0, 2000.0)),
    default: "760",
};

keys! {
    /// A question about a model.
    pub enum Question, others "the room of models has those of its controls" {
        View = VIEW;
        Layer = LAYER;
        Target = TARGET;
        Rule = RULE;
        Engine = ENGINE;
        From = FROM;
        To = TO;
        Language = LANGUAGE;
        Filter = FILTER;
        Layout = LAYOUT;
        Width = WIDTH;
    }
}

/// The answers to all questions.
///
/// ```
/// use phasor_report::{Ask, View};
///
/// let (ask, errors) = Ask::parse("view=what-if&target=131072&width=640");
/// assert!(errors.is_empty());
/// assert_eq!((ask.view, ask.target, ask.width), (View::WhatIf, Some(131_072), 640.0));
/// let (_, errors) = Ask::parse("target=0");
/// assert_eq!(errors[0].to_string(), "The text length (`target`) must be a whole number from 2 to 10,485,760, not `0`.");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// What to show.
    pub view: View,
    /// The type of the layers to show, if a model has several.
    pub layer: Option<String>,
    /// The length of the text in tokens, or `None` for the longest that the file declares.
    pub target: Option<usize>,
    /// The rule of the settings for longer texts.
    pub rule: Rule,
    /// The engine whose settings to show, or `None` for all.
    pub engine: Option<Engine>,
    /// Where weights come from.
    pub from: Framework,
    /// Where weights go to.
    pub to: Framework,
    /// The language of code.
    pub language: Language,
    /// What rows of the table of models must contain.
    pub filter: String,
    /// The text of the tokens whose position ids to show, or `None` for a few.
    pub layout: Option<String>,
    /// The rule that [`OwnRule`](crate::OwnRule) reads, to compare it with others, or `None`. No address has it.
    pub own_rule: Option<String>,
    /// The width of drawings, CSS pixels.
    pub width: f32,
}

impl Default for Ask {
    fn default() -> Self {
        Self::of(Question::defaults())
    }
}

impl Ask {
    /// Reads a query such as `view=what-if&target=131072`. Names that are unknown are left to others; a value that is
    /// not accepted leaves the default.
    #[must_use]
    pub fn parse(query: &str) -> (Self, Vec<ParameterError>) {
        let mut values = Values::default();
        let mut errors = query::read(query, |question, text| {
            match (question, phasor_text::parse::number(text)) {
                // A panel may be narrower or wider than drawings can be.
                (Question::Width, Some(width)) => values.set_nearest(question, width),
                _ => values.set(question, text)?,
            }
            Ok(())
        });
        errors.retain(|error| !matches!(error, ParameterError::UnknownName { .. }));
        (Self::of(&values), errors)
    }

    fn of(values: &Values<Question>) -> Self {
        let text = |question| match values.value(question) {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        };
        let width = values.number(Question::Width);
        Self {
            view: chosen(values, Question::View),
            layer: text(Question::Layer),
            target: values
                .number(Question::Target)
                .map(|number| number as usize),
            rule: chosen(values, Question::Rule),
            engine: values.choice(Question::Engine),
            from: chosen(values, Question::From),
            to: chosen(values, Question::To),
            language: chosen(values, Question::Language),
            // A text is stored only once it is set.
            filter: text(Question::Filter).unwrap_or_else(|| FILTER.default.to_owned()),
            layout: text(Question::Layout),
            own_rule: None,
            width: width.expect("the width has a default") as f32,
        }
    }
}

/// Returns the value of a choice that always has one.
fn chosen<T: Choice>(values: &Values<Question>, question: Question) -> T {
    let chosen = values.choice(question);
    chosen.expect("the question has these words and a default")
}
