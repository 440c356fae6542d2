//! The program of the room of models. Its script calls the functions that the layer exports.

// Without this line, the linker would leave the library out.
extern crate phasor as _;

fn main() {}
