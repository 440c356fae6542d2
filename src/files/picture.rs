//! Saves drawings as pixels.

use js_sys::{Function, Promise};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use phasor_draw::{Image, Ink, Pen as _, PenError, Rect, Theme, marks};

use crate::ui::canvas::{Canvas, exception, new_element};
use crate::ui::painter::pixels;
use phasor_draw::image::device_square;
use phasor_draw::pen::Color;
use phasor_figures::Drawing;

/// Device pixels per CSS pixel in a PNG.
const SCALE: f32 = 2.0;

/// Returns `drawing`, on the background of the theme, as the bytes of a PNG file.
pub(super) async fn png(drawing: &Drawing, theme: &Theme) -> Result<Blob, PenError> {
    let element = new_element()?;
    paint(drawing, theme, &mut Canvas::new(element.clone())?)?;
    let mut started = Ok(());
    let blob = Promise::new(&mut |resolve: Function, _| {
        started = element.to_blob(&resolve).map_err(exception);
    });
    started?;
    let blob = JsFuture::from(blob).await.map_err(exception)?;
    blob.dyn_into()
        .map_err(|_| PenError("the picture is too large for this browser".to_owned()))
}

fn paint(drawing: &Drawing, theme: &Theme, canvas: &mut Canvas) -> Result<(), PenError> {
    canvas.resize(drawing.size(), SCALE);
    let (width, height) = drawing.size();
    let paper = Color(theme.color(Ink::Surface), 1.0);
    canvas.fill(Rect::new(0.0, 0.0, width, height), paper)?;
    canvas.axes(drawing.panels(), theme)?;
    let mut image = Image::default();
    for raster in drawing.rasters() {
        let (left, top, side) = device_square(raster.rect, SCALE);
        image.fill(raster, theme, side);
        canvas.put(&pixels(&image)?, left, top)?;
    }
    marks::marks(drawing, theme, canvas)
}

/// Returns `image` as a PNG file in a `data:` address.
pub(super) fn data_uri(image: &Image) -> Result<String, PenError> {
    let element = new_element()?;
    let mut canvas = Canvas::new(element.clone())?;
    let size = image.size() as f32;
    canvas.resize((size, size), 1.0);
    canvas.put(&pixels(image)?, 0, 0)?;
    element.to_data_url().map_err(exception)
}
