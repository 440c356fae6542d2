//! The numbers of pairs, which are counted without looking at each, and one by one.

use phasor_encoding::positions::{
    BorderIds, Comparison, Count, DocumentMask, Image, PaddingIds, PaddingMask, Part, PastIds,
    PatchIds, PerAxis, Qwen2_5Vl, RelativePositions, Rule, Video,
};
use phasor_encoding::{Direction, Layout, Numbering, PositionIds, Visibility};
use proptest::prelude::*;
use proptest::sample::select;

/// Offsets that do not say that they are differences of ids, so that each pair is looked at.
struct OneByOne<'a>(&'a PositionIds);

impl RelativePositions for OneByOne<'_> {
    fn relative_position(&self, query: usize, key: usize) -> Option<PerAxis> {
        self.0.relative_position(query, key)
    }
}

/// Returns the count without looking at each pair, and one by one.
fn both(
    layout: &Layout,
    visibility: Visibility,
    (actual, expected): (&PositionIds, &PositionIds),
) -> [Count; 2] {
    let count = |actual: &dyn RelativePositions| {
        let comparison = Comparison::new(layout, visibility, actual, expected.clone());
        comparison.unwrap().count()
    };
    [count(actual), count(&OneByOne(actual))]
}

fn parts() -> impl Strategy<Value = Vec<Part>> {
    let image = Image::new(2, 3, 1).unwrap();
    // Seconds whose products with frames are not whole.
    let video = Video::new(3, image, 0.29).unwrap();
    let part = prop_oneof![
        (1..4usize).prop_map(Part::Text),
        (1..4usize).prop_map(Part::Padding),
        select(vec![
            Part::DocumentBorder,
            Part::Image(image),
            Part::Video(video)
        ]),
    ];
    prop::collection::vec(part, 1..7)
}

fn rules() -> impl Strategy<Value = Rule> {
    let seconds = Rule::Qwen2_5Vl(Qwen2_5Vl::new(25.0).unwrap());
    select(vec![
        Rule::Sequential,
        Rule::Qwen2Vl(Default::default()),
        seconds,
    ])
}

fn numberings() -> impl Strategy<Value = Numbering> {
    let padding = select(vec![
        PaddingIds::Counted,
        PaddingIds::Filled(1),
        PaddingIds::Unfilled,
    ]);
    let borders = select(vec![BorderIds::Reset, BorderIds::Continued]);
    let past = select(vec![
        PastIds::Continued,
        PastIds::AfterLargest,
        PastIds::CacheLength,
        PastIds::Reset,
    ]);
    let patches = select(vec![
        PatchIds::ByRule,
        PatchIds::AreaAfter,
        PatchIds::Counted,
    ]);
    (rules(), padding, borders, past, patches).prop_map(
        |(rule, padding, borders, past, patches)| {
            let numbering = Numbering::new(rule)
                .with_padding(padding)
                .with_borders(borders);
            numbering.with_past(past).with_patches(patches)
        },
    )
}

fn visibilities() -> impl Strategy<Value = Visibility> {
    let direction = select(vec![Direction::Causal, Direction::Bidirectional]);
    let documents = select(vec![DocumentMask::Masked, DocumentMask::Open]);
    let padding = select(vec![PaddingMask::Masked, PaddingMask::Open]);
    let window = prop::option::of(1..9usize);
    (direction, documents, padding, window).prop_map(|(direction, documents, padding, window)| {
        let visibility = Visibility::new(direction)
            .with_documents(documents)
            .with_padding(padding);
        match window {
            Some(window) => visibility.with_window(window).unwrap(),
            None => visibility,
        }
    })
}

proptest! {
    #[test]
    fn pairs_are_as_many_as_one_by_one(
        before in parts(), after in prop::option::of(parts()), numbering in numberings(), visibility in visibilities(),
    ) {
        let more = after.map(|after| [vec![Part::CacheEnd], after].concat());
        let parts = [before, more.into_iter().flatten().collect()].concat();
        let Ok(layout) = Layout::new(parts) else { return Ok(()) };
        let Ok(actual) = numbering.position_ids(&layout) else { return Ok(()) };
        let expected = Numbering::new(numbering.rule()).position_ids(&layout).unwrap();
        let [count, one_by_one] = both(&layout, visibility, (&actual, &expected));
        prop_assert_eq!(count, one_by_one);
    }

    #[test]
    fn random_ids_are_compared_as_one_by_one(
        ids in prop::collection::vec((-3..3i32, -3..3i32), 1..30), visibility in visibilities(),
    ) {
        let layout = Layout::new(vec![Part::Text(ids.len())]).unwrap();
        let of = |pick: fn(&(i32, i32)) -> i32| {
            let ids = ids.iter().map(|ids| 0.1 * f64::from(pick(ids)));
            PositionIds::new(vec![ids.collect()]).unwrap()
        };
        let (actual, expected) = (of(|ids| ids.0), of(|ids| ids.1));
        let [count, one_by_one] = both(&layout, visibility, (&actual, &expected));
        prop_assert_eq!(count, one_by_one);
    }
}

#[test]
fn a_million_tokens_are_counted_at_once() {
    let parts = vec![
        Part::Padding(1000),
        Part::Text(500_000),
        Part::CacheEnd,
        Part::Text(500_000),
    ];
    let layout = Layout::new(parts).unwrap();
    let right = Numbering::new(Rule::Sequential);
    let [actual, expected] = [right.with_past(PastIds::CacheLength), right]
        .map(|numbering| numbering.position_ids(&layout).unwrap());
    let causal = Visibility::new(Direction::Causal);
    let comparison = Comparison::new(&layout, causal, &actual, expected);
    let count = comparison.unwrap().count();
    let new = 500_000;
    assert_eq!(count.visible, new * new + new * (new + 1) / 2);
    assert_eq!((count.wrong, count.foreign), (new * new, 0));
}

#[test]
fn ids_on_other_axes_are_all_wrong() {
    let layout = Layout::new(vec![Part::Text(3)]).unwrap();
    let axis = vec![0.0, 1.0, 2.0];
    let actual = PositionIds::new(vec![axis.clone(), axis.clone()]).unwrap();
    let expected = PositionIds::new(vec![axis]).unwrap();
    let visibility = Visibility::new(Direction::Causal);
    let [count, one_by_one] = both(&layout, visibility, (&actual, &expected));
    assert_eq!(count, one_by_one);
    assert_eq!((count.visible, count.wrong), (6, 6));
}
