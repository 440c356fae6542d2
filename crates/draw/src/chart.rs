//! Draws the panels as plotters charts: axes, ticks, labels.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use plotters::coord::combinators::LogCoord;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;
use plotters::style::text_anchor::Pos;
use plotters::style::{FontFamily, FontStyle, TextStyle};
use plotters_backend::DrawingErrorKind;

use super::pen::{FONT_FAMILY, Pen, PenError, Sheet, TEXT_SIZE_PER_PX, UNITS_PER_PX, units};
use super::{Rgb, Theme};
use crate::{Axis, Drawing, Ink, Panel};
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

/// Paints the axes of every panel of `drawing`.
///
/// # Errors
/// Returns the pen's [`PenError`] if the surface refuses.
pub fn panels<G>(drawing: &Drawing<G>, theme: &Theme, pen: &mut dyn Pen) -> Result<(), PenError> {
    let sheet = Rc::new(RefCell::new(Sheet::new(pen, drawing.size())));
    for panel in drawing.panels() {
        axes(panel, theme, DrawingArea::from(&sheet)).map_err(|error| match error {
            DrawingAreaErrorKind::BackendError(DrawingErrorKind::DrawingError(error)) => error,
            other => PenError(other.to_string()),
        })?;
    }
    Ok(())
}

fn axes(
    panel: &Panel,
    theme: &Theme,
    root: DrawingArea<Sheet<'_>, plotters::coord::Shift>,
) -> Result<(), DrawingAreaErrorKind<PenError>> {
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
    let area = root.shrink(origin, size);
    let mut chart = ChartBuilder::on(&area)
        .x_label_area_size(units(below))
        .y_label_area_size(units(left))
        .build_cartesian_2d(Ticks(panel.x), Ticks(panel.y))?;
    let Rgb(red, green, blue) = theme.color(Ink::Muted);
    let line = RGBAColor(red, green, blue, 0.8).stroke_width(units(1.0) as u32);
    let number = |value: &f64| Tick(tidy(*value)).to_string();
    let mut mesh = chart.configure_mesh();
    mesh.disable_mesh()
        .axis_style(line)
        .label_style(label(theme.color(Ink::Muted)))
        .axis_desc_style(label(theme.color(Ink::Text)))
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

fn label<'a>(Rgb(red, green, blue): Rgb) -> TextStyle<'a> {
    let size = f64::from(LABEL_SIZE * UNITS_PER_PX) * TEXT_SIZE_PER_PX;
    TextStyle {
        font: FontDesc::new(FontFamily::Name(FONT_FAMILY), size, FontStyle::Normal),
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
