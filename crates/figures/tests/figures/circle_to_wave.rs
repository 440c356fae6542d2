//! A circle is a wave from the side: with the position as its height, the path of the sinusoids lies down and is a sine.

use phasor_draw::{Ink, Mark, Point};
use phasor_figures::{Drawing, Figure, FigureName, Spec};

use crate::support::{numbers, reading, spec};

const NAME: FigureName = FigureName::SinusoidalPath;
const SIDE: &str = "position=20&turn=0&tilt=0&rise=1";

fn drawn(state: &Spec, width: f32) -> Drawing {
    Figure::new(NAME).draw(state, width).clone()
}

/// Returns the places of the dots of all positions, in the order in which they are drawn.
fn dots(drawing: &Drawing) -> Vec<Point> {
    let dots = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Disc {
            center,
            ink: Ink::Frequency(_),
            radius,
            ..
        } if *radius != 5.0 => Some(*center),
        _ => None,
    });
    dots.collect()
}

#[test]
fn from_the_side_the_dots_are_the_sine_of_their_positions() {
    for width in [340.0, 760.0] {
        let mut dots = dots(&drawn(&spec(SIDE), width));
        assert_eq!(dots.len(), 128);
        dots.sort_by(|one, other| one.x.total_cmp(&other.x));
        let step = (dots[127].x - dots[0].x) / 127.0;
        let inv_freq = 10_000f64.powf(-2.0 * 3.0 / 64.0);
        let sine = |position: usize| (position as f64 * inv_freq).sin();
        // Independent of the scale: the height of position 4 gives it.
        let unit = f64::from(dots[0].y - dots[4].y) / (sine(4) - sine(0));
        assert!(unit > 50.0);
        for (position, dot) in dots.iter().enumerate() {
            assert!((dot.x - dots[0].x - step * position as f32).abs() < 0.05);
            let height = f64::from(dots[0].y - dot.y);
            assert!((height - unit * sine(position)).abs() < 0.05, "{position}");
        }
    }
}

#[test]
fn without_rise_the_path_is_as_it_was_and_the_bits_never_rise() {
    let opened = drawn(&Spec::default(), 760.0);
    assert_eq!(drawn(&spec("rise=0"), 760.0), opened);
    let bits = |state: &str| {
        let mut figure = Figure::new(FigureName::BinaryPath);
        figure.draw(&spec(state), 760.0).clone()
    };
    assert_eq!(bits("rise=1"), bits("rise=0"));
    // The steps of the encoding are its own, however it is drawn.
    let table = |state: &str| Figure::new(NAME).table(&spec(state));
    assert_eq!(table(SIDE).row(7), table("position=20").row(7));
}

#[test]
fn nothing_jumps_on_the_way_to_the_side() {
    let (begin, side) = (spec("position=20"), spec(SIDE));
    assert!(begin.secs_to(&side) > 1.0 && !begin.jumps_to(&side));
    for width in [340.0, 760.0] {
        let mut before: Option<Point> = None;
        for step in 0..=300 {
            let state = begin.on_the_way(&side, f64::from(step) / 300.0);
            let drawing = drawn(&state, width);
            let (across, down) = drawing.size();
            for dot in dots(&drawing) {
                assert!(
                    (0.0..=across).contains(&dot.x) && (0.0..=down).contains(&dot.y),
                    "{dot:?}"
                );
            }
            // The dot of the position is the largest and the last.
            let here = drawing.marks().iter().rev().find_map(|mark| match mark {
                Mark::Disc {
                    center,
                    ink: Ink::Query,
                    radius,
                    ..
                } if *radius > 3.0 => Some(*center),
                _ => None,
            });
            let here = here.unwrap();
            if let Some(before) = before.replace(here) {
                assert!(here.distance(before) < 4.0, "{step}: {before:?} {here:?}");
            }
        }
    }
}

#[test]
fn the_reading_says_what_the_height_is() {
    let wavelength = (std::f64::consts::TAU * 10_000f64.powf(6.0 / 64.0) * 1e2).round() / 1e2;
    assert_eq!(numbers(&reading(NAME, SIDE)), [3.0, wavelength]);
    assert_eq!(numbers(&reading(NAME, "rise=0.5")), [13.0]);
    assert!(numbers(&reading(NAME, "rise=0.5&dim=2")).contains(&0.0));
}

/// Returns the texts of a drawing, and how opaque they are.
fn texts(drawing: &Drawing) -> Vec<(&str, f32)> {
    let texts = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Text { text, alpha, .. } => Some((drawing.text_of(text), *alpha)),
        _ => None,
    });
    texts.collect()
}

#[test]
fn the_slow_cosine_is_listed_as_far_as_it_is_the_height() {
    for width in [340.0, 760.0] {
        let opened = drawn(&spec("position=20"), width);
        for (rise, opaque) in [("0", 1.0), ("0.25", 0.75), ("0.9", 0.1), ("1", 0.0)] {
            let drawing = drawn(&spec(&format!("position=20&rise={rise}")), width);
            // Nothing below the list moves.
            assert_eq!(drawing.size(), opened.size());
            let texts = texts(&drawing);
            let alpha = |name: &str| {
                let text = texts.iter().find(|(text, _)| *text == name);
                text.map_or(0.0, |(_, alpha)| *alpha)
            };
            assert!((alpha("cosine of pair 13") - opaque).abs() < 1e-6, "{rise}");
            assert_eq!(alpha("sine of pair 3"), 1.0);
            assert_eq!(alpha("cosine of pair 3"), 1.0);
        }
    }
    // A dot names the components that it shows.
    for (rise, n_numbers) in [("0", 4), ("0.5", 4), ("1", 3)] {
        let state = spec(&format!("position=20&turn=20&rise={rise}"));
        let mut figure = Figure::new(NAME);
        let at = dots(figure.draw(&state, 760.0))[0];
        let sentence = figure.probe(&state, at).unwrap();
        assert_eq!(numbers(&sentence).len(), n_numbers, "{sentence}");
    }
}

#[test]
fn the_height_is_named_even_where_there_is_no_slower_pair() {
    let has_name = |state: &str| {
        let drawing = drawn(&spec(state), 760.0);
        texts(&drawing).iter().any(|(text, _)| *text == "position")
    };
    assert!(has_name("dim=2&rise=1") && has_name("rise=1"));
    assert!(!has_name("dim=2&rise=0") && !has_name("rise=0"));
    // On the way, there is no name that could fade.
    let drawing = drawn(&spec("dim=2&rise=0.76"), 760.0);
    assert!(texts(&drawing).iter().all(|(text, _)| !text.is_empty()));
}

/// Returns where a text is drawn, and how opaque it is.
fn placed(drawing: &Drawing, wanted: &str) -> Option<(Point, f32)> {
    drawing.marks().iter().find_map(|mark| match mark {
        Mark::Text {
            text, at, alpha, ..
        } if drawing.text_of(text) == wanted => Some((*at, *alpha)),
        _ => None,
    })
}

#[test]
fn the_name_of_the_height_fades_into_the_other_one_line_below() {
    for width in [340.0, 760.0] {
        for step in 1..20 {
            let rise = f64::from(step) / 20.0;
            let drawing = drawn(&spec(&format!("position=20&rise={rise}")), width);
            let [cosine, position] = ["cos 13", "position"].map(|name| placed(&drawing, name));
            let ((cosine, fading), (position, coming)) = (cosine.unwrap(), position.unwrap());
            assert!((position.x - cosine.x).abs() < 0.01);
            let apart = 15.0 * (rise.min(1.0 - rise) / 0.2).min(1.0);
            assert!((f64::from(position.y - cosine.y) - apart).abs() < 0.01);
            assert!((f64::from(coming) - rise).abs() < 1e-6, "{rise}");
            assert!((fading + coming - 1.0).abs() < 1e-6, "{rise}");
        }
    }
    let alone = drawn(&spec("dim=2&rise=0.25"), 760.0);
    assert_eq!(placed(&alone, "position").unwrap().1, 0.25);
}

#[test]
fn the_cube_stays_inside_while_it_falls_over() {
    for (length, width) in [(2, 760.0), (128, 760.0), (2, 340.0), (128, 340.0)] {
        for step in 0..=50 {
            let rise = f64::from(step) / 50.0;
            let state = spec(&format!("length={length}&rise={rise}&turn=45&tilt=10"));
            let drawing = drawn(&state, width);
            let (across, down) = drawing.size();
            for mark in drawing.marks() {
                if let Mark::Line { points, .. } = mark {
                    let is_inside = |point: &Point| {
                        (0.0..=across).contains(&point.x) && (0.0..=down).contains(&point.y)
                    };
                    assert!(
                        drawing.points(points).iter().all(is_inside),
                        "{rise} {width}"
                    );
                }
            }
        }
    }
}
