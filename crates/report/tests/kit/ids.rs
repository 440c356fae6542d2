//! The judge of position ids: it knows every mistake, and accuses no ids of transformers.

use std::fs;
use std::path::PathBuf;

use phasor_encoding::positions::{AfterVideo, Qwen2_5Vl, Qwen2Vl, Rule};
use phasor_params::layout::LayoutText;
use phasor_report::Counting;
use phasor_report::kit::{
    Array, Dtype, IdJudge, IdJudgement, IdVerdict, JudgeError, ReadError, Reads, read_ids,
};
use serde_json::Value;

use crate::golden_layouts::layout;

fn array(axes: &[Vec<f64>], dtype: Dtype) -> Array {
    let shape = [axes.len(), axes[0].len()];
    Array::new("position_ids", &shape, dtype, axes.concat())
}

fn judged_as(text: &str, counting: Counting, reads: Reads, axes: &[Vec<f64>]) -> IdJudgement {
    let text = LayoutText::parse(text).unwrap();
    let judge = IdJudge::new(&text, counting, reads).unwrap();
    let judgement = judge.verdict(&array(axes, Dtype::I64)).unwrap();
    let sentence = judgement.to_string();
    assert!(
        sentence.ends_with('.') && !sentence.contains("  "),
        "{sentence}"
    );
    judgement
}

fn judged(text: &str, rule: Rule, axes: &[Vec<f64>]) -> IdVerdict {
    judged_as(text, Counting::Of(rule), Reads::Offsets, axes).verdict
}

/// Reads ids as they are written here: axes between semicolons.
fn ids(text: &str) -> Vec<Vec<f64>> {
    let axis = |axis: &str| {
        axis.split_whitespace()
            .map(|id| id.parse().unwrap())
            .collect()
    };
    text.split(';').map(axis).collect()
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

const QWEN2: Rule = Rule::Qwen2Vl(Qwen2Vl {
    after_video: AfterVideo::LongestSide,
});

fn qwen2_5() -> Rule {
    Rule::Qwen2_5Vl(Qwen2_5Vl::default())
}

/// A layout, its rule, ids with a mistake, and the name of it.
type Row = (&'static str, Rule, &'static str, &'static str);

#[test]
fn each_mistake_with_text_is_known() {
    let of_text: [Row; 6] = [
        (
            "a pad*2 b c",
            Rule::Sequential,
            "0 1 2 3 4",
            "padding-counted",
        ),
        (
            "pad a pad b <past> c d",
            Rule::Sequential,
            "0 0 0 1 0 1",
            "past-reset",
        ),
        (
            "pad a pad b <past> c d",
            Rule::Sequential,
            "0 0 0 1 4 5",
            "past-cache-length",
        ),
        (
            "pad a <image 2x2> <past> b",
            QWEN2,
            "0 0 1 1 1 1 6; 0 0 1 1 2 2 6; 0 0 1 2 1 2 6",
            "past-cache-length",
        ),
        (
            "<video 3x1x1> a <past> b",
            qwen2_5(),
            "0 2 4 1 5; 0 0 0 1 5; 0 0 0 1 5",
            "past-after-largest",
        ),
        (
            "a pad b | c d <past> e",
            Rule::Sequential,
            "0 1 2 0 1 5",
            "padding-counted and past-cache-length",
        ),
    ];
    for (layout, rule, given, name) in of_text {
        assert_eq!(
            judged(layout, rule, &ids(given)),
            IdVerdict::Mistake(names(&[name])),
            "{layout}: {given}"
        );
    }
}

/// The mistakes with images.
const OF_IMAGES: [Row; 9] = [
    (
        "a <image 2x3> b c",
        QWEN2,
        "0 1 1 1 1 1 1 7 8; 0 1 1 1 2 2 2 7 8; 0 1 2 3 1 2 3 7 8",
        "patches-counted",
    ),
    (
        "a <image 2x3> b c",
        Rule::Qwen3Vl,
        "0 1 1 1 1 1 1 2 3; 0 1 1 1 2 2 2 2 3; 0 1 2 3 1 2 3 2 3",
        "image-once",
    ),
    (
        "<image 2x4> b",
        Rule::Glm4v,
        "0 0 0 0 0 0 0 0 2; 0 0 0 0 1 1 1 1 2; 0 1 2 3 0 1 2 3 2",
        "rows-counted",
    ),
    (
        "<image 4x2> b",
        Rule::Qwen3Vl,
        "0 0 0 0 0 0 0 0 2; 0 0 1 1 2 2 3 3 2; 0 1 0 1 0 1 0 1 2",
        "columns-counted",
    ),
    (
        "<image 2x3> b",
        QWEN2,
        "0 0 0 0 0 0 4; 0 0 0 1 1 1 4; 0 1 2 0 1 2 4",
        "image-one-more",
    ),
    (
        "<image 1x4> b",
        QWEN2,
        "0 0 0 0 3; 0 0 0 0 3; 0 1 2 3 3",
        "image-one-less",
    ),
    (
        "a <image 1x2> b",
        QWEN2,
        "0 1 2 3; 0 1 2 3; 0 1 2 3",
        "as-text",
    ),
    (
        "a b <image 1x2> c",
        QWEN2,
        "0 1 2 2 4; 0 1 0 0 4; 0 1 0 1 4",
        "patches-from-zero",
    ),
    (
        "a <image 2x3> b",
        QWEN2,
        "0 1 1 1 1 1 1 4; 0 1 2 3 1 2 3 4; 0 1 1 1 2 2 2 4",
        "axes-swapped",
    ),
];

/// Those with videos.
fn of_videos() -> [Row; 3] {
    [
        (
            "<video 2x1x1 1s> b",
            QWEN2,
            "0 2 1; 0 0 1; 0 0 1",
            "other-rule",
        ),
        (
            "<video 2x1x1 1s> b",
            qwen2_5(),
            "0 4 1; 0 0 1; 0 0 1",
            "steps",
        ),
        (
            "<video 3x1x1 1s> b",
            qwen2_5(),
            "0 2 4 5; 0 0 0 5; 0 0 0 5",
            "after-video",
        ),
    ]
}

#[test]
fn each_mistake_with_images_is_known() {
    for (layout, rule, given, name) in OF_IMAGES.into_iter().chain(of_videos()) {
        let verdict = judged(layout, rule, &ids(given));
        assert_eq!(
            verdict,
            IdVerdict::Mistake(names(&[name])),
            "{layout}: {given}"
        );
    }
    // Under the rule of Hunyuan-VL, it is the longest side that is wrong: 2 columns, and 2 x 3 tokens with the ends of rows.
    let given = "0 1 2 3 4 5 6 3; 0 0 1 2 0 1 2 3; 0 0 0 0 1 1 1 3; 0 0 0 0 0 0 0 3";
    let verdict = judged("a <image 2x2> b", Rule::HunyuanVl, &ids(given));
    assert_eq!(verdict, IdVerdict::Mistake(names(&["longest-side"])));
}

#[test]
fn what_changes_no_offset_is_harmless_for_rope_alone() {
    let rows: [Row; 4] = [
        ("pad*2 a b", Rule::Sequential, "0 1 2 3", "padding-counted"),
        (
            "a b | c d",
            Rule::Sequential,
            "0 1 2 3",
            "documents-continued",
        ),
        ("a b c", Rule::Sequential, "1 2 3", "shifted"),
        (
            "a <image 1x2> b",
            QWEN2,
            "5 6 6 8; 5 6 6 8; 5 6 7 8",
            "shifted",
        ),
    ];
    for (layout, rule, given, name) in rows {
        let counting = Counting::Of(rule);
        let harmless = judged_as(layout, counting, Reads::Offsets, &ids(given));
        assert_eq!(
            harmless.verdict,
            IdVerdict::Harmless(names(&[name])),
            "{layout}"
        );
        assert!(harmless.is_right());
        let wrong = judged_as(layout, counting, Reads::Ids, &ids(given));
        assert_eq!(
            wrong.verdict,
            IdVerdict::Mistake(names(&[name])),
            "{layout}"
        );
        assert!(!wrong.is_right());
    }
    // A shift after the cache alone changes offsets to the cache.
    let verdict = judged("a b <past> c d", Rule::Sequential, &ids("5 6"));
    assert_eq!(verdict, IdVerdict::Mistake(names(&["shifted"])));
}

#[test]
fn ids_of_padding_and_of_a_step_alone_are_right() {
    for given in ["0 0 0 1", "-1 -1 0 1", "7 8 0 1", "1 1 0 1"] {
        assert_eq!(
            judged("pad*2 a b", Rule::Sequential, &ids(given)),
            IdVerdict::Right,
            "{given}"
        );
    }
    assert_eq!(
        judged("a b pad", Rule::Sequential, &ids("0 1 2")),
        IdVerdict::Right
    );
    assert_eq!(
        judged("a b <past> c d", Rule::Sequential, &ids("2 3")),
        IdVerdict::Right
    );
    assert_eq!(
        judged("a b <past> c d", Rule::Sequential, &ids("0 1")),
        IdVerdict::Mistake(names(&["past-reset"]))
    );
}

#[test]
fn a_class_that_counts_after_padding_begins_there() {
    let judged =
        |given: &str| judged_as("pad a b", Counting::After(1), Reads::Ids, &ids(given)).verdict;
    assert_eq!(judged("1 2 3"), IdVerdict::Right);
    assert_eq!(judged("0 0 1"), IdVerdict::Mistake(names(&["shifted"])));
    assert_eq!(
        judged("1 3 4"),
        IdVerdict::Mistake(names(&["padding-counted"]))
    );
}

#[test]
fn other_axes_and_formats_are_known() {
    let axes = IdVerdict::Mistake(names(&["axes"]));
    assert_eq!(judged("a b", QWEN2, &ids("0 1")), axes);
    assert_eq!(judged("a b", Rule::Sequential, &ids("0 1; 0 1; 0 1")), axes);
    // transformers has a first axis for the mask of texts.
    let given = ids("0 1 2; 0 1 1; 0 1 1; 0 1 2");
    assert_eq!(
        judged("a <image 1x2>", Rule::Qwen3Vl, &given),
        IdVerdict::Right
    );
    let places: Vec<f64> = (0..600).map(f64::from).collect();
    let text = LayoutText::parse("a*600").unwrap();
    let judge = IdJudge::new(&text, Counting::Of(Rule::Sequential), Reads::Offsets).unwrap();
    for dtype in [Dtype::I64, Dtype::F64, Dtype::F32, Dtype::F16] {
        let ids = array(std::slice::from_ref(&places), dtype);
        assert_eq!(judge.verdict(&ids).unwrap().verdict, IdVerdict::Right);
    }
    let rounded = judge.verdict(&array(&[places], Dtype::Bf16)).unwrap();
    assert_eq!(rounded.verdict, IdVerdict::Mistake(names(&["rounded"])));
}

#[test]
fn what_no_mistake_explains_is_quoted() {
    let judgement = judged_as(
        "a dog c",
        Counting::Of(Rule::Sequential),
        Reads::Offsets,
        &ids("0 7 2"),
    );
    assert_eq!(judgement.verdict, IdVerdict::Unexplained);
    for part in ["1 of 3", "`dog`", "7, not 1"] {
        assert!(judgement.to_string().contains(part), "{judgement}");
    }
}

fn golden() -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/positions.json");
    let file: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    file["cases"].as_array().unwrap().clone()
}

fn rows(value: &Value) -> Vec<Vec<f64>> {
    let numbers = |row: &Value| {
        row.as_array()
            .unwrap()
            .iter()
            .map(|id| id.as_f64().unwrap())
            .collect()
    };
    value.as_array().unwrap().iter().map(numbers).collect()
}

/// Returns the rule of a case that has ids.
fn rule(case: &Value) -> Option<Rule> {
    let kind = case["params"]["kind"].as_str().unwrap();
    let steps = case["params"]["tokens_per_second"].as_f64();
    match kind {
        "from_mask" | "packed" => Some(Rule::Sequential),
        "qwen2_5_vl" => Some(Rule::Qwen2_5Vl(Qwen2_5Vl::new(steps.unwrap()).unwrap())),
        "largest_position" => {
            let rule = Qwen2_5Vl::new(steps.unwrap_or(2.0)).unwrap();
            Some(Rule::Qwen2_5Vl(
                rule.with_after_video(AfterVideo::LargestPosition),
            ))
        }
        kind => Rule::all().into_iter().find(|rule| rule.name() == kind),
    }
}

#[test]
fn ids_of_transformers_are_right_and_changed_ones_are_not() {
    let (mut n_cases, mut n_swapped) = (0, 0);
    for case in golden() {
        let Some(rule) = rule(&case) else { continue };
        let (layout, right) = (layout(&case), rows(&case["expected"]["position_ids"]));
        assert_eq!(judged(&layout, rule, &right), IdVerdict::Right, "{layout}");
        n_cases += 1;
        let later: Vec<Vec<f64>> = right
            .iter()
            .map(|axis| axis.iter().map(|id| id + 100.0).collect())
            .collect();
        assert_eq!(
            judged(&layout, rule, &later),
            IdVerdict::Harmless(names(&["shifted"])),
            "{layout}"
        );
        if let [time, row, column] = &right[..]
            && row != column
        {
            let swapped = [time.clone(), column.clone(), row.clone()];
            let verdict = judged(&layout, rule, &swapped);
            assert!(
                matches!(&verdict, IdVerdict::Mistake(names) if names.contains(&"axes-swapped".to_owned())),
                "{layout}: {verdict:?}"
            );
            n_swapped += 1;
        }
    }
    assert_eq!(n_cases, 201);
    assert!(n_swapped > 100, "{n_swapped}");
}

#[test]
fn counted_padding_of_transformers_is_known() {
    let mut n_wrong = 0;
    for case in golden() {
        if case["params"]["kind"] != "from_mask" {
            continue;
        }
        let layout = layout(&case);
        let unfilled = judged(
            &layout,
            Rule::Sequential,
            &rows(&case["expected"]["unfilled"]),
        );
        assert_eq!(unfilled, IdVerdict::Right, "{layout}");
        match judged(
            &layout,
            Rule::Sequential,
            &rows(&case["expected"]["counted"]),
        ) {
            IdVerdict::Right => {}
            IdVerdict::Harmless(found) => {
                assert_eq!(found, names(&["padding-counted"]), "{layout}");
            }
            IdVerdict::Mistake(found) => {
                assert_eq!(found, names(&["padding-counted"]), "{layout}");
                n_wrong += 1;
            }
            verdict => panic!("{layout}: {verdict:?}"),
        }
    }
    assert!(n_wrong > 5, "{n_wrong}");
}

#[test]
fn a_file_that_does_not_fit_gets_a_sentence() {
    let text = LayoutText::parse("a b <past> c").unwrap();
    let judge = IdJudge::new(&text, Counting::Of(Rule::Sequential), Reads::Offsets).unwrap();
    let wrong = |shape: &[usize], numbers: Vec<f64>| {
        judge
            .verdict(&Array::new("ids", shape, Dtype::F64, numbers))
            .unwrap_err()
    };
    assert!(matches!(
        wrong(&[2], vec![0.0, 1.0]),
        JudgeError::Shape { .. }
    ));
    assert!(matches!(
        wrong(&[7, 3], vec![0.0; 21]),
        JudgeError::Shape { .. }
    ));
    assert!(matches!(
        wrong(&[3], vec![0.0, 1.0, f64::NAN]),
        JudgeError::Infinite(_)
    ));
    let read = |file: &str| read_ids(file.as_bytes(), Rule::Qwen3Vl);
    assert_eq!(read("{\"a\": [1]}"), Err(ReadError::Nameless));
    assert_eq!(
        read("time,row,column\n0,1\n").unwrap_err(),
        ReadError::Row(2)
    );
    assert_eq!(read("0,1\n2\n").unwrap_err(), ReadError::Row(2));
    assert_eq!(read(" ").unwrap_err(), ReadError::Empty);
    assert_eq!(
        read("[[0, 1], [2]]").unwrap_err(),
        ReadError::List("position_ids".to_owned())
    );
    assert_eq!(read("0,1\n2,3\n").unwrap().shape, [2, 2]);
    assert_eq!(read("[0, 1]").unwrap().shape, [2]);
}

#[test]
fn a_row_for_each_token_is_an_array_too() {
    let text = LayoutText::parse("a <image 1x2> b").unwrap();
    let judge = IdJudge::new(&text, Counting::Of(QWEN2), Reads::Offsets).unwrap();
    let by_token = vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 3.0, 3.0, 3.0];
    for shape in [&[4, 3][..], &[1, 4, 3]] {
        let ids = Array::new("ids", shape, Dtype::I64, by_token.clone());
        assert_eq!(judge.verdict(&ids).unwrap().verdict, IdVerdict::Right);
    }
    let by_axis = vec![0.0, 1.0, 1.0, 3.0, 0.0, 1.0, 1.0, 3.0, 0.0, 1.0, 2.0, 3.0];
    let ids = Array::new("ids", &[3, 1, 4], Dtype::I64, by_axis);
    assert_eq!(judge.verdict(&ids).unwrap().verdict, IdVerdict::Right);
}
