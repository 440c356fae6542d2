//! What of two models must be equal for caches and weights to be exchanged.

use phasor_model_files::import::import;
use phasor_report::{Ask, Block, Subject, View, contents, shelf};

const YARN: &str = r#"{"model_type": "llama", "head_dim": 128, "num_attention_heads": 8, "rope_theta": 1e6, "rope_scaling":
    {"rope_type": "yarn", "factor": 16.0, "original_max_position_embeddings": 16384KEYS}}"#;

fn yarn(keys: &str) -> Subject {
    Subject::read(&YARN.replace("KEYS", keys))
        .unwrap()
        .called("a")
}

/// Returns the names of the properties that differ, and whether the report says that a cache can be shared.
fn differing(one: &Subject, two: &Subject) -> (Vec<String>, bool) {
    let ask = Ask {
        view: View::Compare,
        ..Ask::default()
    };
    let blocks = contents(one, Some(two), &ask);
    let names = blocks.iter().find_map(|block| match block {
        Block::Table(table) if !table.is_long => {
            Some(table.rows.iter().map(|row| row[0].text.clone()).collect())
        }
        _ => None,
    });
    let Block::Lead(lead) = &blocks[0] else {
        panic!("no lead")
    };
    (
        names.unwrap_or_default(),
        lead.contains("can serve") && !lead.contains("cannot"),
    )
}

#[test]
fn factors_of_keys_and_of_scores_count() {
    let plain = yarn("");
    assert_eq!(differing(&plain, &plain), (vec![], true));
    for keys in [
        r#", "attention_factor": 1.0"#,
        r#", "mscale": 1.0, "mscale_all_dim": 1.0"#,
    ] {
        assert_eq!(
            differing(&plain, &yarn(keys)),
            (vec!["attention factor".to_owned()], false),
            "{keys}"
        );
    }
    let deepseek = |keys: &str| {
        let text = YARN.replace("KEYS", keys).replace("llama", "deepseek_v3");
        Subject::read(&text).unwrap()
    };
    let attention = r#", "attention_factor": 1.0"#;
    let both = r#", "attention_factor": 1.0, "mscale_all_dim": 1.0"#;
    assert_eq!(
        differing(&deepseek(attention), &deepseek(both)),
        (vec!["softmax factor".to_owned()], true)
    );
}

#[test]
fn numbers_of_a_rule_count_beside_its_name_and_factor() {
    assert_eq!(
        differing(&yarn(""), &yarn(r#", "beta_fast": 8"#)),
        (vec!["frequencies".to_owned()], false)
    );
}

/// A GGUF file has numbers of 32 bits.
#[test]
fn a_base_rounded_to_32_bits_is_the_same() {
    let based = |base: &str| {
        let text = format!(
            r#"{{"model_type": "llama", "head_dim": 128, "num_attention_heads": 8, "rope_theta": {base}}}"#
        );
        Subject::read(&text).unwrap()
    };
    assert_eq!(
        differing(&based("1e11"), &based("99999997952")),
        (vec![], true)
    );
    assert_eq!(
        differing(&based("99999997952"), &based("1e11")),
        (vec![], true)
    );
    assert_eq!(
        differing(&based("1e11"), &based("99000000000")),
        (vec!["base".to_owned()], false)
    );
}

/// The converter of llama.cpp writes the rule llama3 as a tensor, which keys do not show; for Qwen it writes none.
#[test]
fn keys_that_do_not_show_a_rule_prove_nothing_about_it() {
    let keys = |architecture: &str| {
        let text = format!(
            "general.architecture = {architecture}\n{architecture}.embedding_length = 4096\n{architecture}.block_count = 32\n\
             {architecture}.attention.head_count = 32\n{architecture}.attention.head_count_kv = 8\n\
             {architecture}.rope.freq_base = 500000.0\n{architecture}.context_length = 131072\n"
        );
        let imported = import(text.as_bytes(), None).unwrap();
        let subject = Subject::read(&imported.text).unwrap();
        subject.with_hidden_rule(imported.may_hide_rule)
    };
    let llama = shelf::published("llama-3.1-8b").unwrap().subject().unwrap();
    let (names, is_shared) = differing(&llama, &keys("llama"));
    assert!(
        names.contains(&"rule".to_owned()) && !is_shared,
        "{names:?}"
    );
    let lead = |other: &Subject| {
        let blocks = contents(
            &llama,
            Some(other),
            &Ask {
                view: View::Compare,
                ..Ask::default()
            },
        );
        let Block::Lead(lead) = &blocks[0] else {
            panic!("no lead")
        };
        lead.clone()
    };
    assert!(lead(&keys("llama")).contains("rope_freqs.weight"));
    assert!(!lead(&keys("qwen2")).contains("rope_freqs.weight"));
}

/// The cells of the table of all pairs.
fn pairs(one: &Subject, two: &Subject) -> Vec<Vec<String>> {
    let ask = Ask {
        view: View::Compare,
        ..Ask::default()
    };
    let blocks = contents(one, Some(two), &ask);
    let table = blocks.iter().find_map(|block| match block {
        Block::Table(table) if table.is_long => Some(table),
        _ => None,
    });
    let rows = table.expect("a table of pairs").rows.iter();
    rows.map(|row| row.iter().map(|cell| cell.text.clone()).collect())
        .collect()
}

/// In layers of full attention, Gemma 4 rotates 64 of 256 pairs.
#[test]
fn pairs_that_do_not_rotate_are_alike() {
    let published = |name: &str| shelf::published(name).unwrap().subject().unwrap();
    let [large, small] = ["gemma-4-31b-nvfp4", "gemma-4-26b-a4b"].map(published);
    let rows = pairs(&large, &small);
    assert_eq!(rows[255], ["255", "0", "0", "1"]);
    assert!(rows.iter().all(|row| row[3] == "1"), "{rows:?}");
    let full = Subject::read(
        r#"{"model_type": "llama", "head_dim": 512, "num_attention_heads": 8, "rope_theta": 1000000.0}"#,
    );
    assert_eq!(pairs(&large, &full.unwrap())[255][3], "–");
}

#[test]
fn names_from_the_file_cannot_garble_a_report() {
    let text = r#"{"model_type": "llama\u001b[31m", "head_dim": 64, "num_attention_heads": 2,
        "layer_types": ["full_attention", "\u001b[31m"], "rope_parameters": {"full_attention": {"rope_type": "default",
        "rope_theta": 1e6}, "\u001b[31m": {"rope_type": "default", "rope_theta": 1e4}}}"#;
    let subject = Subject::read(text).unwrap();
    assert_eq!(subject.layers().len(), 2);
    for view in View::OF_CONFIG {
        for layer in [None, Some("\u{1b}[31m".to_owned())] {
            let ask = Ask {
                view,
                layer,
                ..Ask::default()
            };
            let report = phasor_report::text::text(&contents(&subject, Some(&subject), &ask));
            assert!(!report.contains('\u{1b}'), "{report}");
        }
    }
}
