//! What the reports say about lengths, windows and the factors of scores.

use phasor_encoding::Scaling;
use phasor_report::block::{Cell, Table};
use phasor_report::{Ask, Block, Outlook, Subject, View, contents};

use crate::acceptance::{outlook, published, text_of};

/// Returns the texts of the overview and of the plan.
fn reports(subject: &Subject, target: Option<usize>) -> [String; 2] {
    [View::Model, View::WhatIf].map(|view| {
        let ask = Ask {
            view,
            target,
            ..Ask::default()
        };
        text_of(&contents(subject, None, &ask))
    })
}

fn table(blocks: &[Block], column: &str) -> Table {
    let table = blocks.iter().find_map(|block| match block {
        Block::Table(table) if table.head.iter().any(|name| name == column) => Some(table),
        _ => None,
    });
    table
        .unwrap_or_else(|| panic!("no column {column}"))
        .clone()
}

#[test]
fn no_report_derives_what_a_model_was_trained_on() {
    for name in [
        "llama-3.1-8b",
        "deepseek-v3",
        "mistral-7b-v0.1",
        "qwen3-8b",
        "internvl3-8b",
    ] {
        for report in reports(&published(name), None) {
            let words = [
                "trained on 8",
                "trained on 4,096 tokens;",
                "of training",
                "training length",
                "has not met",
            ];
            for word in words {
                assert!(!report.contains(word), "{name}: {word} in {report}");
            }
        }
    }
}

#[test]
fn lengths_have_names() {
    for (name, length, expected) in [
        ("llama-3.1-8b", 8192, "original"),
        ("gpt-oss-20b", 4096, "original"),
        ("phi-3.5-mini", 4096, "original"),
        ("qwen3-8b", 40_960, "declared"),
        ("mistral-7b-v0.1", 32_768, "declared"),
        // The length of dynamic scaling is the declared one.
        ("internvl3-8b", 32_768, "declared"),
    ] {
        let subject = published(name);
        let outlook = outlook(&subject, 1_000_000);
        assert_eq!(
            (outlook.original, outlook.length_name()),
            (length, expected),
            "{name}"
        );
    }
    let bare = Subject::read(r#"{"model_type": "my_own", "head_dim": 64, "rope_theta": 10000.0}"#)
        .unwrap();
    assert_eq!(outlook(&bare, 8192).length_name(), "assumed");
}

#[test]
fn the_table_of_models_names_both_lengths() {
    let ask = Ask {
        view: View::Shelf,
        ..Ask::default()
    };
    let table = table(
        &contents(&published("qwen3-8b"), None, &ask),
        "original length",
    );
    let place = |column: &str| table.head.iter().position(|name| name == column).unwrap();
    let lengths = |name: &str| {
        let is_named = |row: &&Vec<Cell>| row[0].model == Some(name);
        let row = table.rows.iter().find(is_named).unwrap();
        ["original length", "declared length"].map(|column| row[place(column)].text.as_str())
    };
    assert_eq!(lengths("llama-3.1-8b"), ["8,192", "131,072"]);
    assert_eq!(lengths("qwen3-8b"), ["", "40,960"]);
    assert_eq!(lengths("internvl3-8b"), ["", "32,768"]);
}

/// Returns the window of the layers of a type, and the pairs with new angles, without the rule and with it.
fn new_angles(
    subject: &Subject,
    layer: Option<&str>,
    target: usize,
) -> (Option<usize>, [usize; 2]) {
    let outlook = Outlook::new(subject, subject.rope(layer).unwrap(), Some(target)).unwrap();
    let stretch = &outlook.stretch;
    (outlook.window, [stretch.n_new_without(), stretch.n_new()])
}

#[test]
fn no_distance_is_new_within_a_window() {
    for (name, layer, window) in [
        ("mistral-7b-v0.1", None, 4096),
        ("llama-4-scout", None, 8192),
        ("exaone-4.0-32b", None, 4096),
        ("gemma-3-4b-it", Some("sliding_attention"), 1024),
        ("gemma-4-26b-a4b", Some("sliding_attention"), 1024),
        // 64 tokens on each side.
        ("modernbert-base", Some("sliding_attention"), 65),
    ] {
        let subject = published(name);
        let expected = (Some(window), [0, 0]);
        assert_eq!(new_angles(&subject, layer, 10_000_000), expected, "{name}");
    }
}

#[test]
fn layers_that_see_the_whole_text_have_no_window() {
    for (name, layer) in [
        ("llama-3.1-8b", None),
        ("gemma-3-4b-it", Some("full_attention")),
        // Every second layer has a window, but all rotate alike.
        ("gpt-oss-20b", None),
        ("gemma-2-9b", None),
        ("smollm3-3b", None),
        ("olmo-3-32b", Some("full_attention")),
    ] {
        let (window, [without, _]) = new_angles(&published(name), layer, 10_000_000);
        assert!(window.is_none() && without > 0, "{name}");
    }
}

/// The class reads windows of 256 for the first three of four layers, and another for the second if the file has one; the last
/// layer sees the whole text.
#[test]
fn windows_of_single_layers_count() {
    let window = |keys: &str| {
        let text = format!(r#"{{"model_type": "neomme", "num_hidden_layers": 4{keys}}}"#);
        let subject = Subject::read(&text).unwrap();
        new_angles(&subject, Some("sliding_attention"), 1_000_000).0
    };
    let own = |size: usize| {
        window(&format!(
            r#", "per_layer_config": {{"1": {{"sliding_window": {size}}}}}"#
        ))
    };
    assert_eq!(window(""), Some(1025));
    assert_eq!(own(512), Some(513));
    assert_eq!(own(64), Some(257));
}

#[test]
fn windows_come_from_the_file_or_its_class() {
    let window = |class: &str, keys: &str| {
        let text = format!(
            r#"{{"model_type": "{class}", "head_dim": 128, "num_hidden_layers": 8{keys}}}"#
        );
        new_angles(&Subject::read(&text).unwrap(), None, 1_000_000).0
    };
    assert_eq!(window("mistral", ""), Some(4096));
    assert_eq!(window("mistral", r#", "sliding_window": 1000"#), Some(1000));
    assert_eq!(window("mistral", r#", "sliding_window": null"#), None);
    // Only the layers with a window rotate.
    assert_eq!(window("cohere2", ""), Some(4096));
    assert_eq!(window("llama4_text", ""), Some(8192));
    assert_eq!(
        window("llama4_text", r#", "attention_chunk_size": 2048"#),
        Some(2048)
    );
    assert_eq!(
        window(
            "qwen2",
            r#", "sliding_window": 4096, "use_sliding_window": false"#
        ),
        None
    );
    assert_eq!(window("llama", r#", "sliding_window": 4096"#), None);
}

/// Returns the factor columns of the plan.
fn has_column(subject: &Subject, column: &str) -> bool {
    let ask = Ask {
        view: View::WhatIf,
        target: Some(1_000_000),
        ..Ask::default()
    };
    let blocks = contents(subject, None, &ask);
    let changes = table(&blocks, "mean cosine");
    changes.head.iter().any(|name| name == column)
}

#[test]
fn a_factor_of_cosines_is_one_of_whole_scores_only_if_all_components_rotate() {
    let [phi, whole] = ["phi-4-mini", "phi-3.5-mini"].map(published);
    // 96 of 128 components rotate, and 96 of 96.
    let [part, _] = reports(&phi, Some(131_072));
    assert!(
        part.contains("1.416667") && !part.contains("temperature"),
        "{part}"
    );
    let [all, _] = reports(&whole, Some(131_072));
    assert!(
        all.contains("1.416667") && all.contains("temperature"),
        "{all}"
    );
    assert!(has_column(&phi, "rotated part of scores times") && has_column(&whole, "scores times"));
    // The factor before softmax is one of whole scores.
    let deepseek = published("deepseek-v3");
    assert!(reports(&deepseek, None)[0].contains("temperature of softmax were 0.5337"));
    let next = r#"{"model_type": "qwen3_next", "head_dim": 256, "partial_rotary_factor": 0.25, "rope_theta": 10000000.0,
        "max_position_embeddings": 262144, "rope_scaling": {"rope_type": "yarn", "factor": 4.0,
        "original_max_position_embeddings": 262144}}"#;
    let next = Subject::read(next).unwrap();
    assert_eq!(outlook(&next, 1_000_000).n_still, Some(192));
    let [part, _] = reports(&next, Some(1_000_000));
    assert!(
        part.contains("1.296477") && !part.contains("temperature"),
        "{part}"
    );
}

#[test]
fn cautions_fit_what_the_file_gives() {
    let train = "train on";
    // Its own rule leaves new angles within the declared length.
    assert!(reports(&published("llama-3.1-8b"), None)[1].contains(train));
    assert!(!reports(&published("llama-3.1-8b"), Some(8192))[1].contains(train));
    assert!(!reports(&published("llama-3.1-8b"), Some(1_000_000))[1].contains(train));
    assert!(!reports(&published("deepseek-v3"), None)[1].contains(train));
    let assumed = "4,096 tokens are assumed";
    let bare = Subject::read(r#"{"model_type": "my_own", "head_dim": 64, "rope_theta": 10000.0}"#)
        .unwrap();
    assert!(reports(&bare, None)[1].contains(assumed));
    let own = r#"{"model_type": "my_own", "head_dim": 64, "rope_theta": 10000.0, "rope_scaling": {"rope_type": "yarn",
        "factor": 4.0, "original_max_position_embeddings": 8192}}"#;
    assert!(!reports(&Subject::read(own).unwrap(), None)[1].contains(assumed));
}

#[test]
fn rules_that_follow_the_length_warn_of_caches() {
    for name in ["phi-3-mini-128k", "internvl3-8b"] {
        let subject = published(name);
        let rule = &subject.rope(None).unwrap().scaling;
        assert!(matches!(rule, Scaling::LongRope(_) | Scaling::Dynamic(_)));
        let [_, plan] = reports(&subject, None);
        assert!(
            plan.contains("cached keys") && plan.contains("largest position"),
            "{plan}"
        );
    }
    let [_, plan] = reports(&published("llama-3.1-8b"), None);
    assert!(!plan.contains("cached keys"));
}

#[test]
fn what_no_key_says_is_said_of_its_class() {
    let of = |text: &str| reports(&Subject::read(text).unwrap(), None)[0].clone();
    let [v4, _] = reports(&published("deepseek-v4-flash"), None);
    assert!(
        v4.contains("values rotate") && v4.contains("last 64 components"),
        "{v4}"
    );
    let v32 = of(r#"{"model_type": "deepseek_v32", "num_attention_heads": 128}"#);
    assert!(
        v32.contains("interleaved pairs") && v32.contains("half-split pairs in the first 64"),
        "{v32}"
    );
    // The indexer of GLM-5 has the pairs of its attention.
    let [glm, _] = reports(&published("glm-5"), None);
    assert!(glm.contains("interleaved pairs in the first 64") && !glm.contains("values rotate"));
    for (name, pairs) in [("glm-5.2", "interleaved"), ("deepseek-v3.2", "half-split")] {
        let ask = Ask {
            view: View::Layout,
            ..Ask::default()
        };
        let layout = text_of(&contents(&published(name), None, &ask));
        assert!(layout.contains(&format!("has {pairs} pairs")), "{layout}");
    }
}
