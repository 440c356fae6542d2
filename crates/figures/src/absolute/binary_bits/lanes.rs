//! The lanes: each has the square wave of a bit, or what has become of it, and a smooth wave.

use super::corners::{Wave, Way, page_start};
use crate::Spec;
use crate::handle::Drawing;
use phasor_draw::{
    Axis, Ink, LABEL, Panel, Point, Rect, SMALL, Type, WIDE, curve_points, pair_ink,
};
use phasor_encoding::{Binary, Frequencies};
use phasor_text::number::{Compact, Fixed, Grouped, Short, Superscript};

/// The fewest pixels per period with which a wave can be drawn.
const FEWEST_PIXELS_PER_PERIOD: f64 = 3.0;
/// Room for the numbers and the label of the axis, CSS pixels.
pub(super) const AXIS: f32 = 46.0;
/// The smallest height of a lane, CSS pixels.
const LOWEST_LANE: f32 = 11.0;
/// The smallest height of lanes that are all labelled, CSS pixels; of lower ones, every second is.
const LOWEST_LABELLED: f32 = 13.0;

/// Where the lanes are.
pub(super) struct Layout {
    counter: Binary,
    pub(super) lanes: Panel,
    lane_height: f32,
    wide: bool,
}

impl Layout {
    pub(super) fn new(spec: &Spec, top: f32, drawing: &Drawing) -> Self {
        let width = drawing.size().0;
        let wide = width >= WIDE;
        let bits = spec.bits() as f32;
        // All lanes fit into one window with the counter above them and the axis below.
        let height = if wide { 548.0 } else { 428.0 };
        let (height, most) = drawing
            .wanted_height()
            .map_or((height, 44.0), |height| (height, f32::MAX));
        let lane_height = ((height - top - AXIS) / bits).clamp(LOWEST_LANE, most);
        let (left, right) = if wide { (128.0, 84.0) } else { (52.0, 60.0) };
        let start = page_start(spec);
        let end = start + spec.length() as f64;
        let lanes = Panel {
            rect: Rect::new(left, top, width - left - right, lane_height * bits),
            x: Axis::bare(start, end).labelled_within("position (tokens)", width - left - right),
            y: Axis::bare(bits.into(), 0.0),
        };
        Self {
            counter: spec.binary(),
            lanes,
            lane_height,
            wide,
        }
    }

    fn ink(&self, bit_idx: u32) -> Ink {
        pair_ink(bit_idx as usize, self.counter.bits() as usize)
    }
}

/// Draws all lanes with their headings.
pub(super) fn draw(
    spec: &Spec,
    layout: &Layout,
    (way, frequencies): (Way, &Frequencies),
    drawing: &mut Drawing,
) {
    draw_heads(layout, way, drawing);
    for (bit_idx, wave) in (0..).zip(way.waves(spec, frequencies)) {
        let top = layout.lanes.rect.y + bit_idx as f32 * layout.lane_height;
        let (left, width) = (layout.lanes.rect.x, layout.lanes.rect.width);
        let lane = Lane {
            bit_idx,
            way,
            wave,
            ink: layout.ink(bit_idx),
            rect: Rect::new(left, top, width, layout.lane_height * 0.76),
        };
        lane.draw(spec, layout, drawing);
    }
}

fn draw_heads(layout: &Layout, way: Way, drawing: &mut Drawing) {
    let rect = layout.lanes.rect;
    let head = SMALL;
    // Leaves room for the knob of the position.
    let y = rect.y - 14.0;
    let mut fading = |x: f32, head: Type, text: &str, alpha: f32| {
        if alpha > 0.0 {
            drawing.text(Point::new(x, y), head.alpha(alpha), text);
        }
    };
    if layout.wide {
        let texts = [
            "each bit and a smooth wave of the same period",
            "each bit without its corners: the same period",
            "each pair: a sine (bold) and a cosine (thin)",
        ];
        for (text, alpha) in texts.into_iter().zip(way.parts()) {
            fading(rect.x, head, text, alpha);
        }
        for (text, alpha) in ["period", "wavelength"].into_iter().zip(way.halves()) {
            fading(rect.x - 10.0, head.end(), text, alpha);
        }
    }
    let right = rect.right() + if layout.wide { 78.0 } else { 56.0 };
    for (text, alpha) in ["flips so far", "sine"].into_iter().zip(way.halves()) {
        fading(right, head.end(), text, alpha);
    }
}

/// One lane.
struct Lane {
    bit_idx: u32,
    way: Way,
    wave: Wave,
    ink: Ink,
    rect: Rect,
}

impl Lane {
    fn draw(&self, spec: &Spec, layout: &Layout, drawing: &mut Drawing) {
        let rect = self.rect;
        let baseline = rect.y + rect.height / 2.0 + 4.0;
        let is_labelled = layout.lane_height >= LOWEST_LABELLED;
        if is_labelled || self.bit_idx.is_multiple_of(2) {
            self.draw_labels(spec, layout, baseline, drawing);
        }
        let span = layout.lanes.x.high - layout.lanes.x.low;
        let pixels_per_period = self.wave.period() / span * f64::from(rect.width);
        if pixels_per_period < FEWEST_PIXELS_PER_PERIOD {
            drawing.blur(rect, self.ink);
            if is_labelled {
                let note = LABEL.middle().size(11.0).ink(Ink::Text);
                let at = Point::new(rect.x + rect.width / 2.0, baseline);
                let texts = ["too fast to draw at this length", "too fast to draw"];
                let text = note.fitting(&texts, rect.width - 8.0);
                if note.width(text) <= rect.width {
                    drawing.text(at, note, text);
                }
            }
            return;
        }
        match self.wave.rounding() > 0.0 {
            true => self.draw_thin_wave(layout, drawing),
            false => self.draw_square_wave(layout, drawing),
        }
        // Broad lines of many periods would run together.
        let width = 1.2 + 0.8 * ((pixels_per_period - 11.0) / 2.0).clamp(0.0, 1.0) as f32;
        let line = (width, self.ink, 1.0);
        let smooth = |position: f64| self.wave.smooth(position);
        let finest = self.wave.period() / 24.0;
        drawing.curve(&layout.lanes, finest, line, smooth, |value| self.y(value));
    }

    /// The pixel row of a value from -1 to 1.
    fn y(&self, value: f64) -> f32 {
        self.rect.y + (1.0 - value as f32) * self.rect.height / 2.0
    }

    /// Draws what the lane is, how long its wave is, and what it has now, with as many digits as there is room for.
    fn draw_labels(&self, spec: &Spec, layout: &Layout, y: f32, drawing: &mut Drawing) {
        let is_low = layout.lane_height < 22.0;
        let small = LABEL.end().size(if is_low { 11.0 } else { 12.0 });
        let x = self.rect.x - 10.0;
        let name = Point::new(if layout.wide { x - 76.0 } else { x }, y);
        let right = Point::new(self.rect.right() + if layout.wide { 78.0 } else { 56.0 }, y);
        let [bits, pairs] = self.way.halves();
        let bit_idx = self.bit_idx;
        if bits > 0.0 {
            let (small, label) = (small.alpha(bits), small.ink(Ink::Text).alpha(bits));
            drawing.text(name, label, format_args!("bit {bit_idx}"));
            if layout.wide {
                let power = Superscript(bit_idx as i32 + 1);
                let period = layout.counter.period(bit_idx);
                match period < 1e6 {
                    true => {
                        let text = format_args!("2{power} = {}", Short(period));
                        drawing.text(Point::new(x, y), small, text);
                    }
                    false => drawing.text(Point::new(x, y), small, format_args!("2{power}")),
                }
            }
            let most = if layout.wide {
                1_000_000_000
            } else {
                10_000_000
            };
            let flips = layout.counter.flips(spec.value(), bit_idx);
            match flips < most {
                true => drawing.text(right, label, Grouped(flips)),
                false => drawing.text(right, label, Compact(flips as f64)),
            }
        }
        if pairs > 0.0 {
            let (small, label) = (small.alpha(pairs), small.ink(Ink::Text).alpha(pairs));
            drawing.text(name, label, format_args!("pair {bit_idx}"));
            if layout.wide {
                let length = Short(self.wave.period());
                drawing.text(Point::new(x, y), small, format_args!("λ {length}"));
            }
            let sine = Fixed(self.wave.smooth(spec.counter()));
            drawing.text(right, label, format_args!("{sine:.2}"));
        }
    }

    fn draw_square_wave(&self, layout: &Layout, drawing: &mut Drawing) {
        let rect = self.rect;
        let half = layout.counter.period(self.bit_idx) / 2.0;
        let (low, high) = (layout.lanes.x.low, layout.lanes.x.high);
        let first = (low / half).floor();
        let n_halves = ((high - first * half) / half).ceil() as usize;
        let steps = (0..n_halves).map(|step| {
            let from = (first + step as f64) * half;
            let is_one = (first + step as f64) % 2.0 == 1.0;
            (from.max(low), (from + half).min(high), is_one)
        });
        for (from, to, _) in steps.clone().filter(|(_, _, is_one)| *is_one) {
            let (left, right) = (layout.lanes.x_px(from), layout.lanes.x_px(to));
            let one = Rect::new(left, rect.y, right - left, rect.height);
            drawing.fill(one, self.ink, SHADING);
        }
        let corners = steps.flat_map(|(from, to, is_one)| {
            let y = if is_one { rect.y } else { rect.bottom() };
            let corner = |p: f64| Point::new(layout.lanes.x_px(p), y);
            [corner(from), corner(to)]
        });
        drawing.line(corners, THIN, self.ink, THIN_ALPHA);
    }

    /// Draws what has become of the square wave, and the fading shade below it.
    fn draw_thin_wave(&self, layout: &Layout, drawing: &mut Drawing) {
        let wave = self.wave;
        let finest = wave.period() / 24.0;
        let thin = |position: f64| wave.thin(position);
        let y = |value: f64| self.y(value);
        let shading = SHADING * (1.0 - wave.rounding() as f32);
        if shading > 0.0 {
            let (left, right) = (self.rect.x, self.rect.right());
            let ends = [right, left].map(|x| Point::new(x, self.rect.bottom()));
            let points = curve_points(&layout.lanes, finest, thin, y).chain(ends);
            drawing.shape(points, self.ink, shading);
        }
        let line = (THIN, self.ink, THIN_ALPHA);
        drawing.curve(&layout.lanes, finest, line, thin, y);
    }
}

/// The opacity of the shade below a 1.
const SHADING: f32 = 0.2;
/// The width and the opacity of the thin wave.
const THIN: f32 = 1.0;
const THIN_ALPHA: f32 = 0.55;
