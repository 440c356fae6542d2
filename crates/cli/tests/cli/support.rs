//! Runs the program `phasor` in a separate folder, for the tests that look at its files.

use std::fs;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Creates a new empty folder of that name, which no other test file uses.
#[track_caller]
pub(crate) fn folder(name: &str) -> PathBuf {
    let caller = Path::new(Location::caller().file());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(caller.file_stem().unwrap())
        .join(name);
    // An earlier run may have left the folder.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs `phasor` in `folder`.
pub(crate) fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phasor"));
    command.current_dir(folder).args(args).output().unwrap()
}
