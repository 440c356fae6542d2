//! The areas of a drawing that a pointer can grab, and the effects of dragging them.

use std::f64::consts::PI;

use crate::shared::MAX_POSITION;
use crate::{Key, Spec};
use phasor_draw::{Axis, Panel, Point, Rect};
use phasor_encoding::frequency::within_one_turn;
use phasor_text::Scale;

/// The smallest area that a finger hits, CSS pixels both ways.
pub const FINGER: f32 = 44.0;

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
    /// The first position, on logarithmic axes that are multiplied: along their diagonal it changes by as many times as
    /// the pointer moves. It has a fraction until the drag ends.
    Pull,
    /// A hand around the origin of the axes: a position follows its angle.
    Turn(Hand),
    /// The word at this place of the rearranged sentence; it moves to the row that it is dragged to.
    Word(usize),
    /// The token at this place of a layout; its part moves to where it is dragged.
    Token(usize),
    /// A press changes the state.
    Act(Press),
}

/// What a press on a button does to a state. Two are equal if their names are.
#[derive(Debug, Clone, Copy)]
pub struct Press {
    /// What stands on the button.
    pub name: &'static str,
    /// Changes the state.
    pub change: fn(&mut Spec),
}

// Addresses of functions say nothing: equal functions may be merged, and one may have several.
impl PartialEq for Press {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// A hand that turns with a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hand {
    /// What moves with the hand.
    pub moves: Moves,
    /// The radians by which the hand rotates for one position, from the x axis to the y axis; below 0, it rotates the
    /// other way around.
    pub inv_freq: f64,
    /// The pair that a press brings into focus, if the hand is on one of many small dials.
    pub pair_idx: Option<usize>,
}

/// What moves with a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moves {
    /// The first position; the other positions keep their offsets.
    All,
    /// The second position alone.
    Second,
}

/// The length of the second of two hands in radii, so that the two differ wherever they are.
pub(crate) const SECOND_LENGTH: f32 = 0.8;

/// A region of a figure that can be grabbed.
pub type Handle = phasor_draw::Handle<Grab>;

/// The drawing of a figure.
pub type Drawing = phasor_draw::Drawing<Grab>;

impl Grab {
    /// Returns whether dragging changes anything beyond the press.
    #[must_use]
    pub fn is_dragged(self) -> bool {
        !matches!(
            self,
            Self::Set(..) | Self::Toggle(_) | Self::Focus(_) | Self::Act(_)
        )
    }

    /// Returns whether a drag moves what is under the pointer by as much as the pointer moves. Any other drag moves
    /// something to the pointer.
    #[must_use]
    pub fn takes_hold(self) -> bool {
        match self {
            Self::Both
            | Self::View
            | Self::Shift { .. }
            | Self::Either { .. }
            | Self::Pull
            | Self::Turn(_)
            | Self::Word(_)
            | Self::Token(_) => true,
            Self::Position
            | Self::Second
            | Self::Third
            | Self::Cell
            | Self::Slide { .. }
            | Self::Toggle(_)
            | Self::Focus(_)
            | Self::Act(_)
            | Self::Set(..) => false,
        }
    }

    /// Returns whether the position goes on moving when the pointer lets go of it in motion.
    #[must_use]
    pub fn coasts(self) -> bool {
        match self {
            Self::Turn(hand) => hand.moves == Moves::All,
            Self::Either { .. } => true,
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

    /// Returns whether a press may be a click, or the beginning of a scroll, so that nothing is held before a drag begins.
    #[must_use]
    pub fn may_click(self) -> bool {
        match self {
            Self::Turn(hand) => hand.pair_idx.is_some(),
            _ => !self.is_dragged(),
        }
    }

    /// Returns the number of tokens that is rounded to a whole one when a drag ends. A position that coasts is rounded when
    /// it comes to rest.
    #[must_use]
    pub fn rounded(self) -> Option<Key> {
        match self {
            Self::Turn(hand) => (hand.moves == Moves::Second).then_some(Key::Offset),
            Self::Pull => Some(Key::Position),
            _ => None,
        }
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

/// Returns whether what a drag of `handle` moves is under `point`: not only its place to go, but the line of a cursor.
#[must_use]
pub fn is_under(handle: &Handle, spec: &Spec, point: Point) -> bool {
    /// How far a line reaches to either side, CSS pixels.
    const REACH: f32 = 6.0;
    let is_near = |at: f32, pointer: f32| (at - pointer).abs() <= REACH;
    let across = |value: f64| is_near(handle.panel.x_px(value), point.x);
    let down = |value: f64| is_near(handle.panel.y_px(value), point.y);
    match handle.grab {
        Grab::Position => across(spec.position()),
        Grab::Second => across(spec.position() + spec.offset()),
        Grab::Slide { x, y } => {
            let value = |key: Key| spec.number(key);
            x.is_none_or(|key| value(key).is_some_and(across))
                && y.is_none_or(|key| value(key).is_some_and(down))
        }
        grab => grab.takes_hold(),
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
            // Both stay on the page; if one is already beyond it, they go no further.
            let now = spec.position();
            let lowest = (spec.start() - spec.offset().min(0.0)).min(last);
            let highest = (last - spec.offset().max(0.0)).max(lowest);
            let position = (now + by.0.round()).clamp(lowest.min(now), highest.max(now));
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
        // A press alone leaves a position where it is, with all its digits.
        Grab::Pull if (x, y) == held => {}
        Grab::Pull => {
            // From 0, no number of times would lead anywhere.
            let now = spec.position().max(handle.panel.x.low);
            moved.travel(now * (x / held.0) * (y / held.1) - now);
        }
        Grab::Either { .. } => {}
        Grab::Turn(hand) => hand.turn(&mut moved, held, (x, y)),
        Grab::Token(token) => crate::parts::drag(&mut moved, token, x),
        Grab::Act(press) => (press.change)(&mut moved),
        Grab::Word(place) => crate::arrangement::drag(&mut moved, place, by.1.round()),
    }
    moved
}

impl Hand {
    /// Returns the handle of the hand in the area `rect`. The hand rotates around `center`, where `radius` is 1.
    pub(crate) fn handle(self, rect: Rect, center: Point, radius: f32) -> Handle {
        Handle {
            rect,
            grab: Grab::Turn(self),
            panel: Panel {
                rect: Rect::new(center.x, center.y, 0.0, 0.0).grown(radius),
                x: Axis::bare(-1.0, 1.0),
                y: Axis::bare(-1.0, 1.0),
            },
        }
    }

    /// Moves a position as the hand rotates from one place of the pointer to another.
    fn turn(self, spec: &mut Spec, from: (f64, f64), to: (f64, f64)) {
        // So near to the origin, a pointer shows no angle.
        const BLIND: f64 = 0.1;
        if let Some(pair_idx) = self.pair_idx {
            spec.set_nearest(Key::Pair, pair_idx as f64);
        }
        if from == to || [from, to].iter().any(|(x, y)| x.hypot(*y) < BLIND) {
            return;
        }
        let by = signed_turn(to.1.atan2(to.0) - from.1.atan2(from.0)) / self.inv_freq;
        match self.moves {
            Moves::All => spec.travel(by),
            Moves::Second => spec.travel_second(by),
        }
    }
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
pub(crate) fn signed_turn(angle: f64) -> f64 {
    within_one_turn(angle + PI) - PI
}

/// Sets the parameter of an axis to `number`, limited to the ends of the axis; tokens are rounded to whole ones.
fn slide(spec: &mut Spec, key: Option<Key>, number: f64, axis: &Axis) {
    let Some(key) = key else {
        return;
    };
    let number = number.clamp(axis.low.min(axis.high), axis.low.max(axis.high));
    let number = match key {
        Key::QueryRow | Key::QueryColumn | Key::KeyRow | Key::KeyColumn | Key::Frame => {
            settled(number)
        }
        _ if key.parameter().unit == "tokens" => number.round(),
        _ => number,
    };
    spec.set_nearest(key, number);
}

/// Returns where a drag leaves what belongs to whole places, such as patches, but may be between them: around each, a
/// pointer finds the place itself, and then crosses to the next one. There are two decimals at most.
fn settled(number: f64) -> f64 {
    /// How far from a whole number it is held, of the half way to the next.
    const HELD: f64 = 0.3;
    let whole = number.round();
    let beyond = number - whole;
    let crossed = 0.5 * (beyond.abs() - HELD).max(0.0) / (0.5 - HELD);
    whole + (crossed.copysign(beyond) * 100.0).round() / 100.0
}
