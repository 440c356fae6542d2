//! Any text is a layout of tokens whose position ids are numbers, or has a reason why it is none, within 64 MiB.
//! `tools/check/fuzz.mjs` builds and runs this.
#![no_main]

mod memory;
mod sentences;

use libfuzzer_sys::fuzz_target;
use phasor_encoding::positions::{
    AfterVideo, BorderIds, Comparison, DocumentMask, Ernie4_5Vl, PaddingIds, PaddingMask, Part,
    PastIds, Qwen2_5Vl, Qwen2Vl, Rule,
};
use phasor_encoding::{Direction, Layout, Numbering, PositionIds, Visibility};
use phasor_params::layout::LayoutText;
use phasor_report::Counting;
use phasor_report::kit::{Array, Dtype, IdJudge, IdVerdict, Reads};
use sentences::check_sentence;

/// The most tokens that are numbered. Longer layouts behave alike, and take longer.
const MOST_NUMBERED: usize = 4096;

/// The most tokens whose offsets are compared, in time proportional to the square of their number.
const MOST_COMPARED: usize = 48;

fuzz_target!(|bytes: &[u8]| {
    let [first, second, rest @ ..] = bytes else {
        return;
    };
    let mut choice = usize::from(u16::from_le_bytes([*first, *second]));
    let mut choose = |n: usize| {
        let chosen = choice % n;
        choice /= n;
        chosen
    };
    let rules = rules();
    let rule = rules[choose(rules.len())];
    let numbering = Numbering::new(rule)
        .with_padding(
            [
                PaddingIds::Counted,
                PaddingIds::Filled(1),
                PaddingIds::Unfilled,
            ][choose(3)],
        )
        .with_borders([BorderIds::Reset, BorderIds::Continued][choose(2)])
        .with_past(PASTS[choose(PASTS.len())]);
    let direction = [Direction::Causal, Direction::Bidirectional][choose(2)];
    let visibility = Visibility::new(direction)
        .with_documents([DocumentMask::Masked, DocumentMask::Open][choose(2)])
        .with_padding([PaddingMask::Masked, PaddingMask::Open][choose(2)]);
    let visibility = match choose(3) {
        0 => visibility,
        window => visibility
            .with_window(window)
            .expect("the window is above 0"),
    };
    let Some((text, layout)) = read(&String::from_utf8_lossy(rest), rule) else {
        return;
    };
    if layout.n_tokens() > MOST_NUMBERED {
        return;
    }
    let mut names = layout.tokens().iter().map(|token| text.token_name(token));
    assert!(names.all(|name| !name.is_empty()), "{layout:?}");
    let ids = numbered(numbering, &layout);
    let right = numbered(Numbering::new(rule), &layout);
    check_right(rule, &layout, &right);
    if layout.n_tokens() <= MOST_COMPARED {
        check_count(&layout, visibility, &ids, &right);
        check_judge(&text, &layout, rule, &ids, &right);
    }
});

const PASTS: [PastIds; 4] = [
    PastIds::Continued,
    PastIds::AfterLargest,
    PastIds::CacheLength,
    PastIds::Reset,
];

/// Returns every rule, and those with other settings.
fn rules() -> Vec<Rule> {
    let after_video = AfterVideo::LargestPosition;
    let own = Qwen2_5Vl::new(25.0).expect("the steps are in range");
    let mut rules = Rule::all();
    rules.extend([
        Rule::Qwen2Vl(Qwen2Vl { after_video }),
        Rule::Qwen2_5Vl(own.with_after_video(after_video)),
        Rule::Ernie4_5Vl(Ernie4_5Vl { after_video }),
    ]);
    rules
}

/// Reads a text; space around it changes nothing.
fn read(text: &str, rule: Rule) -> Option<(LayoutText, Layout)> {
    let read = LayoutText::parse(text);
    assert_eq!(read, LayoutText::parse(&format!("\n {text}\t")));
    let read = read
        .map_err(|error| check_sentence(&error.to_string()))
        .ok()?;
    let layout = read.layout(rule);
    let layout = layout
        .map_err(|error| check_sentence(&error.to_string()))
        .ok()?;
    Some((read, layout))
}

fn numbered(numbering: Numbering, layout: &Layout) -> PositionIds {
    let ids = numbering.position_ids(layout);
    let ids = ids.expect("the rule has accepted the layout");
    assert_eq!(ids.n_axes(), numbering.rule().n_axes());
    assert_eq!(ids.n_tokens(), layout.n_tokens());
    ids
}

/// Checks that each document begins at 0, and that padding changes no id of another token.
fn check_right(rule: Rule, layout: &Layout, ids: &PositionIds) {
    let words: Vec<usize> = (0..layout.n_tokens())
        .filter(|place| !layout.tokens()[*place].is_padding())
        .collect();
    let of_words = |ids: &PositionIds, place: usize| {
        let position = ids.of_token(place).expect("the token exists");
        position.values().to_vec()
    };
    let document = |place: &usize| layout.tokens()[*place].document;
    for document in words.chunk_by(|one, next| document(one) == document(next)) {
        assert_eq!(of_words(ids, document[0])[0], 0.0, "{layout:?}");
    }
    let parts = layout.parts().iter().copied();
    let parts: Vec<Part> = parts
        .filter(|part| !matches!(part, Part::Padding(_)))
        .collect();
    let Ok(without) = Layout::new(parts) else {
        assert!(words.is_empty(), "{layout:?}");
        return;
    };
    let without = numbered(Numbering::new(rule), &without);
    assert_eq!(without.n_tokens(), words.len());
    for (place, word) in words.iter().enumerate() {
        assert_eq!(
            of_words(&without, place),
            of_words(ids, *word),
            "{layout:?}"
        );
    }
}

fn check_count(layout: &Layout, visibility: Visibility, ids: &PositionIds, right: &PositionIds) {
    let count = |ids: &PositionIds| {
        let comparison = Comparison::new(layout, visibility, ids, right.clone());
        comparison.expect("there are ids for each token").count()
    };
    let (actual, expected) = (count(ids), count(right));
    assert!(
        actual.wrong + actual.foreign <= actual.visible,
        "{actual:?}"
    );
    assert_eq!(expected.wrong, 0, "{layout:?}");
    assert_eq!(
        (actual.visible, actual.foreign),
        (expected.visible, expected.foreign)
    );
}

/// Checks that the judge names what the numbering does, and calls it right exactly if no offset is wrong.
fn check_judge(
    text: &LayoutText,
    layout: &Layout,
    rule: Rule,
    ids: &PositionIds,
    right: &PositionIds,
) {
    let judge = IdJudge::new(text, Counting::Of(rule), Reads::Offsets);
    let judge = judge.expect("the rule has accepted the layout");
    let judged = |ids: &PositionIds| {
        let numbers = (0..ids.n_axes()).flat_map(|axis| ids.axis(axis).into_iter().flatten());
        let shape = [ids.n_axes(), ids.n_tokens()];
        let array = Array::new(
            "position_ids",
            &shape,
            Dtype::F64,
            numbers.copied().collect(),
        );
        let judgement = judge.verdict(&array).expect("there are ids for each token");
        check_sentence(&judgement.to_string());
        judgement
    };
    assert_eq!(judged(right).verdict, IdVerdict::Right, "{layout:?}");
    let judgement = judged(ids);
    assert_ne!(
        judgement.verdict,
        IdVerdict::Unexplained,
        "{layout:?} {ids:?}"
    );
    let masked = Visibility::new(Direction::Causal);
    let comparison = Comparison::new(layout, masked, ids, right.clone());
    let count = comparison.expect("there are ids for each token").count();
    assert_eq!(
        judgement.is_right(),
        count.wrong == 0,
        "{layout:?} {ids:?}: {judgement}"
    );
}
