//! A text whose tokens are coloured by how much they surprise the model.

use super::draw_change;
use super::results::{Question, Surprise, mean};
use crate::handle::Drawing;
use phasor_draw::{Ink, LABEL, Point, Rect, Type, WIDE};
use phasor_text::number::Fixed;

const SMALL: Type = LABEL.size(12.0);
/// The surprise that has the strongest colour, in bits: one of 16,384 equal tokens.
const MOST: f64 = 14.0;
/// The strongest colour, on which the text can still be read.
const STRONGEST: f32 = 0.6;

/// Returns the upper edge of what changes with a drag, and the lower edge of all.
pub(super) fn draw(
    question: &Question,
    now: &[Surprise],
    published: f64,
    drawing: &mut Drawing,
) -> (f32, f32) {
    let top = draw_change(question, Point::new(0.0, 14.0), drawing);
    let y = top + 44.0;
    let large = LABEL.size(40.0).bold().ink(Ink::Query);
    let bits = format!("{:.1}", Fixed(mean(now)));
    drawing.text(Point::new(0.0, y), large, &bits);
    let x = large.width(&bits) + 12.0;
    let small = LABEL.size(13.0);
    let unit = Point::new(x, y - 16.0);
    drawing.text(
        unit,
        small.ink(Ink::Text),
        "bits of surprise for each token",
    );
    let before = format!("as published: {:.1}", Fixed(published));
    drawing.text(Point::new(x, y), small, before);
    let bottom = draw_tokens(question.text(), now, y + 40.0, drawing);
    let bottom = draw_scale(bottom + 30.0, drawing);
    (top, bottom + 10.0)
}

fn alpha(bits: f64) -> f32 {
    STRONGEST * (bits / MOST).min(1.0) as f32
}

/// Draws the tokens in lines, each on its colour, after what nothing stands before; returns the lower edge.
fn draw_tokens(whole: &str, tokens: &[Surprise], top: f32, drawing: &mut Drawing) -> f32 {
    let width = drawing.size().0;
    let setting = LABEL
        .size(if width >= WIDE { 17.0 } else { 14.0 })
        .ink(Ink::Text);
    let line = if width >= WIDE { 28.0 } else { 22.0 };
    let blank = setting.width(" ");
    let predicted: String = tokens.iter().map(|one| one.token.as_str()).collect();
    // A character that lies in two tokens is in neither, so the tokens are not always the end of the text.
    let first = whole.strip_suffix(&predicted).unwrap_or("…");
    drawing.text(Point::new(0.0, top), setting, first);
    let (mut x, mut y) = (setting.width(first), top);
    for word in words(tokens) {
        let across = |one: &Surprise| setting.width(one.token.trim());
        if word.first().is_some_and(|one| one.token.starts_with(' ')) {
            x += blank;
        }
        let all: f32 = word.iter().map(across).sum();
        if x > 0.0 && x + all > width {
            (x, y) = (0.0, y + line);
        }
        for one in word {
            let is_end = one.token.contains('\n');
            let ground = if is_end { blank } else { across(one) };
            let ground = Rect::new(x, y - line * 0.66, ground, line * 0.9);
            drawing.fill(ground, Ink::Trouble, alpha(one.bits));
            drawing.text(Point::new(x, y), setting, one.token.trim());
            x += across(one);
            if is_end {
                (x, y) = (0.0, y + line);
            }
        }
    }
    y
}

/// Returns the tokens of each word, to which a mark after it belongs.
fn words(text: &[Surprise]) -> impl Iterator<Item = &[Surprise]> {
    text.chunk_by(|_, next| !next.token.starts_with(' '))
}

/// Draws what the colours mean; returns the lower edge.
fn draw_scale(y: f32, drawing: &mut Drawing) -> f32 {
    const STEP: f32 = 10.0;
    let low = "0 bits";
    drawing.text(Point::new(0.0, y), SMALL, low);
    let left = SMALL.width(low) + 8.0;
    let n_steps = MOST as usize;
    for step in 0..=n_steps {
        let cell = Rect::new(left + step as f32 * STEP, y - 11.0, STEP, 14.0);
        drawing.fill(cell, Ink::Trouble, alpha(step as f64));
    }
    let right = left + (n_steps + 1) as f32 * STEP + 8.0;
    drawing.text(
        Point::new(right, y),
        SMALL,
        format_args!("{MOST} bits or more"),
    );
    y
}
