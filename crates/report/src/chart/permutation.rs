//! Where each row of a projection goes when the layout of pairs changes.

use super::SMALL;
use phasor_draw::{Drawing, Ink, LABEL, Point, Rect, pair_ink};
use phasor_encoding::Pairing;
use phasor_params::choice::Choice as _;

const TOP: f32 = 26.0;
const BETWEEN: f32 = 96.0;
const CELL: f32 = 30.0;

/// Draws `n_pairs` pairs in both layouts, with a line for each row.
pub(crate) fn draw(width: f32, (from, to): (Pairing, Pairing), n_pairs: usize) -> Drawing {
    let mut drawing = Drawing::new(width);
    let dim = 2 * n_pairs;
    let across = (width / dim as f32).min(54.0);
    let lower = TOP + CELL + BETWEEN;
    let middle = |place: usize| (place as f32 + 0.5) * across;
    let setting = LABEL.bold().ink(Ink::Text);
    drawing.text(Point::new(0.0, 15.0), setting, from.word().name);
    drawing.text(
        Point::new(0.0, lower + CELL + 19.0),
        setting,
        to.word().name,
    );
    for pair_idx in 0..n_pairs {
        let ink = pair_ink(pair_idx, n_pairs);
        let (above, below) = (from.places(pair_idx, n_pairs), to.places(pair_idx, n_pairs));
        for (above, below, part) in [(above.0, below.0, "x"), (above.1, below.1, "y")] {
            let start = Point::new(middle(above), TOP + CELL);
            let end = Point::new(middle(below), lower);
            drawing.segment(start, end, 1.8, ink, 0.8);
            for (place, y) in [(above, TOP), (below, lower)] {
                let cell = Rect::new(across * place as f32 + 1.0, y, across - 2.0, CELL);
                drawing.fill(cell, ink, 0.22);
                let at = Point::new(middle(place), y + 20.0);
                drawing.text(
                    at,
                    SMALL.middle().ink(Ink::Text),
                    format_args!("{part}{pair_idx}"),
                );
            }
        }
    }
    drawing.set_height(lower + CELL + 28.0);
    drawing
}
