//! Every gradient, of every encoding.

use std::fs;
use std::path::PathBuf;

use ndarray::Array2;
use phasor_encoding::{Gaussian, Mask};
use phasor_figures::length::training_race::{RaceTask, Racer, stored};
use phasor_params::choice::Choice as _;
use phasor_train::{
    AdamW, Batch, Design, Parameters, Position, Purpose, Schedule, Task, loss_and_gradients,
};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

/// The sizes of `tools/golden/train.py`.
fn design(name: &str, mask: &str) -> Design {
    let base = 100.0;
    let position = match name {
        "none" => Position::None,
        "learned" => Position::Learned { n_positions: 7 },
        "sinusoidal" => Position::Sinusoidal { base },
        "t5" => Position::T5 {
            n_buckets: 4,
            max_distance: 5,
        },
        "alibi" => Position::Alibi,
        _ => Position::Rope { base },
    };
    let design = Design {
        n_tokens: 5,
        n_answers: 4,
        n_layers: 2,
        n_heads: 2,
        dim: 8,
        position,
        mask: if mask == "causal" {
            Mask::Causal
        } else {
            Mask::None
        },
    };
    design.checked().unwrap()
}

/// Returns the texts of a training step.
fn batch(step: usize) -> Batch {
    let places = 0..12_usize;
    Batch {
        length: 6,
        tokens: places
            .clone()
            .map(|place| (3 * place * place + (step + 1) * place + step) % 5)
            .collect(),
        answers: places
            .clone()
            .map(|place| (2 * place + 1 + step) % 4)
            .collect(),
        weights: places
            .map(|place| f32::from(u8::from(place % 4 != 1)))
            .collect(),
    }
}

fn filled(design: &Design) -> Parameters {
    let mut parameters = Parameters::new(design, 1);
    for (place, (_, _, group)) in parameters.groups_mut().enumerate() {
        for (idx, number) in group.iter_mut().enumerate() {
            *number = (0.4 * (1.7 * idx as f64 + place as f64 + 1.0).sin()) as f32;
        }
    }
    parameters
}

fn golden() -> Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/train.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn fifty_steps_have_the_losses_of_torch() {
    let file = golden();
    let tolerance = file["tolerance"]["training_abs"].as_f64().unwrap();
    for case in file["cases"].as_array().unwrap() {
        let name = case["position"].as_str().unwrap();
        let design = design(name, case["mask"].as_str().unwrap());
        let losses = case["training"].as_array().unwrap();
        let mut parameters = filled(&design);
        let mut optimizer = AdamW::new(&parameters);
        let schedule = Schedule::new(losses.len());
        for (step, expected) in losses.iter().enumerate() {
            let (loss, gradients) = loss_and_gradients(&design, &parameters, &batch(step)).unwrap();
            optimizer.step(&mut parameters, &gradients, schedule.at(step));
            let expected = expected.as_f64().unwrap();
            let error = (f64::from(loss) - expected).abs();
            assert!(
                error < tolerance,
                "{name}, step {step}: {loss}, expected {expected}"
            );
        }
        assert_eq!(losses.len(), 50);
    }
}

#[test]
fn every_gradient_is_that_of_torch() {
    let file = golden();
    let tolerance = file["tolerance"]["gradient_rel"].as_f64().unwrap();
    for case in file["cases"].as_array().unwrap() {
        let (name, mask) = (
            case["position"].as_str().unwrap(),
            case["mask"].as_str().unwrap(),
        );
        let design = design(name, mask);
        let (loss, gradients) = loss_and_gradients(&design, &filled(&design), &batch(0)).unwrap();
        let expected = case["loss"].as_f64().unwrap();
        assert!(
            (f64::from(loss) - expected).abs() < 1e-5 * expected,
            "{name}: {loss}, expected {expected}"
        );
        let groups = case["gradients"].as_object().unwrap();
        let mut n_groups = 0;
        for (group, _, gradient) in gradients
            .groups()
            .filter(|(_, _, gradient)| !gradient.is_empty())
        {
            let expected: Vec<f64> = groups[&group]
                .as_array()
                .unwrap()
                .iter()
                .map(|g| g.as_f64().unwrap())
                .collect();
            let largest = expected
                .iter()
                .fold(0.0, |largest: f64, g| largest.max(g.abs()));
            assert!(
                largest > 0.0 && expected.len() == gradient.len(),
                "{name} {group}"
            );
            for (got, expected) in gradient.iter().zip(&expected) {
                let error = (f64::from(*got) - expected).abs() / largest;
                assert!(
                    error < tolerance,
                    "{name} {mask} {group}: {got}, expected {expected}, error {error}"
                );
            }
            n_groups += 1;
        }
        assert_eq!(n_groups, groups.len(), "{name}");
    }
}

/// Returns the sum of the products of all numbers.
fn product(one: &Parameters, two: &Parameters) -> f64 {
    let of = |one: &Array2<f32>, two: &Array2<f32>| {
        one.iter()
            .zip(two)
            .map(|(one, two)| f64::from(*one) * f64::from(*two))
            .sum::<f64>()
    };
    one.groups()
        .zip(two.groups())
        .map(|((_, _, one), (_, _, two))| of(one, two))
        .sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A small step along the gradient changes the loss by its square times the step, for any model and texts.
    #[test]
    fn the_gradient_is_the_slope_of_the_loss(seed in 0..1000_u64, racer in select(Racer::all().collect::<Vec<_>>()), length in 2..9_usize) {
        let position = Position::of_racer(racer, &stored::course(RaceTask::Back));
        let design = Design { dim: 16, n_heads: 2, n_layers: 2, ..Design::new(6, 6, position).unwrap() };
        let design = design.checked().unwrap();
        let batch = Task::Back { k: 1, n_tokens: 6 }.batch(Purpose::Training, 3, length, &mut Gaussian::new(seed));
        let parameters = Parameters::new(&design, seed);
        let (_, gradients) = loss_and_gradients(&design, &parameters, &batch).unwrap();
        let square = product(&gradients, &gradients);
        let step = (3e-4 / square.sqrt()) as f32;
        let at = |sense: f32| {
            let mut moved = parameters.clone();
            for ((_, _, group), (_, _, gradient)) in moved.groups_mut().zip(gradients.groups()) {
                group.scaled_add(sense * step, gradient);
            }
            f64::from(loss_and_gradients(&design, &moved, &batch).unwrap().0)
        };
        let slope = (at(1.0) - at(-1.0)) / (2.0 * f64::from(step));
        prop_assert!((slope / square - 1.0).abs() < 1e-2, "{position:?}: {slope} against {square}");
    }
}

/// Its gradients are all 0, and lie column by column in memory.
#[test]
fn a_model_with_one_answer_is_always_right() {
    let design = Design {
        n_answers: 1,
        ..design("rope", "causal")
    };
    let batch = Batch {
        answers: vec![0; 12],
        ..batch(0)
    };
    let parameters = filled(&design);
    let (loss, gradients) = loss_and_gradients(&design, &parameters, &batch).unwrap();
    assert!(loss.abs() < 1e-6, "{loss}");
    let mut numbers = gradients.groups().flat_map(|(_, _, group)| group.iter());
    assert!(numbers.all(|number| number.abs() < 1e-6));
    let score = phasor_train::score(&design, &parameters, &batch, 0, None).unwrap();
    assert_eq!(score.accuracy, 1.0);
}
