//! Shows a number in every format: `cargo run -p phasor-text --example numbers 62831.853`.

use std::error::Error;

use phasor_text::number::{Brief, Bytes, Compact, Digits, Fixed, Place, Plain, Short, Tick};
use phasor_text::{parse, shorten};

#[expect(clippy::print_stdout, reason = "an example shows its result")]
fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).ok_or("Name a number.")?;
    let number = parse::number(&text);
    let number = number.ok_or_else(|| format!("{} is not a number.", shorten(&text)))?;
    println!("in a sentence     {}", Short(number));
    println!("in a column       {}", Compact(number));
    println!("in a small space  {}", Brief(number));
    println!("on an axis        {}", Tick(number));
    println!("as a position     {}", Place(number));
    println!("as bytes          {}", Bytes(number));
    println!("two decimals      {:.2}", Fixed(number));
    println!("seven digits      {}", Digits(number));
    println!("for a program     {}", Plain(number));
    Ok(())
}
