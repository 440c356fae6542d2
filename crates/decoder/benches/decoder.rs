//! Measures how long the decoder takes to read tokens, or to add them one by one, as a line of JSON for `npm run
//! bench:decoder`: the milliseconds of every timed run, and the best next token. The arguments are the model, `read` or
//! `add`, the number of tokens, and the numbers of runs that warm up and that are timed.
#![allow(clippy::print_stdout, reason = "a line of JSON is what it is for")]

use std::sync::Arc;
use std::time::Instant;

use phasor_decoder::{Change, Checkpoint, Decoder, Session};

/// The first token of the text, each of whose tokens is the one before it and a step, within the vocabulary.
const FIRST: u32 = 1000;
const STEP: u32 = 7919;

/// The tokens before those that are added one by one.
const BEFORE: usize = 64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cargo adds this argument.
    let arguments = std::env::args().skip(1);
    let arguments: Vec<String> = arguments.filter(|argument| argument != "--bench").collect();
    let [path, task, n_tokens, warm_up, timed] = arguments.as_slice() else {
        return Err("The arguments are the model, the task and three numbers.".into());
    };
    let checkpoint = Checkpoint::of_gguf(&Arc::new(std::fs::read(path)?))?;
    let decoder = checkpoint.decoder()?;
    let (n_tokens, warm_up): (usize, usize) = (n_tokens.parse()?, warm_up.parse()?);
    let vocabulary = decoder.shape().n_tokens as u32;
    let text = (0u32..).map(|place| FIRST.wrapping_add(place.wrapping_mul(STEP)) % vocabulary);
    let text: Vec<u32> = text.take(BEFORE + n_tokens).collect();
    let (mut millis, mut best) = (Vec::new(), 0);
    for run in 0..warm_up + timed.parse::<usize>()? {
        let mut session = Session::default();
        let read = text.get(..n_tokens).unwrap_or(&text);
        let (before, added) = text.split_at(BEFORE);
        if task == "add" {
            best = last(&mut session, &decoder, before)?;
        }
        let start = Instant::now();
        if task == "add" {
            for place in 1..=added.len() {
                best = last(
                    &mut session,
                    &decoder,
                    text.get(..BEFORE + place).unwrap_or(&text),
                )?;
            }
        } else {
            best = last(&mut session, &decoder, read)?;
        }
        if run >= warm_up {
            millis.push(1e3 * start.elapsed().as_secs_f64());
        }
    }
    println!(r#"{{"millis":{millis:?},"best":{best}}}"#);
    Ok(())
}

/// Reads a text, and returns the best next token.
fn last(
    session: &mut Session,
    decoder: &Decoder,
    tokens: &[u32],
) -> Result<u32, Box<dyn std::error::Error>> {
    session.begin(decoder, tokens, &Change::default(), &[])?;
    while session.advance(decoder) {}
    let states = session.hidden().chunks_exact(decoder.shape().hidden_size);
    let last = states.last().ok_or("a text has a token")?;
    let best = decoder.candidates(last, 1);
    Ok(best.first().ok_or("a vocabulary has a token")?.token)
}
