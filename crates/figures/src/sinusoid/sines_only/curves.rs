//! The dot product of two encodings at every position, with sines, cosines and both.

use super::Components;
use super::dots::Dots;
use crate::Spec;
use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, spread};
use phasor_params::choice::Choice;
use phasor_text::number::Fixed;

const FLAG_RADIUS: f32 = 10.0;

pub(super) fn draw(spec: &Spec, dots: &Dots, drawing: &mut Drawing) {
    let chart = panel(spec, dots, drawing);
    let rect = chart.rect;
    let zero = chart.y_px(0.0);
    let (left, right) = (Point::new(rect.x, zero), Point::new(rect.right(), zero));
    drawing.segment(left, right, 1.0, Ink::Faint, 1.0);
    let curves = [
        (Components::Sines, Some(&dots.sines)),
        (Components::Cosines, Some(&dots.cosines)),
        (Components::Both, None),
    ];
    let last = |numbers: Option<&Vec<f64>>| {
        let last = numbers.map_or(&dots.both, |numbers| {
            numbers.last().expect("there are shown positions")
        });
        chart.y_px(*last)
    };
    let names = spread(curves.map(|(_, numbers)| last(numbers)), 8.0);
    for ((components, numbers), name_y) in curves.into_iter().zip(names) {
        let is_chosen = components == spec.choice::<Components>();
        let (width, alpha) = if is_chosen { (2.8, 1.0) } else { (1.4, 0.7) };
        let ink = ink(components);
        match numbers {
            Some(numbers) => {
                let points = numbers.iter().enumerate().map(|(place, dot)| {
                    Point::new(chart.x_px(chart.x.low + place as f64), chart.y_px(*dot))
                });
                drawing.line(points, width, ink, alpha);
            }
            None => {
                let y = chart.y_px(dots.both);
                let (left, right) = (Point::new(rect.x, y), Point::new(rect.right(), y));
                drawing.segment(left, right, width, ink, alpha);
            }
        }
        let name = LABEL.size(13.0).ink(ink);
        let name = if is_chosen { name.bold() } else { name };
        let at = Point::new(rect.right() + 8.0, name_y + 4.0);
        drawing.text(at, name, components.word().label);
    }
    draw_cursors(spec, dots, chart, drawing);
    drawing.set_height(rect.bottom() + 46.0);
}

/// Adds the chart; its y axis begins at one of three numbers, so that it stays still while a curve changes.
fn panel(spec: &Spec, dots: &Dots, drawing: &mut Drawing) -> Panel {
    let (width, n_pairs) = (drawing.size().0, spec.n_pairs() as f64);
    let all = || dots.sines.iter().chain(&dots.cosines).copied();
    let low = all().fold(dots.both, f64::min);
    let low = match low / n_pairs {
        low if low < -0.5 => -1.08,
        low if low < -0.02 => -0.58,
        _ => -0.08,
    };
    let height = (0.52 * width).clamp(300.0, 430.0);
    let rect = Rect::new(66.0, 30.0, width - 130.0, height);
    let (first, last) = (spec.start(), spec.start() + spec.length() as f64 - 1.0);
    drawing.panel(Panel {
        rect,
        x: Axis::bare(first, last).labelled_within("position p (tokens)", rect.width),
        y: Axis::bare(low * n_pairs, 1.08 * n_pairs).labelled("dot product", 5),
    })
}

/// Draws the two positions with handles, and the dot product of their encodings.
fn draw_cursors(spec: &Spec, dots: &Dots, chart: Panel, drawing: &mut Drawing) {
    let rect = chart.rect;
    drawing.handle(Handle {
        rect: rect.grown(6.0),
        grab: Grab::Position,
        panel: chart,
    });
    let cursors = [
        (spec.key_position(), Ink::Key, Grab::Second, "B"),
        (spec.position(), Ink::Query, Grab::Position, "A"),
    ];
    let columns = cursors.map(|(position, ..)| chart.x_px(position).clamp(rect.x, rect.right()));
    let flags = spread(columns, FLAG_RADIUS);
    for ((position, ink, grab, letter), (x, flag)) in
        cursors.into_iter().zip(columns.into_iter().zip(flags))
    {
        let (top, bottom) = (Point::new(x, rect.y - 2.0), Point::new(x, rect.bottom()));
        let flag = Point::new(flag, rect.y - 15.0);
        if (chart.x.low..=chart.x.high).contains(&position) {
            drawing.segment(top, bottom, 1.4, ink, 0.9);
            drawing.segment(flag, top, 1.4, ink, 0.9);
        }
        drawing.flag(flag, FLAG_RADIUS, ink, letter);
        drawing.handle(Handle {
            rect: Rect::new(flag.x - 11.0, 0.0, 22.0, rect.y + 8.0),
            grab,
            panel: chart,
        });
    }
    let place = (spec.position() - spec.start()).round() as usize;
    // Beyond the middle between the last position and the next page, the last one is nearest.
    let place = place.min(spec.length() - 1);
    let here = dots.partial(spec).map_or(&dots.both, |partial| {
        partial
            .get(place)
            .expect("every shown position has a dot product")
    });
    let at = Point::new(chart.x_px(chart.x.low + place as f64), chart.y_px(*here));
    drawing.disc(at, 6.5, Ink::Surface, 1.0);
    drawing.disc(at, 5.0, Ink::Query, 1.0);
    let is_left = at.x < rect.x + 0.7 * rect.width;
    let (value, aside) = if is_left {
        (LABEL, 10.0)
    } else {
        (LABEL.end(), -10.0)
    };
    let value = value.bold().size(13.0).ink(Ink::Text);
    let y = value_y(spec, dots, &chart, (at, aside));
    let beside = Point::new(at.x + aside, y);
    drawing.text(beside, value, format_args!("{:.3}", Fixed(*here)));
}

/// The baseline of the number beside `at`, clear of the curve that it is about.
fn value_y(spec: &Spec, dots: &Dots, chart: &Panel, (at, aside): (Point, f32)) -> f32 {
    /// Room for the number, CSS pixels.
    const WIDTH: f32 = 50.0;
    const ABOVE: f32 = 7.0;
    const BELOW: f32 = 16.0;
    let Some(partial) = dots.partial(spec) else {
        return at.y - 10.0;
    };
    let ends = [at.x, at.x + aside + WIDTH * aside.signum()];
    let (left, right) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    let rows = partial.iter().enumerate().filter_map(|(place, dot)| {
        let x = chart.x_px(chart.x.low + place as f64);
        (left..=right).contains(&x).then(|| chart.y_px(*dot))
    });
    let (highest, lowest) = rows.fold((at.y, at.y), |(high, low), y| (high.min(y), low.max(y)));
    let (above, below) = (highest - ABOVE, lowest + BELOW);
    let is_below = (below - at.y < at.y - above + BELOW) && below < chart.rect.bottom();
    if is_below { below } else { above }
}

fn ink(components: Components) -> Ink {
    match components {
        // Sines and cosines each give half of the sum, with opposite ripples.
        Components::Sines => Ink::Diverging(-0.85),
        Components::Cosines => Ink::Diverging(0.85),
        Components::Both => Ink::Text,
    }
}
