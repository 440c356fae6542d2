//! The figure of larger pictures has the numbers of the core, and its readings are true.

use std::f64::consts::TAU;

use phasor_draw::scaling::NEW;
use phasor_draw::{Ink, Mark, Point, Rgb};
use phasor_encoding::rotary::axial::{Dype, DypeRule};
use phasor_figures::{Drawing, Figure, FigureName, Grab, Handle, Key, Spec, drag};

use crate::support::{numbers, spec};

const NAME: FigureName = FigureName::LargerPictures;
const RULES: [&str; 4] = ["none", "interpolation", "ntk", "dype"];

/// Returns frequencies before and after, what the rule does, turns in training, without the rule and with it, and what is
/// new, of every pair.
fn rows(state: &str) -> Vec<Vec<f64>> {
    let table = Figure::new(NAME).table(&spec(state));
    (0..table.n_rows()).map(|row| table.row(row)).collect()
}

fn reading(state: &str) -> Vec<f64> {
    numbers(&Figure::new(NAME).reading(&spec(state)))
}

/// Returns how many pairs reach new angles.
fn n_new(state: &str) -> usize {
    rows(state).iter().filter(|row| row[6] > 0.0).count()
}

#[test]
fn rows_of_flux_have_28_pairs_with_base_10_000() {
    for rule in RULES {
        let drawn = rows(&format!("picture-rule={rule}&growth=2.5"));
        assert_eq!(drawn.len(), 28);
        for (pair, row) in drawn.iter().enumerate() {
            let inv_freq = 1e4f64.powf(-(pair as f64) / 28.0);
            assert!((row[0] / inv_freq - 1.0).abs() < 1e-14);
            assert!((row[3] - 64.0 * inv_freq / TAU).abs() < 1e-12);
            assert!((row[4] - 160.0 * inv_freq / TAU).abs() < 1e-12);
            assert!((row[5] - 160.0 * row[1] / TAU).abs() < 1e-12);
        }
    }
}

#[test]
fn rules_change_frequencies_as_they_say() {
    let after = |state: &str| rows(state).iter().map(|row| row[1]).collect::<Vec<f64>>();
    let plain = after("growth=4");
    let squeezed = after("picture-rule=interpolation&growth=4");
    let ntk = after("picture-rule=ntk&growth=4");
    for (pair, plain) in plain.iter().enumerate() {
        assert!((squeezed[pair] * 4.0 / plain - 1.0).abs() < 1e-14);
        // The base grows by 4^(56/54), so the slowest pair is divided by 4 and the first keeps its frequency.
        let divisor = 4f64.powf(pair as f64 / 27.0);
        assert!((ntk[pair] * divisor / plain - 1.0).abs() < 1e-13);
    }
    for (time, text) in [(1.0, "1"), (0.4, "0.4"), (0.0, "0")] {
        let rule = Dype {
            rule: DypeRule::Yarn,
            length: 192.0,
            trained: 64.0,
            time,
        };
        let scaled = rule.apply(1e4, 56).unwrap();
        let drawn = after(&format!("picture-rule=dype&growth=3&diffusion-time={text}"));
        assert_eq!(drawn, scaled.frequencies().inv_freq(), "time {time}");
    }
}

/// A pair completes its circle in training if its wavelength is at most 64 patches: pairs 0 to 7.
#[test]
fn twenty_pairs_reach_new_angles_without_a_rule_and_nineteen_with_ntk() {
    for growth in ["1.5", "2", "4"] {
        let of = |rule: &str| n_new(&format!("picture-rule={rule}&growth={growth}"));
        assert_eq!(RULES.map(of), [20, 0, 19, 0], "{growth}");
    }
    for rule in RULES {
        assert_eq!(n_new(&format!("picture-rule={rule}&growth=1")), 0);
    }
    assert_eq!(reading("growth=4")[..2], [20.0, 28.0]);
    let sentence = reading("picture-rule=ntk&growth=4");
    assert_eq!(sentence[0], 19.0);
    let sums = |rule: &str| -> f64 {
        let drawn = rows(&format!("picture-rule={rule}&growth=4"));
        drawn.iter().map(|row| row[6]).sum()
    };
    assert!((sentence[1] - sums("ntk")).abs() < 5e-4);
    assert!((sentence[2] - sums("none")).abs() < 5e-4);
    assert!(sentence[1] < 0.55 * sentence[2]);
}

/// Interpolation makes the next row look nearly like q's own: at four times the size, it costs a fifteenth.
#[test]
fn interpolation_blurs_neighbours_and_other_rules_do_not() {
    let blurred = reading("picture-rule=interpolation&growth=4");
    let one_row = |column: usize, rule: &str| {
        let drawn = rows(&format!("picture-rule={rule}&growth=4"));
        1.0 - drawn.iter().map(|row| row[column].cos()).sum::<f64>() / 28.0
    };
    assert!((blurred[0] - one_row(1, "interpolation")).abs() < 6e-6);
    assert!((blurred[1] - one_row(0, "none")).abs() < 5e-6);
    assert!(blurred[1] > 15.0 * blurred[0]);
    for rule in ["ntk", "dype"] {
        assert!(one_row(1, rule) > 0.9 * blurred[1], "{rule}");
    }
}

#[test]
fn dype_gives_the_frequencies_of_the_training_back_while_the_noise_clears() {
    let at = |time: f64| {
        let state = format!("picture-rule=dype&growth=4&diffusion-time={time}");
        let unchanged = rows(&state).iter().filter(|row| row[2] == 0.0).count();
        let counts = (n_new(&state), unchanged);
        let all = [counts.0, unchanged, 28].map(|count| count as f64);
        let skipped = usize::from(counts.0 == 0);
        assert_eq!(reading(&state)[1..], all[skipped..], "time {time}");
        counts
    };
    let times = [1.0, 0.8, 0.6, 0.4, 0.2, 0.1, 0.0].map(at);
    assert_eq!(times[0], (0, 1));
    assert_eq!(times[6], (20, 28));
    for pair in times.windows(2) {
        assert!(pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1);
    }
}

fn drawn(state: &str, width: f32) -> Drawing {
    Figure::new(NAME).draw(&spec(state), width).clone()
}

/// Returns the heights of the filled boxes of a colour, without that of the legend.
fn heights(drawing: &Drawing, wanted: Ink) -> Vec<f32> {
    const SWATCH: (f32, f32) = (9.0, 9.0);
    let boxes = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Box { rect, ink, .. } if *ink == wanted && (rect.width, rect.height) != SWATCH => {
            Some(rect.height)
        }
        _ => None,
    });
    boxes.collect()
}

#[test]
fn bars_are_as_high_as_the_parts_of_circles() {
    for width in [340.0, 760.0] {
        let drawing = drawn("growth=4", width);
        let met = heights(&drawing, Ink::Rows);
        let table = rows("growth=4");
        // Pair 0 fills its circle.
        for (bar, row) in met.iter().zip(&table) {
            assert!((bar / met[0] - row[3].min(1.0) as f32).abs() < 1e-3);
        }
        assert_eq!(met.len(), 28);
    }
    let new = heights(&drawn("growth=4", 760.0), NEW).len();
    // The last box is the part of the curve beyond the training.
    assert_eq!(new, 21);
}

#[test]
fn noise_covers_the_picture_as_far_as_the_time_says() {
    let noise = |state: &str| -> Vec<f32> {
        let drawing = drawn(state, 760.0);
        let marks = drawing.marks().iter();
        let boxes = marks.filter_map(|mark| match mark {
            Mark::Box {
                ink: Ink::Paint(Rgb(red, green, blue)),
                alpha,
                ..
            } if red == green && green == blue => Some(*alpha),
            _ => None,
        });
        boxes.collect()
    };
    assert_eq!(noise("picture-rule=dype&diffusion-time=0.4"), [0.4; 400]);
    assert!(noise("picture-rule=dype&diffusion-time=0").is_empty());
    assert!(noise("picture-rule=ntk&diffusion-time=1").is_empty());
}

fn handle(drawing: &Drawing, wanted: impl Fn(Grab) -> bool) -> Handle {
    let mut handles = drawing.handles().iter().copied();
    handles.find(|handle| wanted(handle.grab)).unwrap()
}

#[test]
fn the_corner_sets_the_growth_bars_the_pair_and_a_button_the_time() {
    let state: Spec = spec("picture-rule=dype&growth=2");
    let drawing = drawn("picture-rule=dype&growth=2", 760.0);
    let slides = |key: Key| {
        handle(
            &drawing,
            |grab| matches!(grab, Grab::Slide { x: Some(x), .. } if x == key),
        )
    };
    let canvas = slides(Key::Growth);
    let to = |part: f32| {
        let rect = canvas.rect;
        let at = Point::new(rect.x + part * rect.width, rect.center().y);
        drag(&canvas, &state, at, at).growth()
    };
    assert_eq!(to(0.0), 1.0);
    assert!((to(0.75) - 3.0).abs() < 1e-3);
    let bars = slides(Key::Pair);
    let at = Point::new(bars.panel.x_px(20.0), bars.rect.center().y);
    assert_eq!(drag(&bars, &state, at, at).pair(), 20);
    let button = handle(&drawing, |grab| {
        matches!(grab, Grab::Set(Key::DiffusionTime, _))
    });
    let at = button.rect.center();
    assert_eq!(drag(&button, &state, at, at).diffusion_time(), 0.0);
    // The way is slow enough to see the rule fade.
    assert!(state.secs_to(&spec("picture-rule=dype&growth=2&diffusion-time=0")) >= 4.0);
}
