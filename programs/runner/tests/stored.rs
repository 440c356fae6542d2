//! The stored answers of the figure `real-model`, if `npm run model` has fetched the model.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use phasor_figures::asset::Rows;
use phasor_figures::length::real_model::stored::{N_WORDS, Results};
use phasor_figures::length::real_model::{
    Answer, Change, Copied, Heads, ModelTest, NextWord, Prompt, Question, Surprise, Typed,
};
use phasor_params::choice::Choice as _;
use pollster::block_on;
use runner::{Loader, Model, Progress, Runner};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Reads the model, or says that it is absent.
fn model() -> Option<Model> {
    let path = PathBuf::from(ROOT).join("target/model/SmolLM2-135M-Instruct.Q4_1.gguf");
    if !path.exists() {
        eprintln!("absent: {}; `npm run model` fetches it", path.display());
        return None;
    }
    let bytes = fs::read(&path).unwrap();
    let mut loader = Loader::default();
    loader
        .begin("model.gguf".to_owned(), bytes.len() as u64)
        .unwrap();
    for piece in bytes.chunks(1 << 20) {
        loader.append(piece).unwrap();
    }
    let (name, model) = loader.model().unwrap();
    assert_eq!(name, "model.gguf");
    Some(model)
}

fn question(test: ModelTest, prompt: Prompt, change: Change, gap: f64) -> Question {
    Question {
        test,
        prompt,
        change,
        gap,
        typed: Typed::default(),
    }
}

/// Asks a question as the page does.
fn answer(runner: &mut Runner, question: &Question) -> Answer {
    let test = question.test.word().name;
    let begun = runner.begin(test, question.text(), &question.options());
    begun.unwrap();
    loop {
        match block_on(runner.advance()).unwrap() {
            Progress::Share(share) => assert!((0.0..1.0).contains(&share)),
            Progress::Done(answer) => return answer,
            Progress::Idle => panic!("a question was begun"),
        }
    }
}

/// Returns the most probable words, then the favourite of the published model.
fn next_words(runner: &mut Runner, prompt: Prompt, change: Change) -> Vec<NextWord> {
    let question = question(ModelTest::NextWord, prompt, change, 0.0);
    let Answer::NextWords {
        mut words,
        favourite,
    } = answer(runner, &question)
    else {
        panic!("the answer is of another test")
    };
    words.truncate(N_WORDS - 1);
    words.push(favourite);
    words
}

fn copied(runner: &mut Runner, change: Change, gap: f64) -> Vec<Copied> {
    let question = question(ModelTest::Copying, Prompt::Bite, change, gap);
    match answer(runner, &question) {
        Answer::Copying { now, .. } => now,
        _ => panic!("the answer is of another test"),
    }
}

fn text(runner: &mut Runner, change: Change) -> Vec<Surprise> {
    let question = question(ModelTest::Text, Prompt::Bite, change, 0.0);
    match answer(runner, &question) {
        Answer::Text { now, .. } => now,
        _ => panic!("the answer is of another test"),
    }
}

fn heads(runner: &mut Runner, change: Change) -> Heads {
    let question = question(ModelTest::Heads, Prompt::Bite, change, 0.0);
    match answer(runner, &question) {
        Answer::Heads { now, .. } => now,
        _ => panic!("the answer is of another test"),
    }
}

/// Computes every answer, with one thread for each half of the questions.
fn answers(first: Model, second: Model) -> Results {
    let changes = Change::all();
    thread::scope(|scope| {
        let next_words = scope.spawn(|| {
            let mut runner = Runner::new(first);
            let prompts = Prompt::all().map(|prompt| {
                let changes = changes.iter();
                changes
                    .map(|change| next_words(&mut runner, prompt, *change))
                    .collect()
            });
            prompts.collect()
        });
        let mut runner = Runner::new(second);
        let copied = changes.iter().map(|change| {
            let gaps = change.gaps().into_iter();
            gaps.map(|gap| copied(&mut runner, *change, gap)).collect()
        });
        let copied = copied.collect();
        let text = changes.iter().map(|change| text(&mut runner, *change));
        let text = text.collect();
        let heads = changes.iter().map(|change| heads(&mut runner, *change));
        let heads = heads.collect();
        Results {
            next_words: next_words.join().unwrap(),
            copied,
            text,
            heads,
        }
    })
}

/// With `PHASOR_BLESS=1` this writes the file, which takes some minutes. With `PHASOR_WHOLE=1` it compares every prompt with
/// every change, and every copy, which takes as long.
#[test]
fn the_stored_answers_are_those_of_the_model() {
    let Some(model) = model() else {
        return;
    };
    let file = Path::new(ROOT).join("assets/real-model/answers.bin");
    let mut runner = Runner::new(model);
    if std::env::var_os("PHASOR_BLESS").is_some() {
        let results = answers(self::model().unwrap(), self::model().unwrap());
        let bytes = results.write();
        fs::write(&file, &bytes).unwrap();
        assert_eq!(Results::read(&Rows::read(&bytes).unwrap()), Some(results));
    }
    let stored = Results::read(&Rows::read(&fs::read(&file).unwrap()).unwrap()).unwrap();
    let is_whole = std::env::var_os("PHASOR_WHOLE").is_some();
    let step = if is_whole { 1 } else { 7 };
    // A processor that rounds differently may show another last digit.
    let is_near = |one: u8, other: u8| one.abs_diff(other) <= 1;
    for (place, change) in Change::all().into_iter().enumerate().step_by(step) {
        let gaps = change.gaps();
        let gap = gaps.len() - 1;
        let copied = copied(&mut runner, change, gaps[gap]);
        for (one, other) in copied.iter().zip(&stored.copied[place][gap]) {
            assert!(
                is_near(one.percent, other.percent),
                "{change} {one:?} {other:?}"
            );
        }
        let one = Prompt::all().nth(place % Prompt::LIST.len());
        for prompt in Prompt::all().filter(|prompt| is_whole || Some(*prompt) == one) {
            let words = next_words(&mut runner, prompt, change);
            for (one, other) in words.iter().zip(&stored.next_words[prompt.place()][place]) {
                assert!(
                    is_near(one.percent, other.percent),
                    "{change} {one:?} {other:?}"
                );
            }
        }
        for (one, other) in text(&mut runner, change).iter().zip(&stored.text[place]) {
            assert!(
                (one.bits - other.bits).abs() < 0.15,
                "{change} {one:?} {other:?}"
            );
            assert_eq!(one.token, other.token);
        }
        for (one, other) in heads(&mut runner, change).iter().zip(&stored.heads[place]) {
            assert_eq!((one.layer, one.head), (other.layer, other.head));
            let mut percents = one.percents.iter().zip(other.percents);
            let all_near = percents.all(|(one, other)| is_near(*one, other));
            assert!(all_near, "{change} {one:?} {other:?}");
        }
    }
}
