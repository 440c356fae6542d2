//! Figures without a backend: a spec and a size become a drawing, a sentence, a table, and
//! places that can be grabbed.
//!
//! A figure is one module: what it is called and what sets it, and a sketch that draws, tells and
//! tabulates; [`FigureName`] lists them. All lengths are CSS pixels; [`drawing`] says what a drawing is made of.

pub mod asset;
pub mod bulk_rope;
pub mod drawing;
pub mod geometry;
pub mod handle;
pub mod ladder;
pub mod number;
pub mod raster;
pub mod table;

mod binary_bits;
mod cache;
mod distance_heatmap;
mod kind;
mod list;
mod probe;
mod rotation_angles;
mod sine_waves;
mod zoom;

pub use drawing::{Anchor, Drawing, Ink, Mark};
pub use geometry::{Axis, Panel, Point, Rect};
pub use handle::{Grab, Handle};
pub use kind::Preset;
pub use list::{FigureName, UnknownFigure};
pub use raster::Raster;
pub use table::{Table, TableKind};
pub use zoom::zoom_about;

use self::asset::Asset;
use crate::config::{Key, Spec};

/// One figure with what it keeps between frames, so that a frame computes only what changed and
/// reuses all memory.
#[derive(Debug)]
pub struct Figure {
    name: FigureName,
    drawing: Drawing,
    sketch: Box<dyn kind::Sketch>,
}

impl Figure {
    /// The figure of that name with every file that is there, not yet drawn.
    #[must_use]
    pub fn new(name: FigureName) -> Self {
        let mut sketch = name.sketch();
        for asset in sketch.missing() {
            if let Some(rows) = asset.rows() {
                sketch.supply(asset, &rows);
            }
        }
        Self {
            name,
            drawing: Drawing::default(),
            sketch,
        }
    }

    /// Which figure it is.
    #[must_use]
    pub fn name(&self) -> FigureName {
        self.name
    }

    /// The drawing of `spec` in a column `width` CSS pixels wide; the figure chooses its height.
    pub fn draw(&mut self, spec: &Spec, width: f32) -> &Drawing {
        self.drawing.clear(width.max(MIN_WIDTH));
        self.sketch.draw(spec, &mut self.drawing);
        &self.drawing
    }

    /// The drawing made last.
    #[must_use]
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// What is at `point` of the drawing made last, in words; `None` where there is nothing.
    pub fn probe(&mut self, spec: &Spec, point: Point) -> Option<String> {
        let handle = self.drawing.handle_at(point)?;
        self.sketch.probe(spec, handle, point)
    }

    /// One or two sentences that say what is on screen now, with the numbers.
    pub fn reading(&mut self, spec: &Spec) -> String {
        self.sketch.reading(spec)
    }

    /// The numbers on screen as a table.
    pub fn table(&mut self, spec: &Spec) -> Table {
        self.sketch.table(spec)
    }

    /// The files that it still needs; until it has them it shows that it waits.
    #[must_use]
    pub fn missing(&self) -> Vec<Asset> {
        self.sketch.missing()
    }

    /// Whether something of what it shows takes too long for a frame, and is not done yet.
    #[must_use]
    pub fn has_work(&self, spec: &Spec) -> bool {
        self.sketch.has_work(spec)
    }

    /// The parameters that this work depends on.
    #[must_use]
    pub fn work_keys(&self) -> &'static [Key] {
        self.sketch.work_keys()
    }

    /// Does a part of that, and gives what there is of it as numbers that [`adopt`](Self::adopt) takes.
    pub fn work(&mut self, spec: &Spec) -> Vec<f64> {
        self.sketch.work(spec)
    }

    /// Takes the numbers of a figure that did the work for the same spec elsewhere.
    pub fn adopt(&mut self, spec: &Spec, numbers: &[f64]) {
        self.sketch.adopt(spec, numbers);
    }

    /// Does all of the work here and now.
    pub fn finish(&mut self, spec: &Spec) {
        while self.has_work(spec) {
            self.work(spec);
        }
    }
}

/// The narrowest a drawing gets, in CSS pixels.
pub const MIN_WIDTH: f32 = 240.0;

/// Sets a numeric `key` of `spec` to the nearest accepted number, as a slider does. The zoom
/// keeps the cell under the cursor where it is.
pub fn slide(spec: &mut Spec, key: Key, number: f64) {
    match key {
        Key::Zoom => zoom::zoom_about_cursor(spec, number),
        _ => spec.set_nearest(key, number),
    }
}
