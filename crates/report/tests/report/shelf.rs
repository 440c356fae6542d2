//! Every published model in every view.

use std::collections::{BTreeMap, BTreeSet};

use phasor_draw::{Scheme, Theme};
use phasor_model_files::{Finding, Severity};
use phasor_params::choice::Choice as _;
use phasor_report::{Ask, Block, Subject, View, contents, html, shelf};

#[test]
fn every_model_fills_every_view() {
    let theme = Theme::new(Scheme::Light);
    let qwen = shelf::published("qwen3-8b").unwrap().subject().unwrap();
    // Each model gets one length and width; many models of the shelf are alike in every view.
    let lengths = [(None, 340.0), (Some(10_000_000), 760.0), (Some(2), 900.0)];
    for (model, (target, width)) in shelf::SHELF.iter().zip(lengths.into_iter().cycle()) {
        let subject = model.subject().unwrap();
        for view in View::all().filter(|view| *view != View::Shelf) {
            let ask = Ask {
                view,
                target,
                width,
                ..Ask::default()
            };
            let blocks = contents(&subject, Some(&qwen), &ask);
            assert!(
                matches!(blocks.first(), Some(Block::Lead(_))),
                "{} {view:?}",
                model.name
            );
            let html = html::html(&blocks, &theme, html::Place::Room).unwrap();
            for odd in ["NaN", "inf<", "null", "None", "Some("] {
                assert!(
                    !html.contains(odd) || view == View::Code,
                    "{odd} in {} {view:?}",
                    model.name
                );
            }
        }
    }
}

#[test]
fn a_model_is_its_own_nearest() {
    for model in shelf::SHELF {
        let subject = model.subject().unwrap();
        let blocks = contents(&subject, None, &Ask::default());
        let first = shelf::SHELF.iter().find(|other| other.text == model.text);
        let first = first.unwrap();
        // The sentence ends with the source; what differs would follow.
        let own = format!("{} (`{}`).", first.title, first.source);
        let is_same = |block: &Block| matches!(block, Block::Text(text) if text.ends_with(&own));
        assert!(blocks.iter().any(is_same), "{}", model.name);
    }
}

#[test]
fn other_numbers_of_a_rule_are_no_equal_positions() {
    let phi = shelf::published("phi-3.5-mini").unwrap();
    let changed = phi.text.replacen("1.0800000429153442", "1.07", 1);
    assert_ne!(changed, phi.text);
    let subject = Subject::read(&changed).unwrap();
    let blocks = contents(&subject, None, &Ask::default());
    let is_same = |block: &Block| matches!(block, Block::Text(text) if text.ends_with("`)."));
    assert!(!blocks.iter().any(is_same));
}

#[test]
fn names_are_unique_and_months_are_in_order() {
    assert_eq!(sorted_names().len(), shelf::SHELF.len());
    assert!(shelf::SHELF.is_sorted_by_key(|model| model.month));
    for model in shelf::SHELF {
        assert!((2018..=2026).contains(&model.year()), "{}", model.month);
        assert_eq!(model.source.split('/').count(), 2, "{}", model.source);
    }
}

/// Each model has a line in the table of sources: a repository, its revision and a path, or the words that they were not
/// found again.
#[test]
fn every_model_has_a_source_or_is_marked() {
    let mut lines = include_str!("../../../../assets/model-sources.tsv").lines();
    assert_eq!(lines.next(), Some("model\trepository\trevision\tpath"));
    let sources: BTreeMap<&str, Vec<&str>> = lines
        .map(|line| {
            let mut cells = line.split('\t');
            (cells.next().unwrap(), cells.collect())
        })
        .collect();
    assert!(sources.keys().copied().eq(sorted_names()));
    let mut n_recorded = 0;
    for model in shelf::SHELF {
        let source = &sources[model.name];
        let is_recorded = match source.as_slice() {
            ["not found again", "", ""] => false,
            [repository, revision, path] => {
                let is_hex = |digit: char| digit.is_ascii_hexdigit();
                assert_eq!(repository.split('/').count(), 2, "{}", model.name);
                assert!(revision.len() == 40 && revision.chars().all(is_hex));
                !path.is_empty()
            }
            _ => panic!("{}: {source:?}", model.name),
        };
        let expected = model.revision == shelf::Revision::Recorded;
        assert_eq!(is_recorded, expected, "{}", model.name);
        n_recorded += usize::from(is_recorded);
    }
    assert!(n_recorded >= 150, "{n_recorded} models with a revision");
}

fn sorted_names() -> BTreeSet<&'static str> {
    shelf::SHELF.iter().map(|model| model.name).collect()
}

#[test]
fn every_model_is_read_without_an_error() {
    assert!(shelf::SHELF.len() >= 150);
    for model in shelf::SHELF {
        let findings = phasor_model_files::read(model.text).unwrap().findings;
        let is_error = |finding: &Finding| finding.severity == Severity::Error;
        assert!(!findings.iter().any(is_error), "{}", model.name);
    }
}

#[test]
fn a_text_cannot_leave_its_place() {
    let evil = r#"{"model_type": "<img src=x onerror=alert(1)>", "rope_scaling": {"rope_type": "</pre><script>"},
        "head_dim": 64, "<b>rope": 1}"#;
    let subject = Subject::read(evil).unwrap();
    for view in View::all() {
        let blocks = contents(
            &subject,
            Some(&subject),
            &Ask {
                view,
                ..Ask::default()
            },
        );
        let html = html::html(&blocks, &Theme::new(Scheme::Dark), html::Place::Room).unwrap();
        for tag in ["<img", "<script", "<b>rope"] {
            assert!(!html.contains(tag), "{tag} in {view:?}");
        }
    }
}

#[test]
fn layers_are_known_but_for_a_few_models() {
    let n_layers = |name: &str| {
        let subject = shelf::published(name).unwrap().subject().unwrap();
        let layers = &subject.model().layers;
        let rotary = layers.iter().filter(|layer| layer.is_rotary);
        (layers.len(), rotary.count())
    };
    let without = shelf::SHELF.iter().map(|model| model.name);
    let without: Vec<&str> = without.filter(|name| n_layers(name).0 == 0).collect();
    let expected = [
        "qwen2-audio-7b",
        "llama-nemotron-super-49b",
        "bamba-9b-v2",
        "mistral-medium-3.5",
        "kimi-k2.7-code-nvfp4",
    ];
    assert_eq!(without, expected);
    for (name, expected) in [
        ("exaone-4.0-32b", (64, 48)),
        ("lfm2-8b-a1b", (24, 6)),
        ("qwen3.5-27b", (64, 16)),
        ("mimo-v2-flash", (48, 48)),
        ("gpt2", (12, 0)),
        ("bloom-560m", (24, 0)),
    ] {
        assert_eq!(n_layers(name), expected, "{name}");
    }
}
