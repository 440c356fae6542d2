//! Code that computes the frequencies of a model.

use super::block::Snippet;
use super::code::program;
use super::overview::no_frequencies;
use super::{Ask, Block, Subject, notes};
use phasor_params::choice::Choice as _;

/// Returns the program in the language that the reader asks for.
pub(super) fn blocks(subject: &Subject, ask: &Ask) -> Vec<Block> {
    let Some(layer) = subject.rope(ask.layer.as_deref()) else {
        let sentence = "Nothing rotates in this model, so there are no frequencies to compute.";
        return vec![Block::Lead(sentence.to_owned())];
    };
    let length = ask.target.or(subject.model().max_position_embeddings);
    let text = match program(ask.language, layer, subject.title(), length) {
        Ok(text) => text,
        Err(error) => return vec![Block::Lead(no_frequencies(&error))],
    };
    let mut blocks = vec![
        Block::Lead(
            "A complete program: it prints the inverse frequencies of this model and rotates one vector."
                .to_owned(),
        ),
        Block::Snippet(Snippet {
            label: ask.language.word().label.to_owned(),
            text,
            remark: "Tests run it for every rule and compare both with the numbers on this page.".to_owned(),
        }),
    ];
    blocks.extend(notes::of_class(subject).map(Block::Text));
    blocks
}
