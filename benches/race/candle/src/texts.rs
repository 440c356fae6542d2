//! Random numbers, and the texts of a step.

use crate::{LENGTH, N_TEXTS, N_TOKENS, Task};

/// SplitMix64, as in our core: candle's own generator needs a source of random bits from the browser.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number from 0 (included) to 1 (excluded).
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        (self.uniform() * end as f64) as usize
    }

    /// Returns a normal number with mean 0 and variance 1.
    pub(crate) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

/// The texts of a step, one after another.
pub(crate) struct Batch {
    pub(crate) tokens: Vec<u32>,
    /// The places of the tokens that have an answer.
    pub(crate) places: Vec<u32>,
    pub(crate) answers: Vec<u32>,
}

pub(crate) fn batch(task: Task, random: &mut Random) -> Batch {
    let mut batch = Batch {
        tokens: Vec::new(),
        places: Vec::new(),
        answers: Vec::new(),
    };
    for _ in 0..N_TEXTS {
        let text: Vec<usize> = (0..LENGTH).map(|at| token(task, at, random)).collect();
        for at in 0..LENGTH {
            if let Some(answer) = answer(task, &text, at) {
                batch.places.push((batch.tokens.len() + at) as u32);
                batch.answers.push(answer as u32);
            }
        }
        batch.tokens.extend(text.iter().map(|token| *token as u32));
    }
    batch
}

fn token(task: Task, at: usize, random: &mut Random) -> usize {
    let n_keys = N_TOKENS / 2;
    match task {
        Task::ThreeBack => random.below(N_TOKENS),
        Task::LatestValue if at % 2 == 1 => n_keys + random.below(n_keys),
        Task::LatestValue => random.below(n_keys),
    }
}

fn answer(task: Task, text: &[usize], at: usize) -> Option<usize> {
    match task {
        Task::ThreeBack => Some(text[at.checked_sub(3)?]),
        Task::LatestValue if at % 2 == 1 => None,
        Task::LatestValue => {
            let mut pairs = text[..at].chunks_exact(2).rev();
            let pair = pairs.find(|pair| pair[0] == text[at])?;
            Some(pair[1] - N_TOKENS / 2)
        }
    }
}
