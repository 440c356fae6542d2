//! Which bases keep the sum of cosines from going negative.

use phasor_encoding::Frequencies;
use phasor_encoding::analysis::decay::{first_negative, first_negative_with, smallest_base};
use phasor_report::block::Table;
use phasor_report::{Ask, Block, Subject, View, contents};

use crate::acceptance::{outlook, published, text_of};

fn plan(subject: &Subject, target: usize) -> Vec<Block> {
    let ask = Ask {
        view: View::WhatIf,
        target: Some(target),
        ..Ask::default()
    };
    contents(subject, None, &ask)
}

/// Returns the table of smallest bases.
fn smallest(blocks: &[Block]) -> Option<&Table> {
    blocks.iter().find_map(|block| match block {
        Block::Table(table) if table.head.iter().any(|name| name == "smallest base") => Some(table),
        _ => None,
    })
}

fn number(text: &str) -> f64 {
    text.replace(',', "").parse().unwrap()
}

/// Returns a row for each length: its tokens and the base that the table gives.
fn bases(head_dim: usize) -> Vec<(usize, f64)> {
    let text = format!(r#"{{"model_type": "llama", "head_dim": {head_dim}}}"#);
    let blocks = plan(&Subject::read(&text).unwrap(), 4096);
    let rows = smallest(&blocks).unwrap().rows.iter();
    rows.map(|row| (number(&row[0].text) as usize, number(&row[1].text)))
        .collect()
}

#[test]
fn every_base_of_the_table_passes_and_the_one_before_it_fails() {
    for head_dim in [64, 96, 128, 256] {
        let bases = bases(head_dim);
        assert_eq!(bases.len(), 6);
        for (length, base) in bases {
            let fails =
                |base: f64| first_negative(&Frequencies::new(base, head_dim).unwrap(), length);
            assert_eq!(fails(base), None, "{base} for {head_dim} and {length}");
            // A unit of the fifth digit, or of the sixth where the number has one.
            let five = 10f64.powf(base.log10().floor() - 4.0);
            let unit = if base % five == 0.0 {
                five
            } else {
                five / 10.0
            };
            assert!(
                fails(base - unit).is_some(),
                "{base} for {head_dim} and {length}"
            );
        }
    }
}

#[test]
fn short_bases_are_what_the_search_finds() {
    for (length, base) in bases(128).into_iter().take(2) {
        let found = smallest_base(128, length).unwrap().unwrap();
        // The search has a precision of 1e-5, and the table five digits.
        assert!((base / found - 1.0).abs() < 1.2e-4, "{base}, {found}");
    }
}

#[test]
fn components_that_do_not_rotate_count() {
    for (name, n_still) in [
        ("gpt-neox-20b", 72),
        ("deepseek-v3", 128),
        ("glm-4-9b-0414", 64),
        ("phi-1_5", 32),
    ] {
        let subject = published(name);
        let outlook = outlook(&subject, 131_072);
        assert_eq!(outlook.n_still, Some(n_still), "{name}");
        let plain = &outlook.stretch.before;
        // Of the rotating pairs alone, the sum does fall below 0.
        assert!(first_negative(plain, 131_072).is_some(), "{name}");
        assert_eq!(first_negative_with(plain, n_still, 131_072), None, "{name}");
        let blocks = plan(&subject, 131_072);
        assert!(smallest(&blocks).is_none(), "{name}");
        assert!(
            !text_of(&blocks).contains("falls below 0 at distance 223"),
            "{name}"
        );
    }
    // p-RoPE has a frequency of 0 for what does not rotate.
    let gemma = published("gemma-4-26b-a4b");
    assert_eq!(outlook(&gemma, 4096).n_still, Some(0));
    assert!(smallest(&plan(&gemma, 4096)).is_none());
}

#[test]
fn an_unknown_number_of_still_components_is_no_number() {
    let text =
        r#"{"model_type": "deepseek_v3", "qk_rope_head_dim": 64, "num_attention_heads": 128}"#;
    let subject = Subject::read(text).unwrap();
    assert_eq!(outlook(&subject, 4096).n_still, None);
    assert!(smallest(&plan(&subject, 4096)).is_none());
}

#[test]
fn llama_2_has_a_smaller_base_than_the_table_asks_for() {
    let llama = published("llama-2-7b");
    let blocks = plan(&llama, 4096);
    let row = smallest(&blocks).unwrap().rows[0].iter();
    let row: Vec<&str> = row.map(|cell| cell.text.as_str()).collect();
    assert!(llama.rope(None).unwrap().base < number(row[1]));
    assert!(row[2].ends_with("negative at distance 1,707"));
}
