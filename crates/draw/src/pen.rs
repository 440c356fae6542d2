//! The operations that a surface must offer for marks to be painted on it. All lengths are CSS pixels.

use plotters::drawing::DrawingAreaErrorKind;

use super::Rgb;
use crate::{Anchor, Point, Rect, Weight};

/// The typeface of labels, with fallbacks.
pub const FONT_FAMILY: &str = "Inter, system-ui, sans-serif";

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
    /// Colour.
    pub color: Color,
}

/// The reason why a surface refused, in its own words.
#[derive(Debug, thiserror::Error)]
#[error("The figure could not be drawn: {0}.")]
pub struct PenError(pub String);

impl<E: std::error::Error + Send + Sync> From<DrawingAreaErrorKind<E>> for PenError {
    fn from(error: DrawingAreaErrorKind<E>) -> Self {
        Self(error.to_string())
    }
}

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
