//! Pictures in rooms whose height is set, as in the Lab: they have that height, all of them is inside, and every handle
//! still takes hold of what is under it.

use std::collections::BTreeSet;

use phasor_draw::{Mark, Point, Room};
use phasor_figures::{Figure, FigureName, Grab, drag, query};

use crate::support::no_faults;

/// The smallest font size, CSS pixels.
const SMALLEST: f32 = 11.0;

/// The width of a picture in two columns of a laptop, and the height that it has there beside a second state.
const COMPARED: (f32, f32) = (672.0, 284.0);

/// Returns rooms of the Lab: two and three columns in windows of a laptop and of a desk.
pub(crate) fn rooms() -> impl Iterator<Item = Room> {
    let widths = [436.0, 560.0, COMPARED.0, 912.0];
    let sizes = widths.map(|width| [300.0, 330.0, 416.0].map(|height| (width, height)));
    let sizes = sizes.into_iter().flatten().chain([COMPARED]);
    sizes.map(|(width, height)| Room {
        width,
        height: Some(height),
    })
}

const STATES: [&str; 9] = [
    "",
    "dim=2",
    "dim=16&length=32",
    "dim=128&base=500000&length=512&position=300",
    "position=127&offset=-40",
    "angles-view=score&offset=-3",
    "angles-view=components&pairing=interleaved",
    "measure=dot&zoom=4",
    "pairs=0-3&bits=12",
];

#[test]
fn the_figures_of_the_lab_are_as_high_as_their_room() {
    let mut faults = BTreeSet::new();
    for name in FigureName::LAB {
        for state in STATES {
            let spec = query::parse(state).0;
            for room in rooms() {
                let mut figure = Figure::new(name);
                let drawing = figure.draw(&spec, room);
                let (width, height) = drawing.size();
                let at = format!("{} in {room:?}, {state}", name.name());
                if Some(height) != room.height {
                    faults.insert(format!("{height} px: {at}"));
                }
                let is_inside = |point: Point| {
                    (-12.0..=width + 12.0).contains(&point.x) && (0.0..=height).contains(&point.y)
                };
                for mark in drawing.marks() {
                    let corners = match mark {
                        Mark::Line { points, .. } | Mark::Shape { points, .. } => {
                            drawing.points(points).to_vec()
                        }
                        Mark::Box { rect, .. } => {
                            vec![
                                Point::new(rect.x, rect.y),
                                Point::new(rect.right(), rect.bottom()),
                            ]
                        }
                        Mark::Disc { center, .. } | Mark::Ring { center, .. } => vec![*center],
                        Mark::Text { at, size, text, .. } => {
                            if *size < SMALLEST && drawing.text_of(text).len() > 1 {
                                faults.insert(format!("{size} px: {at:?}"));
                            }
                            vec![*at]
                        }
                    };
                    if !corners.into_iter().all(is_inside) {
                        faults.insert(format!("{mark:?}: {at}"));
                    }
                }
            }
        }
    }
    no_faults(faults);
}

#[test]
fn a_handle_of_a_position_leads_to_the_position_under_the_pointer() {
    for name in FigureName::LAB {
        let spec = query::parse("length=128").0;
        for room in rooms() {
            let mut figure = Figure::new(name);
            let handles = figure.draw(&spec, room).handles().to_vec();
            let held = handles.iter().filter(|handle| {
                matches!(
                    handle.grab,
                    Grab::Position | Grab::Second | Grab::Both | Grab::Cell
                )
            });
            let mut n_held = 0;
            for handle in held {
                n_held += 1;
                let (from, to) = (handle.panel.x_px(20.0), handle.panel.x_px(41.0));
                let y = handle.panel.rect.center().y;
                let moved = drag(handle, &spec, Point::new(from, y), Point::new(to + 0.5, y));
                let reached = match handle.grab {
                    Grab::Second | Grab::Cell => moved.key_position(),
                    _ => moved.position(),
                };
                assert_eq!(
                    reached,
                    41.0,
                    "{} {:?} in {room:?}",
                    name.name(),
                    handle.grab
                );
            }
            assert!(n_held > 0, "{}", name.name());
        }
    }
}

#[test]
fn a_figure_with_one_arrangement_chooses_its_height_in_any_room() {
    let (spec, room) = (
        query::parse("").0,
        Room {
            width: 672.0,
            height: Some(330.0),
        },
    );
    for name in FigureName::ALL
        .into_iter()
        .filter(|name| !FigureName::LAB.contains(name))
    {
        let (mut one, mut other) = (Figure::new(name), Figure::new(name));
        one.finish(&spec);
        other.finish(&spec);
        let natural = one.draw(&spec, room.width).size();
        assert_eq!(other.draw(&spec, room).size(), natural, "{}", name.name());
    }
}
