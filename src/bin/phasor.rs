//! The command line `phasor`.

use std::process::ExitCode;

fn main() -> ExitCode {
    phasor::cli::run()
}
