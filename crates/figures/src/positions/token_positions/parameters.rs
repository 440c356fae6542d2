//! The parameters of the figure `token-positions`.

use crate::{Key, Setting, Spec};
use phasor_encoding::positions::{
    BorderIds, DocumentMask, PaddingIds, PaddingMask, PastIds, PatchIds, Rule, StoredKeys,
};
use phasor_params::choice::{Choice, choice};
use phasor_params::layout::LayoutText;
use phasor_params::{Accepts, Parameter, Range};

/// The longest word that fits, in characters.
const LONGEST_WORD: usize = 16;

/// The largest number of tokens whose numbers can still be read.
pub(crate) const MOST_TOKENS: usize = 20;

choice! {
    /// The rule by which a model numbers the patches of pictures.
    pub(crate) enum PositionRule {
        /// Time stamps as text.
        Qwen3Vl "qwen3-vl" "Qwen3-VL",
        /// Frames in time.
        Qwen2Vl "qwen2-vl" "Qwen2-VL",
        /// Seconds in time.
        Qwen2_5Vl "qwen2-5-vl" "Qwen2.5-VL",
        /// Time stamps as text.
        Glm4v "glm4v" "GLM-4.1V",
        /// Frames in time.
        Ernie4_5Vl "ernie4-5-vl-moe" "ERNIE 4.5 VL",
        /// Four axes.
        HunyuanVl "hunyuan-vl" "Hunyuan-VL",
        /// One axis.
        Sequential "sequential" "one axis: each patch is a word",
    }
}

impl PositionRule {
    /// Returns the rule, with the settings of transformers.
    pub(super) fn rule(self) -> Rule {
        match self {
            Self::Qwen3Vl => Rule::Qwen3Vl,
            Self::Qwen2Vl => Rule::Qwen2Vl(Default::default()),
            Self::Qwen2_5Vl => Rule::Qwen2_5Vl(Default::default()),
            Self::Glm4v => Rule::Glm4v,
            Self::Ernie4_5Vl => Rule::Ernie4_5Vl(Default::default()),
            Self::HunyuanVl => Rule::HunyuanVl,
            Self::Sequential => Rule::Sequential,
        }
    }
}

choice! {
    /// What has happened to the cached tokens.
    pub(crate) enum CacheEvent {
        /// Nothing.
        None "none" "as they were read",
        /// Some were thrown away.
        Evicted "evicted" "evicted: some were thrown away",
        /// Their keys come from another text.
        Reused "reused" "reused: keys from another text",
        /// More tokens came, and with them other frequencies.
        Grown "grown" "grown: the frequencies changed",
        /// New keys took their places.
        Overwritten "overwritten" "overwritten: new keys in the slots of their ids",
    }
}

macro_rules! settings {
    ($($Choice:ident $Key:ident;)*) => {
        $(impl Setting for $Choice {
            const KEY: Key = Key::$Key;
        })*
    };
}

settings! {
    PositionRule PositionRule;
    PatchIds Patches;
    PaddingIds Padding;
    PaddingMask PaddingMask;
    BorderIds Borders;
    DocumentMask DocumentMask;
    PastIds Past;
    CacheEvent CacheEvent;
    StoredKeys StoredKeys;
}

/// Returns the row of a choice.
const fn choice(
    name: &'static str,
    label: &'static str,
    help: &'static str,
    (accepts, default): (Accepts, &'static str),
) -> Parameter {
    Parameter {
        name,
        label,
        unit: "",
        help,
        accepts,
        default,
    }
}

/// Returns the row of a whole number of tokens.
const fn tokens(
    name: &'static str,
    label: &'static str,
    help: &'static str,
    (least, most, default): (f64, f64, &'static str),
) -> Parameter {
    Parameter {
        name,
        label,
        unit: "",
        help,
        accepts: Accepts::Number(Range::whole(least, most)),
        default,
    }
}

pub(crate) const LAYOUT: Parameter = Parameter {
    name: "layout",
    label: "tokens",
    unit: "",
    help: "The tokens: words, pad*2, <image 2x3>, <video 2x2x2>, | between documents, <past> where the cache ends.",
    accepts: Accepts::Text(accepted_layouts),
    default: "pad*3 The capital of France is",
};

fn accepted_layouts() -> String {
    format!(
        "1 to {MOST_TOKENS} tokens with words of at most {LONGEST_WORD} letters, as in pad*2 the dog <image 2x3> | it barks <past> loudly"
    )
}

pub(crate) const POSITION_RULE: Parameter = choice(
    "position-rule",
    "model’s rule",
    "The rule by which the model numbers the patches of pictures.",
    (Accepts::Choice(PositionRule::LIST), "qwen3-vl"),
);

pub(crate) const PATCHES: Parameter = choice(
    "patches",
    "patches",
    "How the program numbers patches and what comes after them.",
    (Accepts::Choice(PatchIds::LIST), "by-rule"),
);

pub(crate) const PADDING: Parameter = choice(
    "padding",
    "padding",
    "The ids of padding: filled with 0, counted like words, or that of the token before.",
    (Accepts::Choice(PaddingIds::LIST), "filled"),
);

pub(crate) const PADDING_MASK: Parameter = choice(
    "padding-mask",
    "padding mask",
    "Whether padding is hidden from words.",
    (Accepts::Choice(PaddingMask::LIST), "masked"),
);

pub(crate) const BORDERS: Parameter = choice(
    "borders",
    "documents",
    "The ids after the border of a document: from 0 again, or counted on.",
    (Accepts::Choice(BorderIds::LIST), "reset"),
);

pub(crate) const DOCUMENT_MASK: Parameter = choice(
    "document-mask",
    "document mask",
    "Whether the words of other documents are hidden.",
    (Accepts::Choice(DocumentMask::LIST), "masked"),
);

pub(crate) const PAST: Parameter = choice(
    "past",
    "after the cache",
    "The first id after the cached tokens.",
    (Accepts::Choice(PastIds::LIST), "continued"),
);

pub(crate) const CACHE_EVENT: Parameter = choice(
    "cache-event",
    "cached tokens",
    "What has happened to the cached tokens: some were evicted, their keys come from another text, the text has grown past 8 tokens, \
     where dynamic NTK changes the frequencies, or new keys have overwritten them.",
    (Accepts::Choice(CacheEvent::LIST), "none"),
);

pub(crate) const STORED_KEYS: Parameter = choice(
    "stored-keys",
    "old keys",
    "Whether keys are rotated again if their position or the frequencies have changed since they were computed.",
    (Accepts::Choice(StoredKeys::LIST), "rotated-again"),
);

pub(crate) const FIRST_TOKENS: Parameter = tokens(
    "first-tokens",
    "first tokens",
    "Tokens at the start that are never evicted, or that stand before the reused keys.",
    (0.0, 8.0, "1"),
);

pub(crate) const EVICTED: Parameter = tokens(
    "evicted",
    "evicted tokens",
    "Tokens that were thrown away, after the first ones.",
    (1.0, 12.0, "4"),
);

pub(crate) const QUERY_TOKEN: Parameter = tokens(
    "query-token",
    "query",
    "Place of the query whose scores are drawn, counted from 0; later places stand for the last token.",
    (0.0, 19.0, "19"),
);

pub(crate) const TOKENS_READ: Parameter = Parameter {
    name: "tokens-read",
    label: "tokens read",
    unit: "",
    help: "How many tokens have arrived.",
    accepts: Accepts::Number(Range::real(1.0, 20.0).snapping(&[1.0, 20.0])),
    default: "20",
};

impl Spec {
    /// The tokens whose positions are shown.
    #[must_use]
    pub fn layout(&self) -> &LayoutText {
        &self.layout
    }
}

/// Reads a layout that the figure can draw.
pub(crate) fn read(text: &str) -> Option<LayoutText> {
    let layout = LayoutText::parse(text).ok()?;
    let is_short = |word: &str| {
        let n_letters = word.chars().take(LONGEST_WORD + 1).count();
        n_letters <= LONGEST_WORD && !word.chars().any(char::is_control)
    };
    if !layout.words().all(is_short) {
        return None;
    }
    let most = layout.most_tokens()?;
    (most <= MOST_TOKENS).then_some(layout)
}
