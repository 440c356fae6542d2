//! Every figure at both ends of every parameter: inside the frame, finite, and valid after every drag.

use phasor_draw::{Mark, Point};
use phasor_figures::{Drawing, Figure, FigureName, Handle, Key, Spec, query};

use crate::support::spec;

/// Returns specs at both ends of every parameter, and a few that are known to be hard.
fn corners() -> Vec<Spec> {
    let mut corners = vec![
        Spec::default(),
        spec("dim=2&length=2&position=1&offset=-1"),
        spec("position=10000000&length=4096&dim=1024&bits=53&base=10000000"),
        spec("value=9007199254740991&bits=53&length=4096"),
        spec("length=4096&zoom=512&view-row=4096&view-column=4096&measure=euclidean"),
    ];
    for &key in Key::ALL {
        let Some(range) = key.parameter().range() else {
            continue;
        };
        for end in [range.min, range.max] {
            let mut spec = Spec::default();
            spec.set_number(key, end).unwrap();
            corners.push(spec);
        }
    }
    corners
}

fn points(drawing: &Drawing, mark: &Mark) -> Vec<Point> {
    match mark {
        Mark::Line { points, .. } | Mark::Shape { points, .. } => drawing.points(points).to_vec(),
        Mark::Box { rect, .. } => {
            vec![
                Point::new(rect.x, rect.y),
                Point::new(rect.right(), rect.bottom()),
            ]
        }
        Mark::Disc { center, .. } | Mark::Ring { center, .. } => vec![*center],
        Mark::Text { at, .. } => vec![*at],
    }
}

#[test]
fn every_mark_is_inside_the_frame() {
    for name in FigureName::ALL {
        for spec in corners() {
            for width in [240.0, 340.0, 760.0, 1200.0] {
                let mut figure = Figure::new(name);
                let drawing = figure.draw(&spec, width);
                let (across, down) = drawing.size();
                assert!(
                    across == width && (100.0..3000.0).contains(&down),
                    "{name:?} {down}"
                );
                for mark in drawing.marks() {
                    for Point { x, y } in points(drawing, mark) {
                        let inside = (-16.0..=across + 16.0).contains(&x)
                            && (-2.0..=down + 2.0).contains(&y);
                        let state = query::format(&spec);
                        assert!(inside, "{name:?} {width} {state}: {mark:?} at {x}, {y}");
                    }
                    if let Mark::Text { size, .. } = mark {
                        assert!(*size >= 9.5, "{name:?} {mark:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn readings_and_tables_are_finite() {
    for name in FigureName::ALL {
        for spec in corners() {
            let mut figure = Figure::new(name);
            let reading = figure.reading(&spec);
            assert!(
                reading.ends_with('.') && !reading.contains("NaN") && !reading.contains("inf"),
                "{reading}"
            );
            let table = figure.table(&spec);
            assert!(table.n_rows() > 0);
            for row in [0, table.n_rows() - 1] {
                assert!(
                    table.row(row).iter().all(|number| number.is_finite()),
                    "{name:?}"
                );
            }
        }
    }
}

#[test]
fn a_figure_keeps_nothing_but_memory_between_frames() {
    for name in FigureName::ALL {
        let mut used = Figure::new(name);
        for spec in corners() {
            let drawn_again = used.draw(&spec, 500.0).clone();
            assert_eq!(*Figure::new(name).draw(&spec, 500.0), drawn_again);
        }
    }
}

fn handles(name: FigureName, spec: &Spec) -> Vec<Handle> {
    Figure::new(name).draw(spec, 760.0).handles().to_vec()
}

#[test]
fn whatever_is_grabbed_and_wherever_it_goes_the_spec_stays_valid() {
    for name in FigureName::ALL {
        for spec in corners() {
            for handle in handles(name, &spec) {
                let from = Point::new(handle.rect.x, handle.rect.y);
                for to in [(-500.0, -500.0), (300.0, 200.0), (5000.0, 5000.0)] {
                    let moved = phasor_figures::drag(&handle, &spec, from, Point::new(to.0, to.1));
                    assert_eq!(query::parse(&query::format(&moved)), (moved, vec![]));
                }
            }
        }
    }
}

#[test]
fn every_figure_can_be_probed() {
    for name in FigureName::ALL {
        let mut figure = Figure::new(name);
        let spec = Spec::default();
        figure.finish(&spec);
        let handles = figure.draw(&spec, 760.0).handles().to_vec();
        let state = handles.iter().filter(|handle| {
            let middle = Point::new(
                handle.rect.x + handle.rect.width / 2.0,
                handle.rect.y + handle.rect.height / 2.0,
            );
            figure
                .probe(&spec, middle)
                .is_some_and(|text| text.contains(char::is_numeric))
        });
        assert!(state.count() > 0, "{name:?}");
        assert_eq!(figure.probe(&spec, Point::new(-50.0, -50.0)), None);
    }
    assert_eq!(Key::from_name("zoom"), Some(Key::Zoom));
}
