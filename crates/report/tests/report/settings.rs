//! Settings never do harm: what is proposed is written into the file as it says, read again, and must be what was wanted.

use phasor_encoding::scaling::Linear;
use phasor_encoding::{Scaling, Yarn};
use phasor_model_files::import::import;
use phasor_model_files::{LayerRope, Severity};
use phasor_params::choice::Choice as _;
use phasor_report::block::Snippet;
use phasor_report::{Ask, Block, Engine, Outlook, Rule, Subject, View, contents, shelf, text};
use serde_json::Value;

use crate::mentions::assert_mentions;

fn blocks(
    subject: &Subject,
    engine: Option<Engine>,
    rule: Rule,
    target: Option<usize>,
) -> Vec<Block> {
    let ask = Ask {
        view: View::Settings,
        engine,
        rule,
        target,
        ..Ask::default()
    };
    contents(subject, None, &ask)
}

/// Returns the snippets of a report.
pub(crate) fn snippets(
    subject: &Subject,
    engine: Engine,
    rule: Rule,
    target: usize,
) -> Vec<Snippet> {
    let blocks = blocks(subject, Some(engine), rule, Some(target));
    let snippets = blocks.into_iter().filter_map(|block| match block {
        Block::Snippet(snippet) => Some(snippet),
        _ => None,
    });
    snippets.collect()
}

/// Returns the longest text of a model without further settings.
fn longest(subject: &Subject) -> usize {
    let layer = subject.rope(None).unwrap();
    let own = layer.original_length().unwrap_or(0.0) as usize;
    Outlook::usual_length(subject).max(own)
}

/// Returns the file after the snippet was followed, or `None` if it sets no key of the file.
fn followed(subject: &Subject, snippet: &Snippet) -> Option<String> {
    let text = &snippet.text;
    if snippet.label.contains("config.json") {
        let keys: Value = serde_json::from_str(&format!("{{{text}}}")).unwrap();
        let mut root: Value = serde_json::from_str(subject.text()).unwrap();
        let mut object = &mut root;
        for name in subject.text_model() {
            assert!(snippet.label.contains(name), "{}", snippet.label);
            object = &mut object[name];
        }
        let object = object.as_object_mut().unwrap();
        for (key, value) in keys.as_object().unwrap() {
            object.insert(key.clone(), value.clone());
        }
        for gone in ["rope_scaling", "rope_parameters"] {
            if snippet.label.contains(&format!("in place of `{gone}`")) {
                object.remove(gone);
            }
        }
        let sets = ["rope_scaling", "rope_parameters"];
        let sets = sets
            .iter()
            .filter(|key| object.get(**key).is_some_and(Value::is_object));
        assert_eq!(sets.count(), 1, "two sets: {}", snippet.label);
        return Some(root.to_string());
    }
    let fragment = |start: &str| {
        let (_, rest) = text.split_once(start)?;
        Some(rest.trim_end_matches(')').to_owned())
    };
    let words = if ["-overrides '", "-args '", "--rope-scaling '"]
        .iter()
        .any(|flag| text.contains(flag))
    {
        text.clone()
    } else if let Some(set) = fragment("rope_scaling={") {
        format!("{{\"rope_parameters\":{{{set}}}")
    } else {
        fragment("model_kwargs: ").or(fragment("model_config: "))?
    };
    let imported = import(words.as_bytes(), Some(subject.text()));
    Some(
        imported
            .unwrap_or_else(|error| panic!("{words}: {error}"))
            .text,
    )
}

/// Returns the rule that the model must have afterwards, computed here once more.
fn expected(layer: &LayerRope, rule: Rule, longest: usize, target: usize) -> Option<Scaling> {
    let length = layer.original_length().unwrap_or(longest as f64);
    let factor = target as f64 / length;
    match (rule, &layer.scaling) {
        (_, own @ Scaling::LongRope(_)) => Some(own.clone()),
        (Rule::Yarn, Scaling::Yarn(yarn)) => Some(Scaling::Yarn(Yarn {
            factor: factor.max(yarn.factor),
            ..yarn.clone()
        })),
        (Rule::Linear, Scaling::Linear(own)) => Some(Scaling::Linear(Linear {
            factor: own.factor * factor,
        })),
        (_, Scaling::Proportional(_) | Scaling::Ntk(_) | Scaling::Linear(_)) => None,
        (Rule::Linear, _) => Some(Scaling::Linear(Linear { factor })),
        (Rule::Yarn, _) => Some(Scaling::Yarn(Yarn {
            factor,
            original_max_position_embeddings: length,
            ..Yarn::default()
        })),
    }
}

fn assert_same(layer: &LayerRope, rule: &Scaling, found: &LayerRope, target: usize, place: &str) {
    let wanted = layer.with_rule(rule);
    let (one, two) = (
        wanted.scaled(Some(target)).unwrap(),
        found.scaled(Some(target)).unwrap(),
    );
    let near =
        |one: f64, two: f64| assert!((one - two).abs() <= 1e-12 * one, "{place}: {one}, {two}");
    let pairs = one.frequencies().inv_freq().iter();
    for (one, two) in pairs.zip(two.frequencies().inv_freq()) {
        near(*one, *two);
    }
    if !matches!(rule, Scaling::LongRope(_)) {
        near(one.attention_factor(), two.attention_factor());
        near(one.softmax_factor(), two.softmax_factor());
    }
    assert_eq!(wanted.sections, found.sections, "{place}");
    assert_eq!(
        (wanted.rotary_dim, wanted.head_dim),
        (found.rotary_dim, found.head_dim),
        "{place}"
    );
}

fn check(subject: &Subject, snippet: &Snippet, rule: &Scaling, target: usize, place: &str) -> bool {
    let Some(text) = followed(subject, snippet) else {
        return false;
    };
    let after = phasor_model_files::read(&text).unwrap();
    let sets_length =
        snippet.text.contains("\"max_position_embeddings\"") && !snippet.label.contains("to 4.50");
    for finding in after
        .findings
        .iter()
        .filter(|finding| finding.severity > Severity::Note)
    {
        let mut before = subject.findings().iter();
        let is_old = before.any(|before| before.sentence == finding.sentence);
        assert!(is_old || !sets_length, "{place}: {finding} in {text}");
    }
    let own = subject.rope(None);
    for layer in subject.layers() {
        let rule = if Some(layer) == own {
            rule
        } else {
            &layer.scaling
        };
        let found = after.model.rope(layer.layer_type.as_deref()).unwrap();
        assert_same(layer, rule, found, target, place);
    }
    true
}

#[test]
fn what_is_proposed_is_what_the_file_then_says() {
    let mut count = 0;
    for row in shelf::SHELF {
        let subject = row.subject().unwrap();
        let Some(layer) = subject.rope(None) else {
            continue;
        };
        let longest = longest(&subject);
        for (times, rule) in [
            (1, Rule::Yarn),
            (2, Rule::Yarn),
            (4, Rule::Yarn),
            (4, Rule::Linear),
        ] {
            let target = times * longest;
            let expected = expected(layer, rule, longest, target);
            for engine in Engine::all() {
                let all = snippets(&subject, engine, rule, target);
                let place = format!("{} x {times} in {engine:?}", row.name);
                if times == 1 {
                    let mut sets = all.iter().map(|snippet| &snippet.text);
                    assert!(
                        sets.all(|text| !text.contains("rope") && !text.contains("factor")),
                        "{place}"
                    );
                    continue;
                }
                let Some(expected) = &expected else {
                    assert_eq!(all, [], "{place}");
                    continue;
                };
                let checked = all.iter();
                let checked =
                    checked.filter(|snippet| check(&subject, snippet, expected, target, &place));
                count += checked.count();
            }
        }
    }
    assert!(count > 1000, "only {count} sets were checked");
}

#[test]
fn an_answer_is_never_empty() {
    for row in shelf::SHELF {
        let subject = row.subject().unwrap();
        for target in [None, Some(2 * Outlook::usual_length(&subject))] {
            for engine in Engine::all() {
                let blocks = blocks(&subject, Some(engine), Rule::Yarn, target);
                assert!(text::text(&blocks).len() > 40, "{}", row.name);
            }
        }
    }
}

/// Returns the sets of rotary parameters in the snippets, as JSON.
fn sets(subject: &Subject, engine: Engine, target: usize) -> Vec<Value> {
    let mut sets = Vec::new();
    for snippet in snippets(subject, engine, Rule::Yarn, target) {
        for (place, _) in snippet.text.match_indices("{\"rope_type\"") {
            let rest = snippet.text.get(place..).unwrap();
            let mut values = serde_json::Deserializer::from_str(rest).into_iter();
            sets.push(values.next().unwrap().unwrap());
        }
    }
    sets
}

const DEEPSEEK: &str = r#"{"model_type": "deepseek_v3", "hidden_size": 7168, "num_attention_heads": 128, "num_hidden_layers": 61,
    "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "max_position_embeddings": 163840, "rope_theta": 10000, "rope_scaling":
    {"type": "yarn", "factor": 40, "original_max_position_embeddings": 4096, "beta_fast": 32, "beta_slow": 1, "mscale": 1.0,
    "mscale_all_dim": 1.0}}"#;

const GPT_OSS: &str = r#"{"model_type": "gpt_oss", "hidden_size": 2880, "num_attention_heads": 64, "head_dim": 64,
    "max_position_embeddings": 131072, "rope_theta": 150000, "rope_scaling": {"rope_type": "yarn", "factor": 32.0,
    "original_max_position_embeddings": 4096, "beta_fast": 32.0, "beta_slow": 1.0, "truncate": false}}"#;

#[test]
fn a_set_keeps_every_key_of_the_rule() {
    let kept = |text: &str, target, expected: &[(&str, f64)], flag: Option<&str>| {
        let subject = Subject::read(text).unwrap();
        for engine in [
            Engine::Vllm,
            Engine::Sglang,
            Engine::Transformers,
            Engine::TensorRtLlm,
            Engine::Training,
        ] {
            let sets = sets(&subject, engine, target);
            assert!(!sets.is_empty(), "{engine:?}");
            for set in sets {
                for (key, number) in expected {
                    assert_eq!(
                        set[*key].as_f64(),
                        Some(*number),
                        "{engine:?}: {key} in {set}"
                    );
                }
                assert!(flag.is_none_or(|key| set[key] == false), "{set}");
            }
        }
    };
    let deepseek = [
        ("factor", 80.0),
        ("original_max_position_embeddings", 4096.0),
        ("mscale", 1.0),
        ("mscale_all_dim", 1.0),
        ("beta_fast", 32.0),
        ("beta_slow", 1.0),
    ];
    kept(DEEPSEEK, 327_680, &deepseek, None);
    let gpt_oss = [("factor", 64.0), ("beta_fast", 32.0), ("beta_slow", 1.0)];
    kept(GPT_OSS, 262_144, &gpt_oss, Some("truncate"));
    let ministral = shelf::published("ministral-3-3b").unwrap().text;
    kept(
        ministral,
        524_288,
        &[("llama_4_scaling_beta", 0.1), ("factor", 32.0)],
        None,
    );
}

#[test]
fn a_rule_that_was_trained_stays() {
    let row = |factor: usize| format!("[{}]", vec![factor.to_string(); 64].join(","));
    let minicpm = format!(
        r#"{{"model_type": "minicpm", "hidden_size": 4096, "num_attention_heads": 32, "max_position_embeddings": 32768,
            "rope_scaling": {{"rope_type": "longrope", "original_max_position_embeddings": 32768, "short_factor": {},
            "long_factor": {}}}}}"#,
        row(1),
        row(4)
    );
    let qwen2 = r#"{"model_type": "qwen2", "hidden_size": 8192, "num_attention_heads": 64, "max_position_embeddings": 32768,
        "rope_theta": 1000000.0, "rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}}"#;
    // A rule that reaches further than the file declares stays as well.
    for (subject, target) in [
        (Subject::read(&minicpm).unwrap(), 131_072),
        (
            shelf::published("phi-4-mini").unwrap().subject().unwrap(),
            262_144,
        ),
        (Subject::read(qwen2).unwrap(), 65_536),
    ] {
        for engine in Engine::all() {
            for snippet in snippets(&subject, engine, Rule::Yarn, target) {
                let words = ["yarn", "linear", "rope_type", "--rope-scal"];
                assert!(
                    words.iter().all(|word| !snippet.text.contains(word)),
                    "{}",
                    snippet.text
                );
                assert!(
                    snippet.text.contains(&target.to_string()),
                    "{}",
                    snippet.text
                );
            }
        }
    }
}

/// Llama 3.1 with the declared length that many files of its fine-tunes have, and a rule of the same kind that nobody has
/// published: the rule is there already, so only the length rises.
#[test]
fn a_rule_of_llama_3_is_not_replaced_within_its_reach() {
    let published = shelf::published("llama-3.1-8b").unwrap().text;
    let short = published.replace("131072", "8192");
    assert_ne!(short, published);
    let other = short.replace("\"factor\": 8.0", "\"factor\": 12.0");
    assert_ne!(other, short);
    for (text, target, declared) in [
        (&short, 131_072, 131_072),
        (&short, 32_768, 131_072),
        (&other, 98_304, 98_304),
    ] {
        let subject = Subject::read(text).unwrap();
        let layer = subject.rope(None).unwrap();
        let mut n_followed = 0;
        for (engine, rule) in
            Engine::all().flat_map(|engine| [(engine, Rule::Yarn), (engine, Rule::Linear)])
        {
            for snippet in snippets(&subject, engine, rule, target) {
                let place = format!("{target} in {engine:?}: {}", snippet.text);
                assert!(
                    !snippet.text.contains("yarn") && !snippet.text.contains("factor"),
                    "{place}"
                );
                if !check(&subject, &snippet, &layer.scaling, target, &place) {
                    continue;
                }
                n_followed += 1;
                let after = Subject::read(&followed(&subject, &snippet).unwrap()).unwrap();
                assert_eq!(
                    after.model().max_position_embeddings,
                    Some(declared),
                    "{place}"
                );
                let again = blocks(&after, Some(engine), rule, Some(target));
                assert!(
                    matches!(&again[0], Block::Lead(text) if text.contains("within")),
                    "{place}"
                );
            }
        }
        assert!(n_followed >= 6, "{n_followed}");
    }
    // Followed, the file is the published one, so nothing is left to say of it.
    let subject = Subject::read(&short).unwrap();
    let lead = blocks(&subject, None, Rule::Yarn, Some(131_072)).swap_remove(0);
    let Block::Lead(lead) = lead else {
        panic!("{lead:?}");
    };
    assert_mentions(
        &lead,
        &["llama3 × 8", "8,192", "131,072", "Llama 3.1 8B", "131,072"],
    );
}

#[test]
fn the_converter_gets_the_spelling_of_the_file() {
    let llama = |set: &str| {
        let text = format!(
            r#"{{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "max_position_embeddings": 8192, {set}}}"#
        );
        let all = snippets(
            &Subject::read(&text).unwrap(),
            Engine::LlamaCpp,
            Rule::Yarn,
            32_768,
        );
        let converter = all
            .into_iter()
            .find(|snippet| snippet.label.contains("convert"));
        serde_json::from_str::<Value>(&format!("{{{}}}", converter.unwrap().text)).unwrap()
    };
    let new = llama(r#""rope_parameters": {"rope_type": "default", "rope_theta": 500000.0}"#);
    assert_eq!(new["rope_parameters"]["rope_theta"], 500_000);
    assert_eq!(new["rope_parameters"]["factor"], 4.0);
    assert_eq!(new.get("rope_scaling"), None);
    let old = llama(r#""rope_theta": 500000.0"#);
    assert_eq!(
        (&old["rope_theta"], &old["rope_scaling"]["factor"]),
        (&500_000.into(), &4.0.into())
    );
    assert_eq!(old.get("rope_parameters"), None);
}

#[test]
fn what_replaces_a_rule_is_named_first() {
    let lead = |name: &str, rule, times: usize| {
        let subject = shelf::published(name).unwrap().subject().unwrap();
        let target = times * longest(&subject);
        match blocks(&subject, Some(Engine::Vllm), rule, Some(target)).swap_remove(0) {
            Block::Lead(text) => text,
            block => panic!("{block:?}"),
        }
    };
    for (name, rule, times, words) in [
        (
            "llama-3.1-8b",
            Rule::Yarn,
            2,
            &["replace", "llama3 × 8", "YaRN × 32"][..],
        ),
        (
            "deepseek-v3",
            Rule::Linear,
            2,
            &["replace", "YaRN × 40", "linear × 80"],
        ),
        ("gemma-3-27b", Rule::Yarn, 2, &["No setting", "linear × 8"]),
        (
            "hunyuan-7b",
            Rule::Yarn,
            16,
            &["No setting", "NTK-aware × 1,000"],
        ),
    ] {
        assert_mentions(&lead(name, rule, times), words);
    }
}
