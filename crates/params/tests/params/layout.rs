//! The text of a layout.

use phasor_encoding::positions::{Image, Layout, Part, Rule, Video};
use phasor_params::layout::{LayoutError, LayoutText};
use proptest::prelude::*;

fn layout(text: &str, rule: Rule) -> Result<Layout, LayoutError> {
    LayoutText::parse(text)?.layout(rule)
}

#[track_caller]
fn means(text: &str, parts: Vec<Part>) {
    let layout = layout(text, Rule::Sequential).unwrap();
    assert_eq!(layout, Layout::new(parts).unwrap(), "{text}");
}

#[test]
fn each_piece_is_its_part() {
    let image = Image::new(2, 3, 1).unwrap();
    means(
        "pad*2 the dog*3 pad",
        vec![
            Part::Padding(2),
            Part::Text(1),
            Part::Text(3),
            Part::Padding(1),
        ],
    );
    means(
        "<system 5> a | b <document> c",
        vec![
            Part::System(5),
            Part::Text(1),
            Part::DocumentBorder,
            Part::Text(1),
            Part::DocumentBorder,
            Part::Text(1),
        ],
    );
    means(
        "a <past> b",
        vec![Part::Text(1), Part::CacheEnd, Part::Text(1)],
    );
    means(
        "pad <past 4> b",
        vec![
            Part::Padding(1),
            Part::Text(4),
            Part::CacheEnd,
            Part::Text(1),
        ],
    );
    // Tags need no spaces around them, and words of chat templates are no tags.
    means(
        "<|vision_start|> <image 2x3><image  2×3>a<b a|b",
        vec![
            Part::Text(1),
            Part::Image(image),
            Part::Image(image),
            Part::Text(1),
            Part::Text(1),
        ],
    );
    let video = |seconds| Video::new(4, image, seconds).unwrap();
    means("<video 4x2x3>", vec![Part::Video(video(1.0))]);
    means("<video 4x2x3 0.5s>", vec![Part::Video(video(0.5))]);
    means(
        "<video 4x2x3 0.5s time*6>",
        vec![Part::Video(video(0.5).with_time_stamps(6).unwrap())],
    );
}

#[test]
fn models_have_their_own_tokens() {
    let n_tokens = |text: &str, rule| layout(text, rule).unwrap().n_tokens();
    assert_eq!(n_tokens("<image 2x3>", Rule::Qwen3Vl), 6);
    assert_eq!(n_tokens("<image 2x3>", Rule::HunyuanVl), 8);
    assert_eq!(n_tokens("<video 4x2x3>", Rule::Sequential), 24);
    assert_eq!(n_tokens("<video 4x2x3>", Rule::Glm4v), 28);
    assert_eq!(n_tokens("<video 4x2x3 time*6>", Rule::Glm4v), 48);
}

#[test]
fn tokens_have_names() {
    let text =
        LayoutText::parse("pad <system 1> a*2 <image 1x1> <video 1x1x1> <past 1> b").unwrap();
    let layout = text.layout(Rule::Qwen3Vl).unwrap();
    let names = layout.tokens().iter().map(|token| text.token_name(token));
    let expected = [
        "pad",
        "system",
        "a",
        "a",
        "row 0 column 0",
        "time of frame 0",
        "frame 0 row 0 column 0",
        "past",
        "b",
    ];
    assert_eq!(names.collect::<Vec<_>>(), expected);
    let text = LayoutText::parse("<image 1x1>").unwrap();
    let layout = text.layout(Rule::HunyuanVl).unwrap();
    let last = layout.tokens().last().unwrap();
    assert_eq!(text.token_name(last), "end of row 0");
}

/// Texts with the piece that is not accepted.
const WRONG: &[(&str, &str)] = &[
    ("a pad*0 b", "pad*0"),
    ("pad*", "pad*"),
    ("*3", "*3"),
    ("a*b", "a*b"),
    ("a*-1", "a*-1"),
    ("a*+1", "a*+1"),
    ("a*1048577", "a*1048577"),
    ("a*99999999999999999999", "a*99999999999999999999"),
    ("a <image 2x3", "<image 2x3"),
    ("<image>", "<image>"),
    ("<image 2>", "<image 2>"),
    ("<image 2x3x4>", "<image 2x3x4>"),
    ("<image 0x3>", "<image 0x3>"),
    ("<image 2x65537>", "<image 2x65537>"),
    ("<video 2x3>", "<video 2x3>"),
    ("<video 1x2x3 0s>", "<video 1x2x3 0s>"),
    ("<video 1x2x3 1>", "<video 1x2x3 1>"),
    ("<video 1x2x3 1s time*0>", "<video 1x2x3 1s time*0>"),
    ("<video 1x2x3 time*1 1s>", "<video 1x2x3 time*1 1s>"),
    ("<system>", "<system>"),
    ("<system 0>", "<system 0>"),
    ("<past x>", "<past x>"),
    ("<pad 2>", "<pad 2>"),
    ("<>", "<>"),
    ("a <past> b <past 2>", "<past 2>"),
    ("<im\u{202e}age>", "<image>"),
];

#[test]
fn an_error_quotes_its_piece() {
    for (text, expected) in WRONG {
        match layout(text, Rule::Sequential) {
            Err(LayoutError::Piece { piece, .. }) => assert_eq!(piece, *expected),
            other => panic!("{text}: {other:?}"),
        }
    }
    // What a model does not read is an error of its piece as well.
    for (text, rule) in [
        ("a <video 1x2x3>", Rule::HunyuanVl),
        ("a <video 1x2x3 time*2>", Rule::Qwen2Vl(Default::default())),
    ] {
        let error = layout(text, rule).unwrap_err();
        assert!(matches!(error, LayoutError::Piece { piece, .. } if piece.starts_with("<video")));
    }
    for text in [
        "",
        " \n",
        "|",
        "<past>",
        "a*1048576 b",
        "<image 65536x65536>",
    ] {
        let error = layout(text, Rule::Sequential).unwrap_err();
        assert!(matches!(error, LayoutError::Length { .. }), "{text}");
    }
}

proptest! {
    /// Sentences, from pieces that are nearly right.
    #[test]
    fn any_text_is_a_layout_or_a_sentence(
        pieces in prop::collection::vec("(<(image|video|past|system|document|\\|)?)? ?[0-9x×*s. ]{0,6}(time\\*)?[0-9]{0,2}>?|\\PC{0,6}|pad\\*[0-9]", 0..8)
    ) {
        for rule in Rule::all() {
            match LayoutText::parse(&pieces.join(" ")).and_then(|text| text.layout(rule)) {
                Ok(layout) => prop_assert!(layout.n_tokens() > 0),
                Err(error) => {
                    let sentence = error.to_string();
                    prop_assert!(sentence.ends_with('.') && sentence.lines().count() == 1, "{sentence}");
                }
            }
        }
    }
}
