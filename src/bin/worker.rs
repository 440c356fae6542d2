//! The kernels in a web worker. Its script calls the functions that `phasor::worker` exports.

// Without this line, the linker would leave the library out.
extern crate phasor as _;

fn main() {}
