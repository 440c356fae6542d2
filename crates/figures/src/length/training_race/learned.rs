//! What the encoding of a racer has learned: a table, a bias for each distance, or which frequencies to use.

use std::rc::Rc;

use super::computed::{Computed, LINE, apart, head_handle, head_probe, ink};
use super::course::Racer;
use super::inside::{Heads, Pairs};
use super::report::Look;
use crate::Key;
use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::legend::draw_bar;
use phasor_draw::{
    Axis, ColorMap, Ink, LABEL, Layout, Panel, Point, Raster, Rect, SMALL, axis, pair_ink,
};
use phasor_encoding::matrix::cosine;
use phasor_text::number::{Fixed, Short};

const TOP: f32 = 34.0;

pub(super) fn draw(computed: &Computed<'_>, drawing: &mut Drawing) {
    let racer = computed.spec.choice::<Racer>();
    let look = computed.record.run(racer).look(computed.spec.progress());
    match (racer, look) {
        (Racer::None, _) => say("no encoding", drawing),
        (Racer::Sinusoidal, _) => say("a fixed encoding", drawing),
        (Racer::Alibi, _) => draw_heads(computed, Some(Heads::of_alibi(computed)), drawing),
        (_, None) => say("Press Start to look inside.", drawing),
        (Racer::Learned, Some(look)) => draw_table(computed, look, drawing),
        (Racer::T5, Some(_)) => draw_heads(computed, Heads::of_t5(computed), drawing),
        (Racer::Rope, Some(look)) => draw_frequencies(computed, look, drawing),
    }
}

fn say(text: &str, drawing: &mut Drawing) {
    let middle = Point::new(drawing.size().0 / 2.0, 120.0);
    drawing.text(middle, LABEL.middle().size(14.0), text);
    // As high as the other racers' pictures, so that the page does not jump.
    drawing.set_height(346.0);
}

/// Draws the cosine similarity of every two rows of the table.
fn draw_table(computed: &Computed<'_>, look: &Look, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let side = (width - 70.0).min(380.0);
    let rect = Rect::new((width - side) / 2.0, TOP, side, side);
    let n_rows = look.learned.len();
    let shades = look.learned.iter().flat_map(|one| {
        let others = look.learned.iter();
        others.map(|other| {
            let cosine = cosine(one, other);
            ((cosine + 1.0) / 2.0) as f32
        })
    });
    let shades: Vec<f32> = shades.collect();
    let panel = drawing.panel(Panel {
        rect,
        x: Axis::bare(0.0, n_rows as f64).labelled("position", 4),
        y: Axis::bare(n_rows as f64, 0.0).labelled("position", 4),
    });
    drawing.raster(Raster {
        rect,
        map: ColorMap::Diverging,
        layout: Layout::Rows(n_rows),
        shades: Rc::from(shades),
        row: 0.0,
        column: 0.0,
        span: n_rows as f64,
    });
    let trained = computed.spec.race_length() as f64;
    let (x, y) = (panel.x_px(trained), panel.y_px(trained));
    let at = Point::new;
    drawing.dashed(at(x, rect.y), at(x, rect.bottom()), 1.4, Ink::Text, 0.9);
    drawing.dashed(at(rect.x, y), at(rect.right(), y), 1.4, Ink::Text, 0.9);
    let title = LABEL.bold().size(13.0).ink(Ink::Text);
    drawing.text(at(rect.x, 18.0), title, "rows of the table compared");
    let foot = Point::new(rect.x, rect.bottom() + 44.0);
    draw_bar(
        foot,
        ("cosine −1", "1"),
        &|t| Ink::Diverging(2.0 * t - 1.0),
        drawing,
    );
    drawing.set_height(rect.bottom() + 66.0);
}

/// Draws one line for each head: what it adds to the score of a key, by distance.
fn draw_heads(computed: &Computed<'_>, heads: Option<Heads<'_>>, drawing: &mut Drawing) {
    let Some(heads) = heads else {
        return;
    };
    let width = drawing.size().0;
    let (first, reach) = (heads.first, heads.last);
    let all =
        (0..heads.count).flat_map(|head| (first..=reach).map(move |distance| (head, distance)));
    let values: Vec<f64> = all
        .map(|(head, distance)| heads.bias(head, distance))
        .collect();
    let low = values.iter().fold(-1.0, |low: f64, value| low.min(*value));
    let high = values.iter().fold(0.5, |high: f64, value| high.max(*value));
    let across = (width - axis::NUMBERS - 70.0).min(620.0);
    let panel = drawing.panel(Panel {
        rect: Rect::new(axis::NUMBERS, TOP, across, 280.0),
        x: Axis::bare(first as f64, reach as f64)
            .labelled("distance back (query minus key, tokens)", 5),
        y: Axis::bare(low * 1.05, high * 1.1).labelled("", 5),
    });
    let at = Point::new(0.0, 16.0);
    drawing.text(at, SMALL.ink(Ink::Text), "added to the score");
    let trained = panel.x_px(computed.spec.race_length() as f64);
    let rect = panel.rect;
    drawing.dashed(
        Point::new(trained, rect.y),
        Point::new(trained, rect.bottom()),
        1.4,
        Ink::Text,
        0.9,
    );
    let chosen = computed.spec.attention_map(heads.count);
    drawing.handle(Handle {
        rect,
        grab: Grab::Set(Key::Map, chosen as f64),
        panel,
    });
    let mut ends = Vec::new();
    for head in 0..heads.count {
        let points = (first..=reach).map(|distance| {
            let y = panel.y_px(heads.bias(head, distance));
            Point::new(panel.x_px(distance as f64), y)
        });
        let (thick, alpha) = if head == chosen {
            (2.6, 1.0)
        } else {
            (1.4, 0.7)
        };
        drawing.line(points, thick, ink(computed.spec.choice::<Racer>()), alpha);
        ends.push((panel.y_px(heads.bias(head, reach)), head));
    }
    name_heads(ends, chosen, rect, drawing);
    drawing.set_height(rect.bottom() + 44.0);
}

/// Names the heads beside the ends of their curves.
fn name_heads(mut ends: Vec<(f32, usize)>, chosen: usize, rect: Rect, drawing: &mut Drawing) {
    ends.sort_by(|one, other| one.0.total_cmp(&other.0));
    let rows: Vec<f32> = ends.iter().map(|(row, _)| *row).collect();
    let rows = apart(&rows, rect.y, rect.bottom());
    for ((_, head), row) in ends.into_iter().zip(rows) {
        let setting = if head == chosen { SMALL.bold() } else { SMALL };
        let at = Point::new(rect.right() + 6.0, row + 4.0);
        drawing.text(at, setting, format_args!("head {head}"));
        let name = Rect::new(at.x - 4.0, row - LINE / 2.0, 52.0, LINE);
        drawing.handle(head_handle(head, name));
    }
}

/// Draws how long queries and keys are in every pair.
fn draw_frequencies(computed: &Computed<'_>, look: &Look, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let pairs = Pairs::of(computed, look);
    let (map, queries, keys) = (pairs.head, pairs.queries, pairs.keys);
    let n_pairs = queries.len();
    let highest = queries
        .iter()
        .chain(keys)
        .fold(0.1, |high: f64, value| high.max(*value));
    let across = (width - axis::NUMBERS - 16.0).min(640.0);
    let panel = drawing.panel(Panel {
        rect: Rect::new(axis::NUMBERS, TOP, across, 250.0),
        x: Axis::bare(-0.5, n_pairs as f64 - 0.5),
        y: Axis::bare(0.0, 1.1 * highest).labelled("", 4),
    });
    let title = LABEL.bold().size(13.0).ink(Ink::Text);
    let head = format!("head {map}: mean norms of queries and keys");
    drawing.text(Point::new(0.0, 18.0), title, head);
    let step = panel.rect.width / n_pairs as f32;
    let bar = (step * 0.3).min(34.0);
    for (pair, (query, key)) in queries.iter().zip(keys).enumerate() {
        let middle = panel.x_px(pair as f64);
        for (value, left, alpha) in [(query, -bar, 1.0), (key, 0.0, 0.55)] {
            let y = panel.y_px(*value);
            let rect = Rect::new(middle + left, y, bar - 2.0, panel.rect.bottom() - y);
            drawing.fill(rect, pair_ink(pair, n_pairs), alpha);
        }
        let wavelength = pairs.wavelength(pair);
        name_pair(pair, wavelength, middle, panel.rect.bottom(), drawing);
    }
    axis::frame(&panel, drawing);
    if let Some(first) = pairs.first_incomplete(computed.spec.race_length()) {
        mark_incomplete(first, &panel, drawing);
    }
    drawing.handle(Handle {
        rect: panel.rect,
        grab: Grab::Set(Key::Map, map as f64),
        panel,
    });
    let foot = Point::new(
        panel.rect.x + panel.rect.width / 2.0,
        panel.rect.bottom() + 50.0,
    );
    let label = "tokens per turn; left bar queries, right bar keys";
    drawing.text(foot, SMALL.middle().ink(Ink::Text), label);
    drawing.set_height(panel.rect.bottom() + 62.0);
}

/// Separates the pairs that complete no turn in training from those that do.
fn mark_incomplete(first: usize, panel: &Panel, drawing: &mut Drawing) {
    let x = panel.x_px(first as f64 - 0.5);
    let at = |y: f32| Point::new(x, y);
    let (top, bottom) = (panel.rect.y, panel.rect.bottom());
    drawing.dashed(at(top), at(bottom), 1.4, Ink::Text, 0.9);
    let small = SMALL.ink(Ink::Text);
    let words = Point::new(x + 6.0, top + 12.0);
    drawing.text(words, small, "no full turn in training");
}

fn name_pair(pair: usize, wavelength: f64, middle: f32, foot: f32, drawing: &mut Drawing) {
    let small = SMALL.middle();
    let at = |below: f32| Point::new(middle, foot + below);
    drawing.text(at(16.0), small.ink(Ink::Text), format_args!("pair {pair}"));
    drawing.text(at(31.0), small, Short(wavelength));
}

pub(super) fn probe(computed: &Computed<'_>, handle: &Handle, point: Point) -> Option<String> {
    if let Some(sentence) = head_probe(handle) {
        return Some(sentence);
    }
    let across = handle.values(point).0.round();
    let heads = match computed.spec.choice::<Racer>() {
        Racer::Alibi => Heads::of_alibi(computed),
        Racer::T5 => Heads::of_t5(computed)?,
        Racer::Rope => {
            let look = computed
                .record
                .run(Racer::Rope)
                .look(computed.spec.progress())?;
            let pairs = Pairs::of(computed, look);
            let pair = across.max(0.0) as usize;
            let (query, key) = (pairs.queries.get(pair)?, pairs.keys.get(pair)?);
            let [query, key] = [query, key].map(|length| Fixed(*length));
            return Some(format!("pair {pair}: queries {query:.2}, keys {key:.2}"));
        }
        _ => return None,
    };
    let head = computed.spec.attention_map(heads.count);
    let bias = Fixed(heads.bias(head, across as i64));
    Some(format!("head {head}, {across} tokens back: adds {bias:.2}"))
}
