//! What the real model says next, as it should be and in this state.

use super::columns::{BESIDE, Columns};
use super::way::Way;
use crate::handle::Drawing;
use crate::positions::token_positions::answers::Answer;
use crate::positions::token_positions::written::{percent, printed};
use phasor_draw::{Ink, LABEL, Point, Rect, SMALL};

const ROW: f32 = 16.0;
const HEAD: f32 = 18.0;

/// Draws both answers, or why there is none, beside the matrix from the first of two heights on, or below it from the second
/// on; returns the lower edge.
pub(super) fn draw(
    way: Way,
    is_whole: bool,
    place: (&Columns, f32, f32),
    drawing: &mut Drawing,
) -> f32 {
    let answers = way.each(|state| {
        let answers = state.right_answer.zip(state.answer);
        answers.filter(|_| is_whole)
    });
    let feet = answers.into_iter().map(|(answers, weight)| {
        weight * draw_answers(answers, (is_whole, weight), place, drawing)
    });
    feet.sum()
}

fn draw_answers(
    answers: Option<(Answer, Answer)>,
    (is_whole, alpha): (bool, f32),
    (columns, beside, below): (&Columns, f32, f32),
    drawing: &mut Drawing,
) -> f32 {
    let (x, y, across) = match columns.is_wide() {
        true => (columns.width - BESIDE + 24.0, beside, BESIDE - 26.0),
        false => (2.0, below, columns.width / 2.0 - 8.0),
    };
    let Some((right, now)) = &answers else {
        let note = match is_whole {
            true => "SmolLM2’s answer is not stored for this state.",
            false => "The next word comes after the last token.",
        };
        let room = if columns.is_wide() {
            across
        } else {
            columns.width
        };
        let mut foot = y;
        for line in SMALL.lines(note, room) {
            foot += 14.0;
            drawing.text(Point::new(x, foot), SMALL.alpha(alpha), line);
        }
        return foot + 4.0;
    };
    let heads = ["next word, as it should be", "next word, here"];
    let end = list((heads[0], right), (x, y, across), (right, alpha), drawing);
    let (x, y) = match columns.is_wide() {
        true => (x, end + 18.0),
        false => (across + 14.0, y),
    };
    list((heads[1], now), (x, y, across), (right, alpha), drawing)
}

/// Draws the words of an answer with bars; words that are wrong are marked.
fn list(
    (head, answer): (&str, &Answer),
    (x, y, across): (f32, f32, f32),
    (right, alpha): (&Answer, f32),
    drawing: &mut Drawing,
) -> f32 {
    let setting = SMALL.bold().ink(Ink::Text).alpha(alpha);
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
        drawing.fill(bar, ink, 0.35 * alpha);
        let baseline = top + 12.0;
        let text = LABEL.ink(Ink::Text).alpha(alpha);
        drawing.text(Point::new(x + 4.0, baseline), text, printed(word));
        drawing.text(
            Point::new(x + across, baseline),
            SMALL.end().alpha(alpha),
            percent(*share),
        );
        top += ROW;
    }
    top
}
