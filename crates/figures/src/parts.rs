//! The parts of a layout of tokens, which a drag moves.

use crate::{Key, Spec};

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
