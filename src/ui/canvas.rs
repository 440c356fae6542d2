//! A pen that paints on a canvas.
//!
//! Plotters paints the axes, through plotters-canvas. Marks change in every frame, so we paint them ourselves:
//! plotters-canvas sets every style of every mark by strings, and a repaint would take up to 19% longer.

use std::f64::consts::TAU;
use std::fmt::Write as _;

use leptos::prelude::document;
use plotters::drawing::IntoDrawingArea as _;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, ImageData};

use phasor_draw::chart::{self, UNITS_PER_PX, units};
use phasor_draw::pen::{Color, FONT_FAMILY, Lettering};
use phasor_draw::{Anchor, Panel, Pen, PenError, Point, Rect, Rgb, Theme, Weight};

/// Converts an exception of the browser to the pen's error.
#[must_use]
pub fn exception(value: JsValue) -> PenError {
    PenError(String::from(js_sys::Object::from(value).to_string()))
}

fn no_canvas() -> PenError {
    PenError("the browser has no canvas".to_owned())
}

/// Creates a canvas that is not on the page yet and that screen readers ignore. Texts on it run to the right, and
/// begin on the left, on every page.
///
/// # Errors
/// Returns a [`PenError`] if the browser refuses.
pub fn new_element() -> Result<HtmlCanvasElement, PenError> {
    let element = document().create_element("canvas").map_err(exception)?;
    for (name, value) in [("aria-hidden", "true"), ("dir", "ltr")] {
        element.set_attribute(name, value).map_err(exception)?;
    }
    Ok(element.unchecked_into())
}

/// A canvas and the styles that its context has now.
#[derive(Debug)]
pub struct Canvas {
    element: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    /// CSS pixels.
    size: (f32, f32),
    /// Device pixels per CSS pixel.
    scale: f32,
    fill: Option<Color>,
    stroke: Option<Color>,
    font: Option<(f32, Weight)>,
    align: Option<Anchor>,
    /// Memory for the strings in which the browser expects colours and fonts.
    words: String,
}

impl Canvas {
    /// Wraps `element`.
    ///
    /// # Errors
    /// Returns a [`PenError`] if the browser offers no 2D context.
    pub fn new(element: HtmlCanvasElement) -> Result<Self, PenError> {
        let context = element.get_context("2d").map_err(exception)?;
        let context = context.ok_or_else(no_canvas)?;
        Ok(Self {
            element,
            context: context.unchecked_into(),
            size: (0.0, 0.0),
            scale: 0.0,
            fill: None,
            stroke: None,
            font: None,
            align: None,
            words: String::new(),
        })
    }

    /// Puts a new canvas into `parent`.
    ///
    /// # Errors
    /// Returns a [`PenError`] if the browser refuses.
    pub fn inside(parent: &Element) -> Result<Self, PenError> {
        let element = new_element()?;
        parent.append_child(&element).map_err(exception)?;
        Self::new(element)
    }

    /// Moves the canvas in front of all others in `parent`.
    ///
    /// # Errors
    /// Returns a [`PenError`] if the browser refuses.
    pub fn raise(&self, parent: &Element) -> Result<(), PenError> {
        parent.append_child(&self.element).map_err(exception)?;
        Ok(())
    }

    /// Takes the canvas off the page.
    pub fn remove(&self) {
        self.element.remove();
    }

    /// Makes the canvas `size` CSS pixels large, with `scale` device pixels per CSS pixel. Returns
    /// whether that is a change; if it is, the canvas is empty.
    pub fn resize(&mut self, size: (f32, f32), scale: f32) -> bool {
        if self.size == size && self.scale == scale {
            return false;
        }
        (self.size, self.scale) = (size, scale);
        let device = |px: f32| (px * scale).round() as u32;
        self.element.set_width(device(size.0));
        self.element.set_height(device(size.1));
        self.set_lengths([("width", size.0), ("height", size.1)]);
        // A new size resets the state of the context.
        (self.fill, self.stroke, self.font, self.align) = (None, None, None, None);
        self.context.set_line_join("round");
        let scale = f64::from(scale);
        // Browsers never refuse a plain scaling.
        let _ = self.context.set_transform(scale, 0.0, 0.0, scale, 0.0, 0.0);
        true
    }

    /// Returns whether there is no picture on the canvas, or none that counts.
    pub fn is_empty(&self) -> bool {
        self.size == (0.0, 0.0)
    }

    /// Makes the next [`resize`](Self::resize) a change, because the canvas has lost its picture and the state of its
    /// context.
    pub fn forget(&mut self) {
        self.size = (0.0, 0.0);
    }

    /// Frees the memory of the picture until the next [`resize`](Self::resize). The canvas keeps its place on the page.
    pub fn release(&mut self) {
        if self.element.width() > 0 {
            self.forget();
            self.element.set_width(0);
            self.element.set_height(0);
        }
    }

    /// Moves the canvas within its parent, CSS pixels.
    pub fn move_to(&self, left: f32, top: f32) {
        self.set_lengths([("left", left), ("top", top)]);
    }

    fn set_lengths(&self, lengths: [(&str, f32); 2]) {
        let style = self.element.style();
        for (name, length) in lengths {
            // Browsers never refuse a plain length.
            let _ = style.set_property(name, &format!("{}px", f64::from(length)));
        }
    }

    /// Returns a copy that is not on the page yet.
    ///
    /// # Errors
    /// Returns a [`PenError`] if the browser refuses.
    pub fn copy(&self) -> Result<Self, PenError> {
        let mut copy = Self::new(new_element()?)?;
        copy.resize(self.size, self.scale);
        copy.add(self, (0.0, 0.0))?;
        Ok(copy)
    }

    /// Paints what is on `other` at the device pixel `at`.
    ///
    /// # Errors
    /// Returns a [`PenError`] if the browser refuses.
    pub fn add(&self, other: &Self, at: (f64, f64)) -> Result<(), PenError> {
        // The browser refuses a canvas without pixels.
        if other.element.width() == 0 || other.element.height() == 0 {
            return Ok(());
        }
        self.context.save();
        let scale = f64::from(self.scale).recip();
        let done = self.context.scale(scale, scale).and_then(|()| {
            self.context
                .draw_image_with_html_canvas_element(&other.element, at.0, at.1)
        });
        self.context.restore();
        done.map_err(exception)
    }

    /// Puts the canvas in front of all others in `parent`, where it fades out and is removed.
    ///
    /// # Errors
    /// Returns a [`PenError`] if the browser refuses.
    pub fn fade_out(self, parent: &Element) -> Result<(), PenError> {
        self.element.set_class_name("fading");
        self.raise(parent)?;
        let element = self.element.clone();
        let gone = Closure::once_into_js(move || self.remove());
        element
            .add_event_listener_with_callback("animationend", gone.unchecked_ref())
            .map_err(exception)
    }

    /// Empties the canvas after a [`resize`](Self::resize), and returns the same.
    pub fn clear(&mut self, size: (f32, f32), scale: f32) -> bool {
        let is_new = self.resize(size, scale);
        let (width, height) = (f64::from(size.0), f64::from(size.1));
        self.context.clear_rect(0.0, 0.0, width, height);
        is_new
    }

    /// Paints the axes of `panels`.
    ///
    /// # Errors
    /// Returns a [`PenError`] if the browser refuses.
    pub fn axes(&self, panels: &[Panel], theme: &Theme) -> Result<(), PenError> {
        let backend = CanvasBackend::with_canvas_object(self.element.clone());
        let area = backend.ok_or_else(no_canvas)?.into_drawing_area();
        // The area is as large as the canvas in device pixels, which would be too coarse for ticks.
        let area = area.shrink((0, 0), (units(self.size.0), units(self.size.1)));
        let unit = f64::from(UNITS_PER_PX).recip();
        // The backend leaves its styles behind.
        self.context.save();
        let drawn = self.context.scale(unit, unit).map_err(exception);
        let drawn = drawn.and_then(|()| chart::panels(panels, theme, &area, 1.0));
        self.context.restore();
        drawn
    }

    /// Copies `pixels` to the device pixel at `left`, `top`.
    ///
    /// # Errors
    /// Returns a [`PenError`] if the browser refuses.
    pub fn put(&self, pixels: &ImageData, left: i32, top: i32) -> Result<(), PenError> {
        let (left, top) = (f64::from(left), f64::from(top));
        self.context
            .put_image_data(pixels, left, top)
            .map_err(exception)
    }

    fn fill_with(&mut self, color: Color) {
        if self.fill.replace(color) != Some(color) {
            write_color(&mut self.words, color);
            self.context.set_fill_style_str(&self.words);
        }
    }

    fn stroke_with(&mut self, color: Color, width: f32) {
        if self.stroke.replace(color) != Some(color) {
            write_color(&mut self.words, color);
            self.context.set_stroke_style_str(&self.words);
        }
        self.context.set_line_width(f64::from(width));
    }

    fn trace(&self, points: &[Point]) {
        self.context.begin_path();
        for point in points {
            // The first `line_to` of a path only moves the pen.
            self.context.line_to(f64::from(point.x), f64::from(point.y));
        }
    }

    fn trace_circle(&self, center: Point, radius: f32) -> Result<(), PenError> {
        self.context.begin_path();
        let (x, y) = (f64::from(center.x), f64::from(center.y));
        self.context
            .arc(x, y, f64::from(radius), 0.0, TAU)
            .map_err(exception)
    }

    fn letter_with(&mut self, lettering: Lettering) {
        let font = (lettering.size, lettering.weight);
        if self.font.replace(font) != Some(font) {
            let weight = match lettering.weight {
                Weight::Regular => 400,
                Weight::Bold => 600,
            };
            self.words.clear();
            // Writing to a String cannot fail.
            let _ = write!(
                self.words,
                "{weight} {:.2}px {FONT_FAMILY}",
                f64::from(lettering.size)
            );
            self.context.set_font(&self.words);
        }
        if self.align.replace(lettering.anchor) != Some(lettering.anchor) {
            self.context.set_text_align(match lettering.anchor {
                Anchor::Start => "left",
                Anchor::Middle => "center",
                Anchor::End => "right",
            });
        }
        self.fill_with(lettering.color);
    }
}

fn write_color(words: &mut String, Color(Rgb(red, green, blue), alpha): Color) {
    words.clear();
    // Writing to a String cannot fail.
    let _ = match alpha {
        1.0 => write!(words, "#{red:02x}{green:02x}{blue:02x}"),
        alpha => write!(words, "rgb({red} {green} {blue}/{:.3})", f64::from(alpha)),
    };
}

impl Pen for Canvas {
    fn line(&mut self, points: &[Point], width: f32, color: Color) -> Result<(), PenError> {
        self.stroke_with(color, width);
        self.trace(points);
        self.context.stroke();
        Ok(())
    }

    fn shape(&mut self, corners: &[Point], color: Color) -> Result<(), PenError> {
        self.fill_with(color);
        self.trace(corners);
        self.context.fill();
        Ok(())
    }

    fn fill(&mut self, rect: Rect, color: Color) -> Result<(), PenError> {
        self.fill_with(color);
        let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(f64::from);
        self.context.fill_rect(x, y, width, height);
        Ok(())
    }

    fn disc(&mut self, center: Point, radius: f32, color: Color) -> Result<(), PenError> {
        self.fill_with(color);
        self.trace_circle(center, radius)?;
        self.context.fill();
        Ok(())
    }

    fn ring(
        &mut self,
        center: Point,
        radius: f32,
        width: f32,
        color: Color,
    ) -> Result<(), PenError> {
        self.stroke_with(color, width);
        self.trace_circle(center, radius)?;
        self.context.stroke();
        Ok(())
    }

    fn text(&mut self, text: &str, at: Point, lettering: Lettering) -> Result<(), PenError> {
        self.letter_with(lettering);
        let (x, y) = (f64::from(at.x), f64::from(at.y));
        self.context.fill_text(text, x, y).map_err(exception)
    }
}
