//! What the buttons do to the tokens: they add some, or put all right.

use super::parameters::{self, CacheEvent};
use crate::handle::Press;
use crate::{Key, Spec};
use phasor_params::layout::LayoutText;

/// What a press does to the tokens or to the program that numbers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenAction {
    /// Adds a token of padding before all others.
    Padding,
    /// Adds a document after all others.
    Document,
    /// Adds an image after all others.
    Image,
    /// Puts all tokens into the cache, and adds some words.
    Turn,
    /// Numbers and masks all tokens as it should be.
    Right,
}

/// What programs get wrong.
const MISTAKES: [Key; 7] = [
    Key::Patches,
    Key::Padding,
    Key::PaddingMask,
    Key::Borders,
    Key::DocumentMask,
    Key::Past,
    Key::StoredKeys,
];

impl TokenAction {
    /// Every action, in the order of the buttons.
    pub(super) const ALL: [Self; 5] = [
        Self::Right,
        Self::Padding,
        Self::Document,
        Self::Image,
        Self::Turn,
    ];

    /// Returns the action with what stands on its button.
    #[must_use]
    pub fn press(self) -> Press {
        match self {
            Self::Right => Press {
                name: "put it right",
                change: put_right,
            },
            Self::Padding => Press {
                name: "+ padding",
                change: |spec| Self::Padding.add(spec),
            },
            Self::Document => Press {
                name: "+ document",
                change: |spec| Self::Document.add(spec),
            },
            Self::Image => Press {
                name: "+ image",
                change: |spec| Self::Image.add(spec),
            },
            Self::Turn => Press {
                name: "+ turn",
                change: |spec| Self::Turn.add(spec),
            },
        }
    }

    /// Returns the actions for whose tokens there is room.
    pub(super) fn possible(layout: &LayoutText) -> Vec<Self> {
        let text = layout.to_string();
        let actions = Self::ALL.into_iter();
        let has_room = |action: &Self| parameters::read(&action.to(&text)).is_some();
        actions.filter(has_room).collect()
    }

    /// Returns the text of a layout after the action.
    fn to(self, layout: &str) -> String {
        match self {
            Self::Right => layout.to_owned(),
            Self::Padding => format!("pad {layout}"),
            Self::Document => format!("{layout} | It barks"),
            Self::Image => format!("{layout} <image 2x2>"),
            Self::Turn => {
                let before = layout.replace("<past>", "");
                format!("{before} <past> and now")
            }
        }
    }

    /// Adds the tokens of the action, if there is room for them. All tokens are then read.
    fn add(self, spec: &mut Spec) {
        let text = self.to(&spec.layout().to_string());
        // A layout that is full stays as it is.
        if spec.set(Key::Layout, &text).is_ok() {
            spec.set_nearest(Key::TokensRead, parameters::MOST_TOKENS as f64);
        }
    }
}

/// Numbers and masks all tokens as it should be.
fn put_right(spec: &mut Spec) {
    spec.reset(&MISTAKES);
    if spec.choice::<CacheEvent>() == CacheEvent::Overwritten {
        spec.reset(&[Key::CacheEvent]);
    }
    let least = match spec.choice() {
        CacheEvent::Evicted => 1.0,
        CacheEvent::None | CacheEvent::Reused | CacheEvent::Grown | CacheEvent::Overwritten => 0.0,
    };
    spec.set_nearest(Key::FirstTokens, spec.at(Key::FirstTokens).max(least));
}
