//! The picture beside the part of it that is as large as in training, under the noise that is left.

use super::super::scene::{self, Detail};
use super::computed::{Computed, TRAINED};
use super::parameters::{MOST, PictureRule};
use crate::Key;
use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::{Axis, Ink, Panel, Point, Rect, Rgb, SMALL};
use phasor_text::number::Place;

/// Room for the button below the picture.
const BUTTON: f32 = 24.0;

/// Draws the picture into a square as large as the largest picture; returns the lower edge of what is below it.
pub(super) fn draw(computed: &Computed, square: Rect, drawing: &mut Drawing) -> f32 {
    let trained = square.width / MOST as f32;
    let side = trained * computed.growth as f32;
    let rect = Rect::new(square.x, square.y, side, side);
    let detail = if side > 90.0 {
        Detail::Full
    } else {
        Detail::Small
    };
    scene::draw(0.0, detail, rect, drawing);
    if computed.rule == PictureRule::Dype {
        draw_noise(computed.time as f32, rect, drawing);
    }
    drawing.outline(square, 1.0, Ink::Faint, 0.8);
    drawing.outline(rect, 1.0, Ink::Muted, 1.0);
    let inner = Rect {
        width: trained,
        height: trained,
        ..square
    };
    drawing.outline(inner, 4.0, Ink::Surface, 0.9);
    drawing.outline(inner, 2.0, Ink::Text, 1.0);
    draw_grip(Point::new(rect.right(), rect.bottom()), drawing);
    drawing.handle(Handle {
        rect: square,
        grab: Grab::Slide {
            x: Some(Key::Growth),
            y: None,
        },
        panel: Panel {
            rect: square,
            x: Axis::bare(0.0, MOST),
            y: Axis::bare(0.0, 1.0),
        },
    });
    draw_notes(computed, square, drawing)
}

/// Draws the corner by which the picture is held.
fn draw_grip(corner: Point, drawing: &mut Drawing) {
    let center = Point::new(corner.x - 5.0, corner.y - 5.0);
    drawing.disc(center, 8.0, Ink::Surface, 1.0);
    drawing.disc(center, 6.2, Ink::Text, 1.0);
    for by in [-2.2, 2.2] {
        let from = center + Point::new(by - 2.0, by + 2.0);
        let to = center + Point::new(by + 2.0, by - 2.0);
        drawing.segment(from, to, 1.0, Ink::Surface, 1.0);
    }
}

/// Covers the picture with noise: at time t, a mixture of t parts noise and 1 − t parts picture, as in FLUX.1.
fn draw_noise(time: f32, rect: Rect, drawing: &mut Drawing) {
    const CELLS: usize = 20;
    if time <= 0.0 {
        return;
    }
    let cell = rect.width / CELLS as f32;
    let mut state = 1u32;
    for place in 0..CELLS * CELLS {
        // Numbers of Numerical Recipes; their upper bits look random.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [grey, ..] = state.to_be_bytes();
        let (row, column) = ((place / CELLS) as f32, (place % CELLS) as f32);
        let (x, y) = (rect.x + column * cell, rect.y + row * cell);
        let square = Rect::new(x, y, cell + 0.3, cell + 0.3);
        let square = Rect {
            width: square.width.min(rect.right() - x),
            height: square.height.min(rect.bottom() - y),
            ..square
        };
        drawing.fill(square, Ink::Paint(Rgb(grey, grey, grey)), time);
    }
}

/// Writes how many patches there are, and draws the button of the diffusion; returns the lower edge.
fn draw_notes(computed: &Computed, square: Rect, drawing: &mut Drawing) -> f32 {
    let (now, trained) = (computed.side(), Place(TRAINED));
    let texts = [
        format!("{now} × {now} patches; frame: {trained} × {trained}, as in training"),
        format!("{now} × {now} patches; frame: {trained} × {trained}"),
        format!("{now} patches a side, not {trained}"),
        format!("{now} patches a side"),
    ];
    let text = SMALL.fitting(&texts.each_ref().map(String::as_str), square.width);
    let baseline = square.bottom() + 15.0;
    drawing.text(Point::new(square.x, baseline), SMALL.ink(Ink::Text), text);
    let top = baseline + 7.0;
    if computed.rule == PictureRule::Dype {
        let (name, time) = match computed.time > 0.0 {
            true => ("clear the noise", 0.0),
            false => ("back to noise", 1.0),
        };
        let rect = Rect::new(square.x, top, SMALL.width(name) + 16.0, BUTTON);
        drawing.fill(rect, Ink::Muted, 0.16);
        drawing.outline(rect.grown(-0.5), 1.0, Ink::Muted, 0.6);
        let setting = SMALL.middle().ink(Ink::Text);
        drawing.text(Point::new(rect.center().x, top + 16.0), setting, name);
        drawing.handle(Handle {
            rect,
            grab: Grab::Set(Key::DiffusionTime, time),
            panel: Panel::bare(rect),
        });
    }
    top + BUTTON
}
