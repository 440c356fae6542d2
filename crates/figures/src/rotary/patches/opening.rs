//! The way between all three boards and one of them: the others fade, the board grows to the place of the image, and turns
//! into it.

use std::rc::Rc;

use super::computed::Computed;
use super::way::Way;
use super::{boards, picture};
use crate::Spec;
use crate::handle::Drawing;
use phasor_draw::{Ink, Rect};

/// A stretch of the way.
struct Stretch(f32, f32);

impl Stretch {
    /// Returns how much of the stretch is done after a part of the way.
    fn of(&self, part: f32) -> f32 {
        let Self(from, to) = *self;
        ((part - from) / (to - from)).clamp(0.0, 1.0)
    }
}

/// When the boards leave, the opened one grows and turns into the image, and the rest of the picture arrives.
const LEAVING: Stretch = Stretch(0.0, 0.35);
const GROWING: Stretch = Stretch(0.1, 0.7);
const TURNING: Stretch = Stretch(0.7, 1.0);
const ARRIVING: Stretch = Stretch(0.5, 1.0);

/// Draws how far a board has grown: not at all at 0, into the whole image at 1.
pub(super) fn draw(
    spec: &Spec,
    all: &[Rc<Computed>],
    (way, part): (Way, f64),
    drawing: &mut Drawing,
) {
    let (width, part) = (drawing.size().0, part as f32);
    let opened = all.iter().find(|computed| computed.head.way == way);
    let opened = opened.expect("every way is compared");
    let start = drawing.place();
    picture::draw(spec, opened, drawing);
    drawing.fade(start, ARRIVING.of(part));
    let one = drawing.size().1;
    let start = drawing.place();
    boards::draw(spec, all, drawing);
    drawing.fade(start, 1.0 - LEAVING.of(part));
    let three = drawing.size().1;
    let grown = GROWING.of(part);
    let mixed = |from: f32, to: f32| from + grown * (to - from);
    let (from, to) = (boards::board(way, width), picture::image(width));
    let board = Rect::new(
        mixed(from.x, to.x),
        mixed(from.y, to.y),
        mixed(from.width, to.width),
        mixed(from.height, to.height),
    );
    let start = drawing.place();
    boards::draw_board(spec, opened, board, drawing);
    drawing.outline(board, 1.0, Ink::Faint, 1.0);
    drawing.fade(start, 1.0 - TURNING.of(part));
    // Until it has arrived, the image may reach below the boards, or the boards below the image.
    drawing.set_height(one.max(three));
}
