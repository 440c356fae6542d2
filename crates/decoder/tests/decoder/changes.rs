//! What changes of positions do, by the laws that rotations obey.

use phasor_decoder::{Change, Decoder, Gap, Order, Still};
use phasor_encoding::{Format, Narrow, Scaling, Step, scaling::Ntk};

use crate::support::{assert_close, logits, of_safetensors};

const TOKENS: [u32; 12] = [7, 80, 81, 20, 200, 7, 80, 90, 20, 201, 7, 80];

fn last(decoder: &Decoder, change: &Change) -> Vec<f32> {
    logits(decoder, &TOKENS, change).pop().unwrap()
}

fn differ(a: &[f32], b: &[f32]) -> bool {
    a.iter().zip(b).any(|(a, b)| (a - b).abs() > 0.01)
}

#[test]
fn only_differences_of_positions_count() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let published = last(&decoder, &Change::default());
    for shift in [1000.0, 1e7, 0.5] {
        let shifted = Change {
            shift,
            ..Change::default()
        };
        assert_close(&last(&decoder, &shifted), &published, 2e-4);
    }
    let narrow = Some(Narrow {
        format: Format::Bf16,
        step: Step::Angle,
    });
    let lost = Change {
        shift: 1e7,
        narrow,
        ..Change::default()
    };
    assert!(differ(&last(&decoder, &lost), &published));
}

#[test]
fn a_layer_that_does_not_rotate_is_one_whose_pairs_all_stand_still() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let off = last(
        &decoder,
        &Change {
            still: Still::All,
            ..Change::default()
        },
    );
    let frozen = last(
        &decoder,
        &Change {
            rotating_pairs: Some(0..0),
            ..Change::default()
        },
    );
    let same = last(
        &decoder,
        &Change {
            order: Order::Shared(TOKENS.len()),
            ..Change::default()
        },
    );
    let listed = last(
        &decoder,
        &Change {
            still: Still::Layers(vec![0, 1]),
            ..Change::default()
        },
    );
    assert_close(&frozen, &off, 1e-4);
    assert_close(&same, &off, 1e-4);
    assert_eq!(listed, off);
    assert!(differ(&off, &last(&decoder, &Change::default())));
}

#[test]
fn the_attention_factor_of_a_rule_stays_away_from_layers_that_do_not_rotate() {
    let yarn = of_safetensors("yarn").decoder().unwrap();
    let without_rule = Change {
        rule: Some(Scaling::Default),
        still: Still::All,
        ..Change::default()
    };
    let off = Change {
        still: Still::All,
        ..Change::default()
    };
    assert_eq!(last(&yarn, &off), last(&yarn, &without_rule));
}

#[test]
fn the_ntk_rule_is_another_base() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let rule = Some(Scaling::Ntk(Ntk { factor: 2.0 }));
    let ruled = last(
        &decoder,
        &Change {
            rule,
            ..Change::default()
        },
    );
    // The head has 8 components.
    let base = Some(10_000.0 * 2f64.powf(8.0 / 6.0));
    assert_close(
        &ruled,
        &last(
            &decoder,
            &Change {
                base,
                ..Change::default()
            },
        ),
        1e-4,
    );
    assert!(differ(&ruled, &last(&decoder, &Change::default())));
}

#[test]
fn a_gap_moves_only_what_comes_after_it() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let gap = Some(Gap {
        token: 6,
        n_positions: 40.0,
    });
    let with_gap = logits(
        &decoder,
        &TOKENS,
        &Change {
            gap,
            ..Change::default()
        },
    );
    let published = logits(&decoder, &TOKENS, &Change::default());
    assert_eq!(with_gap[..6], published[..6]);
    assert!(differ(&with_gap[11], &published[11]));
}

#[test]
fn shuffled_positions_are_the_same_numbers() {
    for n in [1, 2, 5, 12] {
        let change = Change {
            order: Order::Shuffled(n),
            ..Change::default()
        };
        let mut positions = change.positions(12);
        for (place, group) in positions.chunks(n).enumerate() {
            assert!(
                group
                    .iter()
                    .all(|position| (*position as usize) / n == place)
            );
        }
        positions.sort_by(f64::total_cmp);
        assert_eq!(positions, Change::default().positions(12));
    }
}
