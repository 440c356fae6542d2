//! Products of matrices, against sums one by one.

use phasor_decoder::product::{Dense, Rows as _, Scratch, Transposed, multiply};
use proptest::prelude::*;

/// Returns small whole numbers, whose sums are exact.
fn whole(seed: usize, len: usize) -> Vec<f32> {
    (0..len)
        .map(|place| ((place * 31 + seed * 17 + place / 7) % 15) as f32 - 7.0)
        .collect()
}

proptest! {
    #[test]
    fn products_are_exact_for_whole_numbers(
        m in 1usize..40, n in 1usize..70, k in 1usize..1100, seed in 0usize..100,
    ) {
        let (left, right) = (whole(seed, m * k), whole(seed + 1, n * k));
        let mut product = vec![f32::NAN; m * n];
        let mut scratch = Scratch::default();
        multiply(Dense::new(&left, k), &Dense::new(&right, k), &mut product, &mut scratch);
        let sum = |row: usize, column: usize| -> f32 {
            (0..k).map(|place| left[row * k + place] * right[column * k + place]).sum()
        };
        for row in 0..m {
            for column in 0..n {
                prop_assert_eq!(product[row * n + column], sum(row, column));
            }
        }
        // The transpose of the transpose, with the same memory.
        let mut columns = vec![0.0; n * k];
        for row in 0..n {
            for column in 0..k {
                columns[column * n + row] = right[row * k + column];
            }
        }
        let mut again = vec![f32::NAN; m * n];
        let transposed = Transposed(Dense::new(&columns, n));
        prop_assert_eq!((transposed.n_rows(), transposed.n_columns()), (n, k));
        multiply(Dense::new(&left, k), &transposed, &mut again, &mut scratch);
        prop_assert_eq!(again, product);
    }
}
