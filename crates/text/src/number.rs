//! Numbers formatted for readers.

use std::fmt::{self, Write as _};

/// Shows a number with about four significant digits, a comma between thousands and a true
/// minus sign: `0.02649`, `2.414`, `6.283`, `62,832`, `2.60 × 10⁻⁷`.
///
/// ```
/// use phasor_text::number::Short;
///
/// assert_eq!(Short(62_831.853).to_string(), "62,832");
/// assert_eq!(Short(-0.026488616).to_string(), "−0.02649");
/// assert_eq!(Short(20.0).to_string(), "20");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Short(pub f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.abs();
        let minus = if self.0 < 0.0 { "−" } else { "" };
        if self.0 == self.0.trunc() && magnitude < 1e15 {
            return write!(f, "{minus}{}", Grouped(magnitude as u64));
        }
        // A number that rounds up to one more digit gets the decimals of that size.
        let decimals = match magnitude {
            m if m >= 999.95 => 0,
            m if m >= 99.995 => 1,
            m if m >= 9.9995 => 2,
            m if m >= 0.999_95 => 3,
            m if m >= 0.099_995 => 4,
            m if m >= 0.000_999_999_5 => 5,
            m if m >= 0.0001 => 6,
            _ => return write_power(f, minus, magnitude, 2, "\u{a0}×\u{a0}"),
        };
        if decimals == 0 {
            return write!(f, "{minus}{}", Grouped(magnitude.round() as u64));
        }
        write!(f, "{minus}{magnitude:.decimals$}")
    }
}

/// Writes `magnitude` with a power of ten, which follows a sign for "times": `2.60 × 10⁻⁷`.
fn write_power(
    f: &mut fmt::Formatter<'_>,
    minus: &str,
    magnitude: f64,
    decimals: usize,
    times: &str,
) -> fmt::Result {
    // A mantissa that rounds up to 10.00 belongs to the next power.
    let largest = 10.0 - 0.5 * 10f64.powi(-(decimals as i32));
    let exponent = (magnitude * 10.0 / largest).log10().floor();
    let mantissa = magnitude / 10f64.powf(exponent);
    let power = Superscript(exponent as i32);
    write!(f, "{minus}{mantissa:.decimals$}{times}10{power}")
}

/// Shows a number in a column: like [`Short`], but with a power of ten below 0.001 and from 100,000
/// on.
#[derive(Debug, Clone, Copy)]
pub struct Compact(pub f64);

impl fmt::Display for Compact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0.0 || (1e-3..1e5).contains(&self.0.abs()) {
            return write!(f, "{}", Short(self.0));
        }
        let minus = if self.0 < 0.0 { "−" } else { "" };
        let decimals = if self.0.abs() < 1.0 { 1 } else { 2 };
        write_power(f, minus, self.0.abs(), decimals, "×")
    }
}

/// Shows a magnitude in a small space, with about three digits: `3.18`, `0.057`, `4×10⁻⁴`.
#[derive(Debug, Clone, Copy)]
pub struct Brief(pub f64);

impl fmt::Display for Brief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minus, magnitude) = (if self.0 < 0.0 { "−" } else { "" }, self.0.abs());
        let decimals = match magnitude {
            0.0 => 0,
            m if m >= 99_999.5 => return write_power(f, minus, magnitude, 1, "×"),
            m if m >= 999.5 => return write!(f, "{}", Short(self.0.round())),
            m if m >= 100.0 => 0,
            m if m >= 10.0 => 1,
            m if m >= 1.0 => 2,
            m if m >= 0.01 => 3,
            m if m >= 0.001 => 4,
            _ => return write_power(f, minus, magnitude, 0, "×"),
        };
        write!(f, "{minus}{magnitude:.decimals$}")
    }
}

/// Shows a tick of an axis: like [`Short`], without trailing zeros.
#[derive(Debug, Clone, Copy)]
pub struct Tick(pub f64);

impl fmt::Display for Tick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Short(self.0).to_string();
        let has_zeros = text.contains('.') && !text.contains('×');
        let trimmed = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if has_zeros { trimmed } else { &text })
    }
}

/// Shows an amount of memory in B, KiB, MiB, GiB or TiB, with about four significant digits. A space that does not break
/// keeps number and unit on one line.
///
/// ```
/// use phasor_text::number::Bytes;
///
/// assert_eq!(Bytes(512.0).to_string(), "512\u{a0}B");
/// assert_eq!(Bytes(70_272.0).to_string(), "68.62\u{a0}KiB");
/// assert_eq!(Bytes(17_179_869_184.0).to_string(), "16\u{a0}GiB");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Bytes(pub f64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = ["B", "KiB", "MiB", "GiB"];
        let mut number = self.0;
        for unit in units {
            // A number that rounds up to 1,024 belongs to the next unit.
            if number < 1023.5 {
                return write!(f, "{}\u{a0}{unit}", Tick(number));
            }
            number /= 1024.0;
        }
        write!(f, "{}\u{a0}TiB", Tick(number))
    }
}

/// Shows a whole number with a comma between thousands.
#[derive(Debug, Clone, Copy)]
pub struct Grouped(pub u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 1000 {
            return write!(f, "{}", self.0);
        }
        write!(f, "{},{:03}", Grouped(self.0 / 1000), self.0 % 1000)
    }
}

/// Shows a number with as many decimals as the format asks for and a true minus sign.
///
/// ```
/// use phasor_text::number::Fixed;
///
/// assert_eq!(format!("{:.3}", Fixed(-0.45196)), "−0.452");
/// assert_eq!(format!("{:.2}", Fixed(-0.001)), "0.00");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Fixed(pub f64);

impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(0);
        let vanishes = self.0.abs() < 0.5 / 10f64.powi(decimals as i32);
        let minus = if self.0 < 0.0 && !vanishes { "−" } else { "" };
        write!(f, "{minus}{:.decimals$}", self.0.abs())
    }
}

/// Shows a share from 0 to 1 in per cent. Only a share that is 1 up to rounding errors is shown as 100%.
///
/// ```
/// use phasor_text::number::Percent;
///
/// assert_eq!(Percent(0.031).to_string(), "3.1%");
/// assert_eq!(Percent(0.4196).to_string(), "42%");
/// assert_eq!(Percent(0.999_999_9).to_string(), "99.999%");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Percent(pub f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const ALL: f64 = 100.0 - 1e-7;
        let percent = 100.0 * self.0;
        match percent {
            99.0..ALL => write!(f, "{:.3}%", Fixed(percent.min(99.999))),
            20.0.. => write!(f, "{}%", Short(percent.round())),
            _ => write!(f, "{:.1}%", Fixed(percent)),
        }
    }
}

/// Shows a whole number in superscript digits.
#[derive(Debug, Clone, Copy)]
pub struct Superscript(pub i32);

impl fmt::Display for Superscript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 {
            f.write_str("⁻")?;
        }
        let magnitude = self.0.unsigned_abs();
        if magnitude >= 10 {
            write!(f, "{}", Superscript((magnitude / 10) as i32))?;
        }
        let digit = match magnitude % 10 {
            0 => '⁰',
            1 => '¹',
            2 => '²',
            3 => '³',
            digit => char::from_u32('⁰' as u32 + digit)
                .expect("from 4 on, the superscript digits follow each other"),
        };
        write!(f, "{digit}")
    }
}

/// Writes infinity, or that there is no number.
fn not_finite(number: f64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(match number {
        f64::INFINITY => "∞",
        f64::NEG_INFINITY => "−∞",
        _ => "NaN",
    })
}

/// Shows a position: whole ones without decimals, others with at most three.
///
/// ```
/// use phasor_text::number::Place;
///
/// assert_eq!(Place(1234.0).to_string(), "1,234");
/// assert_eq!(Place(-0.5).to_string(), "−0.500");
/// assert_eq!((Place(f64::NAN).to_string(), Place(-f64::INFINITY).to_string()), ("NaN".into(), "−∞".into()));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Place(pub f64);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minus = if self.0 < 0.0 { "−" } else { "" };
        let magnitude = self.0.abs();
        if !magnitude.is_finite() {
            return not_finite(self.0, f);
        }
        if magnitude == magnitude.trunc() {
            return write!(f, "{minus}{}", Grouped(magnitude as u64));
        }
        write!(f, "{minus}{}", Grouped(magnitude as u64))?;
        let decimals = if magnitude < 10.0 { 3 } else { 2 };
        let fraction = format!("{:.decimals$}", magnitude.fract());
        // A fraction that rounds up to 1 is cut off instead.
        let largest = if decimals == 3 { ".999" } else { ".99" };
        f.write_str(fraction.strip_prefix('0').unwrap_or(largest))
    }
}

/// Shows a number with seven significant digits: `1.138629`, `500,000`, `3.102344 × 10⁻⁷`.
///
/// ```
/// use phasor_text::number::Digits;
///
/// assert_eq!(Digits(1.138_629_436).to_string(), "1.138629");
/// assert_eq!(Digits(3.102_344_2e-7).to_string(), "3.102344 × 10⁻⁷");
/// assert_eq!(Digits(500_000.0).to_string(), "500,000");
/// assert_eq!(Digits(2_025_309.3).to_string(), "2,025,309");
/// assert_eq!(Digits(0.5).to_string(), "0.5");
/// assert_eq!(Digits(f64::NAN).to_string(), "NaN");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Digits(pub f64);

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minus, magnitude) = (if self.0 < 0.0 { "−" } else { "" }, self.0.abs());
        if !magnitude.is_finite() {
            return not_finite(self.0, f);
        }
        if magnitude == magnitude.trunc() && magnitude < 1e15 {
            return write!(f, "{minus}{}", Grouped(magnitude as u64));
        }
        // The exponent of the number after it is rounded to seven digits.
        let text = format!("{magnitude:.6e}");
        let parts = text.split_once('e');
        let (digits, exponent) = parts.expect("this format writes an exponent");
        let exponent: i32 = exponent.parse().expect("an exponent is a whole number");
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
                let whole = whole.parse().expect("at most six digits are a number");
                let whole = Grouped(whole);
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

/// Shows a number as computers write it, with a power of ten instead of many zeros: `0.05`, `1e21`.
///
/// ```
/// use phasor_text::number::Plain;
///
/// assert_eq!(Plain(10_000.0).to_string(), "10000");
/// assert_eq!(Plain(1e21).to_string(), "1e21");
/// ```
#[derive(Clone, Copy)]
pub struct Plain(pub f64);

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.abs() {
            0.0 | 1e-6..1e16 => write!(f, "{}", self.0),
            _ => write!(f, "{:e}", self.0),
        }
    }
}

/// Rounds a number to `digits` significant digits by `rounding`. What is not above 10⁻³⁰⁰ stays as it is.
///
/// ```
/// use phasor_text::number::to_digits;
///
/// assert_eq!(to_digits(0.014_142, 3, f64::round), 0.0141);
/// assert_eq!(to_digits(0.014_142, 3, f64::ceil), 0.0142);
/// assert_eq!(to_digits(62_831.853, 3, f64::round), 62_800.0);
/// ```
#[must_use]
pub fn to_digits(number: f64, digits: u8, rounding: impl Fn(f64) -> f64) -> f64 {
    if !(1e-300..).contains(&number) {
        return number;
    }
    let unit = 10f64.powf(number.log10().floor() - f64::from(digits) + 1.0);
    // The inverse of a unit below 1 is exact, the unit itself is not.
    if unit < 1.0 {
        let inverse = (1.0 / unit).round();
        return rounding(number * inverse) / inverse;
    }
    rounding(number / unit) * unit.round()
}

/// Returns `number` with a comma between thousands, as in prose.
///
/// ```
/// assert_eq!(phasor_text::number::grouped(-1234567.5), "−1,234,567.5");
/// ```
#[must_use]
pub fn grouped(number: f64) -> String {
    let digits = number.abs().to_string();
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let mut text = String::from(if number < 0.0 { "−" } else { "" });
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if !fraction.is_empty() {
        // Writing to a `String` cannot fail.
        let _ = write!(text, ".{fraction}");
    }
    text
}
