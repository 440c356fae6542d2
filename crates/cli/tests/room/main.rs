//! The room of models and the command line give the same answers, for every published model and every view.
//!
//! The room is the page's own program, compiled here without a browser, and asked as the page's script asks it: by a query,
//! for HTML. The command line is the program `phasor`, run on the same file. Published models have no weights here, so the
//! view of weights is compared on small checkpoints.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

#[allow(
    dead_code,
    unreachable_pub,
    reason = "the program has entries that this test does not call"
)]
#[path = "../../../../programs/models/src/lib.rs"]
mod room;

mod weights;
mod words;

use std::fs;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use phasor_report::Subject;
use phasor_report::shelf::{Published, SHELF, published};
use room::{Room, Side};

/// A command, and the query by which the page's script asks for the same.
type Question = (Vec<&'static str>, String);

/// The model with which each is compared.
const OTHER: &str = "llama-3.1-8b";

/// Returns the choice for a model at a place of the shelf; they change from model to model.
fn chosen<T: Copy>(choices: &[T], place: usize) -> T {
    let mut turns = choices.iter().cycle();
    *turns.nth(place).expect("there are choices")
}

/// Returns one question for each view.
fn questions(place: usize) -> [Question; 6] {
    const CONTEXTS: [(&str, &str); 3] = [("1M", "1048576"), ("131072", "131072"), ("8k", "8192")];
    const FRAMEWORKS: [(&str, &str); 3] = [
        ("transformers", "gguf"),
        ("half-split", "interleaved"),
        ("original", "mlx"),
    ];
    const ENGINES: [&str; 7] = [
        "vllm",
        "llama.cpp",
        "transformers",
        "sglang",
        "ollama",
        "tensorrt-llm",
        "training",
    ];
    const LAYOUTS: [(&str, &str); 3] = [
        ("a pad <image 1x2> b", "a+pad+%3Cimage+1x2%3E+b"),
        ("pad*3 | `a` <past> b", "pad*3+|+`a`+%3Cpast%3E+b"),
        ("<video 2x1x1 2s>", "%3Cvideo+2x1x1+2s%3E"),
    ];
    let (context, target) = chosen(&CONTEXTS, place);
    let (layout, written) = chosen(&LAYOUTS, place);
    let (from, to) = chosen(&FRAMEWORKS, place);
    let engine = chosen(&ENGINES, place);
    let rule = chosen(&["yarn", "linear"], place);
    let language = chosen(&["numpy", "torch", "jax", "rust"], place);
    [
        (
            vec!["model", "--context", context, "--layout", layout],
            format!("view=model&target={target}&layout={written}"),
        ),
        (
            vec!["plan", "--context", context],
            format!("view=what-if&target={target}"),
        ),
        (
            vec![
                "settings",
                "--context",
                context,
                "--engine",
                engine,
                "--rule",
                rule,
            ],
            format!("view=settings&target={target}&engine={engine}&rule={rule}"),
        ),
        (
            vec!["permute", "--from", from, "--to", to],
            format!("view=layout&from={from}&to={to}"),
        ),
        (
            vec!["code", "--context", context, "--language", language],
            format!("view=code&target={target}&language={language}"),
        ),
        (vec!["diff"], "view=compare".to_owned()),
    ]
}

fn path(name: &str) -> String {
    format!(
        "{}/../../assets/models/{name}.json",
        env!("CARGO_MANIFEST_DIR")
    )
}

fn phasor(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_phasor");
    Command::new(program).args(arguments).output().unwrap()
}

/// Returns a room with the model and the other one, named as the command line names them.
fn room_of(name: &str) -> Room {
    let mut room = Room::new();
    room.add_ids();
    for (side, name) in [(Side::Here, name), (Side::There, OTHER)] {
        let text = fs::read_to_string(path(name)).unwrap();
        assert!(room.read(side, &text, name).is_ok(), "{name}");
    }
    room
}

fn page(room: &Room, query: &str) -> String {
    let shown = room.show(query, "light");
    shown.unwrap_or_else(|_| panic!("no answer to {query}"))
}

/// Asks both for each view of a model, and returns the number of answers.
fn compare(place: usize, model: &Published) -> usize {
    let room = room_of(model.name);
    let rotates = model.subject().unwrap().rope(None).is_some();
    for (command, query) in questions(place) {
        let name = *command.first().expect("a command");
        let own = path(model.name);
        let other = path(OTHER);
        let files = match name {
            "diff" => vec![own.as_str(), other.as_str()],
            _ => vec!["--config", own.as_str()],
        };
        let output = phasor(&[command.clone(), files].concat());
        let printed = String::from_utf8(output.stdout).unwrap();
        let page = page(&room, &query);
        let asked = format!("{}: {command:?}", model.name);
        let is_refused = !rotates && !["model", "diff"].contains(&name);
        let status = if is_refused { 2 } else { 0 };
        assert_eq!(output.status.code(), Some(status), "{asked}");
        // Where nothing rotates, the cache still has a size.
        if is_refused && name != "plan" {
            assert_eq!(printed, "", "{asked}");
            assert_eq!(words::numbers_of_page(&page), 0, "{asked}: {page}");
            continue;
        }
        let (here, there) = match name {
            "code" => (words::of_text(&printed), words::of_program(&page)),
            _ => (words::of_terminal(&printed), words::of_page(&page)),
        };
        assert!(here.len() > 10, "{asked}: {printed}");
        assert_eq!(words::difference(&here, &there), None, "{asked}");
    }
    questions(place).len()
}

#[test]
fn both_answer_alike_for_every_model_and_view() {
    let next = AtomicUsize::new(0);
    let answers = AtomicUsize::new(0);
    let n_threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(model) = SHELF.get(place) else { break };
                    answers.fetch_add(compare(place, model), Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(answers.into_inner(), 6 * SHELF.len());
}

#[test]
fn both_list_the_same_models() {
    let printed = phasor(&["list"]).stdout;
    let listed: serde_json::Value = serde_json::from_slice(&printed).unwrap();
    let names = listed["models"].as_array().unwrap().iter();
    let mut names: Vec<&str> = names.map(|model| model["name"].as_str().unwrap()).collect();
    let page = page(&room_of(OTHER), "view=all-models");
    let linked = page.split("#model=").skip(1);
    let mut shown: Vec<&str> = linked.filter_map(|rest| rest.split('"').next()).collect();
    names.sort_unstable();
    shown.sort_unstable();
    assert_eq!(names, shown);
    assert_eq!(names.len(), SHELF.len());
}

/// A file with an error: the page says it in the view, the command line on standard error, in the same words.
#[test]
fn both_report_the_same_errors() {
    let llama = published(OTHER)
        .unwrap()
        .text
        .replace("500000.0", "\"five\"");
    let subject = Subject::read(&llama).unwrap();
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("room");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("config.json");
    fs::write(&file, &llama).unwrap();
    let mut room = Room::new();
    assert!(room.read(Side::Here, &llama, "config").is_ok());
    let output = phasor(&["settings", "--config", &file.to_string_lossy()]);
    let said = String::from_utf8(output.stderr).unwrap();
    let page = words::of_page(&page(&room, "view=settings")).join(" ");
    assert!(!subject.findings().is_empty());
    for finding in subject.findings() {
        let sentence = words::of_text(&finding.sentence).join(" ");
        let is_error = finding.severity == phasor_model_files::Severity::Error;
        assert!(
            words::of_text(&said).join(" ").contains(&sentence),
            "{said}"
        );
        assert_eq!(page.contains(&sentence), is_error, "{sentence}");
    }
}

/// The last layout that has ids stays while the reader types the next one, and a model that cannot read it gets its own.
#[test]
fn a_layout_without_ids_leaves_the_last_one() {
    let mut room = room_of("qwen3-vl-4b");
    let video = page(&room, "layout=a+%3Cvideo+2x1x1%3E");
    assert!(video.contains("time of frame 1") && room.layout_error().is_none());
    assert_eq!(page(&room, "layout=a+%3Cvideo+2x"), video);
    assert!(room.layout_error().unwrap().contains("<video 2x"));
    let hunyuan = r#"{"model_type": "hunyuan_vl", "hidden_size": 4096, "num_attention_heads": 32}"#;
    assert!(room.read(Side::Here, hunyuan, "").is_ok());
    let usual = page(&room, "layout=a+%3Cvideo+2x1x1%3E");
    assert!(usual.contains("hunyuan_vl") && usual.contains("row 0 column 1"));
    assert!(room.layout_error().unwrap().contains("<video 2x1x1>"));
    page(&room, "view=code&layout=%3Cimage");
    assert_eq!(room.layout_error(), None);
}
