//! A drawing on stacked canvases: axes at the bottom, images on them, what moves on top.

use wasm_bindgen::Clamped;
use web_sys::{Element, HtmlCanvasElement, ImageData};

use super::canvas::{Canvas, refused};
use crate::figure::{Drawing, Ink, Panel, Raster, Rect};
use crate::paint::image::device_square;
use crate::paint::pen::Color;
use crate::paint::{Image, Pen as _, PenError, Scheme, Theme, chart, marks};

/// Paints drawings and remembers what is on the canvases, so that a frame repaints only what
/// differs.
#[derive(Debug)]
pub struct Painter {
    parent: Element,
    below: Canvas,
    pictures: Vec<Picture>,
    above: Canvas,
    panels: Vec<Panel>,
    scheme: Option<Scheme>,
}

impl Painter {
    /// Puts its canvases into `parent`.
    ///
    /// # Errors
    /// [`PenError`] when the browser has no canvas to give.
    pub fn new(parent: Element) -> Result<Self, PenError> {
        Ok(Self {
            below: Canvas::inside(&parent)?,
            pictures: Vec::new(),
            above: Canvas::inside(&parent)?,
            panels: Vec::new(),
            scheme: None,
            parent,
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
            self.panels.clear();
            self.panels.extend_from_slice(drawing.panels());
        }
        while self.pictures.len() < drawing.rasters().len() {
            self.pictures.push(Picture::inside(&self.parent)?);
            self.above.raise(&self.parent)?;
        }
        for (picture, raster) in self.pictures.iter_mut().zip(drawing.rasters()) {
            if is_new_size || is_new_theme || picture.raster.as_ref() != Some(raster) {
                picture.show(raster, theme, scale)?;
            }
        }
        self.scheme = Some(theme.scheme());
        marks::marks(drawing, theme, &mut self.above)
    }

    /// Forgets what is painted, because something that is not in the drawing changed.
    pub fn forget(&mut self) {
        self.scheme = None;
    }
}

/// A raster on a canvas of its own size, which the browser can take over whole.
#[derive(Debug)]
struct Picture {
    canvas: Canvas,
    image: Image,
    raster: Option<Raster>,
}

impl Picture {
    fn inside(parent: &Element) -> Result<Self, PenError> {
        Ok(Self {
            canvas: Canvas::inside(parent)?,
            image: Image::default(),
            raster: None,
        })
    }

    fn show(&mut self, raster: &Raster, theme: &Theme, scale: f32) -> Result<(), PenError> {
        let (left, top, side) = device_square(raster.rect, scale);
        self.image.fill(raster, theme, side);
        let css = |device: f32| device / scale;
        let size = css(side as f32);
        self.canvas.resize((size, size), scale);
        self.canvas.move_to(css(left as f32), css(top as f32));
        self.canvas.put(&pixels(&self.image)?, 0, 0)?;
        self.raster = Some(raster.clone());
        Ok(())
    }
}

/// The pixels of `image` for the browser, which reads them where they are.
fn pixels(image: &Image) -> Result<ImageData, PenError> {
    let bytes = Clamped(image.bytes());
    ImageData::new_with_u8_clamped_array(bytes, image.size() as u32).map_err(refused)
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
    canvas.resize(drawing.size(), scale);
    let (width, height) = drawing.size();
    let paper = Color(theme.color(Ink::Surface), 1.0);
    canvas.fill(Rect::new(0.0, 0.0, width, height), paper)?;
    chart::panels(drawing, theme, &mut canvas)?;
    let mut image = Image::default();
    for raster in drawing.rasters() {
        let (left, top, side) = device_square(raster.rect, scale);
        image.fill(raster, theme, side);
        canvas.put(&pixels(&image)?, left, top)?;
    }
    marks::marks(drawing, theme, &mut canvas)
}

/// The address of `image` as a PNG file that contains itself.
///
/// # Errors
/// [`PenError`] when the browser refuses.
pub fn data_uri(image: &Image) -> Result<String, PenError> {
    let element = super::canvas::new_element()?;
    let mut canvas = Canvas::new(element.clone())?;
    let size = image.size() as f32;
    canvas.resize((size, size), 1.0);
    canvas.put(&pixels(image)?, 0, 0)?;
    element.to_data_url().map_err(refused)
}
