//! Which figures out of sight keep their pictures.
//!
//! A browser limits the memory of all canvases of a page (Safari on a phone to 384 MB), and leaves further ones empty. A
//! page may hold hundreds of figures of 5 to 20 MB each.

use std::cell::RefCell;

use super::stage::StageHandle;

/// The number of figures out of sight that keep their pictures, so that a reader who scrolls back a little finds them
/// as they were.
const N_HELD: usize = 8;

thread_local! {
    /// The figures out of sight. The one that left last is at the end.
    static OUT_OF_SIGHT: RefCell<Vec<StageHandle>> = const { RefCell::new(Vec::new()) };
}

/// Notes that `stage` is out of sight, and releases the pictures of the figure that now is one too many.
pub(super) fn leave(stage: StageHandle) {
    take(stage);
    let one_too_many = OUT_OF_SIGHT.with_borrow_mut(|stages| {
        stages.push(stage);
        let place = stages.len().checked_sub(N_HELD + 1)?;
        stages.get(place).copied()
    });
    if let Some(stage) = one_too_many {
        stage.release_pictures();
    }
}

/// Notes that `stage` is in sight, or no longer on the page.
pub(super) fn take(stage: StageHandle) {
    OUT_OF_SIGHT.with_borrow_mut(|stages| stages.retain(|other| other.stage != stage.stage));
}

/// Releases the pictures of `stage` if it left the sight before the figures that keep theirs.
pub(super) fn release_unless_recent(stage: StageHandle) {
    let is_held = OUT_OF_SIGHT.with_borrow(|stages| {
        let mut lately_first = stages.iter().rev();
        let since = lately_first.position(|other| other.stage == stage.stage);
        since.is_none_or(|since| since < N_HELD)
    });
    if !is_held {
        stage.release_pictures();
    }
}
