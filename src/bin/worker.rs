//! The kernels in a web worker: it is asked for what `phasor::worker` exports.

// Named, or nothing of it would be in the program.
extern crate phasor as _;

fn main() {}
