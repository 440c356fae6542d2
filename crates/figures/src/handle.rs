//! The areas of a drawing that a pointer can grab, and the effects of dragging them.

use std::f64::consts::PI;

use crate::shared::MAX_POSITION;
use crate::{Key, Spec};
use phasor_draw::{Axis, Point};
use phasor_encoding::frequency::within_one_turn;
use phasor_text::Scale;

/// What a drag or a click changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Grab {
    /// The first position; the other positions keep their offsets.
    Position,
    /// The second position alone.
    Second,
    /// The third position alone.
    Third,
    /// The first and second position together, by as much as the pointer moves.
    Both,
    /// A cell of the heatmap: its row is the first position, its column the second.
    Cell,
    /// The view of a magnified heatmap.
    View,
    /// A pair that a click shows or hides.
    Toggle(usize),
    /// A pair that a click brings into focus.
    Focus(usize),
    /// A value that a click sets for a parameter.
    Set(Key, f64),
    /// Parameters that are set to the axis numbers under the pointer.
    Slide {
        /// The parameter of the x axis.
        x: Option<Key>,
        /// The parameter of the y axis.
        y: Option<Key>,
    },
    /// Parameters that change by as much as the pointer moves along the axes; along a logarithmic axis, by as many
    /// times.
    Shift {
        /// The parameter of the x axis.
        x: Option<Key>,
        /// The parameter of the y axis.
        y: Option<Key>,
    },
    /// The parameter of the axis along which the drag begins; it changes as in a [`Shift`](Self::Shift).
    Either {
        /// The parameter of the x axis.
        x: Key,
        /// The parameter of the y axis.
        y: Key,
    },
    /// The hand of this pair around the origin of the axes: the position follows its angle.
    Turn(usize),
    /// The word at this place of the rearranged sentence; it moves to the row that it is dragged to.
    Word(usize),
}

/// A region of a figure that can be grabbed.
pub type Handle = phasor_draw::Handle<Grab>;

/// The drawing of a figure.
pub type Drawing = phasor_draw::Drawing<Grab>;

impl Grab {
    /// Returns whether dragging changes anything beyond the press.
    #[must_use]
    pub fn is_dragged(self) -> bool {
        !matches!(self, Self::Set(..) | Self::Toggle(_) | Self::Focus(_))
    }

    /// Returns whether the position goes on moving when the pointer lets go of it in motion.
    #[must_use]
    pub fn coasts(self) -> bool {
        match self {
            Self::Turn(_) | Self::Either { .. } => true,
            Self::Shift { x, y } => [x, y].contains(&Some(Key::Position)),
            _ => false,
        }
    }

    /// Returns whether a drag counts from the last place of the pointer instead of the first. An angle is known only
    /// within a turn, so full turns must be followed.
    #[must_use]
    pub fn is_followed(self) -> bool {
        matches!(self, Self::Turn(_))
    }

    /// Returns what a drag that begins with this movement of the pointer changes until it ends.
    #[must_use]
    pub fn begun(self, by: Point) -> Self {
        match self {
            Self::Either { x, .. } if by.x.abs() >= by.y.abs() => Self::Shift {
                x: Some(x),
                y: None,
            },
            Self::Either { y, .. } => Self::Shift {
                x: None,
                y: Some(y),
            },
            other => other,
        }
    }
}

/// Returns the spec after a drag of `handle` from `from` to `to` in a figure that showed `spec` when the drag began.
/// A press alone is a drag to the same place.
#[must_use]
pub fn drag(handle: &Handle, spec: &Spec, from: Point, to: Point) -> Spec {
    let mut moved = spec.clone();
    let ((x, y), held) = (handle.values(to), handle.values(from));
    let by = (x - held.0, y - held.1);
    // A drag stays on the shown page of positions.
    let last = spec.start() + spec.length() as f64 - 1.0;
    let on_page = |position: f64| position.clamp(spec.start(), last);
    match handle.grab.begun(to - from) {
        // An integer beyond the largest position is on its own page.
        Grab::Position if handle.panel.x.low > MAX_POSITION => {
            let (first, end) = (handle.panel.x.low, handle.panel.x.high);
            moved.set_nearest(Key::Value, x.round().clamp(first, end - 1.0));
        }
        Grab::Position => moved.set_nearest(Key::Position, on_page(x.round())),
        Grab::Second => moved.set_nearest(Key::Offset, on_page(x.round()) - spec.position()),
        Grab::Third => moved.set_nearest(Key::FarOffset, on_page(x.round()) - spec.position()),
        Grab::Both => {
            let lowest = (spec.start() - spec.offset().min(0.0)).min(last);
            let highest = (last - spec.offset().max(0.0)).max(lowest);
            let position = (spec.position() + by.0.round()).clamp(lowest, highest);
            moved.set_nearest(Key::Position, position);
        }
        Grab::Cell => {
            let (row, column) = (on_page(y.floor()), on_page(x.floor()));
            moved.set_nearest(Key::Position, row);
            moved.set_nearest(Key::Offset, column - row);
        }
        Grab::View => {
            let (row, column) = spec.view();
            moved.set_nearest(Key::ViewRow, row - by.1);
            moved.set_nearest(Key::ViewColumn, column - by.0);
        }
        Grab::Toggle(pair_idx) => {
            if let Some(pairs) = spec.pairs().toggled(pair_idx, spec.n_pairs()) {
                moved
                    .set(Key::Pairs, &pairs.to_string())
                    .expect("the text of a selection is accepted");
            }
        }
        Grab::Focus(pair_idx) => moved.set_nearest(Key::Pair, pair_idx as f64),
        Grab::Set(key, number) => moved.set_nearest(key, number),
        Grab::Slide { x: across, y: down } => {
            slide(&mut moved, across, x, &handle.panel.x);
            slide(&mut moved, down, y, &handle.panel.y);
        }
        Grab::Shift { x: across, y: down } => {
            shift(&mut moved, across, (held.0, x), &handle.panel.x);
            shift(&mut moved, down, (held.1, y), &handle.panel.y);
        }
        Grab::Either { .. } => {}
        Grab::Turn(pair_idx) => {
            let turned = signed_turn(y.atan2(x) - held.1.atan2(held.0));
            if let Some(inv_freq) = spec.frequencies().inv_freq().get(pair_idx) {
                moved.travel(turned / inv_freq);
            }
        }
        Grab::Word(place) => crate::arrangement::drag(&mut moved, place, by.1.round()),
    }
    moved
}

/// Changes the parameter of an axis as the pointer moves along it.
fn shift(spec: &mut Spec, key: Option<Key>, (from, to): (f64, f64), axis: &Axis) {
    let Some((key, now)) = key.and_then(|key| Some((key, spec.number(key)?))) else {
        return;
    };
    match (axis.scale, key) {
        (Scale::Log, _) => spec.set_nearest(key, now * (to / from)),
        (Scale::Linear, Key::Position) => spec.travel(to - from),
        (Scale::Linear, _) => spec.set_nearest(key, now + (to - from)),
    }
}

/// Returns the angle as the shorter way around, from -π to π.
fn signed_turn(angle: f64) -> f64 {
    within_one_turn(angle + PI) - PI
}

/// Sets the parameter of an axis to `number`, limited to the ends of the axis; tokens are rounded to whole ones.
fn slide(spec: &mut Spec, key: Option<Key>, number: f64, axis: &Axis) {
    let Some(key) = key else {
        return;
    };
    let number = number.clamp(axis.low.min(axis.high), axis.low.max(axis.high));
    let is_whole = key.parameter().unit == "tokens";
    spec.set_nearest(key, if is_whole { number.round() } else { number });
}
