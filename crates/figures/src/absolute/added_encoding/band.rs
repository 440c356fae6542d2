//! The picture of `normalised-code`: a text is a rubber band from 0 to 1 with a bead for each word. Below the band of the
//! sentence alone, the band of the longer text carries the same beads, squeezed by those appended.

use super::computed::{Computed, Text};
use super::ripple::{HEAD, ink, name};
use crate::handle::{Drawing, Grab, Handle};
use crate::shared::MAX_LENGTH;
use crate::{Key, Spec};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, WIDE};
use phasor_encoding::absolute::LengthNormalised;
use phasor_text::number::{Grouped, Short, Tick};

/// Room for the names of the words above, and for the ends of the scale below, CSS pixels.
const ABOVE: f32 = 48.0;
const BELOW: f32 = 50.0;
/// Room for half a bead and half a number beside the bands.
const SIDE: f32 = 22.0;
/// The radius of the largest bead.
const BEAD: f32 = 9.0;

pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let [alone, within] = computed.texts.as_slice() else {
        return;
    };
    let width = drawing.size().0;
    let height = if width >= WIDE { 320.0 } else { 260.0 };
    let panel = Panel {
        rect: Rect::new(SIDE, ABOVE, width - 2.0 * SIDE, height),
        x: Axis::bare(0.0, 1.0),
        y: Axis::bare(MAX_LENGTH, alone.n_words as f64).log(),
    };
    drawing.handle(Handle {
        rect: panel.rect.grown(SIDE),
        grab: Grab::Slide {
            x: None,
            y: Some(Key::Length),
        },
        panel,
    });
    draw_ends(&panel, drawing);
    draw_paths(spec, computed, &panel, drawing);
    draw_band(spec, (alone, alone.n_words), &panel, drawing);
    draw_names(spec, alone, &panel, drawing);
    if within.n_words > alone.n_words {
        draw_band(spec, (within, alone.n_words), &panel, drawing);
        draw_labels(spec, [alone, within], &panel, drawing);
    }
    drawing.set_height(panel.rect.bottom() + BELOW);
}

/// Draws the posts at 0 and 1 between which every band is stretched.
fn draw_ends(panel: &Panel, drawing: &mut Drawing) {
    let rect = panel.rect;
    for (end, number) in [(0.0, "0"), (1.0, "1")] {
        let x = panel.x_px(end);
        let (top, foot) = (Point::new(x, rect.y), Point::new(x, rect.bottom() + 14.0));
        drawing.segment(top, foot, 2.0, Ink::Faint, 1.0);
        let at = Point::new(x, foot.y + 16.0);
        drawing.text(at, HEAD.middle(), number);
    }
    let setting = LABEL.size(13.0).middle();
    let texts = [
        "the number added: position / last position",
        "position / last position",
    ];
    let label = setting.fitting(&texts, rect.width - 2.0 * SIDE);
    let at = Point::new(rect.center().x, rect.bottom() + 30.0);
    drawing.text(at, setting, label);
}

/// Draws the way of every bead while the text gets longer.
fn draw_paths(spec: &Spec, computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    const STEPS: usize = 80;
    for word in 0..computed.positions.len() {
        let path = (0..=STEPS).map(|step| {
            let length = panel.y.value(step as f64 / STEPS as f64);
            Point::new(panel.x_px(word as f64 / (length - 1.0)), panel.y_px(length))
        });
        let (width, alpha) = if word == spec.token() {
            (2.0, 0.5)
        } else {
            (1.2, 0.3)
        };
        drawing.line(path, width, ink(spec, word), alpha);
    }
}

/// Returns where a band is.
fn band_y(text: &Text, panel: &Panel) -> f32 {
    panel.y_px(text.n_words as f64)
}

/// Draws the band of a text: the beads of the sentence, and as rings those of the words appended.
fn draw_band(spec: &Spec, (text, n_own): (&Text, usize), panel: &Panel, drawing: &mut Drawing) {
    let y = band_y(text, panel);
    let [from, to] = [0.0, 1.0].map(|end| Point::new(panel.x_px(end), y));
    drawing.segment(from, to, 12.0, Ink::Surface, 0.9);
    drawing.segment(from, to, 4.0, Ink::Third, 0.55);
    let last = text.n_words as f64 - 1.0;
    let apart = panel.rect.width / last as f32;
    let radius = (apart / 2.0 - 1.0).clamp(1.5, BEAD);
    let end = Point::new(panel.x_px((n_own as f64 - 1.0) / last), y);
    drawing.segment(from, end, 4.0, Ink::Text, 0.9);
    // Closer beads would merge into a bar, which the band already is.
    let n_drawn = if apart >= 3.5 { text.n_words } else { n_own };
    for word in n_own..n_drawn {
        let at = Point::new(panel.x_px(word as f64 / last), y);
        drawing.disc(at, radius, Ink::Surface, 1.0);
        drawing.ring(at, radius, 1.2, Ink::Third, 0.9);
    }
    let order = (0..n_own).rev().filter(|word| *word != spec.token());
    for word in order.chain([spec.token()]) {
        let at = Point::new(panel.x_px(text.encoding(word)), y);
        let is_focus = word == spec.token();
        let radius = if is_focus {
            radius.max(3.0) + 1.5
        } else {
            radius.max(2.4)
        };
        drawing.disc(at, radius + (0.2 * radius).min(1.2), Ink::Surface, 1.0);
        drawing.disc(at, radius, ink(spec, word), 1.0);
    }
}

/// Draws the names of the words over the sentence alone, the word in focus first; names without room are left out.
fn draw_names(spec: &Spec, alone: &Text, panel: &Panel, drawing: &mut Drawing) {
    let focus = spec.token();
    let others = (0..alone.n_words).filter(|&word| word != focus);
    let mut taken: Vec<(f32, f32)> = Vec::new();
    for word in [focus].into_iter().chain(others) {
        let encoding = alone.encoding(word);
        let text = match word == focus {
            true => format!("{} {}", spec.sentence().printed(word), Tick(encoding)),
            false => spec.sentence().printed(word).to_owned(),
        };
        let setting = name(spec, word);
        let half = setting.width(&text) / 2.0;
        let x = panel.x_px(encoding);
        let place = x.clamp(half, drawing.size().0 - half);
        drawing.handle(Handle {
            rect: Rect::new(x - 14.0, panel.rect.y - 30.0, 28.0, 40.0),
            grab: Grab::Set(Key::Token, word as f64),
            panel: *panel,
        });
        let is_free = |&(from, to): &(f32, f32)| place + half < from || place - half > to;
        if taken.iter().all(is_free) {
            taken.push((place - half - 6.0, place + half + 6.0));
            let at = Point::new(place, panel.rect.y - 20.0);
            drawing.text(at, setting.middle(), text);
        }
    }
}

/// Draws the number of the word in focus in the longer text, and how long both texts are.
fn draw_labels(spec: &Spec, [alone, within]: [&Text; 2], panel: &Panel, drawing: &mut Drawing) {
    let (first, y) = (band_y(alone, panel), band_y(within, panel));
    // Below the band, or above it if the scale is near.
    let baseline = match y + 40.0 < panel.rect.bottom() {
        true => y + BEAD + 18.0,
        false => y - BEAD - 8.0,
    };
    let encoding = within.encoding(spec.token());
    let number = format!(
        "{} {}",
        spec.sentence().printed(spec.token()),
        Tick(encoding)
    );
    let at = Point::new(panel.x_px(encoding) + 4.0, baseline);
    let number_end = at.x + HEAD.width(&number) + 16.0;
    let start = draw_length(within, (number_end, baseline), panel, drawing);
    if number_end < start {
        drawing.fill(behind(at, &number), Ink::Surface, 0.85);
        drawing.text(at, HEAD.ink(Ink::Query), &number);
    }
    let upper = first + BEAD + 18.0;
    if baseline - upper > 30.0 {
        draw_length(alone, (panel.rect.center().x, upper), panel, drawing);
    }
}

/// Draws the number of words of a text at the right, from `x` on; returns where it begins.
fn draw_length(
    text: &Text,
    (x, baseline): (f32, f32),
    panel: &Panel,
    drawing: &mut Drawing,
) -> f32 {
    let (n_words, last) = (
        Grouped(text.n_words as u64),
        Grouped(text.n_words as u64 - 1),
    );
    let texts = [
        format!("{n_words} words, one step is 1/{last}"),
        format!("{n_words} words"),
    ];
    let texts = texts.each_ref().map(String::as_str);
    let end = panel.rect.right() - 10.0;
    let text = HEAD.fitting(&texts, end - x);
    let at = Point::new(end - HEAD.width(text), baseline);
    drawing.fill(behind(at, text), Ink::Surface, 0.85);
    drawing.text(at, HEAD, text);
    at.x
}

/// Returns the area behind a text.
fn behind(at: Point, text: &str) -> Rect {
    Rect::new(at.x - 2.0, at.y - 12.0, HEAD.width(text) + 4.0, 16.0)
}

/// Describes the encoding of the word at `place` in a text of about `n_words` words.
pub(super) fn probe(
    spec: &Spec,
    computed: &Computed,
    (place, n_words): (usize, f64),
) -> Option<String> {
    let n_words = (n_words.round() as usize).max(computed.positions.len());
    let encoding = LengthNormalised::new(n_words).ok()?.encode(place as f64, 1);
    let (last, encoding) = (Grouped(n_words as u64 - 1), Short(*encoding.first()?));
    let n_words = Grouped(n_words as u64);
    let word = spec.sentence().printed(place);
    Some(format!(
        "“{word}” in {n_words} words: {place}/{last} = {encoding}"
    ))
}
