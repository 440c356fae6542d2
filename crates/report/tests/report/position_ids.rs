//! What the view of a model says of its position ids.

use phasor_encoding::positions::Rule;
use phasor_report::block::Table;
use phasor_report::{Ask, Block, Subject, contents, usual_layout};

use crate::acceptance::{published, text_of};
use crate::mentions::assert_mentions;

/// The first column of the table.
const FIRST: &str = "axis";

fn subject(class: &str) -> Subject {
    let config =
        format!(r#"{{"model_type": "{class}", "hidden_size": 4096, "num_attention_heads": 32}}"#);
    Subject::read(&config).unwrap()
}

/// Returns the report on the tokens of a layout, and its table of ids.
fn report(subject: &Subject, layout: Option<&str>) -> (String, Option<Table>) {
    let ask = Ask {
        layout: layout.map(str::to_owned),
        ..Ask::default()
    };
    let blocks = contents(subject, None, &ask);
    let table = blocks.iter().find_map(|block| match block {
        Block::Table(table) if table.head[0] == FIRST => Some(table.clone()),
        _ => None,
    });
    (text_of(&blocks), table)
}

fn rows(table: &Table) -> Vec<String> {
    let row = |row: &Vec<_>| {
        row.iter()
            .map(|cell: &phasor_report::block::Cell| cell.text.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    };
    table.rows.iter().map(row).collect()
}

#[test]
fn each_class_has_its_rule_and_its_axes() {
    for rule in Rule::all() {
        for class in rule.classes() {
            let (report, table) = report(&subject(class), None);
            let names = [&[rule.name()], rule.axis_names()].concat();
            assert_mentions(&report, &names);
            let table = table.unwrap();
            let axes: Vec<&str> = table.rows.iter().map(|row| row[0].text.as_str()).collect();
            assert_eq!(axes, rule.axis_names(), "{class}");
        }
    }
}

#[test]
fn an_image_advances_text_by_its_longest_side() {
    let (_, table) = report(&published("qwen3-vl-4b"), Some("pad a <image 2x3> b"));
    let table = table.unwrap();
    assert_eq!(table.head.len(), 1 + 9);
    assert_eq!(
        rows(&table),
        [
            "time 0 0 1 1 1 1 1 1 4",
            "row 0 0 1 1 1 2 2 2 4",
            "column 0 0 1 2 3 1 2 3 4"
        ]
    );
}

#[test]
fn text_alone_has_one_axis() {
    let (report, table) = report(&published("llama-3.1-8b"), Some("pad a b | c"));
    assert_mentions(&report, &["one axis", "from 0"]);
    assert_eq!(rows(&table.unwrap()), ["position 0 0 1 0"]);
}

#[test]
fn a_class_that_counts_after_padding_begins_there() {
    let config = r#"{"model_type": "roberta", "hidden_size": 768, "pad_token_id": 7}"#;
    let (sentences, table) = report(&Subject::read(config).unwrap(), Some("pad a b"));
    assert_mentions(&sentences, &["counted from 8", "gets 7"]);
    assert_eq!(rows(&table.unwrap()), ["position 7 8 9"]);
    // The published file does not have the number, and its class has 1.
    let (sentences, _) = report(&published("all-roberta-large"), None);
    assert_mentions(&sentences, &["counted from 2", "gets 1"]);
    // ESM has no default.
    let config =
        r#"{"model_type": "esm", "hidden_size": 768, "position_embedding_type": "absolute"}"#;
    let without = Subject::read(config).unwrap();
    assert_eq!(
        (report_table(&without), usual_layout(&without)),
        (None, None)
    );
}

fn report_table(subject: &Subject) -> Option<Table> {
    report(subject, None).1
}

#[test]
fn a_model_without_ids_has_no_table() {
    for class in ["bloom", "t5", "qwen2_5_omni"] {
        let subject = subject(class);
        let subject = match class {
            "qwen2_5_omni" => published("qwen2.5-omni-7b"),
            _ => subject,
        };
        assert_eq!(
            (report_table(&subject), usual_layout(&subject)),
            (None, None),
            "{class}"
        );
        assert_mentions(&report(&subject, None).0, &["position ids"]);
    }
}

#[test]
fn a_layout_that_a_model_cannot_read_gets_a_sentence() {
    let (report, table) = report(&subject("hunyuan_vl"), Some("a <video 2x2x2>"));
    assert_eq!(table, None);
    assert_mentions(&report, &["<video 2x2x2>", "must be"]);
}

#[test]
fn a_long_layout_ends_in_a_sentence() {
    let (report, table) = report(&published("llama-2-7b"), Some("a*1000"));
    assert_eq!(table.unwrap().head.len(), 1 + 64);
    assert_mentions(&report, &["64", "1,000"]);
}
