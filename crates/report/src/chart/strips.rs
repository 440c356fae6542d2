//! Rules side by side: how much slower each makes every pair, and which pairs reach new angles.

use super::SMALL;
use phasor_draw::strip::NEW;
use phasor_draw::{Drawing, Ink, LABEL, Point, Rect, WIDE, strip};
use phasor_encoding::analysis::Stretch;
use phasor_text::number::Short;

/// A row: the name of the rule, what it does to pairs, and the factor of scores.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) stretch: Stretch,
    pub(crate) score_factor: f64,
}

const TOP: f32 = 26.0;
const DOWN: f32 = 46.0;

/// Draws a row for each rule.
pub(crate) fn draw(width: f32, rows: &[Row]) -> Drawing {
    let mut drawing = Drawing::default();
    drawing.clear(width);
    let is_wide = width >= WIDE;
    let (names, counts) = if is_wide { (178.0, 100.0) } else { (0.0, 6.0) };
    draw_headings(names, &mut drawing);
    let down = if is_wide { DOWN } else { DOWN + 18.0 };
    for (place, row) in rows.iter().enumerate() {
        let top = TOP + down * place as f32;
        let rect = Rect::new(0.0, top, width, down);
        if place == 0 {
            drawing.fill(rect, Ink::Faint, 0.5);
        }
        let y = if is_wide {
            top + down / 2.0 + 5.0
        } else {
            top + 16.0
        };
        let name = LABEL.bold().ink(Ink::Text);
        drawing.text(Point::new(6.0, y), name, &row.name);
        let bars = Rect::new(
            names + 6.0,
            top + down - DOWN + 14.0,
            width - names - counts - 6.0,
            DOWN - 24.0,
        );
        let arcs = row.stretch.new_arcs();
        strip::draw(&row.stretch, &arcs, bars, &mut drawing);
        draw_count(row, &arcs, rect, &mut drawing);
    }
    let bottom = TOP + down * rows.len() as f32;
    let at = Point::new(names + 6.0, bottom + 15.0);
    drawing.text(at, SMALL, "pairs, fastest first");
    drawing.set_height(bottom + 22.0);
    drawing
}

fn draw_headings(names: f32, drawing: &mut Drawing) {
    let setting = SMALL.ink(Ink::Text);
    let left = Point::new(names + 6.0, 14.0);
    drawing.text(left, setting, "bar: frequency divided by");
    let x = names + 176.0;
    let sign = Rect::new(x, 8.0, 16.0, 4.0);
    drawing.fill(sign, NEW, 1.0);
    drawing.text(Point::new(x + 22.0, 14.0), setting, "new angles");
}

/// Writes how many pairs reach new angles, and by what scores are multiplied: beside the bars, or in the line of the name
/// where a drawing is narrow.
fn draw_count(row: &Row, arcs: &[f64], rect: Rect, drawing: &mut Drawing) {
    let n_new = arcs.iter().filter(|arc| **arc > 0.0).count();
    let ink = if n_new > 0 { NEW } else { Ink::Text };
    let right = rect.right() - 6.0;
    let is_wide = drawing.size().0 >= WIDE;
    let count = LABEL.bold().ink(ink).end();
    let (n_pairs, factor) = (arcs.len(), Short(row.score_factor));
    let has_factor = row.score_factor != 1.0;
    if !is_wide {
        let at = Point::new(right, rect.y + 16.0);
        let factor = if has_factor {
            format!("scores × {factor}, ")
        } else {
            String::new()
        };
        return drawing.text(at, count, format_args!("{factor}{n_new} of {n_pairs} new"));
    }
    let middle = rect.y + rect.height / 2.0;
    let y = if has_factor {
        middle - 2.0
    } else {
        middle + 5.0
    };
    drawing.text(
        Point::new(right, y),
        count,
        format_args!("{n_new} of {n_pairs} new"),
    );
    if has_factor {
        let at = Point::new(right, middle + 14.0);
        drawing.text(at, SMALL.end(), format_args!("scores × {factor}"));
    }
}
