//! What the figures draw: the same as stored, finite, inside the frame, and true to the numbers.
//!
//! `PHASOR_BLESS=1 cargo test --features cli --test figures` stores what is drawn now.
#![cfg(feature = "paint")]
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use phasor::config::parameter::TABLE;
use phasor::config::{Key, Spec, query};
use phasor::figure::FigureName;
use phasor::figure::raster::{ColorMap, Layout, Raster};
use phasor::figure::{Drawing, Figure, Grab, Handle, Mark, Point, Rect, zoom_about};
use phasor::paint::svg::svg;
use phasor::paint::{Image, Scheme, Theme};

fn spec(text: &str) -> Spec {
    let (spec, errors) = query::parse(text);
    assert_eq!(errors, []);
    spec
}

/// An image's place in a snapshot: its size and a hash of its bytes (FNV-1a).
fn fingerprint(image: &Image) -> String {
    let hash = image
        .bytes()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    format!("image:{0}x{0},{hash:016x}", image.size())
}

#[test]
fn every_figure_is_drawn_as_stored() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/figures");
    for name in FigureName::ALL {
        for (scheme, word, width) in [
            (Scheme::Light, "light", 760.0),
            (Scheme::Dark, "dark", 340.0),
        ] {
            let mut figure = Figure::new(name);
            figure.finish(&Spec::default());
            let reading = figure.reading(&Spec::default());
            let drawing = figure.draw(&Spec::default(), width);
            let words = (name.title(), reading.as_str());
            let text = svg(drawing, &Theme::new(scheme), words, |image| {
                Ok(fingerprint(image))
            });
            let text = text.unwrap();
            let path = folder.join(format!("{}-{word}-{width}.svg", name.name()));
            if std::env::var_os("PHASOR_BLESS").is_some() {
                fs::create_dir_all(&folder).unwrap();
                fs::write(&path, &text).unwrap();
            }
            let stored = fs::read_to_string(&path).unwrap_or_default();
            assert!(
                stored == text,
                "{} differs from what is drawn",
                path.display()
            );
        }
    }
}

/// Specs at both ends of every parameter, and a few that are known to be hard.
fn corners() -> Vec<Spec> {
    let mut corners = vec![
        Spec::default(),
        spec("dim=2&length=2&position=1&offset=-1"),
        spec("position=10000000&length=4096&dim=1024&bits=53&base=10000000"),
        spec("value=9007199254740991&bits=53&length=4096"),
        spec("length=4096&zoom=512&view-row=4096&view-column=4096&measure=euclidean"),
    ];
    for row in TABLE {
        let Some(range) = row.range() else { continue };
        for end in [range.min, range.max] {
            let mut spec = Spec::default();
            spec.set_number(row.key, end).unwrap();
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
                        let told = query::format(&spec);
                        assert!(inside, "{name:?} {width} {told}: {mark:?} at {x}, {y}");
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
                    let moved = handle.moved(&spec, from, Point::new(to.0, to.1));
                    assert_eq!(query::parse(&query::format(&moved)), (moved, vec![]));
                }
            }
        }
    }
}

#[test]
fn query_and_key_together_keep_the_offset_and_the_key_alone_changes_it() {
    let spec = Spec::default();
    let grabbed = |grab: Grab| {
        let handles = handles(FigureName::ROTATION_ANGLES, &spec);
        handles
            .into_iter()
            .rev()
            .find(|handle| handle.grab == grab)
            .unwrap()
    };
    let middle = |rect: Rect| Point::new(rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    let pulled = |handle: Handle| {
        let from = middle(handle.rect);
        handle.moved(&spec, from, Point::new(from.x + 200.0, from.y))
    };
    let both = pulled(grabbed(Grab::Both));
    assert!(both.position() > spec.position() && both.offset() == spec.offset());
    let key = pulled(grabbed(Grab::Second));
    assert!(key.position() == spec.position() && key.offset() > spec.offset());
}

#[test]
fn arrows_move_what_the_figure_says() {
    let mut waves = Spec::default();
    FigureName::SINE_WAVES.arrow(&mut waves, 1.0, -1.0);
    assert_eq!((waves.position(), waves.offset()), (21.0, 3.0));
    let mut heatmap = Spec::default();
    FigureName::DISTANCE_HEATMAP.arrow(&mut heatmap, 1.0, 1.0);
    assert_eq!((heatmap.position(), heatmap.key_position()), (21.0, 23.0));
    FigureName::DISTANCE_HEATMAP.arrow(&mut heatmap, 1e6, -1e6);
    assert_eq!((heatmap.position(), heatmap.key_position()), (0.0, 127.0));
    let mut bits = spec("value=9007199254740990");
    FigureName::BINARY_BITS.arrow(&mut bits, 1.0, 0.0);
    assert_eq!(bits.value(), 9_007_199_254_740_991);
}

#[test]
fn zooming_keeps_the_cell_under_the_pointer() {
    let mut zoomed = spec("length=1000&zoom=2&view-row=100&view-column=300");
    let cell = |spec: &Spec| {
        let span = spec.length() as f64 / spec.zoom();
        (spec.view().0 + 0.25 * span, spec.view().1 + 0.75 * span)
    };
    let before = cell(&zoomed);
    zoom_about(&mut zoomed, 5.0, (0.25, 0.75));
    let after = cell(&zoomed);
    assert!((before.0 - after.0).abs() < 1e-9 && (before.1 - after.1).abs() < 1e-9);
}

fn sampled(raster: &Raster, size: usize) -> Vec<f32> {
    let (mut strip, mut pixels) = (Vec::new(), Vec::new());
    raster.sample(size, |shade| shade, &mut strip, &mut pixels);
    pixels
}

fn raster(length: usize, (row, column, span): (f64, f64, f64)) -> Raster {
    let shade = |offset: usize| 0.5 + 0.5 * (offset as f32 * 0.37).sin();
    Raster {
        rect: Rect::new(0.0, 0.0, 100.0, 100.0),
        map: ColorMap::Sequential,
        layout: Layout::Diagonals,
        shades: (0..length).map(shade).collect::<Vec<f32>>().into(),
        row,
        column,
        span,
    }
}

#[test]
fn a_magnified_raster_shows_every_cell_as_it_is() {
    let raster = raster(64, (10.0, 20.0, 8.0));
    let pixels = sampled(&raster, 80);
    for y in 0..80usize {
        for x in 0..80usize {
            let offset = (20 + x / 10).abs_diff(10 + y / 10);
            assert_eq!(pixels[y * 80 + x], raster.shades[offset], "{x}, {y}");
        }
    }
}

#[test]
fn a_small_raster_shows_means() {
    // Four cells a pixel and one: the mean over every square of cells, by brute force.
    let raster = raster(256, (0.0, 0.0, 256.0));
    let pixels = sampled(&raster, 64);
    let mut worst = 0f32;
    for y in 0..64usize {
        for x in 0..64usize {
            let cells = (0..16usize).map(|i| (4 * x + i % 4).abs_diff(4 * y + i / 4));
            let mean = cells.map(|offset| raster.shades[offset]).sum::<f32>() / 16.0;
            worst = worst.max((pixels[y * 64 + x] - mean).abs());
        }
    }
    assert!(worst < 1e-5, "{worst}");
    let shades: Rc<[f32]> = raster.shades.clone();
    assert_eq!(shades.len(), 256);
}

#[test]
fn every_figure_can_be_probed() {
    for name in FigureName::ALL {
        let mut figure = Figure::new(name);
        let spec = Spec::default();
        figure.finish(&spec);
        let handles = figure.draw(&spec, 760.0).handles().to_vec();
        let told = handles.iter().filter(|handle| {
            let middle = Point::new(
                handle.rect.x + handle.rect.width / 2.0,
                handle.rect.y + handle.rect.height / 2.0,
            );
            figure
                .probe(&spec, middle)
                .is_some_and(|text| text.contains(char::is_numeric))
        });
        assert!(told.count() > 0, "{name:?}");
        assert_eq!(figure.probe(&spec, Point::new(-50.0, -50.0)), None);
    }
    assert_eq!(Key::from_name("zoom"), Some(Key::Zoom));
}
