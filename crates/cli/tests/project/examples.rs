//! Checks that the documentation shows every public item of the core, and of what reads or imports configurations, in
//! an example.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let nested = entries.map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    nested.flatten().collect()
}

/// Returns the words in the code blocks of the documentation in `source`.
fn calls(source: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut is_code = false;
    for line in source.lines().map(str::trim_start) {
        let comment = line
            .strip_prefix("///")
            .or_else(|| line.strip_prefix("//!"));
        let Some(text) = comment else {
            is_code = false;
            continue;
        };
        if text.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            let parts = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.extend(parts.map(str::to_owned));
        }
    }
    words
}

/// Returns the names of public items, which follow `pub fn`, `pub struct` and the like.
fn public(source: &str) -> impl Iterator<Item = &str> {
    let kinds = ["fn ", "struct ", "enum ", "const ", "static "];
    let items = source.lines().filter_map(move |line| {
        let item = line.trim_start().strip_prefix("pub ")?;
        let item = item.strip_prefix("const fn ").unwrap_or(item);
        kinds.iter().find_map(|kind| item.strip_prefix(kind))
    });
    items.filter_map(|item| {
        item.split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
    })
}

#[test]
fn every_public_item_is_shown() {
    let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["encoding", "model-files"].map(|name| crates.join(name).join("src"));
    let sources = folders.iter().flat_map(|folder| files(folder));
    let sources: Vec<(PathBuf, String)> = sources
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect();
    assert!(sources.len() > 40, "{} files are not all", sources.len());
    let calls: BTreeSet<String> = sources.iter().flat_map(|(_, text)| calls(text)).collect();
    let missing = sources.iter().flat_map(|(path, text)| {
        let missing = public(text).filter(|name| !calls.contains(*name));
        missing.map(move |name| format!("{name} in {}", path.display()))
    });
    let missing: Vec<String> = missing.collect();
    assert!(
        missing.is_empty(),
        "no example shows\n{}",
        missing.join("\n")
    );
}
