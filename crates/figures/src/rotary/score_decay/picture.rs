//! The picture of `score-decay`: a panel of scores and, with all vectors, the bound above it.

use super::Vectors;
use super::computed::{At, Computed};
use crate::Key;
use crate::handle::{Drawing, Grab, Handle};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, SMALL, axis, spread};
use phasor_encoding::analysis::RandomScores;
use phasor_text::number::{Fixed, Place, Short, Tick};

/// Draws the figure.
pub(super) fn draw(computed: &Computed, drawing: &mut Drawing) {
    let top = draw_values(computed, &computed.at(computed.offset), drawing);
    let stage = stage(computed, top, drawing);
    draw_scales(&stage, drawing);
    for panel in stage.bounds.iter().chain([&stage.scores]) {
        drawing.handle(Handle {
            rect: panel.rect,
            grab: slide(Key::Offset),
            panel: *panel,
        });
    }
    draw_scores(computed, &stage.scores, drawing);
    draw_bound(computed, &stage, drawing);
    draw_first_negative(computed, &stage.scores, drawing);
    draw_cursors(computed, &stage, drawing);
    if stage.bounds.is_some() {
        draw_limit(computed, &stage.scores, drawing);
    }
    drawing.set_height(stage.scores.rect.bottom() + 44.0);
}

/// The panel of the bound, down to 1, and below it that of the scores.
struct Stage {
    bounds: Option<Panel>,
    scores: Panel,
}

impl Stage {
    fn top(&self) -> f32 {
        self.bounds.unwrap_or(self.scores).rect.y
    }

    /// Returns the pixel row of a bound; the panels meet at 1.
    fn bound_px(&self, bound: f64) -> f32 {
        match self.bounds {
            Some(bounds) if bound >= 1.0 => bounds.y_px(bound),
            _ => self.scores.y_px(bound),
        }
    }
}

fn stage(computed: &Computed, top: f32, drawing: &mut Drawing) -> Stage {
    const LEFT: f32 = 44.0;
    const FLAGS: f32 = 50.0;
    const CEILING: f32 = 92.0;
    const FLOOR: f32 = 202.0;
    let width = drawing.size().0;
    let (top, across) = (top + FLAGS, width - LEFT - 14.0);
    let x = Axis::bare(0.0, computed.reach);
    let (bounds, y) = match computed.vectors {
        Vectors::All => {
            let highest = computed.curves.bound.iter().copied().fold(2.0, f64::max);
            let bounds = drawing.panel(Panel {
                rect: Rect::new(LEFT, top, across, CEILING),
                x,
                y: Axis::bare(1.0, 1.2 * highest).log(),
            });
            (Some(bounds), top + CEILING)
        }
        _ => (None, top),
    };
    let label = match crowd(computed.curves.equal.len(), across) {
        0 => "offset (tokens)",
        _ if computed.vectors == Vectors::Random => "offset (tokens)",
        _ => "offset (tokens); bold lines are running means",
    };
    let scores = drawing.panel(Panel {
        rect: Rect::new(LEFT, y, across, top + CEILING + FLOOR - y),
        x: x.labelled_within(label, across),
        y: Axis::bare(lowest(computed) - 0.05, 1.0),
    });
    Stage { bounds, scores }
}

/// Returns the next quarter below all scores that are shown.
fn lowest(computed: &Computed) -> f64 {
    let RandomScores {
        mean,
        root_mean_square,
    } = &computed.curves.random;
    let band = mean
        .iter()
        .zip(root_mean_square)
        .map(|(mean, spread)| mean - spread);
    let chosen = match computed.vectors.include(Vectors::Chosen) {
        true => &*computed.chosen,
        false => &[],
    };
    let curves = computed.curves.equal.iter().chain(chosen).copied();
    let lowest = band.chain(curves).fold(0.0, f64::min);
    (4.0 * lowest).floor() / 4.0
}

fn draw_scores(computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    if computed.vectors.include(Vectors::Random) {
        draw_random(computed, panel, drawing);
    }
    let y = |value| panel.y_px(value);
    if computed.vectors.include(Vectors::Chosen) {
        draw_curve(panel, &computed.chosen, Ink::Key, &y, drawing);
    }
    if computed.vectors.include(Vectors::Equal) {
        draw_curve(panel, &computed.curves.equal, Ink::Query, &y, drawing);
        // The bold line is a running mean, so it does not reach the score of 1.
        let start = Point::new(panel.x_px(0.0), y(1.0));
        drawing.disc(start, 4.0, Ink::Query, 1.0);
    }
}

/// Draws the mean of random vectors, and a band as wide as their spread.
fn draw_random(computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    let RandomScores {
        mean,
        root_mean_square,
    } = &computed.curves.random;
    let at = |place: usize, value: f64| {
        let offset = (place * computed.curves.step) as f64;
        Point::new(panel.x_px(offset), panel.y_px(value))
    };
    let edge = |sign: f64| {
        let edge = mean.iter().zip(root_mean_square).enumerate();
        edge.map(move |(place, (mean, spread))| at(place, mean + sign * spread))
    };
    let (band, width) = match computed.vectors {
        Vectors::Random => (0.4, 2.0),
        _ => (0.16, 1.0),
    };
    drawing.shape(edge(1.0).chain(edge(-1.0).rev()), Ink::Third, band);
    let middle = mean.iter().enumerate();
    let middle = middle.map(|(place, &mean)| at(place, mean));
    drawing.line(middle, width, Ink::Third, 0.8);
}

/// Draws the bound: in the upper panel down to 1, below that among the scores.
fn draw_bound(computed: &Computed, stage: &Stage, drawing: &mut Drawing) {
    let Some(bounds) = &stage.bounds else { return };
    let y = |bound| stage.bound_px(bound);
    draw_curve(bounds, &computed.curves.bound, Ink::Text, &y, drawing);
    let scores = &stage.scores;
    let y = scores.y_px(1.0);
    let (left, right) = (scores.rect.x, scores.rect.right());
    let (from, to) = (Point::new(left, y), Point::new(right, y));
    drawing.dashed(from, to, 1.4, Ink::Muted, 1.0);
}

/// Marks where equal vectors first score below 0.
fn draw_first_negative(computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    let Some(offset) = computed.first_negative() else {
        return;
    };
    let at = Point::new(panel.x_px(offset), panel.y_px(0.0));
    drawing.ring(at, 6.0, 2.0, Ink::Text, 1.0);
    let is_late = at.x > panel.rect.x + 0.6 * panel.rect.width;
    let (setting, x) = match is_late {
        true => (SMALL.end(), at.x - 2.0),
        false => (SMALL, at.x + 2.0),
    };
    let foot = Point::new(at.x, panel.rect.bottom() - 22.0);
    drawing.segment(Point::new(at.x, at.y + 6.0), foot, 1.0, Ink::Text, 0.6);
    let at = Point::new(x, panel.rect.bottom() - 8.0);
    let offset = Place(offset);
    drawing.text(
        at,
        setting.ink(Ink::Text),
        format_args!("first below 0 at {offset}"),
    );
}

/// Writes what the line at 1 means where no cursor is, or over them where two are in the way.
fn draw_limit(computed: &Computed, scores: &Panel, drawing: &mut Drawing) {
    const TEXT: &str = "no score is above 1";
    const WIDTH: f32 = 106.0;
    const GAP: f32 = 6.0;
    let cursors = [computed.peak, computed.offset].map(|offset| scores.x_px(offset));
    let last = scores.rect.right() - 4.0;
    let ends = [last, cursors[0] - GAP, cursors[1] - GAP];
    let is_free = |end: &f32| {
        let start = end - WIDTH;
        let crosses = |x: &f32| (start - 2.0..end + 2.0).contains(x);
        *end <= last && start >= scores.rect.x && !cursors.iter().any(crosses)
    };
    let end = ends.into_iter().find(is_free).unwrap_or(last);
    let at = Point::new(end, scores.rect.y - 5.0);
    let paper = Rect::new(end - WIDTH, at.y - 10.0, WIDTH, 13.0);
    drawing.fill(paper, Ink::Surface, 1.0);
    drawing.text(at, SMALL.end(), TEXT);
}

/// Draws the offset and, where it matters, the peak, as lines with a knob.
fn draw_cursors(computed: &Computed, stage: &Stage, drawing: &mut Drawing) {
    const RADIUS: f32 = 10.0;
    let (scores, top) = (&stage.scores, stage.top());
    let has_peak = computed.vectors.include(Vectors::Chosen);
    let cursors = [
        (Key::Peak, Ink::Key, computed.peak, scores.y_px(1.0)),
        (
            Key::Offset,
            Ink::Text,
            computed.offset,
            scores.rect.bottom(),
        ),
    ];
    let wanted = cursors.map(|(_, _, offset, _)| scores.x_px(offset));
    let flags = if has_peak {
        spread(wanted, RADIUS)
    } else {
        wanted
    };
    for ((key, ink, offset, foot), flag) in cursors.into_iter().zip(flags) {
        let is_peak = key == Key::Peak;
        if offset > computed.reach || (is_peak && !has_peak) {
            continue;
        }
        let x = scores.x_px(offset);
        let (head, neck) = (Point::new(flag, top - 8.0), Point::new(x, top - 2.0));
        drawing.segment(head, neck, 1.5, ink, 0.9);
        drawing.segment(neck, Point::new(x, foot), 1.5, ink, 0.9);
        let knob = Point::new(flag, top - 16.0);
        if is_peak {
            // The bold line is a running mean, so it does not reach the score of 1.
            drawing.disc(Point::new(x, foot), 4.0, ink, 1.0);
            drawing.flag(knob, RADIUS, ink, "P");
        } else {
            drawing.disc(knob, 0.7 * RADIUS, ink, 1.0);
        }
        drawing.handle(Handle {
            rect: Rect::new(flag - 12.0, top - 30.0, 24.0, 40.0),
            grab: slide(key),
            panel: *scores,
        });
    }
    if computed.offset > computed.reach {
        return;
    }
    let (at, x) = (computed.at(computed.offset), scores.x_px(computed.offset));
    let dots = [
        (Vectors::Random, scores.y_px(at.mean), Ink::Third),
        (Vectors::Chosen, scores.y_px(at.chosen), Ink::Key),
        (Vectors::Equal, scores.y_px(at.equal), Ink::Query),
        (Vectors::All, stage.bound_px(at.bound), Ink::Text),
    ];
    for (vectors, y, ink) in dots {
        if computed.vectors.include(vectors) {
            drawing.disc(Point::new(x, y), 4.5, ink, 1.0);
        }
    }
}

/// Draws the legend with the numbers at the offset; returns the lower edge.
fn draw_values(computed: &Computed, at: &At, drawing: &mut Drawing) -> f32 {
    const ROW: f32 = 20.0;
    const ROOMY: f32 = 165.0;
    let entries = [
        (
            Vectors::All,
            Ink::Text,
            format!("bound for equal: {}", Short(at.bound)),
        ),
        (
            Vectors::Equal,
            Ink::Query,
            format!("equal, q = k: {:.3}", Fixed(at.equal)),
        ),
        (
            Vectors::Chosen,
            Ink::Key,
            format!("peak at {}: {:.3}", Place(computed.peak), Fixed(at.chosen)),
        ),
        (
            Vectors::Random,
            Ink::Third,
            format!("random: {:.2} ± {:.2}", Fixed(at.mean), Fixed(at.spread)),
        ),
    ];
    let entries = entries
        .into_iter()
        .filter(|(vectors, ..)| computed.vectors.include(*vectors));
    let entries: Vec<_> = entries.collect();
    let width = drawing.size().0;
    let n_columns = ((width / ROOMY) as usize).clamp(1, entries.len());
    let n_columns = if n_columns == 3 { 2 } else { n_columns };
    // Of two columns, the second has the longest text.
    let across = match n_columns {
        2 => 0.455 * width,
        _ => width / n_columns as f32,
    };
    let n_rows = entries.len().div_ceil(n_columns);
    for (place, (_, ink, text)) in entries.into_iter().enumerate() {
        let left = (place % n_columns) as f32 * across;
        let y = 12.0 + (place / n_columns) as f32 * ROW;
        let (from, to) = (Point::new(left, y - 4.0), Point::new(left + 18.0, y - 4.0));
        if ink == Ink::Third {
            let band = Rect::new(left, y - 10.0, 18.0, 12.0);
            drawing.fill(band, ink, 0.16);
        }
        drawing.segment(from, to, 2.4, ink, 1.0);
        let at = Point::new(left + 24.0, y);
        drawing.text(at, LABEL.ink(Ink::Text), text);
    }
    ROW * n_rows as f32
}

/// Draws the numbers beside both panels: 1, 2 and 5 times powers of ten above 1, equal steps below.
fn draw_scales(stage: &Stage, drawing: &mut Drawing) {
    let name = |number: f64| (number, Tick(number).to_string());
    let mut title = "score";
    if let Some(bounds) = &stage.bounds {
        title = "score (logarithmic above 1)";
        let above = [2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0];
        let above = above.into_iter().filter(|number| *number < bounds.y.high);
        axis::ticks(bounds, above.map(name), drawing);
    }
    let below = [1.0, 0.5, 0.0, -0.5, -1.0].into_iter();
    let below = below.filter(|number| *number > stage.scores.y.low);
    axis::ticks(&stage.scores, below.map(name), drawing);
    let at = Point::new(0.0, stage.top() - 36.0);
    drawing.text(at, SMALL.ink(Ink::Text), title);
}

/// How many offsets share a step of the running mean; 0 where every one has room.
fn crowd(n_offsets: usize, across: f32) -> usize {
    const STEP: f32 = 6.0;
    let per_pixel = n_offsets as f32 / across;
    match per_pixel > 2.0 {
        true => (STEP * per_pixel) as usize,
        false => 0,
    }
}

/// A value at every offset. Where they are crowded, it is pale and its running mean is bold.
fn draw_curve(
    panel: &Panel,
    values: &[f64],
    ink: Ink,
    y: &dyn Fn(f64) -> f32,
    drawing: &mut Drawing,
) {
    let point = |offset: f64, value: f64| Point::new(panel.x_px(offset), y(value));
    let all = values.iter().enumerate();
    let all = all.map(|(offset, &value)| point(offset as f64, value));
    let crowd = crowd(values.len(), panel.rect.width);
    if crowd == 0 {
        return drawing.line(all, 2.0, ink, 1.0);
    }
    drawing.line(all, 1.0, ink, 0.3);
    let means = values.chunks(crowd).enumerate().map(|(place, values)| {
        let middle = (place * crowd) as f64 + (values.len() - 1) as f64 / 2.0;
        point(middle, values.iter().sum::<f64>() / values.len() as f64)
    });
    drawing.line(means, 2.0, ink, 1.0);
}

fn slide(key: Key) -> Grab {
    Grab::Slide {
        x: Some(key),
        y: None,
    }
}
