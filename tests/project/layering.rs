//! Checks the table of layers in ARCHITECTURE.md against every `crate::` path and every external crate that
//! a layer names, and that no modules use each other in a circle.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::modules::{Library, circles};

struct Layer {
    name: &'static str,
    may_use: &'static [&'static str],
    crates: &'static [&'static str],
}

const LAYERS: &[Layer] = &[
    Layer {
        name: "encoding",
        may_use: &[],
        crates: &[],
    },
    Layer {
        name: "bulk",
        may_use: &["encoding"],
        crates: &["fearless_simd", "half"],
    },
    Layer {
        name: "bulk/gpu",
        may_use: &["bulk", "encoding"],
        crates: &["bytemuck", "futures_channel", "wgpu"],
    },
    Layer {
        name: "config",
        may_use: &["encoding"],
        crates: &["form_urlencoded", "serde_json", "thiserror", "wasm_bindgen"],
    },
    Layer {
        name: "figure",
        may_use: &["encoding", "config"],
        crates: &["glam", "thiserror"],
    },
    Layer {
        name: "paint",
        may_use: &["figure", "config"],
        crates: &["plotters", "plotters_backend", "thiserror"],
    },
    Layer {
        name: "report",
        may_use: &["paint", "figure", "config", "encoding"],
        crates: &["form_urlencoded", "serde_json", "thiserror"],
    },
    Layer {
        name: "checkpoint",
        may_use: &["report", "figure", "config", "encoding"],
        crates: &["half", "safetensors", "serde_json", "thiserror"],
    },
    Layer {
        name: "models",
        may_use: &["checkpoint", "report", "paint", "config", "encoding"],
        crates: &["serde_json", "thiserror", "wasm_bindgen"],
    },
    Layer {
        name: "train",
        may_use: &["encoding"],
        crates: &["ndarray", "thiserror"],
    },
    Layer {
        name: "race",
        may_use: &["train", "figure", "config", "encoding"],
        crates: &["ndarray", "thiserror", "wasm_bindgen"],
    },
    Layer {
        name: "ui",
        may_use: &["paint", "figure", "config"],
        crates: &["js_sys", "leptos", "thiserror", "wasm_bindgen", "web_sys"],
    },
    Layer {
        name: "app",
        may_use: &["ui", "paint", "figure", "config"],
        crates: &["leptos", "wasm_bindgen", "web_sys"],
    },
    Layer {
        name: "embed",
        may_use: &["ui", "paint", "figure", "config"],
        crates: &["js_sys", "leptos", "wasm_bindgen", "web_sys"],
    },
    Layer {
        name: "files",
        may_use: &["ui", "paint", "figure", "config"],
        crates: &[
            "js_sys",
            "thiserror",
            "wasm_bindgen",
            "wasm_bindgen_futures",
            "web_sys",
        ],
    },
    Layer {
        name: "speed",
        may_use: &["ui", "paint", "figure", "config", "bulk", "encoding"],
        crates: &[
            "js_sys",
            "leptos",
            "wasm_bindgen",
            "wasm_bindgen_futures",
            "web_sys",
        ],
    },
    Layer {
        name: "worker",
        may_use: &["bulk", "encoding"],
        crates: &["js_sys", "wasm_bindgen"],
    },
    Layer {
        name: "cli",
        may_use: &[
            "checkpoint",
            "race",
            "report",
            "paint",
            "figure",
            "config",
            "encoding",
        ],
        crates: &["base64", "clap", "png", "resvg", "serde_json", "thiserror"],
    },
];

/// The module with the macro that splits the page's program. Every layer may use it, because it uses nothing.
const SEAM: &str = "chunk";

/// Returns every crate that some layer may name.
fn all_crates() -> BTreeSet<&'static str> {
    LAYERS
        .iter()
        .flat_map(|layer| layer.crates)
        .copied()
        .collect()
}

fn code(source: &str) -> impl Iterator<Item = &str> {
    source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
}

/// Returns the word after each `prefix` in the code of `source`.
fn words_after<'a>(source: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    code(source).flat_map(move |line| {
        line.match_indices(prefix).map(move |(place, _)| {
            let rest = &line[place + prefix.len()..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            &rest[..end.unwrap_or(rest.len())]
        })
    })
}

fn names_crate(source: &str, name: &str) -> bool {
    code(source).any(|line| {
        line.match_indices(name).any(|(place, _)| {
            let before = line[..place].chars().next_back();
            let is_start = before.is_none_or(|c| !c.is_alphanumeric() && !"_:.\"".contains(c));
            is_start && line[place + name.len()..].starts_with("::")
        })
    })
}

/// Returns the uses in `source` that its layer does not allow.
fn faults(layer: &Layer, source: &str) -> Vec<String> {
    let mut faults: Vec<String> = words_after(source, "crate::")
        .filter(|used| *used != layer.name && *used != SEAM && !layer.may_use.contains(used))
        .map(|used| format!("{} uses crate::{used}", layer.name))
        .collect();
    let banned = all_crates()
        .into_iter()
        .filter(|name| !layer.crates.contains(name));
    faults.extend(
        banned
            .filter(|name| names_crate(source, name))
            .map(|name| format!("{} uses {name}", layer.name)),
    );
    faults
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                sources(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

#[test]
fn no_layer_reaches_up_or_sideways() {
    let src = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for layer in LAYERS {
        let inner = |path: &&PathBuf| path.starts_with(src.join("bulk/gpu"));
        let all = sources(&src.join(layer.name));
        let is_inner = layer.name == "bulk/gpu";
        for path in all.iter().filter(|path| inner(path) == is_inner) {
            if path.extension().is_some_and(|ending| ending == "wgsl") {
                seen += 1;
                continue;
            }
            let source = fs::read_to_string(path).unwrap();
            assert_eq!(faults(layer, &source), [""; 0], "{}", path.display());
            seen += 1;
        }
    }
    // All other files are `lib.rs`, the seam and the programs.
    assert_eq!(
        seen + 2 + sources(&src.join("bin")).len(),
        sources(&src).len()
    );
}

/// Returns every use that is part of a circle.
fn arrows_of_circles(files: &[(String, String)]) -> Vec<String> {
    let library = Library::new(files);
    assert_eq!(
        library.lost(),
        [""; 0],
        "these paths do not lead to anything"
    );
    let (arrows, mut told) = (library.arrows(), Vec::new());
    for circle in circles(&arrows) {
        for (file, used) in arrows.iter().filter(|(file, _)| circle.contains(*file)) {
            let used = used.iter().filter(|(other, _)| circle.contains(*other));
            told.extend(used.map(|(other, path)| format!("{file} uses {other}: {path}")));
        }
    }
    told
}

#[test]
fn no_circle_of_modules() {
    let src = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let of_library = |path: &PathBuf| !path.starts_with(src.join("bin"));
    let mut files = Vec::new();
    for path in sources(&src).into_iter().filter(of_library) {
        if path.extension().is_some_and(|ending| ending == "rs") {
            let names = path.strip_prefix(&src).unwrap().iter();
            let names: Vec<&str> = names.map(|name| name.to_str().unwrap()).collect();
            files.push((names.join("/"), fs::read_to_string(&path).unwrap()));
        }
    }
    assert!(files.len() > 150, "only {} files were read", files.len());
    let told = arrows_of_circles(&files);
    assert!(told.is_empty(), "modules in a circle:\n{}", told.join("\n"));
}

#[test]
fn a_program_only_starts_a_layer() {
    let bin = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/bin");
    for path in sources(&bin) {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines < 20, "{}", path.display());
    }
}

#[test]
fn with_no_feature_there_is_no_dependency() {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    assert!(manifest.contains("default = []\n"));
    let start = manifest.find("\n[dependencies]").unwrap();
    let end = manifest.find("\n[dev-dependencies]").unwrap();
    let section = &manifest[start..end];
    let tables = section.matches("[dependencies.").count();
    let lines = section
        .lines()
        .filter(|line| line.contains(" = { "))
        .count();
    assert_eq!(section.matches("optional = true").count(), tables + lines);
    assert!(lines > 5);
}

#[test]
fn the_check_can_fail() {
    let figure = LAYERS.iter().find(|layer| layer.name == "figure").unwrap();
    let source =
        "use crate::paint::Theme;\nfn f() { web_sys::window(); }\n// crate::ui is fine here";
    assert_eq!(
        faults(figure, source),
        ["figure uses crate::paint", "figure uses web_sys"]
    );
}

/// Returns the findings for made-up files.
fn told_of(files: &[(&str, &str)]) -> Vec<String> {
    let owned = |&(file, source): &(&str, &str)| (file.to_owned(), source.to_owned());
    arrows_of_circles(&files.iter().map(owned).collect::<Vec<_>>())
}

#[test]
fn the_circle_check_can_fail() {
    // The circle passes through an imported module, and through a re-export.
    let list = "use super::check;\npub(super) fn word() { check::command() }";
    let check =
        "use super::list::{self as made, word as _};\npub(super) fn command() { made::word() }";
    let told = [
        "cli/check.rs uses cli/list.rs: super::list::word",
        "cli/list.rs uses cli/check.rs: check::command",
    ];
    assert_eq!(
        told_of(&[("cli/list.rs", list), ("cli/check.rs", check)]),
        told
    );
    let error = ("a/error.rs", "pub enum Error { A(super::Key) }");
    let key = (
        "a/key.rs",
        "use crate::a::{Error, other::Other};\npub enum Key {}",
    );
    let parent = (
        "a/mod.rs",
        "mod error;\nmod key;\npub use {error::Error, key::Key};",
    );
    assert_eq!(
        told_of(&[error, key, parent, ("a/other.rs", "pub struct Other;")]).len(),
        2
    );
    // A parent that only re-exports its children does not use them; one that also calls them does.
    let child = ("b/child.rs", "use super::Parent;\npub fn new(_: Parent) {}");
    let quiet = "mod child;\npub use child::new;\npub struct Parent;";
    assert_eq!(told_of(&[child, ("b/mod.rs", quiet)]), [""; 0]);
    for calling in [
        "fn f() { new(Parent) }",
        "fn f() { self::child::new(Parent) }",
    ] {
        let loud = format!("{quiet}\n{calling}");
        assert_eq!(told_of(&[child, ("b/mod.rs", &loud)]).len(), 2, "{calling}");
    }
    // Strings and comments do not count as uses.
    let silent =
        "// super::child::new\nfn f<'a>(_: &'a str) -> char { r#\"\" super::child::new\"#; '\"' }";
    assert_eq!(
        told_of(&[child, ("b/mod.rs", &format!("{quiet}\n{silent}"))]),
        [""; 0]
    );
}
