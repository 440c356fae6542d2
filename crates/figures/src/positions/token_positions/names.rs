//! The names of tokens where there is little room.

use phasor_encoding::positions::{Layout, TokenKind};
use phasor_params::layout::LayoutText;

/// Returns a short name for each token: the word, or the row and the column of a patch.
pub(super) fn short(layout: &Layout, text: &LayoutText) -> Vec<String> {
    let names = layout.tokens().iter().map(|token| match token.kind {
        TokenKind::Patch { row, column, .. } => format!("{row},{column}"),
        TokenKind::RowEnd { .. } => "end".to_owned(),
        TokenKind::TimeStamp { frame } => format!("{frame} s"),
        TokenKind::Text | TokenKind::System | TokenKind::Padding => text.token_name(token),
    });
    names.collect()
}
