//! RoPE on an image: the row of a patch rotates some pairs, its column the others.

mod computed;
pub(crate) mod parameters;

use std::rc::Rc;

use computed::{Computed, SIDE, Scale, names, offset};
use phasor_draw::legend::{self, draw_bar};
use phasor_draw::{Axis, Column, Ink, LABEL, Panel, Point, Rect, Table, WIDE, axis};

use crate::cache::{Memo, memoized};
use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, preset};
use crate::topic::Topic;
use crate::{Key, Spec};
use parameters::Axes;
use phasor_text::number::{Fixed, Place, Short};

/// The figure `patches`.
pub(crate) static KIND: Kind = Kind {
    title: "Rotated patches",
    topics: &[Topic::Rope],
    search_words: "image vision pixels grid squares 2D M-RoPE axial video",
    caption: "Colours show the score of patch q with every patch. Bars show the cosine of the angle between q and k in each pair.",
    keyboard: "In the figure, arrow keys move patch k.",
    shared_keys: &[Key::Base, Key::Dim],
    own_keys: &[
        Key::Axes,
        Key::QueryRow,
        Key::QueryColumn,
        Key::KeyRow,
        Key::KeyColumn,
        Key::Frame,
    ],
    leading_keys: &[Key::Axes, Key::Base, Key::Frame],
    presets: &[
        preset(
            "same offset, same score",
            "query-row=5&query-column=4&key-row=7&key-column=7",
        ),
        preset("small base: sharper cross", "axes=axial&base=100"),
        preset(
            "M-RoPE as in Qwen2-VL",
            "axes=mrope&base=1000000&dim=128&frame=0",
        ),
        preset("the next frame", "axes=mrope&base=1000000&dim=128&frame=1"),
    ],
    idle,
    clock: None,
    starts: None,
    arrow,
    sketch: || Box::<Patches>::default(),
};

/// Axial RoPE has no time axis, and the first pair of an axis does not depend on the base.
fn idle(spec: &Spec, key: Key) -> bool {
    match (key, spec.choice::<Axes>()) {
        (Key::Frame, axes) => axes == Axes::Axial,
        (Key::Base, Axes::Axial) => spec.n_pairs() < 4,
        (Key::Base, Axes::MRope) => spec.n_pairs() == 1,
        _ => false,
    }
}

fn arrow(spec: &mut Spec, right: f64, down: f64) {
    spec.step_key(Key::KeyColumn, right);
    spec.step_key(Key::KeyRow, down);
}

#[derive(Debug, Default)]
struct Patches {
    computed: Memo<Inputs, Rc<Computed>>,
}

/// What the numbers depend on.
type Inputs = (f64, usize, Axes, (f64, f64), f64);

impl Patches {
    fn compute(&mut self, spec: &Spec) -> Rc<Computed> {
        let inputs = (
            spec.base(),
            spec.dim(),
            spec.choice::<Axes>(),
            spec.query_patch(),
            spec.frame(),
        );
        memoized(&mut self.computed, inputs, || Rc::new(Computed::new(spec)))
    }
}

impl Sketch for Patches {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        draw(spec, &self.compute(spec), drawing);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        reading(spec, &self.compute(spec))
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let pairs = self.compute(spec).pairs(spec);
        let column = |name: &str, number: fn(&(usize, f32, f64)) -> f64| {
            Column::numbers(name, pairs.iter().map(number).collect())
        };
        let title = match spec.choice::<Axes>() {
            Axes::Axial => "Every pair; axis 0 is rows, 1 columns",
            Axes::MRope => "Every pair; axis 0 is time, 1 rows, 2 columns",
        };
        let columns = vec![
            column("axis", |pair| pair.0 as f64),
            column("relative_angle", |pair| pair.2),
            column("score", |pair| pair.2.cos()),
        ];
        Table::new(title, columns)
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        let computed = self.compute(spec);
        let (column, row) = handle.values(point);
        let last = SIDE as f64 - 1.0;
        let patch = (
            row.round().clamp(0.0, last),
            column.round().clamp(0.0, last),
        );
        let query = spec.query_patch();
        Some(format!(
            "row {}, column {}: {} from q, score {:.3}",
            Place(patch.0),
            Place(patch.1),
            way((patch.0 - query.0, patch.1 - query.1)),
            Fixed(computed.score(patch)),
        ))
    }
}

/// Describes an offset in rows and columns.
fn way((down, right): (f64, f64)) -> String {
    let part = |by: f64, names: [&str; 2], one: &str| {
        let [less, more] = names;
        let name = if by < 0.0 { less } else { more };
        let plural = if by.abs() == 1.0 { "" } else { "s" };
        format!("{} {one}{plural} {name}", Place(by.abs()))
    };
    match (down, right) {
        (0.0, 0.0) => "in the same place".to_owned(),
        (0.0, right) => part(right, ["to the left", "to the right"], "column"),
        (down, 0.0) => part(down, ["up", "down"], "row"),
        (down, right) => format!(
            "{} and {}",
            part(down, ["up", "down"], "row"),
            part(right, ["to the left", "to the right"], "column")
        ),
    }
}

/// Above the image: its title with the scale of colours, and the numbers of its columns.
const TOP: f32 = 50.0;
/// Left of the image: the numbers of its rows.
const NAMES: f32 = 24.0;

fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let is_wide = width >= WIDE;
    let side = match is_wide {
        true => (width * 0.6 - NAMES).min(480.0),
        false => (width - NAMES - 4.0).min(298.0),
    };
    let last = SIDE as f64 - 0.5;
    let image = drawing.panel(Panel {
        rect: Rect::new(NAMES, TOP, side, side),
        x: Axis::bare(-0.5, last),
        y: Axis::bare(last, -0.5),
    });
    draw_image(computed, &image, drawing);
    draw_patches(spec, &image, drawing);
    let n_axes = names(spec.choice::<Axes>()).len();
    let bottom = image.rect.bottom();
    let lanes: Vec<Rect> = match is_wide {
        true => {
            let left = image.rect.right() + 56.0;
            let (across, down) = (width - left - 4.0, (side + 20.0) / n_axes as f32);
            let top = |axis: usize| TOP - 20.0 + down * axis as f32;
            let lane = |axis| Rect::new(left, top(axis), across, down - 14.0);
            (0..n_axes).map(lane).collect()
        }
        false => {
            let across = (width - NAMES + 12.0) / n_axes as f32;
            let left = |axis: usize| NAMES + across * axis as f32;
            let lane = |axis| Rect::new(left(axis), bottom + 8.0, across - 16.0, 56.0);
            (0..n_axes).map(lane).collect()
        }
    };
    draw_lanes(spec, computed, &lanes, drawing);
    let lowest = lanes.iter().map(Rect::bottom).fold(bottom, f32::max);
    drawing.set_height(lowest + 6.0);
}

fn draw_image(computed: &Computed, panel: &Panel, drawing: &mut Drawing) {
    let cell = panel.rect.width / SIDE as f32;
    for (patch, score) in computed.scores.iter().enumerate() {
        let (row, column) = ((patch / SIDE) as f32, (patch % SIDE) as f32);
        let (x, y) = (panel.rect.x + column * cell, panel.rect.y + row * cell);
        let rect = Rect::new(x + 1.0, y + 1.0, cell - 2.0, cell - 2.0);
        drawing.fill(rect, computed.ink(*score), 1.0);
    }
    let small = LABEL.size(11.0);
    for place in 0..SIDE {
        let (x, y) = (panel.x_px(place as f64), panel.y_px(place as f64));
        let above = Point::new(x, panel.rect.y - 6.0);
        drawing.text(above, small.middle(), place);
        let beside = Point::new(panel.rect.x - 8.0, y + 4.0);
        drawing.text(beside, small.end(), place);
    }
    let (low, high) = computed.range;
    let (low, high) = (format!("{:.4}", Fixed(low)), format!("{:.4}", Fixed(high)));
    let title = small.end().ink(Ink::Text);
    let room = legend::bar_width((&low, &high));
    let left = (panel.rect.x + 38.0).min(drawing.size().0 - room);
    let bar = Point::new(left, 5.0);
    drawing.text(Point::new(left - 8.0, 14.0), title, "score");
    let scale = draw_bar(bar, (&low, &high), &Ink::Sequential, drawing);
    // Where colours are not spread evenly, the middle has a number too.
    if computed.scale == Scale::Root {
        let middle = Point::new(scale.x + scale.width / 2.0, scale.bottom() + 12.0);
        let score = Fixed(computed.scale.middle(computed.range));
        drawing.text(middle, small.middle(), format_args!("middle {score:.4}"));
        let (tick, foot) = (
            Point::new(middle.x, scale.y),
            Point::new(middle.x, scale.bottom() + 3.0),
        );
        drawing.segment(tick, foot, 1.0, Ink::Text, 1.0);
    }
}

/// Draws a frame, a flag and a handle for each of the two patches.
fn draw_patches(spec: &Spec, panel: &Panel, drawing: &mut Drawing) {
    let cell = panel.rect.width / SIDE as f32;
    let is_same = spec.query_patch() == spec.key_patch();
    let patches = [
        (
            spec.query_patch(),
            Ink::Query,
            "q",
            -1.0,
            (Key::QueryRow, Key::QueryColumn),
        ),
        (
            spec.key_patch(),
            Ink::Key,
            "k",
            1.0,
            (Key::KeyRow, Key::KeyColumn),
        ),
    ];
    // A click anywhere moves the key there.
    let hold = |(y, x): (Key, Key)| Grab::Slide {
        x: Some(x),
        y: Some(y),
    };
    let (rect, panel) = (panel.rect, *panel);
    let grab = hold((Key::KeyRow, Key::KeyColumn));
    drawing.handle(Handle { rect, grab, panel });
    for ((row, column), ink, letter, aside, keys) in patches {
        let center = Point::new(panel.x_px(column), panel.y_px(row));
        let frame = Rect::new(center.x, center.y, 0.0, 0.0).grown(cell / 2.0 - 1.0);
        drawing.outline(frame, 4.0, Ink::Surface, 0.9);
        drawing.outline(frame, 2.4, ink, 1.0);
        let aside = if is_same { 9.5 * aside } else { 0.0 };
        let center = Point::new(center.x + aside, center.y);
        let radius = if is_same {
            9.0
        } else {
            (cell * 0.3).clamp(9.0, 11.0)
        };
        drawing.disc(center, radius + 1.5, Ink::Surface, 0.9);
        drawing.flag(center, radius, ink, letter);
        let reach = if is_same { 9.5 } else { cell / 2.0 };
        let rect = Rect::new(center.x, center.y, 0.0, 0.0).grown(reach);
        let grab = hold(keys);
        drawing.handle(Handle { rect, grab, panel });
    }
}

/// Draws one lane for each axis, with a bar for the cosine of the angle of each of its pairs.
fn draw_lanes(spec: &Spec, computed: &Computed, lanes: &[Rect], drawing: &mut Drawing) {
    const HEAD: f32 = 18.0;
    /// The smallest width of a lane with room for its number of pairs, CSS pixels.
    const ROOMY: f32 = 130.0;
    /// The smallest width of a lane with room for what its bars are, CSS pixels.
    const SPACIOUS: f32 = 200.0;
    let (pairs, offset) = (computed.pairs(spec), offset(spec));
    let names = names(spec.choice::<Axes>()).iter().zip(offset);
    for (axis, (rect, (name, by))) in lanes.iter().zip(names).enumerate() {
        let own: Vec<(f32, f64)> = pairs
            .iter()
            .filter(|pair| pair.0 == axis)
            .map(|(_, hue, angle)| (*hue, *angle))
            .collect();
        let lane = Panel {
            rect: Rect::new(rect.x, rect.y + HEAD, rect.width, rect.height - HEAD),
            x: Axis::bare(0.0, own.len().max(1) as f64),
            y: Axis::bare(-1.0, 1.0),
        };
        let at = Point::new(rect.x, rect.y + 11.0);
        let sign = if by > 0.0 { "+" } else { "" };
        let title = LABEL.bold().ink(Ink::Text);
        drawing.text(at, title, format_args!("{name} {sign}{}", Place(by)));
        let n_own = own.len();
        if rect.width >= ROOMY {
            let at = Point::new(rect.right(), at.y);
            let plural = if n_own == 1 { "" } else { "s" };
            let cosines = if rect.width >= SPACIOUS {
                "cosines of "
            } else {
                ""
            };
            let small = LABEL.size(11.0).end();
            drawing.text(at, small, format_args!("{cosines}{n_own} pair{plural}"));
        }
        // Lanes side by side share the numbers of the first.
        let is_first = lanes.first().is_none_or(|first| first.x == rect.x);
        let ticks = [(-1.0, "−1"), (0.0, "0"), (1.0, "1")];
        let ticks = ticks.map(|(number, name)| (number, name.to_owned()));
        axis::ticks(&lane, ticks.into_iter().filter(|_| is_first), drawing);
        draw_bars(&own, &lane, drawing);
    }
}

fn draw_bars(own: &[(f32, f64)], lane: &Panel, drawing: &mut Drawing) {
    let across = lane.rect.width / own.len().max(1) as f32;
    let wide = (across - 1.0).max(across * 0.7);
    let zero = lane.y_px(0.0);
    for (place, (hue, angle)) in own.iter().enumerate() {
        let value = lane.y_px(angle.cos());
        let (top, foot) = (value.min(zero), value.max(zero));
        let x = lane.x_px(place as f64);
        let bar = Rect::new(x, top, wide, (foot - top).max(0.6));
        drawing.fill(bar, Ink::Frequency(*hue), 0.9);
    }
    let (left, right) = (lane.rect.x, lane.rect.right());
    let (from, to) = (Point::new(left, zero), Point::new(right, zero));
    drawing.segment(from, to, 1.0, Ink::Muted, 0.8);
}

fn reading(spec: &Spec, computed: &Computed) -> String {
    let (query, key) = (spec.query_patch(), spec.key_patch());
    let later = match (spec.choice::<Axes>(), spec.frame()) {
        (Axes::Axial, _) | (_, 0.0) => String::new(),
        (_, frame) => format!(
            ", {} frame{} {}",
            Place(frame.abs()),
            if frame.abs() == 1.0 { "" } else { "s" },
            if frame > 0.0 { "later" } else { "earlier" }
        ),
    };
    format!(
        "Seen from q, patch k is {}{later}: the score is {} times the largest, as for any two patches with these \
        offsets.",
        way((key.0 - query.0, key.1 - query.1)),
        Short(computed.score(key)),
    )
}
