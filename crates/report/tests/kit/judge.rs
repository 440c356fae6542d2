//! The judge recognises seeded mistakes, and accuses nobody who is right.

use phasor_encoding::Scaling;
use phasor_report::kit::{Array, Dtype, Format, Kit, Verdict, judge, read};
use phasor_report::{Subject, shelf};

use crate::support::{array, arrays, cases, model, subject};

#[test]
fn seeded_mistakes_are_recognised() {
    let cases = cases("wrong");
    assert!(cases.len() >= 20);
    for case in cases {
        let file = case["file"].as_str().unwrap();
        let (subject, layer_type) = model(&case);
        let arrays = arrays(&format!("wrong-{file}.npz"));
        let judgements = judge(&subject, &arrays, layer_type).unwrap().judgements;
        let [judgement] = &judgements[..] else {
            panic!("{file}: {judgements:?}");
        };
        let Verdict::Mistake { names, .. } = &judgement.verdict else {
            panic!("{file}: {judgement}");
        };
        assert_eq!(names[0], case["mistake"], "{file}: {judgement}");
        assert_eq!(names.len(), 1, "{file}: {judgement}");
    }
}

/// A kernel in low precision shows its mistakes as well.
#[test]
fn seeded_mistakes_are_recognised_in_low_precision() {
    for case in cases("wrong") {
        let file = case["file"].as_str().unwrap();
        if case["mistake"] == "low-precision" {
            continue;
        }
        let (subject, layer_type) = model(&case);
        for dtype in [Dtype::Bf16, Dtype::F16] {
            let arrays = arrays(&format!("wrong-{file}.npz")).into_iter();
            let narrow = arrays.map(|array| match array.dtype {
                Dtype::I64 => array,
                _ => Array::new(array.name, &array.shape, dtype, array.numbers),
            });
            let judgements = judge(&subject, &narrow.collect::<Vec<_>>(), layer_type)
                .unwrap()
                .judgements;
            let Verdict::Mistake { names, .. } = &judgements[0].verdict else {
                panic!("{file} in {dtype:?}: {}", judgements[0]);
            };
            assert_eq!(
                names[0], case["mistake"],
                "{file} in {dtype:?}: {}",
                judgements[0]
            );
        }
    }
}

/// In `f32`, frequencies by `exp` and `ln` are less precise than those by a power, and still right.
#[test]
fn other_formulas_in_single_precision_are_not_accused() {
    let mut n_models = 0;
    for published in shelf::SHELF {
        let subject = published.subject().unwrap();
        let Some(layer) = subject.rope(None) else {
            continue;
        };
        if layer.scaling != Scaling::Default || layer.layer_type.is_some() {
            continue;
        }
        n_models += 1;
        let n_pairs = layer.rotary_dim / 2;
        let exponents = (0..n_pairs).map(|i| 2.0 * i as f32 / layer.rotary_dim as f32);
        let inv_freq = exponents.map(|exponent| (-exponent * (layer.base as f32).ln()).exp());
        let inv_freq: Vec<f32> = inv_freq.collect();
        let kit = Kit::new(&subject, None).unwrap();
        let positions = array(&kit.arrays, "all_layers/positions").clone();
        let table = |function: fn(f32) -> f32, name: &str| {
            let turns = positions.numbers.iter().flat_map(|position| {
                let turn = |inv_freq: &f32| f64::from(function(*position as f32 * inv_freq));
                inv_freq.iter().map(turn).collect::<Vec<f64>>()
            });
            let shape = [positions.numbers.len(), n_pairs];
            Array::new(name, &shape, Dtype::F32, turns.collect())
        };
        let numbers = inv_freq.iter().copied().map(f64::from).collect();
        let arrays = [
            Array::new("inv_freq", &[n_pairs], Dtype::F32, numbers),
            table(f32::cos, "cos"),
            table(f32::sin, "sin"),
        ];
        let judgement = judge(&subject, &arrays, None).unwrap().judgements.remove(0);
        assert!(
            judgement.verdict.is_right(),
            "{}: {judgement}",
            published.title
        );
    }
    assert!(n_models > 20, "{n_models}");
}

#[test]
fn right_numbers_of_transformers_are_not_accused() {
    for case in cases("right") {
        let file = case["file"].as_str().unwrap();
        let (subject, layer_type) = model(&case);
        for ending in [".npz", "-bf16.safetensors", "-f16.safetensors"] {
            let arrays = arrays(&format!("right-{file}{ending}"));
            for judgement in judge(&subject, &arrays, layer_type).unwrap().judgements {
                let name = judgement.set.rsplit('/').next().unwrap();
                if let Some(part) = case["part"].as_str() {
                    assert_eq!(name, part, "{file}{ending}");
                }
                assert!(judgement.verdict.is_right(), "{file}{ending}: {judgement}");
            }
            // Each array alone is right, too.
            let inputs = ["positions", "query"].map(|name| array(&arrays, name).clone());
            for one in &arrays {
                let alone = [&inputs[..], std::slice::from_ref(one)].concat();
                if one.name == "query" || one.name == "positions" {
                    continue;
                }
                let judged = judge(&subject, &alone, layer_type).unwrap().judgements;
                assert!(
                    judged[0].verdict.is_right(),
                    "{file}{ending}: {}",
                    judged[0]
                );
            }
        }
    }
}

#[test]
fn every_kit_is_right() {
    let mut n_sets = 0;
    for published in shelf::SHELF {
        let subject = published.subject().unwrap();
        if subject.layers().is_empty() {
            continue;
        }
        let kit = Kit::new(&subject, None).unwrap();
        let judgements = judge(&subject, &kit.arrays, None).unwrap().judgements;
        assert_eq!(judgements.len() % 3, 0, "{}", published.title);
        n_sets += judgements.len() / 3;
        for judgement in judgements {
            let Verdict::Right { hidden, .. } = &judgement.verdict else {
                panic!("{}: {judgement}", published.title);
            };
            assert!(hidden.is_empty(), "{}: {judgement}", published.title);
            assert!(judgement.name.starts_with(&judgement.set));
        }
    }
    assert!(n_sets > 70, "{n_sets}");
}

/// Returns the arrays of a kit in `f32`, without the beginnings of their names.
fn own(subject: &Subject) -> Vec<Array> {
    let arrays = Kit::new(subject, None).unwrap().arrays;
    let chosen = arrays.into_iter().filter_map(|array| {
        let name = array.name.strip_prefix("all_layers/")?;
        let name = name.strip_prefix("f32/").unwrap_or(name).to_owned();
        (!name.contains('/')).then_some(Array { name, ..array })
    });
    chosen.collect()
}

fn verdict(subject: &Subject, arrays: &[Array]) -> Verdict {
    judge(subject, arrays, None)
        .unwrap()
        .judgements
        .remove(0)
        .verdict
}

#[test]
fn shapes_and_names_of_programs_are_accepted() {
    let llama = subject("llama-3.2-1b.json");
    let kit = own(&llama);
    let [n, heads, dim] = array(&kit, "query").shape[..] else {
        panic!("three axes");
    };
    let by_head = |name: &str, new: &str| {
        let array = array(&kit, name);
        let at = |head: usize, position: usize| {
            array
                .numbers
                .chunks(dim)
                .nth(position * heads + head)
                .unwrap()
        };
        let order = (0..heads).flat_map(|head| (0..n).map(move |position| (head, position)));
        let numbers = order.flat_map(|(head, position)| at(head, position).to_vec());
        Array::new(new, &[1, heads, n, dim], Dtype::F32, numbers.collect())
    };
    let doubled = |name: &str, new: &str, is_interleaved: bool| {
        let rows = array(&kit, name).numbers.chunks(dim / 2);
        let rows = rows.flat_map(|row| match is_interleaved {
            true => row.iter().flat_map(|x| [*x, *x]).collect(),
            false => [row, row].concat(),
        });
        Array::new(new, &[1, 1, n, dim], Dtype::F32, rows.collect())
    };
    for arrays in [
        vec![
            by_head("query_rotated", "model.q_embed"),
            by_head("key_rotated", "model.k_embed"),
        ],
        vec![by_head("query", "q"), by_head("query_rotated", "q_rot")],
        vec![
            doubled("cos", "cos_cached", false),
            doubled("sin", "sin_cached", false),
        ],
        vec![
            doubled("cos", "COS", true),
            doubled("sin", "freqs_sin", true),
        ],
    ] {
        assert!(verdict(&llama, &arrays).is_right(), "{:?}", arrays[0].name);
    }
    // A table without positions begins at 0.
    let rope = llama.rope(None).unwrap().rope(None).unwrap();
    let table = rope.table(500);
    let cos = Array::new(
        "cos_cached",
        &[500, dim / 2],
        Dtype::F32,
        table.cos().to_vec(),
    );
    assert!(verdict(&llama, &[cos]).is_right());
}

#[test]
fn what_does_not_show_is_said() {
    let llama = subject("llama-3.2-1b.json");
    let one = Array::new("positions", &[1], Dtype::I64, vec![0.0]);
    let cos = Array::new("cos", &[1, 32], Dtype::F32, vec![1.0; 32]);
    let Verdict::Right { hidden, .. } = verdict(&llama, &[one, cos]) else {
        panic!("right at position 0");
    };
    for name in ["base", "no-rule", "pairing", "direction"] {
        assert!(
            hidden.iter().any(|hidden| hidden == name),
            "{name}: {hidden:?}"
        );
    }
    assert!(
        !hidden.contains(&"position-offset".to_owned()),
        "{hidden:?}"
    );
}

#[test]
fn an_unknown_mistake_has_its_first_difference() {
    let llama = subject("llama-3.2-1b.json");
    let mut kit = own(&llama);
    let positions = array(&kit, "positions").numbers.clone();
    kit.retain(|array| array.name == "cos" || array.name == "sin" || array.name == "positions");
    for table in &mut kit {
        if table.name == "sin" {
            table.numbers[2 * 32 + 5] += 0.01;
        }
    }
    let Verdict::Unexplained {
        array,
        place,
        right,
    } = verdict(&llama, &kit)
    else {
        panic!("nothing explains it");
    };
    let place = place.unwrap();
    assert_eq!((array.as_str(), place.pair_idx), ("sin", Some(5)));
    assert_eq!(place.position, Some(positions[2]));
    assert!((place.given - place.expected - 0.01).abs() < 1e-6);
    assert_eq!(right, ["cos"]);
}

#[test]
fn only_the_wrong_arrays_are_accused() {
    let llama = subject("llama-3.2-1b.json");
    let mut kit = own(&llama);
    let query = array(&kit, "query").numbers.clone();
    for array in &mut kit {
        if array.name == "query_rotated" {
            array.numbers.clone_from(&query);
        }
    }
    let Verdict::Mistake {
        names,
        arrays,
        right,
        ..
    } = verdict(&llama, &kit)
    else {
        panic!("the query is not rotated");
    };
    assert_eq!(names, ["direction"]);
    assert_eq!(arrays, ["query_rotated"]);
    assert_eq!(right, ["inv_freq", "cos", "sin", "key_rotated"]);
}

#[test]
fn numbers_rounded_on_the_way_are_recognised() {
    let llama = subject("llama-3.2-1b.json");
    let kit = own(&llama);
    let positions = array(&kit, "positions").numbers.clone();
    let rope = llama.rope(None).unwrap().rope(None).unwrap();
    let query = array(&kit, "query");
    let bf16 = phasor_encoding::Format::Bf16;
    // Cosines and sines in bf16, products and sums in f32.
    let rotated =
        positions
            .iter()
            .zip(query.numbers.chunks(2 * 64))
            .flat_map(|(position, heads)| {
                let (cos, sin) = rope.cos_and_sin(*position);
                let heads = heads.chunks(64).map(|head| {
                    let turned = rope.pairing().quarter_turn(head, 32).unwrap();
                    let sum =
                        |i: usize| head[i] * bf16.round(cos[i]) + turned[i] * bf16.round(sin[i]);
                    (0..64).map(sum).collect::<Vec<f64>>()
                });
                heads.flatten().collect::<Vec<f64>>()
            });
    let rotated = Array::new("query_rotated", &query.shape, Dtype::F32, rotated.collect());
    let Verdict::Mistake { names, .. } = verdict(&llama, &[rotated]) else {
        panic!("only the digits of bf16");
    };
    assert_eq!(names, ["rounded"]);
}

#[test]
fn narrow_frequencies_are_pointed_out() {
    let llama = subject("llama-3.2-1b.json");
    let scaled = llama.rope(None).unwrap().scaled(None).unwrap();
    let inv_freq = scaled.frequencies().inv_freq().to_vec();
    for (dtype, expected) in [(Dtype::Bf16, true), (Dtype::F16, true), (Dtype::F32, false)] {
        // numpy has no bf16, so such numbers come as f32.
        let numbers = Array::new("inv_freq", &[32], dtype, inv_freq.clone()).numbers;
        let array = Array::new("inv_freq", &[32], Dtype::F32, numbers);
        let Verdict::Right {
            has_narrow_frequencies,
            narrow,
            ..
        } = verdict(&llama, &[array])
        else {
            panic!("right to the digits of {dtype:?}");
        };
        assert_eq!(has_narrow_frequencies, expected);
        assert_eq!(narrow, dtype.format().filter(|_| expected));
    }
}

#[test]
fn every_format_of_a_kit_is_judged_alike() {
    let phi = subject("phi-3.5-mini.json");
    let kit = Kit::new(&phi, None).unwrap();
    for format in Format::ALL {
        let judged = judge(&phi, &read(&kit.bytes(format)).unwrap(), None)
            .unwrap()
            .judgements;
        assert_eq!(judged.len(), 6, "{format:?}");
        assert!(judged.iter().all(|judgement| judgement.verdict.is_right()));
    }
}
