//! A drawing on two stacked canvases: what rarely changes below, what moves above.

use js_sys::{Reflect, Uint8ClampedArray};
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlCanvasElement, ImageData};

use super::canvas::{Canvas, refused};
use crate::figure::{Drawing, Ink, Panel, Raster, Rect};
use crate::paint::image::device_square;
use crate::paint::pen::Color;
use crate::paint::{Image, Pen as _, PenError, Scheme, Theme, chart, marks};

/// Paints drawings and remembers what is on the canvases, so that a frame repaints only what
/// differs.
#[derive(Debug)]
pub struct Painter {
    below: Canvas,
    above: Canvas,
    blit: Blit,
    panels: Vec<Panel>,
    rasters: Vec<Raster>,
    scheme: Option<Scheme>,
}

impl Painter {
    /// Takes over two canvases of the same place.
    ///
    /// # Errors
    /// [`PenError`] when the browser has no 2D context to give.
    pub fn new(below: HtmlCanvasElement, above: HtmlCanvasElement) -> Result<Self, PenError> {
        Ok(Self {
            below: Canvas::new(below)?,
            above: Canvas::new(above)?,
            blit: Blit::default(),
            panels: Vec::new(),
            rasters: Vec::new(),
            scheme: None,
        })
    }

    /// Paints `drawing` at `scale` device pixels a CSS pixel.
    ///
    /// # Errors
    /// [`PenError`] when the browser refuses.
    pub fn paint(&mut self, drawing: &Drawing, theme: &Theme, scale: f32) -> Result<(), PenError> {
        let is_new_size = self.above.clear(drawing.size(), scale);
        let is_new_theme = self.scheme != Some(theme.scheme());
        if is_new_size || is_new_theme || self.panels != drawing.panels() {
            self.below.clear(drawing.size(), scale);
            chart::panels(drawing, theme, &mut self.below)?;
            rasters(drawing, theme, &self.below, &mut self.blit)?;
            self.scheme = Some(theme.scheme());
            self.panels.clear();
            self.panels.extend_from_slice(drawing.panels());
            self.rasters.clear();
            self.rasters.extend_from_slice(drawing.rasters());
        } else if self.rasters != drawing.rasters() {
            rasters(drawing, theme, &self.below, &mut self.blit)?;
            self.rasters.clear();
            self.rasters.extend_from_slice(drawing.rasters());
        }
        marks::marks(drawing, theme, &mut self.above)
    }

    /// Forgets what is painted, because something that is not in the drawing changed.
    pub fn forget(&mut self) {
        self.scheme = None;
    }
}

/// Paints the whole of `drawing` on one canvas, on the paper of the theme.
///
/// # Errors
/// [`PenError`] when the browser refuses.
pub fn paint_once(
    drawing: &Drawing,
    theme: &Theme,
    element: HtmlCanvasElement,
    scale: f32,
) -> Result<(), PenError> {
    let mut canvas = Canvas::new(element)?;
    canvas.clear(drawing.size(), scale);
    let (width, height) = drawing.size();
    let paper = Color(theme.color(Ink::Surface), 1.0);
    canvas.fill(Rect::new(0.0, 0.0, width, height), paper)?;
    chart::panels(drawing, theme, &mut canvas)?;
    rasters(drawing, theme, &canvas, &mut Blit::default())?;
    marks::marks(drawing, theme, &mut canvas)
}

fn rasters(
    drawing: &Drawing,
    theme: &Theme,
    canvas: &Canvas,
    blit: &mut Blit,
) -> Result<(), PenError> {
    for raster in drawing.rasters() {
        blit.put(raster, theme, canvas)?;
    }
    Ok(())
}

/// An image on this side of the border and its copy in the browser, both used again.
#[derive(Debug, Default)]
struct Blit {
    image: Image,
    copy: Option<(ImageData, Uint8ClampedArray)>,
}

impl Blit {
    fn put(&mut self, raster: &Raster, theme: &Theme, canvas: &Canvas) -> Result<(), PenError> {
        let (left, top, side) = device_square(raster.rect, canvas.scale());
        self.image.fill(raster, theme, side);
        let side = side as u32;
        let copy = match self.copy.take() {
            Some(copy) if copy.0.width() == side => copy,
            _ => {
                let pixels = ImageData::new_with_sw(side, side).map_err(refused)?;
                let bytes = Reflect::get(&pixels, &"data".into()).map_err(refused)?;
                (pixels, bytes.unchecked_into())
            }
        };
        copy.1.copy_from(self.image.bytes());
        canvas.put(&copy.0, left, top)?;
        self.copy = Some(copy);
        Ok(())
    }
}
