//! The question before a race: six contestants, each with an emblem that shows how it encodes the positions of a text as
//! long as those in training. None shows anything of the outcome.

use super::computed::{Computed, ink};
use super::course::{DIM, FARTHEST, Racer, T5_BUCKETS};
use super::parameters::Guess;
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Ink, LABEL, Panel, Point, Rect, WIDE};
use phasor_encoding::{Alibi, Direction, T5Buckets};
use phasor_params::choice::Choice as _;
use phasor_text::number::Place;

/// Draws the question and the six contestants, which a press chooses. `panel` covers the picture.
pub(super) fn draw(computed: &Computed<'_>, panel: Panel, drawing: &mut Drawing) {
    const GAP: f32 = 10.0;
    let cover = panel.rect;
    let top = draw_question(computed.spec, cover, drawing) + GAP;
    let (n_columns, n_rows) = if cover.width >= WIDE { (3, 2) } else { (2, 3) };
    let part = |whole: f32, n: usize| (whole + GAP) / n as f32;
    let (across, down) = (
        part(cover.width, n_columns),
        part(cover.bottom() - 2.0 - top, n_rows),
    );
    for (place, racer) in Racer::all().enumerate() {
        let (row, column) = (place / n_columns, place % n_columns);
        let card = Rect::new(
            cover.x + column as f32 * across,
            top + row as f32 * down,
            across - GAP,
            down - GAP,
        );
        draw_card(computed.spec, racer, card, drawing);
        drawing.handle(Handle {
            rect: card,
            grab: Grab::Set(Key::Guess, Guess::Of(racer).place() as f64),
            panel,
        });
    }
}

/// Draws the question; returns its lower edge.
fn draw_question(spec: &Spec, cover: Rect, drawing: &mut Drawing) -> f32 {
    const LINE: f32 = 20.0;
    let farthest = Place(FARTHEST * spec.race_length() as f64);
    let question = format!("Which did best on texts of {farthest} tokens?");
    let setting = LABEL.size(16.0).middle().ink(Ink::Text);
    let mut y = cover.y;
    for line in setting.lines(&question, cover.width - 8.0) {
        y += LINE;
        drawing.text(Point::new(cover.center().x, y), setting, line);
    }
    y
}

fn draw_card(spec: &Spec, racer: Racer, card: Rect, drawing: &mut Drawing) {
    /// Room for the name and what the contestant does.
    const TEXTS: f32 = 46.0;
    drawing.fill(card, ink(racer), 0.05);
    drawing.outline(card, 1.0, ink(racer), 0.45);
    let emblem = Rect::new(card.x, card.y, card.width, card.height - TEXTS).grown(-12.0);
    draw_emblem(spec, racer, emblem, drawing);
    let name = LABEL.bold().size(14.0).middle().ink(ink(racer));
    let middle = card.center().x;
    let at = Point::new(middle, card.bottom() - 29.0);
    drawing.text(at, name, racer.word().label);
    let small = LABEL.middle();
    let text = small.fitting(about(racer), card.width - 8.0);
    drawing.text(Point::new(middle, card.bottom() - 11.0), small, text);
}

/// Says how a contestant encodes positions, in wordings from long to short.
fn about(racer: Racer) -> &'static [&'static str] {
    match racer {
        Racer::Rope => &["rotates queries and keys", "rotates pairs", "rotates"],
        Racer::None => &["no position at all", "no position", "none"],
        Racer::Learned => &[
            "a learned row for each position",
            "a row per position",
            "rows",
        ],
        Racer::Sinusoidal => &["adds waves of many lengths", "adds waves", "waves"],
        Racer::T5 => &[
            "a learned number per distance",
            "a number per distance",
            "stairs",
        ],
        Racer::Alibi => &["farther costs more", "farther costs", "slopes"],
    }
}

fn draw_emblem(spec: &Spec, racer: Racer, area: Rect, drawing: &mut Drawing) {
    match racer {
        Racer::Rope => draw_dials(spec, area, drawing),
        Racer::None => draw_blanks(spec, area, drawing),
        Racer::Learned => draw_rows(spec, area, drawing),
        Racer::Sinusoidal => draw_waves(spec, area, drawing),
        Racer::T5 => draw_steps(spec, area, drawing),
        Racer::Alibi => draw_slopes(spec, area, drawing),
    }
}

/// Returns the column of a position, or of a distance, of a text as long as in training.
fn column(spec: &Spec, position: f64, area: Rect) -> f32 {
    let last = spec.race_length() as f64 - 1.0;
    area.x + area.width * (position / last) as f32
}

/// Draws the dials of a head's fastest pairs at one position.
fn draw_dials(spec: &Spec, area: Rect, drawing: &mut Drawing) {
    const POSITION: f64 = 5.0;
    const MOST: usize = 3;
    let frequencies = spec.frequencies_of(spec.race_head_dim());
    let n = frequencies.n_pairs().min(MOST);
    let radius = (area.height / 2.0).min(area.width / (2.4 * MOST as f32));
    let apart = 2.4 * radius;
    let first = area.center().x - apart * (n as f32 - 1.0) / 2.0;
    for (angle, dial) in frequencies.angles(POSITION).take(n).zip(0u8..) {
        let center = Point::new(first + f32::from(dial) * apart, area.center().y);
        let (sin, cos) = angle.sin_cos();
        let tip = center + radius * Point::new(cos as f32, -sin as f32);
        drawing.disc(center, radius, ink(Racer::Rope), 0.1);
        drawing.ring(center, radius, 1.6, ink(Racer::Rope), 0.8);
        drawing.segment(center, tip, 2.6, ink(Racer::Rope), 1.0);
        drawing.disc(tip, 4.0, ink(Racer::Rope), 1.0);
    }
}

/// Draws every position as the same dot.
fn draw_blanks(spec: &Spec, area: Rect, drawing: &mut Drawing) {
    for position in 0..spec.race_length() {
        let x = column(spec, position as f64, area);
        let at = Point::new(x, area.center().y);
        drawing.disc(at, 2.0, ink(Racer::None), 0.9);
    }
}

/// Draws an empty table with a row, here a column, for each position.
fn draw_rows(spec: &Spec, area: Rect, drawing: &mut Drawing) {
    const CELLS: u8 = 4;
    let n = spec.race_length();
    let across = area.width / n as f32;
    let down = area.height / f32::from(CELLS);
    for position in 0..=n {
        let x = area.x + position as f32 * across;
        let [from, to] = [area.y, area.bottom()].map(|y| Point::new(x, y));
        drawing.segment(from, to, 1.0, ink(Racer::Learned), 0.6);
    }
    for cell in 0..=CELLS {
        let y = area.y + f32::from(cell) * down;
        let [from, to] = [area.x, area.right()].map(|x| Point::new(x, y));
        drawing.segment(from, to, 1.0, ink(Racer::Learned), 0.6);
    }
}

/// Draws the sines of a few pairs.
fn draw_waves(spec: &Spec, area: Rect, drawing: &mut Drawing) {
    const STEPS: u32 = 160;
    let frequencies = spec.frequencies_of(DIM);
    let last = spec.race_length() as f64 - 1.0;
    let every = frequencies.inv_freq().iter().step_by(3).take(3);
    for (inv_freq, (width, alpha)) in every.zip([(1.2, 0.5), (1.8, 0.75), (2.6, 1.0)]) {
        let wave = (0..=STEPS).map(|step| {
            let position = last * f64::from(step) / f64::from(STEPS);
            let y = area.center().y - area.height / 2.0 * (position * inv_freq).sin() as f32;
            Point::new(column(spec, position, area), y)
        });
        drawing.line(wave, width, ink(Racer::Sinusoidal), alpha);
    }
}

/// Draws the bucket of every distance as stairs.
fn draw_steps(spec: &Spec, area: Rect, drawing: &mut Drawing) {
    let n = spec.race_length();
    let buckets = T5Buckets::new(T5_BUCKETS, n, Direction::Causal);
    let buckets = buckets.expect("texts are longer than half the number of buckets");
    let stairs = (0..n).flat_map(|distance| {
        let bucket = buckets.bucket(-(distance as i64)) as f32;
        let y = area.bottom() - area.height * bucket / (T5_BUCKETS as f32 - 1.0);
        let across = area.width / n as f32;
        [0, 1].map(|end| Point::new(area.x + (distance + end) as f32 * across, y))
    });
    drawing.line(stairs, 2.6, ink(Racer::T5), 1.0);
}

/// Draws the bias of every head over distance.
fn draw_slopes(spec: &Spec, area: Rect, drawing: &mut Drawing) {
    let alibi = Alibi::new(DIM / spec.race_head_dim());
    let alibi = alibi.expect("a racer has from 2 to 12 heads");
    let last = spec.race_length() as f64 - 1.0;
    let steepest = alibi.slopes().iter().copied().fold(0.0, f64::max);
    for slope in alibi.slopes() {
        let [from, to] = [0.0, last].map(|distance| {
            let down = (slope * distance / (steepest * last)) as f32;
            Point::new(column(spec, distance, area), area.y + area.height * down)
        });
        drawing.segment(from, to, 2.2, ink(Racer::Alibi), 1.0);
    }
}
