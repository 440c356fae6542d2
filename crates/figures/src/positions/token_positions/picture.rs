//! The picture of `token-positions`: the tokens with their ids, and below them what each query sees.

mod answer;
mod bars;
mod columns;
mod matrix;
mod strip;
mod way;

use super::actions::TokenAction;
use super::computed::Computed;
use super::scores;
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use columns::Columns;
use phasor_draw::{Axis, Ink, Panel, Point, Rect, SMALL};
use phasor_encoding::positions::Rule;
pub(super) use way::Way;

pub(super) fn draw(spec: &Spec, way: Way, drawing: &mut Drawing) {
    let computed = way.to();
    let columns = Columns::new(spec, computed, drawing.size().0);
    let query = computed.query(spec, scores::n_read(spec, computed));
    let top = strip::draw(way, &columns, drawing);
    let mut bottom = matrix::draw(way, (&columns, query), top + 8.0, drawing);
    if let Some(query) = query.filter(|_| scores::are_known(computed)) {
        bottom = bars::draw(spec, way, (&columns, query), bottom + 10.0, drawing);
    }
    if computed.program.rule == Rule::Sequential {
        let is_whole = scores::n_read(spec, computed) == computed.n_tokens();
        let lowest = answer::draw(way, is_whole, (&columns, top, bottom + 10.0), drawing);
        bottom = bottom.max(lowest);
    }
    let buttons = way.each(|state| buttons(spec, state));
    let n_sets = buttons.len();
    let feet = buttons.into_iter().enumerate();
    let feet = feet.map(|(place, (buttons, weight))| {
        // What fades away cannot be pressed.
        let is_last = place + 1 == n_sets;
        weight * draw_buttons(&buttons, (bottom + 10.0, weight, is_last), drawing)
    });
    let bottom: f32 = feet.sum();
    drawing.set_height(bottom + 4.0);
}

/// Returns what can be pressed: what mends or adds, and the arrival of all tokens.
fn buttons(spec: &Spec, computed: &Computed) -> Vec<(&'static str, Grab)> {
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
    actions.chain(arrival).collect()
}

/// Draws buttons from a height on, with handles if they can be pressed; returns the lower edge.
fn draw_buttons(
    buttons: &[(&'static str, Grab)],
    (top, alpha, can_press): (f32, f32, bool),
    drawing: &mut Drawing,
) -> f32 {
    const HEIGHT: f32 = 24.0;
    const GAP: f32 = 6.0;
    /// The lower edge of a picture without queries.
    const LOWEST: f32 = 120.0;
    let width = drawing.size().0;
    let (mut x, mut y) = (2.0, top.max(LOWEST - HEIGHT));
    for &(text, grab) in buttons {
        let across = SMALL.width(text) + 14.0;
        if x + across > width {
            (x, y) = (2.0, y + HEIGHT + GAP);
        }
        let rect = Rect::new(x, y, across, HEIGHT);
        let ink = match grab {
            Grab::Act(press) if press == TokenAction::Right.press() => Ink::Query,
            _ => Ink::Muted,
        };
        drawing.fill(rect, ink, 0.16 * alpha);
        drawing.outline(rect.grown(-0.5), 1.0, ink, 0.6 * alpha);
        let setting = SMALL.middle().ink(Ink::Text).alpha(alpha);
        drawing.text(Point::new(rect.center().x, y + 16.0), setting, text);
        if can_press {
            let panel = Panel {
                rect,
                x: Axis::bare(0.0, 1.0),
                y: Axis::bare(0.0, 1.0),
            };
            drawing.handle(Handle { rect, grab, panel });
        }
        x += across + GAP;
    }
    y + HEIGHT
}
