//! Programs for other people's pages: every figure is in one group, and every group is a program.
#![cfg(feature = "figure")]
#![allow(clippy::unwrap_used, reason = "a test stops where it finds a fault")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use phasor::figure::{FigureName, Group};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The names of the files in a folder, without ending.
fn stems(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    let path = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().path();
    let stem = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    entries.map(path).map(stem).collect()
}

#[test]
fn every_figure_is_in_one_group() {
    for figure in FigureName::ALL {
        let groups = Group::ALL.iter();
        let groups: Vec<&str> = groups
            .filter(|group| group.figures.contains(&figure))
            .map(|group| group.name)
            .collect();
        assert_eq!(groups.len(), 1, "{figure:?} is in {groups:?}");
    }
}

#[test]
fn every_group_is_a_program_that_serves_it() {
    let folder = root().join("src/bin/embed");
    let names = Group::ALL.map(|group| group.name.to_owned());
    let mut there = stems(&folder);
    // The one that has every figure.
    assert!(there.remove("ladder"));
    assert_eq!(there, BTreeSet::from(names));
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let groups = fs::read_to_string(root().join("src/figure/group.rs")).unwrap();
    for Group { name, .. } in Group::ALL {
        assert!(manifest.contains(&format!(
            "[[bin]]\nname = \"{name}\"\npath = \"src/bin/embed/{name}.rs\""
        )));
        let source = fs::read_to_string(folder.join(format!("{name}.rs"))).unwrap();
        let (_, rest) = source.split_once("Group::").unwrap();
        let (constant, _) = rest.split_once(".figures").unwrap();
        let declared = format!("pub const {constant}: Self = Self {{\n        name: \"{name}\",");
        assert!(groups.contains(&declared), "{name}.rs serves {constant}");
    }
}

#[test]
fn a_program_tells_only_of_figures_that_it_has() {
    let lab = FigureName::among(&FigureName::LAB, "sine-waves");
    assert_eq!(lab, Ok(FigureName::SINE_WAVES));
    let absent = FigureName::among(&FigureName::LAB, "order-blind").unwrap_err();
    assert_eq!(
        absent.to_string(),
        "There is no figure `order-blind`; the figures are sine-waves, binary-bits, rotation-angles, \
         distance-heatmap."
    );
}
