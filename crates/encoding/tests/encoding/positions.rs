//! Position ids: what must be true of all layouts, and the mistakes that people make.

use phasor_encoding::positions::{
    AfterVideo, BorderIds, ChunkOrder, Comparison, DocumentMask, Image, PaddingIds, PaddingMask,
    Part, PastIds, Qwen2_5Vl, Qwen2Vl, Ranks, RelativePositions, Rule, Verdict, Video,
};
use phasor_encoding::{
    Alibi, AxialRope, Direction, EncodingError, Frequencies, Layout, Numbering, Pairing,
    PositionIds, Rope, SectionOrder, T5Buckets, Visibility,
};
use proptest::prelude::*;

/// Returns the ids of a layout, axis by axis.
pub(crate) fn ids(numbering: Numbering, layout: &Layout) -> Vec<Vec<f64>> {
    let ids = numbering.position_ids(layout).unwrap();
    let axes = (0..ids.n_axes()).map(|axis| ids.axis(axis).unwrap().to_vec());
    axes.collect()
}

/// The video of transformers#45381: 84 frames of 12 x 16 tokens after 15 words, four steps apart.
#[test]
fn the_reported_video_has_the_reported_ids() {
    let video = Video::new(84, Image::new(12, 16, 1).unwrap(), 2.0).unwrap();
    let layout = Layout::new(vec![Part::Text(15), Part::Video(video), Part::Text(10)]).unwrap();
    let after = |after_video| {
        let rule = Qwen2_5Vl::new(2.0).unwrap().with_after_video(after_video);
        ids(Numbering::new(Rule::Qwen2_5Vl(rule)), &layout)
    };
    let before_5_3 = after(AfterVideo::LargestPosition);
    let last = 15 + 16_128 - 1;
    let of =
        |axes: &[Vec<f64>], token: usize| axes.iter().map(|axis| axis[token]).collect::<Vec<_>>();
    assert_eq!(of(&before_5_3, 15), [15.0, 15.0, 15.0]);
    assert_eq!(of(&before_5_3, last), [347.0, 26.0, 30.0]);
    assert_eq!(of(&before_5_3, last + 1), [348.0; 3]);
    assert_eq!(of(&after(AfterVideo::LongestSide), last + 1), [31.0; 3]);
}

#[test]
fn each_model_names_the_part_that_it_cannot_read() {
    let image = Image::new(2, 2, 1).unwrap();
    let video = Video::new(2, image, 1.0).unwrap();
    let stamped = video.with_time_stamps(2).unwrap();
    let error = |rule: Rule, part: Part| {
        let layout = Layout::new(vec![Part::Text(1), part]).unwrap();
        Numbering::new(rule).position_ids(&layout).err()
    };
    for rule in Rule::all() {
        let needs_stamps = matches!(rule, Rule::Qwen3Vl | Rule::Glm4v);
        let (reads_ends, reads_all) = (rule == Rule::HunyuanVl, rule == Rule::Sequential);
        for (part, accepted) in [
            (Part::Image(image), !reads_ends),
            (Part::Image(image.with_row_ends()), reads_ends),
            (Part::Video(video), !needs_stamps && !reads_ends),
            (Part::Video(stamped), needs_stamps),
        ] {
            let error = error(rule, part);
            assert_eq!(error.is_none(), accepted || reads_all, "{rule:?} {part:?}");
            let named =
                error.is_none_or(|error| matches!(error, EncodingError::Part { part: 1, .. }));
            assert!(named, "{rule:?} {part:?}");
        }
    }
}

fn grids() -> impl Strategy<Value = Image> {
    (1..4usize, 1..4usize).prop_map(|(rows, columns)| Image::new(rows, columns, 1).unwrap())
}

/// Returns parts that every model but Hunyuan-VL reads, between words.
fn contents() -> impl Strategy<Value = Vec<Part>> {
    let part = prop_oneof![
        (1..5usize).prop_map(Part::Text),
        (1..3usize).prop_map(Part::System),
        grids().prop_map(Part::Image),
    ];
    prop::collection::vec(part, 1..6)
}

fn rules() -> impl Strategy<Value = Rule> {
    let rules = Rule::all()
        .into_iter()
        .filter(|rule| *rule != Rule::HunyuanVl);
    prop::sample::select(rules.collect::<Vec<_>>())
}

/// Returns the parts in the form that the model of `rule` reads.
fn readable(contents: &[Part], rule: Rule) -> Vec<Part> {
    let parts = contents.iter().map(|part| match part {
        Part::Image(image) if rule == Rule::HunyuanVl => Part::Image(image.with_row_ends()),
        part => *part,
    });
    parts.collect()
}

fn causal() -> Visibility {
    Visibility::new(Direction::Causal)
}

/// Counts the pairs of `layout` that see something wrong if its tokens are numbered like this.
fn count(layout: &Layout, visibility: Visibility, numbering: Numbering) -> (usize, usize, usize) {
    let actual = numbering.position_ids(layout).unwrap();
    let expected = Numbering::new(numbering.rule())
        .position_ids(layout)
        .unwrap();
    let count = Comparison::new(layout, visibility, actual, expected)
        .unwrap()
        .count();
    (count.visible, count.wrong, count.foreign)
}

proptest! {
    #[test]
    fn padding_that_does_not_count_changes_no_other_id(
        contents in contents(), rule in prop::sample::select(Rule::all()), left in 1..5usize, right in 1..5usize, fill in -3..9i32,
    ) {
        let contents = readable(&contents, rule);
        let alone = ids(Numbering::new(rule), &Layout::new(contents.clone()).unwrap());
        let padded = [vec![Part::Padding(left)], contents, vec![Part::Padding(right)]].concat();
        let layout = Layout::new(padded).unwrap();
        for padding in [PaddingIds::Filled(fill), PaddingIds::Unfilled] {
            let padded = ids(Numbering::new(rule).with_padding(padding), &layout);
            for (axis, alone) in padded.iter().zip(&alone) {
                prop_assert_eq!(&axis[left..axis.len() - right], alone.as_slice());
            }
        }
    }

    #[test]
    fn counted_padding_before_a_text_is_a_common_shift(
        contents in contents(), rule in rules(), left in 1..5usize,
    ) {
        let layout = Layout::new([vec![Part::Padding(left)], contents].concat()).unwrap();
        let counted = Numbering::new(rule).with_padding(PaddingIds::Counted);
        let n_words = layout.n_tokens() - left;
        let n_pairs = n_words * (n_words + 1) / 2;
        prop_assert_eq!(count(&layout, causal(), counted), (n_pairs, 0, 0));
        // Where the padding is seen, each word sees all of it.
        let open = causal().with_padding(PaddingMask::Open);
        let (visible, wrong, foreign) = count(&layout, open, counted);
        prop_assert_eq!((visible, wrong, foreign), (n_pairs + n_words * left, 0, n_words * left));
    }

    #[test]
    fn a_document_has_the_ids_that_it_has_alone(
        documents in prop::collection::vec(contents(), 1..4), rule in prop::sample::select(Rule::all()),
    ) {
        let documents: Vec<Vec<Part>> = documents.iter().map(|document| readable(document, rule)).collect();
        let alone = documents.iter().map(|document| {
            ids(Numbering::new(rule), &Layout::new(document.clone()).unwrap())
        });
        let alone: Vec<Vec<Vec<f64>>> = alone.collect();
        let packed = documents.join(&Part::DocumentBorder);
        let layout = Layout::new(packed).unwrap();
        for (axis, packed) in ids(Numbering::new(rule), &layout).iter().enumerate() {
            let expected: Vec<f64> = alone.iter().flat_map(|ids| ids[axis].clone()).collect();
            prop_assert_eq!(packed, &expected);
        }
        // The columns and rows of Hunyuan-VL count from 0 in each image, so that a shift is not common.
        if rule == Rule::HunyuanVl {
            return Ok(());
        }
        // Ids that go on differ by one shift for each document, which a document mask hides.
        let continued = Numbering::new(rule).with_borders(BorderIds::Continued);
        let (_, wrong, foreign) = count(&layout, causal(), continued);
        prop_assert_eq!((wrong, foreign), (0, 0));
        // Without it, a reset changes which offsets are seen, but not how many pairs are.
        let open = causal().with_documents(DocumentMask::Open);
        let reset = count(&layout, open, Numbering::new(rule));
        let n_tokens = layout.n_tokens();
        let lengths = alone.iter().map(|ids| ids[0].len());
        let own: usize = lengths.map(|length| length * (length + 1) / 2).sum();
        prop_assert_eq!(reset, (n_tokens * (n_tokens + 1) / 2, 0, n_tokens * (n_tokens + 1) / 2 - own));
        prop_assert_eq!(count(&layout, open, continued), reset);
    }

    #[test]
    fn a_cache_changes_no_id_of_text_unless_its_length_counts(
        words in 1..6usize, left in 0..4usize, other in 0..4usize, more in 1..5usize,
    ) {
        let padding = if left > 0 { vec![Part::Padding(left)] } else { vec![] };
        let document = if other > 0 { vec![Part::Text(other), Part::DocumentBorder] } else { vec![] };
        let parts = [document, padding, vec![Part::Text(words), Part::CacheEnd, Part::Text(more)]].concat();
        let layout = Layout::new(parts).unwrap();
        let right = Numbering::new(Rule::Sequential);
        let n_pairs = more * words + more * (more + 1) / 2;
        for past in [PastIds::Continued, PastIds::AfterLargest] {
            prop_assert_eq!(count(&layout, causal(), right.with_past(past)), (n_pairs, 0, 0));
        }
        let by_length = count(&layout, causal(), right.with_past(PastIds::CacheLength));
        let wrong = if left + other > 0 { more * words } else { 0 };
        prop_assert_eq!(by_length, (n_pairs, wrong, 0));
        let reset = count(&layout, causal(), right.with_past(PastIds::Reset));
        prop_assert_eq!(reset, (n_pairs, more * words, 0));
    }

    #[test]
    fn an_image_moves_the_text_by_its_longest_side(image in grids(), rule in rules()) {
        let layout = Layout::new(vec![Part::Text(2), Part::Image(image), Part::Text(1)]).unwrap();
        let moves = match rule {
            Rule::Sequential => image.n_tokens(),
            _ => image.n_rows().max(image.n_columns()),
        };
        for axis in ids(Numbering::new(rule), &layout) {
            prop_assert_eq!(axis.last(), Some(&(2.0 + moves as f64)));
        }
    }

    #[test]
    fn every_token_has_one_rank(n_ranks in 1..9usize, size in 1..9usize) {
        let n_tokens = 2 * n_ranks * size;
        for order in [ChunkOrder::Contiguous, ChunkOrder::Zigzag] {
            let ranks = Ranks::new(n_tokens, n_ranks, order).unwrap();
            for token in 0..n_tokens {
                let rank = ranks.rank_of(token).unwrap();
                prop_assert!(ranks.tokens_of(rank).unwrap().contains(&token));
            }
            // Chunks are as long as they can be; within one, local ids give the right offsets.
            let local = ranks.counted_locally();
            let apart = |query: usize, key: usize| {
                local.relative_position(query, key).unwrap().values()[0]
            };
            prop_assert!((1..size).all(|token| apart(token, token - 1) == -1.0));
            let n_right = (1..n_tokens).filter(|&token| apart(token, token - 1) == -1.0).count();
            let joined = match order {
                // One chunk is twice as long, and of the last rank's two chunks one follows the other.
                ChunkOrder::Contiguous => n_tokens - n_ranks,
                ChunkOrder::Zigzag => n_tokens - 2 * n_ranks + 1,
            };
            prop_assert_eq!(n_right, joined);
        }
    }

    /// A common shift changes no score, with RoPE on one axis and on three, and no bias.
    #[test]
    fn a_common_shift_changes_nothing_that_depends_on_offsets(
        contents in contents(), rule in rules(), shift in 0..5000u32,
    ) {
        let layout = Layout::new(contents).unwrap();
        let here = Numbering::new(rule).position_ids(&layout).unwrap();
        let there = here.shifted(f64::from(shift)).unwrap();
        let frequencies = Frequencies::new(10_000.0, 12).unwrap();
        let sections: &[usize] = if here.n_axes() == 1 { &[6] } else { &[2, 2, 2] };
        let rope = AxialRope::mrope(&frequencies, sections, SectionOrder::Interleaved, Pairing::HalfSplit).unwrap();
        let (q, k): (Vec<f64>, Vec<f64>) = (0..12).map(|i| (f64::from(i).sin(), f64::from(i).cos())).unzip();
        let alibi = Alibi::default();
        for (query, key) in (0..layout.n_tokens()).map(|token| (layout.n_tokens() - 1, token)) {
            let score = |ids: &PositionIds| {
                let (of_query, of_key) = (ids.of_token(query).unwrap(), ids.of_token(key).unwrap());
                rope.score((of_query.values(), &q), (of_key.values(), &k)).unwrap()
            };
            prop_assert!((score(&here) - score(&there)).abs() < 1e-10);
            let offset = |ids: &PositionIds| ids.relative_position(query, key).unwrap().values()[0] as i64;
            prop_assert_eq!(alibi.bias(0, offset(&here)), alibi.bias(0, offset(&there)));
            let buckets = T5Buckets::default();
            prop_assert_eq!(buckets.bucket(offset(&here)), buckets.bucket(offset(&there)));
        }
    }
}

#[test]
fn the_mistakes_that_people_make_change_these_pairs() {
    let text = Rule::Sequential;
    let right = Numbering::new(text);
    // Documents that count on or start again: nothing changes but the offsets of pairs that should
    // not be there (nanoVLM#204).
    let packed = vec![Part::Text(3), Part::DocumentBorder, Part::Text(3)];
    let packed = Layout::new(packed).unwrap();
    let open = causal().with_documents(DocumentMask::Open);
    assert_eq!(count(&packed, open, right), (21, 0, 9));
    assert_eq!(
        count(&packed, open, right.with_borders(BorderIds::Continued)),
        (21, 0, 9)
    );
    assert_eq!(count(&packed, causal(), right), (12, 0, 0));
    // An image in the cache, after which the length of the cache is taken for the position.
    let image = Image::new(3, 4, 1).unwrap();
    let parts = vec![
        Part::Text(1),
        Part::Image(image),
        Part::CacheEnd,
        Part::Text(1),
    ];
    let pictured = Layout::new(parts).unwrap();
    let qwen = Numbering::new(Rule::Qwen2Vl(Qwen2Vl::default()));
    assert_eq!(count(&pictured, causal(), qwen), (14, 0, 0));
    assert_eq!(
        count(&pictured, causal(), qwen.with_past(PastIds::CacheLength)),
        (14, 13, 0)
    );
    // Ranks that count their own tokens.
    let layout = Layout::new(vec![Part::Text(8)]).unwrap();
    let ranks = Ranks::new(8, 2, ChunkOrder::Contiguous).unwrap();
    let expected = right.position_ids(&layout).unwrap();
    let comparison = Comparison::new(&layout, causal(), ranks.counted_locally(), expected).unwrap();
    assert_eq!(
        (comparison.count().visible, comparison.count().wrong),
        (36, 16)
    );
    assert_eq!(comparison.verdict(7, 0), Verdict::Wrong);
    assert_eq!(comparison.verdict(0, 7), Verdict::Hidden);
}

/// With a right mask, left padding that counts is harmless to RoPE, and not to a learned table.
#[test]
fn counted_left_padding_is_harmless_to_rope_only() {
    let layout = Layout::new(vec![Part::Padding(3), Part::Text(4)]).unwrap();
    let right = Numbering::new(Rule::Sequential);
    let counted = right.with_padding(PaddingIds::Counted);
    let rope = Rope::new(Frequencies::new(10_000.0, 8).unwrap(), Pairing::HalfSplit);
    let x: Vec<f64> = (0..8).map(|i| f64::from(i).sin()).collect();
    let (right, counted) = (&ids(right, &layout)[0], &ids(counted, &layout)[0]);
    for (query, key) in [(6, 3), (6, 5), (4, 4)] {
        let score = |ids: &[f64]| rope.score((ids[query], &x), (ids[key], &x)).unwrap();
        assert!((score(right) - score(counted)).abs() < 1e-13);
        // A learned table adds the row of the position itself, three rows further.
        assert_eq!(counted[key] - right[key], 3.0);
    }
}
