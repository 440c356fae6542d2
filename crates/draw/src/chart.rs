//! Draws the panels as plotters charts: axes, ticks, labels.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::combinators::LogCoord;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;
use plotters::style::text_anchor::Pos;
use plotters::style::{FontFamily, FontStyle, TextStyle};

use super::pen::{FONT_FAMILY, PenError};
use super::{Rgb, Theme};
use crate::{Axis, Ink, Panel};
use phasor_text::Scale;
use phasor_text::number::Tick;

/// Room for the numbers and the name of a horizontal axis, CSS pixels.
const X_LABELS: f32 = 42.0;
/// Room for the name of a vertical axis, CSS pixels.
const Y_NAME: f32 = 27.0;
/// The least room for the numbers of a vertical axis, CSS pixels.
const Y_NUMBERS: f32 = 35.0;
/// Font size of the numbers and names, CSS pixels.
const LABEL_SIZE: f32 = 11.5;

/// The number of plotters' units in a CSS pixel. Plotters counts in whole units, and with whole pixels gentle slopes
/// would look like stairs.
pub const UNITS_PER_PX: f32 = 8.0;

/// Returns a length of `px` CSS pixels in plotters' units.
#[must_use]
pub fn units(px: f32) -> i32 {
    (px * UNITS_PER_PX).round() as i32
}

/// Returns the typeface of labels in a font size of `px` CSS pixels, for a backend with that `text_scale`.
pub(crate) fn font(px: f32, style: FontStyle, text_scale: f64) -> FontDesc<'static> {
    let size = f64::from(px * UNITS_PER_PX) * text_scale;
    FontDesc::new(FontFamily::Name(FONT_FAMILY), size, style)
}

/// Paints the axes of every panel in `area`. `text_scale` is the ratio of the size that the backend expects for a text to
/// its font size in units.
///
/// # Errors
/// Returns a [`PenError`] if the backend refuses.
pub fn panels<B: DrawingBackend>(
    panels: &[Panel],
    theme: &Theme,
    area: &DrawingArea<B, Shift>,
    text_scale: f64,
) -> Result<(), PenError> {
    for panel in panels {
        axes(panel, theme, area, text_scale)?;
    }
    Ok(())
}

fn axes<B: DrawingBackend>(
    panel: &Panel,
    theme: &Theme,
    area: &DrawingArea<B, Shift>,
    text_scale: f64,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    if panel.x.n_ticks == 0 && panel.y.n_ticks == 0 {
        return Ok(());
    }
    let room = |axis: &Axis, size: f32| if axis.n_ticks == 0 { 0.0 } else { size };
    let numbers = panel.y.number_width().max(Y_NUMBERS);
    let (below, left) = (room(&panel.x, X_LABELS), room(&panel.y, Y_NAME + numbers));
    let rect = panel.rect;
    let origin = (units(rect.x - left), units(rect.y));
    let size = (
        units(rect.right()) - origin.0,
        units(rect.bottom() + below) - origin.1,
    );
    let mut chart = ChartBuilder::on(&area.clone().shrink(origin, size))
        .x_label_area_size(units(below))
        .y_label_area_size(units(left))
        .build_cartesian_2d(Ticks(panel.x), Ticks(panel.y))?;
    let Rgb(red, green, blue) = theme.color(Ink::Muted);
    let line = RGBAColor(red, green, blue, 0.8).stroke_width(units(1.0) as u32);
    let number = |value: &f64| Tick(tidy(*value)).to_string();
    let mut mesh = chart.configure_mesh();
    mesh.disable_mesh()
        .axis_style(line)
        .label_style(label(theme.color(Ink::Muted), text_scale))
        .axis_desc_style(label(theme.color(Ink::Text), text_scale))
        .x_labels(panel.x.n_ticks)
        .y_labels(panel.y.n_ticks)
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .set_all_tick_mark_size(units(4.0));
    if panel.x.n_ticks == 0 {
        mesh.disable_x_axis();
    } else {
        mesh.x_desc(panel.x.label);
    }
    if panel.y.n_ticks == 0 {
        mesh.disable_y_axis();
    } else {
        mesh.y_desc(panel.y.label);
    }
    mesh.draw()
}

fn label(Rgb(red, green, blue): Rgb, text_scale: f64) -> TextStyle<'static> {
    TextStyle {
        font: font(LABEL_SIZE, FontStyle::Normal, text_scale),
        color: RGBColor(red, green, blue).to_backend_color(),
        pos: Pos::default(),
    }
}

/// An axis in the form that plotters expects. One type serves both scales, so that plotters' generic
/// code is compiled only once.
struct Ticks(Axis);

impl Ranged for Ticks {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (self.0.fraction(*value) * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        match self.0.scale {
            Scale::Linear => RangedCoordf64::from(self.range()).key_points(hint),
            Scale::Log => LogCoord::from(self.range().log_scale()).key_points(hint),
        }
    }

    fn range(&self) -> Range<f64> {
        self.0.low..self.0.high
    }
}

impl ValueFormatter<f64> for Ticks {
    fn format(value: &f64) -> String {
        Tick(*value).to_string()
    }
}

/// Removes the rounding error that adding up steps leaves in a tick's value.
fn tidy(value: f64) -> f64 {
    let rounded = (value * 1e6).round() / 1e6;
    if (rounded - value).abs() < 1e-9 {
        rounded
    } else {
        value
    }
}
