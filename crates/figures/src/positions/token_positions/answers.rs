//! What a real language model, SmolLM2 135M, says next in the states of the presets. A test of its program computes all of
//! this again.

use std::sync::LazyLock;

use super::program::Program;
use super::text_run::TextRun;
use crate::{Spec, query};

/// The number of words that are stored for each state.
pub const N_WORDS: usize = 3;

/// The most probable next words, each with its probability in per cent.
pub type Answer = [(&'static str, f64); N_WORDS];

/// The states whose answers are stored, as queries.
pub const STATES: &[(&str, Answer)] = &[
    (
        "layout=pad*3+The+capital+of+France+is",
        [(" Paris", 77.3), (" the", 6.5), (" London", 1.2)],
    ),
    (
        "layout=pad*3+The+capital+of+France+is&padding-mask=open",
        [(" a", 24.3), (" the", 8.7), (" not", 5.1)],
    ),
    (
        "layout=pad*3+The+capital+of+France+is&padding=counted",
        [(" Paris", 77.3), (" the", 6.5), (" London", 1.2)],
    ),
    (
        "layout=pad*3+The+capital+of+France+is&padding=counted&padding-mask=open",
        [(" Paris", 23.6), (" the", 10.0), (" a", 5.0)],
    ),
    (
        "layout=pad*3+The+capital+of+France+is&padding=unfilled",
        [(" Paris", 77.3), (" the", 6.5), (" London", 1.2)],
    ),
    (
        "layout=pad*3+The+capital+of+France+is&padding=unfilled&padding-mask=open",
        [(" Paris", 14.7), (" the", 11.6), (" a", 9.0)],
    ),
    (
        "layout=I+like+green+apples+|+The+capital+of+France+is",
        [(" Paris", 77.3), (" the", 6.5), (" London", 1.2)],
    ),
    (
        "layout=I+like+green+apples+|+The+capital+of+France+is&document-mask=open",
        [(" a", 11.3), (" the", 7.7), (" not", 4.2)],
    ),
    (
        "layout=I+like+green+apples+|+The+capital+of+France+is&borders=continued",
        [(" Paris", 77.3), (" the", 6.5), (" London", 1.2)],
    ),
    (
        "layout=I+like+green+apples+|+The+capital+of+France+is&borders=continued&document-mask=open",
        [(" Paris", 76.7), (" Lyon", 3.9), (" not", 1.8)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is",
        [(" Paris", 77.3), (" the", 6.5), (" London", 1.2)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&padding-mask=open",
        [(" a", 24.3), (" the", 8.7), (" not", 5.1)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&padding=counted",
        [(" Paris", 77.3), (" the", 6.5), (" London", 1.2)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&padding=counted&padding-mask=open",
        [(" Paris", 23.6), (" the", 10.0), (" a", 5.0)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&padding=unfilled",
        [(" Paris", 77.3), (" the", 6.5), (" London", 1.2)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&padding=unfilled&padding-mask=open",
        [(" Paris", 14.7), (" the", 11.6), (" a", 9.0)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=after-largest",
        [(" Paris", 77.3), (" the", 6.5), (" London", 1.2)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=after-largest&padding-mask=open",
        [(" a", 24.3), (" the", 8.7), (" not", 5.1)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=after-largest&padding=counted",
        [(" Paris", 77.3), (" the", 6.5), (" London", 1.2)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=after-largest&padding=counted&padding-mask=open",
        [(" Paris", 23.6), (" the", 10.0), (" a", 5.0)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=after-largest&padding=unfilled",
        [(" Paris", 77.3), (" the", 6.5), (" London", 1.2)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=after-largest&padding=unfilled&padding-mask=open",
        [(" Paris", 14.7), (" the", 11.6), (" a", 9.0)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=cache-length",
        [(" Paris", 49.1), (" the", 7.9), (" ", 2.3)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=cache-length&padding-mask=open",
        [(" a", 14.2), (" the", 7.1), (" not", 5.8)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=cache-length&padding=counted",
        [(" Paris", 77.3), (" the", 6.5), (" London", 1.2)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=cache-length&padding=counted&padding-mask=open",
        [(" Paris", 23.6), (" the", 10.0), (" a", 5.0)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=cache-length&padding=unfilled",
        [(" Paris", 49.1), (" the", 7.9), (" ", 2.3)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=cache-length&padding=unfilled&padding-mask=open",
        [(" a", 10.6), (" the", 8.1), (" not", 4.9)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=reset",
        [(" Paris", 39.9), (" the", 12.9), (" ", 3.9)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=reset&padding-mask=open",
        [(" a", 25.9), (" the", 7.2), (" not", 6.5)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=reset&padding=counted",
        [(" Paris", 48.6), (" the", 7.6), (" ", 3.8)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=reset&padding=counted&padding-mask=open",
        [(" a", 36.3), (" the", 4.7), (" not", 4.4)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=reset&padding=unfilled",
        [(" Paris", 39.9), (" the", 12.9), (" ", 3.9)],
    ),
    (
        "layout=pad*3+The+capital+<past>+of+France+is&past=reset&padding=unfilled&padding-mask=open",
        [(" a", 16.9), (" the", 9.2), (" not", 7.3)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=evicted",
        [(" Paris", 49.6), (" the", 9.6), (" not", 6.8)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=evicted&first-tokens=0",
        [(" the", 57.2), (" called", 10.8), (" The", 3.8)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=evicted&stored-keys=unchanged",
        [(" Paris", 16.3), (" the", 8.0), (" France", 4.4)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=evicted&stored-keys=unchanged&first-tokens=0",
        [(" the", 72.6), (" The", 10.1), (",", 3.5)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=evicted&past=reset",
        [(" Paris", 22.5), (" the", 9.0), (" ", 3.2)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=evicted&past=reset&first-tokens=0",
        [(" the", 76.7), (" The", 18.1), (" \"", 0.9)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=evicted&past=reset&stored-keys=unchanged",
        [(" the", 9.2), (" ", 8.0), (" Paris", 6.4)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=evicted&past=reset&stored-keys=unchanged&first-tokens=0",
        [(" the", 51.4), (" is", 14.2), (" The", 4.9)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=reused&first-tokens=5",
        [(" Paris", 79.4), (" the", 2.8), (" Lyon", 1.6)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=reused&first-tokens=5&stored-keys=unchanged",
        [(" Paris", 15.6), (" the", 8.1), (" not", 4.4)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=reused&first-tokens=5&past=reset",
        [(" a", 15.1), (" the", 10.8), (" not", 5.2)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&cache-event=reused&first-tokens=5&past=reset&stored-keys=unchanged",
        [(" the", 10.6), (" a", 10.6), (" Paris", 5.9)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is",
        [(" Paris", 25.6), (" France", 17.7), (" the", 11.0)],
    ),
    (
        "layout=I+like+green+apples+.+The+capital+<past>+of+France+is&past=reset",
        [(" a", 14.8), (" the", 9.8), (" not", 5.3)],
    ),
];

/// Returns what the model reads in a state; `None` if it cannot read the tokens.
#[must_use]
pub fn run(spec: &Spec) -> Option<TextRun> {
    let program = Program::of(spec);
    let layout = spec.layout().layout(program.rule).ok()?;
    TextRun::new(spec.layout(), &layout, &program)
}

/// Returns the stored answer in a state; `None` if there is none.
#[must_use]
pub fn stored(spec: &Spec) -> Option<Answer> {
    find(&run(spec)?)
}

static RUNS: LazyLock<Vec<(TextRun, Answer)>> = LazyLock::new(|| {
    let states = STATES.iter().map(|(state, answer)| {
        let (spec, _) = query::parse(state);
        Some((run(&spec)?, *answer))
    });
    states.flatten().collect()
});

/// Returns the stored answer of the model that reads this.
pub(super) fn find(wanted: &TextRun) -> Option<Answer> {
    let mut runs = RUNS.iter();
    let (_, answer) = runs.find(|(run, _)| run == wanted)?;
    Some(*answer)
}
