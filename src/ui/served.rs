//! Which figures this program has. A program names them when it starts, and what it does not name is
//! not in its download.

use std::cell::Cell;

use crate::figure::{FigureName, UnknownFigure};

thread_local! {
    static SERVED: Cell<&'static [FigureName]> = const { Cell::new(&[]) };
}

/// Names the figures that pages may ask this program for.
pub fn serve(figures: &'static [FigureName]) {
    SERVED.set(figures);
}

/// The figure of that name, if this program has it.
///
/// # Errors
/// [`UnknownFigure`], which lists those that it has.
pub fn served(name: &str) -> Result<FigureName, UnknownFigure> {
    FigureName::among(SERVED.get(), name)
}
