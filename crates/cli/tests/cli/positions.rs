//! `phasor positions`: the ids of transformers through the command, its options, and its errors.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::golden::{each_case, rows};
use crate::golden_layouts::layout;
use crate::mentions::assert_mentions;
use crate::support::{folder, run};

/// Runs the command and returns its status and what it printed.
fn status(args: &[&str]) -> (i32, String, String) {
    let output = run(Path::new("."), &[&["positions"], args].concat());
    let [text, error] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code().unwrap(), text, error)
}

/// Runs the command on a model whatever is wrong with its file, and returns its status and its error.
fn forced(name: &str, config: &str) -> (i32, String) {
    let path = folder(name).join("config.json");
    fs::write(&path, config).unwrap();
    let path = path.to_str().unwrap();
    let (code, _, error) = status(&["--layout", "a b", "--config", path, "--force"]);
    (code, error)
}

#[track_caller]
fn json(args: &[&str]) -> Value {
    let (code, text, error) = status(&[args, &["--format", "json"]].concat());
    assert_eq!((code, error.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&text).unwrap()
}

/// Checks the command with these options against `expected` of every case of a kind.
fn agrees(kind: &str, expected: &str, options: &[&str]) {
    let n_cases = std::cell::Cell::new(0);
    each_case("positions", |case| {
        if case["params"]["kind"] != kind {
            return;
        }
        let steps = case["params"]["tokens_per_second"].as_u64();
        let steps = steps.map(|steps| format!("--tokens-per-second={steps}"));
        let layout = layout(case);
        let args = [options, &["--layout", &layout]].concat();
        let args: Vec<&str> = args.into_iter().chain(steps.as_deref()).collect();
        assert_eq!(
            rows(&json(&args)["position_ids"]),
            rows(&case["expected"][expected]),
            "{args:?}"
        );
        n_cases.set(n_cases.get() + 1);
    });
    assert!(n_cases.get() >= 20, "{kind}: {}", n_cases.get());
}

#[test]
fn ids_of_pictures_are_those_of_transformers() {
    for (kind, rule) in [
        ("qwen2_vl", "qwen2-vl"),
        ("qwen2_5_vl", "qwen2.5-vl"),
        ("qwen3_vl", "qwen3-vl-moe"),
        ("glm4v", "glm4v"),
        ("ernie4_5_vl_moe", "ernie4_5_vl_moe"),
        ("hunyuan_vl", "Hunyuan-VL"),
    ] {
        agrees(kind, "position_ids", &["--rule", rule]);
    }
    let omni = ["--rule", "qwen2-5-vl", "--after-video", "largest-position"];
    agrees(
        "largest_position",
        "position_ids",
        &[&omni[..], &["--padding-id", "1"]].concat(),
    );
}

#[test]
fn ids_of_padding_and_documents_are_those_of_transformers() {
    agrees("from_mask", "position_ids", &[]);
    agrees("from_mask", "unfilled", &["--padding", "unfilled"]);
    agrees("from_mask", "counted", &["--padding", "counted"]);
    agrees("packed", "position_ids", &[]);
}

#[test]
fn every_format_holds_the_same_ids() {
    let folder = folder("formats");
    let layout = "pad*2 it, \"the\" <image 2x3> barks";
    let args = ["positions", "--layout", layout, "--rule", "qwen3-vl"];
    let write = |file: &str| {
        let output = run(&folder, &[&args[..], &["-o", file]].concat());
        assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
        fs::read(folder.join(file)).unwrap()
    };
    let json: Value = serde_json::from_slice(&write("ids.json")).unwrap();
    assert_eq!(json["rule"], "qwen3-vl");
    assert_eq!(json["axes"], serde_json::json!(["time", "row", "column"]));
    assert_eq!(json["tokens"][3], "\"the\"");
    assert_eq!(json["kinds"][4], "patch");
    assert_eq!(json["pairs"], Value::Null);
    let ids = rows(&json["position_ids"]);
    assert_eq!(
        ids[2],
        [0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 2.0, 3.0, 4.0, 5.0]
    );
    // NumPy: one row an axis.
    let npy = write("ids.npy");
    let header = 10 + usize::from(u16::from_le_bytes([npy[8], npy[9]]));
    assert!(String::from_utf8_lossy(&npy[..header]).contains("'shape': (3, 11)"));
    let numbers = npy[header..].chunks_exact(8);
    let numbers = numbers.map(|eight| f64::from_le_bytes(eight.try_into().unwrap()));
    assert_eq!(numbers.collect::<Vec<f64>>(), ids.concat());
    // CSV: one row a token, with quotes where a word needs them.
    let csv = String::from_utf8(write("ids.csv")).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "index,token,kind,document,stage,time,row,column");
    assert_eq!(lines[3], "2,\"it,\",text,0,current,0,0,0");
    assert_eq!(lines[4], "3,\"\"\"the\"\"\",text,0,current,1,1,1");
    assert_eq!(lines[10], "9,row 1 column 2,patch,0,current,2,3,4");
    assert_eq!(lines.len(), 12);
    // The table for readers has the same cells.
    let table = run(&folder, &args);
    let table = String::from_utf8(table.stdout).unwrap();
    assert_mentions(
        &table,
        &[
            "qwen3-vl", "time", "row", "column", "barks", "text", "5", "5", "5",
        ],
    );
}

#[test]
fn a_model_decides_its_rule() {
    let models = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets/models");
    for (model, rule) in [
        ("qwen2-vl-2b", "qwen2-vl"),
        ("qwen2.5-vl-7b", "qwen2-5-vl"),
        ("qwen3-vl-4b", "qwen3-vl"),
        ("qwen3.5-9b", "qwen3-vl"),
        ("glm-4.1v-9b", "glm4v"),
        ("llama-3.2-1b", "sequential"),
        ("gpt2", "sequential"),
    ] {
        let path = models.join(format!("{model}.json"));
        let config = path.to_str().unwrap();
        let layout = ["--layout", "a <image 2x3> b"];
        let by_model = json(&[&layout[..], &["--config", config]].concat());
        assert_eq!(by_model["rule"], rule, "{model}");
        assert_eq!(by_model, json(&[&layout[..], &["--rule", rule]].concat()));
    }
    let omni = models.join("qwen2.5-omni-7b.json");
    let (code, text, error) = status(&["--layout", "a", "--config", omni.to_str().unwrap()]);
    assert_eq!((code, text.as_str(), error.lines().count()), (2, "", 1));
    assert_mentions(
        &error,
        &["qwen2_5_omni_text", "qwen2_vl", "glm4v", "hunyuan_vl"],
    );
    let esm = folder("esm").join("config.json");
    let config = r#"{"model_type": "esm", "hidden_size": 320, "num_attention_heads": 20, "num_hidden_layers": 6,
        "max_position_embeddings": 1026, "position_embedding_type": "absolute"}"#;
    fs::write(&esm, config).unwrap();
    let (code, text, error) = status(&["--layout", "a", "--config", esm.to_str().unwrap()]);
    assert_eq!((code, text.as_str(), error.lines().count()), (2, "", 1));
    assert_mentions(&error, &["esm", "padding_idx + 1", "sequential"]);
}

#[test]
fn a_class_that_counts_after_padding_begins_there() {
    let folder = folder("after-padding");
    // Without `pad_token_id`, which is 1 in the class.
    let config = r#"{"model_type": "roberta", "hidden_size": 768, "num_attention_heads": 12, "num_hidden_layers": 12,
        "max_position_embeddings": 514}"#;
    let path = folder.join("config.json");
    fs::write(&path, config).unwrap();
    let ids = |more: &[&str]| {
        let layout = ["--layout", "a pad*2 b <past> c", "--config"];
        let all = json(&[&layout[..], &[path.to_str().unwrap()], more].concat());
        (all["position_ids"][0].clone(), all["pairs"].clone())
    };
    assert_eq!(ids(&[]), (serde_json::json!([2, 1, 1, 3, 4]), Value::Null));
    assert_eq!(
        ids(&["--padding-id", "0"]).0,
        serde_json::json!([2, 0, 0, 3, 4])
    );
    let (by_cache, pairs) = ids(&["--past", "cache-length"]);
    assert_eq!(by_cache, serde_json::json!([2, 1, 1, 3, 6]));
    assert_eq!((&pairs["visible"], &pairs["wrong"]), (&3.into(), &2.into()));
}

#[test]
fn a_rule_needs_a_section_for_each_axis() {
    for (sections, status) in [("[16, 16, 16, 16]", 0), ("[16, 24, 24]", 2)] {
        let config = format!(
            r#"{{"model_type": "hunyuan_vl_text", "hidden_size": 1024, "num_attention_heads": 16, "head_dim": 128,
            "num_hidden_layers": 2, "max_position_embeddings": 32768, "rope_parameters": {{"rope_type": "default",
            "rope_theta": 10000.0, "mrope_section": {sections}}}}}"#
        );
        let (code, error) = forced("sections", &config);
        assert_eq!(code, status, "{error}");
    }
}

#[test]
fn a_model_without_ids_has_places() {
    let folder = folder("places");
    fs::write(
        folder.join("config.json"),
        r#"{"model_type": "bloom", "n_head": 16}"#,
    )
    .unwrap();
    let args = [
        "positions",
        "--layout",
        "pad a b",
        "--config",
        "config.json",
        "--format",
        "csv",
    ];
    let output = run(&folder, &args);
    let [text, error] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(
        output.status.success() && text.ends_with("2,b,text,0,current,1\n"),
        "{text}"
    );
    assert_mentions(&error, &["position ids", "ALiBi"]);
}

#[test]
fn a_file_gives_the_steps_of_a_second() {
    let folder = folder("steps");
    let config = r#"{"model_type": "qwen2_5_vl", "hidden_size": 3584, "num_attention_heads": 28, "num_hidden_layers": 28,
        "max_position_embeddings": 128000, "rope_theta": 1000000.0, "vision_config": {"tokens_per_second": 5},
        "rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]}}"#;
    fs::write(folder.join("config.json"), config).unwrap();
    let path = folder.join("config.json");
    let args = [
        "--layout",
        "<video 3x1x1>",
        "--config",
        path.to_str().unwrap(),
    ];
    let times =
        |others: &[&str]| rows(&json(&[&args[..], others].concat())["position_ids"])[0].clone();
    assert_eq!(times(&[]), [0.0, 5.0, 10.0]);
    assert_eq!(times(&["--tokens-per-second", "3"]), [0.0, 3.0, 6.0]);
}

#[test]
fn mistakes_are_counted() {
    let pairs = |args: &[&str]| {
        let pairs = json(args)["pairs"].clone();
        ["visible", "wrong", "foreign"].map(|name| pairs[name].as_u64().unwrap())
    };
    // Two tokens of padding in the middle that count: the last two words are too far from the first two.
    let inner = ["--layout", "a b pad*2 c d", "--padding", "counted"];
    assert_eq!(pairs(&inner), [10, 4, 0]);
    // Padding on the left shifts all words alike.
    let left = ["--layout", "pad*2 a b c", "--padding", "counted"];
    assert_eq!(pairs(&left), [6, 0, 0]);
    assert_eq!(
        pairs(&[&left[..], &["--padding-mask", "open"]].concat()),
        [12, 0, 6]
    );
    let packed = ["--layout", "a b | c d", "--borders", "continued"];
    assert_eq!(pairs(&packed), [6, 0, 0]);
    assert_eq!(
        pairs(&[&packed[..], &["--document-mask", "open"]].concat()),
        [10, 0, 4]
    );
    // An image in the cache makes its length larger than the next id.
    let past = [
        "--layout",
        "<image 2x2> a <past> b",
        "--rule",
        "qwen2-vl",
        "--past",
    ];
    assert_eq!(pairs(&[&past[..], &["cache-length"]].concat()), [6, 5, 0]);
    assert_eq!(pairs(&[&past[..], &["after-largest"]].concat()), [6, 0, 0]);
    let image = ["--layout", "look <image 2x3> a dog", "--rule", "qwen2-vl"];
    let patches = |patches| pairs(&[&image[..], &["--patches", patches]].concat());
    assert_eq!(patches("area-after"), [45, 14, 0]);
    assert_eq!(pairs(&[&inner[..], &["--window", "3"]].concat()), [6, 0, 0]);
    assert_eq!(
        pairs(&[&inner[..], &["--direction", "bidirectional"]].concat()),
        [16, 8, 0]
    );
    // The sentence is below the table, and on standard error if the table is for programs.
    let (_, table, _) = status(&inner);
    assert_mentions(table.lines().last().unwrap(), &["4", "10"]);
    let (_, csv, error) = status(&[&inner[..], &["--format", "csv"]].concat());
    assert_eq!(csv.lines().count(), 7);
    assert_mentions(&error, &["4", "10"]);
    // Long texts are compared, too.
    let long = [
        "--layout",
        "a*10000 | b*10000",
        "--borders",
        "continued",
        "--format",
        "csv",
    ];
    let (code, csv, error) = status(&long);
    assert_eq!((code, csv.lines().count()), (0, 20_001));
    assert_mentions(&error, &["0 of 100,010,000 pairs"]);
    // Readers get the first rows.
    let (_, table, _) = status(&["--layout", "a*1001"]);
    assert_eq!(table.lines().count(), 3 + 1000 + 2);
    assert_mentions(table.lines().last().unwrap(), &["1,000", "1,001"]);
}

/// Arguments, and what the sentence must mention.
const WRONG: &[(&[&str], &[&str])] = &[
    (&[], &["--layout"]),
    (&["--layout", ""], &["1", "1,048,576", "0"]),
    (&["--layout", "a pad*0"], &["pad*0", "1"]),
    (&["--layout", "<image 2>"], &["<image 2>", "65,536"]),
    (&["--layout", "a <image 2x3"], &["<image 2x3"]),
    (&["--layout", "<imag 2x3>"], &["<imag 2x3>", "<past 5>"]),
    (&["--layout", "<video 2x3>"], &["<video 2x3>", "0.5s"]),
    (&["--layout", "a <past> b <past>"], &["<past>"]),
    (&["--layout", "a*1048576 b"], &["1,048,576", "1,048,577"]),
    (
        &["--layout", "<video 2x3x4>", "--rule", "hunyuan-vl"],
        &["<video 2x3x4>", "image"],
    ),
    (
        &["--layout", "a", "--rule", "qwen9"],
        &["qwen9", "sequential", "qwen2-vl", "hunyuan-vl"],
    ),
    (
        &["--layout", "a", "--rule", "glm4v", "--config", "x.json"],
        &["--rule", "--config"],
    ),
    (
        &[
            "--layout",
            "a",
            "--rule",
            "glm4v",
            "--tokens-per-second",
            "2",
        ],
        &["qwen2-5-vl", "glm4v"],
    ),
    (
        &["--layout", "a", "--after-video", "longest-side"],
        &["qwen2-vl", "sequential"],
    ),
    (
        &["--layout", "a", "--padding", "counted", "--padding-id", "1"],
        &["padding-id", "filled"],
    ),
    (
        &["--layout", "a", "--padding", "left"],
        &["left", "counted"],
    ),
    (
        &["--layout", "a", "-o", "ids.txt"],
        &["ids.txt", ".csv", ".json", ".npy"],
    ),
    (&["--layout", "a", "--config", "none.json"], &["none.json"]),
];

#[test]
fn errors_are_one_sentence() {
    let folder = folder("wrong");
    for (args, expected) in WRONG {
        let output = run(&folder, &[&["positions"], *args].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(
            output.stdout.is_empty() && error.lines().count() == 1,
            "{error}"
        );
        assert!(
            error.starts_with("phasor: ") && error.ends_with(".\n"),
            "{error}"
        );
        assert_mentions(&error, expected);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "{args:?}");
    }
}

#[test]
fn a_file_with_errors_gets_no_ids() {
    let folder = folder("faulty");
    let config = r#"{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": -1.0}"#;
    fs::write(folder.join("config.json"), config).unwrap();
    let args = ["positions", "--layout", "a b", "--config", "config.json"];
    let output = run(&folder, &args);
    assert!(output.status.code() == Some(1) && output.stdout.is_empty());
    let output = run(&folder, &[&args[..], &["--force"]].concat());
    assert!(output.status.success() && !output.stdout.is_empty());
}

#[test]
fn help_names_every_rule_and_option() {
    let (code, help, _) = status(&["--help"]);
    assert_eq!(code, 0);
    let rules = phasor_encoding::positions::Rule::all();
    for rule in rules {
        let name = rule.name().replace('_', "-");
        assert!(help.contains(&name), "{name}");
    }
    for words in [
        "[possible values: filled, counted, unfilled]",
        "[possible values: reset, continued]",
        "[possible values: continued, after-largest, cache-length, reset]",
        "[possible values: masked, open]",
        "[possible values: causal, bidirectional]",
        "[possible values: longest-side, largest-position]",
        "[n_axes, n_tokens]",
    ] {
        assert!(help.contains(words), "{words}");
    }
}

#[test]
fn classes_that_count_from_padding_have_their_own_default_and_sines_use_ids() {
    for (class, first) in [
        ("m2m_100", 2),
        ("trocr", 2),
        ("fsmt", 2),
        ("kosmos_2_text_model", 2),
        ("markuplm", 1),
        ("marian", 0),
    ] {
        let config = format!(
            r#"{{"model_type": "{class}", "d_model": 512, "max_position_embeddings": 512}}"#
        );
        let path = folder("padding-classes").join("config.json");
        fs::write(&path, config).unwrap();
        let args = [
            "--layout",
            "a b",
            "--config",
            path.to_str().unwrap(),
            "--force",
        ];
        let (_, text, error) = status(&[&args[..], &["--format", "json"]].concat());
        let ids: Value = serde_json::from_str(&text).expect(&error);
        let expected = serde_json::json!([first, first + 1]);
        assert_eq!(ids["position_ids"][0], expected, "{class}");
    }
}

#[test]
fn long_times_are_the_same_number_in_every_format() {
    let ids = |seconds: &str| {
        let layout = format!("<video 2x1x1 {seconds}>");
        json(&["--layout", &layout, "--rule", "qwen2-5-vl"])
    };
    assert_mentions(&ids("1000000s").to_string(), &["2000000"]);
    let (code, text, error) = status(&["--layout", "<video 2x1x1 1e30s>", "--rule", "qwen2-5-vl"]);
    assert_eq!((code, text.as_str(), error.lines().count()), (2, "", 1));
}
