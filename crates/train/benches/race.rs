//! Measures the trainer: the milliseconds and the loss of every timed step, as a line of JSON for
//! `npm run bench:race`. The arguments are the task, the number of steps that warm up, and the number that
//! are timed.
#![allow(clippy::print_stdout, reason = "a line of JSON is what it is for")]

use std::time::Instant;

use phasor_train::{Position, Race, RacePlan, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cargo adds this argument.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let [name, warm_up, timed] = arguments.as_slice() else {
        return Err("The arguments are the task and two numbers of steps.".into());
    };
    let task = Task::exact().into_iter().find(|task| task.name() == name);
    let task = task.ok_or("There is no such task.")?;
    let mut race = Race::new(RacePlan::new(task, Position::Rope { base: 10_000.0 }, 1))?;
    for _ in 0..warm_up.parse::<usize>()? {
        race.step()?;
    }
    let (mut millis, mut losses) = (Vec::new(), Vec::new());
    for _ in 0..timed.parse::<usize>()? {
        let start = Instant::now();
        losses.push(race.step()?);
        millis.push(1e3 * start.elapsed().as_secs_f64());
    }
    println!(r#"{{"millis":{millis:?},"losses":{losses:?}}}"#);
    Ok(())
}
