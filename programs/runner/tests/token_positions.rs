//! The stored answers of the figure `token-positions`, if `npm run model` has fetched the model.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

use std::fs;

use phasor_decoder::{Cache, Change, Checkpoint, Decoder, Pass};
use phasor_figures::positions::token_positions::answers::{N_WORDS, STATES, run};
use phasor_figures::positions::token_positions::text_run::{RunToken, TextRun};
use phasor_figures::query;

const MODEL: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../target/model/SmolLM2-135M-Instruct.Q4_1.gguf"
);

struct Reader {
    checkpoint: Checkpoint,
    decoder: Decoder,
}

impl Reader {
    /// Reads the model, or says that it is absent.
    fn new() -> Option<Self> {
        let Ok(bytes) = fs::read(MODEL) else {
            eprintln!("absent: {MODEL}; `npm run model` fetches it");
            return None;
        };
        let checkpoint = Checkpoint::of_gguf(&bytes.into()).unwrap();
        let decoder = checkpoint.decoder().unwrap();
        Some(Self {
            checkpoint,
            decoder,
        })
    }

    /// Returns the token of the model: a word with the blank before it, or padding.
    fn token(&self, token: &RunToken) -> u32 {
        let text = match &token.word {
            None => "<|im_end|>".to_owned(),
            Some(word) if token.is_first || word == "." => word.clone(),
            Some(word) => format!(" {word}"),
        };
        match self.checkpoint.tokenizer().encode(&text).as_slice() {
            [token] => *token,
            tokens => panic!("`{text}` is {} tokens", tokens.len()),
        }
    }

    /// Reads tokens at these positions after those in the cache, and returns their hidden states.
    fn read(
        &self,
        cache: &mut Cache,
        tokens: &[RunToken],
        position: fn(&RunToken) -> f64,
    ) -> Vec<f32> {
        let positions: Vec<f64> = tokens.iter().map(position).collect();
        let tokens: Vec<u32> = tokens.iter().map(|token| self.token(token)).collect();
        let rotations = Change::default()
            .rotations(&self.decoder, tokens.len())
            .unwrap();
        let turns = rotations.turns(&positions).unwrap();
        let pass = Pass::new(&self.decoder, &tokens, turns, cache).unwrap();
        pass.finish(&self.decoder, cache).hidden
    }

    /// Reads the cached tokens, and does to them what happens to the cache.
    fn cache(&self, run: &TextRun) -> Cache {
        let cached = &run.tokens[..run.n_cached];
        let (before, alone) = match run.alone.is_empty() {
            true => (cached, &cached[..0]),
            false => cached.split_at(run.alone.start),
        };
        let mut cache = Cache::default();
        if !before.is_empty() {
            self.read(&mut cache, before, |token| token.read_at);
        }
        if !alone.is_empty() {
            let mut other = Cache::default();
            self.read(&mut other, alone, |token| token.read_at);
            match before.is_empty() {
                true => cache = other,
                false => cache.append(other),
            }
        }
        let stays = |place: &usize| !run.evicted.contains(place);
        if !run.evicted.is_empty() {
            cache.evict(run.evicted.clone());
        }
        let moved = (0..cached.len()).filter(stays);
        let moved = moved.map(|place| cached[place].met_at - cached[place].read_at);
        let moved: Vec<f64> = moved.collect();
        if moved.iter().any(|by| *by != 0.0) {
            let rotations = Change::default()
                .rotations(&self.decoder, moved.len())
                .unwrap();
            cache.rotate(&rotations.turns(&moved).unwrap());
        }
        cache
    }

    /// Returns the most probable next words, in per cent.
    fn next_words(&self, run: &TextRun) -> Vec<(String, f64)> {
        let mut cache = self.cache(run);
        let hidden = self.read(&mut cache, &run.tokens[run.n_cached..], |token| {
            token.met_at
        });
        let last = &hidden[hidden.len() - self.decoder.shape().hidden_size..];
        let candidates = self.decoder.candidates(last, N_WORDS);
        let words = candidates.iter().map(|candidate| {
            let word = self.checkpoint.tokenizer().decode(&[candidate.token]);
            (word, 100.0 * f64::from(candidate.probability))
        });
        words.collect()
    }
}

#[test]
fn the_model_says_in_every_state_what_is_stored() {
    let Some(reader) = Reader::new() else {
        return;
    };
    let mut faults = Vec::new();
    for (state, stored) in STATES {
        let (spec, errors) = query::parse(state);
        assert_eq!(errors, [], "{state}");
        let words = reader.next_words(&run(&spec).unwrap());
        let is_stored = words
            .iter()
            .zip(stored)
            .all(|((word, share), (stored, of_it))| {
                word == stored && (share - of_it).abs() <= 0.05
            });
        if !is_stored {
            let words = words
                .iter()
                .map(|(word, share)| format!("({word:?}, {share:.1})"));
            faults.push(format!(
                "(\"{state}\", [{}]),",
                words.collect::<Vec<_>>().join(", ")
            ));
        }
    }
    assert!(faults.is_empty(), "the model says\n{}", faults.join("\n"));
}
