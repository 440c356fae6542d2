//! Paints a drawing on stacked canvases: axes at the bottom, images above them, moving marks on top.

use std::sync::Arc;

use wasm_bindgen::Clamped;
use web_sys::{Element, ImageData};

use super::canvas::{Canvas, exception};
use phasor_draw::image::device_square;
use phasor_draw::{Image, Panel, PenError, Raster, Theme, marks};
use phasor_figures::Drawing;

/// Paints drawings, and remembers what is on the canvases so that a frame repaints only what has
/// changed.
#[derive(Debug)]
pub struct Painter {
    parent: Element,
    below: Canvas,
    pictures: Vec<Picture>,
    above: Canvas,
    panels: Vec<Panel>,
    theme: Option<Arc<Theme>>,
}

impl Painter {
    /// Creates a painter with its canvases in `parent`.
    ///
    /// # Errors
    /// Returns a [`PenError`] if the browser offers no canvas.
    pub fn new(parent: Element) -> Result<Self, PenError> {
        Ok(Self {
            below: Canvas::inside(&parent)?,
            pictures: Vec::new(),
            above: Canvas::inside(&parent)?,
            panels: Vec::new(),
            theme: None,
            parent,
        })
    }

    /// Paints `drawing` at `scale` device pixels per CSS pixel.
    ///
    /// # Errors
    /// Returns a [`PenError`] if the browser refuses.
    pub fn paint(
        &mut self,
        drawing: &Drawing,
        theme: &Arc<Theme>,
        scale: f32,
    ) -> Result<(), PenError> {
        let is_new_size = self.above.clear(drawing.size(), scale);
        let is_same = |now: &Arc<Theme>| Arc::ptr_eq(now, theme);
        let is_new_theme = !self.theme.as_ref().is_some_and(is_same);
        if is_new_size || is_new_theme || self.panels != drawing.panels() {
            self.below.clear(drawing.size(), scale);
            self.below.axes(drawing.panels(), theme)?;
            self.panels.clear();
            self.panels.extend_from_slice(drawing.panels());
        }
        while self.pictures.len() < drawing.rasters().len() {
            self.pictures.push(Picture::inside(&self.parent)?);
            self.above.raise(&self.parent)?;
        }
        for picture in self.pictures.drain(drawing.rasters().len()..) {
            picture.canvas.remove();
        }
        for (picture, raster) in self.pictures.iter_mut().zip(drawing.rasters()) {
            if is_new_size || is_new_theme || picture.raster.as_ref() != Some(raster) {
                picture.show(raster, theme, scale)?;
            }
        }
        self.theme = Some(Arc::clone(theme));
        marks::marks(drawing, theme, &mut self.above)
    }

    /// Paints the marks of `drawing` above what was painted last.
    ///
    /// # Errors
    /// Returns a [`PenError`] if the browser refuses.
    pub fn add(&mut self, drawing: &phasor_draw::Drawing, theme: &Theme) -> Result<(), PenError> {
        marks::marks(drawing, theme, &mut self.above)
    }

    /// Paints `drawing` like [`paint`](Self::paint), and lets what was there before fade into it.
    ///
    /// # Errors
    /// Returns a [`PenError`] if the browser refuses.
    pub fn crossfade(
        &mut self,
        drawing: &Drawing,
        theme: &Arc<Theme>,
        scale: f32,
    ) -> Result<(), PenError> {
        if self.above.is_empty() {
            return self.paint(drawing, theme, scale);
        }
        let ghost = self.copy()?;
        self.paint(drawing, theme, scale)?;
        ghost.fade_out(&self.parent)
    }

    /// Returns a copy of what is on the canvases, on one canvas.
    fn copy(&self) -> Result<Canvas, PenError> {
        let copy = self.below.copy()?;
        for picture in &self.pictures {
            copy.add(&picture.canvas, picture.at)?;
        }
        copy.add(&self.above, (0.0, 0.0))?;
        Ok(copy)
    }

    /// Forgets what is on the canvases, for a change that is not in the drawing.
    pub fn forget(&mut self) {
        self.canvases().for_each(Canvas::forget);
    }

    /// Frees the memory of all pictures until the next [`paint`](Self::paint). The layout of the page stays the same.
    pub fn release(&mut self) {
        self.canvases().for_each(Canvas::release);
        for picture in &mut self.pictures {
            picture.image = Image::default();
        }
    }

    fn canvases(&mut self) -> impl Iterator<Item = &mut Canvas> {
        let pictures = self.pictures.iter_mut().map(|picture| &mut picture.canvas);
        pictures.chain([&mut self.below, &mut self.above])
    }
}

/// A raster on a canvas of the same size, which the browser can copy in one call.
#[derive(Debug)]
struct Picture {
    canvas: Canvas,
    /// The place of the left upper corner, in device pixels.
    at: (f64, f64),
    image: Image,
    raster: Option<Raster>,
}

impl Picture {
    fn inside(parent: &Element) -> Result<Self, PenError> {
        Ok(Self {
            canvas: Canvas::inside(parent)?,
            at: (0.0, 0.0),
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
        self.at = (f64::from(left), f64::from(top));
        self.canvas.put(&pixels(&self.image)?, 0, 0)?;
        self.raster = Some(raster.clone());
        Ok(())
    }
}

/// Returns the pixels of `image` for the browser, without a copy.
///
/// # Errors
/// Returns a [`PenError`] if the browser refuses.
pub fn pixels(image: &Image) -> Result<ImageData, PenError> {
    let bytes = Clamped(image.bytes());
    ImageData::new_with_u8_clamped_array(bytes, image.size() as u32).map_err(exception)
}
