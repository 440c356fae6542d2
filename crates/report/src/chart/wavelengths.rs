//! The wavelength of every pair, on a logarithmic scale, against the lengths of texts.

use super::SMALL;
use phasor_draw::{Axis, Drawing, Ink, Panel, Point, Rect, WIDE, axis, pair_ink};
use phasor_encoding::Frequencies;
use phasor_text::number::Place;

/// The frequencies of a series, and how its marks look.
pub(crate) struct Series<'a> {
    pub(crate) name: String,
    pub(crate) frequencies: &'a Frequencies,
    pub(crate) sign: Sign,
}

/// How the pairs of a series look.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Sign {
    /// Dots in the hue of each frequency.
    Dots,
    /// Rings in one colour.
    Rings(Ink),
}

/// A line across the chart at a length in tokens.
pub(crate) struct Length {
    pub(crate) name: &'static str,
    pub(crate) tokens: usize,
    pub(crate) ink: Ink,
}

/// Room for the legend and the name of the axis above the chart, which stand below each other in a narrow drawing.
fn top(width: f32) -> f32 {
    if width < WIDE { 62.0 } else { 46.0 }
}

const RIGHT: f32 = 14.0;

/// Draws all series over the same pairs.
pub(crate) fn draw(width: f32, series: &[Series<'_>], lengths: &[Length]) -> Drawing {
    let mut drawing = Drawing::default();
    drawing.clear(width);
    let panel = panel(series, lengths, &mut drawing);
    draw_lengths(lengths, &panel, &mut drawing);
    for one in series {
        draw_series(one, &panel, &mut drawing);
    }
    axis::frame(&panel, &mut drawing);
    draw_legend(series, &mut drawing);
    drawing.set_height(panel.rect.bottom() + 42.0);
    drawing
}

fn panel(series: &[Series<'_>], lengths: &[Length], drawing: &mut Drawing) -> Panel {
    let width = drawing.size().0;
    let all = series.iter().flat_map(|one| one.frequencies.wavelengths());
    let finite = all.filter(|length| length.is_finite());
    let tokens = lengths.iter().map(|length| length.tokens as f64);
    let highest = finite.chain(tokens).fold(10.0, f64::max);
    let n_pairs = series.iter().map(|one| one.frequencies.n_pairs()).max();
    let n_pairs = n_pairs.expect("a chart has a series");
    let height = if width < WIDE { 260.0 } else { 330.0 };
    let left = axis::NUMBERS;
    let panel = drawing.panel(Panel {
        rect: Rect::new(left, top(width), width - left - RIGHT, height),
        x: Axis::bare(-0.5, n_pairs as f64 - 0.5),
        y: Axis::bare(2.0, 10f64.powf(highest.log10().ceil() + 0.2)).log(),
    });
    let powers = axis::powers(panel.y.low, panel.y.high);
    axis::beside(&panel, ("wavelength (tokens)", 32.0), powers, drawing);
    axis::pairs(&panel, n_pairs, drawing);
    panel
}

fn draw_lengths(lengths: &[Length], panel: &Panel, drawing: &mut Drawing) {
    let rect = panel.rect;
    // Names of lengths that are close stand on both sides of the chart.
    let mut last = f32::INFINITY;
    let mut is_left = true;
    let mut sorted: Vec<&Length> = lengths.iter().collect();
    sorted.sort_by_key(|length| length.tokens);
    for length in sorted {
        let y = panel.y_px(length.tokens as f64);
        let (from, to) = (Point::new(rect.x, y), Point::new(rect.right(), y));
        drawing.dashed(from, to, 1.4, length.ink, 0.9);
        is_left = last - y >= 16.0 || !is_left;
        last = y;
        let text = format!("{} {}", length.name, Place(length.tokens as f64));
        let setting = SMALL.ink(length.ink);
        let (at, setting) = match is_left {
            true => (Point::new(rect.x + 6.0, y - 5.0), setting),
            false => (Point::new(rect.right() - 4.0, y - 5.0), setting.end()),
        };
        drawing.text(at, setting, text);
    }
}

fn draw_series(series: &Series<'_>, panel: &Panel, drawing: &mut Drawing) {
    let n_pairs = series.frequencies.n_pairs();
    let across = panel.rect.width / (panel.x.high - panel.x.low) as f32;
    let radius = (across * 0.36).clamp(1.3, 3.8);
    for (pair_idx, wavelength) in series.frequencies.wavelengths().enumerate() {
        let x = panel.x_px(pair_idx as f64);
        if !wavelength.is_finite() {
            // A pair that stands still is above every wavelength.
            let top = panel.rect.y - 4.0;
            let (from, to) = (Point::new(x, top), Point::new(x, top - 5.0));
            drawing.segment(from, to, 1.2, Ink::Muted, 0.8);
            continue;
        }
        let at = Point::new(x, panel.y_px(wavelength));
        match series.sign {
            Sign::Dots => drawing.disc(at, radius, pair_ink(pair_idx, n_pairs), 1.0),
            Sign::Rings(ink) => drawing.ring(at, radius + 0.6, 1.2, ink, 0.9),
        }
    }
}

/// Draws the name of each series beside its sign: to the right of the name of the axis, or above it in a narrow drawing.
fn draw_legend(series: &[Series<'_>], drawing: &mut Drawing) {
    let mut x = if drawing.size().0 < WIDE { 6.0 } else { 170.0 };
    for one in series {
        let middle = Point::new(x, 9.0);
        match one.sign {
            Sign::Dots => drawing.disc(middle, 4.0, Ink::Frequency(0.5), 1.0),
            Sign::Rings(ink) => drawing.ring(middle, 4.0, 1.4, ink, 1.0),
        }
        let at = Point::new(x + 10.0, 13.0);
        drawing.text(at, SMALL.ink(Ink::Text), &one.name);
        x += SMALL.width(&one.name) + 28.0;
    }
}
