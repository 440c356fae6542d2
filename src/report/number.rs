//! Numbers with as many digits as engineers compare.

use std::fmt;

use crate::figure::number::{Grouped, Superscript};

/// Shows a number with seven significant digits: `1.138629`, `500,000`, `3.102344 × 10⁻⁷`.
///
/// ```
/// use phasor::report::number::Digits;
///
/// assert_eq!(Digits(1.138_629_436).to_string(), "1.138629");
/// assert_eq!(Digits(3.102_344_2e-7).to_string(), "3.102344 × 10⁻⁷");
/// assert_eq!(Digits(500_000.0).to_string(), "500,000");
/// assert_eq!(Digits(2_025_309.3).to_string(), "2,025,309");
/// assert_eq!(Digits(0.5).to_string(), "0.5");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Digits(pub f64);

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minus, magnitude) = (if self.0 < 0.0 { "−" } else { "" }, self.0.abs());
        if magnitude.is_infinite() {
            return write!(f, "{minus}∞");
        }
        if magnitude == magnitude.trunc() && magnitude < 1e15 {
            return write!(f, "{minus}{}", Grouped(magnitude as u64));
        }
        // The exponent of the number after it is rounded to seven digits.
        let text = format!("{magnitude:.6e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let exponent: i32 = exponent.parse().unwrap_or_default();
        let without_zeros = |text: &str| {
            let is_fraction = text.contains('.');
            let short = text.trim_end_matches('0').trim_end_matches('.');
            if is_fraction { short } else { text }.to_owned()
        };
        match exponent {
            -4..=2 => {
                let text = format!("{magnitude:.*}", (6 - exponent) as usize);
                write!(f, "{minus}{}", without_zeros(&text))
            }
            3..=5 => {
                let text = format!("{magnitude:.*}", (6 - exponent) as usize);
                let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
                let part = part.trim_end_matches('0');
                let point = if part.is_empty() { "" } else { "." };
                let whole = Grouped(whole.parse().unwrap_or_default());
                write!(f, "{minus}{whole}{point}{part}")
            }
            6..=14 => write!(f, "{minus}{}", Grouped(magnitude.round() as u64)),
            _ => {
                let digits = without_zeros(digits);
                write!(f, "{minus}{digits} × 10{}", Superscript(exponent))
            }
        }
    }
}
