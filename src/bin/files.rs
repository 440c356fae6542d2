//! Figures as files: it is asked for what `phasor::files` exports.

// Named, or nothing of it would be in the program.
extern crate phasor as _;

fn main() {}
