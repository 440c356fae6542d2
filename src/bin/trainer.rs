//! The trainer of races in a web worker. Its script calls what `phasor::race` exports.

// Without this line, the linker would leave the library out.
extern crate phasor as _;

fn main() {}
