//! What engineers ask, answered with the numbers that were computed independently (numpy, transformers) for the
//! specification of the room.

use phasor_encoding::analysis::Fate;
use phasor_encoding::analysis::decay::equal;
use phasor_model_files::{Finding, Severity};
use phasor_params::choice::Choice as _;
use phasor_report::files::ModelFile;
use phasor_report::{
    Ask, Block, Engine, Framework, Outlook, Rule, Subject, View, cautions, contents, shelf, text,
};
use serde_json::Value;

use crate::mentions::assert_mentions;
use crate::settings::snippets;

pub(super) fn published(name: &str) -> Subject {
    shelf::published(name).unwrap().subject().unwrap()
}

pub(super) fn outlook(subject: &Subject, target: usize) -> Outlook<'_> {
    let layer = subject.rope(None).unwrap();
    Outlook::new(subject, layer, Some(target)).unwrap()
}

fn near(one: f64, other: f64, relative: f64) {
    assert!((one / other - 1.0).abs() < relative, "{one} is not {other}");
}

/// Returns all texts of a report.
pub(super) fn text_of(blocks: &[Block]) -> String {
    text::text(blocks)
}

#[test]
fn qwen_from_32k_to_128k() {
    let yarn = Subject::read(
        r#"{"model_type": "qwen2", "hidden_size": 3584, "num_attention_heads": 28, "rope_theta": 1000000.0,
            "max_position_embeddings": 32768, "rope_scaling": {"rope_type": "yarn", "factor": 4.0,
            "original_max_position_embeddings": 32768}}"#,
    );
    let yarn = yarn.unwrap();
    let outlook = outlook(&yarn, 131_072);
    let counts = Fate::ALL.map(|fate| outlook.stretch.count(fate));
    assert_eq!(counts, [24, 16, 24, 0]);
    assert_eq!(
        (outlook.stretch.n_new_without(), outlook.stretch.n_new()),
        (24, 0)
    );
    near(outlook.scaled.attention_factor(), 1.138_629_436, 1e-9);
    near(outlook.scaled.logit_factor(), 1.296_477, 1e-6);
    near(
        *outlook.stretch.after.inv_freq().last().unwrap(),
        3.102_344e-7,
        1e-6,
    );
    let (before, after) = (
        equal(&outlook.stretch.before, 1001),
        equal(&outlook.stretch.after, 1001),
    );
    near(before[1000], 0.4911, 1e-4);
    near(after[1000], 0.5268, 1e-4);
    assert_eq!(outlook.stretch.after.inv_freq()[0], 1.0);
    let report = text_of(&contents(
        &yarn,
        None,
        &Ask {
            view: View::WhatIf,
            ..at_length(131_072)
        },
    ));
    for number in ["0.4911", "0.5268", "0.6830", "1.296477", "24 / 16 / 24"] {
        assert!(report.contains(number), "{number} is missing in {report}");
    }
}

fn at_length(target: usize) -> Ask {
    Ask {
        target: Some(target),
        ..Ask::default()
    }
}

#[test]
fn settings_can_be_copied() {
    let qwen = published("qwen2.5-7b-instruct");
    let all = |engine| snippets(&qwen, engine, Rule::Yarn, 131_072);
    let text = |engine| all(engine).remove(0).text;
    assert_eq!(
        text(Engine::Vllm),
        r#"--hf-overrides '{"rope_parameters":{"rope_type":"yarn","rope_theta":1000000,"factor":4.0,"original_max_position_embeddings":32768},"max_position_embeddings":131072}' --max-model-len 131072"#
    );
    assert!(text(Engine::Sglang).ends_with("--context-length 131072"));
    assert_eq!(
        text(Engine::LlamaCpp),
        "-c 131072 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768"
    );
    let has_base = |engine: &Engine| ![Engine::LlamaCpp, Engine::Ollama].contains(engine);
    for engine in Engine::all().filter(has_base) {
        for snippet in all(engine) {
            let is_flag = snippet.label.contains("up to 0.11");
            assert!(
                snippet.text.contains("rope_theta") || is_flag,
                "{engine:?}: {}",
                snippet.text
            );
        }
    }
}

#[test]
fn llama_pairs_without_a_turn() {
    let llama = published("llama-3.1-8b");
    let at = |target| outlook(&llama, target);
    let short = at(8192);
    assert_eq!(
        (
            short.n_without_turn(8192.0),
            short.n_unscaled_without_turn(8192.0)
        ),
        (32, 29)
    );
    assert_eq!(
        (
            short.n_without_turn(131_072.0),
            short.n_unscaled_without_turn(131_072.0)
        ),
        (25, 15)
    );
    assert_eq!(
        (at(65_536).stretch.n_new(), at(131_072).stretch.n_new()),
        (0, 29)
    );
}

#[test]
fn layers_of_gemma_scout_and_smollm() {
    let gemma = published("gemma-3-4b-it");
    let slowest = |layer_type: &str| {
        let layer = gemma.rope(Some(layer_type)).unwrap();
        *layer
            .scaled(None)
            .unwrap()
            .frequencies()
            .inv_freq()
            .last()
            .unwrap()
    };
    near(slowest("full_attention"), 1.392_467e-7, 1e-5);
    near(slowest("sliding_attention"), 1.074_61e-4, 1e-5);
    for (name, rotary, still) in [("llama-4-scout", 36, 12), ("smollm3-3b", 27, 9)] {
        let layers = published(name).model().layers.clone();
        let n_rotary = layers.iter().filter(|layer| layer.is_rotary).count();
        assert_eq!(
            (n_rotary, layers.len() - n_rotary),
            (rotary, still),
            "{name}"
        );
    }
}

#[test]
fn phi_switches_its_list() {
    let phi = published("phi-3-mini-128k");
    let outlook = outlook(&phi, 8192);
    near(outlook.scaled.attention_factor(), 1.190_238, 1e-6);
    let report = text_of(&contents(
        &phi,
        None,
        &Ask {
            view: View::WhatIf,
            ..at_length(8192)
        },
    ));
    assert_mentions(&report, &["4,097"]);
    let slowest = |length| {
        let scaled = phi.rope(None).unwrap().scaled(Some(length)).unwrap();
        *scaled.frequencies().inv_freq().last().unwrap()
    };
    assert!(slowest(4096) > slowest(4097));
}

#[test]
fn rows_that_move() {
    let llama = published("llama-3.1-8b");
    let ask = Ask {
        view: View::Layout,
        from: Framework::Transformers,
        to: Framework::Gguf,
        ..Ask::default()
    };
    let report = text_of(&contents(&llama, None, &ask));
    assert!(report.contains("[0, 4, 1, 5, 2, 6, 3, 7]"), "{report}");
}

#[test]
fn low_precision_at_the_end() {
    let model = Subject::read(
        r#"{"model_type": "llama", "head_dim": 128, "rope_theta": 500000.0, "max_position_embeddings": 8192}"#,
    );
    let ask = Ask {
        view: View::WhatIf,
        ..at_length(100_001)
    };
    let report = text_of(&contents(&model.unwrap(), None, &ask));
    assert!(report.contains("99,840"), "{report}");
    assert!(report.contains("99,585 to 100,095"), "{report}");
}

#[test]
fn a_million_tokens_of_qwen() {
    let qwen = Subject::read(
        r#"{"model_type": "qwen2", "hidden_size": 3584, "num_attention_heads": 28, "rope_theta": 10000000.0,
            "max_position_embeddings": 1010000}"#,
    );
    let qwen = qwen.unwrap();
    assert_eq!(outlook(&qwen, 1_010_000).n_without_turn(1_010_000.0), 16);
}

#[test]
fn llama_and_qwen_differ() {
    let (llama, qwen) = (published("llama-3.1-8b"), published("qwen3-8b"));
    let report = text_of(&contents(
        &llama,
        Some(&qwen),
        &Ask {
            view: View::Compare,
            ..Ask::default()
        },
    ));
    for sentence in [
        "500,000",
        "1,000,000",
        "llama3 × 8",
        "no rule",
        "131,072",
        "40,960",
    ] {
        assert!(report.contains(sentence), "{sentence} in {report}");
    }
    let same = report
        .lines()
        .find(|line| line.starts_with("The same:"))
        .unwrap();
    assert!(
        same.contains("head_dim (128)") && same.contains("half-split"),
        "{same}"
    );
}

/// Returns the sentences of the warnings that the first view of a text shows.
fn warnings(text: &str) -> Vec<String> {
    let subject = Subject::read(text).unwrap();
    let blocks = contents(&subject, None, &Ask::default());
    let remarks = blocks.into_iter().filter_map(|block| match block {
        Block::Remarks(remarks) => Some(remarks),
        _ => None,
    });
    let warnings = remarks
        .flatten()
        .filter(|remark| remark.severity == Severity::Warning);
    warnings
        .map(|remark| format!("{}: {}", remark.key, remark.sentence))
        .collect()
}

#[test]
fn only_the_published_model_shows_what_does_not_fit() {
    let qwen = |original: usize| {
        format!(
            r#"{{"model_type": "qwen2", "hidden_size": 3584, "num_attention_heads": 28, "num_key_value_heads": 4,
                "rope_theta": 1000000.0, "max_position_embeddings": 32768, "rope_scaling": {{"rope_type": "yarn",
                "factor": 4.0, "original_max_position_embeddings": {original}}}}}"#
        )
    };
    let found = warnings(&qwen(131_072));
    let of_key = |key: &str| {
        let warning = found.iter().find(|warning| warning.starts_with(key));
        warning.unwrap_or_else(|| panic!("{found:?}"))
    };
    let original = of_key("rope_scaling.original_max_position_embeddings: ");
    assert_mentions(original, &["Qwen2 7B", "131,072"]);
    let is_fitting = |text: &str| cautions(&Subject::read(text).unwrap()).is_empty();
    assert!(!is_fitting(&qwen(131_072)) && is_fitting(&qwen(32_768)));
    let llama = published("llama-3.1-8b")
        .text()
        .replace("llama3", "dynamic");
    let found = warnings(&llama);
    let rule = found.iter().find(|warning| warning.contains("llama3 × 8"));
    assert_mentions(rule.unwrap(), &["rope_type", "Llama 3.1 8B", "llama3 × 8"]);
    for model in shelf::SHELF {
        assert!(is_fitting(model.text), "{}", model.name);
    }
}

/// A class of which some published models have no base does not say that one is missing.
#[test]
fn a_base_that_all_published_models_state_is_missed() {
    let base = "rope_theta";
    let found = |name: &str| {
        let published = shelf::published(name).unwrap().text;
        let mut keys: Value = serde_json::from_str(published).unwrap();
        keys.as_object_mut().unwrap().remove(base).unwrap();
        let text = keys.to_string();
        let file = ModelFile::of_bytes(text.as_bytes()).unwrap();
        let findings = file.checked();
        let of_base = |finding: &&Finding| finding.key == base;
        let of_base: Vec<String> = findings
            .iter()
            .filter(of_base)
            .map(ToString::to_string)
            .collect();
        let Some(line) = of_base.first() else {
            panic!("{name}: {findings:?}");
        };
        // The first view of the room has the same one.
        let blocks = contents(&file.subject, None, &Ask::default());
        assert!(text::text(&blocks).contains(line), "{name}: {line}");
        line.clone()
    };
    for (name, numbers) in [
        ("qwen3-8b", ["10,000", "qwen3", "Qwen3 8B", "1,000,000"]),
        (
            "qwen2.5-7b-instruct",
            ["10,000", "qwen2", "Qwen2 7B", "1,000,000"],
        ),
        (
            "llama-3.1-8b",
            ["10,000", "llama3", "Llama 3.1 8B", "500,000"],
        ),
    ] {
        let line = found(name);
        assert!(line.starts_with("warning: "), "{line}");
        assert_mentions(&line, &numbers);
    }
    // Llama 2 states no base, and Gemma 2 states the default.
    for name in ["llama-3-8b", "gemma-2-2b"] {
        assert!(found(name).starts_with("note: "), "{name}");
    }
}

/// The same differences as in the first view, as notes, if the sizes are those of the published model.
#[test]
fn differences_from_the_nearest_published_model_are_notes() {
    let notes = |text: &str| {
        let file = ModelFile::of_bytes(text.as_bytes()).unwrap();
        let findings = file.checked();
        findings.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let llama = shelf::published("llama-3.1-8b").unwrap().text;
    let changed = llama.replace("500000", "600000").replace("131072", "65536");
    let found = notes(&changed);
    let [base, declared] = &found[..] else {
        panic!("{found:?}");
    };
    assert_mentions(
        base,
        &["note: rope_theta:", "Llama 3.1 8B", "500,000", "600,000"],
    );
    assert_mentions(
        declared,
        &[
            "note: max_position_embeddings:",
            "Llama 3.1 8B",
            "131,072",
            "65,536",
        ],
    );
    let wider = changed.replace("\"hidden_size\": 4096", "\"hidden_size\": 6144");
    assert_ne!(wider, changed);
    assert_eq!(notes(&wider), [""; 0]);
    // A warning about the rule says more than a note would.
    let other = notes(&llama.replace("llama3", "dynamic"));
    let of_rule = other.iter().filter(|line| line.contains("rope_type"));
    assert_eq!(of_rule.count(), 1, "{other:?}");
    for published in shelf::SHELF {
        let file = ModelFile::of_bytes(published.text.as_bytes()).unwrap();
        assert_eq!(file.checked(), file.findings, "{}", published.name);
    }
}

/// A file without any size says nothing of weights that could be those of a published model; one that lost a number of its
/// rule does.
#[test]
fn only_weights_of_the_same_shape_are_compared_with_published_ones() {
    let llava = r#"{"model_type": "llava", "text_config": {"model_type": "llama", "max_position_embeddings": 4096}}"#;
    assert!(cautions(&Subject::read(llava).unwrap()).is_empty());
    let hunyuan = shelf::published("hunyuan-7b").unwrap();
    let lost = hunyuan.text.replace("\"alpha\": 1000.0,", "");
    assert!(!cautions(&Subject::read(&lost).unwrap()).is_empty());
}

/// Laguna S has another width than Laguna XS.2, and another rule by right.
#[test]
fn the_rule_of_a_sibling_is_only_a_note() {
    let laguna = shelf::published("laguna-xs.2").unwrap();
    let other = laguna.text.replace(": 4096", ": 8192");
    let severity = |text: &str| {
        let found = cautions(&Subject::read(text).unwrap());
        let remark = found.first().expect("a remark");
        let place = "rope_parameters.full_attention.original_max_position_embeddings";
        assert_eq!(remark.key, place);
        remark.severity
    };
    assert_eq!(severity(&other), Severity::Warning);
    let wider = other.replace("\"hidden_size\": 2048", "\"hidden_size\": 3072");
    assert_eq!(severity(&wider), Severity::Note);
}

/// The other sizes of Hunyuan also have `alpha`, and dynamic NTK without it is another rule; a sibling may have none.
#[test]
fn another_kind_of_rule_is_a_warning_even_for_a_sibling() {
    let hunyuan = shelf::published("hunyuan-7b").unwrap();
    let smaller = hunyuan.text.replace("4096", "2048");
    assert_ne!(smaller, hunyuan.text);
    let severity = |text: &str| {
        let found = cautions(&Subject::read(text).unwrap());
        let remark = found.first().expect("a remark");
        assert_eq!(remark.key, "rope_scaling.rope_type");
        remark.severity
    };
    let lost = smaller.replace("\"alpha\": 1000.0,", "");
    assert_eq!(severity(&lost), Severity::Warning);
    let without = smaller.replace("\"type\": \"dynamic\"", "\"type\": \"default\"");
    assert_eq!(severity(&without), Severity::Note);
}
