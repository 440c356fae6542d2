//! The figures about texts past the training length agree with measurements and computations.

use phasor_draw::{Mark, Point};

use phasor_figures::{Figure, FigureName, Handle, Key, Spec, query};

use crate::mentions::assert_mentions;
use crate::support::{column, numbers, reading, spec, table, texts, words};

#[test]
fn perplexities_are_those_that_were_measured() {
    let name = FigureName::PastTraining;
    let (mistral, yarn) = ("Mistral 7B v0.1", "Yarn-Mistral 64k");
    let two = ["16,384", mistral, "36.80", yarn, "2.647"];
    assert_mentions(&reading(name, ""), &two);
    let two = ["32,768", mistral, "576.6", yarn, "2.374"];
    assert_mentions(&reading(name, "context=32768"), &two);
    let all = ["4,096", "2.957", "3.213"];
    assert_mentions(&reading(name, "context=4096"), &all);
    // Where nothing was measured there is no perplexity, but the nearest two lengths.
    for (state, expected) in [
        ("context=1536", [1536.0, 1024.0, 2048.0]),
        ("context=20480", [20_480.0, 16_384.0, 24_576.0]),
    ] {
        assert_eq!(numbers(&reading(name, state)), expected);
    }
}

/// Their names contain 64k and 128k, but `train.sh` of their authors trains both on texts of
/// 16,384 tokens: one holds at eight times that, the other does not.
#[test]
fn models_with_yarn_in_their_names_hold_past_their_training_texts() {
    let name = FigureName::PastTraining;
    let data = table(name, "");
    let (models, trained) = (column(&data, "model"), column(&data, "training length"));
    for (model, trained) in models.iter().zip(trained) {
        let expected = [4096.0, 8192.0, 16_384.0, 16_384.0][*model as usize - 1];
        assert_eq!(trained, expected);
    }
    assert_mentions(
        &reading(name, "context=131072"),
        &["Yarn-Mistral 64k", "57.43", "Yarn-Mistral 128k", "2.187"],
    );
}

#[test]
fn arrows_visit_every_measured_length() {
    let name = FigureName::PastTraining;
    let mut state = spec("context=1024");
    let mut visited = vec![1024.0];
    for _ in 0..20 {
        name.arrow(&mut state, 1.0, 0.0);
        visited.push(state.number(Key::Context).unwrap());
    }
    visited.dedup();
    let table = Figure::new(name).table(&state);
    let mut lengths: Vec<f64> = (0..table.n_rows()).map(|row| table.row(row)[2]).collect();
    lengths.sort_unstable_by(f64::total_cmp);
    lengths.dedup();
    assert_eq!(visited, lengths);
}

/// Returns a column of the figure `scaled-angles`.
fn scaled(state: &str, name: &str) -> Vec<f64> {
    column(&table(FigureName::ScaledAngles, state), name)
}

fn preset(label: &str) -> &'static str {
    let presets = FigureName::ScaledAngles.presets().iter();
    let mut labelled = presets.filter(|preset| preset.label.starts_with(label));
    labelled.next().unwrap().query
}

/// Returns the state with the other view.
fn wavelengths(state: &str) -> String {
    format!("{state}&rule-view=wavelengths")
}

/// A press on any row chooses its rule, and every row counts the pairs that its own dials show.
#[test]
fn rules_are_compared_by_what_they_leave_new() {
    let name = FigureName::ScaledAngles;
    let state = "rule-view=rules&dim=128&factor=8&training-length=4096";
    let data = texts(name, state);
    let counts: Vec<&String> = data.iter().filter(|text| text.contains(" of ")).collect();
    let mut figure = Figure::new(name);
    let handle = figure.draw(&spec(state), 760.0).handles().first().copied();
    let handle = handle.unwrap();
    let rules = words(Key::Rule);
    let down = handle.rect.height / rules.len() as f32;
    for (place, word) in rules.iter().enumerate() {
        let y = handle.rect.y + down * (place as f32 + 0.5);
        let chosen = phasor_figures::drag(
            &handle,
            &spec(state),
            Point::new(300.0, y),
            Point::new(300.0, y),
        );
        assert_eq!(chosen.text(Key::Rule), word.name);
        let arcs = scaled(
            &format!("{state}&rule={}", word.name),
            "new part of the circle",
        );
        let n_new = arcs.iter().filter(|arc| **arc > 0.0).count();
        assert_eq!(*counts[place], format!("{n_new} of {}", arcs.len()));
    }
}

/// A press on any dial chooses its pair.
#[test]
fn a_pair_is_chosen_on_its_dial() {
    let state = spec("dim=128&rule=none");
    let mut figure = Figure::new(FigureName::ScaledAngles);
    for width in [340.0, 760.0] {
        let handles = figure.draw(&state, width).handles().to_vec();
        let chosen = |pair_idx: f64| {
            let at = |handle: &Handle| {
                let middle = handle.rect.y + handle.rect.height / 2.0;
                Point::new(handle.panel.x_px(pair_idx), middle)
            };
            let mut rows = handles.iter();
            let row = rows.find(|handle| handle.rect.contains(at(handle)));
            let row = row.unwrap();
            phasor_figures::drag(row, &state, at(row), at(row)).pair()
        };
        for pair_idx in [0, 7, 8, 9, 10, 31, 63] {
            assert_eq!(chosen(f64::from(pair_idx)), pair_idx as usize);
        }
    }
}

#[track_caller]
fn near(data: f64, expected: f64) {
    assert!(
        (data / expected - 1.0).abs() < 1e-7,
        "{data} is not {expected}"
    );
}

/// Published models, with numbers that transformers gives.
#[test]
fn rules_do_to_each_pair_what_they_do_in_real_models() {
    let llama = preset("Llama 3.1");
    let inv_freq = scaled(llama, "inv_freq after");
    near(inv_freq[29], 0.0021665707635);
    near(inv_freq[34], 1.78507812768e-4);
    near(inv_freq[63], 3.06892599e-7);
    let fates = scaled(llama, "what the rule does");
    for (pair_idx, fate) in fates.iter().enumerate() {
        let expected = f64::from(u8::from(pair_idx > 28) + u8::from(pair_idx > 34));
        assert_eq!(*fate, expected, "pair {pair_idx}");
    }
    let sentence = reading(FigureName::ScaledAngles, &wavelengths(llama));
    assert_mentions(&sentence, &["64", "Llama 3.1 × 8", "29", "29", "6"]);
    // No pair reaches new angles with the rule; without it, 29 do.
    let sentence = reading(FigureName::ScaledAngles, llama);
    assert_eq!(numbers(&sentence), [3.1, 8.0, 65_536.0, 29.0], "{sentence}");

    let yarn = preset("YaRN");
    let inv_freq = scaled(yarn, "inv_freq after");
    near(inv_freq[21], 0.046940859998);
    near(inv_freq[33], 0.00460043546785);
    near(inv_freq[46], 8.33450895e-5);
    // 1.27725887 squared.
    let sentence = reading(FigureName::ScaledAngles, &wavelengths(yarn));
    assert_mentions(&sentence, &["1.631"]);

    let phi = scaled(preset("Phi"), "inv_freq after");
    near(phi[0], 1.0 / 1.08);
    assert!((phi[47] / 1.868_488_17e-6 - 1.0).abs() < 1e-4);
    let gemma = scaled(preset("p-RoPE"), "inv_freq after");
    assert!(gemma[63] > 0.0 && gemma[64] == 0.0);
    let slowest = std::f64::consts::TAU / gemma[63];
    assert!((slowest - 188.253).abs() < 5e-4, "{slowest}");
}

#[test]
fn new_angles_are_those_of_pairs_that_never_came_round() {
    let new = |state: &str| {
        let arcs = scaled(state, "new part of the circle").into_iter();
        arcs.filter(|arc| *arc > 0.0).count()
    };
    // The critical dimension of Llama 2 is 92, so 46 pairs came round and 18 did not.
    let llama = "base=10000&dim=128&training-length=4096&factor=2";
    assert_eq!(new(&format!("{llama}&rule=none")), 18);
    assert_eq!(new(&format!("{llama}&rule=linear")), 0);
    assert_eq!(new(&format!("{llama}&rule=yarn")), 0);
    assert_eq!(new(&format!("{llama}&rule=llama3")), 0);
    // Only the slowest pair is divided by the whole factor.
    assert_eq!(new(&format!("{llama}&rule=ntk")), 17);
    assert_eq!(new(&format!("{llama}&rule=none&factor=1")), 0);
    let sentence = reading(FigureName::ScaledAngles, &format!("{llama}&rule=none"));
    assert_mentions(&sentence, &["8,192", "18", "4,096"]);
    let sentence = reading(FigureName::ScaledAngles, &format!("{llama}&rule=ntk"));
    assert_mentions(&sentence, &["NTK-aware × 2", "17", "8,192", "18"]);
}

#[test]
fn a_length_between_the_steps_is_refused_by_their_size() {
    let (spec, errors) = query::parse("context=9000");
    assert_eq!(spec, Spec::default());
    let sentence: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(sentence.len(), 1);
    assert_mentions(
        &sentence[0],
        &["`context`", "512", "1,024", "131,072", "`9000`"],
    );
}

/// The cursor goes through no name, and on a desk every model has one beside its curve.
#[test]
fn names_of_models_keep_clear_of_the_cursor_and_of_every_measurement() {
    const NAMES: [&str; 4] = [
        "Llama 2 70B",
        "Mistral 7B v0.1",
        "Yarn-Mistral 64k",
        "Yarn-Mistral 128k",
    ];
    for width in [340.0, 358.0, 600.0, 688.0, 760.0] {
        for context in [
            1024, 2048, 4096, 8192, 16_384, 24_576, 32_768, 49_152, 65_536, 98_304, 131_072,
        ] {
            let state = format!("context={context}");
            let mut figure = Figure::new(FigureName::PastTraining);
            let drawing = figure.draw(&spec(&state), width);
            let panel = drawing.panels()[0];
            let cursor = panel.x_px(f64::from(context));
            let mut n_names = 0;
            for mark in drawing.marks() {
                let Mark::Text { text, at, .. } = mark else {
                    continue;
                };
                let name = drawing.text_of(text);
                if at.y < panel.rect.y || !NAMES.contains(&name) {
                    continue;
                }
                n_names += 1;
                // Letters of this size are at most so wide.
                let half = 5.6 * name.len() as f32 / 2.0;
                assert!((at.x - cursor).abs() > half, "{name}: {state} at {width}");
                for mark in drawing.marks() {
                    let Mark::Disc { center, radius, .. } = mark else {
                        continue;
                    };
                    let (aside, below) = (center.x - at.x, center.y - at.y);
                    let is_in_line = (-8.0 - radius..=*radius).contains(&below);
                    assert!(
                        aside.abs() > half + radius || !is_in_line,
                        "{name}: {state} at {width}"
                    );
                }
            }
            assert!(
                n_names == 4 || width < 688.0,
                "{n_names} names: {state} at {width}"
            );
            assert!(n_names >= 1, "{n_names} names: {state} at {width}");
        }
    }
}

/// The divisors of the figure are those of the published file on our shelf, which has them as 32-bit numbers.
#[test]
fn longrope_has_the_divisors_of_the_published_model() {
    let file = include_str!("../../../../../assets/models/phi-3.5-mini.json");
    let file: serde_json::Value = serde_json::from_str(file).unwrap();
    let published = file["rope_scaling"]["long_factor"].as_array().unwrap();
    let data = table(FigureName::ScaledAngles, "rule=longrope");
    let (before, after) = (
        column(&data, "inv_freq before"),
        column(&data, "inv_freq after"),
    );
    assert_eq!(before.len(), published.len());
    for ((before, after), divisor) in before.iter().zip(after).zip(published) {
        let divisor = divisor.as_f64().unwrap();
        assert!((before / after - divisor).abs() < 1e-5, "{divisor}");
    }
}
