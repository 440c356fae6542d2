//! How frameworks hold the rows of queries and keys, and whether weights fit another model.

use phasor_params::choice::Choice as _;
use phasor_report::{Ask, Block, Engine, Framework, Rule, Subject, View, contents, shelf, text};

use crate::mentions::assert_mentions;
use crate::settings::snippets;

fn published(name: &str) -> Subject {
    shelf::published(name).unwrap().subject().unwrap()
}

/// Returns the view that goes from one framework to another.
fn layout(subject: &Subject, from: Framework, to: Framework) -> Vec<Block> {
    let ask = Ask {
        view: View::Layout,
        from,
        to,
        ..Ask::default()
    };
    contents(subject, None, &ask)
}

/// Returns the first sentence of that view.
fn lead(subject: &Subject, from: Framework, to: Framework) -> String {
    let text = text::text(&layout(subject, from, to));
    text.lines().next().unwrap().to_owned()
}

/// Returns whether that view has code that permutes rows.
fn permutes(subject: &Subject, from: Framework, to: Framework) -> bool {
    let blocks = layout(subject, from, to);
    let is_code =
        |block: &Block| matches!(block, Block::Snippet(code) if code.text.contains("def permute"));
    blocks.iter().any(is_code)
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
        let subject = published(model);
        assert_eq!(
            permutes(&subject, from, to),
            moves,
            "{model}: {from:?} {to:?}"
        );
        let lead = lead(&subject, from, to);
        let names = ["half-split", "interleaved"].map(|name| lead.contains(name));
        assert_eq!(names == [true, true], moves, "{model}: {lead}");
    }
}

#[test]
fn an_unknown_layout_is_not_guessed() {
    let (subject, from, to) = (
        published("bamba-9b-v2"),
        Framework::Transformers,
        Framework::Nanotron,
    );
    let lead = lead(&subject, from, to);
    assert_mentions(&lead, &["nanotron", "Bamba 9B v2"]);
    assert!(!lead.contains("half-split") && !permutes(&subject, from, to));
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
    // A model fits itself. The verdict about another one is the same, or names what differs.
    let [cache_fits, weights_fit] = verdicts(&llama, &llama);
    for (other, cache, weights) in [
        (of("mistral", 32, "5e5"), None, None),
        (of("llama", 40, "5e5"), None, Some("query heads")),
        (of("llama", 32, "1e4"), Some("base"), Some("base")),
        (
            of("cohere", 32, "5e5"),
            Some("layout of pairs"),
            Some("permuted"),
        ),
        (
            r#"{"model_type": "bloom", "n_head": 32}"#.to_owned(),
            Some("encoding"),
            Some("encoding"),
        ),
    ] {
        let [first, also] = verdicts(&llama, &other);
        for (verdict, fits, differs) in [(first, &cache_fits, cache), (also, &weights_fit, weights)]
        {
            assert_eq!(verdict == *fits, differs.is_none(), "{verdict}");
            assert_mentions(&verdict, differs.as_slice());
        }
    }
}

#[test]
fn settings_name_the_architecture_and_every_version() {
    let of = |engine, name: &str, rule| snippets(&published(name), engine, rule, 131_072);
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
    let fits = |text: &str| verdicts(gemma, text) == verdicts(gemma, gemma);
    let local = gemma.replace(
        "\"sliding_window\": 1024",
        "\"sliding_window\": 1024, \"rope_local_base_freq\": 20000.0",
    );
    assert!(!fits(&local));
    assert_mentions(&verdicts(gemma, &local)[0], &["other layers"]);
    let pattern = gemma.replace(
        "\"sliding_window\": 1024",
        "\"sliding_window\": 1024, \"sliding_window_pattern\": 4",
    );
    assert!(!fits(&pattern));
    assert_mentions(&verdicts(gemma, &pattern)[0], &["order of layers"]);
}

#[test]
fn settings_follow_the_layers_with_full_attention() {
    let gemma = published("gemma-3-27b");
    let of = |layer: Option<&str>| {
        let ask = Ask {
            view: View::Settings,
            engine: Some(Engine::Transformers),
            target: Some(262_144),
            rule: Rule::Linear,
            layer: layer.map(str::to_owned),
            ..Ask::default()
        };
        text::text(&contents(&gemma, None, &ask))
    };
    assert_eq!(of(None), of(Some("sliding_attention")));
    assert_mentions(&of(None), &["\"factor\": 16.0"]);
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
    let is_rule = |line: &&String| line.starts_with("note: rope_parameters: ");
    let rule = findings.iter().find(is_rule).unwrap();
    assert_mentions(rule, &["yarn", "32"]);
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
    // Their layouts have one sentence more than that of Llama.
    let first = |name: &str| {
        let text = layout_of(name);
        let line = text
            .lines()
            .find(|line| line.contains(" rows of each head "));
        line.unwrap().matches(". ").count()
    };
    assert_eq!(
        ["phi-4-mini", "qwen3-next-80b", "llama-3.1-8b"].map(first),
        [1, 1, 0]
    );
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
        assert_mentions(&cache, &["order of layers"]);
    }
}

/// In Gemma 4's global layers, component i pairs with i + 256 (`apply_rotary_pos_emb` of `modeling_gemma4.py`), though only
/// the first 64 pairs rotate. In DeepSeek-V4, the last components rotate.
#[test]
fn rows_of_heads_that_rotate_in_part_move_as_their_class_pairs_them() {
    let code = |name: &str, layer: Option<&str>, to| {
        let ask = Ask {
            view: View::Layout,
            layer: layer.map(str::to_owned),
            from: Framework::Transformers,
            to,
            ..Ask::default()
        };
        let subject = shelf::published(name).unwrap().subject().unwrap();
        let blocks = contents(&subject, None, &ask);
        let code = blocks.iter().find_map(|block| match block {
            Block::Snippet(code) => Some(code.text.clone()),
            _ => None,
        });
        let texts = blocks.iter().filter_map(|block| match block {
            Block::Text(text) => Some(text.as_str()),
            _ => None,
        });
        (texts.collect::<Vec<_>>().join(" "), code.unwrap())
    };
    let (text, program) = code(
        "gemma-4-26b-a4b",
        Some("full_attention"),
        Framework::Interleaved,
    );
    assert_mentions(&text, &["0", "63", "256", "319", "512"]);
    assert!(
        program.contains("head_dim=512, rotary_dim=512"),
        "{program}"
    );
    let (text, program) = code("deepseek-v4-flash", None, Framework::HalfSplit);
    assert_mentions(&text, &["448", "511"]);
    assert!(
        program.contains("head_dim - rotary_dim + order"),
        "{program}"
    );
}
