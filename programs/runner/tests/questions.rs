//! Questions that have no answer, and files that are no model: each gives one sentence, and the model stays of use.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

use std::fs;

use phasor_figures::length::real_model::{Answer, Live, Typed};
use pollster::block_on;
use runner::{Adapters, Loader, Progress, Runner};

const MODELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/decoder");

fn loader(files: &[&str]) -> Loader {
    let mut loader = Loader::default();
    for file in files {
        let bytes = fs::read(format!("{MODELS}/{file}")).unwrap();
        let name = file.rsplit('/').next().unwrap();
        loader.begin(name.to_owned(), bytes.len() as u64).unwrap();
        loader.append(&bytes).unwrap();
    }
    loader
}

fn runner() -> Runner {
    Runner::new(loader(&["llama/model.gguf"]).model().unwrap().1)
}

fn finish(runner: &mut Runner) -> Answer {
    loop {
        match block_on(runner.advance()).unwrap() {
            Progress::Share(_) => {}
            Progress::Done(answer) => return answer,
            Progress::Idle => panic!("a question was begun"),
        }
    }
}

#[test]
fn a_model_is_read_from_either_kind_of_files() {
    let (name, _) = loader(&["llama/model.gguf"]).model().unwrap();
    assert_eq!(name, "model.gguf");
    let files = ["config.json", "tokenizer.json", "model.safetensors"];
    let files = files.map(|file| format!("llama/{file}"));
    let files = files.each_ref().map(String::as_str);
    let (name, _) = loader(&files).model().unwrap();
    assert_eq!(name, "model.safetensors");
}

#[test]
fn files_that_are_no_model_give_one_sentence() {
    let sentence = |loader: Loader| loader.model().unwrap_err().to_string();
    let all = "Choose one .gguf file, or config.json, tokenizer.json and all .safetensors files of a model together.";
    assert_eq!(sentence(loader(&[])), all);
    assert_eq!(
        sentence(loader(&["llama/config.json", "llama/tokenizer.json"])),
        all
    );
    assert_eq!(sentence(loader(&["llama/model.safetensors"])), all);
    assert_eq!(
        sentence(loader(&["llama/config.json"])),
        "The file is not a model in GGUF format."
    );
    let mut cut = Loader::default();
    let bytes = fs::read(format!("{MODELS}/llama/model.gguf")).unwrap();
    cut.begin("model.gguf".to_owned(), bytes.len() as u64)
        .unwrap();
    cut.append(&bytes[..bytes.len() / 2]).unwrap();
    assert!(sentence(cut).starts_with("The file is cut off"));
    let mut grown = Loader::default();
    grown.begin("model.gguf".to_owned(), 3).unwrap();
    let error = grown.append(b"GGUF").unwrap_err();
    assert_eq!(
        error.to_string(),
        "`model.gguf` changed while it was read; choose it again."
    );
    let mut large = Loader::default();
    let error = large.begin("model.gguf".to_owned(), u64::MAX);
    assert!(
        error
            .unwrap_err()
            .to_string()
            .starts_with("This browser has no memory for `model.gguf`")
    );
}

#[test]
fn questions_without_an_answer_give_one_sentence_and_end_nothing() {
    let mut runner = runner();
    let wrong = [
        (
            "copying",
            "",
            "--far 3",
            "There is no option `--far`; the options are --shift, --gap, --order, --base, --rule, --off-layers, --keep-pairs, --dtype.",
        ),
        ("copying", "", "--shift", "`--shift` must be a number."),
        (
            "next-word",
            "so she was",
            "--shift far",
            "`--shift` must be a number, not `far`.",
        ),
        (
            "next-word",
            "so she was",
            "--gap 9",
            "`--gap` needs two texts, between which positions are skipped.",
        ),
        (
            "next-word",
            "",
            "",
            "The text must have at least one token.",
        ),
        ("sleep", "", "", "The test `sleep` is not computed here."),
    ];
    for (test, text, options, sentence) in wrong {
        let error = runner.begin(test, text, options).unwrap_err();
        assert_eq!(error.to_string(), sentence);
    }
    let long = "so she was ".repeat(512);
    let error = runner.begin("text", &long, "").unwrap_err().to_string();
    assert!(
        error.ends_with("tokens; 512 are read here at most."),
        "{error}"
    );
    runner.begin("next-word", "so she was", "").unwrap();
    let Answer::NextWords { words, favourite } = finish(&mut runner) else {
        panic!("the answer is of another test")
    };
    assert_eq!(words[0], favourite);
    assert_eq!(favourite.percent, favourite.published);
}

#[test]
fn a_question_may_take_the_place_of_another_at_any_time() {
    let mut runner = runner();
    let mut fresh = self::runner();
    for n_steps in 0..9 {
        runner
            .begin("text", "so she was so she was", "--order reversed")
            .unwrap();
        for _ in 0..n_steps {
            drop(block_on(runner.advance()).unwrap());
        }
        for (test, text, options) in [
            ("next-word", "so she was", "--shift 7 --dtype bf16"),
            ("heads", "so she was so she was", "--off-layers all"),
            ("text", "so she was", ""),
        ] {
            runner.begin(test, text, options).unwrap();
            fresh.begin(test, text, options).unwrap();
            assert_eq!(finish(&mut runner), finish(&mut fresh));
        }
    }
}

#[test]
fn an_answer_survives_the_way_from_worker_to_figure() {
    let mut runner = runner();
    for (test, text) in [
        ("next-word", "so she was"),
        ("text", "so she was"),
        ("copying", ""),
        ("heads", "so she was"),
    ] {
        runner.begin(test, text, "--off-layers all").unwrap();
        let live = Live {
            settings: "model-test=text&change=none".to_owned(),
            model: "model.gguf".to_owned(),
            typed: Typed {
                text: Some("so\u{2019}she was".to_owned()),
                options: None,
            },
            answer: finish(&mut runner),
        };
        assert_eq!(Live::from_numbers(&live.to_numbers()), Some(live));
    }
    assert_eq!(Live::from_numbers(&[]), None);
}

/// Positions above 65,504 are infinite in f16.
#[test]
fn numbers_that_overflow_give_one_sentence() {
    let mut runner = runner();
    runner
        .begin("text", "so she was", "--shift 100000 --dtype f16")
        .unwrap();
    let error = loop {
        match block_on(runner.advance()) {
            Ok(Progress::Share(_)) => {}
            Ok(_) => panic!("infinite angles have no answer"),
            Err(error) => break error,
        }
    };
    assert_eq!(
        error.to_string(),
        "Positions or angles are infinite with this change: in f16, for example, above 65,504."
    );
    runner.begin("text", "so she was", "").unwrap();
    finish(&mut runner);
}

#[test]
fn the_gpu_gives_the_same_answers_and_can_be_left_at_any_time() {
    let [mut runner, mut on_gpu] = [runner(), runner()];
    block_on(on_gpu.use_gpu(Adapters::All)).unwrap();
    assert!(on_gpu.is_on_gpu());
    for (test, text, options) in [
        ("next-word", "so she was", "--off-layers all"),
        (
            "text",
            "so she was beginning to get",
            "--shift 7 --dtype bf16",
        ),
        ("copying", "", "--keep-pairs 1-"),
        ("heads", "so she was beginning to get", "--order reversed"),
    ] {
        runner.begin(test, text, options).unwrap();
        on_gpu.begin(test, text, options).unwrap();
        let [expected, answer] =
            [&mut runner, &mut on_gpu].map(|runner| finish(runner).to_numbers());
        assert_eq!(answer.len(), expected.len());
        // A number between two that are shown may be rounded to either.
        let mut pairs = answer.iter().zip(&expected);
        assert!(
            pairs.all(|(a, b)| (a - b).abs() <= 1.0),
            "{test}: {answer:?}, not {expected:?}"
        );
        assert!(on_gpu.gpu_loss().is_none());
    }
    on_gpu.begin("text", "so she was", "").unwrap();
    drop(block_on(on_gpu.advance()).unwrap());
    on_gpu.use_processor();
    runner.begin("text", "so she was", "").unwrap();
    assert_eq!(finish(&mut on_gpu), finish(&mut runner));
}
