//! What is lost when a sinusoidal code keeps the sine of every pair alone, or the cosine.

mod parts;

use std::rc::Rc;

use super::view::View;
use parts::{Dial, WIDE, draw_dial, draw_strips};

use crate::config::choice::{Choice, Components};
use crate::config::{Key, Spec};
use crate::encoding::{Frequencies, Order, Sinusoidal};
use crate::figure::cache::{Made, made_once};
use crate::figure::drawing::{Drawing, Ink, LABEL};
use crate::figure::geometry::{Axis, Panel, Point, Rect};
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, pan, preset};
use crate::figure::number::{Fixed, Place};
use crate::figure::table::Column;

/// The figure `sines-only`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "Sines alone",
    caption: "Above, the dot product of the codes of p and p + offset at every position p: with sines \
        and cosines it is the same everywhere, with half of them it is not. The dial shows one pair, \
        the strips the components; those left out are empty, so half as many remain.",
    keyboard: "Keys on the figure: ← → move p, ↑ ↓ change the offset, Shift takes ten, Space plays.",
    shared_keys: &[
        Key::Base,
        Key::Dim,
        Key::Position,
        Key::Offset,
        Key::Length,
        Key::Pair,
        Key::Order,
    ],
    own_keys: &[Key::Components],
    leading_keys: &[Key::Components],
    presets: &[
        preset("cosines alone", "components=cosines"),
        preset("both", "components=both"),
        preset("both, concatenated", "components=both&order=concatenated"),
        preset(
            "sines of position 0: nothing",
            "components=sines&position=0",
        ),
    ],
    idle: |_, _| false,
    clock: Some(Key::Position),
    arrow: pan,
    sketch: || Box::<SinesOnly>::default(),
};

#[derive(Debug, Default)]
struct SinesOnly(Made<Asked, Rc<Dots>>);

/// What the curves depend on: base, dim, offset, first position, length.
type Asked = (f64, usize, f64, f64, usize);

/// The dot products of two codes at every position.
#[derive(Debug)]
struct Dots {
    frequencies: Frequencies,
    both: f64,
    sines: Vec<f64>,
    cosines: Vec<f64>,
}

impl View for SinesOnly {
    type Seen = Rc<Dots>;
    const ROWS: &'static str =
        "the dot product of the codes of each position and of the one at the offset";

    fn seen(&mut self, spec: &Spec) -> Option<Rc<Dots>> {
        let asked = (
            spec.base(),
            spec.dim(),
            spec.offset(),
            spec.start(),
            spec.length(),
        );
        made_once(&mut self.0, asked, || {
            // The table's ranges lie inside those of the encoding.
            let frequencies = Frequencies::new(spec.base(), spec.dim()).ok()?;
            let of = |order, length| {
                let code = Sinusoidal::new(frequencies.clone(), order);
                code.dots(spec.offset(), spec.start(), length)
            };
            let both = of(Order::Interleaved, 1).first().copied();
            let sines = of(Order::SinesOnly, spec.length());
            let both = both.unwrap_or_default();
            Some(Rc::new(Dots {
                both,
                cosines: sines.iter().map(|sines| both - sines).collect(),
                sines,
                frequencies,
            }))
        })
    }

    fn draw(spec: &Spec, dots: &Self::Seen, drawing: &mut Drawing) {
        let width = drawing.size().0;
        let chart = draw_curves(spec, dots, drawing);
        let top = chart.bottom() + 78.0;
        if width >= 560.0 {
            let dial = Rect::new(8.0, top, WIDE, 176.0);
            draw_dial(spec, &dots.frequencies, dial, drawing);
            let strips = Rect::new(dial.right() + 40.0, top - 9.0, width - 306.0, 0.0);
            let bottom = draw_strips(spec, &dots.frequencies, strips, drawing);
            drawing.set_height(bottom.max(dial.bottom()));
        } else {
            let height = if width < 310.0 { 330.0 } else { 176.0 };
            let dial = Rect::new(8.0, top, width - 16.0, height);
            draw_dial(spec, &dots.frequencies, dial, drawing);
            let strips = Rect::new(8.0, dial.bottom() + 40.0, width - 16.0, 0.0);
            let bottom = draw_strips(spec, &dots.frequencies, strips, drawing);
            drawing.set_height(bottom);
        }
    }

    fn reading(spec: &Spec, dots: &Self::Seen) -> String {
        let dial = Dial::new(spec, &dots.frequencies);
        let (place, offset) = (Place(spec.position()), Place(spec.offset()));
        let pair = dial.pair;
        let (name, curve) = match spec.components() {
            Components::Sines => ("sine", &dots.sines),
            Components::Cosines => ("cosine", &dots.cosines),
            Components::Both => {
                return format!(
                    "With sines and cosines, {}, two codes {offset} apart have the dot product {:.3} at every \
                     position, and the order of the components does not change it.",
                    spec.order().word().label,
                    Fixed(dots.both),
                );
            }
        };
        let low = curve.iter().copied().fold(f64::INFINITY, f64::min);
        let high = curve.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let at = |ahead: f64| Fixed(Dial::kept(spec, dial.angle + ahead));
        let twin = match dial.ahead {
            None => format!("The {name} of pair {pair} turns back at {place}."),
            Some(ahead) => format!(
                "The {name} of pair {pair} is {:.3} at position {place} and again at {}, but {offset} on it \
                 is {:.3} and {:.3}.",
                at(0.0),
                Place(spec.position() + ahead / dial.inv_freq),
                at(dial.shift),
                at(ahead + dial.shift),
            ),
        };
        format!(
            "With {name}s alone, {} of {} components, two codes {offset} apart have dot products from {:.3} \
             to {:.3}; with both it is {:.3} everywhere. {twin}",
            spec.n_pairs(),
            spec.dim(),
            Fixed(low),
            Fixed(high),
            Fixed(dots.both),
        )
    }

    fn columns(spec: &Spec, dots: &Self::Seen) -> Vec<Column> {
        let positions = (0..spec.length()).map(|place| spec.start() + place as f64);
        vec![
            Column::numbers("position", positions.collect()),
            Column::numbers("sines", dots.sines.clone()),
            Column::numbers("cosines", dots.cosines.clone()),
            Column::numbers("both", vec![dots.both; spec.length()]),
        ]
    }

    fn probe(spec: &Spec, dots: &Self::Seen, handle: &Handle, point: Point) -> Option<String> {
        let place = (handle.values(point).0.round() - spec.start()).max(0.0) as usize;
        let place = place.min(spec.length() - 1);
        Some(format!(
            "positions {} and {}: sines {:.3}, cosines {:.3}, both {:.3}",
            Place(spec.start() + place as f64),
            Place(spec.start() + place as f64 + spec.offset()),
            Fixed(dots.sines.get(place).copied()?),
            Fixed(dots.cosines.get(place).copied()?),
            Fixed(dots.both),
        ))
    }
}

/// The three dot products over position; returns the plotting area.
fn draw_curves(spec: &Spec, dots: &Dots, drawing: &mut Drawing) -> Rect {
    let (width, n_pairs) = (drawing.size().0, spec.n_pairs() as f64);
    let all = || dots.sines.iter().chain(&dots.cosines).copied();
    let low = all().fold(dots.both, f64::min);
    let low = match low / n_pairs {
        low if low < -0.5 => -1.08,
        low if low < -0.02 => -0.58,
        _ => -0.08,
    };
    let rect = Rect::new(66.0, 48.0, width - 88.0, 170.0);
    let (first, last) = (spec.start(), spec.start() + spec.length() as f64 - 1.0);
    let chart = drawing.panel(Panel {
        rect,
        x: Axis::bare(first, last).labelled_within("position p (tokens)", rect.width),
        y: Axis::bare(low * n_pairs, 1.08 * n_pairs).labelled("dot product", 4),
    });
    let zero = chart.y_px(0.0);
    let (left, right) = (Point::new(rect.x, zero), Point::new(rect.right(), zero));
    drawing.segment(left, right, 1.0, Ink::Faint, 1.0);
    let curves = [
        (Components::Sines, Some(&dots.sines)),
        (Components::Cosines, Some(&dots.cosines)),
        (Components::Both, None),
    ];
    for (curve, (components, numbers)) in curves.into_iter().enumerate() {
        let (width, alpha) = match components == spec.components() {
            true => (2.6, 1.0),
            false => (1.4, 0.75),
        };
        let ink = ink(components);
        match numbers {
            Some(numbers) => {
                let points = numbers.iter().enumerate().map(|(place, dot)| {
                    Point::new(chart.x_px(first + place as f64), chart.y_px(*dot))
                });
                drawing.line(points, width, ink, alpha);
            }
            None => {
                let y = chart.y_px(dots.both);
                let (left, right) = (Point::new(rect.x, y), Point::new(rect.right(), y));
                drawing.segment(left, right, width, ink, alpha);
            }
        }
        draw_key(spec, components, curve, drawing);
    }
    draw_cursors(spec, chart, drawing);
    rect
}

/// The two positions, which are dragged.
fn draw_cursors(spec: &Spec, chart: Panel, drawing: &mut Drawing) {
    let rect = chart.rect;
    drawing.handle(Handle {
        rect: rect.grown(6.0),
        grab: Grab::Position,
        panel: chart,
    });
    for (position, ink, grab) in [
        (spec.key_position(), Ink::Key, Grab::Second),
        (spec.position(), Ink::Query, Grab::Position),
    ] {
        let x = chart.x_px(position);
        let (top, bottom) = (Point::new(x, rect.y - 2.0), Point::new(x, rect.bottom()));
        if (chart.x.low..=chart.x.high).contains(&position) {
            drawing.segment(top, bottom, 1.4, ink, 0.9);
            drawing.disc(top, 4.5, ink, 1.0);
        }
        let held = x.clamp(rect.x, rect.right());
        drawing.handle(Handle {
            rect: Rect::new(held - 8.0, rect.y - 14.0, 16.0, 22.0),
            grab,
            panel: chart,
        });
    }
}

fn ink(components: Components) -> Ink {
    match components {
        // Each is one half of the sum, less and more the same ripple.
        Components::Sines => Ink::Diverging(-0.85),
        Components::Cosines => Ink::Diverging(0.85),
        Components::Both => Ink::Text,
    }
}

/// The name of a curve.
fn draw_key(spec: &Spec, components: Components, curve: usize, drawing: &mut Drawing) {
    let across = ((drawing.size().0 - 30.0) / 3.0).min(92.0);
    let at = Point::new(30.0 + across * curve as f32, 18.0);
    let is_chosen = components == spec.components();
    let name = match components {
        Components::Both if across > 90.0 => "both, the sum",
        other => other.word().label,
    };
    let size = if across > 90.0 { 13.0 } else { 12.0 };
    let setting = LABEL.size(size).ink(Ink::Text);
    let setting = if is_chosen { setting.bold() } else { setting };
    let (from, to) = (
        Point::new(at.x - 5.0 - 1.3 * size, at.y - 4.5),
        Point::new(at.x - 5.0, at.y - 4.5),
    );
    drawing.segment(
        from,
        to,
        if is_chosen { 3.0 } else { 1.6 },
        ink(components),
        1.0,
    );
    drawing.text(at, setting, format_args!("{name}"));
}
