//! What readers do to the tokens: they drag them to other places, and add some.

use super::parameters::{self, CacheEvent};
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
    /// Every action, with what stands on its button.
    pub(super) const ALL: [(Self, &'static str); 5] = [
        (Self::Right, "put it right"),
        (Self::Padding, "+ padding"),
        (Self::Document, "+ document"),
        (Self::Image, "+ image"),
        (Self::Turn, "+ turn"),
    ];

    /// Returns the actions for whose tokens there is room.
    pub(super) fn possible(layout: &LayoutText) -> Vec<Self> {
        let text = layout.to_string();
        let actions = Self::ALL.map(|(action, _)| action).into_iter();
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
}

/// Does an action, if there is room for its tokens. All tokens are then read.
pub(crate) fn act(spec: &mut Spec, action: TokenAction) {
    if action == TokenAction::Right {
        spec.reset(&MISTAKES);
        let least = match spec.choice() {
            CacheEvent::Evicted => 1.0,
            CacheEvent::None | CacheEvent::Reused => 0.0,
        };
        spec.set_nearest(Key::FirstTokens, spec.at(Key::FirstTokens).max(least));
        return;
    }
    let text = action.to(&spec.layout().to_string());
    // A layout that is full stays as it is.
    if spec.set(Key::Layout, &text).is_ok() {
        spec.set_nearest(Key::TokensRead, parameters::MOST_TOKENS as f64);
    }
}

/// Moves the part that a token belongs to, so that it stands where the token `to` was.
pub(crate) fn drag(spec: &mut Spec, token: usize, to: f64) {
    let layout = spec.layout();
    let Some(part) = layout.part_of(token) else {
        return;
    };
    // Past the last token, the part comes last.
    let target = layout.part_of(to.max(0.0) as usize).unwrap_or(usize::MAX);
    let moved = layout.moved(part, target);
    if moved != *layout {
        let text = moved.to_string();
        spec.set(Key::Layout, &text)
            .expect("the same parts are accepted in any order");
    }
}
