//! Prints what is odd in a model's configuration: `cargo run --example findings config.json`.

use std::error::Error;

use phasor_model_files::read;

#[expect(clippy::print_stdout, reason = "an example shows its result")]
fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("Name a config.json.")?;
    let reading = read(&std::fs::read_to_string(path)?)?;
    println!("{:?}", reading.model.position);
    for finding in &reading.findings {
        println!("{finding}");
    }
    Ok(())
}
