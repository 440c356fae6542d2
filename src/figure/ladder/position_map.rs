//! A thousand positions as a map in the plane, by principal components or by UMAP.

use super::super::kind::pan;
use crate::config::choice::Projection;
use crate::config::{Key, Spec};
use crate::encoding::analysis::{Pca, Umap};
use crate::encoding::{
    EncodingError, Frequencies, Matrix, Measure, Order, SimilarityCurve, Sinusoidal,
};
use crate::figure::drawing::{Drawing, Ink, LABEL};
use crate::figure::geometry::{Axis, Panel, Point, Rect};
use crate::figure::handle::{Grab, Handle};
use crate::figure::kind::{Kind, Sketch, preset};
use crate::figure::number::{Fixed, Grouped, Place};
use crate::figure::table::{Column, Table};

/// The figure `position-map`.
pub(in crate::figure) static KIND: Kind = Kind {
    title: "Map of positions",
    caption: "The sinusoidal codes of positions 0 to 999, put into the plane; each dot is a position, \
        and consecutive ones are joined. Lines lead from A to the 14 positions whose codes are most \
        like its own.",
    keyboard: "Keys on the figure: ← → move A, ↑ ↓ change the offset of B, Shift takes ten, Space plays.",
    shared_keys: &[Key::Base, Key::Dim, Key::Position, Key::Offset],
    own_keys: &[Key::Projection],
    leading_keys: &[Key::Projection, Key::Dim],
    presets: &[
        preset("UMAP", "projection=umap"),
        preset("dim 1024, PCA", "dim=1024&projection=pca"),
        preset("a small base, PCA", "base=20&projection=pca"),
    ],
    idle: |_, _| false,
    clock: Some(Key::Position),
    arrow: pan,
    sketch: || Box::<PositionMap>::default(),
};

/// Positions on the map.
const N: usize = 1000;
/// Neighbours of a position, itself among them, as UMAP counts them.
const N_NEIGHBORS: usize = 15;
const N_EPOCHS: usize = 500;

/// What a map depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Asked {
    projection: Projection,
    base: f64,
    dim: usize,
}

impl Asked {
    fn of(spec: &Spec) -> Self {
        Self {
            projection: spec.projection(),
            base: spec.base(),
            dim: spec.dim(),
        }
    }
}

#[derive(Debug, Default)]
struct PositionMap {
    /// The map as far as it is.
    map: Option<(Asked, Map)>,
    /// The rest of the work on it, if it is done here.
    umap: Option<Umap>,
}

/// Where every position is.
#[derive(Debug, Clone, Default)]
struct Map {
    points: Vec<(f64, f64)>,
    /// The part of all variance along each axis, for principal components.
    shares: (f64, f64),
    epoch: usize,
}

impl Map {
    fn is_done(&self, asked: Asked) -> bool {
        asked.projection == Projection::Pca || self.epoch >= N_EPOCHS
    }

    /// As numbers, for whoever asked another program for it; the inverse of [`read`](Self::read).
    fn numbers(&self) -> Vec<f64> {
        let head = [self.epoch as f64, self.shares.0, self.shares.1];
        let points = self.points.iter().flat_map(|(x, y)| [*x, *y]);
        head.into_iter().chain(points).collect()
    }

    fn read(numbers: &[f64]) -> Option<Self> {
        let ([epoch, first, second], points) = numbers.split_first_chunk::<3>()?;
        let points = points.as_chunks::<2>().0;
        Some(Self {
            points: points.iter().map(|[x, y]| (*x, *y)).collect(),
            shares: (*first, *second),
            epoch: *epoch as usize,
        })
    }
}

fn points(rows: &Matrix) -> Vec<(f64, f64)> {
    let number = |row: &[f64], column: usize| row.get(column).copied().unwrap_or_default();
    rows.rows()
        .map(|row| (number(row, 0), number(row, 1)))
        .collect()
}

/// The codes of all positions.
fn codes(asked: Asked) -> Result<Matrix, EncodingError> {
    let frequencies = Frequencies::new(asked.base, asked.dim)?;
    Ok(Sinusoidal::new(frequencies, Order::Interleaved).table(N))
}

impl PositionMap {
    fn map(&self, spec: &Spec) -> Option<&Map> {
        let (asked, map) = self.map.as_ref()?;
        (*asked == Asked::of(spec)).then_some(map)
    }

    /// The first step of either map.
    fn components(&mut self, asked: Asked) -> Result<(), EncodingError> {
        let rows = codes(asked)?;
        let pca = Pca::new(&rows, 2)?;
        let start = pca.project(&rows)?;
        let share = |place: usize| {
            pca.variances().get(place).copied().unwrap_or_default() / pca.total_variance()
        };
        let map = Map {
            points: points(&start),
            shares: (share(0), share(1)),
            epoch: 0,
        };
        self.umap = match asked.projection {
            Projection::Pca => None,
            Projection::Umap => Some(Umap::new(&rows, &start, N_NEIGHBORS, N_EPOCHS)?),
        };
        self.map = Some((asked, map));
        Ok(())
    }
}

impl Sketch for PositionMap {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        let empty = Map::default();
        draw(spec, self.map(spec).unwrap_or(&empty), drawing);
    }

    fn reading(&mut self, spec: &Spec) -> String {
        self.map(spec).map_or_else(
            || "The map is being computed.".to_owned(),
            |map| reading(spec, map),
        )
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let map = self.map(spec).cloned().unwrap_or_default();
        let positions = (0..N).map(|position| position as f64).collect();
        let at = |position: usize| map.points.get(position).copied().unwrap_or_default();
        let (x, y): (Vec<f64>, Vec<f64>) = (0..N).map(at).unzip();
        let columns = vec![
            Column::numbers("position", positions),
            Column::numbers("x", x),
            Column::numbers("y", y),
        ];
        Table::new("Where every position is", columns)
    }

    fn probe(&mut self, _: &Spec, handle: &Handle, _: Point) -> Option<String> {
        match handle.grab {
            Grab::Set(Key::Position, position) => Some(format!("position {}", Place(position))),
            _ => None,
        }
    }

    fn has_work(&self, spec: &Spec) -> bool {
        let asked = Asked::of(spec);
        self.map(spec).is_none_or(|map| !map.is_done(asked))
    }

    fn work_keys(&self) -> &'static [Key] {
        &[Key::Base, Key::Dim, Key::Projection]
    }

    fn work(&mut self, spec: &Spec) -> Vec<f64> {
        let asked = Asked::of(spec);
        match (&mut self.umap, &mut self.map) {
            (Some(umap), Some((begun, map))) if *begun == asked => {
                umap.advance();
                map.points = points(&umap.map());
                map.epoch = umap.epoch();
            }
            // The table's ranges lie inside those of the encoding, so there is nothing to refuse.
            _ => drop(self.components(asked)),
        }
        self.map(spec).map(Map::numbers).unwrap_or_default()
    }

    fn adopt(&mut self, spec: &Spec, numbers: &[f64]) {
        if let Some(map) = Map::read(numbers) {
            self.map = Some((Asked::of(spec), map));
        }
    }
}

/// The two positions in view, so far as they are on the map.
fn cursors(spec: &Spec) -> [usize; 2] {
    let on_map = |position: f64| position.round().clamp(0.0, (N - 1) as f64) as usize;
    [on_map(spec.position()), on_map(spec.key_position())]
}

/// The positions whose codes are nearest to that of `position`, itself left out. Distances depend on
/// the offset only.
fn nearest_codes(spec: &Spec, position: usize) -> Vec<usize> {
    let Ok(frequencies) = Frequencies::new(spec.base(), spec.dim()) else {
        return Vec::new();
    };
    let curve = SimilarityCurve::new(&frequencies, Measure::Euclidean, N);
    let apart = |other: usize| {
        curve
            .values()
            .get(other.abs_diff(position))
            .copied()
            .unwrap_or_default()
    };
    nearest(position, apart)
}

fn nearest_points(map: &Map, position: usize) -> Vec<usize> {
    let at = |position: usize| map.points.get(position).copied().unwrap_or_default();
    let own = at(position);
    nearest(position, |other| {
        let other = at(other);
        (other.0 - own.0).hypot(other.1 - own.1)
    })
}

/// The others for which `apart` is smallest.
fn nearest(position: usize, apart: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut others: Vec<usize> = (0..N).filter(|other| *other != position).collect();
    others.select_nth_unstable_by(N_NEIGHBORS - 2, |a, b| apart(*a).total_cmp(&apart(*b)));
    others.truncate(N_NEIGHBORS - 1);
    others
}

fn draw(spec: &Spec, map: &Map, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let side = (width - 24.0).min(560.0);
    let rect = Rect::new((width - side) / 2.0, 8.0, side, side);
    drawing.set_height(rect.bottom() + 44.0);
    let progress = Point::new(rect.x, rect.bottom() + 30.0);
    if map.points.len() < N {
        let middle = Point::new(width / 2.0, rect.y + side / 2.0);
        drawing.text(
            middle,
            LABEL.middle().size(14.0),
            format_args!("The map is being computed."),
        );
        return;
    }
    let panel = fitted(map, rect);
    let px = |&(x, y): &(f64, f64)| Point::new(panel.x_px(x), panel.y_px(y));
    drawing.line(map.points.iter().map(px), 1.0, Ink::Faint, 1.0);
    for (position, point) in map.points.iter().enumerate() {
        let shade = 0.3 + 0.7 * position as f32 / N as f32;
        drawing.disc(px(point), 2.2, Ink::Sequential(shade), 1.0);
        let at = px(point);
        let rect = Rect::new(at.x - 4.0, at.y - 4.0, 8.0, 8.0);
        let grab = Grab::Set(Key::Position, position as f64);
        drawing.handle(Handle { rect, grab, panel });
    }
    let [first, second] = cursors(spec);
    let at = |position: usize| map.points.get(position).map(px).unwrap_or_default();
    for near in nearest_codes(spec, first) {
        drawing.segment(at(first), at(near), 1.4, Ink::Query, 0.55);
        drawing.disc(at(near), 3.2, Ink::Query, 0.9);
    }
    draw_milestones(map, &panel, [at(first), at(second)], drawing);
    drawing.flag(at(second), 9.0, Ink::Key, "B");
    drawing.flag(at(first), 9.0, Ink::Query, "A");
    let small = LABEL.size(12.0);
    match spec.projection() {
        Projection::Pca => {
            let percent = |share: f64| Fixed(100.0 * share);
            let (x, y) = map.shares;
            drawing.text(
                progress,
                small,
                format_args!(
                    "across {:.0} % of the variance, up {:.0} %",
                    percent(x),
                    percent(y)
                ),
            );
        }
        Projection::Umap => drawing.text(
            progress,
            small,
            format_args!("epoch {} of {N_EPOCHS}", map.epoch),
        ),
    }
}

/// Numbers along the way, but for those that a flag is near to.
fn draw_milestones(map: &Map, panel: &Panel, flags: [Point; 2], drawing: &mut Drawing) {
    const CLEAR: f32 = 30.0;
    let mut taken = flags.to_vec();
    for position in [0, 250, 500, 750, N - 1] {
        let Some(&(x, y)) = map.points.get(position) else {
            continue;
        };
        let at = Point::new(panel.x_px(x), panel.y_px(y));
        let is_near = |other: &Point| (other.x - at.x).hypot(other.y - at.y) < CLEAR;
        if !taken.iter().any(is_near) {
            drawing.disc(at, 4.0, Ink::Text, 1.0);
            let (right, down) = off_the_thread(map, panel, position);
            drawing.text(
                Point::new(at.x + 20.0 * right, at.y + 14.0 * down + 4.0),
                LABEL.middle().size(11.0).ink(Ink::Text),
                format_args!("{position}"),
            );
            taken.push(at);
        }
    }
}

/// At a right angle to the thread, away from the middle of the map; a direction of length 1.
fn off_the_thread(map: &Map, panel: &Panel, position: usize) -> (f32, f32) {
    const NEAR: usize = 8;
    let at = |position: usize| {
        let (x, y) = map
            .points
            .get(position.min(N - 1))
            .copied()
            .unwrap_or_default();
        Point::new(panel.x_px(x), panel.y_px(y))
    };
    let (here, before, after) = (
        at(position),
        at(position.saturating_sub(NEAR)),
        at(position + NEAR),
    );
    let (along_x, along_y) = (after.x - before.x, after.y - before.y);
    let length = along_x.hypot(along_y).max(f32::MIN_POSITIVE);
    let (right, down) = (-along_y / length, along_x / length);
    let middle = panel.rect;
    let out_x = here.x - (middle.x + middle.width / 2.0);
    let out_y = here.y - (middle.y + middle.height / 2.0);
    let outwards = if right * out_x + down * out_y < 0.0 {
        -1.0
    } else {
        1.0
    };
    (outwards * right, outwards * down)
}

/// A panel in which both axes have one scale and every point has its place.
fn fitted(map: &Map, rect: Rect) -> Panel {
    const MARGIN: f64 = 0.54;
    let middle = |of: fn(&(f64, f64)) -> f64| {
        let numbers = map.points.iter().map(of);
        let low = numbers.clone().fold(f64::INFINITY, f64::min);
        let high = numbers.fold(f64::NEG_INFINITY, f64::max);
        (f64::midpoint(low, high), high - low)
    };
    let ((x, across), (y, up)) = (middle(|point| point.0), middle(|point| point.1));
    let reach = MARGIN * across.max(up).max(f64::MIN_POSITIVE);
    Panel {
        rect,
        x: Axis::bare(x - reach, x + reach),
        y: Axis::bare(y - reach, y + reach),
    }
}

fn reading(spec: &Spec, map: &Map) -> String {
    let [first, second] = cursors(spec);
    let (codes, points) = (nearest_codes(spec, first), nearest_points(map, first));
    let kept = codes.iter().filter(|near| points.contains(near)).count();
    let percent = |share: f64| format!("{:.0} %", Fixed(100.0 * share));
    let made = match spec.projection() {
        Projection::Pca => format!(
            "The plane of the two main directions holds {} of the variance of the codes.",
            percent(map.shares.0 + map.shares.1)
        ),
        Projection::Umap if map.epoch < N_EPOCHS => {
            format!(
                "UMAP pulls neighbours together and pushes others away: {} of {N_EPOCHS} epochs are done.",
                map.epoch
            )
        }
        Projection::Umap => "UMAP kept neighbours together and pushed others away.".to_owned(),
    };
    let beyond = if spec.position().max(spec.key_position()) > (N - 1) as f64 {
        " Positions past 999 are not on the map; the last one stands for them."
    } else {
        ""
    };
    format!(
        "{made} A is position {}, B is {}. Of the 14 positions whose codes are nearest to A's, {kept} are among its 14 nearest on the map.{beyond}",
        Grouped(first as u64),
        Grouped(second as u64),
    )
}
