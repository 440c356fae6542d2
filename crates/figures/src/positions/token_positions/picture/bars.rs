//! The scores of a query with all keys, as bars.

use super::columns::Columns;
use super::way::Way;
use crate::Spec;
use crate::handle::Drawing;
use crate::positions::token_positions::scores::{self, Score};
use phasor_draw::{Axis, Ink, Panel, Point, Rect, SMALL};

/// A number with how much there is of it, on the way from one state to another.
type Partly = Option<(f64, f32)>;

/// Draws a bar for the score of the query with each key, and a line where it should be; returns the lower edge.
pub(super) fn draw(
    spec: &Spec,
    way: Way,
    (columns, query): (&Columns, usize),
    top: f32,
    drawing: &mut Drawing,
) -> f32 {
    let of_ends: Vec<(Vec<Score>, f32)> = (way.ends())
        .filter_map(|(state, weight)| Some((scores::of_query(spec, state, query)?, weight)))
        .collect();
    let mean = |of: fn(&[Score]) -> f64| {
        let of_ends = of_ends.iter();
        of_ends
            .map(|(scores, weight)| f64::from(*weight) * of(scores))
            .sum::<f64>()
    };
    let height = if columns.is_wide() { 60.0 } else { 26.0 };
    let panel = Panel {
        rect: Rect::new(columns.left, top, columns.right() - columns.left, height),
        x: Axis::bare(0.0, columns.n_tokens as f64),
        y: Axis::bare(mean(lowest), 1.0),
    };
    let zero = panel.y_px(0.0);
    let setting = SMALL.end().ink(Ink::Query);
    let label = setting.fitting(&["score of q", "score"], columns.left - 8.0);
    drawing.text(Point::new(columns.left - 6.0, top + 12.0), setting, label);
    let share =
        mean(|scores| f64::from(u8::from(scores.iter().any(|score| score.line().is_some()))));
    if share > 0.0 {
        let setting = SMALL.end().alpha(share as f32);
        let texts = ["line: as it should be", "line: right"];
        let label = setting.fitting(&texts, columns.left - 8.0);
        drawing.text(Point::new(columns.left - 6.0, top + 26.0), setting, label);
    }
    let ends = [columns.left, columns.right()].map(|x| Point::new(x, zero));
    drawing.segment(ends[0], ends[1], 1.0, Ink::Faint, 1.0);
    for key in 0..columns.n_tokens {
        let number = |of: fn(&Score) -> Option<f64>| {
            let numbers = of_ends.iter();
            let numbers = numbers.map(|(scores, weight)| (scores.get(key).and_then(of), *weight));
            partly(numbers)
        };
        let (actual, line) = (number(|score| score.actual), number(Score::line));
        draw_score((actual, line), &panel, (columns, key), drawing);
    }
    top + height
}

/// Returns the mean of the numbers that are there, with the sum of their weights.
fn partly(numbers: impl Iterator<Item = (Option<f64>, f32)>) -> Partly {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (number, weight) in numbers {
        if let Some(number) = number {
            sum += number * f64::from(weight);
            weights += weight;
        }
    }
    (weights > 0.0).then(|| (sum / f64::from(weights), weights))
}

/// Returns the lowest score, or 0 if none is below.
fn lowest(scores: &[Score]) -> f64 {
    let all = scores
        .iter()
        .flat_map(|score| [score.actual, score.expected]);
    all.flatten().fold(0.0, f64::min)
}

/// Draws the bar of a key, and the line.
fn draw_score(
    (actual, line): (Partly, Partly),
    panel: &Panel,
    (columns, key): (&Columns, usize),
    drawing: &mut Drawing,
) {
    let (x, zero) = (columns.x(key), panel.y_px(0.0));
    let arrived = columns.arrived(key);
    if let Some((actual, alpha)) = actual {
        let end = panel.y_px(actual);
        let (high, low) = (end.min(zero), end.max(zero));
        let (left, across) = (x + 0.22 * columns.across, 0.56 * columns.across);
        let bar = Rect::new(left, high, across, (low - high).max(0.6));
        drawing.fill(bar, Ink::Query, 0.85 * alpha * arrived);
    }
    if let Some((line, alpha)) = line {
        let y = panel.y_px(line);
        let ends = [0.1, 0.9].map(|part| Point::new(x + part * columns.across, y));
        drawing.segment(ends[0], ends[1], 2.0, Ink::Text, alpha * arrived);
    }
}
