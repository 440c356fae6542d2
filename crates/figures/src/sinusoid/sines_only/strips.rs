//! All components of two encodings and of their product, as strips.

use phasor_draw::{Ink, LABEL, Point, Rect, WIDE, pair_ink};

use super::Components;
use crate::Spec;
use crate::handle::Drawing;
use crate::sinusoid::sine_waves::draw_colour_scale;
use phasor_encoding::absolute::sinusoidal::components;
use phasor_encoding::matrix::dot;
use phasor_encoding::{Frequencies, Order, Sinusoidal};
use phasor_params::choice::Choice;
use phasor_text::number::{Fixed, Place};

/// Returns the order of the kept components.
pub(super) fn order(spec: &Spec) -> Order {
    match spec.choice::<Components>() {
        Components::Sines => Order::SinesOnly,
        Components::Cosines => Order::CosinesOnly,
        Components::Both => spec.order(),
    }
}

/// Returns the dot product of the kept components of both encodings.
fn sum(spec: &Spec, frequencies: &Frequencies) -> f64 {
    let of = |position: f64| Sinusoidal::new(frequencies.clone(), order(spec)).encode(position);
    dot(&of(spec.position()), &of(spec.key_position()))
}

pub(super) fn reading(spec: &Spec, frequencies: &Frequencies) -> String {
    let (dim, sum) = (spec.dim(), Fixed(sum(spec, frequencies)));
    match spec.choice::<Components>() {
        Components::Both => format!(
            "All {dim} components, {}: the products of A’s and B’s components add up to {sum:.3}, as in the other order.",
            spec.order().word().label
        ),
        half => format!(
            "With {} alone, {} of {dim} components are left. Products of A’s and B’s components add up to {sum:.3}.",
            half.word().label,
            order(spec).n_components(spec.n_pairs())
        ),
    }
}

pub(super) fn draw(spec: &Spec, frequencies: &Frequencies, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let height = if width >= WIDE { 64.0 } else { 52.0 };
    let row = height + 40.0;
    let positions = [spec.position(), spec.key_position()];
    let encodings = positions.map(|position| -> Vec<(usize, f64)> {
        components(frequencies, spec.order(), position).collect()
    });
    let [first, second] = &encodings;
    let products = first.iter().zip(second);
    let products = products.map(|(&(place, one), (_, other))| (place, one * other));
    let products: Vec<(usize, f64)> = products.collect();
    let [a, b] = positions.map(Place);
    let sum = Fixed(sum(spec, frequencies));
    let rows = [
        (format!("A: encoding of position {a}"), Ink::Query, first),
        (format!("B: encoding of position {b}"), Ink::Key, second),
        (format!("A × B, sum {sum:.3}"), Ink::Text, &products),
    ];
    for (place, (title, ink, cells)) in rows.into_iter().enumerate() {
        let y = 24.0 + row * place as f32;
        let head = LABEL.bold().size(13.0).ink(ink);
        drawing.text(Point::new(8.0, y - 8.0), head, title);
        let strip = Rect::new(8.0, y, width - 16.0, height);
        draw_cells(spec, cells, strip, drawing);
    }
    let y = 3.0 * row + 4.0;
    draw_colour_scale(Point::new(8.0, y), drawing);
    let ink = pair_ink(spec.pair(), spec.n_pairs());
    drawing.fill(Rect::new(148.0, y - 6.0, 12.0, 3.0), ink, 1.0);
    let at = Point::new(166.0, y);
    drawing.text(at, LABEL.ink(ink), format_args!("pair {}", spec.pair()));
    drawing.set_height(y + 12.0);
}

/// Draws the kept components at their places, and marks those of the pair in focus.
fn draw_cells(spec: &Spec, cells: &[(usize, f64)], strip: Rect, drawing: &mut Drawing) {
    drawing.outline(strip, 1.0, Ink::Faint, 1.0);
    let cell = strip.width / spec.dim() as f32;
    let gap = if cell > 5.0 { 0.75 } else { 0.0 };
    // `cells` lists the sine of a pair before its cosine in both orders.
    let visible = cells
        .iter()
        .enumerate()
        .filter(|(nth, _)| match spec.choice::<Components>() {
            Components::Sines => nth % 2 == 0,
            Components::Cosines => nth % 2 == 1,
            Components::Both => true,
        });
    for (nth, (place, value)) in visible {
        let x = strip.x + *place as f32 * cell;
        let rect = Rect::new(x, strip.y, cell - gap, strip.height);
        drawing.fill(rect, Ink::Diverging(*value as f32), 1.0);
        if nth / 2 == spec.pair() {
            let mark = Rect::new(x, strip.bottom() + 2.0, cell.max(2.5) - gap, 3.0);
            drawing.fill(mark, pair_ink(spec.pair(), spec.n_pairs()), 1.0);
        }
    }
}
