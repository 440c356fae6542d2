//! The picture of `normalised-code`: every text length is a ruler from 0 to 1, and every word of the sentence is a curve
//! through all rulers.

use super::computed::{Computed, Text};
use super::picture::{HEAD, PLAIN, SMALL, ink};
use crate::handle::{Drawing, Grab, Handle};
use crate::shared::MAX_LENGTH;
use crate::{Key, Spec};
use phasor_draw::{Axis, Ink, Panel, Point, Rect, WIDE, axis};
use phasor_text::number::{Grouped, Tick};

/// Room for the names of the words above, and for the numbers of the axis below.
const NAMES: f32 = 46.0;
const BELOW: f32 = 46.0;
const RIGHT: f32 = 18.0;

pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let [alone, within] = computed.texts.as_slice() else {
        return;
    };
    let width = drawing.size().0;
    let height = if width >= WIDE { 360.0 } else { 300.0 };
    let left = axis::NUMBERS;
    let across = width - left - RIGHT;
    let panel = drawing.panel(Panel {
        rect: Rect::new(left, NAMES, across, height),
        x: Axis::bare(0.0, 1.0).labelled_within("encoding: position / last position", across),
        y: Axis::bare(MAX_LENGTH, alone.n_words as f64).log(),
    });
    draw_lengths(&panel, drawing);
    drawing.handle(Handle {
        rect: panel.rect.grown(RIGHT),
        grab: Grab::Slide {
            x: None,
            y: Some(Key::Length),
        },
        panel,
    });
    draw_curves(spec, computed, &panel, drawing);
    draw_ruler(spec, (computed, alone, Ink::Muted), &panel, drawing);
    draw_names(spec, alone, &panel, drawing);
    if within.n_words > alone.n_words {
        draw_ruler(spec, (computed, within, Ink::Key), &panel, drawing);
        draw_labels(spec, within, &panel, drawing);
    }
    drawing.set_height(panel.rect.bottom() + BELOW);
}

/// Draws the lengths that have a number beside the panel.
fn draw_lengths(panel: &Panel, drawing: &mut Drawing) {
    // A length close to the first would overlap its number.
    const CLOSE: f64 = 1.4;
    let first = panel.y.high;
    let powers = (1..=6).map(|power| 4f64.powi(power));
    let lengths = [first]
        .into_iter()
        .chain(powers.filter(|length| *length > CLOSE * first));
    let named = lengths.map(|length| (length, Grouped(length as u64).to_string()));
    axis::ticks(panel, named, drawing);
    let at = Point::new(0.0, panel.rect.y - 32.0);
    drawing.text(at, SMALL.ink(Ink::Text), "words in the text");
}

/// Draws the encoding of every word against the length of the text.
fn draw_curves(spec: &Spec, computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    const STEPS: usize = 80;
    for word in 0..computed.positions.len() {
        let curve = (0..=STEPS).map(|step| {
            let length = panel.y.value(step as f64 / STEPS as f64);
            let part = word as f64 / (length - 1.0);
            Point::new(panel.x_px(part), panel.y_px(length))
        });
        let is_focus = word == spec.token();
        let (width, alpha) = if is_focus { (2.2, 1.0) } else { (1.2, 0.6) };
        drawing.line(curve, width, ink(spec, word), alpha);
    }
}

/// Draws a text as a ruler from its first word to its last, with the words of the sentence on it.
fn draw_ruler(
    spec: &Spec,
    (computed, text, line): (&Computed, &Text, Ink),
    panel: &Panel,
    drawing: &mut Drawing,
) {
    let y = panel.y_px(text.n_words as f64);
    let [from, to] = [0.0, 1.0].map(|end| Point::new(panel.x_px(end), y));
    drawing.segment(from, to, 4.5, Ink::Surface, 0.8);
    drawing.segment(from, to, 1.8, line, 1.0);
    drawing.disc(to, 2.5, line, 1.0);
    // Ticks for the words of a long text would merge into a grey bar.
    let last = text.n_words as f64 - 1.0;
    let n_ticks = if f64::from(panel.rect.width) / last >= 3.0 {
        text.n_words
    } else {
        0
    };
    for tick in 0..n_ticks {
        let at = Point::new(panel.x_px(tick as f64 / last), y);
        drawing.segment(at, Point::new(at.x, at.y + 5.0), 1.0, line, 0.8);
    }
    for word in 0..computed.positions.len() {
        let radius = if word == spec.token() { 5.0 } else { 3.0 };
        let at = Point::new(panel.x_px(text.encoding(word)), y);
        drawing.disc(at, radius, ink(spec, word), 1.0);
    }
}

/// Draws the names of the words over the sentence alone, the word in focus first; names without room are left out.
fn draw_names(spec: &Spec, alone: &Text, panel: &Panel, drawing: &mut Drawing) {
    let focus = spec.token().min(alone.n_words - 1);
    let others = (0..alone.n_words).filter(|&word| word != focus);
    let mut taken: Vec<(f32, f32)> = Vec::new();
    for word in [focus].into_iter().chain(others) {
        let encoding = alone.encoding(word);
        let name = match word == focus {
            true => format!("“{}” {}", spec.sentence().word(word), Tick(encoding)),
            false => spec.sentence().word(word).to_owned(),
        };
        let setting = match ink(spec, word) {
            Ink::Muted => PLAIN,
            ink => HEAD.ink(ink),
        };
        let half = setting.width(&name) / 2.0;
        let x = panel.x_px(encoding);
        let place = x.clamp(half, drawing.size().0 - half);
        let hit = Rect::new(x - 12.0, panel.rect.y - 26.0, 24.0, 36.0);
        drawing.handle(Handle {
            rect: hit,
            grab: Grab::Set(Key::Token, word as f64),
            panel: *panel,
        });
        let is_free = |&(from, to): &(f32, f32)| place + half < from || place - half > to;
        if taken.iter().all(is_free) {
            taken.push((place - half, place + half));
            let at = Point::new(place, panel.rect.y - 11.0);
            drawing.text(at, setting.middle(), name);
        }
    }
}

/// Draws the length of the text and the encoding of the word in focus.
fn draw_labels(spec: &Spec, text: &Text, panel: &Panel, drawing: &mut Drawing) {
    let y = panel.y_px(text.n_words as f64);
    // The label is below the ruler, or above it if the axis is near.
    let baseline = match y + 24.0 < panel.rect.bottom() {
        true => y + 19.0,
        false => y - 10.0,
    };
    let encoding = text.encoding(spec.token());
    let word = spec.sentence().word(spec.token());
    let name = format!("“{word}” {}", Tick(encoding));
    let n_words = Grouped(text.n_words as u64);
    let length = match drawing.size().0 >= WIDE {
        true => format!(
            "{n_words} words: one step is 1/{}",
            Grouped(text.n_words as u64 - 1)
        ),
        false => format!("{n_words} words"),
    };
    let x = panel.x_px(encoding) + 8.0;
    let across = HEAD.width(&name);
    let end = panel.rect.right();
    let length_x = end - HEAD.width(&length);
    let covered = Rect::new(x - 2.0, baseline - 12.0, across, 16.0);
    let at = Point::new(x, baseline);
    if covered.right() < length_x {
        drawing.fill(covered, Ink::Surface, 0.85);
        drawing.text(at, HEAD.ink(Ink::Query), name);
    }
    let at = Point::new(end, baseline);
    drawing.fill(
        Rect::new(length_x, baseline - 12.0, end - length_x, 16.0),
        Ink::Surface,
        0.85,
    );
    drawing.text(at, HEAD.ink(Ink::Key).end(), length);
}
