//! Rules side by side: how much slower each makes every pair, and which pairs reach new angles.

use phasor_encoding::analysis::Stretch;
use phasor_text::number::Short;

use super::{NEW, SMALL, strip};
use crate::{Drawing, Ink, LABEL, Point, Rect, Type, WIDE};

/// A rule: its name, what it changes in a few words, what it does to pairs, and the factor of scores.
#[derive(Debug)]
pub struct Row {
    /// The name.
    pub name: String,
    /// What the rule changes, in a few words, or nothing. It is left out where there is no room.
    pub remark: &'static str,
    /// What the rule does to pairs.
    pub stretch: Stretch,
    /// The factor of every score.
    pub score_factor: f64,
}

const NAME: Type = LABEL.bold().ink(Ink::Text);
/// Room for the headings above the rows.
const TOP: f32 = 44.0;
/// The distance between lines of a name.
const LINE: f32 = 16.0;

/// Draws a row for each rule, one of them on a tinted ground; returns where the rows are.
pub fn draw<G>(rows: &[Row], chosen: usize, drawing: &mut Drawing<G>) -> Rect {
    let width = drawing.size().0;
    let is_wide = width >= WIDE;
    let has_remarks = rows.iter().any(|row| !row.remark.is_empty());
    let (names, counts, down) = match (is_wide, has_remarks) {
        (true, true) => (names_width(rows), 96.0, 62.0),
        (true, false) => (names_width(rows), 96.0, 46.0),
        (false, _) => (86.0, 62.0, 46.0),
    };
    draw_headings(names, drawing);
    for (place, row) in rows.iter().enumerate() {
        let rect = Rect::new(0.0, TOP + down * place as f32, width, down);
        if place == chosen {
            drawing.fill(rect, Ink::Faint, 0.5);
        }
        draw_name(row, names, rect, drawing);
        let bars = Rect::new(
            names,
            rect.y + 16.0,
            width - names - counts,
            rect.height - 26.0,
        );
        let arcs = row.stretch.new_arcs();
        strip::draw(&row.stretch, &arcs, bars, drawing);
        draw_count(row, &arcs, rect, drawing);
    }
    let all = Rect::new(0.0, TOP, width, down * rows.len() as f32);
    let at = Point::new(names, all.bottom() + 16.0);
    drawing.text(at, SMALL, "pairs, fastest first");
    drawing.set_height(all.bottom() + 24.0);
    all
}

/// Returns the room for names and remarks where each is one line.
fn names_width(rows: &[Row]) -> f32 {
    let widths = rows
        .iter()
        .map(|row| NAME.width(&row.name).max(SMALL.width(row.remark)));
    widths.fold(0.0, f32::max) + 18.0
}

fn draw_headings<G>(names: f32, drawing: &mut Drawing<G>) {
    let setting = SMALL.ink(Ink::Text);
    let at = Point::new(names, 13.0);
    drawing.text(at, setting, "bar: frequency divided by (log scale)");
    let sign = Rect::new(names, 24.0, 16.0, 4.0);
    drawing.fill(sign, NEW, 1.0);
    let at = Point::new(names + 22.0, 30.0);
    drawing.text(at, setting, "pair reaches new angles");
    let right = drawing.size().0 - 6.0;
    for (y, text) in [(13.0, "pairs with"), (30.0, "new angles")] {
        drawing.text(Point::new(right, y), setting.end(), text);
    }
}

/// Writes the name of a rule with its remark below, or the name in several lines where a drawing is narrow.
fn draw_name<G>(row: &Row, names: f32, rect: Rect, drawing: &mut Drawing<G>) {
    let lines = NAME.lines(&row.name, names - 8.0);
    let has_remark = rect.width >= WIDE && !row.remark.is_empty();
    let n_lines = lines.len() + usize::from(has_remark);
    let mut at = Point::new(
        6.0,
        rect.y + rect.height / 2.0 + 5.0 - LINE * (n_lines - 1) as f32 / 2.0,
    );
    for line in lines {
        drawing.text(at, NAME, line);
        at.y += LINE;
    }
    if has_remark {
        drawing.text(at, SMALL, row.remark);
    }
}

/// Writes how many pairs reach new angles, and by what the rule multiplies scores.
fn draw_count<G>(row: &Row, arcs: &[f64], rect: Rect, drawing: &mut Drawing<G>) {
    let (n_new, n_pairs) = (arcs.iter().filter(|arc| **arc > 0.0).count(), arcs.len());
    let ink = if n_new > 0 { NEW } else { Ink::Text };
    let middle = rect.y + rect.height / 2.0;
    let has_factor = row.score_factor != 1.0;
    let at = |down: f32| Point::new(rect.right() - 6.0, middle + down);
    let count = LABEL.bold().ink(ink).end();
    let lift = if has_factor { -2.0 } else { 5.0 };
    drawing.text(at(lift), count, format_args!("{n_new} of {n_pairs}"));
    if has_factor {
        let factor = Short(row.score_factor);
        let what = if rect.width >= WIDE { "scores " } else { "" };
        drawing.text(at(14.0), SMALL.end(), format_args!("{what}× {factor}"));
    }
}
