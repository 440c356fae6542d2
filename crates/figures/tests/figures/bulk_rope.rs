//! The figure of bulk RoPE: its picture and its reading.

use phasor_draw::{Anchor, Mark, Point};
use phasor_figures::Drawing;
use phasor_figures::rotary::bulk_rope::BulkRope;

use crate::measured::{drawn, measured};
use crate::mentions::assert_mentions;

/// Returns where a text begins and ends; a letter is about half as wide as it is high.
fn extent(drawing: &Drawing, mark: &Mark) -> (f32, f32) {
    let Mark::Text {
        text,
        at,
        anchor,
        size,
        ..
    } = mark
    else {
        return (0.0, 0.0);
    };
    let length = 0.5 * size * drawing.text_of(text).chars().count() as f32;
    match anchor {
        Anchor::Start => (at.x, at.x + length),
        Anchor::Middle => (at.x - length / 2.0, at.x + length / 2.0),
        Anchor::End => (at.x - length, at.x),
    }
}

#[test]
fn marks_are_inside_and_say_the_numbers() {
    for bulk in [measured(), BulkRope::default()] {
        for width in [240.0, 340.0, 619.0, 620.0, 1000.0] {
            let drawing = drawn(&bulk, width);
            let (across, down) = drawing.size();
            let is_inside = |point: &Point| {
                (-0.5..=across + 0.5).contains(&point.x) && (-0.5..=down + 0.5).contains(&point.y)
            };
            for mark in drawing.marks() {
                match mark {
                    Mark::Line { points, .. } | Mark::Shape { points, .. } => {
                        assert!(
                            drawing.points(points).iter().all(is_inside),
                            "{width}: {mark:?}"
                        );
                    }
                    Mark::Disc { center, .. } | Mark::Ring { center, .. } => {
                        assert!(is_inside(center), "{width}: {mark:?}");
                    }
                    Mark::Text { at, .. } => {
                        assert!(is_inside(at), "{width}: {mark:?}");
                        let (left, right) = extent(&drawing, mark);
                        assert!(left >= -0.5 && right <= across + 0.5, "{width}: {mark:?}");
                    }
                    Mark::Box { .. } => {}
                }
            }
        }
    }
    let reading = measured().reading();
    let simd = ["SIMD", "4,096", "64 MiB", "4.40 ms", "1.05", "30.5 GB/s"];
    assert_mentions(&reading, &simd);
    assert_mentions(&reading, &["WebGPU", "0.750 ms", "1.59\u{a0}×\u{a0}10⁻⁷"]);
    let table = measured().table();
    assert_eq!((table.n_rows(), table.columns().len()), (10, 7));
    // The dial shows how far the last vector of the sample was rotated.
    let drawing = drawn(&measured(), 760.0);
    let texts: Vec<&str> = drawing
        .marks()
        .iter()
        .filter_map(|mark| match mark {
            Mark::Text { text, .. } => Some(drawing.text_of(text)),
            _ => None,
        })
        .collect();
    let degrees = 4095f64.rem_euclid(std::f64::consts::TAU).to_degrees();
    let dial = format!("+{degrees:.0}°");
    assert!(texts.contains(&dial.as_str()), "{dial}: {texts:?}");
}
