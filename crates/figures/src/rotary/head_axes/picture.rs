//! The strip of pairs, the map of scores, and a curve for each axis.

use super::computed::{Along, Computed, Pair, side};
use super::parameters::PictureModel;
use crate::handle::{Drawing, Grab, Handle};
use crate::rotary::colours;
use crate::{Key, Spec};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, SMALL, Type, WIDE, axis};
use phasor_params::choice::Choice as _;
use phasor_text::Scale;
use phasor_text::number::{Brief, Digits, Fixed, Grouped, Short};

const TITLE: Type = LABEL.bold().size(13.0).ink(Ink::Text);
/// Room at the right edge.
const RIGHT: f32 = 6.0;

/// How faint pairs are for which all patches are at one place of their axis.
const STILL: f32 = 0.3;

/// The shortest and the longest wavelength of the scale, in patches or frames.
const SHORTEST: f64 = 1.0;
const LONGEST: f64 = 3e7;

pub(super) fn draw(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let is_wide = width >= WIDE;
    draw_title(spec, computed, drawing);
    let top = draw_names(computed, 30.0, drawing);
    let (bars, cosines) = if is_wide { (90.0, 64.0) } else { (70.0, 44.0) };
    let across = width - axis::NUMBERS - RIGHT;
    let strip = Strip::new(computed, Rect::new(axis::NUMBERS, top + 26.0, across, bars));
    let bottom = strip.draw_wavelengths(drawing);
    let bottom = strip.draw_cosines(bottom + 26.0, cosines, drawing);
    let top = bottom + 50.0;
    let map = if is_wide {
        (width * 0.26).clamp(248.0, 300.0)
    } else {
        (width * 0.44).min(150.0)
    };
    let map = Rect::new(2.0, top, map, map);
    draw_map(spec, computed, map, drawing);
    let left = map.right() + if is_wide { 40.0 } else { 12.0 };
    let lanes = Rect::new(left, top - 36.0, width - left - RIGHT, map.height + 36.0);
    draw_lanes(spec, computed, lanes, drawing);
    drawing.set_height(map.bottom() + 8.0);
}

/// Draws the name of the model, and how many pairs and which base it has.
fn draw_title(spec: &Spec, computed: &Computed, drawing: &mut Drawing) {
    let name = spec.choice::<PictureModel>().word().short();
    drawing.text(Point::new(2.0, 14.0), TITLE, name);
    let n_pairs = Grouped(computed.pairs.len() as u64);
    let bases: Vec<String> = computed
        .bases
        .iter()
        .map(|base| Digits(base.round()).to_string())
        .collect();
    let plural = if bases.len() == 1 { "base" } else { "bases" };
    let bases = bases.join(" and ");
    let notes = [
        format!("{n_pairs} pairs in a head, {plural} {bases}"),
        format!("{n_pairs} pairs, {plural} {bases}"),
        format!("{plural} {bases}"),
    ];
    let setting = LABEL.end().ink(Ink::Text);
    let room = drawing.size().0 - TITLE.width(name) - 16.0;
    let note = setting.fitting(&notes.each_ref().map(String::as_str), room);
    drawing.text(Point::new(drawing.size().0 - RIGHT, 14.0), setting, note);
}

/// Draws the name of each axis with its colour and its number of pairs; returns the lower edge.
fn draw_names(computed: &Computed, first: f32, drawing: &mut Drawing) -> f32 {
    const SWATCH: f32 = 11.0;
    const APART: f32 = 14.0;
    const ROW: f32 = 17.0;
    let setting = LABEL.ink(Ink::Text);
    let (mut x, mut baseline) = (2.0, first);
    let is_wide = drawing.size().0 >= WIDE;
    for along in &computed.axes {
        let is_still = along.parts.is_empty();
        let unit = match (is_wide, is_still) {
            (true, true) => " pairs, still",
            (true, false) => " pairs",
            (false, _) => "",
        };
        let text = format!("{}: {}{unit}", along.name, along.n_pairs);
        let width = SWATCH + 5.0 + setting.width(&text);
        if x + width > drawing.size().0 {
            (x, baseline) = (2.0, baseline + ROW);
        }
        let swatch = Rect::new(x, baseline - 10.0, SWATCH, SWATCH);
        drawing.fill(swatch, along.ink, if is_still { STILL } else { 1.0 });
        drawing.text(Point::new(x + SWATCH + 5.0, baseline), setting, &text);
        x += width + APART;
    }
    baseline + 4.0
}

/// The pairs of a head, side by side.
struct Strip<'a> {
    computed: &'a Computed,
    panel: Panel,
}

impl<'a> Strip<'a> {
    fn new(computed: &'a Computed, rect: Rect) -> Self {
        let y = Axis {
            scale: Scale::Log,
            ..Axis::bare(SHORTEST, LONGEST)
        };
        let x = Axis::bare(0.0, computed.pairs.len() as f64);
        Self {
            computed,
            panel: Panel { rect, x, y },
        }
    }

    fn across(&self) -> f32 {
        self.panel.rect.width / self.computed.pairs.len() as f32
    }

    /// Returns the pairs, each with the left edge and the width of its bar.
    fn bars(&self) -> impl Iterator<Item = (&'a Pair, f32, f32)> {
        let across = self.across();
        let gap = if across > 4.0 { 1.0 } else { across * 0.15 };
        let left = self.panel.rect.x;
        let pairs = self.computed.pairs.iter().enumerate();
        pairs.map(move |(place, pair)| (pair, left + place as f32 * across, across - gap))
    }

    /// Returns the axis that a pair follows.
    fn along(&self, pair: &Pair) -> &'a Along {
        let along = self.computed.axes.get(pair.axis);
        along.expect("a pair follows an axis of its model")
    }

    /// Draws a bar for each pair, as high as its wavelength; faint where all patches are at one place of the axis. Returns the
    /// lower edge.
    fn draw_wavelengths(&self, drawing: &mut Drawing) -> f32 {
        let rect = self.panel.rect;
        let ticks = [(1e1, "10"), (1e3, "1,000"), (1e5, "10⁵"), (1e7, "10⁷")];
        let ticks = ticks.map(|(number, name)| (number, name.to_owned()));
        axis::ticks(&self.panel, ticks.into_iter(), drawing);
        let moving = |along: &Along| along.ink == Ink::Time && !along.parts.is_empty();
        let titles = match self.computed.axes.iter().any(moving) {
            true => ["patches or frames in which each pair turns once"],
            false => ["patches in which each pair turns once"],
        };
        draw_heading(&titles, at_left(rect.y), drawing.size().0, drawing);
        for (pair, x, width) in self.bars() {
            let y = self.panel.y_px(pair.wavelength.clamp(SHORTEST, LONGEST));
            let along = self.along(pair);
            let alpha = if along.parts.is_empty() { STILL } else { 1.0 };
            drawing.fill(Rect::new(x, y, width, rect.bottom() - y), along.ink, alpha);
        }
        rect.bottom()
    }

    /// Draws the cosine of each pair from query to key, as a bar that hangs from 1; returns the lower edge.
    fn draw_cosines(&self, top: f32, height: f32, drawing: &mut Drawing) -> f32 {
        let rect = Rect {
            y: top,
            height,
            ..self.panel.rect
        };
        let panel = Panel {
            rect,
            y: Axis::bare(-1.0, 1.0),
            ..self.panel
        };
        let ticks = [(-1.0, "−1"), (0.0, "0"), (1.0, "1")];
        let ticks = ticks.map(|(number, name)| (number, name.to_owned()));
        axis::ticks(&panel, ticks.into_iter(), drawing);
        let title = ["cosine of each pair’s turn from q to k"];
        draw_heading(&title, at_left(top), drawing.size().0, drawing);
        for (pair, x, width) in self.bars() {
            let y = panel.y_px(pair.angle.cos());
            let bar = Rect::new(x, top, width, y - top);
            drawing.fill(bar, self.along(pair).ink, 1.0);
        }
        let (from, to) = (Point::new(rect.x, top), Point::new(rect.right(), top));
        drawing.segment(from, to, 1.0, Ink::Muted, 0.8);
        rect.bottom()
    }
}

/// Returns where the heading of a chart stands whose upper edge is this.
fn at_left(top: f32) -> Point {
    Point::new(2.0, top - 9.0)
}

/// Writes what a part of the picture shows, in the longest of some texts for which there is room, of which the last may be
/// empty.
fn draw_heading(titles: &[&str], at: Point, right: f32, drawing: &mut Drawing) {
    let setting = LABEL.bold().ink(Ink::Text);
    let title = setting.fitting(titles, right - at.x);
    if !title.is_empty() {
        drawing.text(at, setting, title);
    }
}

/// Draws the score of the query with every patch, and the two patches.
fn draw_map(spec: &Spec, computed: &Computed, rect: Rect, drawing: &mut Drawing) {
    let last = side() as f64 - 0.5;
    let panel = Panel {
        rect,
        x: Axis::bare(-0.5, last),
        y: Axis::bare(last, -0.5),
    };
    let cell = rect.width / side() as f32;
    let (low, high) = computed.range;
    for (place, &score) in computed.scores.iter().enumerate() {
        let (row, column) = ((place / side()) as f32, (place % side()) as f32);
        let (x, y) = (rect.x + column * cell, rect.y + row * cell);
        let part = (score - low) / (high - low).max(1e-12);
        let square = Rect::new(x + 0.5, y + 0.5, cell - 1.0, cell - 1.0);
        drawing.fill(square, Ink::Sequential(part.clamp(0.0, 1.0) as f32), 1.0);
    }
    let score = Short(computed.score);
    let titles = [
        format!(
            "score with k: {score}, mean of {} cosines",
            computed.pairs.len()
        ),
        format!("score with k: {score}"),
        format!("score: {score}"),
    ];
    let titles = titles.each_ref().map(String::as_str);
    let at = Point::new(rect.x, rect.y - 25.0);
    let beside = if drawing.size().0 >= WIDE { 36.0 } else { 8.0 };
    draw_heading(&titles, at, rect.right() + beside, drawing);
    let ends = [low, high].map(|score| format!("{:.4}", Fixed(score)));
    let scale = Rect {
        y: rect.y - 17.0,
        height: 10.0,
        ..rect
    };
    colours::draw(scale, &ends, [0.0, 1.0], drawing);
    draw_patches(spec, &panel, drawing);
}

/// Writes a part of a score; near 1, what is missing.
fn written(part: f64) -> String {
    let missing = 1.0 - part;
    match missing {
        1e-15..0.001 => format!("1 − {}", Brief(missing)),
        _ => Short(part).to_string(),
    }
}

/// Draws a frame, a flag and a handle for each of the two patches.
fn draw_patches(spec: &Spec, panel: &Panel, drawing: &mut Drawing) {
    const RADIUS: f32 = 9.0;
    let cell = panel.rect.width / side() as f32;
    let is_same = spec.query_patch() == spec.key_patch();
    let hold = |y: Key, x: Key| Grab::Slide {
        x: Some(x),
        y: Some(y),
    };
    // A click anywhere moves the key there.
    let key = hold(Key::KeyRow, Key::KeyColumn);
    let query = hold(Key::QueryRow, Key::QueryColumn);
    let (rect, panel) = (panel.rect, *panel);
    drawing.handle(Handle {
        rect,
        grab: key,
        panel,
    });
    let patches = [
        (spec.query_patch(), Ink::Query, "q", -1.0, query),
        (spec.key_patch(), Ink::Key, "k", 1.0, key),
    ];
    let center = |(row, column): (f64, f64)| Point::new(panel.x_px(column), panel.y_px(row));
    for (patch, ink, ..) in patches {
        let center = center(patch);
        let frame = Rect::new(center.x, center.y, 0.0, 0.0).grown(cell / 2.0 - 1.0);
        drawing.outline(frame, 3.6, Ink::Surface, 0.9);
        drawing.outline(frame, 2.2, ink, 1.0);
    }
    for (patch, ink, letter, aside, grab) in patches {
        let center = center(patch);
        let aside = if is_same { RADIUS * aside } else { 0.0 };
        let center = Point::new(center.x + aside, center.y);
        drawing.disc(center, RADIUS + 1.5, Ink::Surface, 0.9);
        drawing.flag(center, RADIUS, ink, letter);
        let rect = Rect::new(center.x, center.y, 0.0, 0.0).grown(RADIUS);
        drawing.handle(Handle { rect, grab, panel });
    }
}

/// The radius of the flag of the key, which may stand at either end of a lane.
const FLAG: f32 = 9.0;

/// Draws the part of the score of each axis that moves, over its offsets.
fn draw_lanes(spec: &Spec, computed: &Computed, rect: Rect, drawing: &mut Drawing) {
    let moving = computed.axes.iter().filter(|along| !along.parts.is_empty());
    let moving: Vec<&Along> = moving.collect();
    let each = rect.height / moving.len().max(1) as f32;
    for (place, along) in moving.into_iter().enumerate() {
        let lane = Rect {
            y: rect.y + place as f32 * each,
            height: each,
            ..rect
        };
        let panel = draw_lane(spec, along, lane, drawing);
        if computed.in_bf16.is_some() {
            draw_flat(&panel, drawing);
        }
    }
}

/// Draws what bf16 would leave where it puts all patches at one position: the largest part at every offset.
fn draw_flat(panel: &Panel, drawing: &mut Drawing) {
    let (left, right) = (panel.rect.x, panel.rect.right());
    let [from, to] = [left, right].map(|x| Point::new(x, panel.y_px(1.0)));
    drawing.segment(from, to, 2.4, Ink::Trouble, 1.0);
    let at = Point::new(right, to.y + 13.0);
    drawing.text(at, SMALL.end().ink(Ink::Trouble), "in bf16: flat");
}

/// Draws an axis, and returns where its parts stand over the offsets.
fn draw_lane(spec: &Spec, along: &Along, rect: Rect, drawing: &mut Drawing) -> Panel {
    const HEAD: f32 = 25.0;
    const NUMBERS: f32 = 58.0;
    let is_wide = drawing.size().0 >= WIDE;
    let foot = if is_wide { 18.0 } else { 9.0 };
    let here = along.offset.abs();
    let part = along.part(here);
    let value = written(part);
    let end = Point::new(rect.right(), rect.y + 11.0);
    drawing.text(end, LABEL.end().ink(Ink::Text), &value);
    let distance = along.steps(along.offset);
    let titles = [
        format!("{distance} apart: mean of {} cosines", along.n_pairs),
        format!("{distance} apart"),
        distance,
        String::new(),
    ];
    let room = rect.right() - LABEL.width(&value) - 8.0;
    let titles = titles.each_ref().map(String::as_str);
    draw_heading(&titles, Point::new(rect.x, rect.y + 11.0), room, drawing);
    let low = along.parts.iter().copied().fold(f64::INFINITY, f64::min);
    let last = along.parts.len() as f64 - 1.0;
    let panel = Panel {
        rect: Rect::new(
            rect.x + NUMBERS + FLAG,
            rect.y + HEAD,
            rect.width - NUMBERS - 2.0 * FLAG,
            (rect.height - HEAD - foot).max(8.0),
        ),
        x: Axis::bare(0.0, last),
        y: Axis::bare(low.min(1.0 - 1e-9), 1.0),
    };
    let ticks = [(1.0, "1".to_owned()), (low, written(low))];
    let scale = Panel {
        rect: Rect {
            x: panel.rect.x - FLAG,
            width: panel.rect.width + FLAG,
            ..panel.rect
        },
        ..panel
    };
    axis::ticks(&scale, ticks.into_iter(), drawing);
    if is_wide {
        draw_offsets(&panel, along, drawing);
    }
    let places = along.parts.iter().enumerate();
    let points = places.map(|(at, &part)| Point::new(panel.x_px(at as f64), panel.y_px(part)));
    drawing.line(points, 1.8, along.ink, 1.0);
    let at = Point::new(panel.x_px(here), panel.y_px(part));
    draw_hold(spec, along, (&panel, at), drawing);
    panel
}

/// Writes the offsets at both ends of a lane.
fn draw_offsets(panel: &Panel, along: &Along, drawing: &mut Drawing) {
    let below = panel.rect.bottom() + 14.0;
    drawing.text(Point::new(panel.rect.x, below), SMALL.middle(), "0");
    let farthest = format!("{} apart", along.steps(panel.x.high));
    let right = panel.rect.right() + FLAG;
    drawing.text(Point::new(right, below), SMALL.end(), farthest);
}

/// Draws the flag by which the key is dragged along an axis, away from the query on the side where it is.
fn draw_hold(spec: &Spec, along: &Along, (panel, at): (&Panel, Point), drawing: &mut Drawing) {
    let (row, column) = spec.query_patch();
    let (key, start) = match along.ink {
        Ink::Time => (Key::FramesLater, 0.0),
        Ink::Rows => (Key::KeyRow, row),
        _ => (Key::KeyColumn, column),
    };
    let last = along.parts.len() as f64 - 1.0;
    let end = if along.offset < 0.0 {
        start - last
    } else {
        start + last
    };
    drawing.handle(Handle {
        rect: panel.rect.grown(6.0),
        grab: Grab::Slide {
            x: Some(key),
            y: None,
        },
        panel: Panel {
            x: Axis::bare(start, end),
            ..*panel
        },
    });
    drawing.flag(at, FLAG, Ink::Key, "k");
}
