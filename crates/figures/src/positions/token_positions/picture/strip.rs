//! The tokens in a row, and under each its position ids.

use super::columns::{Columns, SMALL};
use crate::handle::{Drawing, Grab, Handle};
use crate::positions::token_positions::computed::Computed;
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, Type};
use phasor_encoding::positions::{PositionIds, Stage, Token, TokenKind};
use phasor_text::number::{Place, Tick};

const CHIP: f32 = 22.0;
const ROW: f32 = 17.0;

/// Draws the tokens from the top on; returns the lower edge of their ids.
pub(super) fn draw(computed: &Computed, columns: &Columns, drawing: &mut Drawing) -> f32 {
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
        draw_token((computed, columns), (place, token), rect, drawing);
        let rect = Rect::new(columns.x(place), top, columns.across, bottom - top);
        drawing.handle(Handle {
            rect,
            grab: Grab::Token(place),
            panel,
        });
    }
    draw_ids(computed, columns, bottom + 2.0, drawing)
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
    (computed, columns): (&Computed, &Columns),
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
    let name = computed.short_names.get(place).map_or("", String::as_str);
    let setting = SMALL.middle().ink(ink).alpha(alpha);
    let middle = Point::new(rect.center().x, rect.center().y + 4.0);
    drawing.text(middle, setting, name);
    let struck = match computed.overwritten_by(place) {
        Some(later) => columns.arrived(later),
        None if computed.is_evicted(place) => alpha,
        None => 0.0,
    };
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
fn draw_ids(computed: &Computed, columns: &Columns, top: f32, drawing: &mut Drawing) -> f32 {
    let names = computed.program.rule.axis_names();
    let is_alone = names.len() == 1;
    let bold = LABEL.bold().ink(Ink::Text);
    let mut y = top;
    for (axis, name) in names.iter().enumerate() {
        let ids = axis_ids(&computed.ids, axis).zip(axis_ids(&computed.right_ids, axis));
        let texts = ids.map(|(id, right)| match id == right || is_alone {
            true => (Place(id).to_string(), bold),
            false => {
                let text = format!("{} ({})", Place(id), Place(right));
                (text, bold.ink(Ink::Trouble))
            }
        });
        draw_row(name, texts, (computed, columns, y), drawing);
        y += ROW;
    }
    if computed.ids_differ() && is_alone {
        let texts = axis_ids(&computed.right_ids, 0).map(|id| (Place(id).to_string(), LABEL));
        draw_row("should be", texts, (computed, columns, y), drawing);
        y += ROW;
    } else if computed.ids_differ() {
        let at = Point::new(columns.left, y + 11.0);
        drawing.text(at, SMALL, "in brackets: as it should be");
        y += ROW;
    }
    if let Some(slots) = &computed.slots {
        let texts = slots.slots().iter().enumerate().map(|(place, slot)| {
            let setting = match *slot == Some(place) {
                true => LABEL,
                false => bold.ink(Ink::Trouble),
            };
            (
                slot.map_or_else(String::new, |slot| Tick(slot as f64).to_string()),
                setting,
            )
        });
        draw_row("slot", texts, (computed, columns, y), drawing);
        y += ROW;
    }
    y
}

fn axis_ids(ids: &PositionIds, axis: usize) -> impl Iterator<Item = f64> {
    ids.axis(axis).unwrap_or(&[]).iter().copied()
}

/// Draws a text below each token, with a name before all.
fn draw_row(
    name: &str,
    texts: impl Iterator<Item = (String, Type)>,
    (computed, columns, top): (&Computed, &Columns, f32),
    drawing: &mut Drawing,
) {
    let baseline = top + 12.0;
    drawing.text(Point::new(columns.left - 6.0, baseline), SMALL.end(), name);
    for (token, (text, setting)) in texts.enumerate() {
        let content = computed.layout.tokens().get(token);
        let is_padding = content.is_some_and(Token::is_padding);
        let faded = match is_padding || computed.is_evicted(token) {
            true => 0.5,
            false => 1.0,
        };
        let setting = setting.middle().alpha(faded * columns.arrived(token));
        drawing.text(Point::new(columns.middle(token), baseline), setting, text);
    }
}
