//! What the figure says about patches and steps.

use super::computed::{Head, loss_of_key};
use super::direction::{Direction, LAST};
use super::way::Way;
use crate::{Key, Spec};
use phasor_text::listed;
use phasor_text::number::{Brief, Place, Short};

/// Describes the patch at that column and row, and what q scores with it.
pub(super) fn patch_at(spec: &Spec, heads: &[&Head], (column, row): (f64, f64)) -> String {
    let patch = [row, column].map(|place| place.round().clamp(0.0, LAST));
    let [row, column] = patch;
    let mut at = spec.clone();
    at.set_nearest(Key::KeyRow, row);
    at.set_nearest(Key::KeyColumn, column);
    let query = spec.query_patch();
    let losses: Vec<String> = heads
        .iter()
        .map(|head| {
            let loss = Brief(loss_of_key(&at, head));
            // Of one head alone, the reader knows which it is.
            match heads.len() {
                1 => loss.to_string(),
                _ => format!("{loss} {}", head.way.name()),
            }
        })
        .collect();
    format!(
        "row {}, column {}: {} from q, score lower by {}",
        Place(row),
        Place(column),
        way((row - query.0, column - query.1)),
        losses.join(", "),
    )
}

/// Describes an offset in frames.
pub(super) fn frames(frame: f64) -> String {
    match frame {
        0.0 => "q’s own frame".to_owned(),
        _ => format!(
            "{} frame{} {}",
            Place(frame.abs()),
            if frame.abs() == 1.0 { "" } else { "s" },
            if frame > 0.0 { "later" } else { "earlier" }
        ),
    }
}

/// Describes an offset in rows and columns.
fn way((down, right): (f64, f64)) -> String {
    let part = |by: f64, names: [&str; 2], one: &str| {
        let [less, more] = names;
        let name = if by < 0.0 { less } else { more };
        let plural = if by.abs() == 1.0 { "" } else { "s" };
        format!("{} {one}{plural} {name}", Place(by.abs()))
    };
    match (down, right) {
        (0.0, 0.0) => "in the same place".to_owned(),
        (0.0, right) => part(right, ["to the left", "to the right"], "column"),
        (down, 0.0) => part(down, ["up", "down"], "row"),
        (down, right) => format!(
            "{} and {}",
            part(down, ["up", "down"], "row"),
            part(right, ["to the left", "to the right"], "column")
        ),
    }
}

/// Describes how many pairs follow each direction.
pub(super) fn counts(head: &Head) -> String {
    let counts = head.directions.iter();
    let counts = counts
        .map(|&direction| format!("{} pairs for {}", head.n_pairs(direction), direction.name()));
    counts.collect::<Vec<_>>().join(", ")
}

/// Describes what one step in each direction does to the score.
pub(super) fn of_one(spec: &Spec, head: &Head) -> String {
    let step = |direction| Short(head.loss(direction, 1.0));
    match head.way {
        Way::Axial => format!(
            "One row, like one column, lowers the score by {}. For k, it is lower by {}, as at this offset anywhere.",
            step(Direction::Rows),
            Short(loss_of_key(spec, head)),
        ),
        Way::Sections => {
            let all = head.directions.iter();
            let empty = all.filter(|direction| head.n_pairs(**direction) == 0);
            let empty: Vec<&str> = empty.map(|direction| direction.name()).collect();
            let start = match empty.is_empty() {
                true => "Earlier sections rotate faster".to_owned(),
                false => format!("No pair follows {}", listed(&empty, "or")),
            };
            format!(
                "{start}: one frame lowers the score by {}, one row by {}, one column by {}.",
                step(Direction::Time),
                step(Direction::Rows),
                step(Direction::Columns),
            )
        }
        Way::Interleaved => format!(
            "Time, rows and columns all have fast and slow pairs, so each counts: one frame lowers the score by {}, one \
            row by {}, one column by {}.",
            step(Direction::Time),
            step(Direction::Rows),
            step(Direction::Columns),
        ),
    }
}

/// Compares one step in the direction that counts least in sections, in all three ways.
pub(super) fn of_all([axial, sections, interleaved]: [&Head; 3]) -> String {
    let step = |head: &Head, direction| head.loss(direction, 1.0);
    let least = sections.directions.iter().copied();
    let least = least.min_by(|one, other| step(sections, *one).total_cmp(&step(sections, *other)));
    let least = least.expect("a head has directions");
    let count = if least == Direction::Time {
        "counts"
    } else {
        "count"
    };
    let in_axial = match axial.directions.contains(&least) {
        true => format!("in axial RoPE by {}", Short(step(axial, least))),
        false => "and axial RoPE has no pairs for it".to_owned(),
    };
    format!(
        "In sections, {} {count} least: one {} lowers the score by {}, interleaved by {}, {in_axial}.",
        least.name(),
        least.step(),
        Short(step(sections, least)),
        Short(step(interleaved, least)),
    )
}
