//! Where everything stands, the finding above it, and the score of two patches by the rows between them.

use super::computed::{Computed, TRAINED};
use super::parameters::PictureRule;
use super::{bars, canvas};
use crate::Spec;
use crate::handle::Drawing;
use phasor_draw::scaling::NEW;
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, SMALL, WIDE, axis};
use phasor_text::number::{Brief, Fixed, Tick};

/// Room for the finding.
const TOP: f32 = 24.0;

pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let focus = spec.pair_of(computed.n_pairs());
    draw_count(computed, drawing);
    if width >= WIDE {
        let side = (width * 0.34).min(320.0);
        let square = Rect::new(1.0, TOP, side, side);
        let below = canvas::draw(computed, square, drawing);
        let left = side + 28.0;
        let beside = Rect::new(left, TOP, width - left, 214.0);
        let bottom = bars::draw(computed, focus, beside, drawing);
        let rest = (below - bottom - 12.0).max(170.0);
        let curve = Rect::new(left, bottom + 12.0, width - left, rest);
        let bottom = draw_curve(computed, curve, drawing);
        drawing.set_height(bottom.max(below) + 4.0);
    } else {
        let above = Rect::new(0.0, TOP, width, 186.0);
        let bottom = bars::draw(computed, focus, above, drawing);
        let side = (width * 0.38).min(150.0);
        let square = Rect::new(1.0, bottom + 12.0, side, side);
        let below = canvas::draw(computed, square, drawing);
        let left = side + 12.0;
        let curve = Rect::new(left, square.y, width - left, below - square.y);
        draw_curve(computed, curve, drawing);
        drawing.set_height(below + 4.0);
    }
}

/// Draws the finding above everything.
fn draw_count(computed: &Computed, drawing: &mut Drawing) {
    let (n_new, n_pairs) = (computed.pairs.n_new(), computed.n_pairs());
    let (text, ink) = match n_new {
        0 => (
            format!("no new angle in {n_pairs} pairs of rows"),
            Ink::Text,
        ),
        _ => (
            format!("new angles in {n_new} of {n_pairs} pairs of rows"),
            NEW,
        ),
    };
    let setting = LABEL.bold().ink(ink);
    drawing.text(Point::new(0.0, 13.0), setting, &text);
    if computed.rule == PictureRule::Dype {
        let time = format!("time {:.2}", Fixed(computed.time));
        let end = Point::new(drawing.size().0 - 2.0, 13.0);
        drawing.text(end, LABEL.end().ink(Ink::Text), time);
    }
}

/// Draws the score of two equal patches over the rows between them, with the rule and without it; returns the lower edge.
fn draw_curve(computed: &Computed, place: Rect, drawing: &mut Drawing) -> f32 {
    const FOOT: f32 = 20.0;
    const HEAD: f32 = 34.0;
    let titles = [
        "score of these pairs, by the rows between two patches",
        "their score, by the rows between",
        "their score by rows",
    ];
    let title = SMALL.fitting(&titles, place.width);
    let at = Point::new(place.x, place.y + 11.0);
    drawing.text(at, SMALL.ink(Ink::Text), title);
    draw_next(
        computed,
        Point::new(place.x, place.y + 26.0),
        place.width,
        drawing,
    );
    let last = computed.scores.len() as f64 - 1.0;
    let all = computed.scores.iter().chain(&computed.plain);
    let low = all.copied().fold(0.0, f64::min);
    let numbers = axis::NUMBERS.min(34.0);
    let panel = Panel {
        rect: Rect::new(
            place.x + numbers,
            place.y + HEAD,
            place.width - numbers - 6.0,
            place.height - HEAD - FOOT,
        ),
        x: Axis::bare(0.0, last),
        y: Axis::bare(low, 1.0),
    };
    let rect = panel.rect;
    let ticks = [0.0, 0.5, 1.0].map(|number| (number, Tick(number).to_string()));
    axis::ticks(&panel, ticks.into_iter(), drawing);
    let border = panel.x_px((TRAINED - 1.0).min(last));
    let beyond = Rect::new(border, rect.y, rect.right() - border, rect.height);
    if beyond.width > 0.5 {
        drawing.fill(beyond, NEW, 0.1);
    }
    let line = |scores: &[f64]| -> Vec<Point> {
        let places = scores.iter().enumerate();
        let points = places.map(|(rows, &score)| (panel.x_px(rows as f64), panel.y_px(score)));
        points.map(|(x, y)| Point::new(x, y)).collect()
    };
    if computed.rule != PictureRule::None {
        drawing.line(line(&computed.plain), 1.4, Ink::Muted, bars::GHOST + 0.2);
    }
    drawing.line(line(&computed.scores), 1.8, Ink::Rows, 1.0);
    let foot = rect.bottom() + 14.0;
    drawing.text(Point::new(rect.x, foot), SMALL.middle(), "0");
    let far = format!("{last} rows");
    let far_left = rect.right() - SMALL.width(&far);
    drawing.text(Point::new(rect.right(), foot), SMALL.end(), &far);
    let trained = format!("{}", TRAINED - 1.0);
    if border + SMALL.width(&trained) < far_left {
        drawing.text(Point::new(border, foot), SMALL.middle(), &trained);
    }
    rect.bottom() + FOOT
}

/// Writes what the next row costs, with the rule and in training.
fn draw_next(computed: &Computed, at: Point, room: f32, drawing: &mut Drawing) {
    let [now, before] = computed.next_row().map(Brief);
    let texts = match computed.rule {
        PictureRule::None => [
            format!("the next row: lower by {now}"),
            format!("next row: −{now}"),
            format!("−{now}"),
        ],
        _ => [
            format!("the next row: lower by {now}; without the rule, by {before}"),
            format!("next row: −{now}; before: −{before}"),
            format!("next row: −{now}"),
        ],
    };
    let text = SMALL.fitting(&texts.each_ref().map(String::as_str), room);
    drawing.text(at, SMALL, text);
}
