//! The picture of all sums in one plane: a thread for each word, a rung for every few positions. If words and positions
//! have separate directions, threads and rungs form a lattice.

use super::computed::Computed;
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, Type, WIDE};
use phasor_text::number::Grouped;

/// The type of headings.
pub(super) const HEAD: Type = LABEL.ink(Ink::Text).bold().size(13.0);
/// The approximate number of rungs.
const RUNGS: usize = 8;

pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    const NAMES: f32 = 72.0;
    const LEFT: f32 = 66.0;
    let width = drawing.size().0;
    let is_wide = width >= WIDE;
    let top = draw_readings(spec, computed, is_wide, drawing);
    let across = width - LEFT - NAMES;
    let height = (0.75 * across).clamp(300.0, 400.0);
    let [x, y] = computed.plane.ranges();
    let (across_label, up_label) = match (computed.n_aside, is_wide) {
        (0, true) => (
            "along the direction that follows the position",
            "along the line between two words",
        ),
        (0, false) => ("following the position", "between two words"),
        (_, true) => (
            "position part (along a direction set aside)",
            "word part (along a direction kept)",
        ),
        (_, false) => ("position part", "word part"),
    };
    let panel = drawing.panel(Panel {
        rect: Rect::new(LEFT, top, across, height),
        x: Axis::bare(x.0, x.1).labelled_within(across_label, across),
        y: Axis::bare(y.0, y.1).labelled(up_label, 5),
    });
    draw_rungs(spec, computed, &panel, drawing);
    draw_threads(spec, computed, &panel, drawing);
    draw_sum(spec, computed, &panel, drawing);
    drawing.set_height(panel.rect.bottom() + 46.0);
}

/// Draws the word and the position that are read; returns where the panel begins.
fn draw_readings(spec: &Spec, computed: &Computed, is_wide: bool, drawing: &mut Drawing) -> f32 {
    let position = spec.position().floor();
    let (word, is_right) = computed.word(spec);
    let verdict = |is_right: bool| if is_right { "right" } else { "wrong" };
    let word = format!("word read: {word}, {}", verdict(is_right));
    let place = match computed.position() {
        Some(read) => format!(
            "position read: {}, {}",
            Grouped(read as u64),
            verdict(read == position)
        ),
        None => "position read: none".to_owned(),
    };
    let second = match is_wide {
        true => Point::new(drawing.size().0 / 2.0, 14.0),
        false => Point::new(0.0, 33.0),
    };
    drawing.text(Point::new(0.0, 14.0), HEAD.ink(Ink::Query), word);
    drawing.text(second, HEAD.ink(Ink::Key), place);
    second.y + 34.0
}

fn at(panel: &Panel, (x, y): (f64, f64)) -> Point {
    Point::new(panel.x_px(x), panel.y_px(y))
}

/// Returns the sums of all words at a position, from the lowest to the highest.
fn rung(computed: &Computed, panel: &Panel, row: usize) -> Vec<Point> {
    let words = 0..computed.plane.words.len();
    let mut points: Vec<Point> = words
        .map(|word| at(panel, computed.plane.sum(word, row)))
        .collect();
    points.sort_by(|a, b| b.y.total_cmp(&a.y));
    points
}

/// Draws a line through the sums of all words for every few positions, with their numbers above.
fn draw_rungs(spec: &Spec, computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    let n = computed.plane.n_positions();
    let focus = computed.row(spec);
    let step = n.div_ceil(RUNGS).max(1);
    let mut taken = Vec::new();
    for row in std::iter::once(focus).chain((0..n).step_by(step)) {
        let points = rung(computed, panel, row);
        let in_focus = row == focus;
        let (thick, alpha) = if in_focus { (2.0, 1.0) } else { (1.0, 0.45) };
        let top = *points.last().expect("a sentence has words");
        let position = Grouped((computed.encodings.start + row as f64) as u64).to_string();
        let setting = if in_focus {
            HEAD.ink(Ink::Key)
        } else {
            LABEL.size(11.0)
        };
        let half = setting.width(&position) / 2.0;
        let is_free = |&(left, right): &(f32, f32)| top.x + half < left || top.x - half > right;
        if taken.iter().all(is_free) {
            taken.push((top.x - half - 5.0, top.x + half + 5.0));
            let above = Point::new(top.x, panel.rect.y - 7.0);
            drawing.text(above, setting.middle(), position);
        }
        drawing.line(points, thick, Ink::Key, alpha);
    }
    draw_columns(computed, panel, drawing);
}

/// Adds handles that choose the nearest position.
fn draw_columns(computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    const ACROSS: f32 = 8.0;
    for row in 0..computed.plane.n_positions() {
        let x = panel.x_px(computed.plane.sum(0, row).0);
        drawing.handle(Handle {
            rect: Rect::new(x - ACROSS / 2.0, panel.rect.y, ACROSS, panel.rect.height),
            grab: Grab::Set(Key::Position, computed.encodings.start + row as f64),
            panel: *panel,
        });
    }
}

/// Returns the index of the word in focus among the different words.
fn focus(spec: &Spec, computed: &Computed) -> usize {
    let words = spec.sentence().words();
    let wanted = words.get(spec.token());
    let place = computed
        .plane
        .words
        .iter()
        .position(|&place| words.get(place) == wanted);
    place.expect("every word of the sentence has a first copy")
}

/// Draws a line through the sums of each word with all positions, with its name at the end.
fn draw_threads(spec: &Spec, computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    const APART: f32 = 17.0;
    let (focus, last) = (
        focus(spec, computed),
        computed.plane.n_positions().saturating_sub(1),
    );
    let end = |word: usize| at(panel, computed.plane.sum(word, last));
    let mut order: Vec<usize> = (0..computed.plane.words.len()).collect();
    order.sort_by(|&a, &b| end(a).y.total_cmp(&end(b).y));
    let lowest = panel.rect.bottom() - APART * order.len() as f32;
    let mut above = panel.rect.y - APART;
    for (rank, word) in order.into_iter().enumerate() {
        let in_focus = word == focus;
        let (thick, alpha) = if in_focus { (2.6, 1.0) } else { (1.6, 0.45) };
        let thread = computed.plane.thread(word).map(|sum| at(panel, sum));
        drawing.line(thread, thick, Ink::Query, alpha);
        let place = *computed
            .plane
            .words
            .get(word)
            .expect("the order has every word");
        // Names of threads that end close together are moved apart, but stay beside the panel.
        let y = (end(word).y + 4.0).max(above + APART);
        let y = y.min(lowest + APART * (rank + 1) as f32);
        above = y;
        let setting = if in_focus { HEAD } else { LABEL };
        let name = Point::new(panel.rect.right() + 8.0, y);
        let word = spec.sentence().word(place);
        drawing.text(name, setting.ink(Ink::Query), word);
        drawing.handle(Handle {
            rect: Rect::new(name.x - 4.0, y - 12.0, 72.0, APART),
            grab: Grab::Set(Key::Token, place as f64),
            panel: *panel,
        });
    }
}

/// Draws the sum in focus.
fn draw_sum(spec: &Spec, computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    let sum = at(
        panel,
        computed
            .plane
            .sum(focus(spec, computed), computed.row(spec)),
    );
    drawing.disc(sum, 7.5, Ink::Surface, 1.0);
    drawing.disc(sum, 6.0, Ink::Text, 1.0);
}
