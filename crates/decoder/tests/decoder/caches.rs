//! Caches whose tokens leave, move, or come from another text.

use phasor_decoder::{Cache, Change, Decoder, Pass};

use crate::support::{assert_close, of_safetensors};

const BEFORE: [u32; 5] = [7, 80, 81, 20, 200];
const AFTER: [u32; 3] = [90, 20, 201];

/// Reads tokens at these positions after those in the cache, and returns their hidden states.
fn read(decoder: &Decoder, cache: &mut Cache, tokens: &[u32], positions: &[f64]) -> Vec<f32> {
    let rotations = Change::default().rotations(decoder, tokens.len()).unwrap();
    let turns = rotations.turns(positions).unwrap();
    Pass::new(decoder, tokens, turns, cache)
        .unwrap()
        .finish(decoder, cache)
        .hidden
}

fn counted(first: usize, n_tokens: usize) -> Vec<f64> {
    (first..first + n_tokens)
        .map(|position| position as f64)
        .collect()
}

#[test]
fn keys_that_are_rotated_again_are_those_of_their_new_positions() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let direct = {
        let mut cache = Cache::default();
        read(&decoder, &mut cache, &BEFORE, &counted(40, 5));
        read(&decoder, &mut cache, &AFTER, &counted(45, 3))
    };
    let mut cache = Cache::default();
    read(&decoder, &mut cache, &BEFORE, &counted(0, 5));
    let rotations = Change::default().rotations(&decoder, 5).unwrap();
    cache.rotate(&rotations.turns(&[40.0; 5]).unwrap());
    assert_close(
        &read(&decoder, &mut cache, &AFTER, &counted(45, 3)),
        &direct,
        1e-5,
    );
}

#[test]
fn an_appended_cache_is_read_like_its_tokens() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let (mut one, mut other) = (Cache::default(), Cache::default());
    read(&decoder, &mut one, &BEFORE, &counted(0, 5));
    // A first token does not see what stands before it in another cache.
    read(&decoder, &mut other, &AFTER, &counted(5, 3));
    one.append(other.clone());
    assert_eq!(one.n_tokens(), 8);
    one.evict(0..5);
    let (tokens, positions) = ([99, 100], counted(8, 2));
    let evicted = read(&decoder, &mut one, &tokens, &positions);
    assert_eq!(evicted, read(&decoder, &mut other, &tokens, &positions));
}

#[test]
fn evicted_tokens_are_as_if_a_mask_hid_them() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let mut cache = Cache::default();
    read(&decoder, &mut cache, &BEFORE, &counted(0, 5));
    let mut whole = cache.clone();
    cache.evict(4..5);
    whole.truncate(4);
    let states = |cache: &mut Cache| read(&decoder, cache, &AFTER, &counted(5, 3));
    assert_eq!(states(&mut cache), states(&mut whole));
}

#[test]
fn what_an_interrupted_pass_has_left_goes_first() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let mut cache = Cache::default();
    read(&decoder, &mut cache, &BEFORE, &counted(0, 5));
    let mut untouched = cache.clone();
    let rotations = Change::default().rotations(&decoder, 3).unwrap();
    let turns = rotations.turns(&counted(5, 3)).unwrap();
    let mut pass = Pass::new(&decoder, &AFTER, turns, &mut cache).unwrap();
    assert!(pass.advance(&decoder, &mut cache));
    drop(pass);
    for cache in [&mut cache, &mut untouched] {
        cache.evict(1..2);
        let turns = rotations.turns(&[3.0; 4]).unwrap();
        cache.rotate(&turns);
    }
    let states = |cache: &mut Cache| read(&decoder, cache, &AFTER, &counted(9, 3));
    assert_eq!(states(&mut cache), states(&mut untouched));
}
