//! The contents of every view.

use super::overview::overview;
use super::{
    Ask, Block, Subject, View, difference, insert_position_ids, layout, plan, position_ids,
    programs, settings, table,
};

/// Returns what the view that a reader asks for says about `subject`, compared with `other` where it compares.
///
/// ```
/// use phasor_report::{Ask, Block, Subject, contents};
///
/// let subject = Subject::read(r#"{"model_type": "bloom", "n_head": 32}"#)?;
/// let blocks = contents(&subject, None, &Ask::default());
/// assert!(matches!(&blocks[0], Block::Lead(text) if text.contains("ALiBi")));
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[must_use]
pub fn contents(subject: &Subject, other: Option<&Subject>, ask: &Ask) -> Vec<Block> {
    let View::Model = ask.view else {
        return of_other_views(subject, other, ask);
    };
    let mut blocks = overview(subject, ask);
    let ids = position_ids(subject, ask);
    let ids = ids.unwrap_or_else(|error| vec![Block::Text(error.to_string())]);
    insert_position_ids(&mut blocks, ids);
    blocks
}

/// Returns the same for all views but the first, for which there is nothing. In the room, the parts of the first load
/// alone.
#[must_use]
pub fn of_other_views(subject: &Subject, other: Option<&Subject>, ask: &Ask) -> Vec<Block> {
    match ask.view {
        View::Model => Vec::new(),
        View::WhatIf => plan::blocks(subject, ask),
        View::Settings => settings::blocks(subject, ask),
        View::Compare => difference::blocks(subject, other, ask),
        View::Layout => layout::blocks(subject, ask),
        View::Code => programs::blocks(subject, ask),
        View::Weights => weights(subject),
        View::Shelf => table::blocks(ask),
    }
}

/// Says what the weights would show; the weights themselves are not part of a configuration.
fn weights(subject: &Subject) -> Vec<Block> {
    if subject.layers().is_empty() {
        let still = "Nothing rotates in this model, so its weights have no pairs.";
        return vec![Block::Lead(still.to_owned())];
    }
    vec![
        Block::Lead(format!(
            "Open the weights of {} to see which frequencies it uses.",
            subject.title()
        )),
        Block::text(
            "Choose a `.safetensors` file, or all shards together. Only the rows of queries and keys are read, slice by \
             slice; nothing leaves your device. The report shows the norm of every pair in every layer. Large norms hint at \
             the frequencies that the model uses; Barbero et al. 2024 measured the queries and keys themselves, on texts.",
        ),
    ]
}
