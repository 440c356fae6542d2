//! The figures of the rungs from bits to rotations: their numbers against other formulas, and the claims of their
//! readings.

use phasor_draw::{Mark, Point};

use phasor_encoding::absolute::sinusoidal::Order;
use phasor_encoding::matrix::dot;
use phasor_encoding::{Frequencies, Matrix, Rope, Sinusoidal};
use phasor_figures::{Drawing, Figure, FigureName, Grab, Key};

use crate::mentions::assert_mentions;
use crate::support::{column, numbers, reading, spec, table, texts};

fn close(left: &[f64], right: &[f64], tolerance: f64) {
    assert_eq!(left.len(), right.len());
    for (left, right) in left.iter().zip(right) {
        assert!((left - right).abs() <= tolerance, "{left} and {right}");
    }
}

#[test]
fn a_jump_of_bits_is_the_root_of_how_many_flip() {
    let table = table(FigureName::BinaryPath, "");
    let (positions, steps) = (column(&table, "position"), column(&table, "step"));
    assert_eq!(positions.len(), 16);
    for (position, step) in positions.iter().zip(steps) {
        let (from, to) = (*position as u64 % 8, (*position as u64 + 1) % 8);
        let flips = (from ^ to).count_ones();
        assert!((step - f64::from(flips).sqrt()).abs() < 1e-15, "{position}");
    }
    for (position, numbers) in [
        ("3", ["3", "1.732"]),
        ("1", ["1", "1.414"]),
        ("20.7", ["20", "1.000"]),
    ] {
        let sentence = reading(FigureName::BinaryPath, &format!("position={position}"));
        assert_mentions(&sentence, &numbers);
    }
}

#[test]
fn a_pointed_jump_is_compared_with_the_mean() {
    let mut figure = Figure::new(FigureName::BinaryPath);
    let spec = spec("position=3");
    let drawing = figure.draw(&spec, 760.0);
    let timeline = drawing
        .handles()
        .iter()
        .find(|handle| handle.grab == Grab::Position);
    let rect = timeline.unwrap().rect;
    let middle = rect.y + rect.height / 2.0;
    let sentence: Vec<String> = (0..760)
        .filter_map(|x| figure.probe(&spec, Point::new(x as f32, middle)))
        .collect();
    // (4 + 2 sqrt 2 + 2 sqrt 3) / 8 is the mean.
    let expected = [3.0, 4.0, 1.732, 1.346];
    assert!(
        sentence
            .iter()
            .any(|sentence| numbers(sentence) == expected),
        "{sentence:?}"
    );
}

#[test]
fn steps_of_sinusoids_are_nearly_equal() {
    let state = "base=10000&dim=64&pair=3";
    let table = table(FigureName::SinusoidalPath, state);
    let position = column(&table, "position");
    let (fast, slow) = (10_000f64.powf(-6.0 / 64.0), 10_000f64.powf(-26.0 / 64.0));
    let wave = |inv_freq: f64, of: fn(f64) -> f64| -> Vec<f64> {
        position.iter().map(|p| of(p * inv_freq)).collect()
    };
    close(&column(&table, "sin"), &wave(fast, f64::sin), 1e-12);
    close(&column(&table, "cos"), &wave(fast, f64::cos), 1e-12);
    close(&column(&table, "slow_cos"), &wave(slow, f64::cos), 1e-12);
    // A chord of the circle, and the fall of the slow cosine: 2 sin(a / 2) times the sine of the middle.
    let steps: Vec<f64> = position
        .iter()
        .map(|p| {
            let fall = 2.0 * (slow / 2.0).sin() * ((p + 0.5) * slow).sin();
            (2.0 * (fast / 2.0).sin()).hypot(fall)
        })
        .collect();
    close(&column(&table, "step"), &steps, 1e-12);
    let mean = steps.iter().sum::<f64>() / 128.0;
    let longest = steps.iter().copied().fold(0.0, f64::max);
    let sentence = reading(FigureName::SinusoidalPath, state);
    assert_mentions(&sentence, &[&format!("{:.3}", longest / mean)]);
    assert!(longest / mean < 1.001);
    // The smallest encoding has no third component.
    assert_eq!(table_of_two(), ["position", "sin", "cos", "step"]);
}

fn table_of_two() -> Vec<String> {
    let table = table(FigureName::SinusoidalPath, "dim=2");
    let names = table.columns().iter().map(|column| column.name());
    names.map(str::to_owned).collect()
}

#[test]
fn a_path_is_turned_round_and_round_by_a_drag_and_by_keys() {
    let state = spec("turn=170&tilt=0");
    let mut figure = Figure::new(FigureName::BinaryPath);
    let handles = figure.draw(&state, 760.0).handles().to_vec();
    let is_turn = |grab| {
        matches!(
            grab,
            Grab::Shift {
                x: Some(Key::Turn),
                y: Some(Key::Tilt)
            }
        )
    };
    let handle = handles.iter().find(|handle| is_turn(handle.grab)).unwrap();
    let from = Point::new(100.0, 100.0);
    let across = Point::new(100.0 + handle.rect.width / 9.0, 100.0);
    let moved = phasor_figures::drag(handle, &state, from, across);
    // 20 degrees beyond 170 are -170.
    assert!((moved.turn() + 170.0).abs() < 1e-3 && moved.tilt() == 0.0);
    let down = Point::new(100.0, 100.0 + handle.rect.height);
    assert_eq!(
        phasor_figures::drag(handle, &state, from, down).tilt(),
        90.0
    );
    let mut pressed = spec("turn=178&tilt=0");
    FigureName::SinusoidalPath.arrow(&mut pressed, 1.0, -2.0);
    assert_eq!((pressed.turn(), pressed.tilt()), (-179.0, -6.0));
}

#[test]
fn half_of_the_components_say_where_they_are() {
    for state in [
        "",
        "offset=-7&position=300&dim=32",
        "base=50&offset=0.5&length=40",
    ] {
        let (spec, table) = (spec(state), table(FigureName::SinesOnly, state));
        let frequencies = Frequencies::new(spec.base(), spec.dim()).unwrap();
        let of = |order, position| Sinusoidal::new(frequencies.clone(), order).encode(position);
        let kinds = [
            ("sines", Order::SinesOnly),
            ("cosines", Order::CosinesOnly),
            ("both", Order::Interleaved),
            ("both", Order::Concatenated),
        ];
        for (name, order) in kinds {
            let products = column(&table, "position")
                .into_iter()
                .map(|position| dot(&of(order, position), &of(order, position + spec.offset())));
            close(&column(&table, name), &products.collect::<Vec<_>>(), 1e-10);
        }
    }
    let sines = column(&table(FigureName::SinesOnly, ""), "sines");
    let spread = sines.iter().copied().fold(0.0, f64::max) - sines[0];
    assert!(sines[0].abs() < 1e-12 && spread > 10.0, "{spread}");
}

#[test]
fn two_positions_have_one_sine_and_part() {
    let dial = "sines-view=dial";
    let sentence = reading(FigureName::SinesOnly, dial);
    // 3 pi minus the angle is the next one with that sine: 20 x 0.4217 is 8.434.
    let inv_freq = 10_000f64.powf(-6.0 / 64.0);
    let other = 13.0 * std::f64::consts::PI / inv_freq - 20.0;
    let turn = std::f64::consts::TAU / inv_freq;
    let other = (other - 20.0).rem_euclid(turn) + 20.0;
    let after = ((other + 2.0) * inv_freq).sin();
    assert_mentions(&sentence, &["0.836", "20", &format!("{other:.2}")]);
    let labels = texts(FigureName::SinesOnly, dial);
    for number in ["sin 0.836", "sin 0.147", &format!("sin {after:.3}")] {
        assert!(labels.iter().any(|text| text == number), "{labels:?}");
    }
    let sentence = reading(FigureName::SinesOnly, "sines-view=components");
    assert_mentions(&sentence, &["32", "64"]);
    let sentence = reading(
        FigureName::SinesOnly,
        "components=cosines&position=0&sines-view=dial",
    );
    // The cosine is at an extreme, so there is no other position.
    assert_eq!(numbers(&sentence), [0.0], "{sentence}");
    for (order, label) in [
        ("interleaved", "interleaved"),
        ("concatenated", "sines first"),
    ] {
        let sentence = reading(
            FigureName::SinesOnly,
            &format!("components=both&order={order}&sines-view=components"),
        );
        assert_mentions(&sentence, &["64", label, "28.304"]);
    }
    let sentence = reading(FigureName::SinesOnly, "components=both");
    assert_mentions(&sentence, &["2", "28.304"]);
}

#[test]
fn the_matrix_moves_every_code_and_is_the_rotation_of_rope() {
    for state in [
        "",
        "position=100000&offset=-33&dim=128",
        "base=500000&offset=0.25",
    ] {
        let table = table(FigureName::ShiftRotation, state);
        let columns = [
            "sin_a", "cos_a", "sin_b", "cos_b", "m_11", "m_12", "m_21", "m_22",
        ];
        let [s, c, s_b, c_b, m_11, m_12, m_21, m_22] = columns.map(|name| column(&table, name));
        let spec = spec(state);
        let rope = Frequencies::new(spec.base(), spec.dim()).unwrap();
        let rope = Rope::new(rope, phasor_encoding::Pairing::Interleaved);
        let turned: Matrix = rope.matrix(spec.offset());
        for pair in 0..s.len() {
            let (sin, cos) = (
                m_11[pair] * s[pair] + m_12[pair] * c[pair],
                m_21[pair] * s[pair] + m_22[pair] * c[pair],
            );
            close(&[sin, cos], &[s_b[pair], c_b[pair]], 1e-10);
            // In the order of RoPE, (cos, sin), the angle is the same.
            let at = |row, column| turned.get(2 * pair + row, 2 * pair + column).unwrap();
            close(
                &[at(0, 0), at(0, 1), at(1, 0), at(1, 1)],
                &[m_22[pair], m_21[pair], m_12[pair], m_11[pair]],
                1e-15,
            );
        }
    }
    // The rotation is the same elsewhere.
    let (sentence, elsewhere) = (
        reading(FigureName::ShiftRotation, ""),
        reading(FigureName::ShiftRotation, "position=90"),
    );
    assert_mentions(&sentence, &["2", "3", "0.8434"]);
    assert_eq!(sentence, elsewhere);
}

#[test]
fn each_step_of_the_derivation_has_its_numbers() {
    // Position 20 and offset 2 for pair 3, computed elsewhere to 50 digits.
    let steps: [(&str, &[&str]); 4] = [
        (
            "1",
            &[
                "a = 20 × 0.4217 = 8.434",
                "b = 2 × 0.4217 = 0.8434",
                "a + b = 9.277",
            ],
        ),
        (
            "2",
            &["0.147", "0.836", "0.665", "−0.548", "0.747", "−0.989"],
        ),
        ("3", &["s = 0.836, c = −0.548", "0.665", "0.747", "0.147"]),
        (
            "4",
            &[
                "0.665", "0.747", "−0.747", "0.836", "−0.548", "0.147", "−0.989",
            ],
        ),
    ];
    for (step, numbers) in steps {
        let labels = texts(FigureName::ShiftRotation, &format!("step={step}"));
        for number in numbers {
            assert!(
                labels.iter().any(|text| text == number),
                "{step}: {labels:?}"
            );
        }
    }
}

#[test]
fn a_click_goes_to_a_step() {
    let state = spec("step=0");
    let mut figure = Figure::new(FigureName::ShiftRotation);
    let handles = figure.draw(&state, 500.0).handles().to_vec();
    for step in 1..=4 {
        let grab = Grab::Set(Key::Step, f64::from(step));
        let handle = handles.iter().find(|handle| handle.grab == grab).unwrap();
        let at = Point::new(handle.rect.x + 5.0, handle.rect.y + 5.0);
        assert_eq!(
            phasor_figures::drag(handle, &state, at, at).step_in_focus(),
            step as usize
        );
    }
}

/// Discs of a drawing: where they are and how large.
fn discs(drawing: &Drawing) -> Vec<(Point, f32)> {
    let discs = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Disc { center, radius, .. } => Some((*center, *radius)),
        _ => None,
    });
    discs.collect()
}

#[test]
fn from_above_the_path_is_one_circle() {
    let mut figure = Figure::new(FigureName::SinusoidalPath);
    let drawing = figure.draw(&spec("turn=0&tilt=90"), 760.0);
    let scene = drawing.handles()[0].rect;
    let middle = (scene.x + scene.width / 2.0, scene.y + scene.height / 2.0);
    // Beside the list of components.
    let dots = discs(drawing).into_iter().filter(|(at, _)| at.x > 200.0);
    let far = dots.map(|(at, _)| (at.x - middle.0).hypot(at.y - middle.1));
    let far: Vec<f32> = far.collect();
    assert!(far.len() > 128);
    assert!(far.iter().all(|one| (one - far[0]).abs() < 0.1), "{far:?}");
}

#[test]
fn labels_stand_beside_the_dots() {
    for name in [FigureName::BinaryPath, FigureName::SinusoidalPath] {
        for state in [
            "",
            "position=3",
            "position=252&turn=-70&tilt=40",
            "pair=0&length=64",
            "turn=0&tilt=90",
        ] {
            for width in [358.0, 760.0] {
                let mut figure = Figure::new(name);
                let drawing = figure.draw(&spec(state), width);
                let scene = drawing.handles()[0].rect;
                for mark in drawing.marks() {
                    let Mark::Text { text, at, size, .. } = mark else {
                        continue;
                    };
                    let text = drawing.text_of(text);
                    // The labels of the scene are centred; what it stands for is beside or below it.
                    let is_label =
                        at.y < scene.bottom() && !text.contains(' ') && scene.contains(*at);
                    if !is_label || at.x < 200.0 && width == 760.0 {
                        continue;
                    }
                    let half = 0.25 * size * text.len() as f32;
                    for (dot, _) in discs(drawing) {
                        let is_on = (dot.x - at.x).abs() < half
                            && (0.0..0.7 * size).contains(&(at.y - dot.y));
                        assert!(!is_on, "{name:?} {state} at {width}: {text} is on a dot");
                    }
                }
            }
        }
    }
}
