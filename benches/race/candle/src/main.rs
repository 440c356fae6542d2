//! Trains a model and prints a line of JSON: the milliseconds and the loss of every timed step. The
//! arguments are the task, the number of steps that warm up, and the number that are timed.

use std::time::Instant;

use candle_race::{Task, Trainer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [task, warm_up, timed] = arguments.as_slice() else {
        return Err("The arguments are the task and two numbers of steps.".into());
    };
    let mut trainer = Trainer::new(Task::from_name(task).ok_or("There is no such task.")?)?;
    for _ in 0..warm_up.parse::<usize>()? {
        trainer.step()?;
    }
    let (mut millis, mut losses) = (Vec::new(), Vec::new());
    for _ in 0..timed.parse::<usize>()? {
        let start = Instant::now();
        losses.push(trainer.step()?);
        millis.push(1e3 * start.elapsed().as_secs_f64());
    }
    println!(r#"{{"millis":{millis:?},"losses":{losses:?}}}"#);
    Ok(())
}
