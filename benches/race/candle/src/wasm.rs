//! The functions that `wasm.mjs` calls. They take and return only numbers, so they need no bindings.

use std::cell::RefCell;

use crate::{Task, Trainer};

thread_local! {
    static TRAINER: RefCell<Option<Trainer>> = const { RefCell::new(None) };
}

/// Prepares a model. Returns `false` if candle fails.
#[unsafe(no_mangle)]
pub extern "C" fn prepare(is_latest_value: bool) -> bool {
    let task = match is_latest_value {
        true => Task::LatestValue,
        false => Task::ThreeBack,
    };
    let trainer = Trainer::new(task).ok();
    let is_there = trainer.is_some();
    TRAINER.set(trainer);
    is_there
}

/// Trains one step. Returns the loss, which is not a number if candle fails.
#[unsafe(no_mangle)]
pub extern "C" fn step() -> f32 {
    TRAINER.with_borrow_mut(|trainer| {
        let loss = trainer.as_mut().map(Trainer::step);
        loss.and_then(Result::ok).unwrap_or(f32::NAN)
    })
}
