//! Writes to files, standard output and standard error. A file is written either whole or not at
//! all.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::Failure;

/// Returns the ending of the file in lower case, without the dot; empty if it has none.
pub(super) fn ending(path: &Path) -> String {
    let ending = path.extension().map(OsStr::to_string_lossy);
    ending.map_or(String::new(), |ending| ending.to_ascii_lowercase())
}

/// Writes to standard output.
///
/// # Errors
/// [`Failure::StandardOutput`] if writing fails.
pub(super) fn print(
    write: impl FnOnce(&mut BufWriter<io::StdoutLock<'static>>) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        // A reader such as `head` may close the pipe early, which is not an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(Failure::StandardOutput),
    }
}

/// Prints a sentence on standard error.
pub(super) fn warn(sentence: &str) {
    // If standard error is closed, nobody can be informed.
    let _ = writeln!(io::stderr(), "phasor: {sentence}");
}

/// Writes to a temporary file and moves it into place, so that the old file survives a failure.
pub(super) fn write_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(part);
    let written = fs::File::create(&part).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()?;
        fs::rename(&part, path)
    });
    written.map_err(|source| {
        // The temporary file may not exist; only the first error matters.
        let _ = fs::remove_file(&part);
        Failure::File {
            path: path.to_owned(),
            source,
        }
    })
}
