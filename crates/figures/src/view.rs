//! Figures that show one value, computed from the spec and from files if they need any.

use std::fmt::Debug;
use std::rc::Rc;

use crate::Spec;
use crate::asset::{Asset, Rows};
use crate::handle::{Drawing, Handle};
use crate::kind::Sketch;
use phasor_draw::{Column, LABEL, Point, Table};

const WAITING: &str = "The vectors are loading.";

/// A figure that computes one value and shows it. While there is no value, its [`Sketch`] says that files are loading.
pub(crate) trait View: Debug {
    /// The value for a spec.
    type Computed;
    /// What the rows of the table are.
    const ROWS: &'static str;

    /// Computes the value; `None` while a file is missing.
    fn compute(&mut self, spec: &Spec) -> Option<Self::Computed>;
    /// As in [`Sketch`].
    fn draw(spec: &Spec, computed: &Self::Computed, drawing: &mut Drawing);
    /// As in [`Sketch`].
    fn reading(spec: &Spec, computed: &Self::Computed) -> String;
    /// Returns the columns of the table.
    fn columns(spec: &Spec, computed: &Self::Computed) -> Vec<Column>;
    /// As in [`Sketch`].
    fn probe(
        spec: &Spec,
        computed: &Self::Computed,
        handle: &Handle,
        point: Point,
    ) -> Option<String>;

    /// As in [`Sketch`].
    fn supply(&mut self, _asset: Asset, _rows: &Rc<Rows>) {}
}

impl<T: View> Sketch for T {
    fn draw(&mut self, spec: &Spec, drawing: &mut Drawing) {
        match self.compute(spec) {
            Some(computed) => T::draw(spec, &computed, drawing),
            None => {
                let middle = Point::new(drawing.size().0 / 2.0, 120.0);
                drawing.text(middle, LABEL.middle().size(14.0), WAITING);
                drawing.set_height(240.0);
            }
        }
    }

    fn reading(&mut self, spec: &Spec) -> String {
        let computed = self.compute(spec);
        computed.map_or_else(
            || WAITING.to_owned(),
            |computed| T::reading(spec, &computed),
        )
    }

    fn table(&mut self, spec: &Spec) -> Table {
        let computed = self.compute(spec);
        let columns = computed.map_or_else(Vec::new, |computed| T::columns(spec, &computed));
        Table::new(T::ROWS, columns)
    }

    fn probe(&mut self, spec: &Spec, handle: &Handle, point: Point) -> Option<String> {
        T::probe(spec, &self.compute(spec)?, handle, point)
    }

    fn supply(&mut self, asset: Asset, rows: &Rc<Rows>) {
        View::supply(self, asset, rows);
    }
}
