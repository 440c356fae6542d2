//! How fast this device rotates vectors: a roofline whose roof is a copy of the same bytes, and the pairs of one
//! vector before and after.
//!
//! This module only draws measurements; it computes no rotation.

mod spec;

use std::fmt::{self, Write as _};

use phasor_draw::{Axis, Column, Ink, LABEL, Panel, Point, Rect, Table, pair_ink};

use crate::handle::Drawing;
use phasor_encoding::Pairing;
use phasor_encoding::frequency::within_one_turn;
use phasor_text::number::{Brief, Grouped, Short, Tick};

pub use spec::{BulkKey, BulkModel, BulkPath, BulkSpec, MODELS, MemoryLayout};

/// What rotated the vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Means {
    /// The processor, one number at a time.
    Scalar,
    /// The processor, in vector registers.
    Simd,
    /// The GPU.
    WebGpu,
}

impl Means {
    /// Its name in a sentence.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Simd => "SIMD",
            Self::WebGpu => "WebGPU",
        }
    }

    fn ink(self) -> Ink {
        match self {
            Self::Scalar => Ink::Third,
            Self::Simd => Ink::Query,
            Self::WebGpu => Ink::Key,
        }
    }
}

/// One measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    /// What rotated the vectors.
    pub means: Means,
    /// Positions per head.
    pub n_positions: f64,
    /// Bytes of the vectors, which are read once and written once.
    pub bytes: f64,
    /// Seconds to copy the vectors by the same means.
    pub copy_seconds: f64,
    /// Seconds to rotate the vectors.
    pub seconds: f64,
    /// The largest distance of a component from the result in `f64`.
    pub error: f64,
}

impl Run {
    /// Returns the GB/s read and written.
    fn rate(&self) -> f64 {
        2.0 * self.bytes / self.seconds / 1e9
    }

    fn copy_rate(&self) -> f64 {
        2.0 * self.bytes / self.copy_seconds / 1e9
    }
}

/// A vector before and after its rotation.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Its position.
    pub position: f64,
    /// The number of rotated pairs.
    pub n_pairs: usize,
    /// Which two components form a pair.
    pub pairing: Pairing,
    /// Its components before the rotation.
    pub before: Vec<f64>,
    /// Its components after the rotation.
    pub after: Vec<f64>,
}

impl Sample {
    fn pair(&self, vector: &[f64], pair_idx: usize) -> Option<(f64, f64)> {
        let (first, second) = self.pairing.places(pair_idx, self.n_pairs);
        Some((*vector.get(first)?, *vector.get(second)?))
    }
}

/// All measurements for one shape.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BulkRope {
    /// Bytes of the vectors that are or will be measured, in ascending order.
    pub planned: Vec<f64>,
    /// Measurements; those by the same means are in ascending order of size.
    pub runs: Vec<Run>,
    /// A vector of the last measurement.
    pub sample: Option<Sample>,
}

/// MiB.
const MIB: f64 = 1_048_576.0;

impl BulkRope {
    /// Returns the measurement of the most vectors by `means`.
    fn largest(&self, means: Means) -> Option<&Run> {
        let of_means = self.runs.iter().filter(|run| run.means == means);
        of_means.max_by(|a, b| a.bytes.total_cmp(&b.bytes))
    }

    fn all_means(&self) -> impl Iterator<Item = Means> {
        let all = [Means::Scalar, Means::Simd, Means::WebGpu];
        all.into_iter()
            .filter(|means| self.largest(*means).is_some())
    }

    /// Returns the measurements in sentences.
    #[must_use]
    pub fn reading(&self) -> String {
        let mut text = String::new();
        let runs: Vec<&Run> = self
            .all_means()
            .filter_map(|means| self.largest(means))
            .collect();
        let mut size = 0.0;
        for run in &runs {
            let gap = if text.is_empty() { "" } else { " " };
            // Writing to a String cannot fail.
            let _ = write!(text, "{gap}{} ", run.means.label());
            let _ = if run.bytes == size {
                write!(text, "takes")
            } else {
                let positions = Grouped(run.n_positions as u64);
                write!(
                    text,
                    "rotates {positions} positions ({} MiB) in",
                    Size(run.bytes)
                )
            };
            let _ = write!(
                text,
                " {} ms, {:.2} times as long as a copy ({} GB/s).",
                Brief(1e3 * run.seconds),
                run.seconds / run.copy_seconds,
                Brief(run.rate()),
            );
            size = run.bytes;
        }
        if let Some(error) = runs.iter().map(|run| run.error).reduce(f64::max) {
            let _ = write!(
                text,
                " Every component is within {} of its exact value.",
                Short(error)
            );
        }
        if runs.iter().any(|run| run.seconds < run.copy_seconds) {
            text.push_str(" A rotation works in place, so it can be faster than a copy.");
        }
        text
    }

    /// Returns the measurements as a table.
    #[must_use]
    pub fn table(&self) -> Table {
        let column = |name: &str, of: &dyn Fn(&Run) -> f64| {
            Column::numbers(name, self.runs.iter().map(of).collect())
        };
        let columns = vec![
            column("positions", &|run| run.n_positions),
            column("MiB", &|run| run.bytes / MIB),
            column("copy, ms", &|run| 1e3 * run.copy_seconds),
            column("rotation, ms", &|run| 1e3 * run.seconds),
            column("GB/s", &Run::rate),
            column("error", &|run| run.error),
            column("times a copy", &|run| run.seconds / run.copy_seconds),
        ];
        Table::new("Every measurement, in the order of the runs", columns)
    }

    /// Draws the measurements into a column of the width that `drawing` was cleared for.
    pub fn draw(&self, drawing: &mut Drawing) {
        let width = drawing.size().0;
        let is_wide = width >= 620.0;
        let chart_width = if is_wide { width * 0.6 } else { width };
        let bottom = self.draw_roofline(chart_width, drawing);
        let corner = match is_wide {
            true => Point::new(chart_width + 34.0, 0.0),
            false => Point::new(0.0, bottom + 26.0),
        };
        let dials_bottom = self.draw_sample(corner, width - corner.x, drawing);
        drawing.set_height(bottom.max(dials_bottom));
    }

    fn draw_roofline(&self, width: f32, drawing: &mut Drawing) -> f32 {
        let panel = self.panel(width);
        drawing.panel(panel);
        self.draw_ticks(&panel, drawing);
        self.draw_legend(&panel, drawing);
        let rect = panel.rect;
        if self.runs.is_empty() {
            let middle = rect.center();
            let text = "nothing measured yet";
            drawing.text(middle, LABEL.middle(), text);
        }
        for means in self.all_means() {
            self.draw_means(means, &panel, drawing);
        }
        rect.bottom() + 42.0
    }

    fn panel(&self, width: f32) -> Panel {
        const LEFT: f32 = 44.0;
        let rates = self.runs.iter();
        let rates = rates.flat_map(|run| [run.rate(), run.copy_rate()]);
        let (slowest, fastest) = ends(rates, (10.0, 100.0));
        let (smallest, largest) = ends(self.planned.iter().copied(), (0.5 * MIB, 64.0 * MIB));
        Panel {
            rect: Rect::new(LEFT, 76.0, width - LEFT - 14.0, 270.0),
            x: Axis::bare(smallest / 1.4, largest * 1.4).log(),
            y: Axis::bare(slowest / 1.5, fastest * 1.5).log(),
        }
    }

    /// Draws a rule at every round rate and a tick at every size.
    fn draw_ticks(&self, panel: &Panel, drawing: &mut Drawing) {
        let rect = panel.rect;
        let name = Point::new(0.0, rect.y - 12.0);
        drawing.text(name, LABEL, "GB/s read and written");
        let decades = panel.y.low.log10().floor() as i32..=panel.y.high.log10().floor() as i32;
        let rates =
            decades.flat_map(|decade| [1.0, 2.0, 5.0].map(|step| step * 10f64.powi(decade)));
        for rate in rates.filter(|rate| (panel.y.low..panel.y.high).contains(rate)) {
            let y = panel.y_px(rate);
            let (left, right) = (Point::new(rect.x, y), Point::new(rect.right(), y));
            drawing.segment(left, right, 1.0, Ink::Faint, 1.0);
            let at = Point::new(rect.x - 8.0, y + 4.0);
            drawing.text(at, LABEL.end(), Short(rate));
        }
        let bottom = rect.bottom();
        let (left, right) = (Point::new(rect.x, bottom), Point::new(rect.right(), bottom));
        drawing.segment(left, right, 1.0, Ink::Muted, 0.8);
        for bytes in &self.planned {
            let x = panel.x_px(*bytes);
            let (from, to) = (Point::new(x, bottom), Point::new(x, bottom + 4.0));
            drawing.segment(from, to, 1.0, Ink::Muted, 0.8);
            let at = Point::new(x, bottom + 18.0);
            drawing.text(at, LABEL.middle(), Size(*bytes));
        }
        let middle = Point::new(rect.x + rect.width / 2.0, bottom + 36.0);
        drawing.text(middle, LABEL.middle(), "vectors (MiB)");
    }

    /// Draws one curve and the roof above it.
    fn draw_means(&self, means: Means, panel: &Panel, drawing: &mut Drawing) {
        let runs: Vec<&Run> = self.runs.iter().filter(|run| run.means == means).collect();
        let at = |run: &Run, rate: f64| Point::new(panel.x_px(run.bytes), panel.y_px(rate));
        let roof: Vec<Point> = runs.iter().map(|run| at(run, run.copy_rate())).collect();
        for ends in roof.windows(2) {
            if let [from, to] = ends {
                drawing.dashed(*from, *to, 1.5, means.ink(), 0.9);
            }
        }
        for point in &roof {
            drawing.ring(*point, 3.0, 1.2, means.ink(), 0.9);
        }
        let points: Vec<Point> = runs.iter().map(|run| at(run, run.rate())).collect();
        drawing.line(points.iter().copied(), 2.2, means.ink(), 1.0);
        for point in points {
            drawing.disc(point, 3.6, means.ink(), 1.0);
        }
    }

    fn draw_legend(&self, panel: &Panel, drawing: &mut Drawing) {
        let mut x = panel.rect.x;
        let y = 14.0;
        for means in self.all_means() {
            let ink = means.ink();
            drawing.segment(Point::new(x, y), Point::new(x + 22.0, y), 2.2, ink, 1.0);
            drawing.disc(Point::new(x + 11.0, y), 3.6, ink, 1.0);
            let setting = LABEL.ink(Ink::Text);
            let name = Point::new(x + 28.0, y + 4.0);
            drawing.text(name, setting, means.label());
            x += 92.0;
        }
        let y = 32.0;
        let x = panel.rect.x;
        drawing.dashed(
            Point::new(x, y),
            Point::new(x + 22.0, y),
            1.5,
            Ink::Muted,
            1.0,
        );
        drawing.ring(Point::new(x + 11.0, y), 3.0, 1.2, Ink::Muted, 1.0);
        let name = Point::new(x + 28.0, y + 4.0);
        let text = "a copy of the same bytes";
        drawing.text(name, LABEL, text);
    }

    /// Draws six pairs of the sample as dials; returns the lower edge.
    fn draw_sample(&self, corner: Point, width: f32, drawing: &mut Drawing) -> f32 {
        const COLUMNS: usize = 3;
        const DIALS: usize = 6;
        const HEAD: f32 = 46.0;
        let Some(sample) = &self.sample else {
            return corner.y;
        };
        let title = LABEL.ink(Ink::Text);
        let at = |down: f32| Point::new(corner.x, corner.y + down);
        let position = Grouped(sample.position as u64);
        let n_dials = sample.n_pairs.min(DIALS);
        drawing.text(
            at(14.0),
            title,
            format_args!("position {position}: {n_dials} of {} pairs", sample.n_pairs),
        );
        let key = "thin: before, bold: after";
        drawing.text(at(32.0), LABEL, key);
        let cell = width / COLUMNS as f32;
        for place in 0..n_dials {
            let pair_idx = place * (sample.n_pairs - 1) / (n_dials - 1).max(1);
            let center = Point::new(
                corner.x + (place % COLUMNS) as f32 * cell + cell / 2.0,
                corner.y + HEAD + (place / COLUMNS) as f32 * (cell + 36.0) + cell / 2.0,
            );
            draw_dial(sample, pair_idx, center, cell * 0.44, drawing);
        }
        corner.y + HEAD + n_dials.div_ceil(COLUMNS) as f32 * (cell + 36.0)
    }
}

/// Segments of the arc along which a pair rotated.
const ARC: u32 = 48;

/// Draws one pair as an arrow before and after, with the arc between the two.
fn draw_dial(sample: &Sample, pair_idx: usize, center: Point, radius: f32, drawing: &mut Drawing) {
    let (Some(before), Some(after)) = (
        sample.pair(&sample.before, pair_idx),
        sample.pair(&sample.after, pair_idx),
    ) else {
        return;
    };
    let ink = pair_ink(pair_idx, sample.n_pairs);
    drawing.ring(center, radius, 1.0, Ink::Faint, 1.0);
    // Components are at most 1, so an arrow is at most √2 long.
    let scale = radius / std::f32::consts::SQRT_2;
    let tip =
        |(x, y): (f64, f64)| Point::new(center.x + x as f32 * scale, center.y - y as f32 * scale);
    drawing.segment(center, tip(before), 1.2, ink, 0.6);
    drawing.disc(tip(before), 2.4, ink, 0.6);
    drawing.segment(center, tip(after), 2.4, ink, 1.0);
    drawing.disc(tip(after), 3.6, ink, 1.0);
    let from = before.1.atan2(before.0);
    let turned = within_one_turn(after.1.atan2(after.0) - from);
    let degrees = turned.to_degrees();
    let along = (0..=ARC).map(|step| (from + turned * f64::from(step) / f64::from(ARC)).sin_cos());
    let arc = along.map(|(sin, cos)| tip((0.25 * cos, 0.25 * sin)));
    drawing.line(arc, 1.2, ink, 0.6);
    let below = |down: f32| Point::new(center.x, center.y + radius + down);
    let name = LABEL.middle().ink(Ink::Text);
    drawing.text(below(15.0), name, format_args!("pair {pair_idx}"));
    drawing.text(below(30.0), LABEL.middle(), format_args!("+{degrees:.0}°"));
}

/// Shows bytes as MiB with no more digits than needed.
struct Size(f64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = self.0 / MIB;
        let step = if mib < 1.0 { 1000.0 } else { 10.0 };
        Tick((mib * step).round() / step).fmt(f)
    }
}

/// Returns the least and the greatest of `numbers`, or `otherwise` if there are none.
fn ends(numbers: impl Iterator<Item = f64> + Clone, otherwise: (f64, f64)) -> (f64, f64) {
    let least = numbers.clone().fold(f64::INFINITY, f64::min);
    let greatest = numbers.fold(f64::NEG_INFINITY, f64::max);
    if least > greatest {
        otherwise
    } else {
        (least, greatest)
    }
}
