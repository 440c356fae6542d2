//! The figures of relative schemes and of RoPE show the numbers of papers and articles, and their readings are true.

use phasor_draw::{Mark, Point};

use phasor_figures::{Drawing, Figure, FigureName, Grab, Handle, Key, Spec};
use phasor_text::number::Grouped;

use crate::mentions::assert_mentions;
use crate::support::{column, numbers, reading, spec, table};

fn texts(drawing: &Drawing) -> Vec<String> {
    let texts = drawing.marks().iter().filter_map(|mark| match mark {
        Mark::Text { text, .. } => Some(drawing.text_of(text).to_owned()),
        _ => None,
    });
    texts.collect()
}

/// Returns the texts that are drawn in this state.
fn drawn(name: FigureName, state: &str) -> Vec<String> {
    texts(Figure::new(name).draw(&spec(state), 760.0))
}

fn is_near(left: f64, right: f64) {
    assert!((left - right).abs() < 1e-8, "{left} is not {right}");
}

const DOG: FigureName = FigureName::BlueDog;
const FORMS: FigureName = FigureName::RopeForms;
const RELATIVE: FigureName = FigureName::RelativeBias;
const ONE: FigureName = FigureName::OneFrequency;

#[test]
fn blue_dog_keeps_its_score_when_rotated_and_not_when_added() {
    // 53.13° between the words and 10° more.
    for (state, angles) in [
        (
            "position=1&offset=1",
            "rotated by 10° and 20°, now 63.13° apart",
        ),
        (
            "position=4&offset=1",
            "rotated by 40° and 50°, now 63.13° apart",
        ),
    ] {
        let texts = drawn(DOG, state);
        for text in [angles, "rotated (RoPE): score 0.4520"] {
            assert!(texts.iter().any(|drawn| drawn == text), "{texts:?}");
        }
        assert_mentions(&reading(DOG, state), &["0.4520"]);
    }
    let table = table(DOG, "position=1&offset=1");
    assert_eq!(column(&table, "position of dog")[0], 1.0);
    for score in column(&table, "score rotated") {
        is_near(score, 0.45196610967);
    }
    // The words, the two mixed terms and what depends on the offset alone, written out.
    let mixed = |position: f64| {
        let (blue, dog) = (position * 10.0, (position + 1.0) * 10.0);
        let (blue, dog) = (f64::to_radians(blue), f64::to_radians(dog));
        0.6 + dog.sin() + (0.6 * blue.sin() + 0.8 * blue.cos()) + 10f64.to_radians().cos()
    };
    for (position, score) in column(&table, "score added").into_iter().enumerate() {
        assert!((score - mixed(position as f64)).abs() < 1e-12, "{position}");
    }
}

#[test]
fn blue_dog_says_how_far_the_added_score_goes() {
    let scores = column(&table(DOG, ""), "score added");
    let low = scores.iter().copied().fold(f64::MAX, f64::min);
    let high = scores.iter().copied().fold(f64::MIN, f64::max);
    let sentence = reading(DOG, "");
    let ends = [low, high].map(|end| format!("{end:.2}").replace('-', "−"));
    assert_mentions(&sentence, &[&ends[0], &ends[1]]);
    assert!(high - low > 3.0);
    // 100,000 tokens later, the rotated score is the same.
    assert_mentions(&reading(DOG, "position=100001&offset=1"), &["0.4520"]);
}

#[test]
fn dragging_a_word_moves_what_it_says() {
    let spec = spec("position=4&offset=1");
    let mut figure = Figure::new(DOG);
    let drawing = figure.draw(&spec, 760.0);
    for (grab, expected) in [(Grab::Both, (44.0, 1.0)), (Grab::Second, (4.0, 41.0))] {
        let mut handles = drawing.handles().iter().rev();
        let handle = handles.find(|handle| handle.grab == grab).unwrap();
        let from = Point::new(handle.panel.x_px(5.0), handle.rect.y);
        let to = Point::new(handle.panel.x_px(45.0), handle.rect.y);
        let moved = phasor_figures::drag(handle, &spec, from, to);
        assert_eq!((moved.position(), moved.offset()), expected);
    }
}

/// Each form shows its number of multiplications, and that the norm stays.
fn both_forms_are_counted(state: &str) {
    for (form, count, counts) in [
        ("matrix", "as a matrix: 64 multiplications", ["64", "16"]),
        (
            "elementwise",
            "component by component: 16 multiplications",
            ["16", "64"],
        ),
    ] {
        let state = format!("{state}&rope-form={form}");
        let texts = drawn(FORMS, &state);
        for text in [count, "norm before 14.2829, after 14.2829"] {
            assert!(texts.iter().any(|drawn| drawn == text), "{text}");
        }
        assert_mentions(&reading(FORMS, &state), &[counts[0], counts[1], "14.28"]);
    }
}

#[test]
fn both_forms_of_rope_give_the_golden_numbers() {
    let golden = [
        (
            "interleaved",
            [
                -1.27223251,
                -1.83886499,
                1.68392864,
                4.70790658,
                4.81777717,
                6.14727770,
                6.97596854,
                8.02096397,
            ],
        ),
        (
            "half-split",
            [
                -1.69559254,
                0.13755174,
                2.78868160,
                3.97598203,
                -4.80884247,
                6.32305935,
                7.08683674,
                8.01196398,
            ],
        ),
    ];
    for (pairing, expected) in golden {
        let state = format!("position=3&pairing={pairing}");
        let table = table(FORMS, &state);
        let (sum, product) = (
            column(&table, "x cos + x by 90° sin"),
            column(&table, "R x"),
        );
        assert_eq!(sum, product, "to the bit");
        for (sum, expected) in sum.iter().zip(expected) {
            is_near(*sum, expected);
        }
        let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!((length - 14.2828568571).abs() < 1e-10);
        both_forms_are_counted(&state);
        // The sum of products by hand, from the other columns of the table.
        let part = |name: &str| column(&table, name);
        let (x, cos, quarter, sin) = (part("x"), part("cos"), part("x by 90°"), part("sin"));
        for place in 0..8 {
            is_near(
                x[place] * cos[place] + quarter[place] * sin[place],
                sum[place],
            );
        }
    }
    assert_eq!(
        column(&table(FORMS, "pairing=half-split"), "x by 90°"),
        [-5.0, -6.0, -7.0, -8.0, 1.0, 2.0, 3.0, 4.0]
    );
}

#[test]
fn each_pair_of_the_forms_has_a_dial_that_tells_its_angle() {
    let state = "position=3&pairing=interleaved";
    // 3 radians, and a tenth of it for every pair.
    for angle in ["by 171.9°", "by 17.19°", "by 1.719°", "by 0.1719°"] {
        assert!(
            drawn(FORMS, state).iter().any(|text| text == angle),
            "{angle}"
        );
    }
    for (state, pair_idx, sentence) in [
        (
            state,
            1,
            "component 2 of pair 1, which rotates by 0.1000 radians per token: 3 becomes 1.6839",
        ),
        ("position=0&pairing=half-split", 3, "component 3 of pair 3"),
    ] {
        let spec = spec(state);
        let mut figure = Figure::new(FORMS);
        let mut handles = figure.draw(&spec, 760.0).handles().iter().rev();
        let is_dial = |handle: &&Handle| match handle.grab {
            Grab::Turn(hand) => hand.pair_idx == Some(pair_idx),
            _ => false,
        };
        let dial = *handles.find(is_dial).unwrap();
        let at = Point::new(dial.rect.x + 4.0, dial.rect.bottom() - 4.0);
        let probe = figure.probe(&spec, at).unwrap();
        assert!(probe.starts_with(sentence), "{probe}");
        assert_eq!(phasor_figures::drag(&dial, &spec, at, at).pair(), pair_idx);
    }
}

#[test]
fn relative_schemes_have_the_numbers_of_their_papers() {
    let at = |state: &str, name: &str, relative: i64| {
        let table = table(RELATIVE, state);
        let places = column(&table, "offset");
        let row = places.iter().position(|place| *place == relative as f64);
        column(&table, name)[row.unwrap()]
    };
    let rows: Vec<f64> = (0..8)
        .map(|relative| at("clip=4", "row of Shaw", relative))
        .collect();
    assert_eq!(rows, [0.0, 1.0, 2.0, 3.0, 4.0, 4.0, 4.0, 4.0]);
    // The first distance of each bucket.
    let firsts = |state: &str, side: i64| {
        let buckets: Vec<f64> = (0..=128)
            .map(|distance| at(state, "bucket of T5", side * distance))
            .collect();
        let first =
            |distance: &usize| *distance == 0 || buckets[*distance] != buckets[distance - 1];
        (0..=128).filter(first).collect::<Vec<usize>>()
    };
    let causal = [
        16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113,
    ];
    assert_eq!(
        firsts("mask=causal", -1),
        (0..16).chain(causal).collect::<Vec<usize>>()
    );
    let both = [8, 12, 16, 23, 32, 46, 64, 91];
    for side in [-1, 1] {
        assert_eq!(
            firsts("mask=none", side),
            (0..8).chain(both).collect::<Vec<usize>>()
        );
    }
    assert_eq!(at("mask=none", "bucket of T5", 3), 19.0);
    for (head, slope) in [
        (0, 0.5),
        (7, 1.0 / 256.0),
        (8, std::f64::consts::FRAC_1_SQRT_2),
        (11, 0.08838835),
    ] {
        let state = format!("n-heads=12&head={head}");
        is_near(at(&state, "bias of ALiBi", -1), -slope);
        is_near(at(&state, "bias of ALiBi", 1), -slope);
    }
}

#[test]
fn relative_schemes_are_told_as_they_are() {
    let sentence = |state: &str| reading(RELATIVE, state);
    for (state, expected) in [
        ("relative=shaw&clip=4&offset=5", ["5", "4", "4"].as_slice()),
        ("relative=shaw&clip=4&offset=-3", &["3", "−3"]),
        ("relative=t5&mask=causal&offset=-18", &["18", "16", "2"]),
        (
            "relative=t5&mask=causal&offset=-4000",
            &["4,000", "31", "113"],
        ),
        ("relative=t5&mask=none&offset=-4", &["4", "4"]),
        (
            "relative=alibi&mask=none&n-heads=12&head=8&offset=-3",
            &["3", "−2.121", "8"],
        ),
    ] {
        assert_mentions(&sentence(state), expected);
    }
    // Only without a mask there is a key on the other side, and only the last heads of 12 have other slopes.
    let ends_with_head = |state: &str, head: u32| {
        let sentence = sentence(&format!("relative=alibi&offset=-3&{state}&head={head}"));
        sentence.ends_with(&format!(" {head}."))
    };
    assert!(ends_with_head("mask=causal&n-heads=8", 0));
    assert!(ends_with_head("mask=causal&n-heads=8", 7));
    assert!(ends_with_head("mask=causal&n-heads=12", 7));
    assert!(!ends_with_head("mask=causal&n-heads=12", 8));
    assert!(!ends_with_head("mask=none&n-heads=8", 7));
    // A hidden key has an offset, but neither row, bucket nor bias.
    for relative in ["plain", "shaw", "t5", "alibi"] {
        let hidden = sentence(&format!("relative={relative}&mask=causal&offset=3"));
        assert_eq!(numbers(&hidden), [3.0], "{hidden}");
    }
}

#[test]
fn the_costs_are_those_of_the_tables() {
    // Two tables of 2 K + 1 vectors of 64 in each of 12 layers; 32 numbers for each of 12 heads.
    let (shaw, t5) = (Grouped(2 * 33 * 64 * 12), 32 * 12);
    for (scheme, costs) in [
        (
            "shaw",
            [
                format!("learns {shaw} numbers in 12 layers"),
                format!("{} extra additions per score", 2 * 64),
            ],
        ),
        (
            "t5",
            [
                format!("learns {t5} numbers for 12 heads"),
                "1 extra addition per score".to_owned(),
            ],
        ),
        (
            "alibi",
            [
                "learns nothing".to_owned(),
                "1 extra addition per score".to_owned(),
            ],
        ),
    ] {
        let texts = drawn(RELATIVE, &format!("clip=16&n-heads=12&relative={scheme}"));
        for cost in costs {
            assert!(texts.contains(&cost), "{cost} in {texts:?}");
        }
    }
}

#[test]
fn a_scheme_is_chosen_by_key_and_a_distance_by_a_drag() {
    let spec = Spec::default();
    let mut figure = Figure::new(RELATIVE);
    let drawing = figure.draw(&spec, 760.0);
    let handles = drawing.handles();
    let find = |grab: Grab| handles.iter().find(|handle| handle.grab == grab).unwrap();
    let curve = find(Grab::Slide {
        x: Some(Key::Offset),
        y: None,
    });
    let to = Point::new(curve.panel.x_px(-40.3), curve.rect.y);
    assert_eq!(phasor_figures::drag(curve, &spec, to, to).offset(), -40.0);
    let mut pressed = spec.clone();
    RELATIVE.arrow(&mut pressed, -1.0, 1.0);
    assert_eq!(
        (pressed.offset(), pressed.text(Key::Relative)),
        (1.0, "shaw".to_owned())
    );
    RELATIVE.arrow(&mut pressed, 0.0, 9.0);
    assert_eq!(pressed.text(Key::Relative), "alibi");
}

#[test]
fn one_frequency_repeats_or_blurs_and_many_do_neither() {
    let sentence = |state: &str| reading(ONE, state);
    // Counted with the cosine itself: distances that score above 0.99 of the best, apart from the best.
    let count = |state: &str, pair: i32| {
        let spec = spec(state);
        let inv_freq = spec.base().powf(-2.0 * f64::from(pair) / spec.dim() as f64);
        let alike = |place: &usize| ((*place as f64 - spec.offset()) * inv_freq).cos() > 0.99;
        (0..spec.length()).filter(alike).count() - 1
    };
    for (state, pair) in [
        ("pair=0&offset=20", 0),
        ("pair=3&offset=2", 3),
        ("pair=20&offset=20", 20),
        ("pair=11&offset=20&length=256", 11),
        // A head of one pair has no other pair to compare with.
        ("dim=2&offset=20", 0),
    ] {
        let (sentence, n, offset) = (sentence(state), count(state, pair), spec(state).offset());
        assert!(n > 1, "{state}");
        // With all pairs together there is no such distance, so there is no further number.
        let expected = [f64::from(pair), n as f64, offset];
        assert_eq!(numbers(&sentence), expected, "{sentence}");
    }
}
