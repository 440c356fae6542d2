//! The pictures of integers, length-normalised positions and bits: every mark is where the numbers put it.

use phasor_draw::{Ink, Mark, Point, Rect};
use phasor_figures::{Drawing, Figure, FigureName, Grab, Handle, Key, Spec, drag};

use crate::support::{numbers, spec};

/// The components that a ripple of the sea shows.
const RIPPLE: usize = 48;

fn drawn(name: FigureName, state: &str, width: f32) -> (Spec, Drawing) {
    let spec = spec(state);
    let mut figure = Figure::new(name);
    let drawing = figure.draw(&spec, width).clone();
    (spec, drawing)
}

/// Returns every line with as many points.
fn lines(drawing: &Drawing, n_points: usize) -> Vec<Vec<Point>> {
    let lines = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Line { points, .. } if points.len() == n_points => {
            Some(drawing.points(points).to_vec())
        }
        _ => None,
    });
    lines.collect()
}

fn handle(drawing: &Drawing, is_wanted: impl Fn(Grab) -> bool) -> Handle {
    let mut handles = drawing.handles().iter();
    *handles.find(|handle| is_wanted(handle.grab)).unwrap()
}

fn sea(drawing: &Drawing) -> Handle {
    handle(drawing, |grab| {
        matches!(
            grab,
            Grab::Slide {
                y: Some(Key::Position),
                ..
            }
        )
    })
}

/// Returns the height of a line from its lowest to its highest point.
fn swing(line: &[Point]) -> f32 {
    let ys = || line.iter().map(|point| point.y);
    ys().fold(f32::MIN, f32::max) - ys().fold(f32::MAX, f32::min)
}

#[test]
fn the_sea_rises_to_the_position_and_its_surface_flattens_while_the_words_stay_on_the_ground() {
    for width in [358.0, 688.0] {
        let at = |position: f64| {
            drawn(
                FigureName::IntegerCode,
                &format!("integer-view=sea&position={position}"),
                width,
            )
            .1
        };
        let grounds = [1.0, 20.0, 20.5].map(|position| lines(&at(position), RIPPLE));
        let [first, others @ ..] = &grounds;
        assert!(first.len() == 5 && others.iter().all(|other| other == first));
        for position in [1.0, 2.5, 20.0, 100.25] {
            let drawing = at(position);
            let handle = sea(&drawing);
            // The second word is in focus; its surface has its level at both ends.
            let [_, surface, ..] = lines(&drawing, RIPPLE + 2).try_into().unwrap_or_else(
                |lines: Vec<_>| -> [Vec<Point>; 5] { panic!("{} surfaces", lines.len()) },
            );
            let [level, end] = [surface[0], surface[RIPPLE + 1]];
            assert!(level.y == end.y && (level.y - handle.panel.y_px(position)).abs() < 0.5);
            // A press on the surface keeps the position, but for its fraction.
            let moved = drag(&handle, &spec(""), level, level).position();
            assert!((moved - position).abs() <= 0.5, "{position}: {moved}");
            let flattened = swing(&surface) / swing(&first[1]);
            assert!(flattened < 0.3 / position as f32, "{position}: {flattened}");
        }
        // At position 0, nothing is added.
        let drawing = drawn(
            FigureName::IntegerCode,
            "integer-view=sea&position=0&token=0",
            width,
        )
        .1;
        let (ground, surface) = (lines(&drawing, RIPPLE), lines(&drawing, RIPPLE + 2));
        assert_eq!(ground[0], surface[0][1..=RIPPLE]);
    }
}

#[test]
fn a_probe_of_the_sea_adds_the_position_to_a_component() {
    let mut figure = Figure::new(FigureName::IntegerCode);
    let spec = spec("integer-view=sea");
    let handle = sea(figure.draw(&spec, 688.0));
    for (place, position) in [(0, 19.0), (1, 20.0), (4, 23.0)] {
        let x = handle.panel.x_px(f64::from(place) + 0.51);
        let text = figure.probe(&spec, Point::new(x, handle.panel.rect.y + 20.0));
        let [component, part, added, sum] = numbers(&text.unwrap())[..] else {
            panic!("four numbers");
        };
        assert_eq!((component, added), (192.0, position));
        assert!((part + added - sum).abs() < 0.0011);
    }
}

#[test]
fn the_bead_of_every_word_is_at_its_share_of_the_band() {
    for (width, length) in [(688.0, 12), (688.0, 128), (358.0, 40), (688.0, 4096)] {
        let (_, drawing) = drawn(
            FigureName::NormalisedCode,
            &format!("length={length}"),
            width,
        );
        let panel = handle(&drawing, |grab| {
            matches!(
                grab,
                Grab::Slide {
                    y: Some(Key::Length),
                    ..
                }
            )
        })
        .panel;
        let y = panel.y_px(f64::from(length));
        let on_band = |center: Point| (center.y - y).abs() < 0.01;
        let beads = drawing.marks().iter().filter_map(|mark| match mark {
            Mark::Disc { center, ink, .. } if *ink != Ink::Surface && on_band(*center) => {
                Some(center.x)
            }
            _ => None,
        });
        let rings = drawing.marks().iter().filter_map(|mark| match mark {
            Mark::Ring { center, .. } if on_band(*center) => Some(center.x),
            _ => None,
        });
        let (mut beads, rings): (Vec<f32>, Vec<f32>) = (beads.collect(), rings.collect());
        beads.sort_by(f32::total_cmp);
        let is_at = |x: f32, word: usize| {
            let part = word as f64 / f64::from(length - 1);
            (f64::from((x - panel.rect.x) / panel.rect.width) - part).abs() < 1e-5
        };
        assert_eq!(beads.len(), 5);
        assert!(beads.iter().enumerate().all(|(word, &x)| is_at(x, word)));
        // Where the beads of other words have room, all of them are drawn.
        let n_others = if length == 4096 {
            0
        } else {
            length as usize - 5
        };
        assert_eq!(rings.len(), n_others, "{length}");
        assert!(
            rings
                .iter()
                .enumerate()
                .all(|(ring, &x)| is_at(x, ring + 5))
        );
    }
}

/// Returns the tiles from left to right.
fn tiles(drawing: &Drawing) -> Vec<Rect> {
    let tiles = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Box {
            rect,
            ink: Ink::Frequency(_),
            ..
        } => Some(*rect),
        _ => None,
    });
    tiles.collect()
}

#[test]
fn a_tile_is_raised_by_its_own_height_where_its_bit_is_1() {
    for (state, digits) in [
        ("position=252", "11111100"),
        ("position=127", "01111111"),
        ("position=20&bits=4", "0100"),
        ("position=0&bits=24&token=0", "000000000000000000000000"),
    ] {
        let (_, drawing) = drawn(FigureName::BinaryCode, state, 688.0);
        let tiles = tiles(&drawing);
        assert_eq!(tiles.len(), digits.len());
        let ground = tiles.iter().map(|tile| tile.y).fold(f32::MIN, f32::max);
        for (tile, digit) in tiles.iter().zip(digits.chars()) {
            let lift = if digit == '1' { tile.height } else { 0.0 };
            let expected = if digits.contains('0') {
                ground - lift
            } else {
                ground
            };
            assert!((tile.y - expected).abs() < 0.01, "{state}");
        }
    }
    // Between 127 and 128, one tile rises while seven sink.
    let (_, drawing) = drawn(FigureName::BinaryCode, "position=127.775", 688.0);
    let tiles = tiles(&drawing);
    let [first, others @ ..] = &tiles[..] else {
        panic!("eight tiles");
    };
    assert!(others.iter().all(|tile| (tile.y - first.y).abs() < 0.01));
}

#[test]
fn a_press_on_a_tile_flips_its_bit() {
    let (spec, drawing) = drawn(FigureName::BinaryCode, "position=127&length=256", 688.0);
    for (place, tile) in tiles(&drawing).into_iter().enumerate() {
        let handle = drawing.handle_at(tile.center()).unwrap();
        let moved = drag(handle, &spec, tile.center(), tile.center());
        assert_eq!(moved.position() as u32, 127 ^ (1 << (7 - place)));
    }
}
