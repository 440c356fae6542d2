//! Which keys each query sees, at which offset.

use super::columns::Columns;
use super::way::{Way, rolled};
use crate::Key;
use crate::handle::{Drawing, Grab, Handle};
use crate::positions::token_positions::computed::Computed;
use crate::positions::token_positions::program::RULE;
use crate::positions::token_positions::written::{numbers, offset, one_decimal};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, SMALL};
use phasor_encoding::positions::{Stage, Verdict};
use phasor_text::number::Tick;

/// The least height of a cell with two offsets.
const TWO_LINES: f32 = 28.0;

/// The radius of the flag of the query.
const FLAG: f32 = 9.0;

/// Draws a row for each query from `top` on, and notes below; returns the lower edge.
pub(super) fn draw(
    way: Way,
    (columns, query): (&Columns, Option<usize>),
    top: f32,
    drawing: &mut Drawing,
) -> f32 {
    let computed = way.to();
    let queries = computed.queries();
    if queries.is_empty() {
        let at = Point::new(columns.left, top + 24.0);
        drawing.text(at, SMALL, "no query");
        return top + 40.0;
    }
    let height = way.mean(|state| {
        let (room, tallest) = match columns.is_wide() {
            // Ids on several axes take more lines above.
            true if state.ids.n_axes() > 1 => (320.0, 58.0),
            true => (340.0, 58.0),
            false if state.pairs_disagree() => (156.0, TWO_LINES + 4.0),
            false => (156.0, 24.0),
        };
        (room / queries.len() as f32).clamp(9.0, tallest)
    });
    let bottom = top + height * queries.len() as f32;
    let panel = Panel {
        rect: Rect::new(
            columns.left,
            top,
            columns.right() - columns.left,
            bottom - top,
        ),
        x: Axis::bare(0.0, columns.n_tokens as f64),
        y: Axis::bare(queries.end as f64 - 0.5, queries.start as f64 - 0.5),
    };
    let mut without_room = 0.0_f32;
    for row in queries.clone().filter(|row| computed.is_query(*row)) {
        let y = top + height * (row - queries.start) as f32;
        for key in 0..columns.n_tokens {
            let rect = Rect::new(columns.x(key), y, columns.across, height).grown(-1.0);
            let lack = draw_cell(way, (row, key), (rect, columns.arrived(row)), drawing);
            without_room = without_room.max(lack);
        }
        draw_name(computed, (columns, row), (y, height), query, drawing);
    }
    draw_borders(computed, columns, (top, bottom), drawing);
    let rect = Rect::new(0.0, top, columns.right(), bottom - top);
    let grab = Grab::Slide {
        x: None,
        y: Some(Key::QueryToken),
    };
    drawing.handle(Handle { rect, grab, panel });
    if let Some(query) = query {
        let y = top + height * (query - queries.start) as f32;
        let row = Rect::new(columns.left, y, columns.x(query + 1) - columns.left, height);
        drawing.outline(row, 1.5, Ink::Query, 0.9);
        drawing.flag(
            Point::new(FLAG + 1.0, y + height / 2.0),
            FLAG,
            Ink::Query,
            "q",
        );
    }
    draw_notes((way, without_room), columns, bottom, drawing)
}

/// Draws the name of a query left of its row, which has this upper edge and height.
fn draw_name(
    computed: &Computed,
    (columns, row): (&Columns, usize),
    (y, height): (f32, f32),
    query: Option<usize>,
    drawing: &mut Drawing,
) {
    let is_focus = query == Some(row);
    if height < 12.0 && !is_focus {
        return;
    }
    let setting = match is_focus {
        true => SMALL.bold().ink(Ink::Query),
        false => SMALL,
    };
    let setting = setting.end().alpha(columns.arrived(row));
    let names = [&computed.names, &computed.short_names];
    let names = names.map(|names| names.get(row).map_or("", String::as_str));
    let name = setting.fitting(&names, columns.left - 8.0 - 2.4 * FLAG);
    let at = Point::new(columns.left - 6.0, y + height / 2.0 + 4.0);
    drawing.text(at, setting, name);
}

/// Draws a cell; returns how much of it has no room for its offset, from 0 to 1.
fn draw_cell(
    way: Way,
    (row, key): (usize, usize),
    (rect, alpha): (Rect, f32),
    drawing: &mut Drawing,
) -> f32 {
    for (verdict, weight) in way.each(|state| state.cell(row, key).verdict) {
        draw_ground(verdict, rect, alpha * weight, drawing);
    }
    let cells = way.each(|state| state.cell(row, key));
    if let [(one, before), (other, after)] = cells.as_slice()
        && let (None, None) = (one.slowest, other.slowest)
        && let (Some(from), Some(to)) = (&one.actual, &other.actual)
        && let Some(rolled) = rolled((from.values(), *before), (to.values(), *after))
    {
        let nearer = if after < before { one } else { other };
        let texts = (numbers(&rolled), None);
        let has_room = draw_offsets(nearer.verdict, texts, (rect, alpha), drawing);
        return if has_room { 0.0 } else { 1.0 };
    }
    let mut without_room = 0.0;
    for (cell, weight) in cells {
        if let Some(actual) = &cell.actual {
            let texts = (offset(actual), cell.slowest.map(one_decimal));
            if !draw_offsets(cell.verdict, texts, (rect, alpha * weight), drawing) {
                without_room += weight;
            }
        }
    }
    without_room
}

/// Fills a cell by what the query sees there.
fn draw_ground(verdict: Verdict, rect: Rect, alpha: f32, drawing: &mut Drawing) {
    match verdict {
        Verdict::Hidden => {}
        Verdict::Right => drawing.fill(rect, Ink::Muted, 0.12 * alpha),
        Verdict::Wrong => drawing.fill(rect, Ink::Trouble, 0.9 * alpha),
        Verdict::Foreign => {
            drawing.fill(rect, Ink::Trouble, 0.1 * alpha);
            draw_hatching(rect, alpha, drawing);
        }
    }
}

/// Writes the offset that a query sees, or those of the fastest and the slowest pair of components; returns
/// whether there is room for this.
fn draw_offsets(
    verdict: Verdict,
    (fastest, slowest): (String, Option<String>),
    (rect, alpha): (Rect, f32),
    drawing: &mut Drawing,
) -> bool {
    let setting = match verdict {
        Verdict::Hidden => return true,
        Verdict::Right => LABEL.ink(Ink::Text),
        Verdict::Wrong => LABEL.bold().ink(Ink::Surface),
        Verdict::Foreign => LABEL.bold().ink(Ink::Trouble),
    };
    let size = if rect.height < 15.0 || slowest.is_some() && rect.width < 30.0 {
        11.0
    } else {
        12.0
    };
    let setting = setting.size(size).middle().alpha(alpha);
    let fits = |text: &str| setting.width(text) <= rect.width - 2.0;
    let at = |below: f32| Point::new(rect.center().x, rect.center().y + 4.0 + below);
    match slowest {
        // Even where columns are narrow, these numbers need not keep off the edges of their cell.
        Some(slowest)
            if rect.height >= TWO_LINES - 2.0 && setting.width(&slowest) <= rect.width =>
        {
            let apart = (0.16 * rect.height).max(6.5);
            drawing.text(at(-apart), setting, fastest);
            drawing.text(at(apart), setting, slowest);
        }
        None if rect.height >= 11.0 && fits(&fastest) => drawing.text(at(0.0), setting, fastest),
        _ => return false,
    }
    true
}

/// Draws from `top` on what the two offsets of a cell are, where any cell has two, and how to read cells without room for
/// their offsets; returns the lower edge.
fn draw_notes(
    (way, without_room): (Way, f32),
    columns: &Columns,
    top: f32,
    drawing: &mut Drawing,
) -> f32 {
    let mut bottom = top;
    let disagree = way.amount(Computed::pairs_disagree);
    if disagree > 0.0 {
        let note = format!(
            "Red: above, the offset that the fastest pair of components sees, below, the slowest. Original length: {} tokens.",
            Tick(RULE.max_position_embeddings)
        );
        bottom = draw_note((&note, disagree), columns, bottom, drawing);
    }
    if without_room > 0.0 {
        let note = "Point at a cell without a number to read its offset.";
        bottom = draw_note((note, without_room), columns, bottom, drawing);
    }
    bottom
}

/// Draws a note, of which there is so much, from `top` on; returns the lower edge.
fn draw_note(
    (note, alpha): (&str, f32),
    columns: &Columns,
    top: f32,
    drawing: &mut Drawing,
) -> f32 {
    let (left, width) = match columns.is_wide() {
        true => (columns.left, columns.right() - columns.left),
        false => (2.0, columns.width - 4.0),
    };
    let mut height = 0.0;
    for line in SMALL.lines(note, width) {
        height += 14.0;
        drawing.text(Point::new(left, top + height), SMALL.alpha(alpha), line);
    }
    top + alpha * (height + 2.0)
}

/// Draws lines from the lower left to the upper right.
fn draw_hatching(rect: Rect, alpha: f32, drawing: &mut Drawing) {
    const APART: f32 = 7.0;
    let reach = rect.width + rect.height;
    let mut from = APART / 2.0;
    while from < reach {
        // The line x + y = from within the rectangle.
        let (low, high) = ((from - rect.height).max(0.0), from.min(rect.width));
        let at = |x: f32| Point::new(rect.x + x, rect.y + (from - x));
        drawing.segment(at(low), at(high), 1.0, Ink::Trouble, 0.45 * alpha);
        from += APART;
    }
}

/// Draws a line between documents, and a dashed one where the cache ends.
fn draw_borders(
    computed: &Computed,
    columns: &Columns,
    (top, bottom): (f32, f32),
    drawing: &mut Drawing,
) {
    let tokens = computed.layout.tokens();
    for (place, pair) in tokens.windows(2).enumerate() {
        let [one, next] = pair else { continue };
        let x = columns.x(place + 1);
        let (from, to) = (Point::new(x, top - 4.0), Point::new(x, bottom));
        if one.document != next.document {
            drawing.segment(from, to, 2.0, Ink::Text, 0.7);
        }
        if one.stage == Stage::Cached && next.stage == Stage::Current {
            drawing.dashed(from, to, 1.5, Ink::Muted, 0.9);
        }
    }
}
