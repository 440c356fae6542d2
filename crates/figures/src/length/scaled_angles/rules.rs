//! All rules side by side: how much slower each rotates every pair, and which pairs still reach new angles.

use super::rule::Rule;
use super::stretch::Stretch;
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::scaling::rules::{self, Row};
use phasor_draw::{Axis, Panel};
use phasor_params::choice::Choice;

/// Draws a row for each rule, which a pointer chooses.
pub(super) fn draw(spec: &Spec, drawing: &mut Drawing) {
    let rows: Vec<Row> = Rule::WORDS
        .iter()
        .map(|(rule, _)| row(spec, *rule))
        .collect();
    let rect = rules::draw(&rows, spec.choice::<Rule>().place(), drawing);
    drawing.handle(Handle {
        rect,
        grab: Grab::Slide {
            x: None,
            y: Some(Key::Rule),
        },
        panel: Panel {
            rect,
            x: Axis::bare(0.0, 1.0),
            y: Axis::bare(rows.len() as f64 - 0.5, -0.5),
        },
    });
}

fn row(spec: &Spec, rule: Rule) -> Row {
    let stretch = Stretch::of(spec, rule);
    let name = match rule {
        Rule::None => "no rule",
        rule => rule.word().label,
    };
    Row {
        name: name.to_owned(),
        remark: rule.remark(),
        stretch: stretch.pairs,
        score_factor: stretch.logit_factor,
    }
}
