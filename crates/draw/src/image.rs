//! Turns rasters into RGBA bytes.

use super::Theme;
use crate::Rect;
use crate::raster::Raster;

/// A square image that reuses its memory for the next image.
#[derive(Debug, Default)]
pub struct Image {
    strip: Vec<[u8; 4]>,
    pixels: Vec<[u8; 4]>,
    size: usize,
}

impl Image {
    /// Samples `raster` at `size` x `size` pixels in the colours of `theme`.
    pub fn fill(&mut self, raster: &Raster, theme: &Theme, size: usize) {
        self.size = size;
        let color = |shade: f32| {
            let color = theme.color(raster.map.ink(shade));
            [color.0, color.1, color.2, 255]
        };
        raster.sample(size, color, &mut self.strip, &mut self.pixels);
    }

    /// Returns the number of pixels along each side.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns red, green, blue and alpha of every pixel, row by row. Shape `[size, size, 4]`.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.pixels.as_flattened()
    }
}

/// Returns the square of device pixels that `rect` covers: left, top and side. `scale` is the number
/// of device pixels per CSS pixel.
#[must_use]
pub fn device_square(rect: Rect, scale: f32) -> (i32, i32, usize) {
    let left = (rect.x * scale).round();
    let side = ((rect.x + rect.width) * scale).round() - left;
    let top = (rect.y * scale).round();
    (left as i32, top as i32, side.max(1.0) as usize)
}
