//! The program of every page. Scripts call the functions that the layers export.

// Without this line, the linker would leave the library out.
extern crate phasor as _;

fn main() {}
