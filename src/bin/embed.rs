//! Figures for other people's pages: the element asks for what `phasor::embed` exports.

// Named, or nothing of it would be in the program.
extern crate phasor as _;

fn main() {}
