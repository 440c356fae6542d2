//! The numbers that a parameter accepts, and how a slider spaces them.

use phasor_text::Scale;
use phasor_text::number::{grouped, to_digits};

/// A range of numbers that a parameter accepts, both ends included.
///
/// ```
/// use phasor_params::Range;
///
/// let even = Range::whole(2.0, 1024.0).multiples_of(2.0).log().snapping(&[64.0]);
/// assert!(even.contains(128.0) && !even.contains(129.0));
/// assert_eq!(even.accepted(), "an even number from 2 to 1,024");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The smallest number.
    pub min: f64,
    /// The largest number.
    pub max: f64,
    /// Only multiples of this are accepted; 0 accepts fractions.
    pub multiple_of: f64,
    /// The spacing on a slider.
    pub scale: Scale,
    /// How many steps a linear slider has from one whole number to the next.
    pub steps_per_unit: f64,
    /// Values that a slider snaps to.
    pub snaps: &'static [f64],
    /// What is beyond the ends.
    pub ends: Ends,
}

/// What is beyond the ends of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// Nothing: a pointer past an end stays there.
    Apart,
    /// The other end, as for angles: a pointer past an end goes on from the other.
    Joined,
}

impl Range {
    /// Every number from `min` to `max`, evenly spaced on a slider.
    #[must_use]
    pub const fn real(min: f64, max: f64) -> Self {
        Self {
            min,
            max,
            multiple_of: 0.0,
            scale: Scale::Linear,
            steps_per_unit: 1.0,
            snaps: &[],
            ends: Ends::Apart,
        }
    }

    /// The whole numbers from `min` to `max`, evenly spaced on a slider.
    #[must_use]
    pub const fn whole(min: f64, max: f64) -> Self {
        Self::real(min, max).multiples_of(1.0)
    }

    /// Accepts only multiples of `step`.
    #[must_use]
    pub const fn multiples_of(self, step: f64) -> Self {
        Self {
            multiple_of: step,
            ..self
        }
    }

    /// Spaces a slider by ratios.
    #[must_use]
    pub const fn log(self) -> Self {
        Self {
            scale: Scale::Log,
            ..self
        }
    }

    /// Every share from 0 to 1, in steps of a hundredth on a slider.
    #[must_use]
    pub const fn share() -> Self {
        Self {
            steps_per_unit: 100.0,
            ..Self::real(0.0, 1.0)
        }
    }

    /// Lets a slider snap to `snaps`.
    #[must_use]
    pub const fn snapping(self, snaps: &'static [f64]) -> Self {
        Self { snaps, ..self }
    }

    /// Joins the ends, as those of angles are.
    #[must_use]
    pub const fn joined(self) -> Self {
        Self {
            ends: Ends::Joined,
            ..self
        }
    }

    /// Returns `number`, or the number that continues from the other end if the ends are joined and it is past one.
    #[must_use]
    pub fn joined_at(&self, number: f64) -> f64 {
        let is_inside = self.min <= number && number <= self.max;
        match self.ends {
            Ends::Joined if !is_inside => {
                remainder(number - self.min, self.max - self.min) + self.min
            }
            _ => number,
        }
    }

    /// Returns `true` if `number` is accepted.
    #[must_use]
    pub fn contains(&self, number: f64) -> bool {
        let stepped = self.multiple_of == 0.0 || remainder(number, self.multiple_of) == 0.0;
        number >= self.min && number <= self.max && stepped
    }

    /// Returns the accepted number nearest to `number`.
    #[must_use]
    pub fn nearest(&self, number: f64) -> f64 {
        let stepped = match self.multiple_of {
            0.0 => number,
            step => (number / step).round() * step,
        };
        stepped.clamp(self.min, self.max)
    }

    /// Returns the number at `part`, from 0 to 1, of the way from `from` to `to` at constant speed
    /// along a slider.
    #[must_use]
    pub fn between(&self, from: f64, to: f64, part: f64) -> f64 {
        let number = match part {
            _ if part >= 1.0 => to,
            _ => self.scale.number(part, from, to),
        };
        number.clamp(self.min, self.max)
    }

    /// Returns the place of `number` on a slider, from 0 to 1.
    #[must_use]
    pub fn fraction(&self, number: f64) -> f64 {
        let fraction = self.scale.fraction(number, self.min, self.max);
        if fraction.is_finite() {
            fraction.clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    /// Returns the number at `fraction` of a slider: a snap if one is near, otherwise a number
    /// rounded to be short, to three digits on a logarithmic slider and to a step on a linear one.
    #[must_use]
    pub fn at_fraction(&self, fraction: f64) -> f64 {
        const REACH: f64 = 0.008;
        let near = |snap: &&f64| (self.fraction(**snap) - fraction).abs() < REACH;
        if let Some(snap) = self.snaps.iter().find(near) {
            return *snap;
        }
        // Rounded numbers would not reach the ends of every range.
        if fraction <= 0.0 {
            return self.min;
        }
        if fraction >= 1.0 {
            return self.max;
        }
        let number = self.scale.number(fraction, self.min, self.max);
        let number = match self.scale {
            Scale::Linear => self.rounded(number),
            Scale::Log => three_digits(number),
        };
        self.nearest(number)
    }

    /// Returns the next number for a key press from `number`, by a small or a large step. A step
    /// stops at a snap in between.
    #[must_use]
    pub fn stepped(&self, number: f64, up: bool, is_large: bool) -> f64 {
        let finest = if self.multiple_of == 0.0 {
            1.0 / self.steps_per_unit
        } else {
            self.multiple_of
        };
        let size = match (self.scale, is_large) {
            (Scale::Linear, false) => finest,
            (Scale::Linear, true) => self.rounded((self.max - self.min) / 10.0).max(finest),
            (Scale::Log, false) => {
                three_digits(number * 0.05).max(finest.min(self.min / 4.0).max(self.multiple_of))
            }
            (Scale::Log, true) if up => number,
            (Scale::Log, true) => number / 2.0,
        };
        let target = if up { number + size } else { number - size };
        let target = match self.scale {
            // A whole step keeps a fraction; the sum of smaller ones would collect digits.
            Scale::Linear if finest < 1.0 => self.rounded(target),
            Scale::Linear => target,
            Scale::Log => three_digits(target),
        };
        let on_the_way = |snap: &&f64| match up {
            true => number < **snap && **snap < target,
            false => target < **snap && **snap < number,
        };
        let snap = self.snaps.iter().find(on_the_way);
        let reached = self.nearest(snap.copied().unwrap_or(target));
        // A number outside the range must not move against the direction of the press.
        if up {
            reached.max(number)
        } else {
            reached.min(number)
        }
    }

    /// Returns `number` rounded to a step of a linear slider.
    fn rounded(&self, number: f64) -> f64 {
        (number * self.steps_per_unit).round() / self.steps_per_unit
    }

    /// Returns a description of the accepted numbers, as the object of "must be".
    #[must_use]
    pub fn accepted(&self) -> String {
        let (min, max) = (grouped(self.min), grouped(self.max));
        match self.multiple_of {
            0.0 => format!("a number from {min} to {max}"),
            1.0 => format!("a whole number from {min} to {max}"),
            2.0 => format!("an even number from {min} to {max}"),
            step => format!("a multiple of {} from {min} to {max}", grouped(step)),
        }
    }
}

/// Returns `number` minus the largest multiple of `divisor` below it. The operator `%` is also
/// exact for quotients beyond 2^53, but for that it adds long division to every program.
pub(super) fn remainder(number: f64, divisor: f64) -> f64 {
    number - (number / divisor).floor() * divisor
}

fn three_digits(number: f64) -> f64 {
    to_digits(number, 3, f64::round)
}
