//! `phasor run`: language models with changed positions.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use crate::support::{folder, run};

/// The folder of a small model, whose numbers crates/decoder compares with those of transformers.
fn model(name: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/decoder");
    root.join(name).to_str().unwrap().to_owned()
}

fn printed(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[track_caller]
fn assert_sentence(output: &Output, sentence: &str) {
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        format!("phasor: {sentence}\n")
    );
}

#[test]
fn candidates_are_printed_and_written() {
    let folder = folder("candidates");
    let model = model("llama");
    let args = [
        "run",
        "--model",
        &model,
        "--prompt",
        "so she was",
        "--top",
        "3",
        "-o",
        "next.csv",
    ];
    let text = printed(&run(&folder, &args));
    assert_eq!(text.lines().count(), 3);
    let csv = fs::read_to_string(folder.join("next.csv")).unwrap();
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("token,probability"));
    let probabilities = lines.map(|line| line.split(',').nth(1).unwrap().parse().unwrap());
    let probabilities: Vec<f64> = probabilities.collect();
    assert!(probabilities.is_sorted_by(|a, b| a >= b) && probabilities.iter().sum::<f64>() <= 1.0);
    // The same model in the other format has weights of 8 bits, and nearly the same numbers.
    let file = format!("{model}/model.gguf");
    let args = [
        "run",
        "--model",
        &file,
        "--prompt",
        "so she was",
        "--top",
        "3",
    ];
    assert_eq!(printed(&run(&folder, &args)).lines().count(), 3);
}

#[test]
fn every_change_changes_what_the_model_says() {
    let folder = folder("changes");
    let model = model("llama");
    let probabilities = |change: &[&str]| {
        let args = [
            "run",
            "--model",
            &model,
            "--prompt",
            "so she was ",
            "--then",
            "considering in her own mind",
            "-o",
            "x.csv",
        ];
        printed(&run(&folder, &[&args, change].concat()));
        fs::read_to_string(folder.join("x.csv")).unwrap()
    };
    let published = probabilities(&[]);
    let changes: [&[&str]; 11] = [
        &["--gap", "20"],
        &["--order", "reversed"],
        &["--order", "shuffled:2"],
        &["--order", "shared:2"],
        &["--base", "100"],
        &["--rule", "yarn:4"],
        &["--rule", "linear:2"],
        &["--off-layers", "all"],
        &["--off-layers", "1"],
        &["--keep-pairs", "1-"],
        &["--shift", "1,000", "--dtype", "bf16"],
    ];
    let mut seen = vec![published.clone()];
    for change in changes {
        let changed = probabilities(change);
        assert!(!seen.contains(&changed), "{change:?}");
        seen.push(changed);
    }
    for change in [
        &["--order", "forward"][..],
        &["--rule", "none"],
        &["--base", "10000"],
        &["--keep-pairs", "-4"],
    ] {
        assert_eq!(probabilities(change), published, "{change:?}");
    }
}

#[test]
fn perplexity_is_e_to_the_mean_loss() {
    let folder = folder("perplexity");
    fs::write(
        folder.join("text.txt"),
        "so she was considering in her own mind ".repeat(30),
    )
    .unwrap();
    let model = model("qwen2-biases");
    let args = [
        "run",
        "--model",
        &model,
        "--perplexity",
        "text.txt",
        "--tokens",
        "600",
        "-o",
        "x.csv",
    ];
    let text = printed(&run(&folder, &args));
    let csv = fs::read_to_string(folder.join("x.csv")).unwrap();
    let losses = csv
        .lines()
        .skip(1)
        .map(|line| -line.rsplit(',').next().unwrap().parse::<f64>().unwrap());
    let losses: Vec<f64> = losses.collect();
    let perplexity = |losses: &[f64]| (losses.iter().sum::<f64>() / losses.len() as f64).exp();
    let expected = [perplexity(&losses[64..]), perplexity(&losses[256..512])];
    for (line, expected) in text.lines().zip(expected) {
        let number: f64 = line.split(' ').next().unwrap().parse().unwrap();
        assert!((number - expected).abs() <= 0.051, "{line}: {expected}");
    }
}

#[test]
fn what_does_not_run_gets_one_sentence() {
    let folder = folder("sentences");
    let model = model("llama");
    let with = |more: &[&str]| {
        run(
            &folder,
            &[&["run", "--model", &model, "--prompt", "so she"], more].concat(),
        )
    };
    assert_sentence(
        &with(&["--rule", "foo"]),
        "`--rule` must be none, or one of linear, ntk, dynamic, yarn and llama3 with a factor of at least 1, as in yarn:2, not `foo`.",
    );
    assert_sentence(
        &with(&["--base", "-1"]),
        "`--base` must be a number above 0, not `-1`.",
    );
    assert_sentence(
        &with(&["--off-layers", "x"]),
        "`--off-layers` must be all, every:N (the last of every N), or a list that counts from 0, as in 0,4, not `x`.",
    );
    assert_sentence(
        &run(&folder, &["run", "--model", &model, "--prompt", ""]),
        "The text must have at least one token.",
    );
    fs::write(folder.join("x.gguf"), "no model").unwrap();
    assert_sentence(
        &run(&folder, &["run", "--model", "x.gguf", "--prompt", "so"]),
        "`x.gguf` does not run here. The file is not a model in GGUF format.",
    );
    let output = run(&folder, &["run", "--model", &model]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn heads_are_printed_and_written() {
    let folder = folder("heads");
    let model = model("llama");
    let text = "she had peeped into the book her sister was reading";
    let args = |heads: &'static str| {
        let args = [
            "run",
            "--model",
            &model,
            "--prompt",
            text,
            "--heads",
            heads,
            "-o",
            "heads.csv",
        ];
        args.map(str::to_owned)
    };
    let printed = printed(&run(
        &folder,
        &args("1.3,0.0").each_ref().map(String::as_str),
    ));
    // Heads come in the order of layers, each with ten shares.
    let heads: Vec<&str> = printed
        .lines()
        .filter(|line| line.starts_with("layer"))
        .collect();
    assert_eq!(heads, ["layer 0, head 0", "layer 1, head 3"]);
    assert_eq!(printed.lines().count(), 2 * 11);
    let csv = fs::read_to_string(folder.join("heads.csv")).unwrap();
    for row in csv.lines().skip(1) {
        let numbers: Vec<f64> = row
            .split(',')
            .map(|number| number.parse().unwrap())
            .collect();
        let (_, shares) = numbers.split_at(2);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{row}");
    }
    let output = run(&folder, &args("2.0").each_ref().map(String::as_str));
    assert_sentence(
        &output,
        "`heads` names 2.0; the model has layers 0 to 1 with heads 0 to 3.",
    );
}
