//! The layers of a model in a row: what each attends to, and whether it rotates.

use super::SMALL;
use phasor_draw::{Drawing, Ink, Point, Rect};
use phasor_model_files::{Attention, Layer};

const TOP: f32 = 4.0;
const HEIGHT: f32 = 30.0;

/// Returns the name of a kind of layer for readers.
pub(crate) fn named(layer: Layer) -> String {
    let attention = match layer.attention {
        Attention::Full => "full attention",
        Attention::Sliding => "sliding window",
        Attention::Chunked => "chunks",
        Attention::Linear => return "no scores".to_owned(),
        Attention::Cross => return "attention to another input, no position".to_owned(),
        Attention::CompressedSparse => "window and chosen summaries",
        Attention::HeavilyCompressed => "window and summaries",
        _ => "chosen tokens",
    };
    match layer.is_rotary {
        true => format!("{attention}, RoPE"),
        false => format!("{attention}, no position"),
    }
}

/// Draws one cell for each layer, first layer first, and a legend that says of each kind what `name_of` gives.
pub(crate) fn draw(width: f32, layers: &[Layer], name_of: &dyn Fn(Layer) -> String) -> Drawing {
    let mut drawing = Drawing::new(width);
    let across = (width / layers.len().max(1) as f32).min(26.0);
    for (place, layer) in layers.iter().enumerate() {
        let gap = if across > 4.0 { 1.5 } else { 0.0 };
        let x = across * place as f32;
        let cell = Rect::new(x, TOP, across - gap, HEIGHT);
        draw_cell(*layer, cell, &mut drawing);
    }
    let end = across * layers.len() as f32;
    let y = TOP + HEIGHT + 16.0;
    drawing.text(Point::new(0.0, y), SMALL, "layer 0");
    let last = layers.len().saturating_sub(1);
    if end > 120.0 {
        drawing.text(Point::new(end, y), SMALL.end(), last);
    }
    let bottom = draw_legend(layers, name_of, y + 10.0, &mut drawing);
    drawing.set_height(bottom);
    drawing
}

/// Returns each kind of layer with its places, in the order of the first of each.
pub(crate) fn kinds(layers: &[Layer]) -> Vec<(Layer, Vec<usize>)> {
    let mut kinds: Vec<(Layer, Vec<usize>)> = Vec::new();
    for (place, layer) in layers.iter().enumerate() {
        match kinds.iter_mut().find(|(kind, _)| kind == layer) {
            Some((_, places)) => places.push(place),
            None => kinds.push((*layer, vec![place])),
        }
    }
    kinds
}

/// Draws a layer: its height is what it attends to, and it is filled if it rotates.
fn draw_cell(layer: Layer, cell: Rect, drawing: &mut Drawing) {
    let share = match layer.attention {
        Attention::Full => 1.0,
        Attention::Sliding => 0.5,
        Attention::Chunked => 0.7,
        Attention::Linear => 0.12,
        _ => 0.85,
    };
    let height = cell.height * share;
    let rect = Rect::new(cell.x, cell.bottom() - height, cell.width, height);
    let ink = match layer.attention {
        Attention::Full => Ink::Query,
        Attention::Sliding => Ink::Key,
        _ => Ink::Third,
    };
    match layer.is_rotary || layer.attention == Attention::Linear {
        true => drawing.fill(rect, ink, 0.9),
        false => drawing.outline(rect.grown(-0.8), 1.6, ink, 0.9),
    }
}

/// Draws each kind of layer with its number; returns the lower edge.
fn draw_legend(
    layers: &[Layer],
    name_of: &dyn Fn(Layer) -> String,
    top: f32,
    drawing: &mut Drawing,
) -> f32 {
    const ROW: f32 = 22.0;
    let (mut x, mut y) = (0.0, top);
    for (kind, places) in kinds(layers) {
        let text = format!(
            "{} × {}{}",
            places.len(),
            name_of(kind),
            listed(&places, layers.len())
        );
        let room = 34.0 + SMALL.width(&text) + 16.0;
        if x > 0.0 && x + room > drawing.size().0 {
            (x, y) = (0.0, y + ROW);
        }
        draw_cell(kind, Rect::new(x, y + 2.0, 24.0, 15.0), drawing);
        let at = Point::new(x + 32.0, y + 14.0);
        drawing.text(at, SMALL.ink(Ink::Text), text);
        x += room;
    }
    y + ROW + 2.0
}

/// Returns the numbers of the first few layers of a kind that is rare.
fn listed(places: &[usize], n_layers: usize) -> String {
    const FEW: usize = 3;
    if 2 * places.len() > n_layers {
        return String::new();
    }
    let first: Vec<String> = places.iter().take(FEW).map(ToString::to_string).collect();
    let more = if places.len() > FEW { ", …" } else { "" };
    format!(" ({}{more})", first.join(", "))
}
