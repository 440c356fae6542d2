//! RoPE's score over the offset for equal, random and chosen vectors, and the bound above them.

use std::rc::Rc;

use super::legend::{Entry, Sign, draw_legend};
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
use crate::figure::number::{Fixed, Place, Short};
use crate::figure::table::Column;

/// The figure `score-decay`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "Decay, honestly",
    caption: "Three choices of query and key, turned by RoPE: their score at every offset, where 1 is \
        the product of their lengths. Below is the upper bound from which decay is argued, where 1 \
        is the score of equal vectors at offset 0.",
    keyboard: "Keys on the figure: ← → move the offset, ↑ ↓ the peak P, Shift takes ten.",
    shared_keys: &[Key::Base, Key::Dim, Key::Offset, Key::Length],
    own_keys: &[Key::Peak],
    leading_keys: &[Key::Base, Key::Peak],
    presets: &[
        preset(
            "the paper's: up to offset 250",
            "base=10000&dim=128&length=251&offset=250&peak=200",
        ),
        preset(
            "4,096 tokens, peak at 3,000",
            "base=10000&dim=128&length=4096&offset=1000&peak=3000",
        ),
        preset(
            "base 500,000",
            "base=500000&dim=128&length=4096&offset=1000&peak=3000",
        ),
        preset("one pair never fades", "dim=2&length=64&offset=6&peak=20"),
    ],
    idle: |_, _| false,
    clock: None,
    arrow,
    sketch: || Box::<ScoreDecay>::default(),
};

/// Left and right move the offset, which is shown without its sign; up and down the peak.
fn arrow(spec: &mut Spec, right: f64, down: f64) {
    if right != 0.0 {
        spec.set_nearest(Key::Offset, spec.offset().abs());
        spec.step_key(Key::Offset, right);
        spec.set_nearest(Key::Offset, spec.offset().max(0.0));
    }
    spec.step_key(Key::Peak, -down);
}

/// Pairs of random vectors: enough to see that their spread is the same at every offset.
const N_SAMPLES: usize = 64;
const SEED: u64 = 1;
/// About how many offsets have random scores.
const N_POINTS: usize = 256;

#[derive(Debug, Default)]
struct ScoreDecay {
    kept: Made<Asked, Rc<Kept>>,
    chosen: Made<(Asked, usize), Rc<[f64]>>,
}

/// Base, dim and length.
type Asked = (f64, usize, usize);

/// What does not depend on what is dragged.
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
        // The table's ranges lie inside those of the encoding, so this is never the default.
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
    const ROWS: &'static str = "scores over the product of lengths";

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
        const LEFT: f32 = 62.0;
        let width = drawing.size().0;
        let across = width - LEFT - 22.0;
        let x = Axis::bare(0.0, seen.reach).labelled_within("offset (tokens)", across);
        let is_wide = width >= 560.0;
        let scores = drawing.panel(Panel {
            rect: Rect::new(LEFT, 58.0, across, if is_wide { 260.0 } else { 210.0 }),
            x,
            y: Axis::bare(seen.lowest() - 0.05, 1.05).labelled("score / (|q| |k|)", 5),
        });
        let title = LABEL.bold().size(13.0).ink(Ink::Text);
        let text = format_args!("scores at offset {}", Place(seen.offset));
        drawing.text(Point::new(8.0, 15.0), title, text);
        drawing.handle(offset_handle(&scores));
        seen.draw_scores(&scores, drawing);
        let at = seen.at(seen.offset);
        let bottom = draw_legend(&seen.entries(&at), scores.rect.bottom() + 50.0, drawing);
        let highest = seen.kept.bound.iter().copied().fold(1.0, f64::max);
        let bounds = drawing.panel(Panel {
            rect: Rect::new(LEFT, bottom + 22.0, across, 120.0),
            x,
            y: Axis::bare(0.0, 1.06 * highest).labelled("upper bound", 3),
        });
        seen.draw_bound(&bounds, drawing);
        drawing.handle(offset_handle(&bounds));
        seen.draw_cursors(&scores, &bounds, drawing);
        let bottom = draw_legend(&bound_entries(&at), bounds.rect.bottom() + 50.0, drawing);
        drawing.set_height(bottom + 6.0);
    }

    fn reading(_spec: &Spec, seen: &Seen) -> String {
        let at = seen.at(seen.offset);
        // A bound of 1 may be a rounding below it.
        let excludes = match at.bound >= 1.0 - 1e-9 {
            true => "excludes nothing, since no score is above 1",
            false => "keeps equal vectors below that",
        };
        format!(
            "At offset {}, equal vectors score {:.3}, random ones {:.3} on average, give or take {:.3}, \
             and those chosen to peak at {} score {:.3}. The bound is {} there and {excludes}.",
            Place(at.offset),
            Fixed(at.equal),
            Fixed(at.mean),
            Fixed(at.spread),
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

/// What is on screen.
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
    /// Those of random vectors are of the nearest offset at which they were made.
    mean: f64,
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

    /// The next quarter below every score that is drawn.
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

    fn entries(&self, at: &At) -> Vec<Entry> {
        let chosen = format!(
            "chosen to peak at {}: {:.3}",
            Place(self.peak),
            Fixed(at.chosen)
        );
        let random = format!(
            "random: {:.3}, spread {:.3}",
            Fixed(at.mean),
            Fixed(at.spread)
        );
        vec![
            Entry::new(
                Sign::Line(Ink::Query),
                format!("equal, q = k: {:.3}", Fixed(at.equal)),
            ),
            Entry::new(Sign::Line(Ink::Key), chosen),
            Entry::new(Sign::Band(Ink::Third), random),
        ]
    }

    fn draw_scores(&self, panel: &Panel, drawing: &mut Drawing) {
        let level = |value: f64, drawing: &mut Drawing| {
            let y = panel.y_px(value);
            let (from, to) = (
                Point::new(panel.rect.x, y),
                Point::new(panel.rect.right(), y),
            );
            drawing.segment(from, to, 1.0, Ink::Faint, 1.0);
        };
        level(0.0, drawing);
        level(1.0, drawing);
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
        drawing.shape(edge(1.0).chain(edge(-1.0).rev()), Ink::Third, 0.22);
        let middle = mean
            .iter()
            .enumerate()
            .map(|(place, &mean)| at(place, mean));
        drawing.line(middle, 1.4, Ink::Third, 1.0);
        self.draw_curve(panel, &self.chosen, Ink::Key, drawing);
        self.draw_curve(panel, &self.kept.equal, Ink::Query, drawing);
    }

    /// A value at every offset.
    fn draw_curve(&self, panel: &Panel, values: &[f64], ink: Ink, drawing: &mut Drawing) {
        let points = values.iter().enumerate();
        let point = |(offset, &value): (usize, &f64)| {
            Point::new(panel.x_px(offset as f64), panel.y_px(value))
        };
        let width = if values.len() > 1000 { 1.2 } else { 2.0 };
        drawing.line(points.map(point), width, ink, 1.0);
    }

    fn draw_bound(&self, panel: &Panel, drawing: &mut Drawing) {
        let rect = panel.rect;
        let y = panel.y_px(1.0);
        let (from, to) = (Point::new(rect.x, y), Point::new(rect.right(), y));
        drawing.dashed(from, to, 1.2, Ink::Muted, 1.0);
        self.draw_curve(panel, &self.kept.bound, Ink::Text, drawing);
    }

    fn draw_cursors(&self, scores: &Panel, bounds: &Panel, drawing: &mut Drawing) {
        const RADIUS: f32 = 10.0;
        let cursors = [
            (Key::Peak, Ink::Key, self.peak),
            (Key::Offset, Ink::Text, self.offset),
        ];
        let flags = spread(cursors.map(|(.., offset)| scores.x_px(offset)), RADIUS);
        let at = self.at(self.offset);
        for ((key, ink, offset), flag) in cursors.into_iter().zip(flags) {
            if offset > self.reach {
                continue;
            }
            let (x, top) = (scores.x_px(offset), scores.rect.y);
            let is_peak = key == Key::Peak;
            drawing.segment(
                Point::new(flag, top - 8.0),
                Point::new(x, top - 2.0),
                1.5,
                ink,
                0.9,
            );
            let bottom = Point::new(
                x,
                if is_peak {
                    scores.y_px(1.0)
                } else {
                    scores.rect.bottom()
                },
            );
            drawing.segment(Point::new(x, top - 2.0), bottom, 1.5, ink, 0.9);
            let knob = Point::new(flag, top - 16.0);
            if is_peak {
                drawing.flag(knob, RADIUS, ink, "P");
            } else {
                drawing.disc(knob, 0.7 * RADIUS, ink, 1.0);
            }
            drawing.handle(Handle {
                rect: Rect::new(flag - 12.0, top - 30.0, 24.0, 40.0),
                grab: Grab::Slide {
                    x: Some(key),
                    y: None,
                },
                panel: *scores,
            });
            if is_peak {
                continue;
            }
            let foot = Point::new(x, bounds.rect.bottom());
            drawing.segment(Point::new(x, bounds.rect.y), foot, 1.5, ink, 0.9);
            let dots = [
                (at.mean, Ink::Third),
                (at.chosen, Ink::Key),
                (at.equal, Ink::Query),
            ];
            for (value, ink) in dots {
                drawing.disc(Point::new(x, scores.y_px(value)), 4.5, ink, 1.0);
            }
            drawing.disc(Point::new(x, bounds.y_px(at.bound)), 4.5, Ink::Text, 1.0);
        }
    }
}

fn bound_entries(at: &At) -> Vec<Entry> {
    vec![
        Entry::new(
            Sign::Line(Ink::Text),
            format!("RoFormer’s bound: {}", Short(at.bound)),
        ),
        Entry::new(
            Sign::Dashes(Ink::Muted),
            "1, which no score exceeds".to_owned(),
        ),
    ]
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
