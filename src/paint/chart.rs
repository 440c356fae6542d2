//! Panels as plotters charts: axes, ticks, labels.

use std::cell::RefCell;
use std::rc::Rc;

use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;
use plotters::style::FontStyle;

use super::{Theme, rgba, text_style, units};
use crate::config::parameter::Scale;
use crate::figure::number::Tick;
use crate::figure::{Axis, Drawing, Ink, Panel};

/// Room for the numbers and the name of a horizontal axis, CSS pixels.
const X_LABELS: f32 = 42.0;
/// Room for the numbers and the name of a vertical axis, CSS pixels.
const Y_LABELS: f32 = 62.0;

/// Paints the axes of every panel of `drawing`.
///
/// # Errors
/// Those of the backend.
pub fn panels<DB: DrawingBackend>(
    drawing: &Drawing,
    theme: &Theme,
    backend: &Rc<RefCell<DB>>,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    for panel in drawing.panels() {
        let area = DrawingArea::from(backend);
        match panel.x.scale {
            Scale::Linear => axes(panel, panel.x.low..panel.x.high, theme, area)?,
            Scale::Log => {
                let range = (panel.x.low..panel.x.high).log_scale();
                axes(panel, range, theme, area)?;
            }
        }
    }
    Ok(())
}

fn axes<DB, X>(
    panel: &Panel,
    x_range: X,
    theme: &Theme,
    root: DrawingArea<DB, plotters::coord::Shift>,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>>
where
    DB: DrawingBackend,
    X: AsRangedCoord<Value = f64>,
    X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    if panel.x.n_ticks == 0 && panel.y.n_ticks == 0 {
        return Ok(());
    }
    let room = |axis: &Axis, size: f32| if axis.n_ticks == 0 { 0.0 } else { size };
    let (below, left) = (room(&panel.x, X_LABELS), room(&panel.y, Y_LABELS));
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
        .build_cartesian_2d(x_range, panel.y.low..panel.y.high)?;
    let line = rgba(theme.color(Ink::Muted), 0.8).stroke_width(units(1.0) as u32);
    let label = |ink: Ink| text_style(11.5, FontStyle::Normal, theme.color(ink), 1.0);
    let number = |value: &f64| Tick(tidy(*value)).to_string();
    let mut mesh = chart.configure_mesh();
    mesh.disable_mesh()
        .axis_style(line)
        .label_style(label(Ink::Muted))
        .axis_desc_style(label(Ink::Text))
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

/// A tick's value without the rounding of the steps that led to it.
fn tidy(value: f64) -> f64 {
    let rounded = (value * 1e6).round() / 1e6;
    if (rounded - value).abs() < 1e-9 {
        rounded
    } else {
        value
    }
}
