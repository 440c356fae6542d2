//! The program `phasor`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(phasor_cli::run(std::env::args_os()))
}
