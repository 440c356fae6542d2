//! Figures without a backend: a spec and a size become a drawing, a sentence, a table, and
//! places that can be grabbed.
//!
//! A figure is one module with the four functions that [`Figure`] dispatches to. All lengths are
//! CSS pixels; [`drawing`] says what a drawing is made of.

pub mod bulk_rope;
pub mod drawing;
pub mod geometry;
pub mod handle;
pub mod number;
pub mod raster;
pub mod table;

mod binary_bits;
mod cache;
mod distance_heatmap;
mod probe;
mod rotation_angles;
mod sine_waves;

pub use drawing::{Anchor, Drawing, Ink, Mark};
pub use geometry::{Axis, Panel, Point, Rect};
pub use handle::{Grab, Handle};
pub use raster::Raster;
pub use table::{Table, TableKind};

use crate::config::{FigureName, Key, Spec};

/// One figure with what it keeps between frames, so that a frame computes only what changed and
/// reuses all memory.
#[derive(Debug)]
pub struct Figure {
    name: FigureName,
    drawing: Drawing,
    cache: cache::Cache,
}

impl Figure {
    /// The figure of that name, not yet drawn.
    #[must_use]
    pub fn new(name: FigureName) -> Self {
        Self {
            name,
            drawing: Drawing::default(),
            cache: cache::Cache::default(),
        }
    }

    /// Which figure it is.
    #[must_use]
    pub fn name(&self) -> FigureName {
        self.name
    }

    /// The drawing of `spec` in a column `width` CSS pixels wide; the figure chooses its height.
    pub fn draw(&mut self, spec: &Spec, width: f32) -> &Drawing {
        let drawing = &mut self.drawing;
        drawing.clear(width.max(MIN_WIDTH));
        match self.name {
            FigureName::SineWaves => sine_waves::draw(spec, &mut self.cache, drawing),
            FigureName::BinaryBits => binary_bits::draw(spec, drawing),
            FigureName::RotationAngles => rotation_angles::draw(spec, &mut self.cache, drawing),
            FigureName::DistanceHeatmap => distance_heatmap::draw(spec, &mut self.cache, drawing),
        }
        drawing
    }

    /// The drawing made last.
    #[must_use]
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// What is at `point` of the drawing made last, in words; `None` where there is nothing.
    pub fn probe(&mut self, spec: &Spec, point: Point) -> Option<String> {
        let handle = *self.drawing.handle_at(point)?;
        probe::probe(self.name, spec, &mut self.cache, &handle, point)
    }

    /// One or two sentences that say what is on screen now, with the numbers.
    pub fn reading(&mut self, spec: &Spec) -> String {
        match self.name {
            FigureName::SineWaves => sine_waves::reading(spec, &mut self.cache),
            FigureName::BinaryBits => binary_bits::reading(spec),
            FigureName::RotationAngles => rotation_angles::reading(spec, &mut self.cache),
            FigureName::DistanceHeatmap => distance_heatmap::reading(spec, &mut self.cache),
        }
    }

    /// The numbers on screen as a table.
    pub fn table(&mut self, spec: &Spec) -> Table {
        match self.name {
            FigureName::SineWaves => sine_waves::table(spec, &mut self.cache),
            FigureName::BinaryBits => binary_bits::table(spec),
            FigureName::RotationAngles => rotation_angles::table(spec, &mut self.cache),
            FigureName::DistanceHeatmap => distance_heatmap::table(spec, &mut self.cache),
        }
    }
}

/// The narrowest a drawing gets, in CSS pixels.
pub const MIN_WIDTH: f32 = 240.0;

/// What an arrow key does to `spec` in the figure `name`: `right` and `down` are steps, negative
/// for the opposite direction.
pub fn arrow(name: FigureName, spec: &mut Spec, right: f64, down: f64) {
    match name {
        FigureName::DistanceHeatmap => distance_heatmap::arrow(spec, right, down),
        FigureName::RotationAngles | FigureName::SineWaves => {
            spec.step(right);
            spec.step_key(Key::Offset, -down);
        }
        FigureName::BinaryBits => spec.step(right - down),
    }
}

/// Sets a numeric `key` of `spec` to the nearest accepted number, as a slider does. The zoom
/// keeps the cell under the cursor where it is.
pub fn slide(spec: &mut Spec, key: Key, number: f64) {
    match key {
        Key::Zoom => distance_heatmap::zoom_about_cursor(spec, number),
        _ => spec.set_nearest(key, number),
    }
}

pub use distance_heatmap::zoom_about;
