//! The movement that is left when a pointer lets go of something in motion.

/// What is left of it after a sixtieth of a second.
const LEFT: f64 = 0.95;
/// Below this speed, in tokens per second, it ends.
const LEAST: f64 = 0.3;
/// A faster hand, in tokens per second, counts as this fast.
const MOST: f64 = 400.0;
/// A pointer that rests this many milliseconds before it lets go has stopped.
const RESTED_MILLIS: f64 = 80.0;
/// Over this many milliseconds, the speed of a pointer is averaged.
const AVERAGED_MILLIS: f64 = 40.0;

/// The speed in addition to that of the clock, in tokens per second.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Coast(f64);

impl Coast {
    /// Creates a movement that begins at `tokens_per_sec` while the clock adds `clock` of them.
    #[must_use]
    pub fn new(tokens_per_sec: f64, clock: f64) -> Self {
        Self(tokens_per_sec.clamp(-MOST, MOST) - clock)
    }

    /// Returns whether there is no movement left.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.0 == 0.0
    }

    /// Lets `secs` pass, and returns the way in tokens. The way does not depend on the number of frames.
    pub fn pass(&mut self, secs: f64) -> f64 {
        let before = self.0;
        // The speed is `before LEFT^(60 t)`; this is its integral.
        let rate = -60.0 * LEFT.ln();
        self.0 *= (-rate * secs).exp();
        let way = (before - self.0) / rate;
        if self.0.abs() < LEAST {
            self.0 = 0.0;
        }
        way
    }
}

/// The speed of a position that a pointer drags.
#[derive(Debug, Clone, Copy)]
pub struct Flick {
    position: f64,
    at_millis: f64,
    tokens_per_sec: f64,
}

impl Flick {
    /// Begins at rest.
    #[must_use]
    pub fn new(position: f64, at_millis: f64) -> Self {
        Self {
            position,
            at_millis,
            tokens_per_sec: 0.0,
        }
    }

    /// Notes where the position is now.
    pub fn note(&mut self, position: f64, at_millis: f64) {
        let millis = at_millis - self.at_millis;
        if millis <= 0.0 {
            return;
        }
        let now = (position - self.position) * 1000.0 / millis;
        let weight = 1.0 - (-millis / AVERAGED_MILLIS).exp();
        self.tokens_per_sec += weight * (now - self.tokens_per_sec);
        (self.position, self.at_millis) = (position, at_millis);
    }

    /// Returns the speed in tokens per second when the pointer lets go.
    #[must_use]
    pub fn end(&self, at_millis: f64) -> f64 {
        if at_millis - self.at_millis > RESTED_MILLIS {
            0.0
        } else {
            self.tokens_per_sec
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Coast, Flick};

    #[test]
    fn a_coast_goes_equally_far_in_any_number_of_frames() {
        let way = |n_frames: u32| -> f64 {
            let mut coast = Coast::new(60.0, 4.0);
            (0..n_frames)
                .map(|_| coast.pass(1.0 / f64::from(n_frames)))
                .sum()
        };
        assert!((way(60) - way(144)).abs() < 1e-9 && (way(60) - way(7)).abs() < 1e-9);
        // At 60 frames a second, each has 95% of the speed of the one before.
        let mut coast = Coast::new(60.0, 4.0);
        coast.pass(1.0 / 60.0);
        assert!((coast.0 - 56.0 * 0.95).abs() < 1e-9);
    }

    #[test]
    fn a_coast_ends() {
        let mut coast = Coast::new(-1e9, 4.0);
        let n_frames = (0..1000).take_while(|_| {
            coast.pass(1.0 / 60.0);
            !coast.is_over()
        });
        assert!((100..200).contains(&n_frames.count()));
    }

    #[test]
    fn a_pointer_lets_go_with_its_own_speed_or_at_rest() {
        let mut flick = Flick::new(10.0, 0.0);
        for step in 1..20 {
            flick.note(10.0 + f64::from(step), 10.0 * f64::from(step));
        }
        assert!((flick.end(195.0) - 100.0).abs() < 2.0);
        assert_eq!(flick.end(400.0), 0.0);
    }
}
