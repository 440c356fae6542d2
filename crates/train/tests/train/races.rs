//! Whole races, and what a design refuses.

use std::fs;
use std::path::PathBuf;

use phasor_encoding::Gaussian;
use phasor_figures::length::training_race::{Course, News, RaceTask, Racer, stored};
use phasor_params::choice::Choice as _;
use phasor_train::entrant::Entrant;
use phasor_train::{Design, Position, Purpose, Race, RacePlan, Task, Thoroughness};
use serde_json::Value;

const ROPE: Position = Position::Rope { base: 10_000.0 };

fn race(task: usize, position: Position, seed: u64) -> Race {
    let task = Task::exact()[task].clone();
    Race::new(RacePlan::new(task, position, seed)).unwrap()
}

#[test]
fn a_seed_gives_the_same_race_again() {
    let run = |seed| {
        let mut race = race(0, ROPE, seed);
        let losses: Vec<u32> = (0..5).map(|_| race.step().unwrap().to_bits()).collect();
        (losses, race.test(Thoroughness::Quick).unwrap().len())
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3).0, run(4).0);
    // Four lengths, and four rules at the three that are longer than in training.
    assert_eq!(run(3).1, 4 + 3 * 4);
}

/// A processor that fuses products and sums rounds differently from WebAssembly.
#[test]
fn the_first_losses_are_those_of_the_browser() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/race.json");
    let file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let tolerance = file["tolerance"]["loss_abs"].as_f64().unwrap();
    let course = Course {
        seed: 5,
        ..stored::course(RaceTask::Back)
    };
    for (racer, losses) in Racer::all().zip(file["losses"].as_array().unwrap()) {
        let mut entrant = Entrant::new(&course, racer, None).unwrap();
        let mut measured = Vec::new();
        let losses = losses.as_array().unwrap();
        while measured.len() < losses.len() {
            if let Some(News::Losses(new)) = entrant.advance().unwrap().map(|report| report.news) {
                measured.extend(new);
            }
        }
        for (step, (measured, loss)) in measured.iter().zip(losses).enumerate() {
            let error = (measured - loss.as_f64().unwrap()).abs();
            assert!(
                error < tolerance,
                "{racer:?}, step {step}: {measured}, {loss} in WebAssembly"
            );
        }
    }
}

#[test]
fn a_design_says_what_it_cannot_be() {
    let design = Design::new(16, 16, ROPE).unwrap();
    let error = |design: Design| design.checked().unwrap_err().to_string();
    assert_eq!(
        error(Design {
            n_heads: 16,
            ..design.clone()
        }),
        "The width of a head must be even, because RoPE rotates pairs, not 3."
    );
    assert_eq!(
        error(Design {
            n_layers: 0,
            ..design.clone()
        }),
        "The number of layers must be at least 1, not 0."
    );
    assert!(
        error(Design {
            dim: 49,
            ..design.clone()
        })
        .contains("even, from 2 to 1,024")
    );
    let position = Position::Rope { base: -1.0 };
    assert!(error(Design { position, ..design }).contains("base"));
}

#[test]
fn a_width_that_does_not_divide_the_components_is_an_error() {
    let usual = RacePlan::new(Task::exact()[0].clone(), Position::None, 0);
    for head_dim in [0, 7, 36, 96] {
        let plan = RacePlan {
            head_dim,
            ..usual.clone()
        };
        let error = Race::new(plan).unwrap_err().to_string();
        assert!(
            error.contains("48") && error.contains(&head_dim.to_string()),
            "{error}"
        );
    }
}

#[test]
fn the_latest_value_of_a_key_is_asked() {
    let batch = Task::Latest {
        n_keys: 2,
        n_values: 3,
    }
    .batch(Purpose::Training, 4, 20, &mut Gaussian::new(1));
    for text in 0..batch.n_texts() {
        let of = |list: &[usize]| list[text * 20..(text + 1) * 20].to_vec();
        let (tokens, answers) = (of(&batch.tokens), of(&batch.answers));
        for place in 0..20 {
            let weight = batch.weights[text * 20 + place];
            let before = (0..place)
                .rev()
                .find(|other| other % 2 == 0 && tokens[*other] == tokens[place]);
            assert_eq!(weight == 1.0, place % 2 == 0 && before.is_some());
            if let Some(before) = before.filter(|_| weight == 1.0) {
                assert_eq!(answers[place] + 2, tokens[before + 1]);
            }
        }
    }
}

/// A guess among 16 letters costs ln 16 = 2.77. Without positions, a model that sees both sides cannot do much better.
#[test]
fn a_learned_table_learns_where_the_left_neighbour_is() {
    let mut race = race(3, Position::Learned { n_positions: 512 }, 1);
    let losses: Vec<f32> = (0..160).map(|_| race.step().unwrap()).collect();
    assert!(losses[0] > 2.7, "{}", losses[0]);
    assert!(losses[159] < 1.0, "{}", losses[159]);
}
