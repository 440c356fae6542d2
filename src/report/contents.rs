//! The contents of every view.

use super::overview::overview;
use super::{Ask, Block, Subject, View};
use super::{difference, layout, plan, programs, settings, table};

/// Returns what the view that a reader asks for says about `subject`, compared with `other` where it compares.
///
/// ```
/// use phasor::report::{Ask, Block, Subject, contents};
///
/// let subject = Subject::read(r#"{"model_type": "bloom", "n_head": 32}"#)?;
/// let blocks = contents(&subject, None, &Ask::default());
/// assert!(matches!(&blocks[0], Block::Lead(text) if text.contains("ALiBi")));
/// # Ok::<(), phasor::config::model::Unreadable>(())
/// ```
#[must_use]
pub fn contents(subject: &Subject, other: Option<&Subject>, ask: &Ask) -> Vec<Block> {
    match ask.view {
        View::Model => overview(subject, ask),
        View::WhatIf => plan::blocks(subject, ask),
        View::Settings => settings::blocks(subject, ask),
        View::Compare => difference::blocks(subject, other, ask),
        View::Layout => layout::blocks(subject, ask),
        View::Code => programs::blocks(subject, ask),
        View::Shelf => table::blocks(ask),
    }
}
