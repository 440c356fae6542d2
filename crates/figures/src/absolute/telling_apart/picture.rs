//! The word and position that are read from one sum.

use super::computed::Computed;
use super::floor::{self, HEAD};
use super::parameters::ApartView;
use super::room;
use crate::handle::{Drawing, Grab, Handle};
use crate::{Sentence, Spec};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, WIDE};
use phasor_text::number::{Fixed, Grouped};

const GAP: f32 = 32.0;

pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let bottom = match spec.choice::<ApartView>() {
        ApartView::Plane => return floor::draw(spec, computed, drawing),
        ApartView::Read => {
            let bottom = draw_lists(spec, computed, 14.0, drawing);
            draw_positions(spec, computed, bottom + 36.0, drawing) + 46.0
        }
        ApartView::Shares => room::draw(spec, computed, drawing),
    };
    drawing.set_height(bottom);
}

/// Returns the left edge of a panel whose vertical axis has numbers.
fn left(drawing: &Drawing) -> f32 {
    if drawing.size().0 >= WIDE { 62.0 } else { 46.0 }
}

/// Draws the words nearest to the sum, without and with directions set aside; returns the lower end.
fn draw_lists(spec: &Spec, computed: &Computed, top: f32, drawing: &mut Drawing) -> f32 {
    let width = drawing.size().0;
    let is_wide = width >= WIDE;
    let across = if is_wide { (width - GAP) / 2.0 } else { width };
    let n_nearest = if is_wide { 5 } else { 3 };
    let titles = [
        "words nearest to the sum".to_owned(),
        match computed.n_aside {
            0 => "with no direction set aside".to_owned(),
            n => format!("with {n} directions set aside"),
        },
    ];
    let mut at = Point::new(0.0, top);
    let mut bottom = top;
    for (title, nearest) in titles.iter().zip(&computed.nearest) {
        drawing.text(at, HEAD, title);
        let nearest = nearest.get(..n_nearest).unwrap_or(nearest);
        bottom = draw_list(spec, nearest, Rect::new(at.x, at.y, across, 0.0), drawing);
        at = if is_wide {
            Point::new(across + GAP, top)
        } else {
            Point::new(0.0, bottom + 30.0)
        };
    }
    bottom
}

fn draw_list(spec: &Spec, nearest: &[(usize, f64)], place: Rect, drawing: &mut Drawing) -> f32 {
    const NAMES: f32 = 84.0;
    const NUMBERS: f32 = 44.0;
    const ROW: f32 = 20.0;
    let wanted = spec.sentence().words().get(spec.token());
    let across = place.width - NAMES - NUMBERS;
    let mut y = place.y + 24.0;
    for (word, cosine) in nearest {
        let is_right = Some(word) == wanted;
        let (setting, ink) = match is_right {
            true => (LABEL.bold().ink(Ink::Query), Ink::Query),
            false => (LABEL, Ink::Muted),
        };
        let start = place.x + NAMES;
        let name = Point::new(start - 8.0, y);
        drawing.text(name, setting.end(), Sentence::known(*word));
        let width = (cosine.max(0.0) as f32 * across).max(0.6);
        drawing.fill(
            Rect::new(start, y - 10.0, width, 12.0),
            ink,
            if is_right { 1.0 } else { 0.5 },
        );
        let number = Point::new(start + width + 6.0, y);
        drawing.text(number, setting, format_args!("{:.2}", Fixed(*cosine)));
        y += ROW;
    }
    y - ROW
}

/// Draws the cosine of the sum with the encoding of each position, in the directions set aside; returns the lower end of
/// the panel.
fn draw_positions(spec: &Spec, computed: &Computed, top: f32, drawing: &mut Drawing) -> f32 {
    let left = left(drawing);
    let height = if drawing.size().0 >= WIDE {
        150.0
    } else {
        90.0
    };
    let rect = Rect::new(left, top + 16.0, drawing.size().0 - left - 14.0, height);
    let start = computed.encodings.start;
    let x = Axis::bare(start, start + computed.positions.len() as f64);
    let is_signed = computed.positions.iter().any(|&cosine| cosine < 0.0);
    let low = if is_signed { -1.05 } else { 0.0 };
    let panel = drawing.panel(Panel {
        rect,
        x: x.labelled_within("position (tokens)", rect.width),
        y: Axis::bare(low, 1.05).labelled("cosine", 3),
    });
    let zero = panel.y_px(0.0);
    let ends = [rect.x, rect.right()].map(|x| Point::new(x, zero));
    drawing.line(ends, 1.0, Ink::Faint, 1.0);
    let place = |position: f64| panel.x_px(position + 0.5);
    let is_narrow = drawing.size().0 < 340.0;
    let subject = if is_narrow {
        "position read"
    } else {
        "position read in these directions"
    };
    let position = spec.position().floor();
    let text = match computed.position() {
        None => "none".to_owned(),
        Some(read) if read == position => format!("{}, correct", Grouped(read as u64)),
        Some(read) => format!("{}, not {}", Grouped(read as u64), Grouped(position as u64)),
    };
    drawing.text(
        Point::new(0.0, top),
        HEAD,
        format_args!("{subject}: {text}"),
    );
    let x = place(position);
    drawing.dashed(
        Point::new(x, rect.y),
        Point::new(x, rect.bottom()),
        1.2,
        Ink::Text,
        0.8,
    );
    if let Some(read) = computed.position() {
        let curve = computed.positions.iter().enumerate();
        let curve =
            curve.map(|(row, &cosine)| Point::new(place(start + row as f64), panel.y_px(cosine)));
        drawing.line(curve.clone(), 1.6, Ink::Key, 1.0);
        let at = curve.clone().nth((read - start) as usize);
        let at = at.expect("the position that is read is one of these");
        drawing.disc(at, 4.5, Ink::Key, 1.0);
    }
    drawing.handle(Handle {
        rect: rect.grown(8.0),
        grab: Grab::Position,
        panel,
    });
    rect.bottom()
}
