//! What a kit holds.

use phasor_report::Subject;
use phasor_report::kit::{Format, Kit, KitError, read};

use crate::support::{array, subject};

#[test]
fn the_same_kit_has_the_same_bytes() {
    let llama = subject("llama-3.2-1b.json");
    for format in Format::ALL {
        let bytes = [0; 2].map(|_| Kit::new(&llama, None).unwrap().bytes(format));
        assert_eq!(bytes[0], bytes[1], "{format:?}");
        // All numbers survive, to the bit.
        let kit = Kit::new(&llama, None).unwrap();
        let back = read(&bytes[0]).unwrap();
        for before in &kit.arrays {
            let after = array(&back, &before.name);
            assert_eq!(after.shape, before.shape);
            let pairs = after.numbers.iter().zip(&before.numbers);
            for (after, before) in pairs {
                let is_same = after == before || *after as f32 == *before as f32;
                assert!(is_same, "{format:?}: {after}, not {before}");
            }
        }
    }
}

#[test]
fn every_set_has_its_layers() {
    let gemma = subject("gemma-3-4b-it.json");
    let kit = Kit::new(&gemma, None).unwrap();
    for prefix in ["full_attention", "sliding_attention"] {
        assert_eq!(
            array(&kit.arrays, &format!("{prefix}/f64/cos")).shape[1],
            128
        );
    }
    let one = Kit::new(&gemma, Some("sliding_attention")).unwrap();
    assert!(one.arrays.len() == kit.arrays.len() / 2);
    assert_eq!(
        Kit::new(&gemma, Some("chunked_attention")),
        Err(KitError::Still)
    );
    let phi = Kit::new(&subject("phi-3.5-mini.json"), None).unwrap();
    let [short, long] = ["short", "long"].map(|part| {
        array(&phi.arrays, &format!("all_layers/{part}/positions"))
            .numbers
            .clone()
    });
    assert!(short.iter().all(|position| *position < 4096.0) && short.contains(&4095.0));
    assert!(long.contains(&131_071.0));
}

#[test]
fn the_text_names_settings_and_mistakes() {
    let text = Kit::new(&subject("gemma-4-26b-a4b.json"), None)
        .unwrap()
        .readme;
    for name in [
        "half-split",
        "packed-lanes",
        "plain-partial",
        "low-precision",
        "1,000,000",
        "512",
    ] {
        assert!(text.contains(name), "{name}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 130));
    let deepseek = Kit::new(&subject("deepseek-v3.json"), None).unwrap().readme;
    for name in ["interleaved", "mscale-on-table", "1.873854"] {
        assert!(deepseek.contains(name), "{name}");
    }
}

#[test]
fn models_without_a_kit_say_why() {
    let bloom = Subject::read(r#"{"model_type": "bloom", "n_head": 32}"#).unwrap();
    assert_eq!(Kit::new(&bloom, None), Err(KitError::Still));
    let wide = Subject::read(r#"{"model_type": "llama", "head_dim": 65536}"#).unwrap();
    assert_eq!(Kit::new(&wide, None), Err(KitError::Large(65_536)));
}
