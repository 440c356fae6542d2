//! Exponentials of many numbers at once.
//!
//! `f32::exp` is a call for each number, which in a browser costs a tenth of the whole pass. These loops have neither calls
//! nor branches, so the compiler makes vector instructions of them.

use fearless_simd::{Level, dispatch};

/// Returns e to the power of `x`, which is at most 0, with a relative error below 3e-7; 0 below -87, where it would no longer
/// be a normal number. NaN stays NaN.
///
/// With the whole number `n` that is nearest to `x / ln 2`, `e^x = 2^n e^(x - n ln 2)`, and the last exponent is at most
/// `ln 2 / 2`, where six terms of the series suffice.
#[inline(always)]
fn exp(x: f32) -> f32 {
    const LOWEST: f32 = -87.0;
    /// So large that a sum with it is a whole number, which stands in its lowest bits.
    const ROUNDING: f32 = 12_582_912.0;
    /// The logarithm of 2 as a sum, whose first part has few bits, so that `n` times it is exact.
    const LN_2: (f32, f32) = (0.693_359_4, -2.121_944_4e-4);
    let clamped = if x < LOWEST { LOWEST } else { x };
    let rounded = clamped * std::f32::consts::LOG2_E + ROUNDING;
    let n = rounded - ROUNDING;
    let f = (clamped - n * LN_2.0) - n * LN_2.1;
    let tail = 1.0 / 6.0 + f * (1.0 / 24.0 + f * (1.0 / 120.0 + f * (1.0 / 720.0)));
    let power = 1.0 + f * (1.0 + f * (0.5 + f * tail));
    // Adding n to the exponent multiplies by 2^n.
    let bits = power.to_bits().wrapping_add(rounded.to_bits() << 23);
    if x < LOWEST {
        0.0
    } else {
        f32::from_bits(bits)
    }
}

/// Replaces scores by their exponentials, divided so that they add up to 1.
pub(crate) fn softmax(scores: &mut [f32]) {
    dispatch!(Level::new(), _simd => softmax_loops(scores));
}

#[inline(always)]
fn softmax_loops(scores: &mut [f32]) {
    let largest = reduced(scores, f32::NEG_INFINITY, |a, b| if a > b { a } else { b });
    for score in scores.iter_mut() {
        *score = exp(*score - largest);
    }
    let scale = 1.0 / reduced(scores, 0.0, |a, b| a + b);
    for score in scores {
        *score *= scale;
    }
}

/// Combines all numbers, in an order that vector instructions can keep.
#[inline(always)]
fn reduced(numbers: &[f32], first: f32, combine: impl Fn(f32, f32) -> f32) -> f32 {
    let mut lanes = [first; 16];
    let (chunks, rest) = numbers.as_chunks::<16>();
    for chunk in chunks {
        for (lane, number) in lanes.iter_mut().zip(chunk) {
            *lane = combine(*lane, *number);
        }
    }
    lanes.iter().chain(rest).copied().fold(first, combine)
}

/// Replaces each gate by `silu(gate) x up`: the gate times the logistic function of it, times the other factor.
pub(crate) fn gate(gates: &mut [f32], ups: &[f32]) {
    dispatch!(Level::new(), _simd => gate_loop(gates, ups));
}

#[inline(always)]
fn gate_loop(gates: &mut [f32], ups: &[f32]) {
    for (gate, up) in gates.iter_mut().zip(ups) {
        // The exponential of a number that is not above 0 cannot overflow.
        let small = exp(-gate.abs());
        let logistic = if *gate < 0.0 { small } else { 1.0 } / (1.0 + small);
        *gate = *gate * logistic * up;
    }
}

#[cfg(test)]
mod tests {
    use super::{exp, gate, softmax};

    #[test]
    fn exponentials_are_right_to_seven_digits() {
        for step in 0..=2_000_000 {
            let x = step as f32 * -87.0 / 2_000_000.0;
            let expected = f64::from(x).exp();
            let error = (f64::from(exp(x)) / expected - 1.0).abs();
            assert!(error < 3e-7, "{x}: {error:e}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert_eq!([exp(-88.0), exp(-1e9), exp(f32::NEG_INFINITY)], [0.0; 3]);
    }

    #[test]
    fn weights_are_those_of_the_formula() {
        for len in [1, 5, 16, 100] {
            let scores: Vec<f32> = (0..len)
                .map(|i| (i * 37 % 23) as f32 / 3.0 - 40.0)
                .collect();
            let exponentials = scores.iter().map(|score| f64::from(*score).exp());
            let sum: f64 = exponentials.clone().sum();
            let mut weights = scores.clone();
            softmax(&mut weights);
            for (weight, expected) in weights.iter().zip(exponentials) {
                assert!((f64::from(*weight) - expected / sum).abs() < 1e-7);
            }
        }
    }

    #[test]
    fn gates_are_those_of_the_formula() {
        let gates: Vec<f32> = (-2000..2000).map(|i| i as f32 / 17.0).collect();
        let mut products = gates.clone();
        gate(&mut products, &vec![2.0; gates.len()]);
        for (x, product) in gates.iter().zip(products) {
            let x = f64::from(*x);
            let expected = 2.0 * x / (1.0 + (-x).exp());
            assert!(
                (f64::from(product) - expected).abs() <= 1e-6 * x.abs().max(1e-6),
                "{x}"
            );
        }
    }
}
