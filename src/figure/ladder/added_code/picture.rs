//! The picture: where the sentence stands, the word with and
//! without its code on one scale, their lengths, and how alike the words of the sentence are.

use super::seen::{Counting, Seen, Text, counter};
use crate::config::{Key, Spec};
use crate::encoding::Matrix;
use crate::figure::drawing::{Drawing, Ink, LABEL, Type};
use crate::figure::geometry::{Axis, Panel, Point, Rect};
use crate::figure::handle::{Grab, Handle};
use crate::figure::ladder::legend::{Entry, Sign, draw_bar, draw_legend};
use crate::figure::number::{Fixed, Grouped, Short, Tick};

/// The inks of the sums, in the order of the texts.
const SUMS: [Ink; 2] = [Ink::Key, Ink::Third];
/// Width and opacity of what thin lines run over.
const BROAD: (f32, f32) = (2.8, 0.5);
const SMALL: Type = LABEL.size(11.0);
const PLAIN: Type = LABEL.ink(Ink::Text);
const HEAD: Type = PLAIN.bold();
/// Room beside a ruler, so that its ends can have numbers.
const SIDE: f32 = 16.0;
/// The panel of components, which no axis of words has.
pub(super) const COMPONENT: &str = "component";

pub(super) fn draw(spec: &Spec, seen: &Seen, drawing: &mut Drawing) {
    let bottom = match seen.counting {
        Counting::Normalised => draw_rulers(spec, seen, drawing),
        _ => draw_place(spec, seen, drawing),
    };
    let bottom = draw_components(spec, seen, bottom + 14.0, drawing);
    let bottom = draw_lengths(seen, bottom + 66.0, drawing);
    let bottom = draw_matrices(spec, seen, bottom + 36.0, drawing);
    let signed = |t: f32| Ink::Diverging(2.0 * t - 1.0);
    let at = Point::new(0.0, bottom + 16.0);
    draw_bar(at, ("cosine −1", "1"), &signed, drawing);
    drawing.set_height(at.y + 24.0);
}

/// The ink of a word: the one in focus, those that are the same word, all others.
fn ink(spec: &Spec, word: usize) -> Ink {
    let words = spec.sentence().words();
    if word == spec.token() {
        Ink::Query
    } else if words.get(word) == words.get(spec.token()) {
        Ink::Text
    } else {
        Ink::Muted
    }
}

/// A name over a point, moved aside where it would be cut off.
fn draw_flag(name: &str, at: Point, drawing: &mut Drawing) {
    let half = 3.8 * name.chars().count() as f32;
    let x = at.x.clamp(half, (drawing.size().0 - half).max(half));
    let setting = LABEL.size(13.0).bold().ink(Ink::Query).middle();
    drawing.text(Point::new(x, at.y), setting, format_args!("{name}"));
}

/// The text as a line of positions, with the sentence on it; returns the lower end.
fn draw_place(spec: &Spec, seen: &Seen, drawing: &mut Drawing) -> f32 {
    let (width, focus) = (drawing.size().0, spec.token());
    let position = seen.position(focus) as f64;
    let length = spec.length() as f64;
    // The page of the word, which another page may end before.
    let start = match (spec.start()..spec.start() + length).contains(&position) {
        true => spec.start(),
        false => (position / length).floor() * length,
    };
    let x = Axis::bare(start, start + length);
    // Half of the last number stands beyond the end of the axis.
    let side = SIDE.max(x.number_width() / 2.0);
    let rect = Rect::new(side, 30.0, width - 2.0 * side, 12.0);
    let panel = drawing.panel(Panel {
        rect,
        x: x.labelled_within("position in the text (tokens)", rect.width),
        y: Axis::bare(0.0, 1.0),
    });
    let across = rect.width / length as f32;
    for (word, &position) in seen.positions.iter().enumerate() {
        let x = panel.x_px(position as f64);
        let block = Rect::new(x, rect.y, (across - 1.0).max(1.0), rect.height);
        if x >= rect.x && block.right() <= rect.right() + 1.0 {
            drawing.fill(block, ink(spec, word), 1.0);
        }
    }
    let top = Point::new(panel.x_px(position) + across / 2.0, rect.y - 4.0);
    let corners = [-4.0, 4.0].map(|aside| Point::new(top.x + aside, top.y - 6.0));
    drawing.shape([top].into_iter().chain(corners), Ink::Query, 1.0);
    let word = spec.sentence().word(focus);
    let name = format!("“{word}” at {}", Grouped(position as u64));
    draw_flag(&name, Point::new(top.x, rect.y - 14.0), drawing);
    drawing.handle(Handle {
        rect: Rect::new(0.0, 0.0, width, rect.bottom() + 12.0),
        grab: Grab::Position,
        panel,
    });
    rect.bottom() + 42.0
}

/// The places of the words as parts of two lengths, one under the other; returns the lower end.
fn draw_rulers(spec: &Spec, seen: &Seen, drawing: &mut Drawing) -> f32 {
    const FIRST: f32 = 48.0;
    const APART: f32 = 88.0;
    let across = drawing.size().0 - 2.0 * SIDE;
    for (row, (text, ink)) in seen.texts.iter().zip(SUMS).enumerate() {
        let y = FIRST + row as f32 * APART;
        let title = match row {
            0 => format!("{} words, the sentence alone", text.n_words),
            _ => format!("the first of {} words", Grouped(text.n_words as u64)),
        };
        let at = Point::new(0.0, y - 35.0);
        drawing.text(at, HEAD.ink(ink), format_args!("{title}"));
        let rect = Rect::new(SIDE, y - 26.0, across, 52.0);
        draw_ruler(spec, (seen, text), Point::new(SIDE, y), across, drawing);
        drawing.handle(Handle {
            rect: rect.grown(SIDE),
            grab: Grab::Slide {
                x: Some(Key::Token),
                y: None,
            },
            panel: Panel {
                rect,
                x: Axis::bare(0.0, (text.n_words - 1) as f64),
                y: Axis::bare(0.0, 1.0),
            },
        });
    }
    FIRST + APART + 20.0
}

fn draw_ruler(
    spec: &Spec,
    (seen, text): (&Seen, &Text),
    left: Point,
    across: f32,
    drawing: &mut Drawing,
) {
    let at = |part: f64| Point::new(left.x + part as f32 * across, left.y);
    drawing.segment(at(0.0), at(1.0), 1.0, Ink::Muted, 1.0);
    let last = (text.n_words - 1) as f64;
    // Closer ticks would be a grey bar.
    let n_ticks = if f64::from(across) / last >= 3.0 {
        text.n_words
    } else {
        0
    };
    for tick in 0..n_ticks {
        let at = at(tick as f64 / last);
        drawing.segment(at, Point::new(at.x, at.y + 5.0), 1.0, Ink::Muted, 1.0);
    }
    for (end, name) in [(0.0, "0"), (1.0, "1")] {
        let below = Point::new(at(end).x, left.y + 19.0);
        drawing.text(below, SMALL.middle(), format_args!("{name}"));
    }
    for word in 0..seen.positions.len() {
        let is_focus = word == spec.token();
        let radius = if is_focus { 5.0 } else { 3.0 };
        drawing.disc(at(text.code(word)), radius, ink(spec, word), 1.0);
    }
    let code = text.code(spec.token());
    let name = format!("“{}” {}", spec.sentence().word(spec.token()), Tick(code));
    draw_flag(&name, Point::new(at(code).x, left.y - 11.0), drawing);
}

/// The word, and the word with its code, component by component on one scale; returns the lower
/// end of the panel.
fn draw_components(spec: &Spec, seen: &Seen, top: f32, drawing: &mut Drawing) -> f32 {
    let width = drawing.size().0;
    let word = seen.words.row(spec.token());
    let sums = seen.texts.iter().map(|text| text.added.sum.as_slice());
    let numbers = word.iter().chain(sums.clone().flatten());
    let (low, high) = numbers.fold((0.0f64, 0.0f64), |(low, high), &x| {
        (low.min(x), high.max(x))
    });
    let room = 0.06 * (high - low);
    let y = Axis::bare(low - room, high + room).labelled("value", 5);
    let left = y.number_width().max(35.0) + if width >= 560.0 { 27.0 } else { 11.0 };
    let is_binary = seen.counting == Counting::Binary;
    let top = draw_lines(spec, seen, top, drawing) + 8.0;
    let top = if is_binary { top + 20.0 } else { top };
    let rect = Rect::new(left, top, width - left - 8.0, 190.0);
    let x = Axis::bare(0.0, word.len() as f64);
    let panel = drawing.panel(Panel {
        rect,
        x: x.labelled_within(COMPONENT, rect.width),
        y,
    });
    let zero = panel.y_px(0.0);
    let end = Point::new(rect.right(), zero);
    drawing.segment(Point::new(rect.x, zero), end, 1.0, Ink::Faint, 1.0);
    let at = |(place, &number): (usize, &f64)| {
        Point::new(panel.x_px(place as f64 + 0.5), panel.y_px(number))
    };
    drawing.line(
        word.iter().enumerate().map(at),
        BROAD.0,
        Ink::Query,
        BROAD.1,
    );
    if seen.counting != Counting::Normalised {
        draw_code(spec, seen, &panel, drawing);
    }
    let thin = if width >= 560.0 { 1.1 } else { 0.8 };
    for (sum, ink) in sums.zip(SUMS) {
        drawing.line(sum.iter().enumerate().map(at), thin, ink, 1.0);
    }
    if is_binary {
        draw_digits(spec, seen, rect, drawing);
    }
    drawing.handle(Handle {
        rect,
        grab: Grab::Set(Key::Token, spec.token() as f64),
        panel,
    });
    rect.bottom()
}

/// Which line is what; returns the lower edge.
fn draw_lines(spec: &Spec, seen: &Seen, top: f32, drawing: &mut Drawing) -> f32 {
    let word = spec.sentence().word(spec.token());
    let mut entries = vec![Entry::new(Sign::Line(Ink::Query), format!("“{word}”"))];
    match seen.counting {
        Counting::Normalised => entries.extend(seen.texts.iter().zip(SUMS).map(|(text, ink)| {
            let name = format!("with its code in {} words", Grouped(text.n_words as u64));
            Entry::new(Sign::Line(ink), name)
        })),
        _ => {
            let lines = [("its code", Ink::Third), ("the sum", Ink::Key)];
            let entry = |(name, ink): (&str, Ink)| Entry::new(Sign::Line(ink), name.to_owned());
            entries.extend(lines.map(entry));
        }
    }
    draw_legend(&entries, top, drawing)
}

/// The code, a step for each component.
fn draw_code(spec: &Spec, seen: &Seen, panel: &Panel, drawing: &mut Drawing) {
    let code = seen.texts.first().map(|text| text.codes.row(spec.token()));
    let code = code.unwrap_or_default().iter().enumerate();
    let steps = code.flat_map(|(place, &value)| {
        [0.0, 1.0].map(|end| Point::new(panel.x_px(place as f64 + end), panel.y_px(value)))
    });
    drawing.line(steps, BROAD.0, Ink::Third, 0.8);
}

/// The bits, over the components that get them.
fn draw_digits(spec: &Spec, seen: &Seen, rect: Rect, drawing: &mut Drawing) {
    const LEAST: f32 = 9.0;
    let counter = counter(spec);
    let across = rect.width / counter.bits() as f32;
    let digits = counter.encode(seen.position(spec.token())).enumerate();
    for (place, bit) in digits.filter(|_| across >= LEAST) {
        let at = Point::new(rect.x + (place as f32 + 0.5) * across, rect.y - 6.0);
        let digit = if bit { HEAD } else { LABEL };
        drawing.text(
            at,
            digit.size(13.0).middle(),
            format_args!("{}", u8::from(bit)),
        );
    }
}

/// The lengths of word and code as bars on one scale, and what follows from them; returns the lower
/// end.
fn draw_lengths(seen: &Seen, top: f32, drawing: &mut Drawing) -> f32 {
    const NAMES: f32 = 92.0;
    const NUMBERS: f32 = 76.0;
    const ROW: f32 = 20.0;
    let at = Point::new(0.0, top);
    drawing.text(at, HEAD, format_args!("lengths of the vectors"));
    let is_normalised = seen.counting == Counting::Normalised;
    let word = seen
        .texts
        .first()
        .map_or(0.0, |text| text.added.embedding_norm);
    let codes = seen
        .texts
        .iter()
        .zip(SUMS)
        .map(|(text, ink)| match is_normalised {
            true => (
                format!("code in {}", Grouped(text.n_words as u64)),
                text.added.code_norm,
                ink,
            ),
            false => ("code".to_owned(), text.added.code_norm, Ink::Third),
        });
    let bars: Vec<_> = [("word".to_owned(), word, Ink::Query)]
        .into_iter()
        .chain(codes)
        .collect();
    let longest = bars
        .iter()
        .fold(0.0, |longest: f64, bar| longest.max(bar.1));
    let across = drawing.size().0 - NAMES - NUMBERS;
    let mut y = top + 24.0;
    for (name, length, ink) in bars {
        drawing.text(Point::new(0.0, y), LABEL, format_args!("{name}"));
        // A bar of much less than a pixel would not be seen at all.
        let least = if length > 0.0 { 0.6 } else { 0.0 };
        let width = ((length / longest) as f32 * across).max(least);
        drawing.fill(Rect::new(NAMES, y - 10.0, width, ROW - 8.0), ink, 1.0);
        let number = Point::new(NAMES + width + 8.0, y);
        drawing.text(number, PLAIN, format_args!("{}", Short(length)));
        y += ROW;
    }
    for (text, ink) in seen
        .texts
        .iter()
        .zip(SUMS)
        .filter(|(text, _)| text.added.code_norm > 0.0)
    {
        let setting = if is_normalised { LABEL.ink(ink) } else { PLAIN };
        y = draw_ratio(text, Point::new(0.0, y + 4.0), setting, drawing);
    }
    y - 8.0
}

/// Signal to noise, and the cosine of word and sum, below it where it has no room beside it;
/// returns the baseline of the next line.
fn draw_ratio(text: &Text, at: Point, setting: Type, drawing: &mut Drawing) -> f32 {
    const BESIDE: f32 = 168.0;
    const LINE: f32 = 17.0;
    let is_narrow = drawing.size().0 < 340.0;
    let (aside, down) = if is_narrow {
        (0.0, LINE)
    } else {
        (BESIDE, 0.0)
    };
    let noise = Fixed(text.added.decibels());
    drawing.text(at, setting, format_args!("signal to noise {noise:.1} dB"));
    let second = Point::new(at.x + aside, at.y + down);
    let cosine = Fixed(text.added.cosine);
    drawing.text(
        second,
        setting,
        format_args!("cosine of word and sum {cosine:.3}"),
    );
    second.y + LINE
}

/// Every two words of the sentence compared; returns the lower end.
fn draw_matrices(spec: &Spec, seen: &Seen, top: f32, drawing: &mut Drawing) -> f32 {
    const GAP: f32 = 24.0;
    const LEAST: f32 = 220.0;
    let width = drawing.size().0;
    let n_matrices = seen.matrices().count() as f32;
    let in_row = ((width + GAP) / (LEAST + GAP))
        .floor()
        .clamp(1.0, n_matrices);
    let across = (width + GAP) / in_row - GAP;
    let (mut at, mut bottom) = (Point::new(0.0, top), top);
    for matrix in seen.matrices() {
        if at.x + across > width + 1.0 {
            at = Point::new(0.0, bottom + 34.0);
        }
        bottom = draw_matrix(spec, matrix, (at, across), drawing);
        at.x += across + GAP;
    }
    bottom
}

fn draw_matrix(
    spec: &Spec,
    (title, matrix): (&'static str, &Matrix),
    (place, across): (Point, f32),
    drawing: &mut Drawing,
) -> f32 {
    const NAMES: f32 = 76.0;
    const ROW: f32 = 24.0;
    let n = matrix.n_rows();
    let cell = ((across - NAMES) / n as f32).min(44.0);
    let rect = Rect::new(
        place.x + NAMES,
        place.y + 12.0,
        cell * n as f32,
        ROW * n as f32,
    );
    let panel = Panel {
        rect,
        x: Axis {
            label: title,
            ..Axis::bare(0.0, n as f64)
        },
        y: Axis::bare(n as f64, 0.0),
    };
    drawing.text(place, HEAD, format_args!("cosines {title}"));
    for (row, cosines) in matrix.rows().enumerate() {
        let y = rect.y + row as f32 * ROW;
        let name = match ink(spec, row) {
            Ink::Muted => LABEL,
            ink => LABEL.bold().ink(ink),
        };
        let word = spec.sentence().word(row);
        let at = Point::new(rect.x - 8.0, y + 16.0);
        drawing.text(at, name.end(), format_args!("{word}"));
        for (column, &cosine) in cosines.iter().enumerate() {
            let x = rect.x + column as f32 * cell;
            draw_cell(cosine, Rect::new(x, y, cell, ROW), drawing);
        }
        drawing.handle(Handle {
            rect: Rect::new(place.x, y, rect.right() - place.x, ROW),
            grab: Grab::Set(Key::Token, row as f64),
            panel,
        });
    }
    rect.bottom()
}

fn draw_cell(cosine: f64, rect: Rect, drawing: &mut Drawing) {
    const LEAST: f32 = 28.0;
    drawing.fill(rect.grown(-0.5), Ink::Diverging(cosine as f32), 1.0);
    if rect.width >= LEAST {
        let is_strong = cosine.abs() > 0.6;
        let ink = if is_strong { Ink::Surface } else { Ink::Text };
        let at = Point::new(rect.x + rect.width / 2.0, rect.y + 16.0);
        let setting = LABEL.size(10.5).ink(ink).middle();
        drawing.text(at, setting, format_args!("{:.2}", Fixed(cosine)));
    }
}
