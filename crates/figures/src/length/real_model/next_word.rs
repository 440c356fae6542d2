//! The most probable next words, as bars beside those of the published model.

use super::results::{NextWord, Percent, Question};
use super::{GHOST, draw_change};
use crate::handle::Drawing;
use phasor_draw::{Ink, LABEL, Point, Rect, Type, WIDE};

/// The height of a row, in a wide picture and in a narrow one, which a phone shows whole.
const ROWS: [f32; 2] = [34.0, 28.0];
/// Room for the numbers right of the longest bar.
const NUMBERS: f32 = 46.0;
const SMALL: Type = LABEL.size(12.0);
const WORD: Type = LABEL.size(15.0).ink(Ink::Text);
/// The narrowest picture with its legend in one line.
const NARROW: f32 = 330.0;
/// The most lines of a text that are drawn.
const MOST_LINES: usize = 5;
/// Returns the upper edge of what changes with a drag, and the lower edge of all.
pub(super) fn draw(
    question: &Question,
    words: &[NextWord],
    favourite: &NextWord,
    drawing: &mut Drawing,
) -> (f32, f32) {
    let best = words.first().map_or("", |one| one.word.as_str());
    let bottom = draw_prompt(question.text(), best, drawing);
    let bottom = draw_change(question, Point::new(0.0, bottom + 38.0), drawing);
    let bottom = draw_legend(bottom + 22.0, drawing);
    let width = drawing.size().0;
    let [wide, narrow] = ROWS;
    let row = if width >= WIDE { wide } else { narrow };
    let widest = words
        .iter()
        .map(|one| WORD.width(&one.word))
        .fold(40.0, f32::max);
    let left = 20.0 + widest.min(width * 0.4) + 12.0;
    let longest = width - left - NUMBERS;
    for (place, one) in words.iter().enumerate() {
        let middle = bottom + 14.0 + (place as f32 + 0.5) * row;
        let setting = if one == favourite { WORD.bold() } else { WORD };
        drawing.text(Point::new(20.0, middle + 5.0), setting, &one.word);
        if one == favourite {
            drawing.disc(Point::new(7.0, middle), 4.5, Ink::Key, 1.0);
        }
        let bar = |percent: u8, top: f32, height: f32| {
            Rect::new(
                left,
                middle + top,
                (longest * f32::from(percent) / 100.0).max(1.5),
                height,
            )
        };
        drawing.fill(bar(one.percent, -11.0, 13.0), Ink::Query, 1.0);
        drawing.fill(bar(one.published, 4.0, 5.0), Ink::Muted, GHOST);
        let number = |percent: u8| left + longest * f32::from(percent) / 100.0 + 7.0;
        let bold = LABEL.size(13.0).bold().ink(Ink::Text);
        let at = Point::new(number(one.percent), middle);
        drawing.text(at, bold, Percent(one.percent));
    }
    (bottom, bottom + 14.0 + row * words.len() as f32 + 6.0)
}

/// Draws the beginning of the text, and on a line after it the word that the model would put there; returns the lower edge.
fn draw_prompt(text: &str, word: &str, drawing: &mut Drawing) -> f32 {
    let width = drawing.size().0;
    let setting = LABEL
        .size(if width >= WIDE { 20.0 } else { 16.0 })
        .ink(Ink::Text);
    let line = if width >= WIDE { 28.0 } else { 23.0 };
    let mut top = 22.0;
    let mut lines = setting.lines(text, width);
    if lines.len() > MOST_LINES {
        // The end is what the model continues.
        lines.drain(..lines.len() - MOST_LINES);
        drawing.text(Point::new(0.0, 22.0), setting, "…");
        top += line;
    }
    let mut y = top - line;
    let mut end = 0.0;
    for text in &lines {
        y += line;
        drawing.text(Point::new(0.0, y), setting, text);
        end = setting.width(text) + 6.0;
    }
    let across = setting.bold().width(word) + 16.0;
    if end + across > width {
        y += line;
        end = 0.0;
    }
    let (from, to) = (Point::new(end, y + 5.0), Point::new(end + across, y + 5.0));
    drawing.segment(from, to, 1.4, Ink::Muted, 1.0);
    let middle = Point::new(end + across / 2.0, y);
    drawing.text(middle, setting.bold().middle().ink(Ink::Query), word);
    y
}

/// Draws what the marks mean; returns the lower edge.
fn draw_legend(y: f32, drawing: &mut Drawing) -> f32 {
    drawing.fill(Rect::new(0.0, y - 10.0, 16.0, 10.0), Ink::Query, 1.0);
    let now = "probability";
    drawing.text(Point::new(22.0, y), SMALL, now);
    let x = 22.0 + SMALL.width(now) + 18.0;
    drawing.fill(Rect::new(x, y - 7.0, 16.0, 5.0), Ink::Muted, GHOST);
    let before = "as published";
    drawing.text(Point::new(x + 22.0, y), SMALL, before);
    // A narrow picture has a second line.
    let (x, y) = match drawing.size().0 < NARROW {
        true => (0.0, y + 18.0),
        false => (x + 22.0 + SMALL.width(before) + 18.0, y),
    };
    drawing.disc(Point::new(x + 4.5, y - 4.0), 4.5, Ink::Key, 1.0);
    let room = drawing.size().0 - x - 14.0;
    let texts = ["the published model’s choice", "published choice"];
    let text = SMALL.fitting(&texts, room);
    drawing.text(Point::new(x + 14.0, y), SMALL, text);
    y
}
