//! The pairs of rows as bars: the part of its circle that each reaches, and by how much the rule slows it down.

use super::computed::Computed;
use super::parameters::{MOST, PictureRule};
use crate::Key;
use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::scaling::NEW;
use phasor_draw::{Axis, Ink, Panel, Point, Rect, SMALL, axis, pair_ink};
use phasor_text::number::{Compact, Tick};

/// The opacity of angles that the rule avoids.
pub(super) const GHOST: f32 = 0.35;
/// Room for a label above bars.
const LABELS: f32 = 24.0;

/// Draws both rows of bars and the numbers of the pair in focus; returns the lower edge.
pub(super) fn draw(computed: &Computed, focus: usize, place: Rect, drawing: &mut Drawing) -> f32 {
    let left = place.x + axis::NUMBERS;
    let width = place.right() - left - 2.0;
    let label = Point::new(place.x, place.y + 11.0);
    let texts = [
        "part of its circle that each pair of rows reaches, fastest first",
        "part of its circle that each pair reaches",
    ];
    let text = SMALL.fitting(&texts, place.width);
    drawing.text(label, SMALL.ink(Ink::Text), text);
    let below = draw_legend(computed, Point::new(place.x, label.y + 16.0), drawing);
    let tall = place.height - (below - place.y) - LABELS;
    let arcs = Rect::new(left, below + 8.0, width, 0.64 * tall - 8.0);
    draw_arcs(computed, arcs, drawing);
    let top = arcs.bottom() + LABELS;
    let divisors = Rect::new(left, top, width, 0.36 * tall - 18.0);
    draw_divisors(computed, divisors, drawing);
    let column = width / computed.n_pairs() as f32;
    let x = left + focus as f32 * column;
    let chosen = Rect::new(x, arcs.y, column, divisors.bottom() - arcs.y);
    drawing.outline(chosen.grown(1.5), 1.4, Ink::Text, 1.0);
    let whole = Rect::new(left, arcs.y, width, divisors.bottom() - arcs.y);
    drawing.handle(Handle {
        rect: whole,
        grab: Grab::Slide {
            x: Some(Key::Pair),
            y: None,
        },
        panel: Panel {
            rect: whole,
            x: Axis::bare(-0.5, computed.n_pairs() as f64 - 0.5),
            y: Axis::bare(0.0, 1.0),
        },
    });
    let baseline = divisors.bottom() + 16.0;
    if let Some(line) = pair_line(computed, focus) {
        drawing.text(Point::new(place.x, baseline), SMALL.ink(Ink::Text), line);
    }
    baseline + 4.0
}

/// Draws what the colours mean; returns the lower edge.
fn draw_legend(computed: &Computed, at: Point, drawing: &mut Drawing) -> f32 {
    const SWATCH: f32 = 9.0;
    let mut entries = vec![(Ink::Rows, 1.0, "as in training"), (NEW, 1.0, "new")];
    if computed.rule != PictureRule::None {
        entries.push((Ink::Muted, GHOST, "new without the rule"));
    }
    let mut x = at.x;
    for (ink, alpha, text) in entries {
        let rect = Rect::new(x, at.y - SWATCH, SWATCH, SWATCH);
        drawing.fill(rect, ink, alpha);
        drawing.text(Point::new(x + SWATCH + 4.0, at.y), SMALL, text);
        x += SWATCH + 4.0 + SMALL.width(text) + 12.0;
    }
    at.y
}

/// Returns the places of bars in a row of them.
fn columns(n_pairs: usize, rect: Rect) -> impl Iterator<Item = (f32, f32)> {
    let across = rect.width / n_pairs as f32;
    let gap = if across > 6.0 { 1.5 } else { 0.8 };
    (0..n_pairs).map(move |pair| (rect.x + pair as f32 * across + gap / 2.0, across - gap))
}

fn draw_arcs(computed: &Computed, rect: Rect, drawing: &mut Drawing) {
    let panel = Panel {
        rect,
        x: Axis::bare(0.0, 1.0),
        y: Axis::bare(0.0, 1.0),
    };
    let ticks = [(0.0, "0"), (0.5, "half"), (1.0, "full")];
    let ticks = ticks.map(|(part, name)| (part, name.to_owned()));
    axis::ticks(&panel, ticks.into_iter(), drawing);
    let n_pairs = computed.n_pairs();
    let pairs = computed.pairs.turns().zip(computed.pairs.new_arcs());
    for (([met, plain, _], new), (x, width)) in pairs.zip(columns(n_pairs, rect)) {
        let mut bar = |(from, to): (f64, f64), ink, alpha| {
            let (top, foot) = (panel.y_px(to.min(1.0)), panel.y_px(from.min(1.0)));
            if foot > top {
                drawing.fill(Rect::new(x, top, width, foot - top), ink, alpha);
            }
        };
        bar((0.0, met), Ink::Rows, 1.0);
        bar((met, met + new), NEW, 1.0);
        bar((met + new, plain), Ink::Muted, GHOST);
    }
}

fn draw_divisors(computed: &Computed, rect: Rect, drawing: &mut Drawing) {
    let label = Point::new(rect.x - axis::NUMBERS, rect.y - 9.0);
    let text = "frequency divided by";
    drawing.text(label, SMALL.ink(Ink::Text), text);
    let panel = Panel {
        rect,
        x: Axis::bare(0.0, 1.0),
        y: Axis::bare(1.0, MOST),
    };
    let ticks = [1.0, MOST].map(|number| (number, Tick(number).to_string()));
    axis::ticks(&panel, ticks.into_iter(), drawing);
    let n_pairs = computed.n_pairs();
    let pairs = computed.pairs.divisors().zip(columns(n_pairs, rect));
    for (pair_idx, (divisor, (x, width))) in pairs.enumerate() {
        let top = panel.y_px(divisor);
        let height = (rect.bottom() - top).max(1.0);
        let bar = Rect::new(x, rect.bottom() - height, width, height);
        drawing.fill(bar, pair_ink(pair_idx, n_pairs), 0.9);
    }
}

/// Describes the turns of a pair in training and in the larger picture, and what the rule does to its frequency.
pub(super) fn pair_line(computed: &Computed, pair_idx: usize) -> Option<String> {
    let [met, _, now] = computed.pairs.turns().nth(pair_idx)?;
    let divisor = computed.pairs.divisors().nth(pair_idx)?;
    let by = match computed.rule {
        PictureRule::None => String::new(),
        _ => format!("; frequency ÷ {}", Compact(divisor)),
    };
    let (met, now) = (Compact(met), Compact(now));
    Some(format!("pair {pair_idx}: full turns {met} → {now}{by}"))
}
