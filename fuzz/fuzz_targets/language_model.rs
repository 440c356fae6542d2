//! Any bytes are a language model that reads a text, or none for a reason in one sentence, within 64 MiB.
//! `tools/check/fuzz.mjs` builds and runs this.
#![no_main]

mod memory;
mod sentences;

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use phasor_decoder::{Change, Checkpoint, Decoder, ModelError, Session};
use sentences::check_sentence;

/// The tokens that are read; a text of any bytes may have thousands.
const MOST_TOKENS: usize = 4;

fuzz_target!(|bytes: &[u8]| {
    let loaded = load(bytes);
    let (checkpoint, decoder) = match loaded {
        Ok(loaded) => loaded,
        Err(error) => return check_sentence(&error.to_string()),
    };
    let mut tokens = checkpoint
        .tokenizer()
        .encode(&String::from_utf8_lossy(bytes));
    tokens.truncate(MOST_TOKENS);
    let mut session = Session::default();
    match session.begin(&decoder, &tokens, &Change::default(), &[]) {
        Ok(()) => while session.advance(&decoder) {},
        Err(error) => check_sentence(&error.to_string()),
    }
});

fn load(bytes: &[u8]) -> Result<(Checkpoint, Decoder), ModelError> {
    let checkpoint = Checkpoint::of_gguf(&Arc::new(bytes.to_vec()))?;
    let decoder = checkpoint.decoder()?;
    Ok((checkpoint, decoder))
}
