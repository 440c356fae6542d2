//! A card with a figure, its title and its reading, as social networks show links.

use phasor_draw::{Ink, LABEL, Rgb, Theme};
use phasor_text::escaped;

/// The size of the card in CSS pixels, which all networks show whole; the file has twice as many
/// pixels.
pub(crate) const SIZE: (f32, f32) = (600.0, 315.0);

/// The top left corner of the picture, which takes the right part of the card. The text is on the
/// left.
const PICTURE: (f32, f32) = (244.0, 12.0);
const LEFT: f32 = 22.0;
const TEXT_WIDTH: f32 = PICTURE.0 - LEFT - 12.0;
const TITLE_SIZE: f32 = 22.0;
const READING_SIZE: f32 = 11.5;
const MOST_LINES: usize = 13;

/// Returns the card as a document, with the `document` of a figure, which is `width` by `height`.
pub(crate) fn card(
    document: &str,
    (width, height): (f32, f32),
    (title, reading): (&str, &str),
    theme: &Theme,
) -> String {
    let room = (SIZE.0 - PICTURE.0 - LEFT / 2.0, SIZE.1 - 2.0 * PICTURE.1);
    let scale = (room.0 / width).min(room.1 / height);
    let (x, y) = (
        PICTURE.0 + (room.0 - scale * width) / 2.0,
        PICTURE.1 + (room.1 - scale * height) / 2.0,
    );
    let picture = format!(
        "<svg x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\">{document}</svg>",
        scale * width,
        scale * height
    );
    let mut words = String::new();
    let mut down = 46.0;
    for line in LABEL.size(TITLE_SIZE).bold().lines(title, TEXT_WIDTH) {
        words.push_str(&text(&line, down, TITLE_SIZE, 600, theme.color(Ink::Text)));
        down += 26.0;
    }
    let mut reading = LABEL.size(READING_SIZE).lines(reading, TEXT_WIDTH);
    if reading.len() > MOST_LINES {
        reading.truncate(MOST_LINES);
        reading.push("…".to_owned());
    }
    for line in reading {
        words.push_str(&text(
            &line,
            down,
            READING_SIZE,
            400,
            theme.color(Ink::Muted),
        ));
        down += 16.0;
    }
    words.push_str(&text(
        "Phasor",
        SIZE.1 - 20.0,
        12.0,
        600,
        theme.color(Ink::Query),
    ));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\
         <rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>{words}{picture}</svg>",
        hex(theme.color(Ink::Surface)),
        w = SIZE.0,
        h = SIZE.1,
    )
}

fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn text(line: &str, down: f32, size: f32, weight: u16, color: Rgb) -> String {
    format!(
        "<text x=\"{LEFT}\" y=\"{down}\" font-family=\"Inter\" font-size=\"{size}\" \
         font-weight=\"{weight}\" fill=\"{}\">{}</text>",
        hex(color),
        escaped(line)
    )
}
