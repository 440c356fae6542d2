//! The words of `integer-code` as arrows: each tip is where two components put it, LayerNorm takes every position away, and
//! the handle pulls the position outwards.

use phasor_draw::{Ink, Mark, Point};
use phasor_encoding::attention::layer_norm;
use phasor_figures::asset::Rows;
use phasor_figures::{Drawing, Figure, FigureName, Grab, Handle, Key, Spec, drag};

use crate::support::{numbers, spec};

const NAME: FigureName = FigureName::IntegerCode;
const WIDTHS: [f32; 2] = [340.0, 688.0];

fn drawn(state: &Spec, width: f32) -> Drawing {
    Figure::new(NAME).draw(state, width).clone()
}

/// Returns every text with its opacity.
fn texts(drawing: &Drawing) -> Vec<(String, f32)> {
    let texts = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Text { text, alpha, .. } => Some((drawing.text_of(text).to_owned(), *alpha)),
        _ => None,
    });
    texts.collect()
}

/// Returns the point from which all arrows go.
fn origin(drawing: &Drawing) -> Point {
    let is_origin = |mark: &&Mark| matches!(mark, Mark::Disc { radius, .. } if *radius == 2.5);
    match drawing.marks().iter().find(is_origin) {
        Some(Mark::Disc { center, .. }) => *center,
        _ => panic!("there is no origin"),
    }
}

/// Returns the tips of all arrows, that of the word in focus last.
fn tips(drawing: &Drawing) -> Vec<Point> {
    let heads = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Shape { points, .. } => Some(drawing.points(points)[0]),
        _ => None,
    });
    heads.collect()
}

/// Returns the pixels for 1, which the bar at the lower right says.
fn unit(drawing: &Drawing) -> f64 {
    let height = drawing.size().1;
    let bar = drawing.marks().iter().find_map(|mark| match mark {
        Mark::Line { points, ink, .. } if *ink == Ink::Text => {
            let [from, to] = drawing.points(points) else {
                return None;
            };
            (from.y == to.y && from.y > height - 10.0).then_some(to.x - from.x)
        }
        _ => None,
    });
    let mark = drawing.marks().iter().find_map(|mark| match mark {
        Mark::Text { text, at, .. } if at.y > height - 20.0 => Some(drawing.text_of(text)),
        _ => None,
    });
    f64::from(bar.unwrap()) / numbers(mark.unwrap())[0]
}

/// Returns the components across and up, as their names say.
fn components(drawing: &Drawing) -> [usize; 2] {
    let names = texts(drawing)
        .into_iter()
        .filter(|(text, _)| text.starts_with("component "));
    let components: Vec<usize> = names.map(|(text, _)| numbers(&text)[0] as usize).collect();
    components.try_into().unwrap()
}

/// Returns the vectors of the different words of the default sentence, that of "dog" last.
fn words() -> Vec<Vec<f64>> {
    let rows = Rows::read(include_bytes!("../../../../../assets/words/words.bin")).unwrap();
    let sentence = Spec::default();
    let words = sentence.sentence().words();
    [0, 2, 3, 1]
        .map(|place: usize| rows.row(words[place]))
        .to_vec()
}

fn normed(word: &[f64]) -> Vec<f64> {
    let (ones, zeros) = (vec![1.0; word.len()], vec![0.0; word.len()]);
    layer_norm(word, (&ones, &zeros), 1e-12).unwrap()
}

/// Compares the tips with vectors whose components are drawn to the scale of the bar.
fn assert_tips(drawing: &Drawing, vectors: &[Vec<f64>]) {
    let (origin, unit, [across, up]) = (origin(drawing), unit(drawing), components(drawing));
    let tips = tips(drawing);
    assert_eq!(tips.len(), vectors.len());
    for (tip, vector) in tips.iter().zip(vectors) {
        let expected = Point::new((unit * vector[across]) as f32, -(unit * vector[up]) as f32);
        let away = (*tip - origin).distance(expected);
        assert!(away < 0.05 + 1e-4 * expected.length(), "{tip}: {away}");
    }
}

#[test]
fn every_tip_is_a_word_plus_the_position_at_the_scale_of_the_bar() {
    for width in WIDTHS {
        for position in [0.0, 0.37, 1.0, 20.0, 20.5, 127.0, 4000.0] {
            let length = if position > 128.0 { 4096 } else { 128 };
            let state = spec(&format!("position={position}&length={length}"));
            let sums = words()
                .into_iter()
                .map(|word| word.iter().map(|x| x + position).collect());
            assert_tips(&drawn(&state, width), &sums.collect::<Vec<_>>());
        }
    }
}

#[test]
fn after_layer_norm_every_tip_is_a_normed_word_at_every_position() {
    let vectors: Vec<Vec<f64>> = words().iter().map(|word| normed(word)).collect();
    for width in WIDTHS {
        let first = drawn(&spec("layer-norm=on&position=0"), width);
        for (position, length) in [(0, 128), (20, 128), (4000, 4096), (9_999_999, 4096)] {
            let state = spec(&format!(
                "layer-norm=on&position={position}&length={length}"
            ));
            let drawing = drawn(&state, width);
            assert_tips(&drawing, &vectors);
            assert_eq!(texts(&drawing), texts(&first));
            for (tip, other) in tips(&drawing).iter().zip(tips(&first)) {
                assert!(tip.distance(other) < 0.001, "{position}: {tip} {other}");
            }
        }
    }
}

#[test]
fn arrows_fan_out_without_positions_and_point_along_the_diagonal_with_them() {
    let angles = |state: &str| -> Vec<f32> {
        let drawing = drawn(&spec(state), 688.0);
        let origin = origin(&drawing);
        let along = tips(&drawing).into_iter().map(|tip| tip - origin);
        along
            .map(|along| along.angle_to(Point::new(1.0, -1.0)).to_degrees().abs())
            .collect()
    };
    for state in ["position=0", "layer-norm=on"] {
        assert!(angles(state).iter().all(|angle| *angle > 10.0), "{state}");
    }
    for (state, most) in [
        ("position=1", 8.1),
        ("position=20", 0.5),
        ("position=4000", 0.01),
    ] {
        assert!(angles(state).iter().all(|angle| *angle < most), "{state}");
    }
}

#[test]
fn the_encoding_gets_longer_while_the_scale_zooms_out() {
    for width in WIDTHS {
        let mut before: Option<(f32, f64)> = None;
        for step in 0..=1270 {
            let state = spec(&format!("position={}", f64::from(step) / 10.0));
            let drawing = drawn(&state, width);
            let out = tips(&drawing).iter().fold(0.0, |sum, tip| sum + tip.x) / 4.0;
            let now = (out, unit(&drawing));
            if let Some((last, last_unit)) = before.replace(now) {
                assert!(now.1 < last_unit && now.0 > last - 0.5, "{step}");
            }
            let (across, _) = drawing.size();
            assert!(
                tips(&drawing)
                    .iter()
                    .all(|tip| tip.y > 12.0 && tip.x < across - 60.0)
            );
        }
    }
}

#[test]
fn layer_norm_glides_between_both_pictures() {
    for position in [0, 1, 20, 4000] {
        let [off, on] = ["off", "on"].map(|word| {
            spec(&format!(
                "position={position}&length=4096&layer-norm={word}"
            ))
        });
        assert!(!off.jumps_to(&on));
        assert_eq!(off.secs_to(&on), on.secs_to(&off));
        for width in WIDTHS {
            let mut figure = Figure::new(NAME);
            let mut at = |state: &Spec| tips(figure.draw(state, width));
            let ends = [at(&off), at(&on)];
            let mut before = ends[0].clone();
            for step in 0..=200 {
                let tips = at(&off.on_the_way(&on, f64::from(step) / 200.0));
                for (tip, last) in tips.iter().zip(&before) {
                    assert!(tip.distance(*last) < 8.0, "{position} {step}: {last} {tip}");
                }
                before = tips;
            }
            assert_eq!(before, ends[1]);
            let [from, to] =
                [(&off, &on), (&on, &off)].map(|(from, to)| at(&from.on_the_way(to, 1e-9)));
            for (end, near) in [(&ends[0], from), (&ends[1], to)] {
                assert!(
                    end.iter()
                        .zip(near)
                        .all(|(end, near)| end.distance(near) < 0.01)
                );
            }
        }
    }
}

/// Returns the handle at the tip of the word in focus.
fn pulled(drawing: &Drawing) -> Handle {
    let bubble = drawing.bubbles().first().unwrap();
    let handle = *drawing.handle_at(bubble.center).unwrap();
    assert_eq!(handle.grab, Grab::Pull);
    handle
}

#[test]
fn the_tip_follows_the_pointer_outwards() {
    for width in WIDTHS {
        for position in [1.0, 3.5, 20.0, 60.0] {
            let state = spec(&format!("position={position}&length=512"));
            let drawing = drawn(&state, width);
            let handle = pulled(&drawing);
            let from = drawing.bubbles()[0].center;
            for by in [
                Point::new(20.0, -20.0),
                Point::new(-15.0, 15.0),
                Point::new(18.0, 0.0),
            ] {
                let moved = drag(&handle, &state, from, from + by);
                let now = drawn(&moved, width).bubbles()[0].center;
                // Only the part along the diagonal counts.
                let along = (by.x - by.y) / 2.0;
                let expected = from + Point::new(along, -along);
                // Near the fan, a tip also has some way from its word to the diagonal.
                let most = if position < 2.0 { 8.0 } else { 3.0 };
                assert!(
                    now.distance(expected) < most,
                    "{position}: {now}, not {expected}"
                );
            }
            assert_eq!(drag(&handle, &state, from, from), state);
        }
        // The fan can be left, and it can be come back to.
        let state = spec("position=0");
        let handle = pulled(&drawn(&state, width));
        let at = |out: f32| handle.rect.center() + Point::new(out, -out);
        let left = drag(&handle, &state, at(0.0), at(50.0));
        assert!(
            (0.02..2.0).contains(&left.position()),
            "{}",
            left.position()
        );
        assert_eq!(
            drag(&handle, &left, at(50.0), at(-90.0)).position().round(),
            0.0
        );
        let end = drag(&handle, &state, at(0.0), at(2000.0));
        assert_eq!(
            (end.position(), handle.grab.rounded()),
            (127.0, Some(Key::Position))
        );
    }
}

#[test]
fn after_layer_norm_nothing_pulls_a_position_and_names_still_choose_a_word() {
    for state in ["", "position=0", "layer-norm=on"] {
        for width in WIDTHS {
            let state = spec(state);
            let drawing = drawn(&state, width);
            let is_on = drawing.bubbles().is_empty();
            assert_eq!(is_on, state.text(Key::LayerNorm) == "on");
            let handles = drawing.handles().iter();
            assert!(!is_on || handles.clone().all(|handle| handle.grab != Grab::Pull));
            let chosen: Vec<usize> = handles
                .filter(|handle| matches!(handle.grab, Grab::Set(Key::Token, _)))
                .map(|name| {
                    let at = name.rect.center();
                    drag(drawing.handle_at(at).unwrap(), &state, at, at).token()
                })
                .collect();
            assert_eq!(chosen, [0, 1, 2, 3]);
        }
    }
}

#[test]
fn every_word_of_the_sentence_is_named_once() {
    for state in [
        "",
        "position=0",
        "position=1",
        "layer-norm=on",
        "position=4000&length=4096",
    ] {
        for width in [320.0, 340.0, 390.0, 480.0, 640.0, 760.0, 960.0] {
            let texts = texts(&drawn(&spec(state), width));
            for name in ["the", "dog ×2", "chased", "another"] {
                let is_clear = |text: &&(String, f32)| text.0 == name && text.1 == 1.0;
                assert_eq!(
                    texts.iter().filter(is_clear).count(),
                    1,
                    "{state} {width}: {name}"
                );
            }
        }
    }
}

#[test]
fn a_probe_says_both_components() {
    for (state, vector) in [
        (
            "",
            words()[3].iter().map(|x| x + 20.0).collect::<Vec<f64>>(),
        ),
        ("layer-norm=on", normed(&words()[3])),
    ] {
        let mut figure = Figure::new(NAME);
        let drawing = figure.draw(&spec(state), 688.0);
        let [across, up] = components(drawing);
        let mut names = drawing.handles().iter();
        let is_focus = |handle: &&Handle| handle.grab == Grab::Set(Key::Token, 1.0);
        let at = names.find(is_focus).unwrap().rect.center();
        let text = figure.probe(&spec(state), at).unwrap();
        let found = numbers(&text);
        let [.., one, x, other, y] = found[..] else {
            panic!("{text}")
        };
        assert_eq!([one, other], [across as f64, up as f64]);
        assert!(
            (x - vector[across]).abs() < 6e-4 && (y - vector[up]).abs() < 6e-4,
            "{text}"
        );
    }
}

#[test]
fn between_the_first_two_positions_the_reading_says_nothing_about_either() {
    let state = spec("position=0.9");
    let reading = Figure::new(NAME).reading(&state);
    assert_eq!(numbers(&reading), [0.0, 1.0], "{reading}");
    assert!(!reading.contains("alike"), "{reading}");
}
