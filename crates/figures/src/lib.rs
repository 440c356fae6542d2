//! Figures without a backend: a spec and a width become a drawing, a sentence, a table, and areas that a pointer
//! can grab.
//!
//! The folders are topics; each figure is one module in the folder of its topic, with its texts, its parameters, and a
//! sketch that draws, reads and tabulates a state. [`FigureName`] lists all figures, and [`Key`] all parameters; a
//! [`Spec`] is one valid setting of them, and [`query`] reads and writes it as a URL query. All lengths are CSS pixels.

pub mod asset;
pub mod handle;
pub mod length;
pub mod positions;
pub mod query;
pub mod rotary;
pub mod sentence;
pub mod tables;

mod absolute;
mod arrangement;
mod attention;
mod cache;
mod cells;
mod compare;
mod head;
mod key;
mod kind;
mod list;
mod pairs;
mod parts;
mod position_line;
mod precision;
mod probe;
mod relative;
mod shared;
mod sinusoid;
mod spec;
mod stage;
mod topic;
mod track;
mod view;
mod words;
mod zoom;

pub use handle::{Drawing, Grab, Hand, Handle, Moves, Press, drag, is_under};
pub use key::Key;
pub use kind::{Preset, Start};
pub use list::{FigureName, UnknownFigure};
pub use pairs::PairSelection;
pub use sentence::Sentence;
pub use shared::Content;
pub use spec::{Setting, Spec};
pub use tables::TableKind;
pub use topic::Topic;
pub use zoom::zoom_about;

use phasor_draw::{Point, Room, Table};

/// A figure with its caches: a frame computes only what changed and reuses all memory.
#[derive(Debug)]
pub struct Figure {
    name: FigureName,
    drawing: Drawing,
    sketch: Box<dyn kind::Sketch>,
}

impl Figure {
    /// Creates the figure of that name with every file that is loaded; nothing is drawn yet.
    #[must_use]
    pub fn new(name: FigureName) -> Self {
        let mut sketch = name.sketch();
        for asset in name.assets() {
            if let Some(rows) = asset.rows() {
                sketch.supply(*asset, &rows);
            }
        }
        Self {
            name,
            drawing: Drawing::default(),
            sketch,
        }
    }

    /// Returns the name of the figure.
    #[must_use]
    pub fn name(&self) -> FigureName {
        self.name
    }

    /// Draws `spec` into a room and returns the drawing. In a room that is only a width, the figure chooses its height,
    /// and so does a figure that has one arrangement only.
    pub fn draw(&mut self, spec: &Spec, room: impl Into<Room>) -> &Drawing {
        let Room { width, height } = room.into();
        self.drawing.clear(Room {
            width: width.max(MIN_WIDTH),
            height,
        });
        self.sketch.draw(spec, &mut self.drawing);
        &self.drawing
    }

    /// Returns the last drawing.
    #[must_use]
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// Describes what is at `point` of the last drawing; `None` if nothing is.
    pub fn probe(&mut self, spec: &Spec, point: Point) -> Option<String> {
        let handle = self.drawing.handle_at(point)?;
        self.sketch.probe(spec, handle, point)
    }

    /// Returns one or two sentences about the state, with its numbers.
    pub fn reading(&mut self, spec: &Spec) -> String {
        self.sketch.reading(spec)
    }

    /// Returns the numbers of the state as a table.
    pub fn table(&mut self, spec: &Spec) -> Table {
        self.sketch.table(spec)
    }

    /// Returns whether the figure still has work to do that takes longer than a frame.
    #[must_use]
    pub fn has_work(&self, spec: &Spec) -> bool {
        self.sketch.has_work(spec)
    }

    /// Returns the parameters that this work depends on.
    #[must_use]
    pub fn work_keys(&self) -> &'static [Key] {
        self.sketch.work_keys()
    }

    /// Does a part of the work and returns the results so far, as numbers for [`adopt`](Self::adopt).
    pub fn work(&mut self, spec: &Spec) -> Vec<f64> {
        self.sketch.work(spec)
    }

    /// Takes over the results of a figure that did the work for the same spec elsewhere.
    pub fn adopt(&mut self, spec: &Spec, numbers: &[f64]) {
        self.sketch.adopt(spec, numbers);
    }

    /// Does all remaining work.
    pub fn finish(&mut self, spec: &Spec) {
        while self.has_work(spec) {
            self.work(spec);
        }
    }
}

/// The smallest width of a drawing, in CSS pixels.
pub const MIN_WIDTH: f32 = 240.0;

/// Sets a numeric `key` of `spec` to the nearest accepted number, as a slider does. [`Key::Zoom`] keeps the cell under
/// the cursor in place.
pub fn slide(spec: &mut Spec, key: Key, number: f64) {
    match key {
        Key::Zoom => zoom::zoom_about_cursor(spec, number),
        _ => spec.set_nearest(key, number),
    }
}
