//! The parts of a drawing: panels with axes, rasters, and marks, painted in that order.
//!
//! Points and texts are in two shared buffers that keep their memory from frame to frame, so redrawing a cleared
//! drawing allocates nothing.

use std::f32::consts::PI;
use std::fmt::{self, Write as _};
use std::ops::Range;

use crate::geometry::{Panel, Point, Rect};
use crate::handle::{Bubble, Handle};
use crate::ink::Ink;
use crate::lettering::{Anchor, Type, Weight};
use crate::raster::Raster;

/// Why the points and texts of a mark can be read.
const IS_MARK: &str = "the range is that of a mark of this drawing";

/// One mark to paint. Widths and radii are CSS pixels; `alpha` is from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A line through points of the shared buffer.
    Line {
        /// The points.
        points: Range<usize>,
        /// Colour.
        ink: Ink,
        /// Opacity.
        alpha: f32,
        /// Width.
        width: f32,
    },
    /// A filled shape with corners from the shared buffer.
    Shape {
        /// The corners.
        points: Range<usize>,
        /// Colour.
        ink: Ink,
        /// Opacity.
        alpha: f32,
    },
    /// A filled rectangle.
    Box {
        /// Place and size.
        rect: Rect,
        /// Colour.
        ink: Ink,
        /// Opacity.
        alpha: f32,
    },
    /// A filled circle.
    Disc {
        /// The centre.
        center: Point,
        /// The radius.
        radius: f32,
        /// Colour.
        ink: Ink,
        /// Opacity.
        alpha: f32,
    },
    /// The outline of a circle.
    Ring {
        /// The centre.
        center: Point,
        /// The radius.
        radius: f32,
        /// Colour.
        ink: Ink,
        /// Opacity.
        alpha: f32,
        /// Width of the line.
        width: f32,
    },
    /// A text of the shared buffer.
    Text {
        /// The bytes.
        text: Range<usize>,
        /// A point on the baseline.
        at: Point,
        /// The part of the text at that point.
        anchor: Anchor,
        /// Font size.
        size: f32,
        /// Font weight.
        weight: Weight,
        /// Colour.
        ink: Ink,
        /// Opacity.
        alpha: f32,
    },
}

/// The width from which on a drawing arranges its parts side by side, CSS pixels. A phone is narrower, and a column on a
/// desk is wider.
pub const WIDE: f32 = 560.0;

/// A place in a drawing, before the marks that come after it.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    marks: usize,
    handles: usize,
    bubbles: usize,
}

/// The place that a drawing has, CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// The width of the drawing.
    pub width: f32,
    /// The height that the drawing should have; with `None`, it chooses its own. A drawing that cannot be so low is
    /// higher.
    pub height: Option<f32>,
}

impl From<f32> for Room {
    /// Returns a column of this width.
    fn from(width: f32) -> Self {
        Self {
            width,
            height: None,
        }
    }
}

/// A finished drawing: panels with axes, rasters and marks, painted in that order.
///
/// `G` is what a handle grabs; a drawing without handles is a `Drawing`.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing<G = ()> {
    room: Room,
    height: f32,
    panels: Vec<Panel>,
    rasters: Vec<Raster>,
    marks: Vec<Mark>,
    points: Vec<Point>,
    texts: String,
    handles: Vec<Handle<G>>,
    pub(crate) bubbles: Vec<Bubble>,
}

impl<G> Default for Drawing<G> {
    fn default() -> Self {
        Self {
            room: Room::from(0.0),
            height: 0.0,
            panels: Vec::new(),
            rasters: Vec::new(),
            marks: Vec::new(),
            points: Vec::new(),
            texts: String::new(),
            handles: Vec::new(),
            bubbles: Vec::new(),
        }
    }
}

impl<G> Drawing<G> {
    /// Creates an empty drawing for a column of `width`.
    #[must_use]
    pub fn new(width: f32) -> Self {
        Self {
            room: Room::from(width),
            ..Self::default()
        }
    }

    /// Empties the drawing for a room, such as a column of a width, but keeps the memory.
    pub fn clear(&mut self, room: impl Into<Room>) {
        self.room = room.into();
        self.height = 0.0;
        self.panels.clear();
        self.rasters.clear();
        self.marks.clear();
        self.points.clear();
        self.texts.clear();
        self.handles.clear();
        self.bubbles.clear();
    }

    /// Returns width and height.
    #[must_use]
    pub fn size(&self) -> (f32, f32) {
        (self.room.width, self.height)
    }

    /// Returns the height that the drawing should have, if its place sets one.
    #[must_use]
    pub fn wanted_height(&self) -> Option<f32> {
        self.room.height
    }

    /// Returns the panels, which are painted first.
    #[must_use]
    pub fn panels(&self) -> &[Panel] {
        &self.panels
    }

    /// Returns the rasters, which are painted over the panels.
    #[must_use]
    pub fn rasters(&self) -> &[Raster] {
        &self.rasters
    }

    /// Returns the marks, which are painted last.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Returns the handles, the topmost last.
    #[must_use]
    pub fn handles(&self) -> &[Handle<G>] {
        &self.handles
    }

    /// Returns the topmost handle at `point`.
    #[must_use]
    pub fn handle_at(&self, point: Point) -> Option<&Handle<G>> {
        let at = |handle: &&Handle<G>| handle.rect.contains(point);
        self.handles.iter().rev().find(at)
    }

    /// Returns the points of a mark.
    ///
    /// # Panics
    /// If the range is not that of a mark of this drawing.
    #[must_use]
    pub fn points(&self, range: &Range<usize>) -> &[Point] {
        self.points.get(range.clone()).expect(IS_MARK)
    }

    /// Returns the text of a mark.
    ///
    /// # Panics
    /// If the range is not that of a mark of this drawing.
    #[must_use]
    pub fn text_of(&self, range: &Range<usize>) -> &str {
        self.texts.get(range.clone()).expect(IS_MARK)
    }

    /// Returns the place in the drawing at which the next mark, handle and bubble comes.
    #[must_use]
    pub fn place(&self) -> Place {
        Place {
            marks: self.marks.len(),
            handles: self.handles.len(),
            bubbles: self.bubbles.len(),
        }
    }

    /// Makes the marks since `place` as opaque as `alpha` says, from 0 to 1; at 0, they are left out. What fades cannot be
    /// grabbed.
    pub fn fade(&mut self, since: Place, alpha: f32) {
        self.handles.truncate(since.handles);
        self.bubbles.truncate(since.bubbles);
        if alpha <= 0.0 {
            self.marks.truncate(since.marks);
        }
        for mark in self.marks.iter_mut().skip(since.marks) {
            let (Mark::Line { alpha: own, .. }
            | Mark::Shape { alpha: own, .. }
            | Mark::Box { alpha: own, .. }
            | Mark::Disc { alpha: own, .. }
            | Mark::Ring { alpha: own, .. }
            | Mark::Text { alpha: own, .. }) = mark;
            *own *= alpha;
        }
    }

    /// Sets the height, in whole CSS pixels. What a sum adds by rounding makes no drawing higher.
    pub fn set_height(&mut self, height: f32) {
        const ROUNDING: f32 = 0.01;
        self.height = (height - ROUNDING).ceil();
    }

    /// Adds a panel and returns it.
    pub fn panel(&mut self, panel: Panel) -> Panel {
        self.panels.push(panel);
        panel
    }

    /// Adds a raster.
    pub fn raster(&mut self, raster: Raster) {
        self.rasters.push(raster);
    }

    /// Adds a handle.
    pub fn handle(&mut self, handle: Handle<G>) {
        self.handles.push(handle);
    }

    /// Adds a line through `points`.
    pub fn line(
        &mut self,
        points: impl IntoIterator<Item = Point>,
        width: f32,
        ink: Ink,
        alpha: f32,
    ) {
        let points = self.store(points);
        self.marks.push(Mark::Line {
            points,
            ink,
            alpha,
            width,
        });
    }

    /// Adds a straight line.
    pub fn segment(&mut self, from: Point, to: Point, width: f32, ink: Ink, alpha: f32) {
        self.line([from, to], width, ink, alpha);
    }

    /// Adds a dashed straight line.
    pub fn dashed(&mut self, from: Point, to: Point, width: f32, ink: Ink, alpha: f32) {
        const DASH: f32 = 5.0;
        const GAP: f32 = 4.0;
        let length = from.distance(to);
        let at = |along: f32| from.lerp(to, along.min(length) / length);
        let mut along = 0.0;
        while along < length {
            self.segment(at(along), at(along + DASH), width, ink, alpha);
            along += DASH + GAP;
        }
    }

    /// Adds a curve through [`curve_points`].
    pub fn curve(
        &mut self,
        panel: &Panel,
        finest: f64,
        (width, ink, alpha): (f32, Ink, f32),
        value: impl Fn(f64) -> f64,
        y: impl Fn(f64) -> f32,
    ) {
        let points = curve_points(panel, finest, value, y);
        self.line(points, width, ink, alpha);
    }

    /// Adds a filled shape.
    pub fn shape(&mut self, points: impl IntoIterator<Item = Point>, ink: Ink, alpha: f32) {
        let points = self.store(points);
        self.marks.push(Mark::Shape { points, ink, alpha });
    }

    /// Adds a filled rectangle.
    pub fn fill(&mut self, rect: Rect, ink: Ink, alpha: f32) {
        self.marks.push(Mark::Box { rect, ink, alpha });
    }

    /// Fills a rectangle as a sine looks that is too fast to draw: each height is as opaque as the sine is often there, which
    /// is the arcsine distribution. The mean opacity is 0.22.
    ///
    /// ```
    /// use phasor_draw::{Drawing, Ink, Mark, Rect};
    ///
    /// let mut drawing = Drawing::<()>::new(100.0);
    /// drawing.blur(Rect::new(0.0, 0.0, 100.0, 20.0), Ink::Text);
    /// let alphas: Vec<f32> = drawing.marks().iter().map(|mark| match mark {
    ///     Mark::Box { alpha, .. } => *alpha,
    ///     _ => unreachable!("a blur is boxes"),
    /// }).collect();
    /// // A sine is below a tenth of its height in 0.2048 of the time.
    /// let lowest: f32 = alphas[..2].iter().sum::<f32>() / alphas.iter().sum::<f32>();
    /// assert!((lowest - 0.2048).abs() < 1e-4);
    /// assert!((alphas.iter().sum::<f32>() / alphas.len() as f32 - 0.22).abs() < 1e-6);
    /// ```
    pub fn blur(&mut self, rect: Rect, ink: Ink) {
        const MEAN_ALPHA: f32 = 0.22;
        let n_strips = rect.height.ceil().max(1.0);
        let part_below = |height: f32| 0.5 + (2.0 * height - 1.0).clamp(-1.0, 1.0).asin() / PI;
        let height = rect.height / n_strips;
        for strip in 0..n_strips as u16 {
            let [from, to] = [strip, strip + 1].map(|edge| f32::from(edge) / n_strips);
            let share = part_below(to) - part_below(from);
            let y = rect.y + f32::from(strip) * height;
            let alpha = MEAN_ALPHA * n_strips * share;
            self.fill(Rect { y, height, ..rect }, ink, alpha);
        }
    }

    /// Adds the outline of a rectangle.
    pub fn outline(&mut self, rect: Rect, width: f32, ink: Ink, alpha: f32) {
        let corners = [
            Point::new(rect.x, rect.y),
            Point::new(rect.right(), rect.y),
            Point::new(rect.right(), rect.bottom()),
            Point::new(rect.x, rect.bottom()),
            Point::new(rect.x, rect.y),
        ];
        self.line(corners, width, ink, alpha);
    }

    /// Adds a filled circle.
    pub fn disc(&mut self, center: Point, radius: f32, ink: Ink, alpha: f32) {
        self.marks.push(Mark::Disc {
            center,
            radius,
            ink,
            alpha,
        });
    }

    /// Adds the outline of a circle.
    pub fn ring(&mut self, center: Point, radius: f32, width: f32, ink: Ink, alpha: f32) {
        self.marks.push(Mark::Ring {
            center,
            radius,
            ink,
            alpha,
            width,
        });
    }

    /// Adds a text whose baseline passes through `at`.
    pub fn text(&mut self, at: Point, setting: Type, text: impl fmt::Display) {
        self.formatted(at, setting, format_args!("{text}"));
    }

    /// Adds a text and returns its range in the shared buffer.
    pub(crate) fn formatted(
        &mut self,
        at: Point,
        setting: Type,
        text: fmt::Arguments<'_>,
    ) -> Range<usize> {
        let start = self.texts.len();
        // Writing to a String cannot fail.
        let _ = self.texts.write_fmt(text);
        let text = start..self.texts.len();
        self.marks.push(Mark::Text {
            text: text.clone(),
            at,
            anchor: setting.anchor,
            size: setting.size,
            weight: setting.weight,
            ink: setting.ink,
            alpha: setting.alpha,
        });
        text
    }

    fn store(&mut self, points: impl IntoIterator<Item = Point>) -> Range<usize> {
        let start = self.points.len();
        self.points.extend(points);
        start..self.points.len()
    }
}

/// Returns the points of the curve of `value` over the whole width of `panel`; `y` maps a value to a pixel row. Points
/// are at most `finest` apart on the x axis, as far as pixels allow.
pub fn curve_points(
    panel: &Panel,
    finest: f64,
    value: impl Fn(f64) -> f64,
    y: impl Fn(f64) -> f32,
) -> impl Iterator<Item = Point> {
    const PIXELS_PER_POINT: f64 = 1.5;
    let span = panel.x.high - panel.x.low;
    let pixels = f64::from(panel.rect.width);
    let n_steps = (pixels / PIXELS_PER_POINT)
        .max(span / finest)
        .min(4.0 * pixels);
    let n_steps = n_steps.ceil() as usize;
    (0..=n_steps).map(move |step| {
        let x = panel.x.value(step as f64 / n_steps as f64);
        Point::new(panel.x_px(x), y(value(x)))
    })
}
