//! Position ids, compared with those of transformers and torch for random layouts
//! (tools/golden/positions.py).

use phasor_encoding::positions::{
    AfterVideo, ChunkOrder, DocumentMask, Ernie4_5Vl, Image, PaddingIds, Part, PastIds, Qwen2_5Vl,
    Qwen2Vl, Ranks, Rule, Video, packed_documents,
};
use phasor_encoding::{Direction, Layout, Numbering, Visibility};
use serde_json::Value;

use crate::positions::ids;
use crate::support::{each_case, number, numbers, rows};

/// Returns the numbers of a part after its name.
fn sizes(part: &Value) -> Vec<f64> {
    part.as_array().unwrap()[1..].iter().map(number).collect()
}

fn part(part: &Value) -> Part {
    let sizes = sizes(part);
    let whole: Vec<usize> = sizes.iter().map(|&size| size as usize).collect();
    match part[0].as_str().unwrap() {
        "text" => Part::Text(whole[0]),
        "padding" => Part::Padding(whole[0]),
        "document" => Part::DocumentBorder,
        "past" => Part::CacheEnd,
        "image" => {
            let image = Image::new(whole[0], whole[1], whole[2]).unwrap();
            Part::Image(if whole[3] == 1 {
                image.with_row_ends()
            } else {
                image
            })
        }
        "video" => {
            let frame = Image::new(whole[1], whole[2], whole[3]).unwrap();
            let video = Video::new(whole[0], frame, sizes[4]).unwrap();
            let video = video.with_temporal_merge(whole[5]).unwrap();
            Part::Video(match whole[6] {
                0 => video,
                n_tokens => video.with_time_stamps(n_tokens).unwrap(),
            })
        }
        other => panic!("no part {other}"),
    }
}

fn parts(case: &Value) -> Vec<Part> {
    let layout = case["input"]["layout"].as_array().unwrap();
    layout.iter().map(part).collect()
}

/// Runs `check` on every case of one kind, of which there are `n_cases`.
pub(crate) fn each_of(kind: &str, n_cases: usize, check: impl Fn(&Value)) {
    let met = std::cell::Cell::new(0);
    each_case("positions", |case| {
        if case["params"]["kind"] == kind {
            check(case);
            met.set(met.get() + 1);
        }
    });
    assert_eq!(met.get(), n_cases, "{kind}");
}

#[test]
fn ids_from_a_mask_are_those_of_transformers() {
    each_of("from_mask", 20, |case| {
        let layout = Layout::new(parts(case)).unwrap();
        let right = Numbering::new(Rule::Sequential);
        for (name, padding) in [
            ("position_ids", PaddingIds::Filled(0)),
            ("unfilled", PaddingIds::Unfilled),
            ("counted", PaddingIds::Counted),
        ] {
            let got = ids(right.with_padding(padding), &layout);
            assert_eq!(got, rows(&case["expected"][name]), "{name} of {case}");
        }
    });
}

#[test]
fn ids_after_that_of_padding_are_those_of_the_formula_of_transformers() {
    let n_cases = std::cell::Cell::new(0);
    each_case("after_padding", |case| {
        let layout = Layout::new(parts(case)).unwrap();
        let right = Numbering::after_padding(number(&case["params"]["padding_idx"]) as i32);
        for (name, past) in [
            ("whole", PastIds::Continued),
            ("cache_length", PastIds::CacheLength),
        ] {
            let got = ids(right.with_past(past), &layout);
            // Cached tokens have the ids of the step that read them, which are those of these tokens alone.
            assert_eq!(got, [numbers(&case["expected"][name])], "{name} of {case}");
        }
        n_cases.set(n_cases.get() + 1);
    });
    assert_eq!(n_cases.get(), 20);
}

#[test]
fn ids_and_borders_of_packed_documents_are_those_of_transformers() {
    each_of("packed", 20, |case| {
        let layout = Layout::new(parts(case)).unwrap();
        let got = ids(Numbering::new(Rule::Sequential), &layout);
        assert_eq!(got, rows(&case["expected"]["position_ids"]), "{case}");
        has_documents(&got[0], &case["expected"]);
    });
    each_of("borders", 20, |case| {
        has_documents(&numbers(&case["input"]["position_ids"]), &case["expected"]);
    });
}

/// Checks the documents that are found from ids.
fn has_documents(ids: &[f64], expected: &Value) {
    let documents = packed_documents(ids);
    let found = documents.iter().map(|&document| document as f64);
    assert_eq!(
        found.collect::<Vec<f64>>(),
        numbers(&expected["documents"]),
        "{ids:?}"
    );
}

#[test]
fn queries_see_the_keys_that_they_see_in_transformers() {
    each_of("visible", 20, |case| {
        let layout = Layout::new(parts(case)).unwrap();
        let input = &case["input"];
        let direction = match input["direction"].as_str().unwrap() {
            "causal" => Direction::Causal,
            _ => Direction::Bidirectional,
        };
        let documents = match input["documents"].as_str().unwrap() {
            "masked" => DocumentMask::Masked,
            _ => DocumentMask::Open,
        };
        let visibility = Visibility::new(direction).with_documents(documents);
        let visibility = match input["window"].as_u64() {
            Some(window) => visibility.with_window(window as usize).unwrap(),
            None => visibility,
        };
        for (query, row) in case["expected"]["rows"]
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
        {
            let keys = 0..layout.n_tokens();
            let got = keys.map(|key| match visibility.visible(&layout, query, key) {
                true => '1',
                false => '0',
            });
            let got: String = got.collect();
            assert_eq!(got, row.as_str().unwrap(), "query {query} of {case}");
        }
    });
}

#[test]
fn ranks_have_the_tokens_that_torch_gives_them() {
    each_of("ranks", 20, |case| {
        let size = |name: &str| number(&case["input"][name]) as usize;
        for (name, order) in [
            ("contiguous", ChunkOrder::Contiguous),
            ("zigzag", ChunkOrder::Zigzag),
        ] {
            let ranks = Ranks::new(size("n_tokens"), size("n_ranks"), order).unwrap();
            let expected = rows(&case["expected"][name]);
            assert_eq!(ranks.n_ranks(), expected.len());
            for (rank, tokens) in expected.iter().enumerate() {
                let got = ranks.tokens_of(rank).unwrap().iter();
                assert_eq!(
                    got.map(|&token| token as f64).collect::<Vec<f64>>(),
                    *tokens,
                    "{case}"
                );
            }
        }
    });
}

/// Checks the ids of a class of models, and the id of the next word, against `rope_deltas`.
fn is_class(kind: &str, n_cases: usize, numbering: impl Fn(&Value) -> Numbering) {
    each_of(kind, n_cases, |case| {
        let mut parts = parts(case);
        let layout = Layout::new(parts.clone()).unwrap();
        let numbering = numbering(case);
        let got = ids(numbering, &layout);
        assert_eq!(got, rows(&case["expected"]["position_ids"]), "{case}");
        let n_words = layout
            .tokens()
            .iter()
            .filter(|token| !token.is_padding())
            .count();
        let next = n_words as f64 + number(&case["expected"]["delta"]);
        parts.extend([Part::CacheEnd, Part::Text(2)]);
        let longer = Layout::new(parts).unwrap();
        for axis in ids(numbering.with_past(PastIds::AfterLargest), &longer) {
            assert_eq!(axis[layout.n_tokens()..], [next, next + 1.0], "{case}");
        }
    });
}

#[test]
fn ids_of_pictures_are_those_of_transformers() {
    let of = |rule: Rule| move |_: &Value| Numbering::new(rule);
    is_class("qwen2_vl", 20, of(Rule::Qwen2Vl(Qwen2Vl::default())));
    is_class("qwen3_vl", 20, of(Rule::Qwen3Vl));
    is_class("glm4v", 20, of(Rule::Glm4v));
    is_class(
        "ernie4_5_vl_moe",
        20,
        of(Rule::Ernie4_5Vl(Ernie4_5Vl::default())),
    );
    is_class("hunyuan_vl", 20, of(Rule::HunyuanVl));
    is_class("qwen2_5_vl", 41, |case| {
        let tokens_per_second = number(&case["params"]["tokens_per_second"]);
        Numbering::new(Rule::Qwen2_5Vl(Qwen2_5Vl::new(tokens_per_second).unwrap()))
    });
    // Qwen2.5-Omni, whose padding has the id 1.
    let rule = Qwen2_5Vl::default().with_after_video(AfterVideo::LargestPosition);
    let omni = Numbering::new(Rule::Qwen2_5Vl(rule)).with_padding(PaddingIds::Filled(1));
    is_class("largest_position", 20, |_| omni);
}

/// The script that wrote these has compared the ids of both classes.
#[test]
fn each_class_is_one_of_those_of_its_rule() {
    each_of("alike", 10, |case| {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let class = text(&case["input"]["class"]);
        let rule = Rule::all()
            .into_iter()
            .find(|rule| rule.classes().contains(&class.as_str()));
        assert_eq!(rule.unwrap().name(), text(&case["expected"]["like"]));
    });
}
