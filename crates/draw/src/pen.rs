//! The operations that a surface must offer to be painted on, and a plotters backend on top of them.
//!
//! Everything here is in CSS pixels. Plotters counts in whole units, and with whole pixels gentle
//! slopes would look like stairs, so its unit is an eighth of a pixel ([`UNITS_PER_PX`]).

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontStyle, FontTransform,
};

use super::Rgb;
use crate::Weight;
use crate::{Anchor, Point, Rect};

/// The number of plotters units in a CSS pixel.
pub const UNITS_PER_PX: f32 = 8.0;

/// The typeface of labels, with fallbacks.
pub const FONT_FAMILY: &str = "Inter, system-ui, sans-serif";

/// The ratio of plotters' text size to the CSS font size, as its SVG backend defines it.
pub const TEXT_SIZE_PER_PX: f64 = 1.24;

/// The distance by which plotters moves a text that is centred on its point or has its bottom there,
/// in font sizes: half the height of the letter x.
pub const HALF_EX: f32 = 0.273;

/// The distance from a point down to the baseline of a text that hangs from it, in font sizes.
const HANGING: f32 = 0.76;

/// A colour and its opacity from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Color(pub Rgb, pub f32);

/// The style of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lettering {
    /// Font size.
    pub size: f32,
    /// Font weight.
    pub weight: Weight,
    /// The end of the text that is at its point.
    pub anchor: Anchor,
    /// The direction in which the text runs.
    pub direction: Direction,
    /// Colour.
    pub color: Color,
}

/// The direction in which a text runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Left to right.
    Right,
    /// Bottom to top.
    Up,
    /// Top to bottom.
    Down,
}

/// The reason why a surface refused, in its own words.
#[derive(Debug, thiserror::Error)]
#[error("The figure could not be drawn: {0}.")]
pub struct PenError(pub String);

/// A surface that can be painted on.
pub trait Pen {
    /// Draws a line through `points`.
    ///
    /// # Errors
    /// Returns a [`PenError`] if the surface refuses. The same holds for the other methods.
    fn line(&mut self, points: &[Point], width: f32, color: Color) -> Result<(), PenError>;

    /// Fills the shape with these corners.
    ///
    /// # Errors
    /// [`PenError`]
    fn shape(&mut self, corners: &[Point], color: Color) -> Result<(), PenError>;

    /// Fills a rectangle.
    ///
    /// # Errors
    /// [`PenError`]
    fn fill(&mut self, rect: Rect, color: Color) -> Result<(), PenError>;

    /// Fills a circle.
    ///
    /// # Errors
    /// [`PenError`]
    fn disc(&mut self, center: Point, radius: f32, color: Color) -> Result<(), PenError>;

    /// Draws the outline of a circle.
    ///
    /// # Errors
    /// [`PenError`]
    fn ring(
        &mut self,
        center: Point,
        radius: f32,
        width: f32,
        color: Color,
    ) -> Result<(), PenError>;

    /// Sets a text whose baseline passes through `at`.
    ///
    /// # Errors
    /// [`PenError`]
    fn text(&mut self, text: &str, at: Point, lettering: Lettering) -> Result<(), PenError>;
}

/// A pen in the form that plotters expects. One type serves every surface, so that plotters' generic
/// code is compiled only once.
pub(crate) struct Sheet<'a> {
    pen: &'a mut dyn Pen,
    size: (u32, u32),
    points: Vec<Point>,
}

impl<'a> Sheet<'a> {
    pub(crate) fn new(pen: &'a mut dyn Pen, (width, height): (f32, f32)) -> Self {
        Self {
            pen,
            size: (units(width) as u32, units(height) as u32),
            points: Vec::new(),
        }
    }

    fn take(&mut self, coords: impl IntoIterator<Item = BackendCoord>) {
        self.points.clear();
        self.points.extend(coords.into_iter().map(point));
    }
}

pub(crate) fn units(px: f32) -> i32 {
    (px * UNITS_PER_PX).round() as i32
}

fn px(units: i32) -> f32 {
    units as f32 / UNITS_PER_PX
}

fn point((x, y): BackendCoord) -> Point {
    Point::new(px(x), px(y))
}

fn color(color: BackendColor) -> Color {
    let (red, green, blue) = color.rgb;
    Color(Rgb(red, green, blue), color.alpha as f32)
}

fn drawn(result: Result<(), PenError>) -> Result<(), DrawingErrorKind<PenError>> {
    result.map_err(DrawingErrorKind::DrawingError)
}

impl DrawingBackend for Sheet<'_> {
    type ErrorType = PenError;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Result<(), DrawingErrorKind<PenError>> {
        Ok(())
    }

    fn present(&mut self) -> Result<(), DrawingErrorKind<PenError>> {
        Ok(())
    }

    fn draw_pixel(
        &mut self,
        at: BackendCoord,
        pigment: BackendColor,
    ) -> Result<(), DrawingErrorKind<PenError>> {
        let Point { x, y } = point(at);
        drawn(self.pen.fill(Rect::new(x, y, px(1), px(1)), color(pigment)))
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Result<(), DrawingErrorKind<PenError>> {
        self.draw_path([from, to], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Result<(), DrawingErrorKind<PenError>> {
        self.take(path);
        let width = px(style.stroke_width() as i32);
        drawn(self.pen.line(&self.points, width, color(style.color())))
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        at: BackendCoord,
    ) -> Result<(), DrawingErrorKind<PenError>> {
        let size = (style.size() / TEXT_SIZE_PER_PX) as f32 / UNITS_PER_PX;
        let down = size
            * match style.anchor().v_pos {
                VPos::Top => HANGING,
                VPos::Center => HALF_EX,
                VPos::Bottom => -HALF_EX,
            };
        let direction = match style.transform() {
            FontTransform::Rotate90 => Direction::Down,
            FontTransform::Rotate270 => Direction::Up,
            FontTransform::None | FontTransform::Rotate180 => Direction::Right,
        };
        let lettering = Lettering {
            size,
            weight: match style.style() {
                FontStyle::Bold => Weight::Bold,
                _ => Weight::Regular,
            },
            anchor: match style.anchor().h_pos {
                HPos::Left => Anchor::Start,
                HPos::Center => Anchor::Middle,
                HPos::Right => Anchor::End,
            },
            direction,
            color: color(style.color()),
        };
        let at = direction.below(point(at), down);
        drawn(self.pen.text(text, at, lettering))
    }
}

impl Direction {
    /// Returns the point that is `down` below `point`, as seen by a reader of a text that runs in this
    /// direction.
    pub(crate) fn below(self, Point { x, y }: Point, down: f32) -> Point {
        match self {
            Self::Right => Point::new(x, y + down),
            Self::Up => Point::new(x + down, y),
            Self::Down => Point::new(x - down, y),
        }
    }
}
