//! What the real model says next, as it should be and in this state.

use super::{Columns, SMALL};
use crate::handle::Drawing;
use crate::positions::token_positions::answers::Answer;
use crate::positions::token_positions::reading::percent;
use phasor_draw::{Ink, LABEL, Point, Rect};

/// The room beside the matrix, CSS pixels.
pub(super) const BESIDE: f32 = 190.0;
const ROW: f32 = 16.0;
const HEAD: f32 = 18.0;

/// Draws both answers beside the matrix, from the first of two heights on, or below it from the second on; returns the lower
/// edge.
pub(super) fn draw(
    (right, now): (&Answer, &Answer),
    columns: &Columns,
    (beside, below): (f32, f32),
    drawing: &mut Drawing,
) -> f32 {
    let heads = ["next word, as it should be", "next word, here"];
    match columns.is_wide() {
        true => {
            let left = columns.width - BESIDE + 24.0;
            let across = BESIDE - 26.0;
            let middle = list((heads[0], right), (left, beside, across), right, drawing);
            list(
                (heads[1], now),
                (left, middle + 18.0, across),
                right,
                drawing,
            )
        }
        false => {
            let across = columns.width / 2.0 - 8.0;
            list((heads[0], right), (2.0, below, across), right, drawing);
            list(
                (heads[1], now),
                (across + 14.0, below, across),
                right,
                drawing,
            )
        }
    }
}

/// Returns a word without the blank before it.
pub(in crate::positions::token_positions) fn printed(word: &str) -> &str {
    match word.trim() {
        "" => "(blank)",
        word => word,
    }
}

/// Draws the words of an answer with bars; words that are wrong are marked.
fn list(
    (head, answer): (&str, &Answer),
    (x, y, across): (f32, f32, f32),
    right: &Answer,
    drawing: &mut Drawing,
) -> f32 {
    let setting = SMALL.bold().ink(Ink::Text);
    let short = head.trim_start_matches("next word, ");
    drawing.text(
        Point::new(x, y + 11.0),
        setting,
        setting.fitting(&[head, short], across),
    );
    let mut top = y + HEAD;
    for (word, share) in answer {
        let is_right = right.first().is_some_and(|(best, _)| best == word);
        let ink = if is_right { Ink::Query } else { Ink::Muted };
        let bar = Rect::new(
            x,
            top + 1.0,
            across * (*share as f32 / 100.0).max(0.004),
            ROW - 4.0,
        );
        drawing.fill(bar, ink, 0.35);
        let baseline = top + 12.0;
        let text = LABEL.ink(Ink::Text);
        drawing.text(Point::new(x + 4.0, baseline), text, printed(word));
        drawing.text(
            Point::new(x + across, baseline),
            SMALL.end(),
            percent(*share),
        );
        top += ROW;
    }
    top
}
