//! The claims of the presets of `token-positions`, by their numbers, and what a hand does to its tokens.

use phasor_draw::{Ink, Mark, Point};
use phasor_encoding::positions::GrowingText;
use phasor_encoding::rotary::axial::{PatchModel as _, Qwen2Vl, Qwen3Vl};
use phasor_encoding::scaling::Dynamic;
use phasor_encoding::{Measure, Scaling};
use phasor_figures::positions::token_positions::TokenAction;
use phasor_figures::positions::token_positions::answers::{STATES, run};
use phasor_figures::{Figure, FigureName, Grab, Key, Spec, drag, query};

use crate::mentions::assert_mentions;
use crate::support::{reading, spec, table};

const NAME: FigureName = FigureName::TokenPositions;

/// Returns the state of the preset with this label.
#[track_caller]
fn preset(label: &str) -> Spec {
    let mut presets = NAME.presets().iter();
    spec(presets.find(|preset| preset.label == label).unwrap().query)
}

#[track_caller]
fn reading_of(label: &str) -> String {
    Figure::new(NAME).reading(&preset(label))
}

#[test]
fn what_a_mask_hides_changes_nothing_whatever_its_ids_are() {
    let on = "layout=I+like+green+apples+|+The+capital+of+France+is&borders=continued";
    for reading in [reading_of("padding counted"), reading(NAME, on)] {
        assert!(
            reading.contains("are right, so RoPE changes nothing"),
            "{reading}"
        );
        assert!(reading.contains("still says “Paris” with 77%"), "{reading}");
    }
}

#[test]
fn beginning_again_without_a_mask_is_worse_than_counting_on() {
    let texts = "layout=I+like+green+apples+|+The+capital+of+France+is&document-mask=open";
    let again = reading(NAME, texts);
    assert!(
        again.starts_with("20 of 45 visible pairs should be hidden"),
        "{again}"
    );
    assert!(
        again.contains("says “a” (11%), not “Paris” (77%)"),
        "{again}"
    );
    let on = reading(NAME, &format!("{texts}&borders=continued"));
    assert!(on.contains("still says “Paris” with 77%"), "{on}");
}

#[test]
fn a_picture_with_empty_cells_says_how_to_read_them() {
    let image = spec("layout=look+<image 2x3>+a+dog&position-rule=qwen2-vl");
    let has_note = |width: f32| {
        let mut figure = Figure::new(NAME);
        let drawing = figure.draw(&image, width);
        drawing.marks().iter().any(|mark| match mark {
            Mark::Text { text, .. } => drawing.text_of(text).starts_with("Point at a cell"),
            _ => false,
        })
    };
    assert!(has_note(340.0));
    assert!(!has_note(760.0));
}

#[test]
fn each_mistake_has_its_pairs_and_its_answer() {
    let claims = [
        (
            "padding unmasked",
            "15 of 30 visible pairs should be hidden",
            "77% to 24%",
        ),
        (
            "cache counts padding",
            "6 of 12 visible pairs have a wrong offset",
            "77% to 49%",
        ),
        (
            "image counts its area",
            "14 of 45 visible pairs have a wrong offset",
            "",
        ),
        (
            "keys not rotated",
            "6 of 15 visible pairs have a wrong offset",
            "50% to 16%",
        ),
        (
            "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=evicted&first-tokens=0",
            "the first token is gone",
            "“the” (57%), not “Paris” (50%)",
        ),
        (
            "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=reused&first-tokens=5&stored-keys=unchanged",
            "6 of 27 visible pairs have a wrong offset",
            "79% to 16%",
        ),
    ];
    for (label, pairs, answer) in claims {
        // Some have no preset, but a state.
        let reading = match label.contains('=') {
            true => reading(NAME, label),
            false => reading_of(label),
        };
        assert!(
            reading.contains(pairs) && reading.contains(answer),
            "{label}: {reading}"
        );
    }
}

/// Returns what the figure says of a query and a key.
fn probe(state: &Spec, (query, key): (usize, usize)) -> String {
    let figure = &mut Figure::new(NAME);
    let drawing = figure.draw(state, 760.0);
    let mut handles = drawing.handles().iter();
    let handle = *handles
        .find(|handle| matches!(handle.grab, Grab::Slide { .. }))
        .unwrap();
    let (x, y) = (
        handle.panel.x_px(key as f64 + 0.5),
        handle.panel.y_px(query as f64),
    );
    figure.probe(state, Point::new(x, y)).unwrap()
}

#[test]
fn pairs_of_components_see_old_keys_of_a_grown_text_at_different_offsets() {
    let state = preset("old keys, new frequencies");
    let rule = Scaling::Dynamic(Dynamic {
        factor: 2.0,
        max_position_embeddings: 8.0,
    });
    let text = GrowingText::new(rule, state.base(), state.dim(), 7).unwrap();
    let mut n_wrong = 0;
    for (query, key) in (7..10).flat_map(|query| (0..=query).map(move |key| (query, key))) {
        let apparent = text.apparent_offsets(query, key).unwrap();
        let (fastest, slowest) = (apparent[0], apparent[apparent.len() - 1]);
        let similarity = |angles| format!("{:.2}", Measure::CosineSimilarity.of_angles(angles));
        let actual = similarity(text.relative_angles(query, key).unwrap());
        let expected = similarity(text.recomputed_angles(query, key).unwrap());
        let sentence = probe(&state, (query, key)).replace('−', "-");
        if fastest == slowest {
            assert_mentions(&sentence, &[&format!("offset {fastest}"), &expected]);
            assert!(!sentence.contains("slowest"), "{sentence}");
        } else {
            n_wrong += 1;
            let slowest = format!("{:.1} for the slowest", slowest + 0.0);
            let fastest = format!("offset {fastest} for the fastest");
            assert_mentions(&sentence, &[&fastest, &slowest, &actual, &expected]);
        }
    }
    let reading = Figure::new(NAME).reading(&state);
    assert_mentions(&reading, &[&format!("{n_wrong} of 27 visible pairs")]);
}

#[test]
fn nothing_changes_in_a_grown_text_that_is_short_or_whose_keys_are_rotated_again() {
    for layout in [
        "layout=a*5+<past>+b+c+d",
        "layout=a*9",
        "layout=pad+a*8+<past>+b",
        "layout=a*8+<past>+b+c&dim=2",
        "layout=a*8+<past>+b+c&stored-keys=rotated-again",
    ] {
        let grown = format!("cache-event=grown&stored-keys=unchanged&{layout}");
        let reading = reading(NAME, &grown);
        assert!(
            reading.starts_with("Every query sees its keys"),
            "{reading}"
        );
    }
}

/// The score of equal vectors in a head, which is the mean cosine of the angles between them.
#[test]
fn patches_are_scored_by_the_head_of_their_model() {
    let heads = [
        ("qwen2-vl", Qwen2Vl::default().rope().unwrap()),
        ("qwen2-5-vl", Qwen2Vl::default().rope().unwrap()),
        ("qwen3-vl", Qwen3Vl::default().rope().unwrap()),
    ];
    for (rule, head) in heads {
        let wrong = format!("layout=<image 2x3>+a+dog&patches=area-after&position-rule={rule}");
        let score = |offset: &[f64]| {
            let angles = head.angles(offset).unwrap();
            format!(
                "score {:.2}",
                angles.iter().map(|angle| angle.cos()).sum::<f64>() / 64.0
            )
        };
        // The first word has 6 instead of 3, and the patch in row 1 and column 2 has (0, 1, 2).
        let (actual, expected) = (score(&[-7.0, -6.0, -5.0]), score(&[-4.0, -3.0, -2.0]));
        let sentence = probe(&spec(&wrong), (7, 5));
        assert_mentions(&sentence, &["−7 −6 −5", &actual, "−4 −3 −2", &expected]);
        assert_ne!(actual, expected, "{rule}");
    }
    let unknown = spec("layout=<image 2x3>+a+dog&position-rule=hunyuan-vl");
    let sentence = probe(&unknown, (7, 5));
    assert!(!sentence.contains("score"), "{sentence}");
}

#[test]
fn a_draft_that_takes_ids_for_slots_overwrites_patches_and_leaves_slots_empty() {
    let state = preset("draft overwrites keys");
    let reading = Figure::new(NAME).reading(&state);
    // Tokens 7 to 9 have the ids 4 to 6, so one to three of seven keys are new.
    assert_mentions(&reading, &["6 of 21 visible pairs"]);
    assert_mentions(&probe(&state, (9, 4)), &["barks", "a", "−2", "−5 −4 −5"]);
    assert_mentions(&probe(&state, (7, 4)), &["a", "offset 0", "−3 −2 −3"]);
    // Before the second word comes, the fifth patch is still there.
    assert_mentions(&probe(&state, (7, 5)), &["offset −3 −2 −2"]);
    assert_mentions(&probe(&state, (9, 8)), &["empty", "−1"]);
    // Padding that does not count has the same effect, and without either, ids are slots.
    let padded = "layout=pad*3+The+capital+<past>+of+France+is&cache-event=overwritten";
    let wrong = |sentence: String| sentence.contains("have a wrong offset");
    assert!(wrong(self::reading(NAME, padded)));
    let plain = padded.replace("pad*3+", "");
    assert!(!wrong(self::reading(NAME, &plain)));
}

/// Returns the state after a press on the button that does this.
fn press(state: &Spec, action: TokenAction) -> Option<Spec> {
    let drawing = Figure::new(NAME).draw(state, 760.0).clone();
    let mut handles = drawing.handles().iter();
    let handle = handles.find(|handle| handle.grab == Grab::Act(action.press()))?;
    let point = handle.rect.center();
    Some(drag(handle, state, point, point))
}

#[test]
fn one_press_puts_every_mistake_right() {
    for preset in NAME.presets() {
        let state = spec(preset.query);
        let right = press(&state, TokenAction::Right).unwrap();
        assert_eq!(right.layout(), state.layout(), "{}", preset.label);
        let reading = Figure::new(NAME).reading(&right);
        assert!(
            reading.starts_with("Every query sees its keys"),
            "{}: {reading}",
            preset.label
        );
        assert_eq!(press(&right, TokenAction::Right), None, "{}", preset.label);
    }
}

#[test]
fn buttons_add_tokens_while_there_is_room() {
    let mut state = spec("layout=The+dog");
    let added = [
        (TokenAction::Padding, "pad The dog"),
        (TokenAction::Document, "pad The dog | It barks"),
        (TokenAction::Image, "pad The dog | It barks <image 2x2>"),
        (
            TokenAction::Turn,
            "pad The dog | It barks <image 2x2> <past> and now",
        ),
        (
            TokenAction::Turn,
            "pad The dog | It barks <image 2x2> and now <past> and now",
        ),
    ];
    for (action, layout) in added {
        state = press(&state, action).unwrap();
        assert_eq!(state.text(Key::Layout), layout);
    }
    let full = spec("layout=a*20");
    assert_eq!(press(&full, TokenAction::Padding), None);
}

#[test]
fn a_dragged_token_takes_its_part_along() {
    let state = spec("layout=pad*2+the+dog+barks");
    let drawing = Figure::new(NAME).draw(&state, 760.0).clone();
    let token = |place| {
        let mut handles = drawing.handles().iter();
        *handles
            .find(|handle| handle.grab == Grab::Token(place))
            .unwrap()
    };
    let (first, last) = (token(0), token(4));
    let moved = drag(&first, &state, first.rect.center(), last.rect.center());
    assert_eq!(moved.text(Key::Layout), "the dog barks pad*2");
    let still = drag(&first, &state, first.rect.center(), first.rect.center());
    assert_eq!(still, state);
}

#[test]
fn tokens_arrive_one_by_one() {
    let figure = &mut Figure::new(NAME);
    let mut cells = |state: &str| {
        let drawing = figure.draw(&spec(state), 760.0);
        let numbers = drawing.marks().iter().filter(
            |mark| matches!(mark, Mark::Text { ink: Ink::Text, alpha, text, .. } if *alpha > 0.0 && drawing.text_of(text) == "−1"),
        );
        numbers.count()
    };
    assert_eq!(cells("layout=a+b+c+d"), 3);
    assert_eq!(cells("layout=a+b+c+d&tokens-read=2"), 1);
    assert_eq!(cells("layout=a+b+c+d&tokens-read=2.5"), 2);
}

#[test]
fn a_video_is_no_layout_of_a_model_without_videos() {
    let sentence = reading(NAME, "layout=a+<video+2x1x2>&position-rule=hunyuan-vl");
    assert_eq!(
        table(NAME, "layout=a+<video+2x1x2>&position-rule=hunyuan-vl").n_rows(),
        7
    );
    assert!(
        sentence.contains("an image, since the model reads no videos"),
        "{sentence}"
    );
}

#[test]
fn every_stored_answer_is_of_a_text_that_the_figure_reads() {
    for (state, words) in STATES {
        let (spec, errors) = query::parse(state);
        assert_eq!(errors, [], "{state}");
        assert!(run(&spec).is_some(), "{state}");
        let shares: Vec<f64> = words.iter().map(|(_, share)| *share).collect();
        assert!(
            shares.is_sorted_by(|a, b| a >= b) && shares.iter().sum::<f64>() <= 100.0,
            "{state}"
        );
    }
}
