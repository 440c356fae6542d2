//! AdamW, with a schedule and clipped gradients.

use super::{Kind, Parameters};

/// How the step size changes while training goes on: a warm-up, then half a cosine down to a small part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Schedule {
    /// The largest step size.
    pub highest: f32,
    /// The number of steps of the warm-up.
    pub warm_up: usize,
    /// The number of all steps.
    pub n_steps: usize,
    /// The last step size as a part of the largest.
    pub floor: f32,
}

impl Schedule {
    /// Returns the usual schedule of a race.
    #[must_use]
    pub fn new(n_steps: usize) -> Self {
        Self {
            highest: 3e-3,
            warm_up: 20,
            n_steps,
            floor: 0.05,
        }
    }

    /// Returns the step size of a step, counted from 0.
    ///
    /// ```
    /// use phasor_train::Schedule;
    ///
    /// let schedule = Schedule::new(400);
    /// assert!((schedule.at(0) - 3e-3 / 20.0).abs() < 1e-9);
    /// assert!((schedule.at(400) - 0.05 * 3e-3).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn at(&self, step: usize) -> f32 {
        let done = step as f64 / self.n_steps as f64;
        let cosine = 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
        let floor = f64::from(self.floor);
        let warm = ((step + 1) as f64 / self.warm_up as f64).min(1.0);
        (f64::from(self.highest) * warm * (floor + (1.0 - floor) * cosine)) as f32
    }
}

/// AdamW: each number moves by the mean of its recent gradients over the root of their mean square; weights also decay.
///
/// Source: Loshchilov and Hutter 2019, *Decoupled Weight Decay Regularization*, algorithm 2.
#[derive(Debug, Clone)]
pub struct AdamW {
    mean: Parameters,
    square: Parameters,
    n_steps: i32,
}

/// The parts of the means that stay from one step to the next.
const STAY: (f32, f32) = (0.9, 0.99);
/// Keeps a number without gradients where it is.
const EPSILON: f32 = 1e-8;
/// The part of a weight that decays with step size 1.
const DECAY: f32 = 0.01;
/// The largest norm of all gradients together.
const LONGEST: f32 = 1.0;

impl AdamW {
    /// Starts with no gradients.
    #[must_use]
    pub fn new(parameters: &Parameters) -> Self {
        Self {
            mean: parameters.zeros(),
            square: parameters.zeros(),
            n_steps: 0,
        }
    }

    /// Moves every number of `parameters` by its gradient.
    pub fn step(&mut self, parameters: &mut Parameters, gradients: &Parameters, step_size: f32) {
        self.n_steps += 1;
        let norm: f32 = gradients
            .groups()
            .map(|(_, _, group)| group.fold(0.0, |sum, g| sum + g * g))
            .sum();
        let shorter = (LONGEST / (norm.sqrt() + 1e-6)).min(1.0);
        let unbiased = (
            1.0 - STAY.0.powi(self.n_steps),
            1.0 - STAY.1.powi(self.n_steps),
        );
        let means = self.mean.groups_mut().zip(self.square.groups_mut());
        let groups = parameters.groups_mut().zip(gradients.groups()).zip(means);
        for (((_, kind, group), (_, _, gradient)), ((_, _, mean), (_, _, square))) in groups {
            let decay = match kind {
                Kind::Weight => 1.0 - step_size * DECAY,
                Kind::Other => 1.0,
            };
            ndarray::Zip::from(group)
                .and(gradient)
                .and(mean)
                .and(square)
                .for_each(|number, g, mean, square| {
                    let g = shorter * g;
                    *mean = STAY.0 * *mean + (1.0 - STAY.0) * g;
                    *square = STAY.1 * *square + (1.0 - STAY.1) * g * g;
                    let root = (*square / unbiased.1).sqrt() + EPSILON;
                    *number = decay * *number - step_size * (*mean / unbiased.0) / root;
                });
        }
    }
}
