//! Compares the manifest and the list of layers with one table: what each feature enables, and which feature
//! each layer needs. Also checks that no `super::` path climbs out of a layer.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each feature with everything that it enables, in the order of the manifest.
const FEATURES: [(&str, &[&str]); 21] = [
    ("default", &[]),
    ("bulk", &["dep:fearless_simd", "dep:half"]),
    (
        "gpu",
        &[
            "bulk",
            "dep:bytemuck",
            "dep:futures-channel",
            "dep:wgpu",
            "half/bytemuck",
        ],
    ),
    (
        "config",
        &[
            "dep:form_urlencoded",
            "dep:serde_json",
            "dep:thiserror",
            "dep:wasm-bindgen",
        ],
    ),
    ("figure", &["config", "dep:glam"]),
    ("paint", &["figure", "dep:plotters", "dep:plotters-backend"]),
    ("train", &["dep:ndarray", "dep:thiserror"]),
    ("race", &["figure", "train", "dep:wasm-bindgen"]),
    ("report", &["paint"]),
    ("checkpoint", &["report", "dep:half", "dep:safetensors"]),
    ("models", &["checkpoint", "dep:wasm-bindgen"]),
    (
        "ui",
        &[
            "paint",
            "dep:js-sys",
            "dep:leptos",
            "dep:wasm-bindgen",
            "dep:web-sys",
        ],
    ),
    ("app", &["ui"]),
    ("embed", &["ui"]),
    (
        "files",
        &["ui", "dep:qrcodegen", "dep:wasm-bindgen-futures"],
    ),
    ("speed", &["ui", "bulk", "dep:wasm-bindgen-futures"]),
    ("page", &["app", "embed", "files", "speed"]),
    ("split", &[]),
    ("split-models", &[]),
    (
        "worker",
        &[
            "gpu",
            "dep:js-sys",
            "dep:wasm-bindgen",
            "dep:wasm-bindgen-futures",
        ],
    ),
    (
        "cli",
        &[
            "checkpoint",
            "race",
            "dep:base64",
            "dep:clap",
            "dep:png",
            "dep:resvg",
        ],
    ),
];

/// The layer that is always compiled; every other layer has a feature with its name.
const CORE: &str = "encoding";

/// Each layer that is inside another one, with that one.
const INNER: [(&str, &str); 1] = [("gpu", "bulk")];

/// Features that are not layers: the contents of the page's program, and its division into chunks.
const PROGRAM: [&str; 3] = ["page", "split", "split-models"];

/// The line of the library with the module that splits the program, which is not a layer either.
const SEAM: &str = "mod chunk;";

/// Returns whether a folder of `src` has the name of the feature.
fn is_layer(feature: &str) -> bool {
    feature != "default"
        && !PROGRAM.contains(&feature)
        && INNER.iter().all(|(inner, _)| *inner != feature)
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn manifest() -> String {
    fs::read_to_string(root().join("Cargo.toml")).unwrap()
}

/// Returns the `name = value` lines below each `[heading]`, without comments.
fn sections(manifest: &str) -> BTreeMap<&str, Vec<(&str, &str)>> {
    let mut sections = BTreeMap::new();
    let mut heading = "";
    for line in manifest.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            heading = name.trim_matches(['[', ']']);
            sections.entry(heading).or_insert_with(Vec::new);
        } else if let Some((name, value)) = line.split_once(" = ") {
            sections.entry(heading).or_default().push((name, value));
        }
    }
    sections
}

/// Returns the words in quotation marks.
fn quoted(list: &str) -> Vec<&str> {
    list.split('"').skip(1).step_by(2).collect()
}

#[test]
fn features_turn_on_what_the_table_says() {
    let manifest = manifest();
    let sections = sections(&manifest);
    let got: Vec<(&str, Vec<&str>)> = sections["features"]
        .iter()
        .map(|(name, list)| (*name, quoted(list)))
        .collect();
    let want = FEATURES.map(|(name, list)| (name, list.to_vec()));
    assert_eq!(got, want);
}

#[test]
fn every_dependency_is_optional_and_belongs_to_a_feature() {
    let manifest = manifest();
    let sections = sections(&manifest);
    let mut optional = BTreeSet::new();
    for (name, value) in &sections["dependencies"] {
        assert!(value.contains("optional = true"), "{name} is not optional");
        optional.insert((*name).to_owned());
    }
    for (heading, lines) in &sections {
        if let Some(name) = heading.strip_prefix("dependencies.") {
            assert!(
                lines.contains(&("optional", "true")),
                "{name} is not optional"
            );
            optional.insert(name.to_owned());
        }
        assert!(!heading.contains(".dependencies") && !heading.contains("build-dependencies"));
    }
    let named = FEATURES.iter().flat_map(|(_, list)| *list);
    let named = named.filter_map(|word| word.strip_prefix("dep:").map(str::to_owned));
    assert_eq!(BTreeSet::from_iter(named), optional);
}

#[test]
fn every_layer_is_behind_the_feature_of_its_name() {
    for (inner, outer) in INNER {
        let of_outer = fs::read_to_string(root().join(format!("src/{outer}/mod.rs"))).unwrap();
        assert!(of_outer.contains(&format!("#[cfg(feature = \"{inner}\")]\npub mod {inner};")));
    }
    let library = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let lines: Vec<&str> = library.lines().collect();
    let mut modules = BTreeSet::new();
    for (place, line) in lines.iter().enumerate() {
        let Some(name) = line
            .strip_prefix("pub mod ")
            .and_then(|rest| rest.strip_suffix(';'))
        else {
            let is_module = line.trim_start().starts_with("mod ") || line.contains(") mod ");
            assert!(
                !is_module || *line == SEAM,
                "src/lib.rs has a module that is not a layer: {line}"
            );
            continue;
        };
        let guard = format!("#[cfg(feature = \"{name}\")]");
        assert_eq!(lines[place - 1] == guard, name != CORE, "{name}");
        modules.insert(name.to_owned());
    }
    let features = FEATURES
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| is_layer(name));
    let layers = BTreeSet::from_iter(features.chain([CORE]).map(str::to_owned));
    assert_eq!(modules, layers);
    let entries = fs::read_dir(root().join("src")).unwrap();
    let entries = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let there: BTreeSet<String> = entries
        .filter(|name| !["lib.rs", "bin", "chunk.rs"].contains(&name.as_str()))
        .collect();
    assert_eq!(there, layers, "every folder of src must be a layer");
}

/// Returns the depth of the file at `path` in the library's modules, which is 1 for a layer itself.
fn depth(path: &Path) -> usize {
    path.components().count() - usize::from(path.ends_with("mod.rs"))
}

/// Returns the lines of `source` with a path that climbs by `super` to the root, `depth` modules above.
fn climbing(source: &str, depth: usize) -> Vec<&str> {
    let code = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let climbs = |line: &str| line.contains(&"super::".repeat(depth));
    code.filter(|line| climbs(line)).collect()
}

fn check(folder: &Path, below: &Path, seen: &mut usize) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let below = below.join(path.file_name().unwrap());
        if path.is_dir() {
            check(&path, &below, seen);
        } else {
            let source = fs::read_to_string(&path).unwrap();
            assert_eq!(
                climbing(&source, depth(&below)),
                [""; 0],
                "{}",
                path.display()
            );
            *seen += 1;
        }
    }
}

#[test]
fn no_path_climbs_out_of_its_layer() {
    let (src, mut seen) = (root().join("src"), 0);
    for (layer, _) in FEATURES.iter().filter(|(name, _)| is_layer(name)) {
        check(&src.join(layer), Path::new(layer), &mut seen);
    }
    check(&src.join(CORE), Path::new(CORE), &mut seen);
    assert!(seen > 40, "only {seen} files were read");
}

#[test]
fn the_checks_can_fail() {
    let source = "use super::Spec;\n// use super::super::paint;\nuse super::super::paint::Theme;";
    assert_eq!(depth(Path::new("figure/table.rs")), 2);
    assert_eq!(depth(Path::new("figure/mod.rs")), 1);
    assert_eq!(climbing(source, 2), ["use super::super::paint::Theme;"]);
    assert_eq!(climbing(source, 1).len(), 2);
    let manifest = "[features]\ndefault = [\"ui\"]\n# x = []\n[dependencies]\na = \"1\"\n";
    let sections = sections(manifest);
    assert_eq!(sections["features"], [("default", "[\"ui\"]")]);
    assert_eq!(quoted(sections["features"][0].1), ["ui"]);
    assert_eq!(sections["dependencies"], [("a", "\"1\"")]);
}
