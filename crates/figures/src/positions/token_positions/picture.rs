//! The picture of `token-positions`: the tokens with their ids, and below them what each query sees.

mod answer;
mod columns;
mod matrix;
mod strip;

use super::actions::TokenAction;
use super::computed::Computed;
use super::scores::{self, Score};
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use columns::{Columns, SMALL};
use phasor_draw::{Axis, Ink, Panel, Point, Rect};
use phasor_encoding::positions::Rule;

pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let columns = Columns::new(spec, computed, drawing.size().0);
    let query = computed.query(spec, scores::n_read(spec, computed));
    let top = strip::draw(computed, &columns, drawing);
    let mut bottom = matrix::draw(computed, (&columns, query), top + 8.0, drawing);
    if computed.pairs_disagree() {
        bottom = matrix::draw_legend(&columns, bottom, drawing);
    }
    let scores = query.and_then(|query| scores::of_query(spec, computed, query));
    if let Some(scores) = scores {
        bottom = draw_scores(&scores, &columns, bottom + 10.0, drawing);
    }
    if computed.program.rule == Rule::Sequential {
        let is_whole = scores::n_read(spec, computed) == computed.n_tokens();
        let lowest = answer::draw(computed, is_whole, (&columns, top, bottom + 10.0), drawing);
        bottom = bottom.max(lowest);
    }
    let bottom = draw_buttons(spec, computed, bottom + 10.0, drawing);
    drawing.set_height(bottom + 4.0);
}

/// Draws a bar for the score of the query with each key, and a line where it should be; returns the lower edge.
fn draw_scores(scores: &[Score], columns: &Columns, top: f32, drawing: &mut Drawing) -> f32 {
    let height = if columns.is_wide() { 60.0 } else { 26.0 };
    let all = scores
        .iter()
        .flat_map(|score| [score.actual, score.expected]);
    let lowest = all.flatten().fold(0.0, f64::min);
    let panel = Panel {
        rect: Rect::new(columns.left, top, columns.right() - columns.left, height),
        x: Axis::bare(0.0, columns.n_tokens as f64),
        y: Axis::bare(lowest, 1.0),
    };
    let zero = panel.y_px(0.0);
    let setting = SMALL.end().ink(Ink::Query);
    let label = setting.fitting(&["score of q", "score"], columns.left - 8.0);
    drawing.text(Point::new(columns.left - 6.0, top + 12.0), setting, label);
    let differs = |score: &Score| score.expected.is_some() && score.expected != score.actual;
    if scores.iter().any(differs) {
        let setting = SMALL.end();
        let label = setting.fitting(
            &["line: as it should be", "line: right"],
            columns.left - 8.0,
        );
        drawing.text(Point::new(columns.left - 6.0, top + 26.0), setting, label);
    }
    let (from, to) = (
        Point::new(columns.left, zero),
        Point::new(columns.right(), zero),
    );
    drawing.segment(from, to, 1.0, Ink::Faint, 1.0);
    for (key, score) in scores.iter().enumerate() {
        let alpha = columns.arrived(key);
        let x = columns.x(key);
        if let Some(actual) = score.actual {
            let end = panel.y_px(actual);
            let (high, low) = (end.min(zero), end.max(zero));
            let bar = Rect::new(
                x + 0.22 * columns.across,
                high,
                0.56 * columns.across,
                (low - high).max(0.6),
            );
            drawing.fill(bar, Ink::Query, 0.85 * alpha);
        }
        if let Some(expected) = score.expected.filter(|_| score.expected != score.actual) {
            let y = panel.y_px(expected);
            let (from, to) = (
                Point::new(x + 0.1 * columns.across, y),
                Point::new(x + 0.9 * columns.across, y),
            );
            drawing.segment(from, to, 2.0, Ink::Text, alpha);
        }
    }
    top + height
}

/// Draws what can be pressed: what mends or adds, and the arrival of all tokens; returns the lower edge.
fn draw_buttons(spec: &Spec, computed: &Computed, top: f32, drawing: &mut Drawing) -> f32 {
    const HEIGHT: f32 = 24.0;
    const GAP: f32 = 6.0;
    /// The lower edge of a picture without queries.
    const LOWEST: f32 = 120.0;
    let width = drawing.size().0;
    let n_tokens = computed.n_tokens() as f64;
    let n_read = scores::n_read(spec, computed) as f64;
    let first = computed.queries().start as f64 + 1.0;
    let arrival = match n_read >= n_tokens {
        true => vec![("token by token", Grab::Set(Key::TokensRead, first))],
        false => vec![
            ("next token", Grab::Set(Key::TokensRead, n_read + 1.0)),
            ("read all", Grab::Set(Key::TokensRead, n_tokens)),
        ],
    };
    let actions = TokenAction::ALL.into_iter();
    let actions = actions.filter(|action| match action {
        TokenAction::Right => computed.has_mistake(),
        action => computed.actions.contains(action),
    });
    let actions = actions.map(|action| action.press());
    let actions = actions.map(|press| (press.name, Grab::Act(press)));
    let arrival = arrival.into_iter().filter(|_| n_tokens > first);
    let (mut x, mut y) = (2.0, top.max(LOWEST - HEIGHT));
    for (text, grab) in actions.chain(arrival) {
        let across = SMALL.width(text) + 14.0;
        if x + across > width {
            (x, y) = (2.0, y + HEIGHT + GAP);
        }
        let rect = Rect::new(x, y, across, HEIGHT);
        let ink = match grab {
            Grab::Act(press) if press == TokenAction::Right.press() => Ink::Query,
            _ => Ink::Muted,
        };
        drawing.fill(rect, ink, 0.16);
        drawing.outline(rect.grown(-0.5), 1.0, ink, 0.6);
        let setting = SMALL.middle().ink(Ink::Text);
        drawing.text(Point::new(rect.center().x, y + 16.0), setting, text);
        let panel = Panel {
            rect,
            x: Axis::bare(0.0, 1.0),
            y: Axis::bare(0.0, 1.0),
        };
        drawing.handle(Handle { rect, grab, panel });
        x += across + GAP;
    }
    y + HEIGHT
}
