//! The bank of sines and cosines over position, read at three cursors.

mod ruler;

use crate::cache::Cache;
use crate::cells::Cells;
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, SHARED_KEYS, Sketch, idle_alone, pan, preset};
use crate::probe;
use crate::topic::Topic;
use crate::{Key, Spec};
use phasor_draw::{
    Axis, Column, Ink, LABEL, Panel, Point, Rect, Table, WIDE, pair_ink, spread_within,
};
use phasor_encoding::absolute::sinusoidal::components;
use phasor_encoding::frequency::wavelength;
use phasor_encoding::{Frequencies, Measure};
use phasor_text::number::{Fixed, Place, Short};

/// The figure `sine-waves`.
pub(crate) static KIND: Kind = Kind {
    title: "Sine waves",
    topics: &[Topic::Sinusoids],
    search_words: "waves curves lines frequency wavelength",
    caption: "Each pair of components is a sine (bold) and a cosine (thin). Curves show some \
        pairs, ticks show all wavelengths, and strips show the whole encodings of three positions: A, B and C.",
    keyboard: "In the figure, ← → move A, ↑ ↓ change the offset of B, Shift takes steps of ten, and Space plays.",
    shared_keys: &SHARED_KEYS,
    own_keys: &[Key::Pairs, Key::FarOffset, Key::Order],
    leading_keys: &[Key::Base, Key::Dim],
    presets: &[
        preset("512 components", "base=10000&dim=512&pairs=auto"),
        preset(
            "a near and a far position",
            "position=20&offset=1&far-offset=60",
        ),
        preset("fast pairs only", "pairs=0-7&length=64"),
    ],
    // A single pair is always shown, and its components have only one order.
    idle: |spec, key| {
        let is_single = spec.n_pairs() == 1 && matches!(key, Key::Pairs | Key::Order);
        is_single || idle_alone(spec, key)
    },
    clock: Some(Key::Position),
    starts: None,
    arrow: pan,
    sketch: || Box::<SineWaves>::default(),
};

#[derive(Debug, Default)]
struct SineWaves(Cache);

impl Sketch for SineWaves {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let layout = Layout::new(spec, drawing);
        drawing.panel(layout.lanes);
        let frequencies = self.0.frequencies(spec);
        draw_lanes(&layout, frequencies, drawing);
        draw_cursors(spec, &layout, frequencies, drawing);
        if layout.wide {
            draw_values(spec, &layout, frequencies, drawing);
        }
        let strips_bottom = draw_strips(spec, &layout, frequencies, drawing);
        let bottom = match layout.has_ruler {
            true => ruler::draw(
                spec,
                &layout,
                frequencies,
                strips_bottom + ABOVE_RULER,
                drawing,
            ),
            false => strips_bottom + EDGE,
        };
        drawing.set_height(bottom);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let frequencies = self.0.frequencies(spec);
        let alike = |offset: f64| Measure::CosineSimilarity.at(frequencies, offset);
        let (near, far) = (alike(spec.offset()), alike(spec.far_offset()));
        let (one, one_alike, other, other_alike) = match near >= far {
            true => ("B", near, "C", far),
            false => ("C", far, "B", near),
        };
        format!(
            "At position {}, A’s encoding resembles that of {one} (cosine {:.3}) more than that of {other} \
             ({:.3}).",
            Place(spec.position()),
            Fixed(one_alike),
            Fixed(other_alike),
        )
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let frequencies = self.0.frequencies(spec);
        let mut columns = crate::tables::frequency_columns(frequencies);
        for (name, position) in [
            ("a", spec.position()),
            ("b", spec.key_position()),
            ("c", spec.far_position()),
        ] {
            let sines = frequencies.angles(position).map(f64::sin).collect();
            let cosines = frequencies.angles(position).map(f64::cos).collect();
            columns.push(Column::numbers(&format!("sin_{name}"), sines));
            columns.push(Column::numbers(&format!("cos_{name}"), cosines));
        }
        Table::new("Encodings at the three cursors, pair by pair", columns)
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        if let Grab::Toggle(pair_idx) = handle.grab {
            return probe::pair(spec, &mut self.0, pair_idx);
        }
        let (position, lane) = handle.values(point);
        let pairs = spec.pairs().resolve(spec.n_pairs());
        let &pair_idx = pairs.get(lane.max(0.0) as usize)?;
        let &inv_freq = self.0.frequencies(spec).inv_freq().get(pair_idx)?;
        let position = position.round();
        let (sin, cos) = (position * inv_freq).sin_cos();
        Some(format!(
            "pair {pair_idx} at position {}: sin {:.3}, cos {:.3}",
            Place(position),
            Fixed(sin),
            Fixed(cos),
        ))
    }
}

/// The three cursors: grab, ink, letter.
const CURSORS: [(Grab, Ink, &str); 3] = [
    (Grab::Third, Ink::Third, "C"),
    (Grab::Second, Ink::Key, "B"),
    (Grab::Position, Ink::Query, "A"),
];

const FLAG_RADIUS: f32 = 10.0;

/// Fewer pixels per wave than this cannot be drawn.
const FEWEST_PIXELS_PER_TURN: f64 = 3.0;

fn cursor_position(spec: &Spec, grab: Grab) -> f64 {
    match grab {
        Grab::Third => spec.far_position(),
        Grab::Second => spec.key_position(),
        _ => spec.position(),
    }
}

struct Layout {
    lanes: Panel,
    pairs: Vec<usize>,
    lane_height: f32,
    /// How much there is of the last lane, which may still be growing.
    last_lane: f32,
    wide: bool,
    strips: Strips,
    has_ruler: bool,
}

/// The height of a strip and the space between two, CSS pixels.
#[derive(Clone, Copy)]
struct Strips {
    height: f32,
    apart: f32,
}

impl Strips {
    /// The height of all strips.
    fn all(self) -> f32 {
        3.0 * self.height + 2.0 * self.apart
    }
}

/// The room above the lanes, CSS pixels.
const TOP: f32 = 26.0;
/// The room between lanes and strips: the numbers and the label of the axis, and a heading.
const ABOVE_STRIPS: f32 = 62.0;
const ABOVE_RULER: f32 = 28.0;
/// The room below the strips if there is no ruler.
const EDGE: f32 = 6.0;
/// The smallest height of a lane.
const LOWEST_LANE: f32 = 15.0;

/// Returns the height of all lanes where that of the drawing is set, and whether there is room for the ruler.
fn divide(height: f32, n_lanes: usize, strips: Strips) -> (f32, bool) {
    // Below this, a ruler would cost more than it gives.
    const LOWEST_BESIDE_RULER: f32 = 22.0;
    let rest = height - TOP - ABOVE_STRIPS - strips.all();
    let lanes = rest - ABOVE_RULER - ruler::HEIGHT;
    match lanes >= LOWEST_BESIDE_RULER * n_lanes as f32 {
        true => (lanes, true),
        false => (rest - EDGE, false),
    }
}

impl Layout {
    fn new(spec: &Spec, drawing: &Drawing) -> Self {
        let width = drawing.size().0;
        let (pairs, last_lane) = spec.pairs().drawn(spec.n_pairs(), spec.last_pair());
        let last_lane = last_lane as f32;
        let n_lanes = pairs.len() as f32 - 1.0 + last_lane;
        let wide = width >= WIDE;
        let strips = |height, apart| Strips { height, apart };
        let (strips, (lanes_height, has_ruler), highest) = match (drawing.wanted_height(), wide) {
            (Some(height), _) => {
                let strips = strips(14.0, 3.0);
                (strips, divide(height, pairs.len(), strips), f32::MAX)
            }
            // With the strips and the ruler below, the lanes fit into one window.
            (None, true) => (strips(20.0, 5.0), (288.0, true), 72.0),
            (None, false) => (strips(16.0, 4.0), (190.0, true), 72.0),
        };
        let lane_height = (lanes_height / n_lanes).clamp(LOWEST_LANE, highest);
        let x = Axis::bare(spec.start(), spec.start() + spec.length() as f64);
        // Half of the last number of the axis lies beyond its end.
        let overhang = x.number_width() / 2.0;
        let (left, right) = if wide {
            (100.0, 96.0)
        } else {
            (56.0, overhang.max(14.0))
        };
        let height = lane_height * n_lanes;
        let lanes = Panel {
            rect: Rect::new(left, TOP, width - left - right, height),
            x: x.labelled_within("position (tokens)", width - left - right),
            y: Axis::bare(f64::from(n_lanes), 0.0),
        };
        Self {
            lanes,
            pairs,
            lane_height,
            last_lane,
            wide,
            strips,
            has_ruler,
        }
    }

    /// The pixel row of a value from -1 to 1 in lane `lane_idx`.
    fn wave_y(&self, lane_idx: usize, value: f64) -> f32 {
        let part = self.part(lane_idx);
        let middle = self.lanes.rect.y + (lane_idx as f32 + 0.5 * part) * self.lane_height;
        middle - value as f32 * 0.42 * part * self.lane_height
    }

    /// How much there is of a lane.
    fn part(&self, lane_idx: usize) -> f32 {
        match lane_idx + 1 == self.pairs.len() {
            true => self.last_lane,
            false => 1.0,
        }
    }
}

fn draw_lanes(layout: &Layout, frequencies: &Frequencies, drawing: &mut Drawing) {
    let rect = layout.lanes.rect;
    for (lane_idx, &pair_idx) in layout.pairs.iter().enumerate() {
        let inv_freq = frequencies.inv_freq().get(pair_idx);
        let inv_freq = *inv_freq.expect("the layout has only pairs that have a frequency");
        let ink = pair_ink(pair_idx, frequencies.n_pairs());
        let middle = layout.wave_y(lane_idx, 0.0);
        let (left, right) = (Point::new(rect.x, middle), Point::new(rect.right(), middle));
        drawing.segment(left, right, 1.0, Ink::Faint, 1.0);
        for bound in [-1.0, 1.0] {
            let y = layout.wave_y(lane_idx, bound);
            let (left, right) = (Point::new(rect.x, y), Point::new(rect.right(), y));
            drawing.segment(left, right, 0.8, Ink::Faint, 0.6);
        }
        if lane_idx == 0 {
            draw_scale(layout, drawing);
        }
        let part = layout.part(lane_idx);
        let label = LABEL.end().ink(Ink::Text).alpha(part);
        let x = rect.x - 26.0;
        if layout.wide && layout.lane_height >= 28.0 {
            let wavelength = Short(wavelength(inv_freq));
            drawing.text(
                Point::new(x, middle - 2.0),
                label,
                format_args!("pair {pair_idx}"),
            );
            let small = LABEL.end().size(11.0).alpha(part);
            drawing.text(
                Point::new(x, middle + 11.0),
                small,
                format_args!("λ {wavelength}"),
            );
        } else {
            let at = Point::new(x, middle + 4.0);
            drawing.text(at, label, pair_idx);
        }
        let tokens_per_pixel = (layout.lanes.x.high - layout.lanes.x.low) / f64::from(rect.width);
        if wavelength(inv_freq) / tokens_per_pixel < FEWEST_PIXELS_PER_TURN {
            draw_blur(layout, lane_idx, ink, drawing);
            continue;
        }
        let finest = wavelength(inv_freq) / 24.0;
        let y = |value: f64| layout.wave_y(lane_idx, value);
        let (thin, thick) = ((1.2, ink, 0.55), (2.2, ink, 1.0));
        drawing.curve(&layout.lanes, finest, thin, |p| (p * inv_freq).cos(), y);
        drawing.curve(&layout.lanes, finest, thick, |p| (p * inv_freq).sin(), y);
    }
}

/// The scale of a wave, drawn on the first; all waves share it.
fn draw_scale(layout: &Layout, drawing: &mut Drawing) {
    let x = layout.lanes.rect.x;
    for (value, text) in [(1.0, "1"), (-1.0, "−1")] {
        let y = layout.wave_y(0, value);
        drawing.segment(
            Point::new(x - 4.0, y),
            Point::new(x, y),
            1.0,
            Ink::Muted,
            1.0,
        );
        let at = Point::new(x - 7.0, y + 4.0);
        drawing.text(at, LABEL.end().size(11.0), text);
    }
}

/// Draws a blur in place of a wave that oscillates faster than pixels can show.
fn draw_blur(layout: &Layout, lane_idx: usize, ink: Ink, drawing: &mut Drawing) {
    let rect = layout.lanes.rect;
    let top = layout.wave_y(lane_idx, 1.0);
    let height = layout.wave_y(lane_idx, -1.0) - top;
    drawing.blur(Rect::new(rect.x, top, rect.width, height), ink);
    let at = Point::new(
        rect.x + rect.width / 2.0,
        layout.wave_y(lane_idx, 0.0) + 4.0,
    );
    let note = LABEL.middle().size(11.0).ink(Ink::Text);
    let texts = [
        "oscillates too fast to draw at this length",
        "too fast to draw at this length",
        "too fast to draw",
    ];
    drawing.text(at, note, note.fitting(&texts, rect.width));
}

fn draw_cursors(spec: &Spec, layout: &Layout, frequencies: &Frequencies, drawing: &mut Drawing) {
    let rect = layout.lanes.rect;
    let everywhere = Handle {
        rect,
        grab: Grab::Position,
        panel: layout.lanes,
    };
    drawing.handle(everywhere);
    let columns = CURSORS.map(|(grab, ..)| layout.lanes.x_px(cursor_position(spec, grab)));
    let flags = spread_within(columns, FLAG_RADIUS + 1.5, (rect.x, rect.right()));
    for ((grab, ink, letter), flag_x) in CURSORS.into_iter().zip(flags) {
        let position = cursor_position(spec, grab);
        let x = layout.lanes.x_px(position);
        if !(rect.x - 0.5..=rect.right() + 0.5).contains(&x) {
            continue;
        }
        let top = Point::new(x, rect.y - 2.0);
        drawing.segment(top, Point::new(x, rect.bottom()), 1.5, ink, 0.9);
        drawing.segment(Point::new(flag_x, rect.y - 8.0), top, 1.5, ink, 0.9);
        for (lane_idx, &pair_idx) in layout.pairs.iter().enumerate() {
            if let Some(&inv_freq) = frequencies.inv_freq().get(pair_idx) {
                let (sin, cos) = (position * inv_freq).sin_cos();
                drawing.disc(Point::new(x, layout.wave_y(lane_idx, cos)), 2.4, ink, 0.8);
                drawing.disc(Point::new(x, layout.wave_y(lane_idx, sin)), 3.6, ink, 1.0);
            }
        }
        drawing.flag(Point::new(flag_x, rect.y - 15.0), FLAG_RADIUS, ink, letter);
        let (left, right) = (x.min(flag_x) - 12.0, x.max(flag_x) + 12.0);
        drawing.handle(Handle {
            rect: Rect::new(flag_x - 12.0, 0.0, 24.0, rect.y),
            grab,
            panel: layout.lanes,
        });
        drawing.handle(Handle {
            rect: Rect::new(
                left.max(x - 6.0),
                rect.y,
                (right - left).min(12.0),
                rect.height,
            ),
            grab,
            panel: layout.lanes,
        });
    }
}

/// Draws the sine and cosine of every lane at the first cursor.
fn draw_values(spec: &Spec, layout: &Layout, frequencies: &Frequencies, drawing: &mut Drawing) {
    let x = layout.lanes.rect.right();
    let head = LABEL.end().size(11.0);
    let y = layout.lanes.rect.y - 10.0;
    drawing.text(Point::new(x + 48.0, y), head, "sin A");
    drawing.text(Point::new(x + 90.0, y), head, "cos A");
    for (lane_idx, &pair_idx) in layout.pairs.iter().enumerate() {
        if let Some(&inv_freq) = frequencies.inv_freq().get(pair_idx) {
            let (sin, cos) = (spec.position() * inv_freq).sin_cos();
            let y = layout.wave_y(lane_idx, 0.0) + 4.0;
            let value = LABEL.end().ink(Ink::Text);
            drawing.text(
                Point::new(x + 48.0, y),
                value,
                format_args!("{:.2}", Fixed(sin)),
            );
            drawing.text(
                Point::new(x + 90.0, y),
                value,
                format_args!("{:.2}", Fixed(cos)),
            );
        }
    }
}

/// Draws the encodings at the cursors as strips of components; returns the lower edge.
fn draw_strips(
    spec: &Spec,
    layout: &Layout,
    frequencies: &Frequencies,
    drawing: &mut Drawing,
) -> f32 {
    let Strips { height, apart } = layout.strips;
    let rect = layout.lanes.rect;
    let top = rect.bottom() + ABOVE_STRIPS;
    let title = LABEL.ink(Ink::Text);
    let dim = spec.dim();
    let baseline = top - 7.0;
    // The heading shares its line with the scale.
    let heading = Point::new(rect.x, baseline);
    if rect.width >= 390.0 {
        let text = format_args!("the encoding at each cursor: {dim} components");
        drawing.text(heading, title, text);
    } else if rect.width >= 240.0 {
        drawing.text(heading, title, format_args!("{dim} components"));
    }
    if layout.wide {
        let head = Point::new(rect.right() + 90.0, baseline);
        drawing.text(head, LABEL.end().size(11.0), "cosine");
    }
    draw_colour_scale(Point::new(rect.right() - 124.0, baseline), drawing);
    let last = spec.order().places(spec.n_pairs() - 1, spec.n_pairs());
    let cells = Cells::new(spec, (rect.x, rect.width), last);
    let gap = if cells.width() > 5.0 { 0.75 } else { 0.0 };
    for (row, (grab, ink, letter)) in CURSORS.into_iter().rev().enumerate() {
        let position = cursor_position(spec, grab);
        let y = top + row as f32 * (height + apart);
        for (place, value) in components(frequencies, spec.order(), position) {
            let x = cells.start(place);
            let width = (cells.start(place + 1) - x - gap).max(0.0);
            let ink = Ink::Diverging(value as f32);
            drawing.fill(Rect::new(x, y, width, height), ink, 1.0);
        }
        let name = LABEL.end().bold().ink(ink);
        let left = Point::new(rect.x - 10.0, y + 0.5 * height + 4.0);
        // As much of the position as there is room for.
        let near = position.abs() < if layout.wide { 1e5 } else { 1e3 };
        let number = if layout.wide && near {
            position
        } else {
            position.round()
        };
        if layout.wide || near {
            drawing.text(left, name, format_args!("{letter} {}", Place(number)));
        } else {
            drawing.text(left, name, letter);
        }
        if layout.wide {
            let alike = Measure::CosineSimilarity.at(frequencies, position - spec.position());
            let right = Point::new(rect.right() + 90.0, y + 0.5 * height + 4.0);
            let value = LABEL.end().ink(Ink::Text);
            drawing.text(right, value, format_args!("{:.3}", Fixed(alike)));
        }
    }
    top + layout.strips.all()
}

/// Draws the colour scale of the components of an encoding.
pub(crate) fn draw_colour_scale(at: Point, drawing: &mut Drawing) {
    const N_STEPS: usize = 40;
    const WIDTH: f32 = 80.0;
    let step = WIDTH / N_STEPS as f32;
    drawing.text(Point::new(at.x + 14.0, at.y), LABEL.end(), "−1");
    for place in 0..N_STEPS {
        let value = 2.0 * (place as f32 + 0.5) / N_STEPS as f32 - 1.0;
        let x = at.x + 20.0 + place as f32 * step;
        let rect = Rect::new(x, at.y - 9.0, step + 0.25, 10.0);
        drawing.fill(rect, Ink::Diverging(value), 1.0);
    }
    drawing.text(Point::new(at.x + WIDTH + 26.0, at.y), LABEL, "1");
}
