//! What caches do to positions: compared with tools/golden/positions.py, and laws of rotated keys.

use phasor_encoding::positions::{
    Comparison, ContextShift, Count, DualChunk, GrowingText, Part, PerAxis, RelativePositions,
    Rule, SelfExtend, SinkCache, SinkPositions, SlotsById, StoredKeys, reused_chunk, rotate_again,
};
use phasor_encoding::scaling::Dynamic;
use phasor_encoding::{
    Alibi, AxialRope, Direction, Frequencies, Layout, LongRope, Numbering, Pairing, PositionIds,
    Rope, Scaling, SectionOrder, T5Buckets, Visibility,
};
use proptest::prelude::*;
use serde_json::Value;

use crate::position_ids::each_of;
use crate::support::{number, numbers};

/// Returns a whole number of the input of a case.
fn whole(case: &Value, name: &str) -> usize {
    case["input"][name].as_u64().unwrap() as usize
}

/// Checks the offsets of the queries from `first` on with rows of numbers, null where a query sees no key.
fn has_offsets(offsets: &impl RelativePositions, first: usize, rows: &Value) {
    for (row, keys) in rows.as_array().unwrap().iter().enumerate() {
        for (key, expected) in keys.as_array().unwrap().iter().enumerate() {
            let got = offsets.relative_position(first + row, key);
            let got = got.map(|offset| offset.values()[0]);
            assert_eq!(
                got,
                expected.as_f64(),
                "query {} and key {key}",
                first + row
            );
        }
    }
}

#[test]
fn sinks_are_those_of_a_list_that_loses_its_oldest_token() {
    each_of("sinks", 20, |case| {
        let (n_sinks, n_recent) = (whole(case, "n_sinks"), whole(case, "n_recent"));
        let cache = SinkCache::new(n_sinks, n_recent, SinkPositions::WithinCache).unwrap();
        has_offsets(&cache, 0, &case["expected"]["offsets"]);
    });
}

#[test]
fn a_context_shift_is_that_of_a_table_of_cells() {
    each_of("shift", 20, |case| {
        let n_cached = whole(case, "n_cached");
        let n_tokens = n_cached + whole(case, "n_new");
        let ids = counted(n_tokens);
        let bounds = numbers(&case["input"]["discarded"]);
        let discarded = bounds[0] as usize..bounds[1] as usize;
        for (name, keys) in [
            ("rotated_again", StoredKeys::RotatedAgain),
            ("unchanged", StoredKeys::Unchanged),
        ] {
            let shift = ContextShift::new(&ids, n_cached, discarded.clone(), keys).unwrap();
            has_offsets(&shift, n_cached, &case["expected"][name]);
        }
    });
}

#[test]
fn groups_and_chunks_have_the_offsets_of_their_papers() {
    each_of("self_extend", 20, |case| {
        let extended = SelfExtend::new(whole(case, "group_size"), whole(case, "window")).unwrap();
        has_offsets(&extended, 0, &case["expected"]["offsets"]);
    });
    each_of("dual_chunk", 20, |case| {
        let chunks = DualChunk::new(whole(case, "training_length"), whole(case, "chunk_size"));
        has_offsets(&chunks.unwrap(), 0, &case["expected"]["offsets"]);
    });
}

#[test]
fn keys_of_a_growing_text_are_those_in_the_cache_of_transformers() {
    each_of("growing", 20, |case| {
        let (input, longest) = (&case["input"], whole(case, "longest") as f64);
        let given = &input["rule"];
        let rule = match given["rope_type"].as_str().unwrap() {
            "dynamic" => Scaling::Dynamic(Dynamic {
                factor: number(&given["factor"]),
                max_position_embeddings: longest,
            }),
            _ => Scaling::LongRope(LongRope {
                short_factor: numbers(&given["short_factor"]),
                long_factor: numbers(&given["long_factor"]),
                original_max_position_embeddings: longest,
                factor: number(&given["factor"]),
                attention_factor: None,
                long_attention_factor: None,
            }),
        };
        let query = numbers(&input["query"]);
        let scores = numbers(&case["expected"]["scores"]);
        let factor = rule
            .apply(10_000.0, query.len(), None)
            .unwrap()
            .attention_factor();
        let text = GrowingText::new(rule, 10_000.0, query.len(), whole(case, "n_prompt")).unwrap();
        for (token, expected) in scores.iter().enumerate() {
            let key: Vec<f64> = (0..query.len())
                .map(|i| ((token + i) as f64).cos())
                .collect();
            let angles = text.relative_angles(scores.len() - 1, token).unwrap();
            let score: f64 = angles
                .iter()
                .enumerate()
                .map(|(pair, angle)| {
                    let (x, y) = Pairing::HalfSplit.places(pair, angles.len());
                    let (sin, cos) = angle.sin_cos();
                    query[x] * (key[x] * cos - key[y] * sin)
                        + query[y] * (key[x] * sin + key[y] * cos)
                })
                .sum();
            let error = (factor * factor * score - expected).abs();
            assert!(
                error <= number(&case["tolerance"]["abs"]),
                "token {token} of {case}: {error:e}"
            );
        }
    });
}

/// Returns the ids 0, 1, 2 ... of `n_tokens` tokens.
fn counted(n_tokens: usize) -> PositionIds {
    PositionIds::new(vec![(0..n_tokens).map(|id| id as f64).collect()]).unwrap()
}

fn vector(dim: usize, phase: f64) -> Vec<f64> {
    (0..dim).map(|i| (phase + i as f64).sin()).collect()
}

proptest! {
    /// R(d) R(p) = R(p + d), also with an attention factor and where only a part of the head rotates.
    #[test]
    fn rotations_add_up(
        base in 2.0..1e6f64, n_pairs in 1..32usize, position in 0..500u32, by in -500..500i32,
        factor in 0.5..2.0f64, rest in 0..3usize, pairing in prop_oneof![Just(Pairing::HalfSplit), Just(Pairing::Interleaved)],
    ) {
        let rope = Rope::new(Frequencies::new(base, 2 * n_pairs).unwrap(), pairing);
        let rope = rope.with_head_dim(2 * n_pairs + rest).unwrap().with_attention_factor(factor).unwrap();
        let (position, by) = (f64::from(position), f64::from(by));
        let x = vector(rope.head_dim(), base);
        let twice = rotate_again(&rope, &rope.rotate(position, &x).unwrap(), by).unwrap();
        let once = rope.rotate(position + by, &x).unwrap();
        for (twice, once) in twice.iter().zip(&once) {
            prop_assert!((twice - once).abs() <= 1e-12, "{twice} and {once}");
        }
    }

    /// The same on three axes.
    #[test]
    fn rotations_add_up_on_each_axis(
        position in prop::array::uniform3(0..500u32), by in prop::array::uniform3(-500..500i32),
    ) {
        let frequencies = Frequencies::new(10_000.0, 16).unwrap();
        let rope = AxialRope::mrope(&frequencies, &[2, 3, 3], SectionOrder::Contiguous, Pairing::HalfSplit).unwrap();
        let (position, by) = (position.map(f64::from), by.map(f64::from));
        let x = vector(16, 0.3);
        let twice = rope.rotate(&by, &rope.rotate(&position, &x).unwrap()).unwrap();
        let sum = [0, 1, 2].map(|axis| position[axis] + by[axis]);
        for (twice, once) in twice.iter().zip(rope.rotate(&sum, &x).unwrap()) {
            prop_assert!((twice - once).abs() <= 1e-12);
        }
    }

    #[test]
    fn a_cache_with_sinks_is_never_longer_than_it_is(
        n_sinks in 0..5usize, n_recent in 1..6usize, query in 0..60usize,
    ) {
        let size = n_sinks + n_recent;
        let within = |positions| SinkCache::new(n_sinks, n_recent, positions).unwrap();
        let offset = |cache: SinkCache, key| cache.relative_position(query, key).map(|offset| offset.values()[0]);
        let in_cache: Vec<f64> = (0..=query).filter_map(|key| offset(within(SinkPositions::WithinCache), key)).collect();
        let expected = 1.0 - (in_cache.len() as f64);
        // The places in the cache are consecutive and end with the query.
        prop_assert_eq!(in_cache.len(), size.min(query + 1));
        prop_assert!(in_cache.iter().enumerate().all(|(place, offset)| *offset == expected + place as f64));
        for key in 0..=query {
            // Both caches have the same keys; the offsets of recent ones are true in both.
            let (cached, in_text) = (offset(within(SinkPositions::WithinCache), key), offset(within(SinkPositions::WithinText), key));
            let distance = query as f64 - key as f64;
            prop_assert_eq!(cached.is_some(), in_text.is_some());
            prop_assert!(in_text.is_none_or(|offset| offset == -distance));
            prop_assert!(key < n_sinks || cached == in_text);
        }
        prop_assert_eq!(offset(within(SinkPositions::WithinCache), query + 1), None);
    }

    /// Without sinks, a cache is a window: it has the same keys, and true offsets in both numberings.
    #[test]
    fn a_cache_without_sinks_is_a_window(n_recent in 1..6usize, n_tokens in 1..12usize) {
        let layout = Layout::new(vec![Part::Text(n_tokens)]).unwrap();
        let window = Visibility::new(Direction::Causal).with_window(n_recent).unwrap();
        let expected = counted(n_tokens);
        for positions in [SinkPositions::WithinCache, SinkPositions::WithinText] {
            let cache = SinkCache::new(0, n_recent, positions).unwrap();
            for (query, key) in (0..n_tokens).flat_map(|query| (0..n_tokens).map(move |key| (query, key))) {
                let visible = window.visible(&layout, query, key).then(|| expected.relative_position(query, key));
                prop_assert_eq!(cache.relative_position(query, key), visible.flatten());
            }
        }
    }

    #[test]
    fn offsets_grow_with_distance_and_stay_within_their_bounds(
        group_size in 1..6usize, window in 1..8usize, chunk_size in 1..8usize, local in 1..8usize, query in 0..60usize,
    ) {
        let distance = |offset: Option<PerAxis>| 0.0 - offset.unwrap().values()[0];
        let extended = SelfExtend::new(group_size, window).unwrap();
        let chunks = DualChunk::new(chunk_size + local, chunk_size).unwrap();
        for key in 0..=query {
            let far = distance(extended.relative_position(query, key));
            prop_assert!(far <= (query - key) as f64 + 1.0 && far >= 0.0);
            if query - key < window || group_size == 1 {
                prop_assert_eq!(far, (query - key) as f64);
            }
            // The window, and one position for each group that the distance begins.
            let most = window - window / group_size + (query - key).div_ceil(group_size);
            prop_assert!(far <= most as f64);
            let far = distance(chunks.relative_position(query, key));
            prop_assert!((0.0..(chunk_size + local) as f64).contains(&far));
            // Offsets are right in the same chunk, and in the next one as far as the local window reaches.
            let n_chunks = query / chunk_size - key / chunk_size;
            if n_chunks == 0 || (n_chunks == 1 && query % chunk_size < local) {
                prop_assert_eq!(far, (query - key) as f64);
            }
        }
    }

    /// A shift closes the gap, so a key before it seems nearer by its length; nothing else changes.
    #[test]
    fn a_shift_changes_the_offsets_of_the_first_keys_only(
        n_first in 0..4usize, n_discarded in 1..5usize, n_after in 0..5usize, n_new in 1..4usize,
    ) {
        let n_cached = n_first + n_discarded + n_after;
        let ids = counted(n_cached + n_new);
        let discarded = n_first..n_first + n_discarded;
        let again = ContextShift::new(&ids, n_cached, discarded.clone(), StoredKeys::RotatedAgain).unwrap();
        let layout = Layout::new(vec![Part::Text(n_cached), Part::CacheEnd, Part::Text(n_new)]).unwrap();
        let pairs = |n_keys: usize| n_new * n_keys;
        let own = n_new * (n_new + 1) / 2;
        let count = count(&layout, &again);
        prop_assert_eq!((count.visible, count.wrong), (pairs(n_first + n_after) + own, pairs(n_first)));
        let unchanged = ContextShift::new(&ids, n_cached, discarded, StoredKeys::Unchanged).unwrap();
        let count = self::count(&layout, &unchanged);
        prop_assert_eq!((count.visible, count.wrong), (pairs(n_first + n_after) + own, pairs(n_first + n_after)));
    }

    /// A chunk that is used elsewhere is wrong for every query after it, unless it is rotated again.
    #[test]
    fn a_reused_chunk_is_wrong_until_it_is_rotated_again(
        before in 1..5usize, length in 1..5usize, n_new in 1..4usize, computed_at in 0..9u32,
    ) {
        let layout = Layout::new(vec![Part::System(before), Part::Text(length), Part::CacheEnd, Part::Text(n_new)]).unwrap();
        let ids = counted(layout.n_tokens());
        let chunk = before..before + length;
        let computed_at = f64::from(computed_at);
        let unchanged = reused_chunk(&ids, chunk.clone(), computed_at, StoredKeys::Unchanged).unwrap();
        let wrong = if computed_at == before as f64 { 0 } else { n_new * length };
        prop_assert_eq!(count(&layout, &unchanged).wrong, wrong);
        let again = reused_chunk(&ids, chunk.clone(), computed_at, StoredKeys::RotatedAgain).unwrap();
        prop_assert_eq!(count(&layout, &again).wrong, 0);
        // The rotation that mends a key is the one by the difference of the two positions.
        let rope = Rope::new(Frequencies::new(10_000.0, 8).unwrap(), Pairing::HalfSplit);
        let x = vector(8, computed_at);
        for token in chunk {
            let at = |ids: &PositionIds| ids.of_token(token).unwrap().values()[0];
            let stored = rope.rotate(at(&unchanged), &x).unwrap();
            let mended = rotate_again(&rope, &stored, at(&ids) - at(&unchanged)).unwrap();
            for (mended, direct) in mended.iter().zip(rope.rotate(at(&ids), &x).unwrap()) {
                prop_assert!((mended - direct).abs() < 1e-12);
            }
        }
    }

    /// A bias is added at each step, so it depends on the present positions alone: closed up by a
    /// shift, they are consecutive, and each key has the bias of its place in the cache.
    #[test]
    fn a_bias_has_nothing_to_rotate_again(n_first in 0..4usize, n_discarded in 1..5usize, n_after in 0..5usize) {
        let n_cached = n_first + n_discarded + n_after;
        let ids = counted(n_cached + 1);
        let shift = ContextShift::new(&ids, n_cached, n_first..n_first + n_discarded, StoredKeys::RotatedAgain).unwrap();
        let alone = counted(n_cached + 1 - n_discarded);
        let rest: Vec<usize> = (0..=n_cached).filter(|token| !shift.discarded().contains(token)).collect();
        let (alibi, buckets) = (Alibi::default(), T5Buckets::default());
        for (place, key) in rest.iter().enumerate() {
            let offset = |of: &dyn RelativePositions, query, key| of.relative_position(query, key).unwrap().values()[0] as i64;
            let (moved, fresh) = (offset(&shift, n_cached, *key), offset(&alone, rest.len() - 1, place));
            prop_assert_eq!(alibi.bias(3, moved), alibi.bias(3, fresh));
            prop_assert_eq!(buckets.bucket(moved), buckets.bucket(fresh));
        }
    }

    /// While a text fits the original length, or is read at once, all keys have the frequencies of the
    /// query; past it, keys from before the change do not.
    #[test]
    fn a_growing_text_sees_wrong_angles_after_the_change_only(
        n_prompt in 1..40usize, query in 0..60usize, is_dynamic: bool,
    ) {
        let longest = 16.0;
        let rule = if is_dynamic {
            Scaling::Dynamic(Dynamic { factor: 2.0, max_position_embeddings: longest })
        } else {
            Scaling::LongRope(LongRope {
                short_factor: vec![1.0; 4], long_factor: vec![1.5, 2.0, 3.0, 4.0], original_max_position_embeddings: longest,
                factor: 4.0, attention_factor: None, long_attention_factor: None,
            })
        };
        let text = GrowingText::new(rule, 10_000.0, 8, n_prompt).unwrap();
        for key in 0..=query {
            let (actual, expected) = (text.relative_angles(query, key).unwrap(), text.recomputed_angles(query, key).unwrap());
            let lengths = (text.length_at(query).max(16), text.length_at(key).max(16));
            let same = if is_dynamic { lengths.0 == lengths.1 } else { (lengths.0 > 16) == (lengths.1 > 16) };
            // A key at position 0 is not rotated, whatever the frequencies.
            prop_assert_eq!(actual == expected, same || key == 0, "query {} and key {}", query, key);
            let (apparent, inv_freq) = (text.apparent_offsets(query, key).unwrap(), text.frequencies_of(query).unwrap());
            for ((apparent, inv_freq), actual) in apparent.iter().zip(inv_freq.inv_freq()).zip(actual) {
                prop_assert!((apparent * inv_freq - actual).abs() < 1e-12, "query {} and key {}", query, key);
            }
        }
    }
}

/// Counts the pairs of a text that see a wrong offset.
fn count(layout: &Layout, offsets: &impl RelativePositions) -> Count {
    let expected = Numbering::new(Rule::Sequential)
        .position_ids(layout)
        .unwrap();
    let causal = Visibility::new(Direction::Causal);
    let comparison = Comparison::new(layout, causal, offsets, expected).unwrap();
    comparison.count()
}

#[test]
fn a_new_key_lies_in_the_slot_of_its_id_until_another_one_replaces_it() {
    // Padding that does not count: the ids are 0, 0, 0, 1 in the cache, then 2, 3.
    let padded = Layout::new(vec![
        Part::Padding(2),
        Part::Text(2),
        Part::CacheEnd,
        Part::Text(2),
    ]);
    let ids = Numbering::new(Rule::Sequential).position_ids(&padded.unwrap());
    let cache = SlotsById::new(&ids.unwrap(), 4).unwrap();
    let at_last = (0..6).map(|slot| cache.token_in(5, slot));
    let expected = [Some(0), Some(1), Some(4), Some(5), None, None];
    assert_eq!(at_last.collect::<Vec<_>>(), expected);
    assert_eq!(cache.token_in(3, 2), Some(2));
    // Where ids count all tokens, nothing changes.
    let right = SlotsById::new(&counted(6), 3).unwrap();
    for (query, key) in (0..6).flat_map(|query| (0..=query).map(move |key| (query, key))) {
        assert_eq!(
            right.relative_position(query, key),
            counted(6).relative_position(query, key)
        );
    }
    let negative = PositionIds::new(vec![vec![0.0, -1.0]]).unwrap();
    assert_eq!(
        SlotsById::new(&negative, 1).unwrap().slots(),
        [Some(0), None]
    );
    assert!(SlotsById::new(&counted(2), 3).is_err());
    assert_eq!(right.token_in(6, 0), None);
}

#[test]
fn ranges_outside_the_cache_are_errors() {
    let ids = counted(6);
    for discarded in [3..3, 4..7, 4..6] {
        assert!(ContextShift::new(&ids, 5, discarded, StoredKeys::RotatedAgain).is_err());
    }
    assert!(ContextShift::new(&ids, 7, 1..2, StoredKeys::RotatedAgain).is_err());
    let two = PositionIds::new(vec![vec![0.0; 6]; 2]).unwrap();
    assert!(ContextShift::new(&two, 5, 1..2, StoredKeys::RotatedAgain).is_err());
    for (chunk, at) in [(2..2, 0.0), (5..7, 0.0), (1..2, f64::NAN)] {
        assert!(reused_chunk(&ids, chunk, at, StoredKeys::Unchanged).is_err());
    }
    assert!(SinkCache::new(4, 0, SinkPositions::WithinCache).is_err());
    assert!(SelfExtend::new(0, 1).is_err() && SelfExtend::new(1, 0).is_err());
    assert!(
        DualChunk::new(4, 4).is_err()
            && DualChunk::new(4, 0).is_err()
            && DualChunk::new(0, 0).is_err()
    );
    assert!(GrowingText::new(Scaling::Default, 10_000.0, 8, 0).is_err());
    assert!(ids.shifted(f64::INFINITY).is_err() && ids.shifted(f64::NAN).is_err());
}
