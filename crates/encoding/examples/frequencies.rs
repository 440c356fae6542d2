//! Prints the wavelengths of Llama 3.1 before and after its scaling rule: `cargo run --example frequencies`.

use phasor_encoding::{EncodingError, Frequencies, Llama3, Scaling};

#[expect(clippy::print_stdout, reason = "an example shows its result")]
fn main() -> Result<(), EncodingError> {
    let (base, head_dim) = (500_000.0, 128);
    let plain = Frequencies::new(base, head_dim)?;
    let scaled = Scaling::Llama3(Llama3::default()).apply(base, head_dim, None)?;
    println!("pair  wavelength     scaled, in positions for one full turn");
    let pairs = plain
        .wavelengths()
        .zip(scaled.frequencies().wavelengths())
        .enumerate();
    for (pair_idx, (before, after)) in pairs.step_by(9) {
        println!("{pair_idx:4}  {before:10.1}  {after:10.1}");
    }
    Ok(())
}
