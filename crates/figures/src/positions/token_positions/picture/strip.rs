//! The tokens in a row, and under each its position ids.

use super::columns::Columns;
use super::way::{Way, rolled};
use crate::handle::{Drawing, Grab, Handle};
use crate::positions::token_positions::computed::Computed;
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, SMALL, Type};
use phasor_encoding::positions::{PositionIds, Stage, Token, TokenKind};
use phasor_text::number::{Place, Tick};

const CHIP: f32 = 22.0;
const ROW: f32 = 17.0;

/// Draws the tokens from the top on; returns the lower edge of their ids.
pub(super) fn draw(way: Way, columns: &Columns, drawing: &mut Drawing) -> f32 {
    let computed = way.to();
    let top = draw_cache(computed, columns, drawing);
    // Names that are wider than a column alternate between two heights.
    let widest = (computed.short_names.iter())
        .map(|name| SMALL.width(name))
        .fold(0.0, f32::max);
    let n_lines = if widest + 6.0 <= columns.across { 1 } else { 2 };
    let bottom = top + CHIP * n_lines as f32;
    let panel = Panel {
        rect: Rect::new(
            columns.left,
            top,
            columns.right() - columns.left,
            bottom - top,
        ),
        x: Axis::bare(0.0, columns.n_tokens as f64),
        y: Axis::bare(0.0, 1.0),
    };
    for (place, token) in computed.layout.tokens().iter().enumerate() {
        let wide = match n_lines {
            1 => columns.across,
            _ => chip_width(computed, place).max(columns.across),
        };
        let line = top + CHIP * (place % n_lines) as f32;
        let left = columns.middle(place) - wide / 2.0 + 1.0;
        let rect = within(
            Rect::new(left, line, wide - 2.0, CHIP - 2.0),
            drawing.size().0,
        );
        let alpha = columns.arrived(place);
        let foot = Point::new(columns.middle(place), bottom);
        let head = Point::new(foot.x, rect.bottom());
        drawing.segment(head, foot, 1.0, Ink::Muted, 0.6 * alpha);
        draw_token((way, columns), (place, token), rect, drawing);
        let rect = Rect::new(columns.x(place), top, columns.across, bottom - top);
        drawing.handle(Handle {
            rect,
            grab: Grab::Token(place),
            panel,
        });
    }
    draw_ids(way, columns, bottom + 2.0, drawing)
}

/// Returns the width of a token's plate with its name.
fn chip_width(computed: &Computed, place: usize) -> f32 {
    let name = computed.short_names.get(place).map_or("", String::as_str);
    SMALL.width(name) + 10.0
}

/// Draws a line above the cached tokens; returns its lower edge.
fn draw_cache(computed: &Computed, columns: &Columns, drawing: &mut Drawing) -> f32 {
    const TOP: f32 = 4.0;
    let n_cached = computed.layout.n_cached();
    if n_cached == 0 {
        return TOP;
    }
    let (left, right) = (columns.left + 2.0, columns.x(n_cached) - 3.0);
    let across = right - left;
    let name = SMALL.fitting(&["in the cache", "cache"], across - 8.0);
    let at = Point::new(left, TOP + 9.0);
    drawing.text(at, SMALL, name);
    let (from, to) = (
        Point::new(left + SMALL.width(name) + 5.0, TOP + 5.0),
        Point::new(right, TOP + 5.0),
    );
    if from.x < to.x {
        drawing.segment(from, to, 1.0, Ink::Muted, 0.8);
        let foot = Point::new(to.x, to.y + 5.0);
        drawing.segment(to, foot, 1.0, Ink::Muted, 0.8);
    }
    TOP + 14.0
}

/// Returns the rectangle without what is beyond the edges of the picture.
fn within(rect: Rect, width: f32) -> Rect {
    let left = rect.x.max(0.0);
    Rect::new(left, rect.y, rect.right().min(width) - left, rect.height)
}

fn draw_token(
    (way, columns): (Way, &Columns),
    (place, token): (usize, &Token),
    rect: Rect,
    drawing: &mut Drawing,
) {
    let alpha = columns.arrived(place);
    let is_cached = token.stage == Stage::Cached;
    let (ink, fill) = match token.kind {
        TokenKind::Padding => (Ink::Muted, 0.14),
        TokenKind::Patch { .. } | TokenKind::RowEnd { .. } => (Ink::Third, 0.42),
        _ if token.document % 2 == 1 => (Ink::Diverging(-0.75), 0.38),
        _ => (Ink::Diverging(0.75), 0.34),
    };
    let fill = if is_cached { 0.45 * fill } else { fill };
    drawing.fill(rect, ink, fill * alpha);
    if is_cached {
        drawing.outline(rect.grown(-0.5), 1.0, ink, 0.8 * alpha);
    }
    let ink = if token.is_padding() {
        Ink::Muted
    } else {
        Ink::Text
    };
    let name = way.to().short_names.get(place).map_or("", String::as_str);
    let setting = SMALL.middle().ink(ink).alpha(alpha);
    let middle = Point::new(rect.center().x, rect.center().y + 4.0);
    drawing.text(middle, setting, name);
    let struck = way.mean(|computed| match computed.overwritten_by(place) {
        Some(later) => columns.arrived(later),
        None if computed.is_evicted(place) => alpha,
        None => 0.0,
    });
    if struck > 0.0 {
        let half = SMALL.width(name) / 2.0 + 3.0;
        let (from, to) = (
            Point::new(middle.x - half, middle.y - 4.0),
            Point::new(middle.x + half, middle.y - 4.0),
        );
        drawing.segment(from, to, 1.5, Ink::Trouble, struck);
    }
}

/// Draws the ids on each axis. Where they are not as they should be, the right ones follow: in their own row, or, where several
/// axes leave no room for that, beside them. Returns the lower edge.
fn draw_ids(way: Way, columns: &Columns, top: f32, drawing: &mut Drawing) -> f32 {
    let names = way.to().program.rule.axis_names();
    let is_alone = names.len() == 1;
    let bold = LABEL.bold().ink(Ink::Text);
    let row = |y: f32, alpha: f32| Row {
        way,
        columns,
        y,
        alpha,
    };
    let mut y = top;
    for (axis, name) in names.iter().enumerate() {
        row(y, 1.0).draw(name, drawing, |token| match is_alone {
            true => rolling(way, bold, |state| id(&state.ids, axis, token)),
            false => way.each(|state| id_beside_right(state, axis, token)),
        });
        y += ROW;
    }
    let differ = way.amount(Computed::ids_differ);
    if differ > 0.0 && is_alone {
        let right = |token| rolling(way, LABEL, |state| id(&state.right_ids, 0, token));
        row(y, differ).draw("should be", drawing, right);
    } else if differ > 0.0 {
        let at = Point::new(columns.left, y + 11.0);
        drawing.text(at, SMALL.alpha(differ), "in brackets: as it should be");
    }
    y += ROW * differ;
    let slots = way.amount(|state| state.slots.is_some());
    if slots > 0.0 {
        row(y, slots).draw("slot", drawing, |token| {
            let mut of_ends = way.ends().filter_map(|(state, _)| slot(state, token));
            of_ends.next().map(|slot| (slot, 1.0)).into_iter().collect()
        });
    }
    y + ROW * slots
}

/// A text and how it is set.
type Written = (String, Type);

/// Returns the id of a token; `None` if it has none on this axis.
fn id(ids: &PositionIds, axis: usize, token: usize) -> Option<f64> {
    ids.axis(axis)?.get(token).copied()
}

/// Returns a number as text, which counts up or down on the way.
fn rolling(way: Way, setting: Type, of: impl Fn(&Computed) -> Option<f64>) -> Vec<(Written, f32)> {
    let ends: Vec<(f64, f32)> = (way.ends())
        .filter_map(|(state, weight)| Some((of(state)?, weight)))
        .collect();
    let written = |number: f64| (Place(number).to_string(), setting);
    if let [(one, before), (other, after)] = ends.as_slice()
        && let Some(rolled) = rolled((&[*one], *before), (&[*other], *after))
    {
        return rolled.into_iter().map(|id| (written(id), 1.0)).collect();
    }
    way.each(|state| of(state).map(written))
        .into_iter()
        .filter_map(|(text, weight)| Some((text?, weight)))
        .collect()
}

/// Returns the id of a token, and in brackets the right one if it is another.
fn id_beside_right(state: &Computed, axis: usize, token: usize) -> Written {
    let bold = LABEL.bold().ink(Ink::Text);
    let ids = [&state.ids, &state.right_ids].map(|ids| id(ids, axis, token).unwrap_or(0.0));
    let [id, right] = ids;
    match id == right {
        true => (Place(id).to_string(), bold),
        false => {
            let text = format!("{} ({})", Place(id), Place(right));
            (text, bold.ink(Ink::Trouble))
        }
    }
}

/// Returns the slot of the key of a token, if keys lie where their ids say.
fn slot(state: &Computed, token: usize) -> Option<Written> {
    let slot = (*state.slots.as_ref()?.slots().get(token)?)?;
    let setting = match slot == token {
        true => LABEL,
        false => LABEL.bold().ink(Ink::Trouble),
    };
    Some((Tick(slot as f64).to_string(), setting))
}

/// A row with a text below each token.
struct Row<'a> {
    way: Way<'a>,
    columns: &'a Columns,
    y: f32,
    alpha: f32,
}

impl Row<'_> {
    /// Draws the texts of each token, each with its weight, and a name before all.
    fn draw(
        &self,
        name: &str,
        drawing: &mut Drawing,
        texts: impl Fn(usize) -> Vec<(Written, f32)>,
    ) {
        let (columns, baseline) = (self.columns, self.y + 12.0);
        let at = Point::new(columns.left - 6.0, baseline);
        drawing.text(at, SMALL.end().alpha(self.alpha), name);
        for (token, content) in self.way.to().layout.tokens().iter().enumerate() {
            let faded = self.way.mean(|state| {
                let is_faded = content.is_padding() || state.is_evicted(token);
                if is_faded { 0.5 } else { 1.0 }
            });
            for ((text, setting), weight) in texts(token) {
                let alpha = self.alpha * weight * faded * columns.arrived(token);
                let at = Point::new(columns.middle(token), baseline);
                drawing.text(at, setting.middle().alpha(alpha), text);
            }
        }
    }
}
