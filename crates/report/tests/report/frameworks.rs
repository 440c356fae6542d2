//! How frameworks hold the rows of queries and keys, and whether weights fit another model.

use phasor_params::choice::Choice as _;
use phasor_report::{Ask, Engine, Framework, Rule, Subject, View, contents, settings, shelf, text};

fn published(name: &str) -> Subject {
    shelf::published(name).unwrap().subject().unwrap()
}

/// Returns the first sentence of the view that goes from one framework to another.
fn lead(subject: &Subject, from: Framework, to: Framework) -> String {
    let ask = Ask {
        view: View::Layout,
        from,
        to,
        ..Ask::default()
    };
    let blocks = contents(subject, None, &ask);
    text::text(&blocks).lines().next().unwrap().to_owned()
}

#[test]
fn converters_permute_where_the_layouts_differ() {
    use Framework::{Gguf, HalfSplit, Megatron, Original, Servers, Torchtune, Transformers};
    // As `LlamaModel.permute` of llama.cpp and `hf_to_tune` of torchtune do.
    for (model, from, to, moves) in [
        ("llama-3.1-8b", Transformers, Gguf, true),
        ("llama-3.1-8b", Original, Gguf, false),
        ("llama-3.1-8b", Original, Transformers, true),
        ("llama-3.1-8b", Transformers, Torchtune, true),
        ("llama-3.1-8b", Transformers, Megatron, false),
        ("mistral-7b-v0.1", Transformers, Gguf, true),
        ("qwen2.5-7b-instruct", Transformers, Gguf, false),
        ("qwen2.5-7b-instruct", Transformers, Torchtune, false),
        ("gemma-7b", Original, Transformers, false),
        ("gemma-7b", Transformers, Torchtune, true),
        ("command-r-v01", Transformers, Gguf, false),
        ("deepseek-v3", Transformers, Gguf, false),
        ("llama-4-scout", Transformers, Original, false),
        ("llama-4-scout", Transformers, Gguf, false),
        ("smollm3-3b", Gguf, Transformers, true),
        ("qwen3-8b", Servers, HalfSplit, false),
    ] {
        let lead = lead(&published(model), from, to);
        assert_eq!(lead.contains(", permute"), moves, "{model}: {lead}");
        assert_eq!(lead.contains("do not permute"), !moves, "{model}: {lead}");
    }
}

#[test]
fn an_unknown_layout_is_not_guessed() {
    let lead = lead(
        &published("bamba-9b-v2"),
        Framework::Transformers,
        Framework::Nanotron,
    );
    assert!(
        lead.starts_with("How nanotron would hold Bamba 9B v2 is not known here"),
        "{lead}"
    );
}

#[test]
fn every_pair_of_frameworks_has_a_first_sentence() {
    for model in shelf::SHELF {
        let subject = model.subject().unwrap();
        for from in Framework::all() {
            for to in Framework::all() {
                let lead = lead(&subject, from, to);
                assert!(lead.ends_with('.') && lead.len() < 200, "{lead}");
            }
        }
    }
}

/// Returns what the comparison says of caches and weights.
fn verdicts(here: &str, there: &str) -> [String; 2] {
    let read = |text: &str, name: &str| Subject::read(text).unwrap().called(name);
    let ask = Ask {
        view: View::Compare,
        ..Ask::default()
    };
    let blocks = contents(&read(here, "A"), Some(&read(there, "B")), &ask);
    let first = text::text(&blocks);
    let mut lines = first.lines().filter(|line| !line.is_empty());
    [lines.next(), lines.next()].map(|line| line.unwrap().to_owned())
}

#[test]
fn weights_fit_or_do_not_for_a_reason() {
    let of = |class: &str, heads: usize, base: &str| {
        format!(
            r#"{{"model_type": "{class}", "hidden_size": 4096, "num_attention_heads": {heads}, "num_key_value_heads": 8,
                "head_dim": 128, "num_hidden_layers": 4, "rope_theta": {base}, "max_position_embeddings": 8192, "sliding_window": null}}"#
        )
    };
    let llama = of("llama", 32, "5e5");
    for (other, cache, weights) in [
        (
            of("mistral", 32, "5e5"),
            "rotate keys alike",
            "Nothing that is compared here keeps",
        ),
        (
            of("llama", 40, "5e5"),
            "rotate keys alike",
            "do not fit: query heads differs",
        ),
        (
            of("llama", 32, "1e4"),
            "cannot be used with B: base differs",
            "other angles (base differs)",
        ),
        (
            of("cohere", 32, "5e5"),
            "layout of pairs differs",
            "once their rows are permuted",
        ),
        (
            r#"{"model_type": "bloom", "n_head": 32}"#.to_owned(),
            "encoding",
            "cannot be exchanged: encoding differs",
        ),
    ] {
        let [first, also] = verdicts(&llama, &other);
        assert!(first.contains(cache), "{first}");
        assert!(also.contains(weights), "{also}");
    }
}

#[test]
fn settings_name_the_architecture_and_every_version() {
    let ask = |rule| Ask {
        target: Some(131_072),
        rule,
        ..Ask::default()
    };
    let of = |engine, name: &str, rule| settings::of_engine(engine, &published(name), &ask(rule));
    for (name, architecture) in [
        ("qwen2.5-7b-instruct", "qwen2."),
        ("qwen2.5-vl-7b", "qwen2vl."),
        ("mistral-7b-v0.1", "llama."),
    ] {
        let all = of(Engine::LlamaCpp, name, Rule::Yarn);
        let flag = format!("--override-kv {architecture}context_length=int:131072");
        assert!(all[1].text.contains(&flag), "{}", all[1].text);
    }
    let four = of(Engine::Transformers, "qwen2.5-7b-instruct", Rule::Yarn);
    let old = four
        .iter()
        .find(|snippet| snippet.label.contains("4.45 to 4.50"))
        .unwrap();
    assert!(
        old.text.contains(r#""max_position_embeddings": 32768"#),
        "{}",
        old.text
    );
    assert!(!old.text.contains("original"), "{}", old.text);
    let new = four
        .iter()
        .find(|snippet| snippet.label.contains("4.51"))
        .unwrap();
    assert!(
        new.text.contains(r#""max_position_embeddings": 131072"#),
        "{}",
        new.text
    );
}

#[test]
fn layers_of_all_types_are_compared() {
    let gemma = shelf::published("gemma-3-27b").unwrap().text;
    let [cache, weights] = verdicts(gemma, gemma);
    assert!(
        cache.contains("rotate keys alike") && weights.contains("Nothing that is compared"),
        "{cache} {weights}"
    );
    let local = gemma.replace(
        "\"sliding_window\": 1024",
        "\"sliding_window\": 1024, \"rope_local_base_freq\": 20000.0",
    );
    assert!(
        verdicts(gemma, &local)[0].contains("other layers differs"),
        "{}",
        verdicts(gemma, &local)[0]
    );
    let pattern = gemma.replace(
        "\"sliding_window\": 1024",
        "\"sliding_window\": 1024, \"sliding_window_pattern\": 4",
    );
    assert!(
        verdicts(gemma, &pattern)[0].contains("order of layers differs"),
        "{}",
        verdicts(gemma, &pattern)[0]
    );
}

#[test]
fn settings_follow_the_layers_with_full_attention() {
    let gemma = published("gemma-3-27b");
    let ask = |layer: Option<&str>| Ask {
        target: Some(262_144),
        rule: Rule::Linear,
        layer: layer.map(str::to_owned),
        ..Ask::default()
    };
    let of = |layer| settings::of_engine(Engine::Transformers, &gemma, &ask(layer));
    assert_eq!(of(None), of(Some("sliding_attention")));
    assert!(
        of(None)[0].text.contains("\"factor\": 16.0"),
        "{}",
        of(None)[0].text
    );
}

#[test]
fn rules_of_a_class_are_not_called_those_of_the_file() {
    let text = r#"{"model_type": "gpt_oss", "hidden_size": 2880, "num_attention_heads": 64, "head_dim": 64,
        "rope_theta": 150000}"#;
    let findings: Vec<String> = Subject::read(text)
        .unwrap()
        .findings()
        .iter()
        .map(ToString::to_string)
        .collect();
    let rule =
        "note: rope_parameters: Missing; the default of the class, yarn with factor 32, is used.";
    assert!(findings.iter().any(|line| line == rule), "{findings:?}");
}

#[test]
fn fused_and_gated_tensors_are_split_first() {
    let layout_of = |name: &str| {
        let ask = Ask {
            view: View::Layout,
            from: Framework::HalfSplit,
            to: Framework::Interleaved,
            ..Ask::default()
        };
        text::text(&contents(&published(name), None, &ask))
    };
    assert!(layout_of("phi-4-mini").contains("First split the fused tensor"));
    assert!(layout_of("qwen3-next-80b").contains("a gate follows the query of each head"));
    assert!(!layout_of("llama-3.1-8b").contains("irst split"));
}

/// All layers of one model attend to a window, all of the other to everything; and of long stacks, the ends count too.
#[test]
fn stacks_that_begin_alike_are_still_compared() {
    let of = |types: &[&str]| {
        format!(
            r#"{{"model_type": "olmo3", "hidden_size": 768, "num_attention_heads": 12, "num_hidden_layers": {}, "layer_types":
                {types:?}, "rope_theta": 1e4, "max_position_embeddings": 8192}}"#,
            types.len()
        )
    };
    let (full, sliding) = ("full_attention", "sliding_attention");
    let long = [full, sliding].repeat(6);
    let mut other = long.clone();
    other.swap(10, 11);
    for (one, two) in [(vec![full; 4], vec![sliding; 4]), (long, other)] {
        let [cache, _] = verdicts(&of(&one), &of(&two));
        assert!(cache.contains("order of layers"), "{cache}");
    }
}
