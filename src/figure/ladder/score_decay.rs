//! RoPE's score by offset for equal, random and chosen vectors, and its upper bound.

use std::rc::Rc;

use super::axis;
use super::view::View;
use crate::config::{Key, Spec};
use crate::encoding::analysis::RandomScores;
use crate::encoding::analysis::decay::{adversarial, bound, bounds, equal};
use crate::encoding::{Frequencies, Measure};
use crate::figure::cache::{Made, made_once};
use crate::figure::drawing::{Drawing, Ink, LABEL};
use crate::figure::geometry::{Axis, Panel, Point, Rect, spread};
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, preset};
use crate::figure::number::{Fixed, Place, Short, Tick};
use crate::figure::table::Column;

/// The figure `score-decay`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "Does the score decay?",
    caption: "RoPE’s score by offset for equal, random and chosen vectors, under its upper bound. Where the bound is above \
        1, it excludes no score.",
    keyboard: "In the picture, ← → move the offset, ↑ ↓ move the peak P, and Shift takes steps of ten.",
    shared_keys: &[Key::Base, Key::Dim, Key::Offset, Key::Length],
    own_keys: &[Key::Peak],
    leading_keys: &[Key::Base, Key::Length],
    presets: &[
        preset(
            "the paper’s bound falls",
            "base=10000&dim=128&length=251&offset=250&peak=200",
        ),
        preset(
            "a peak 3,000 tokens away",
            "base=10000&dim=128&length=4096&offset=1000&peak=3000",
        ),
        preset(
            "a larger base fades later",
            "base=500000&dim=128&length=4096&offset=1000&peak=3000",
        ),
        preset("one pair never fades", "dim=2&length=64&offset=6&peak=20"),
    ],
    // The first pair does not depend on the base.
    idle: |spec, key| key == Key::Base && spec.n_pairs() == 1,
    clock: None,
    arrow,
    sketch: || Box::<ScoreDecay>::default(),
};

/// Moves the offset, which is shown without its sign, with left and right, and the peak with up and down.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    if right != 0.0 {
        spec.set_nearest(Key::Offset, spec.offset().abs());
        spec.step_key(Key::Offset, right);
        spec.set_nearest(Key::Offset, spec.offset().max(0.0));
    }
    spec.step_key(Key::Peak, -down);
}

/// The number of random pairs of vectors: enough to show that their spread is the same at every offset.
const N_SAMPLES: usize = 64;
const SEED: u64 = 1;
/// The approximate number of offsets with random scores.
const N_POINTS: usize = 256;

#[derive(Debug, Default)]
struct ScoreDecay {
    kept: Made<Asked, Rc<Kept>>,
    chosen: Made<(Asked, usize), Rc<[f64]>>,
}

/// Base, dim and length.
type Asked = (f64, usize, usize);

/// The numbers that do not depend on the dragged parameters.
#[derive(Debug)]
struct Kept {
    frequencies: Frequencies,
    equal: Vec<f64>,
    bound: Vec<f64>,
    /// At every `step` offsets.
    random: RandomScores,
    step: usize,
}

impl Kept {
    fn new((base, dim, length): Asked) -> Self {
        // The parameter ranges are within those of the encoding, so this is never the default.
        let frequencies = Frequencies::new(base, dim).unwrap_or_default();
        let step = (length - 1).div_ceil(N_POINTS).max(1);
        let n_points = (length - 1) / step + 1;
        let steps = (step as f64, n_points);
        Self {
            equal: equal(&frequencies, length),
            bound: bounds(&frequencies, length),
            random: RandomScores::cosines(&frequencies, SEED, N_SAMPLES, steps),
            frequencies,
            step,
        }
    }
}

impl View for ScoreDecay {
    type Seen = Seen;
    const ROWS: &'static str = "Scores divided by the norms of query and key";

    fn seen(&mut self, spec: &Spec) -> Option<Seen> {
        let asked = (spec.base(), spec.dim(), spec.length());
        let kept = made_once(&mut self.kept, asked, || Some(Rc::new(Kept::new(asked))))?;
        let peak = spec.peak();
        let chosen = made_once(&mut self.chosen, (asked, peak), || {
            let chosen = adversarial(&kept.frequencies, peak as f64, spec.length());
            Some(chosen.into())
        })?;
        Some(Seen {
            kept,
            chosen,
            peak: peak as f64,
            offset: spec.offset().abs(),
            reach: spec.length() as f64 - 1.0,
        })
    }

    fn draw(_spec: &Spec, seen: &Seen, drawing: &mut Drawing) {
        const LEFT: f32 = 44.0;
        const FLAGS: f32 = 50.0;
        let width = drawing.size().0;
        let (ceiling, floor) = match width < 560.0 {
            true => (92.0, 202.0),
            false => (130.0, 294.0),
        };
        let top = draw_values(seen, &seen.at(seen.offset), drawing) + FLAGS;
        let across = width - LEFT - 14.0;
        let x = Axis::bare(0.0, seen.reach);
        let highest = seen.kept.bound.iter().copied().fold(2.0, f64::max);
        let bounds = drawing.panel(Panel {
            rect: Rect::new(LEFT, top, across, ceiling),
            x,
            y: Axis::bare(1.0, 1.2 * highest).log(),
        });
        let label = match crowd(seen.kept.equal.len(), across) {
            0 => "offset (tokens)",
            _ => "offset (tokens); bold lines are running means",
        };
        let scores = drawing.panel(Panel {
            rect: Rect::new(LEFT, top + ceiling, across, floor),
            x: x.labelled_within(label, across),
            y: Axis::bare(seen.lowest() - 0.05, 1.0),
        });
        draw_scales(&bounds, &scores, drawing);
        for panel in [&bounds, &scores] {
            drawing.handle(offset_handle(panel));
        }
        seen.draw_scores(&scores, drawing);
        seen.draw_bound(&bounds, &scores, drawing);
        seen.draw_cursors(&bounds, &scores, drawing);
        seen.draw_limit(&scores, drawing);
        drawing.set_height(scores.rect.bottom() + 44.0);
    }

    fn reading(_spec: &Spec, seen: &Seen) -> String {
        let at = seen.at(seen.offset);
        // A bound of 1 may be rounded to slightly less.
        let excludes = match at.bound >= 1.0 - 1e-9 {
            true => "excludes nothing: no score exceeds 1",
            false => "limits equal vectors",
        };
        format!(
            "At offset {}, equal vectors score {:.3}, and vectors chosen to peak at {} score {:.3}. The bound, {}, \
             {excludes}.",
            Place(at.offset),
            Fixed(at.equal),
            Place(seen.peak),
            Fixed(at.chosen),
            Short(at.bound),
        )
    }

    fn columns(_spec: &Spec, seen: &Seen) -> Vec<Column> {
        let places = 0..seen.kept.random.mean.len();
        let at = |numbers: &[f64]| {
            let numbers = numbers.iter().step_by(seen.kept.step).copied();
            numbers.collect::<Vec<f64>>()
        };
        let offsets = places.map(|place| (place * seen.kept.step) as f64);
        vec![
            Column::numbers("offset", offsets.collect()),
            Column::numbers("bound", at(&seen.kept.bound)),
            Column::numbers("random mean", seen.kept.random.mean.clone()),
            Column::numbers("random spread", seen.kept.random.root_mean_square.clone()),
            Column::numbers("chosen", at(&seen.chosen)),
            Column::numbers("equal", at(&seen.kept.equal)),
        ]
    }

    fn probe(_spec: &Spec, seen: &Seen, handle: &Handle, point: Point) -> Option<String> {
        let at = seen.at(handle.values(point).0.round().clamp(0.0, seen.reach));
        Some(format!(
            "offset {}: equal {:.3}, chosen {:.3}, random {:.3}, spread {:.3}, bound {}",
            Place(at.offset),
            Fixed(at.equal),
            Fixed(at.chosen),
            Fixed(at.mean),
            Fixed(at.spread),
            Short(at.bound)
        ))
    }
}

/// The state of the figure.
struct Seen {
    kept: Rc<Kept>,
    chosen: Rc<[f64]>,
    peak: f64,
    offset: f64,
    reach: f64,
}

/// The numbers at one offset.
struct At {
    offset: f64,
    equal: f64,
    chosen: f64,
    /// The mean of the random scores at the nearest offset that has them.
    mean: f64,
    /// Their root mean square there.
    spread: f64,
    bound: f64,
}

impl Seen {
    fn at(&self, offset: f64) -> At {
        let cosine = |offset| Measure::CosineSimilarity.at(&self.kept.frequencies, offset);
        let RandomScores {
            mean,
            root_mean_square,
        } = &self.kept.random;
        let place = (offset / self.kept.step as f64).round() as usize;
        let nearest = |numbers: &[f64]| {
            let number = numbers.get(place).or(numbers.last());
            number.copied().unwrap_or_default()
        };
        At {
            offset,
            equal: cosine(offset),
            chosen: cosine(offset - self.peak),
            mean: nearest(mean),
            spread: nearest(root_mean_square),
            bound: bound(&self.kept.frequencies, offset),
        }
    }

    /// Returns the next quarter below all drawn scores.
    fn lowest(&self) -> f64 {
        let RandomScores {
            mean,
            root_mean_square,
        } = &self.kept.random;
        let band = mean
            .iter()
            .zip(root_mean_square)
            .map(|(mean, spread)| mean - spread);
        let curves = self.kept.equal.iter().chain(self.chosen.iter()).copied();
        let lowest = band.chain(curves).fold(0.0, f64::min);
        (4.0 * lowest).floor() / 4.0
    }

    fn draw_scores(&self, panel: &Panel, drawing: &mut Drawing) {
        let RandomScores {
            mean,
            root_mean_square,
        } = &self.kept.random;
        let at = |place: usize, value: f64| {
            let offset = (place * self.kept.step) as f64;
            Point::new(panel.x_px(offset), panel.y_px(value))
        };
        let edge = |sign: f64| {
            let edge = mean.iter().zip(root_mean_square).enumerate();
            edge.map(move |(place, (mean, spread))| at(place, mean + sign * spread))
        };
        drawing.shape(edge(1.0).chain(edge(-1.0).rev()), Ink::Third, 0.16);
        let middle = mean
            .iter()
            .enumerate()
            .map(|(place, &mean)| at(place, mean));
        drawing.line(middle, 1.0, Ink::Third, 0.8);
        for (values, ink) in [(&*self.chosen, Ink::Key), (&self.kept.equal, Ink::Query)] {
            draw_curve(panel, values, ink, &|value| panel.y_px(value), drawing);
        }
    }

    /// Draws the bound: in the upper panel down to 1, below that among the scores.
    fn draw_bound(&self, bounds: &Panel, scores: &Panel, drawing: &mut Drawing) {
        let y = |bound| bound_px((bounds, scores), bound);
        draw_curve(bounds, &self.kept.bound, Ink::Text, &y, drawing);
        let y = scores.y_px(1.0);
        let (left, right) = (scores.rect.x, scores.rect.right());
        let (from, to) = (Point::new(left, y), Point::new(right, y));
        drawing.dashed(from, to, 1.4, Ink::Muted, 1.0);
    }

    /// What the line at 1 means, where no cursor is; with two of them in the way, on paper.
    fn draw_limit(&self, scores: &Panel, drawing: &mut Drawing) {
        const TEXT: &str = "no score is above 1";
        const WIDTH: f32 = 106.0;
        const GAP: f32 = 6.0;
        let cursors = [self.peak, self.offset].map(|offset| scores.x_px(offset));
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
        drawing.text(at, LABEL.size(11.0).end(), format_args!("{TEXT}"));
    }

    fn draw_cursors(&self, bounds: &Panel, scores: &Panel, drawing: &mut Drawing) {
        const RADIUS: f32 = 10.0;
        let top = bounds.rect.y;
        let cursors = [
            (Key::Peak, Ink::Key, self.peak, scores.y_px(1.0)),
            (Key::Offset, Ink::Text, self.offset, scores.rect.bottom()),
        ];
        let flags = spread(cursors.map(|(_, _, offset, _)| scores.x_px(offset)), RADIUS);
        for ((key, ink, offset, foot), flag) in cursors.into_iter().zip(flags) {
            if offset > self.reach {
                continue;
            }
            let x = scores.x_px(offset);
            let (head, neck) = (Point::new(flag, top - 8.0), Point::new(x, top - 2.0));
            drawing.segment(head, neck, 1.5, ink, 0.9);
            drawing.segment(neck, Point::new(x, foot), 1.5, ink, 0.9);
            if key == Key::Peak {
                // The bold line is a running mean, so it does not reach the score of 1.
                drawing.disc(Point::new(x, foot), 4.0, ink, 1.0);
            }
            let knob = Point::new(flag, top - 16.0);
            match key {
                Key::Peak => drawing.flag(knob, RADIUS, ink, "P"),
                _ => drawing.disc(knob, 0.7 * RADIUS, ink, 1.0),
            }
            drawing.handle(Handle {
                rect: Rect::new(flag - 12.0, top - 30.0, 24.0, 40.0),
                grab: Grab::Slide {
                    x: Some(key),
                    y: None,
                },
                panel: *scores,
            });
        }
        if self.offset > self.reach {
            return;
        }
        let (at, x) = (self.at(self.offset), scores.x_px(self.offset));
        let dots = [
            (scores.y_px(at.mean), Ink::Third),
            (scores.y_px(at.chosen), Ink::Key),
            (scores.y_px(at.equal), Ink::Query),
            (bound_px((bounds, scores), at.bound), Ink::Text),
        ];
        for (y, ink) in dots {
            drawing.disc(Point::new(x, y), 4.5, ink, 1.0);
        }
    }
}

/// Returns the pixel row of a bound; the panels meet at 1.
fn bound_px((bounds, scores): (&Panel, &Panel), bound: f64) -> f32 {
    match bound >= 1.0 {
        true => bounds.y_px(bound),
        false => scores.y_px(bound),
    }
}

/// Draws the legend with the numbers at the offset; returns the lower edge.
fn draw_values(seen: &Seen, at: &At, drawing: &mut Drawing) -> f32 {
    const ROW: f32 = 20.0;
    const ROOMY: f32 = 165.0;
    let entries = [
        (Ink::Text, format!("upper bound: {}", Short(at.bound))),
        (Ink::Query, format!("equal, q = k: {:.3}", Fixed(at.equal))),
        (
            Ink::Key,
            format!("peak at {}: {:.3}", Place(seen.peak), Fixed(at.chosen)),
        ),
        (
            Ink::Third,
            format!("random: {:.2} ± {:.2}", Fixed(at.mean), Fixed(at.spread)),
        ),
    ];
    let width = drawing.size().0;
    let n_columns = ((width / ROOMY) as usize).clamp(1, entries.len());
    let n_columns = if n_columns == 3 { 2 } else { n_columns };
    // Of two columns, the second has the longest text.
    let across = match n_columns {
        2 => 0.455 * width,
        _ => width / n_columns as f32,
    };
    let n_rows = entries.len().div_ceil(n_columns);
    for (place, (ink, text)) in entries.into_iter().enumerate() {
        let left = (place % n_columns) as f32 * across;
        let y = 12.0 + (place / n_columns) as f32 * ROW;
        let (from, to) = (Point::new(left, y - 4.0), Point::new(left + 18.0, y - 4.0));
        if ink == Ink::Third {
            let band = Rect::new(left, y - 10.0, 18.0, 12.0);
            drawing.fill(band, ink, 0.16);
        }
        drawing.segment(from, to, 2.4, ink, 1.0);
        let at = Point::new(left + 24.0, y);
        drawing.text(at, LABEL.ink(Ink::Text), format_args!("{text}"));
    }
    ROW * n_rows as f32
}

/// Draws the numbers beside both panels: 1, 2 and 5 times powers of ten above 1, equal steps below.
fn draw_scales(bounds: &Panel, scores: &Panel, drawing: &mut Drawing) {
    let name = |number: f64| (number, Tick(number).to_string());
    let above = [2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0];
    let above = above.into_iter().filter(|number| *number < bounds.y.high);
    axis::ticks(bounds, above.map(name), drawing);
    let below = [1.0, 0.5, 0.0, -0.5, -1.0];
    let below = below.into_iter().filter(|number| *number > scores.y.low);
    axis::ticks(scores, below.map(name), drawing);
    let at = Point::new(0.0, bounds.rect.y - 36.0);
    let small = LABEL.size(11.0).ink(Ink::Text);
    drawing.text(at, small, format_args!("score (logarithmic above 1)"));
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

fn offset_handle(panel: &Panel) -> Handle {
    Handle {
        rect: panel.rect,
        grab: Grab::Slide {
            x: Some(Key::Offset),
            y: None,
        },
        panel: *panel,
    }
}
