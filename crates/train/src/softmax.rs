//! Softmax in `f32`, with an exponential that has the same bits on every machine.

use ndarray::ArrayViewMut1;

/// The number of results that a loop computes side by side, so that the compiler can use SIMD.
const LANES: usize = 8;

/// Why a row can be read as a slice.
pub(super) const IS_SLICE: &str = "the numbers of a row lie side by side";

/// Replaces scores by their softmax, `e^score / sum`.
pub(super) fn softmax(mut row: ArrayViewMut1<'_, f32>) {
    let sum = exponentials(row.view_mut());
    row /= sum;
}

/// Replaces each score by `e^(score - highest)`, which cannot overflow, and returns the sum. Divided by it, they are the
/// softmax.
pub(super) fn exponentials(mut row: ArrayViewMut1<'_, f32>) -> f32 {
    let scores = row.as_slice_mut().expect(IS_SLICE);
    let highest = highest(scores);
    for score in scores {
        *score = exp(*score - highest);
    }
    row.sum()
}

/// Returns the highest number, or minus infinity if there is none.
pub(super) fn highest(row: &[f32]) -> f32 {
    let higher = |one: f32, other: f32| if other > one { other } else { one };
    let chunks = row.chunks_exact(LANES);
    let rest = chunks.remainder().iter().copied();
    let mut lanes = [f32::NEG_INFINITY; LANES];
    for chunk in chunks {
        for (lane, number) in lanes.iter_mut().zip(chunk) {
            *lane = higher(*lane, *number);
        }
    }
    lanes
        .into_iter()
        .chain(rest)
        .fold(f32::NEG_INFINITY, higher)
}

/// Returns `e^x` for `x` up to 0, with a relative error below 2e-7. The exponentials of systems and browsers differ in their
/// last bits, and cannot be computed side by side.
///
/// With `x = n ln 2 + r`, `e^x` is `2^n` times a polynomial in `r`. Source of its coefficients: the function `expf` of the
/// Cephes library.
fn exp(x: f32) -> f32 {
    /// `1.5 × 2^23`: adding it leaves a whole number in the lowest bits of a sum.
    const WHOLE: f32 = 12_582_912.0;
    /// The logarithm of 2 in two parts, the first one with few digits, so that its products are exact.
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    /// Below this, `2^n` is no ordinary number any more.
    const LOWEST: f32 = -87.0;
    let x = if x < LOWEST { LOWEST } else { x };
    let whole = x * std::f32::consts::LOG2_E + WHOLE;
    let n = whole - WHOLE;
    let r = x - n * LN_2[0] - n * LN_2[1];
    let mut sum = 1.987_569_1e-4;
    for coefficient in [
        1.398_199_9e-3,
        8.333_452e-3,
        4.166_579_6e-2,
        0.166_666_66,
        0.5,
    ] {
        sum = sum * r + coefficient;
    }
    let power = (whole.to_bits() << 23).wrapping_add(1.0_f32.to_bits());
    (sum * r * r + r + 1.0) * f32::from_bits(power)
}

#[cfg(test)]
mod tests {
    use super::{exp, highest, softmax};

    #[test]
    fn the_exponential_is_right_to_seven_digits() {
        let worst = (0..=870_000).map(|step| step as f32 * -1e-4);
        let worst = worst.map(|x| {
            let right = f64::from(x).exp();
            (f64::from(exp(x)) - right).abs() / right
        });
        let worst = worst.fold(0.0, f64::max);
        assert!(worst < 2e-7, "{worst}");
        assert_eq!(exp(0.0), 1.0);
        assert!(exp(-1e30) < 2e-38);
    }

    #[test]
    fn softmax_adds_up_to_one() {
        let mut row = ndarray::Array1::from_iter((0..21).map(|place| 100.0 + place as f32));
        softmax(row.view_mut());
        assert!((row.sum() - 1.0).abs() < 1e-6);
        assert!((row[20] / row[19] - std::f32::consts::E).abs() < 1e-5);
        assert_eq!(highest(&[]), f32::NEG_INFINITY);
        assert_eq!(highest(&[-3.0, -1.0, -2.0]), -1.0);
    }
}
