//! A rule that a reader brings is read as transformers reads it, and compared with the others.

use phasor_report::block::Table;
use phasor_report::{Ask, Block, OwnRule, OwnRuleError, Subject, View, contents};
use proptest::prelude::{any, proptest};

use crate::acceptance::published;
use crate::mentions::assert_mentions;

fn report(subject: &Subject, target: usize, rule: &str) -> Vec<Block> {
    let ask = Ask {
        view: View::WhatIf,
        target: Some(target),
        own_rule: Some(rule.to_owned()),
        ..Ask::default()
    };
    contents(subject, None, &ask)
}

/// Returns the rows of the table of rules.
fn rows(blocks: &[Block]) -> Vec<Vec<String>> {
    let is_of_rules = |table: &&Table| table.head.first().is_some_and(|name| name == "rule");
    let tables = blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    let table = tables.into_iter().find(is_of_rules).unwrap();
    let texts =
        |row: &Vec<phasor_report::block::Cell>| row.iter().map(|cell| cell.text.clone()).collect();
    table.rows.iter().map(texts).collect()
}

fn error(subject: &Subject, rule: &str) -> OwnRuleError {
    OwnRule::read(subject, subject.rope(None).unwrap(), rule).unwrap_err()
}

#[test]
fn a_rule_that_the_report_also_offers_has_the_same_numbers() {
    let qwen = published("qwen3-8b");
    let yarn = r#"{"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 40960}"#;
    let blocks = report(&qwen, 163_840, yarn);
    let rows = rows(&blocks);
    let named = |name: &str| rows.iter().find(|row| row[0] == name).unwrap();
    assert_eq!(named("yours: YaRN × 4")[1..], named("YaRN × 4")[1..]);
    assert_eq!(rows[1][0], "yours: YaRN × 4");
    let sentence = blocks.iter().find_map(|block| match block {
        Block::Text(text) if text.starts_with("With your rule") => Some(text),
        _ => None,
    });
    assert_mentions(sentence.unwrap(), &["YaRN × 4", "40,960"]);
}

#[test]
fn a_rule_may_have_another_base_and_the_old_words() {
    let llama = published("llama-3-8b");
    let blocks = report(
        &llama,
        32_768,
        r#"{"rope_theta": 5000000.0, "rope_type": "default"}"#,
    );
    let own = rows(&blocks);
    assert_eq!(own[1][0], "yours: no rule, base 5,000,000");
    // The pairs are those that a file with that base has, of which fewer do not complete a turn.
    assert_ne!(own[1][3], own[0][3]);
    let old = report(&llama, 32_768, r#"{"type": "linear", "factor": 4.0}"#);
    assert_eq!(rows(&old)[1][0], "yours: linear × 4");
    // Its base is its own in a class that rotates a part, too.
    let phi = published("phi-2");
    let rule = OwnRule::read(
        &phi,
        phi.rope(None).unwrap(),
        r#"{"rope_type": "linear", "factor": 2.0}"#,
    );
    assert_eq!(rule.unwrap().layer.rotary_dim, 32);
}

#[test]
fn what_transformers_rejects_is_one_sentence() {
    let qwen = published("qwen3-8b");
    assert_eq!(error(&qwen, "yarn"), OwnRuleError::NoObject);
    assert_eq!(error(&qwen, "[4]"), OwnRuleError::NoObject);
    let missing = error(&qwen, r#"{"rope_type": "linear"}"#).to_string();
    assert_mentions(&missing, &["rope_parameters.factor", "Missing"]);
    let unknown = error(&qwen, r#"{"rope_type": "yam", "factor": 4.0}"#).to_string();
    assert_mentions(&unknown, &["yam"]);
    let part = r#"{"rope_type": "default", "partial_rotary_factor": 0.5}"#;
    let expected = OwnRuleError::OtherComponents {
        expected: 128,
        given: 64,
    };
    assert_eq!(error(&qwen, part), expected);
    let [Block::Lead(lead)] = &report(&qwen, 8192, part)[..] else {
        panic!("the sentence alone");
    };
    assert_eq!(*lead, expected.to_string());
    let layer = qwen.rope(None).unwrap();
    let odd = r#"{"rope_type": "linear", "factor": 2.0, "beta_fats": 3}"#;
    assert_eq!(OwnRule::read(&qwen, layer, odd).unwrap().warnings.len(), 1);
    // The declared length is that before the rule.
    let llama3 = r#"{"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
        "original_max_position_embeddings": 40960}"#;
    assert_eq!(
        OwnRule::read(&qwen, layer, llama3).unwrap().warnings,
        [""; 0]
    );
}

proptest! {
    /// Any text is a rule or a sentence.
    #[test]
    fn any_text_is_read(text in any::<String>(), key in "[a-z_]{1,12}", number: f64) {
        let qwen = published("qwen3-8b");
        let layer = qwen.rope(None).unwrap();
        for text in [text, format!("{{\"{key}\": {number}}}"), format!("{{\"rope_type\": \"yarn\", \"factor\": {number}}}")] {
            let _ = OwnRule::read(&qwen, layer, &text);
        }
    }
}
