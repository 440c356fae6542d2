//! A list and its copy: each word of the copy as sure as the model was.

use super::draw_change;
use super::results::{Copied, Question, right};
use super::texts::{LIST_LENGTH, LISTS};
use crate::handle::Drawing;
use phasor_draw::{Ink, LABEL, Point, Rect, SMALL, Type, WIDE};
use phasor_text::number::Place;

const WORD: Type = LABEL.size(14.0).ink(Ink::Text);
/// The opacity of a word that the model did not expect at all.
const FAINT: f32 = 0.4;

/// Returns the upper edge of what changes with a drag, and the lower edge of all.
pub(super) fn draw(
    question: &Question,
    now: &[Copied],
    published: &[Copied],
    drawing: &mut Drawing,
) -> (f32, f32) {
    let bottom = draw_change(question, Point::new(0.0, 14.0), drawing);
    let top = bottom;
    let bottom = draw_share((right(now), right(published)), bottom, drawing);
    let bottom = draw_all(now, bottom, drawing);
    let words: Vec<&str> = LISTS.first().map_or("", |list| *list).split(", ").collect();
    let y = bottom + 30.0;
    drawing.text(Point::new(0.0, y), LABEL, "The model reads a list:");
    let bottom = draw_words(&words, None, y + 4.0, drawing);
    let y = bottom + 26.0;
    let wordings = match question.gap {
        0.0 => [
            "then the same words again, word by word:".to_owned(),
            "then the same words again:".to_owned(),
        ],
        gap => {
            let gap = Place(gap);
            [
                format!("then, {gap} positions later, the same words again, word by word:"),
                format!("then, {gap} positions later, the same words:"),
            ]
        }
    };
    let wordings = wordings.each_ref().map(String::as_str);
    drawing.text(
        Point::new(0.0, y),
        LABEL,
        LABEL.fitting(&wordings, drawing.size().0),
    );
    let bottom = draw_words(&words, Some(now), y + 4.0, drawing);
    (top, bottom + 10.0)
}

/// Draws the share of words that are copied right; returns the lower edge.
fn draw_share((now, published): (usize, usize), top: f32, drawing: &mut Drawing) -> f32 {
    let y = top + 44.0;
    let large = LABEL.size(40.0).bold().ink(Ink::Query);
    let share = format!("{now}%");
    drawing.text(Point::new(0.0, y), large, &share);
    let x = large.width(&share) + 12.0;
    let small = LABEL.size(13.0);
    let words = [
        "of 56 words in four lists copied right",
        "of 56 words copied right",
    ];
    let wording = small.fitting(&words, drawing.size().0 - x - 180.0);
    let at = Point::new(x, y - 16.0);
    drawing.text(at, small.ink(Ink::Text), wording);
    drawing.text(
        Point::new(x, y),
        small,
        format_args!("as published: {published}%"),
    );
    y
}

/// Draws a cell for each word of every list, and what the colours mean; returns the lower edge.
fn draw_all(now: &[Copied], bottom: f32, drawing: &mut Drawing) -> f32 {
    const CELL: f32 = 12.0;
    let is_wide = drawing.size().0 >= WIDE;
    let across = CELL * LIST_LENGTH as f32;
    let (left, top) = match is_wide {
        true => (drawing.size().0 - across, bottom - 48.0),
        false => (0.0, bottom + 16.0),
    };
    for (list, words) in now.chunks(LIST_LENGTH).enumerate() {
        for (place, word) in words.iter().enumerate() {
            let (x, y) = (left + place as f32 * CELL, top + list as f32 * CELL);
            let cell = Rect::new(x, y, CELL - 2.0, CELL - 2.0);
            drawing.fill(
                cell,
                ink(word),
                0.15 + 0.85 * f32::from(word.percent) / 100.0,
            );
        }
    }
    let foot = top + CELL * LISTS.len() as f32;
    let (x, y) = match is_wide {
        true => (left, foot + 12.0),
        false => (across + 14.0, top + 20.0),
    };
    draw_sign(Point::new(x, y), Ink::Query, "right word first", drawing);
    let below = Point::new(x, y + 18.0);
    draw_sign(below, Ink::Trouble, "another word first", drawing);
    match is_wide {
        true => bottom,
        false => foot,
    }
}

fn draw_sign(at: Point, ink: Ink, text: &str, drawing: &mut Drawing) {
    drawing.fill(Rect::new(at.x, at.y - 9.0, 10.0, 10.0), ink, 1.0);
    drawing.text(Point::new(at.x + 16.0, at.y), LABEL, text);
}

/// Returns the ink of a word that is copied right, or of one for which the model would say another.
fn ink(word: &Copied) -> Ink {
    match word.is_right {
        true => Ink::Query,
        false => Ink::Trouble,
    }
}

/// Draws words in columns, with their probabilities, if there are any; returns the lower edge.
fn draw_words(words: &[&str], copied: Option<&[Copied]>, top: f32, drawing: &mut Drawing) -> f32 {
    let width = drawing.size().0;
    let n_columns = match width {
        w if w >= 900.0 => 14,
        w if w >= WIDE => 7,
        _ => 5,
    };
    let row = if copied.is_some() { 40.0 } else { 23.0 };
    let across = width / n_columns as f32;
    for (place, text) in words.iter().enumerate() {
        let x = (place % n_columns) as f32 * across;
        let y = top + 18.0 + (place / n_columns) as f32 * row;
        let word = copied.and_then(|copied| copied.get(place));
        let Some(word) = word else {
            drawing.text(Point::new(x, y), WORD, text);
            continue;
        };
        let share = f32::from(word.percent) / 100.0;
        let alpha = FAINT + (1.0 - FAINT) * share;
        drawing.text(Point::new(x, y), WORD.bold().alpha(alpha), text);
        let track = (across - 34.0).min(64.0) - 8.0;
        let bar = Rect::new(x, y + 7.0, track, 5.0);
        drawing.fill(bar, Ink::Faint, 0.8);
        let filled = Rect::new(x, bar.y, (track * share).max(2.0), bar.height);
        drawing.fill(filled, ink(word), 1.0);
        let at = Point::new(x + track + 5.0, y + 14.0);
        match word.percent {
            0 => drawing.text(at, SMALL, "<1%"),
            percent => drawing.text(at, SMALL, format_args!("{percent}%")),
        }
    }
    top + 18.0
        + (words.len().div_ceil(n_columns) - 1) as f32 * row
        + if copied.is_some() { 16.0 } else { 0.0 }
}
