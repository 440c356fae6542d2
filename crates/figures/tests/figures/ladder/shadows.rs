//! The arrows of one pair and their shadows: those on the wall are as high as the sines, those on the floor as far aside as
//! the cosines.

use std::f64::consts::TAU;

use phasor_draw::{Ink, Mark, Point};
use phasor_figures::{Drawing, Figure, FigureName, Grab, Handle, drag};

use crate::support::{numbers, spec};

const DIAL: &str = "sines-view=dial";

fn drawn(state: &str, width: f32) -> Drawing {
    let mut figure = Figure::new(FigureName::SinesOnly);
    figure.draw(&spec(&format!("{DIAL}{state}")), width).clone()
}

fn circle(drawing: &Drawing) -> Handle {
    let mut handles = drawing.handles().iter();
    let circle = handles.find(|handle| matches!(handle.grab, Grab::Turn(_)));
    *circle.unwrap()
}

/// Returns the shadows of arrows in this ink, as parts of the radius: on the wall, then on the floor.
fn shadows(drawing: &Drawing, wanted: Ink) -> [f64; 2] {
    let radius = f64::from(circle(drawing).panel.rect.width / 2.0);
    let bars = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Line {
            points,
            ink,
            width: 5.0,
            ..
        } if *ink == wanted => {
            let [from, to] = drawing.points(points) else {
                panic!("a shadow has two ends");
            };
            Some(*to - *from)
        }
        _ => None,
    });
    let [wall, floor] = bars.collect::<Vec<Point>>().try_into().unwrap();
    assert!(wall.x == 0.0 && floor.y == 0.0);
    [f64::from(-wall.y) / radius, f64::from(floor.x) / radius]
}

#[test]
fn two_arrows_have_one_shadow_on_the_wall_and_two_on_the_floor() {
    for width in [358.0, 688.0] {
        for position in [20.0, 20.5, 777.0] {
            let angle = position * 10_000f64.powf(-6.0 / 64.0);
            let drawing = drawn(&format!("&position={position}"), width);
            let [own, other] = [Ink::Query, Ink::Third].map(|ink| shadows(&drawing, ink));
            for (shadow, expected) in own.into_iter().zip([angle.sin(), angle.cos()]) {
                assert!((shadow - expected).abs() < 1e-4, "{position}: {shadow}");
            }
            assert!((own[0] - other[0]).abs() < 1e-4);
            assert!((own[1] + other[1]).abs() < 1e-4);
        }
        // With both kept, no other position of the turn looks alike.
        let drawing = drawn("&components=both", width);
        let inks = drawing.marks().iter().filter_map(|mark| match mark {
            Mark::Line {
                ink, width: 5.0, ..
            } => Some(*ink),
            _ => None,
        });
        assert_eq!(inks.collect::<Vec<_>>(), [Ink::Query; 2]);
    }
}

#[test]
fn turning_the_arrow_moves_the_position_and_a_probe_has_both_components() {
    let spec = spec(DIAL);
    let drawing = drawn("", 688.0);
    let handle = circle(&drawing);
    let inv_freq = 10_000f64.powf(-6.0 / 64.0);
    let at = |angle: f64| {
        let panel = handle.panel;
        Point::new(panel.x_px(0.9 * angle.cos()), panel.y_px(0.9 * angle.sin()))
    };
    let angle = 20.0 * inv_freq;
    let moved = drag(&handle, &spec, at(angle), at(angle + TAU / 8.0));
    let expected = 20.0 + TAU / 8.0 / inv_freq;
    assert!(
        (moved.position() - expected).abs() < 1e-3,
        "{}",
        moved.position()
    );
    let mut figure = Figure::new(FigureName::SinesOnly);
    figure.draw(&spec, 688.0);
    let text = figure.probe(&spec, at(0.0)).unwrap();
    assert_eq!(numbers(&text), [3.0, 20.0, 0.836, -0.548], "{text}");
}
