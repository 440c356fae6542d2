//! The corners of bits round off, and their periods become wavelengths: both ends are exact, and nothing jumps between.

use std::f64::consts::TAU;

use phasor_draw::{Mark, Point};
use phasor_figures::{Drawing, Figure, FigureName, Grab, Spec};

use crate::support::{column, numbers, reading, spec, table, texts};

const STATE: &str = "position=37&bits=8&length=100&base=10000";

fn drawn(corners: f64, width: f32) -> Drawing {
    let state = spec(&format!("{STATE}&corners={corners}"));
    Figure::new(FigureName::BinaryBits)
        .draw(&state, width)
        .clone()
}

/// Returns the lines inside the lanes that are as opaque, one for each lane.
fn lines(drawing: &Drawing, alpha: f32) -> Vec<Vec<Point>> {
    let lanes = drawing.panels()[0].rect;
    let lines = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Line {
            points,
            alpha: opaque,
            ..
        } if *opaque == alpha => Some(drawing.points(points).to_vec()),
        _ => None,
    });
    let lines = lines.filter(|points| points.len() > 2 && points[0].y >= lanes.y);
    lines.collect()
}

/// Returns the values of a lane's wave at its positions; lanes are equally high, and waves fill 0.76 of them.
fn values(drawing: &Drawing, lane: usize, points: &[Point]) -> Vec<(f64, f64)> {
    let panel = drawing.panels()[0];
    let height = panel.rect.height / 8.0;
    let middle = panel.rect.y + height * (lane as f32 + 0.38);
    let of = |point: &Point| {
        let value = (middle - point.y) / (0.38 * height);
        (panel.x_value(point.x), f64::from(value))
    };
    points.iter().map(of).collect()
}

#[test]
fn without_corners_the_lanes_are_the_sines_and_cosines_of_pairs() {
    let drawing = drawn(0.0, 760.0);
    let (bold, thin) = (lines(&drawing, 1.0), lines(&drawing, 0.55));
    assert_eq!((bold.len(), thin.len()), (8, 8));
    for lane in 0..8 {
        // The rule of Vaswani et al. for 16 components.
        let inv_freq = 10_000f64.powf(-2.0 * lane as f64 / 16.0);
        for (position, value) in values(&drawing, lane, &bold[lane]) {
            assert!((value - (position * inv_freq).sin()).abs() < 2e-4, "{lane}");
        }
        for (position, value) in values(&drawing, lane, &thin[lane]) {
            assert!((value - (position * inv_freq).cos()).abs() < 2e-4, "{lane}");
        }
    }
}

#[test]
fn halfway_the_waves_are_sinusoids_with_the_periods_of_the_bits() {
    let drawing = drawn(0.36, 760.0);
    let (bold, thin) = (lines(&drawing, 1.0), lines(&drawing, 0.55));
    for lane in 0..8 {
        let period = 2f64.powi(lane as i32 + 1);
        for line in [&bold[lane], &thin[lane]] {
            for (position, value) in values(&drawing, lane, line) {
                assert!(
                    (value + (TAU * position / period).sin()).abs() < 2e-4,
                    "{lane}"
                );
            }
        }
    }
}

#[test]
fn with_all_corners_the_picture_is_that_of_the_bits() {
    let (opened, bits) = (spec(STATE), spec(&format!("{STATE}&corners=1")));
    let mut figure = Figure::new(FigureName::BinaryBits);
    let picture = figure.draw(&opened, 760.0).clone();
    // A picture on the way leaves nothing behind.
    figure.draw(&spec(&format!("{STATE}&corners=0.5")), 760.0);
    assert_eq!(*figure.draw(&bits, 760.0), picture);
    // The square waves have corners only.
    let square = lines(&picture, 0.55);
    for points in square {
        let is_level_or_upright = |pair: &[Point]| pair[0].y == pair[1].y || pair[0].x == pair[1].x;
        assert!(points.windows(2).all(is_level_or_upright));
    }
}

#[test]
fn nothing_jumps_on_the_way() {
    const N_STEPS: u32 = 1000;
    for width in [340.0, 760.0] {
        let mut before: Option<Drawing> = None;
        for step in 0..=N_STEPS {
            let drawing = drawn(f64::from(step) / f64::from(N_STEPS), width);
            let (across, down) = drawing.size();
            for mark in drawing.marks() {
                if let Mark::Line { points, .. } | Mark::Shape { points, .. } = mark {
                    for point in drawing.points(points) {
                        assert!((-2.0..across + 2.0).contains(&point.x), "{point:?}");
                        assert!((-2.0..down + 2.0).contains(&point.y), "{point:?}");
                    }
                }
            }
            if let Some(before) = before.replace(drawing.clone()) {
                assert_eq!(before.size(), drawing.size());
                assert_eq!(before.panels(), drawing.panels());
                let bold = |drawing: &Drawing| lines(drawing, 1.0);
                for (one, other) in bold(&before).iter().zip(bold(&drawing)) {
                    let far = |(a, b): (&Point, &Point)| (a.y - b.y).abs();
                    let moved = one.iter().zip(&other).map(far).fold(0.0, f32::max);
                    let half = drawing.panels()[0].rect.height / 8.0 * 0.38;
                    assert!(one.len() != other.len() || moved < half, "{step}: {moved}");
                }
            }
        }
    }
}

#[test]
fn far_from_position_0_no_wave_slides_by_more_than_a_turn() {
    let bold = |corners: f64| {
        let state = format!("position=252&bits=8&length=40&corners={corners}");
        let waves = table(FigureName::BinaryBits, &state);
        (column(&waves, "wavelength"), column(&waves, "wave"))
    };
    for step in 0..720 {
        let (one, other) = (f64::from(step) / 2000.0, f64::from(step + 1) / 2000.0);
        let ((_, now), (_, then)) = (bold(one), bold(other));
        for (lane, (now, then)) in now.iter().zip(then).enumerate() {
            assert!((now - then).abs() < 0.12, "{lane} at {one}: {now} {then}");
        }
    }
    let (wavelengths, waves) = bold(0.0);
    assert!((wavelengths[0] - TAU).abs() < 1e-12);
    assert!((waves[1] - (252.0 * 10_000f64.powf(-0.125)).sin()).abs() < 1e-12);
}

#[test]
fn the_reading_says_where_on_the_way_it_is() {
    let at = |corners: &str| {
        numbers(&reading(
            FigureName::BinaryBits,
            &format!("{STATE}&corners={corners}"),
        ))
    };
    assert_eq!(at("1"), numbers(&reading(FigureName::BinaryBits, STATE)));
    // The number, its digits, how many bits, and the shortest and longest period.
    assert_eq!(at("0.9"), [37.0, 100_101.0, 8.0, 2.0, 256.0]);
    assert_eq!(at("0.36"), at("0.9"));
    // The slowest bit, its period, its pair and the wavelength.
    let longest = (TAU * 10_000f64.powf(0.875)).round();
    assert_eq!(at("0.2"), [7.0, 256.0, 7.0, longest]);
    assert_eq!(
        at("0"),
        [8.0, 8.0, (TAU * 1e3).round() / 1e3, longest, 10_000.0]
    );
    for (corners, name) in [("1", "bit 7"), ("0.36", "bit 7"), ("0", "pair 7")] {
        let texts = texts(
            FigureName::BinaryBits,
            &format!("{STATE}&corners={corners}"),
        );
        assert!(texts.iter().any(|text| text == name), "{corners}");
    }
}

#[test]
fn dials_turn_with_the_position_and_tiles_do_not() {
    let turns = |corners: f64| {
        let drawing = drawn(corners, 760.0);
        let turns = drawing
            .handles()
            .iter()
            .filter_map(|handle| match handle.grab {
                Grab::Turn(hand) => Some(hand.inv_freq),
                _ => None,
            });
        turns.collect::<Vec<f64>>()
    };
    assert!(turns(1.0).is_empty() && turns(0.36).is_empty());
    let dials = turns(0.0);
    assert_eq!((dials.len(), dials[0]), (8, 1.0));
}

#[test]
fn the_way_to_waves_takes_longer_than_that_of_a_number() {
    let (bits, waves) = (spec("corners=1"), spec("corners=0"));
    assert!(bits.secs_to(&waves) > 1.0);
    assert_eq!(bits.secs_to(&waves), waves.secs_to(&bits));
    assert_eq!(bits.secs_to(&spec("base=100")), 0.0);
    assert_eq!(bits.on_the_way(&waves, 0.0), Spec::default());
    assert_eq!(bits.on_the_way(&waves, 1.0), waves);
    assert!(!bits.jumps_to(&waves));
}
