//! The program of every page: it is asked for what the layers export.

// Named, or nothing of it would be in the program.
extern crate phasor as _;

fn main() {}
