//! The figure of bulk RoPE: what its address holds, the models it names, what it draws and says.
//!
//! `PHASOR_BLESS=1 cargo test --features cli --test bulk_figure` stores what is drawn now.
#![cfg(feature = "paint")]
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

use std::fs;
use std::path::PathBuf;

use phasor::config::bulk::{BulkKey, BulkSpec, MODELS, TABLE};
use phasor::config::{Kind, model};
use phasor::encoding::Pairing;
use phasor::figure::Drawing;
use phasor::figure::bulk_rope::{BulkRope, Means, Run, Sample};
use phasor::figure::{Anchor, Mark, Point};
use phasor::paint::svg::svg;
use phasor::paint::{Scheme, Theme};
use proptest::prelude::*;

#[test]
fn every_key_has_its_row_and_every_default_is_accepted() {
    let default = BulkSpec::default();
    for row in &TABLE {
        assert_eq!(row.key.parameter(), row);
        let mut again = default.clone();
        again.set(row.key, &default.text(row.key)).unwrap();
        assert_eq!(again, default, "{}", row.name);
        assert!(!row.help.is_empty() && !row.label.is_empty());
    }
}

#[test]
fn models_have_the_sizes_of_their_published_configurations() {
    let published = [
        ("Llama 3.1 8B", "llama-3.1-8b"),
        ("Llama 3.2 1B", "llama-3.2-1b"),
        ("Qwen2.5 7B", "qwen2.5-7b-instruct"),
        ("Gemma 2 9B", "gemma-2-9b"),
        ("Phi-3 mini", "phi-3-mini-4k"),
        ("Command R", "command-r-v01"),
        ("GPT-NeoX 20B", "gpt-neox-20b"),
        ("DeepSeek-V3, rotary part", "deepseek-v3"),
    ];
    assert_eq!(published.len(), MODELS.len());
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/models");
    for (label, file) in published {
        let text = fs::read_to_string(folder.join(format!("{file}.json"))).unwrap();
        let reading = model::read(&text).unwrap();
        let of_layer = reading.model.rope(None).unwrap();
        let rope = of_layer.rope(None).unwrap();
        let here = MODELS.iter().find(|model| model.label == label).unwrap();
        let [heads, head_dim, rotary_dim] = here.sizes.map(u64::from);
        assert_eq!(Some(heads as usize), reading.model.n_heads, "{label}");
        let frequencies = rope.frequencies();
        assert_eq!(rotary_dim, 2 * frequencies.n_pairs() as u64, "{label}");
        assert_eq!(here.base, frequencies.base(), "{label}");
        assert_eq!(here.pairing, rope.pairing(), "{label}");
        assert_eq!(head_dim, rope.head_dim() as u64, "{label}");
    }
}

#[test]
fn a_head_holds_what_turns_and_a_wrong_text_changes_nothing() {
    let mut spec = BulkSpec::default();
    spec.set(BulkKey::HeadDim, "65").unwrap();
    assert_eq!(spec.number(BulkKey::RotaryDim), Some(64.0));
    let before = spec.clone();
    for (key, text, told) in [
        (
            BulkKey::RotaryDim,
            "66",
            "even number from 2 to head_dim, which is 65, not `66`",
        ),
        (BulkKey::RotaryDim, "7", "even number"),
        (
            BulkKey::NPositions,
            "0",
            "`positions` must be a whole number from 1 to 4,194,304",
        ),
        (BulkKey::Position, "10000001", "from 0 to 10,000,000"),
        (
            BulkKey::Path,
            "fast",
            "auto or scalar or simd or webgpu, not `fast`",
        ),
        (BulkKey::Base, "nan", "must be a number"),
    ] {
        let refused = spec.set(key, text).unwrap_err().to_string();
        assert!(refused.contains(told), "{refused}");
        assert_eq!(spec, before);
    }
    assert!(spec.model().is_none());
    spec.take(&MODELS[2]);
    assert_eq!(spec.model(), Some(&MODELS[2]));
    let (_, errors) = BulkSpec::parse("positions=3&colour=red");
    assert_eq!(
        errors[0].to_string(),
        "There is no parameter `colour` of bulk RoPE."
    );
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(
        model in 0..MODELS.len(), n_positions in 1..4_194_304u32, position in 0..10_000_001u32,
        words in (0..4usize, 0..2usize, 0..2usize), rotary in 1..33u32,
    ) {
        let mut spec = BulkSpec::default();
        spec.take(&MODELS[model]);
        spec.set(BulkKey::NPositions, &n_positions.to_string()).unwrap();
        spec.set(BulkKey::Position, &position.to_string()).unwrap();
        if rotary <= 12 {
            spec.set(BulkKey::RotaryDim, &(2 * rotary).to_string()).unwrap();
        }
        let keys = [BulkKey::Path, BulkKey::Layout, BulkKey::Pairing];
        for (key, word) in keys.into_iter().zip([words.0, words.1, words.2]) {
            if let Kind::Choice(words) = key.parameter().kind {
                spec.set(key, words[word].name).unwrap();
            }
        }
        prop_assert_eq!(BulkSpec::parse(&spec.format()), (spec, vec![]));
    }

    #[test]
    fn no_text_makes_it_panic(text in ".{0,60}") {
        let (spec, _) = BulkSpec::parse(&text);
        prop_assert_eq!(BulkSpec::parse(&spec.format()).0, spec);
    }
}

fn measured() -> BulkRope {
    let run = |means, bytes: f64, copy: f64, seconds: f64| Run {
        means,
        n_positions: bytes / 16_384.0,
        bytes,
        copy_seconds: copy,
        seconds,
        error: 1.59e-7,
    };
    let mib = 1_048_576.0;
    let angle = |pair: f64| 4095.0 * 500_000f64.powf(-pair / 64.0);
    let turned = |pair: usize, (x, y): (f64, f64)| {
        let (sin, cos) = angle(pair as f64).sin_cos();
        (x * cos - y * sin, x * sin + y * cos)
    };
    let vector = |of: &dyn Fn(usize) -> (f64, f64)| {
        let (first, second): (Vec<f64>, Vec<f64>) = (0..64).map(of).unzip();
        [first, second].concat()
    };
    BulkRope {
        planned: vec![0.25 * mib, mib, 4.0 * mib, 16.0 * mib, 64.0 * mib],
        runs: vec![
            run(Means::Simd, 0.25 * mib, 3.0e-6, 7.8e-6),
            run(Means::Simd, mib, 22e-6, 40e-6),
            run(Means::Simd, 4.0 * mib, 90e-6, 150e-6),
            run(Means::Simd, 16.0 * mib, 0.9e-3, 1.0e-3),
            run(Means::Simd, 64.0 * mib, 4.2e-3, 4.4e-3),
            run(Means::WebGpu, 0.25 * mib, 160e-6, 160e-6),
            run(Means::WebGpu, mib, 165e-6, 168e-6),
            run(Means::WebGpu, 4.0 * mib, 190e-6, 195e-6),
            run(Means::WebGpu, 16.0 * mib, 0.30e-3, 0.32e-3),
            run(Means::WebGpu, 64.0 * mib, 0.72e-3, 0.75e-3),
        ],
        sample: Some(Sample {
            position: 4095.0,
            n_pairs: 64,
            pairing: Pairing::HalfSplit,
            before: vector(&|pair| {
                if pair % 2 == 0 {
                    (0.9, 0.3)
                } else {
                    (-0.4, 0.7)
                }
            }),
            after: vector(&|pair| {
                turned(
                    pair,
                    if pair % 2 == 0 {
                        (0.9, 0.3)
                    } else {
                        (-0.4, 0.7)
                    },
                )
            }),
        }),
    }
}

fn drawn(bulk: &BulkRope, width: f32) -> Drawing {
    let mut drawing = Drawing::default();
    drawing.clear(width);
    bulk.draw(&mut drawing);
    drawing
}

#[test]
fn it_is_drawn_as_stored() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/figures");
    let bulk = measured();
    let reading = bulk.reading();
    for (scheme, word, width) in [
        (Scheme::Light, "light", 760.0),
        (Scheme::Dark, "dark", 340.0),
    ] {
        let drawing = drawn(&bulk, width);
        let words = ("Bulk RoPE", reading.as_str());
        let text = svg(&drawing, &Theme::new(scheme), words, |_| Ok(String::new())).unwrap();
        let path = folder.join(format!("bulk-rope-{word}-{width}.svg"));
        if std::env::var_os("PHASOR_BLESS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let stored = fs::read_to_string(&path).unwrap_or_default();
        assert!(text == stored, "{} differs", path.display());
    }
}

/// Where a text begins and ends; a letter is about half as wide as it is high.
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
    for said in [
        "SIMD turns 4,096 positions (64 MiB) in 4.40 ms",
        "1.05 times",
        "30.5 GB/s",
        "1.59e-7",
        "WebGPU takes 0.750 ms",
    ] {
        assert!(reading.contains(said), "{said}: {reading}");
    }
    let table = measured().table();
    assert_eq!((table.n_rows(), table.columns().len()), (10, 7));
    // The last vector of the sample turned as far as its dial says.
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
