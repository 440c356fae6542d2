//! The lanes of full, partial and proportional rotation have the frequencies and the partners of published code.

use std::f64::consts::TAU;

use phasor_draw::Point;
use phasor_figures::{Figure, FigureName, Key, drag};

use crate::mentions::assert_mentions;
use crate::support::{column, numbers, reading, spec, table};

const NAME: FigureName = FigureName::RotaryLanes;
const NEOX: &str = "base=10000&dim=96&partial-rotary-factor=0.25&pairing=half-split&pair=6";
const GEMMA: &str = "base=1000000&dim=512&partial-rotary-factor=0.25&pairing=half-split&pair=32";
const GLM: &str = "base=10000&dim=128&partial-rotary-factor=0.5&pairing=interleaved&pair=20";

/// Returns the partner and the frequency of a component.
fn lane(state: &str, scheme: &str, component: usize) -> (usize, f64) {
    let table = table(NAME, state);
    let at = |name: &str| column(&table, &format!("{name} in {scheme}"))[component];
    (at("partner") as usize, at("inv_freq"))
}

#[track_caller]
fn close(got: f64, expected: f64) {
    assert!(
        (got / expected - 1.0).abs() < 1e-12,
        "{got}, not {expected}"
    );
}

/// `GPTNeoXRotaryEmbedding` rotates the first 24 of 96 components, with an exponent over 24, and joins i with i + 12.
#[test]
fn partial_rotation_has_a_progression_over_the_components_that_rotate() {
    for (component, partner, power) in [(6, 18, 6), (18, 6, 6), (11, 23, 11)] {
        let (joined, inv_freq) = lane(NEOX, "partial rotation", component);
        assert_eq!(joined, partner);
        close(inv_freq, 10_000f64.powf(-f64::from(power) / 12.0));
    }
    for still in [24, 60, 95] {
        assert_eq!(lane(NEOX, "partial rotation", still), (still, 0.0));
    }
}

/// The rule `proportional` of transformers has an exponent over all 512 components, and keeps the fastest 64 pairs.
#[test]
fn p_rope_rotates_the_fastest_pairs_of_the_whole_head() {
    for (component, partner, power) in [(0, 256, 0), (63, 319, 63), (319, 63, 63)] {
        let (joined, inv_freq) = lane(GEMMA, "p-RoPE", component);
        assert_eq!(joined, partner);
        close(inv_freq, 1_000_000f64.powf(-f64::from(power) / 256.0));
    }
    for (still, partner) in [(64, 320), (255, 511), (511, 255)] {
        assert_eq!(lane(GEMMA, "p-RoPE", still), (partner, 0.0));
    }
    // The wavelengths that the last rung names.
    let slowest = |scheme: &str| TAU / lane(GEMMA, scheme, 63).1;
    close(slowest("p-RoPE"), 188.253_200_484_913_92);
    close(slowest("partial rotation"), 5_063_255.794_048_396);
}

#[test]
fn neighbours_are_pairs_in_every_scheme_that_interleaves() {
    for (scheme, over) in [
        ("full rotation", 64.0),
        ("partial rotation", 32.0),
        ("p-RoPE", 64.0),
    ] {
        let (partner, inv_freq) = lane(GLM, scheme, 40);
        assert_eq!(partner, 41, "{scheme}");
        close(inv_freq, 10_000f64.powf(-20.0 / over));
    }
}

#[test]
fn the_reading_compares_the_pair_in_focus() {
    let text = reading(NAME, NEOX);
    assert_mentions(
        &text,
        &["Partial rotation", "p-RoPE", "pair 6", "628.3", "19.87"],
    );
    assert_eq!(numbers(&reading(NAME, GLM)), [20.0, 1987.0, 111.7]);
    // The first pair differs by its partner alone.
    assert_eq!(
        numbers(&reading(NAME, &format!("{NEOX}&pair=0"))),
        [0.0, 0.0, 12.0, 48.0]
    );
    assert_mentions(
        &reading(NAME, &format!("{NEOX}&pair=40")),
        &["Pair 40", "12 pairs"],
    );
    assert_mentions(
        &reading(NAME, "dim=128&partial-rotary-factor=1&pair=20"),
        &["the same", "111.7"],
    );
}

/// A drag over the lanes of a pair, in either half and in each scheme, brings that pair into focus.
#[test]
fn a_drag_chooses_the_pair_under_the_pointer() {
    let spec = spec(NEOX);
    let mut figure = Figure::new(NAME);
    let handles = figure.draw(&spec, 760.0).handles().to_vec();
    let pairs: Vec<usize> = handles
        .iter()
        .map(|handle| {
            let three_quarters = handle.rect.x + 0.76 * handle.rect.width;
            let to = Point::new(three_quarters, handle.rect.center().y);
            drag(handle, &spec, handle.rect.center(), to).pair()
        })
        .collect();
    assert_eq!(pairs, [36, 36, 9, 9, 36, 36]);
    let partial = handles[2].rect.center();
    let sentence = figure.probe(&spec, partial).unwrap();
    assert_mentions(
        &sentence,
        &["partial rotation", "pair 6", "6 and 18", "0.01000", "628.3"],
    );
}

#[test]
fn arrows_choose_a_pair_and_the_share() {
    let mut spec = spec(NEOX);
    NAME.arrow(&mut spec, 1.0, 0.0);
    assert_eq!(spec.pair(), 7);
    NAME.arrow(&mut spec, -10.0, 0.0);
    assert_eq!(spec.pair(), 0);
    for (down, share) in [(-1.0, 0.28125), (1.0, 0.25), (10.0, 0.0), (-50.0, 1.0)] {
        NAME.arrow(&mut spec, 0.0, down);
        assert_eq!(spec.number(Key::PartialRotaryFactor), Some(share));
    }
}
