//! How numbers are spread along a line, such as a slider or an axis.

/// The spacing of numbers along a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences.
    Linear,
    /// Equal ratios; both ends must be above 0.
    Log,
}

impl Scale {
    /// Returns where `number` is on the way from `low`, 0, to `high`, 1.
    ///
    /// ```
    /// assert_eq!(phasor_text::Scale::Log.fraction(10.0, 1.0, 100.0), 0.5);
    /// ```
    #[must_use]
    pub fn fraction(self, number: f64, low: f64, high: f64) -> f64 {
        match self {
            Self::Linear => (number - low) / (high - low),
            Self::Log => (number / low).ln() / (high / low).ln(),
        }
    }

    /// Returns the number at `fraction` of the way from `low` to `high`; the inverse of [`fraction`](Self::fraction).
    #[must_use]
    pub fn number(self, fraction: f64, low: f64, high: f64) -> f64 {
        match self {
            Self::Linear => low + fraction * (high - low),
            Self::Log => low * (high / low).powf(fraction),
        }
    }
}
