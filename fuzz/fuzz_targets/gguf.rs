//! From any header of a GGUF file, the importer makes a readable configuration, or says in one
//! sentence why it cannot, within 64 MiB. `tools/check/fuzz.mjs` builds and runs this.
#![no_main]

mod imported;
mod memory;
mod odd_header;
mod sentences;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // The first byte selects a generated header or one of any bytes, which is seldom read far.
    match bytes.split_first() {
        Some((0..=0xbf, rest)) => {
            if let Ok(header) = odd_header::header(rest) {
                imported::check(&header, None);
            }
        }
        Some((_, rest)) => imported::check(&[b"GGUF\x03\0\0\0", rest].concat(), None),
        None => {}
    }
});
