//! A thousand positions as a map in the plane, by principal components or UMAP.

use crate::handle::{Drawing, Grab, Handle};
use crate::kind::{Kind, Sketch, idle_alone, pan, preset};
use crate::topic::Topic;
use crate::{Key, Setting, Spec};
use phasor_draw::legend::draw_bar;
use phasor_draw::{Axis, Column, Ink, LABEL, Panel, Point, Rect, SMALL, Table};
use phasor_encoding::analysis::{Pca, Umap};
use phasor_encoding::{Matrix, Measure, Order, SimilarityCurve, Sinusoidal};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter};
use phasor_text::number::{Fixed, Place};

choice! {
    /// How encodings are projected onto the plane.
    pub(crate) enum Projection {
        /// Onto the two directions in which they vary most.
        Pca "pca" "PCA: principal components",
        /// By UMAP.
        Umap "umap" "UMAP: neighbours kept",
    }
}

impl Setting for Projection {
    const KEY: Key = Key::Projection;
}

pub(crate) const PROJECTION: Parameter = Parameter {
    name: "projection",
    label: "map",
    unit: "",
    help: "How encodings are projected to the plane.",
    accepts: Accepts::Choice(Projection::LIST),
    default: "pca",
};

/// The figure `position-map`.
pub(crate) static KIND: Kind = Kind {
    title: "Map of positions",
    topics: &[Topic::Sinusoids],
    search_words: "map projection thread horseshoe UMAP PCA t-SNE",
    caption: "Each dot is the sinusoidal encoding of a position from 0 to 999, placed on a plane by PCA or UMAP. Lines join A \
        to the 14 encodings nearest to its own.",
    keyboard: "In the figure, ← → move A, ↑ ↓ change the offset of B, Shift takes steps of ten, and Space plays.",
    shared_keys: &[Key::Base, Key::Dim, Key::Position, Key::Offset],
    own_keys: &[Key::Projection],
    leading_keys: &[Key::Projection, Key::Dim],
    presets: &[
        preset("UMAP smooths the kinks", "dim=64&projection=umap"),
        preset("1,024 components", "dim=1024&projection=pca"),
        preset("a small base closes loops", "base=20&projection=pca"),
    ],
    idle: idle_alone,
    clock: Some(Key::Position),
    starts: None,
    arrow: pan,
    sketch: || Box::<PositionMap>::default(),
};

/// The number of positions on the map.
const N: usize = 1000;
/// The number of neighbours of a position, including itself, as UMAP counts them.
const N_NEIGHBORS: usize = 15;
const N_EPOCHS: usize = 500;

/// The parameters that a map depends on.
const WORK_KEYS: &[Key] = &[Key::Base, Key::Dim, Key::Projection];

/// What a map depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Inputs {
    projection: Projection,
    base: f64,
    dim: usize,
}

impl Inputs {
    fn of(spec: &Spec) -> Self {
        Self {
            projection: spec.choice::<Projection>(),
            base: spec.base(),
            dim: spec.dim(),
        }
    }
}

#[derive(Debug, Default)]
struct PositionMap {
    /// The map as far as it is computed, and the state it belongs to.
    map: Option<(Spec, Map)>,
    /// The rest of the work on the map, if it is done here.
    umap: Option<Umap>,
}

/// The coordinates of every position.
#[derive(Debug)]
struct Map {
    /// `N` of them.
    points: Vec<(f64, f64)>,
    /// The share of the variance along each axis, for principal components.
    shares: (f64, f64),
    epoch: usize,
}

impl Map {
    /// Returns the point of a position on the map.
    fn at(&self, position: usize) -> (f64, f64) {
        *self
            .points
            .get(position)
            .expect("a map has a point for every position")
    }

    fn is_done(&self, inputs: Inputs) -> bool {
        inputs.projection == Projection::Pca || self.epoch >= N_EPOCHS
    }

    /// Returns the map as numbers, for another thread; the inverse of [`read`](Self::read).
    fn numbers(&self) -> Vec<f64> {
        let head = [self.epoch as f64, self.shares.0, self.shares.1];
        let points = self.points.iter().flat_map(|(x, y)| [*x, *y]);
        head.into_iter().chain(points).collect()
    }

    /// Reads a map from numbers; `None` if they are not those of a map.
    fn read(numbers: &[f64]) -> Option<Self> {
        let ([epoch, first, second], points) = numbers.split_first_chunk::<3>()?;
        let points = points.as_chunks::<2>().0;
        (points.len() == N).then(|| Self {
            points: points.iter().map(|[x, y]| (*x, *y)).collect(),
            shares: (*first, *second),
            epoch: *epoch as usize,
        })
    }
}

fn points(rows: &Matrix) -> Vec<(f64, f64)> {
    let point = |row: &[f64]| {
        let [x, y] = *row.first_chunk().expect("a map has two columns");
        (x, y)
    };
    rows.rows().map(point).collect()
}

impl PositionMap {
    fn map(&self, spec: &Spec) -> Option<&Map> {
        let (of, map) = self.map.as_ref()?;
        (Inputs::of(of) == Inputs::of(spec)).then_some(map)
    }

    /// Computes the principal components, which are the first step of either map.
    fn components(&mut self, spec: &Spec) -> Map {
        let rows = Sinusoidal::new(spec.frequencies(), Order::Interleaved).table(N);
        let pca = Pca::new(&rows, 2).expect("an encoding has two components or more");
        let start = pca
            .project(&rows)
            .expect("the components are those of the rows");
        let [first, second] = *pca.variances().first_chunk().expect("two were asked for");
        self.umap = match spec.choice::<Projection>() {
            Projection::Pca => None,
            Projection::Umap => {
                let umap = Umap::new(&rows, &start, N_NEIGHBORS, N_EPOCHS);
                Some(umap.expect("there are more positions than neighbours"))
            }
        };
        Map {
            points: points(&start),
            shares: (first / pca.total_variance(), second / pca.total_variance()),
            epoch: 0,
        }
    }
}

impl Sketch for PositionMap {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        match &self.map {
            Some((of, map)) => {
                // The last map stays until there is a part of the next one.
                let mut drawn = spec.clone();
                drawn.copy(of, WORK_KEYS);
                draw(&drawn, map, drawing);
            }
            None => draw_waiting(drawing),
        }
    }

    fn reading(&mut self, spec: &Spec) -> String {
        self.map(spec)
            .map_or_else(|| WAITING.to_owned(), |map| reading(spec, map))
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let positions = (0..N).map(|position| position as f64);
        let mut columns = vec![Column::numbers("position", positions.collect())];
        // A map that is not computed yet has no coordinates.
        if let Some(map) = self.map(spec) {
            let (x, y) = map.points.iter().copied().unzip();
            columns.extend([Column::numbers("x", x), Column::numbers("y", y)]);
        }
        Table::new("Coordinates of every position on the map", columns)
    }

    fn probe(&mut self, _: &Spec, handle: &Handle, _: Point) -> Option<String> {
        match handle.grab {
            Grab::Set(Key::Position, position) => Some(format!("position {}", Place(position))),
            _ => None,
        }
    }

    fn has_work(&self, spec: &Spec) -> bool {
        let inputs = Inputs::of(spec);
        self.map(spec).is_none_or(|map| !map.is_done(inputs))
    }

    fn work_keys(&self) -> &'static [Key] {
        WORK_KEYS
    }

    fn work(&mut self, spec: &Spec) -> Vec<f64> {
        let inputs = Inputs::of(spec);
        match (&mut self.umap, &mut self.map) {
            (Some(umap), Some((begun, map))) if Inputs::of(begun) == inputs => {
                umap.advance();
                map.points = points(&umap.map());
                map.epoch = umap.epoch();
                map.numbers()
            }
            _ => {
                let map = self.components(spec);
                let numbers = map.numbers();
                self.map = Some((spec.clone(), map));
                numbers
            }
        }
    }

    fn adopt(&mut self, spec: &Spec, numbers: &[f64]) {
        if let Some(map) = Map::read(numbers) {
            self.map = Some((spec.clone(), map));
        }
    }
}

/// Returns the two positions, limited to those on the map.
fn cursors(spec: &Spec) -> [usize; 2] {
    let on_map = |position: f64| position.round().clamp(0.0, (N - 1) as f64) as usize;
    [on_map(spec.position()), on_map(spec.key_position())]
}

/// Returns the other positions whose encodings are nearest to that of `position`. Distances depend on the offset only.
fn nearest_encodings(spec: &Spec, position: usize) -> Vec<usize> {
    let curve = SimilarityCurve::new(&spec.frequencies(), Measure::Euclidean, N);
    let apart = |other: usize| {
        let apart = curve.values().get(other.abs_diff(position));
        *apart.expect("two positions on the map are less than its length apart")
    };
    nearest(position, apart)
}

fn nearest_points(map: &Map, position: usize) -> Vec<usize> {
    let own = map.at(position);
    nearest(position, |other| {
        let other = map.at(other);
        (other.0 - own.0).hypot(other.1 - own.1)
    })
}

/// Returns the other positions for which `apart` is smallest.
fn nearest(position: usize, apart: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut others: Vec<usize> = (0..N).filter(|other| *other != position).collect();
    others.select_nth_unstable_by(N_NEIGHBORS - 2, |a, b| apart(*a).total_cmp(&apart(*b)));
    others.truncate(N_NEIGHBORS - 1);
    others
}

const WAITING: &str = "The map is being computed.";

/// Returns the area of the map.
fn area(drawing: &Drawing) -> Rect {
    let width = drawing.size().0;
    Rect::new(12.0, 12.0, width - 24.0, (0.95 * width).min(480.0))
}

/// Says that there is no map yet, in as much room as a map takes.
fn draw_waiting(drawing: &mut Drawing) {
    let rect = area(drawing);
    drawing.set_height(rect.bottom() + 48.0);
    let middle = Point::new(drawing.size().0 / 2.0, rect.y + rect.height / 2.0);
    drawing.text(middle, LABEL.middle().size(14.0), WAITING);
}

fn draw(spec: &Spec, map: &Map, drawing: &mut Drawing) {
    let rect = area(drawing);
    let below = rect.bottom() + 12.0;
    let panel = fitted(map, rect);
    let px = |&(x, y): &(f64, f64)| Point::new(panel.x_px(x), panel.y_px(y));
    drawing.line(map.points.iter().map(px), 1.0, Ink::Faint, 1.0);
    for (position, point) in map.points.iter().enumerate() {
        drawing.disc(px(point), 2.4, shade(position as f32 / N as f32), 1.0);
        let at = px(point);
        let rect = Rect::new(at.x - 4.0, at.y - 4.0, 8.0, 8.0);
        let grab = Grab::Set(Key::Position, position as f64);
        drawing.handle(Handle { rect, grab, panel });
    }
    let [first, second] = cursors(spec);
    let at = |position: usize| px(&map.at(position));
    for near in nearest_encodings(spec, first) {
        drawing.segment(at(first), at(near), 1.4, Ink::Query, 0.55);
        drawing.disc(at(near), 3.2, Ink::Query, 0.9);
    }
    let flags = flags(map, &panel, [first, second]);
    draw_milestones(
        map,
        &panel,
        [at(first), at(second), flags[0], flags[1]],
        drawing,
    );
    let names = [(first, Ink::Query, "A"), (second, Ink::Key, "B")];
    for ((position, ink, letter), flag) in names.into_iter().zip(flags).rev() {
        drawing.segment(at(position), flag, 1.6, ink, 1.0);
        drawing.disc(at(position), 4.0, ink, 1.0);
        // Not a bubble, which would look as if it could be dragged: a press on the thread moves a position.
        drawing.disc(flag, 8.0, Ink::Surface, 0.7);
        let baseline = flag + Point::new(0.0, 5.0);
        drawing.text(baseline, LABEL.middle().bold().size(15.0).ink(ink), letter);
    }
    draw_key(spec, map, below, drawing);
}

const FLAG_RADIUS: f32 = 10.0;

/// Returns the ink at a fraction of the way from the first position to the last.
fn shade(part: f32) -> Ink {
    Ink::Sequential(0.3 + 0.7 * part)
}

/// Returns the places of the flags of both positions: beside the thread, or on both sides of it if they would overlap.
fn flags(map: &Map, panel: &Panel, positions: [usize; 2]) -> [Point; 2] {
    const STEM: f32 = 24.0;
    let flag = |position: usize, stem: f32| {
        let (x, y) = map.at(position);
        Point::new(panel.x_px(x), panel.y_px(y)) + stem * off_the_thread(map, panel, position)
    };
    let [first, second] = positions;
    let (a, b) = (flag(first, STEM), flag(second, STEM));
    match a.distance(b) < 2.0 * FLAG_RADIUS {
        true => [a, flag(second, -STEM)],
        false => [a, b],
    }
}

/// Draws the scale of shades, and how much of the encodings the map holds.
fn draw_key(spec: &Spec, map: &Map, top: f32, drawing: &mut Drawing) {
    let (width, last) = (drawing.size().0, (N - 1).to_string());
    let name = Point::new(12.0, top + 9.0);
    drawing.text(name, SMALL, "position");
    let bar = Point::new(64.0, top);
    draw_bar(bar, ("0 ", &last), &shade, drawing);
    let (note, y) = match width >= 480.0 {
        true => (LABEL.end(), top + 9.0),
        false => (LABEL, top + 29.0),
    };
    let x = if width >= 480.0 { width - 12.0 } else { 12.0 };
    let at = Point::new(x, y);
    match spec.choice::<Projection>() {
        Projection::Pca => {
            let percent = |share: f64| Fixed(100.0 * share);
            let (x, y) = (percent(map.shares.0), percent(map.shares.1));
            let text = format_args!("variance: {x:.0}% across, {y:.0}% up");
            drawing.text(at, note, text);
        }
        Projection::Umap => {
            let text = format_args!("round {} of {N_EPOCHS}", map.epoch);
            drawing.text(at, note, text);
        }
    }
    drawing.set_height(y + 8.0);
}

/// Draws numbers along the thread, except near flags.
fn draw_milestones(map: &Map, panel: &Panel, flags: [Point; 4], drawing: &mut Drawing) {
    const CLEAR: f32 = 32.0;
    let mut taken = flags.to_vec();
    for position in [0, 250, 500, 750, N - 1] {
        let (x, y) = map.at(position);
        let at = Point::new(panel.x_px(x), panel.y_px(y));
        let is_near = |other: &Point| other.distance(at) < CLEAR;
        if !taken.iter().any(is_near) {
            drawing.disc(at, 4.0, Ink::Text, 1.0);
            let aside = Point::new(20.0, 14.0) * off_the_thread(map, panel, position);
            drawing.text(
                at + aside + Point::new(0.0, 4.0),
                LABEL.middle().size(11.0).ink(Ink::Text),
                position,
            );
            taken.push(at);
        }
    }
}

/// Returns the unit direction at a right angle to the thread, away from the middle of the map.
fn off_the_thread(map: &Map, panel: &Panel, position: usize) -> Point {
    const NEAR: usize = 8;
    let at = |position: usize| {
        let (x, y) = map.at(position.min(N - 1));
        Point::new(panel.x_px(x), panel.y_px(y))
    };
    let (here, before, after) = (
        at(position),
        at(position.saturating_sub(NEAR)),
        at(position + NEAR),
    );
    let aside = (after - before).normalize_or_zero().perp();
    match aside.dot(here - panel.rect.center()) < 0.0 {
        true => -aside,
        false => aside,
    }
}

/// Returns a panel that contains every point, with one scale for both axes.
fn fitted(map: &Map, rect: Rect) -> Panel {
    const MARGIN: f64 = 0.57;
    let middle = |of: fn(&(f64, f64)) -> f64| {
        let numbers = map.points.iter().map(of);
        let low = numbers.clone().fold(f64::INFINITY, f64::min);
        let high = numbers.fold(f64::NEG_INFINITY, f64::max);
        (f64::midpoint(low, high), high - low)
    };
    let ((x, across), (y, up)) = (middle(|point| point.0), middle(|point| point.1));
    let (wide, high) = (f64::from(rect.width), f64::from(rect.height));
    let pixel = (across / wide).max(up / high).max(f64::MIN_POSITIVE);
    let (right, upwards) = (MARGIN * pixel * wide, MARGIN * pixel * high);
    Panel {
        rect,
        x: Axis::bare(x - right, x + right),
        y: Axis::bare(y - upwards, y + upwards),
    }
}

fn reading(spec: &Spec, map: &Map) -> String {
    let [first, _] = cursors(spec);
    let (encodings, points) = (nearest_encodings(spec, first), nearest_points(map, first));
    let rows = encodings
        .iter()
        .filter(|near| points.contains(near))
        .count();
    let rows = match rows {
        14 => "the 14 encodings nearest to A’s are also the 14 nearest on the map".to_owned(),
        _ => format!(
            "{rows} of the 14 encodings nearest to A’s are also among the 14 nearest on the map"
        ),
    };
    let beyond = match spec.position().max(spec.key_position()) > (N - 1) as f64 {
        true => " Positions beyond the map appear at its last one.",
        false => "",
    };
    match spec.choice::<Projection>() {
        Projection::Pca => format!(
            "The plane holds {:.0}% of the spread (variance), and {rows}.{beyond}",
            Fixed(100.0 * (map.shares.0 + map.shares.1))
        ),
        Projection::Umap if map.epoch < N_EPOCHS => format!(
            "UMAP pulls neighbours together and pushes others away: {} of {N_EPOCHS} rounds are done.{beyond}",
            map.epoch
        ),
        Projection::Umap => format!("The UMAP map is finished: {rows}.{beyond}"),
    }
}
