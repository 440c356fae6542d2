//! A strip with a bar for each pair of a head: how much slower a scaling rule makes it, and whether it reaches new angles.

use phasor_encoding::analysis::{Fate, Stretch};
use phasor_text::number::Short;

use super::{NEW, SMALL};
use crate::{Drawing, Ink, Point, Rect, pair_ink};

/// Draws how much slower every pair rotates, as bars on a logarithmic scale, and marks pairs with new angles below.
pub(super) fn draw<G>(stretch: &Stretch, arcs: &[f64], rect: Rect, drawing: &mut Drawing<G>) {
    const THINNEST: f32 = 3.0;
    let n_pairs = stretch.before.n_pairs();
    let per_bar = (THINNEST * n_pairs as f32 / rect.width).ceil().max(1.0) as usize;
    let divisors: Vec<f64> = stretch.divisors().collect();
    let finite = divisors
        .iter()
        .copied()
        .filter(|divisor| divisor.is_finite());
    let largest = finite.fold(1.0, f64::max);
    let across = rect.width / n_pairs as f32;
    let bars = divisors.chunks(per_bar).zip(arcs.chunks(per_bar));
    for (bar_idx, (divisors, arcs)) in bars.enumerate() {
        let Some(&divisor) = divisors.first() else {
            continue;
        };
        let pair_idx = bar_idx * per_bar;
        let x = rect.x + across * pair_idx as f32;
        let wide = across * divisors.len() as f32 - if across > 2.0 { 0.6 } else { 0.0 };
        let hue = pair_ink(pair_idx, n_pairs);
        let (share, ink, alpha) = match divisor {
            still if still.is_infinite() => (1.0, Ink::Muted, 0.35),
            slower if largest > 1.0 => ((slower.ln().max(0.0) / largest.ln()) as f32, hue, 1.0),
            _ => (0.0, hue, 1.0),
        };
        let height = 1.5 + share * (rect.height - 1.5);
        let bar = Rect::new(x, rect.bottom() - height, wide, height);
        drawing.fill(bar, ink, alpha);
        if arcs.iter().any(|arc| *arc > 0.0) {
            let mark = Rect::new(x, rect.bottom() + 2.0, across * divisors.len() as f32, 4.0);
            drawing.fill(mark, NEW, 1.0);
        }
    }
    let last = Point::new(rect.right(), rect.y - 3.0);
    let setting = SMALL.end().ink(Ink::Text);
    match stretch.fates().last() {
        Some(Fate::Still) => drawing.text(last, setting, "still"),
        _ if largest > 1.0 => {
            drawing.text(last, setting, format_args!("÷ {}", Short(largest)));
        }
        _ => {}
    }
}
