//! The wavelength of every pair, on a logarithmic scale, against the lengths of texts.

use phasor_encoding::Frequencies;
use phasor_text::number::Place;

use super::SMALL;
use crate::{Axis, Drawing, Ink, Panel, Point, Rect, WIDE, axis, pair_ink};

/// The frequencies of a series, and how its marks look.
#[derive(Debug)]
pub struct Series<'a> {
    /// The name in the legend.
    pub name: String,
    /// The frequencies.
    pub frequencies: &'a Frequencies,
    /// How its pairs look.
    pub sign: Sign,
}

/// How the pairs of a series look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sign {
    /// Dots in the hue of each frequency.
    Dots,
    /// Rings in one colour.
    Rings(Ink),
}

/// A line across the chart at the length of a text.
#[derive(Debug)]
pub struct Length {
    /// What the length is.
    pub name: &'static str,
    /// The length, tokens.
    pub tokens: f64,
    /// The colour.
    pub ink: Ink,
}

/// Room for the legend and the name of the axis above the panel, which stand below each other in a narrow drawing.
fn top(width: f32) -> f32 {
    if width < WIDE { 62.0 } else { 46.0 }
}

const RIGHT: f32 = 14.0;

/// Draws all series over the same pairs; returns the panel. The changes from the first of two series to the second are
/// lines.
///
/// # Panics
/// If there is no series.
pub fn draw<G>(series: &[Series<'_>], lengths: &[Length], drawing: &mut Drawing<G>) -> Panel {
    let panel = panel(series, lengths, drawing);
    draw_lengths(lengths, &panel, drawing);
    if let [one, other] = series {
        draw_changes([one.frequencies, other.frequencies], &panel, drawing);
    }
    for one in series {
        draw_series(one, &panel, drawing);
    }
    axis::frame(&panel, drawing);
    draw_legend(series, drawing);
    drawing.set_height(panel.rect.bottom() + 42.0);
    panel
}

fn panel<G>(series: &[Series<'_>], lengths: &[Length], drawing: &mut Drawing<G>) -> Panel {
    let width = drawing.size().0;
    let all = series.iter().flat_map(|one| one.frequencies.wavelengths());
    let finite = all.filter(|length| length.is_finite());
    let tokens = lengths.iter().map(|length| length.tokens);
    let highest = finite.chain(tokens).fold(10.0, f64::max);
    let n_pairs = series.iter().map(|one| one.frequencies.n_pairs()).max();
    let n_pairs = n_pairs.expect("a chart has a series");
    let height = if width < WIDE { 280.0 } else { 370.0 };
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

fn draw_lengths<G>(lengths: &[Length], panel: &Panel, drawing: &mut Drawing<G>) {
    let rect = panel.rect;
    // Names of lengths that are close stand on both sides of the chart.
    let mut last = f32::INFINITY;
    let mut is_left = true;
    let mut sorted: Vec<&Length> = lengths.iter().collect();
    sorted.sort_by(|one, other| one.tokens.total_cmp(&other.tokens));
    for length in sorted {
        let y = panel.y_px(length.tokens);
        let (from, to) = (Point::new(rect.x, y), Point::new(rect.right(), y));
        drawing.dashed(from, to, 1.4, length.ink, 0.9);
        is_left = last - y >= 16.0 || !is_left;
        last = y;
        let text = format!("{} {}", length.name, Place(length.tokens.floor()));
        let setting = SMALL.ink(length.ink);
        let (at, setting) = match is_left {
            true => (Point::new(rect.x + 6.0, y - 5.0), setting),
            false => (Point::new(rect.right() - 4.0, y - 5.0), setting.end()),
        };
        drawing.text(at, setting, text);
    }
}

fn draw_changes<G>([before, after]: [&Frequencies; 2], panel: &Panel, drawing: &mut Drawing<G>) {
    let n_pairs = after.n_pairs();
    let pairs = before.wavelengths().zip(after.wavelengths()).enumerate();
    for (pair_idx, (before, after)) in pairs {
        if before.is_finite() && after.is_finite() {
            let at = |wavelength| Point::new(panel.x_px(pair_idx as f64), panel.y_px(wavelength));
            let ink = pair_ink(pair_idx, n_pairs);
            drawing.segment(at(before), at(after), 1.0, ink, 0.6);
        }
    }
}

fn draw_series<G>(series: &Series<'_>, panel: &Panel, drawing: &mut Drawing<G>) {
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
fn draw_legend<G>(series: &[Series<'_>], drawing: &mut Drawing<G>) {
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
