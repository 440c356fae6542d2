//! Numbers as readers see them.

use phasor_text::number::{Brief, Compact, Fixed, Grouped, Place, Short, Superscript, Tick};
use proptest::prelude::*;

use crate::read::read;

proptest! {
    #[test]
    fn what_is_shown_is_the_number_to_its_digits(mantissa in -10.0..10.0f64, power in -12..12i32) {
        let number = mantissa * 10f64.powi(power);
        // Tolerances are half of the last digit shown: of at least three digits, or of one for `Brief`.
        // `Compact` shows two digits below 0.001.
        for (text, relative) in [
            (Short(number).to_string(), 5.1e-3),
            (Compact(number).to_string(), if number.abs() < 1e-3 { 5.1e-2 } else { 5.1e-3 }),
            (Tick(number).to_string(), 5.1e-3),
            (Brief(number).to_string(), 0.51),
        ] {
            prop_assert!((read(&text) - number).abs() <= relative * number.abs(), "{number} is shown as {text}");
            prop_assert!(!text.contains('-'), "{text} has a hyphen for a minus");
            prop_assert!(text.chars().count() <= 18, "{text}");
        }
    }

    #[test]
    fn fixed_and_place_keep_their_decimals(number in -1e7..1e7f64) {
        let text = format!("{:.3}", Fixed(number));
        prop_assert!((read(&text) - number).abs() <= 0.000_5 + 1e-9 && text.split_once('.').unwrap().1.len() == 3);
        // A position is truncated or rounded at its second decimal.
        prop_assert!((read(&Place(number).to_string()) - number).abs() <= 0.01);
    }

    #[test]
    fn grouped_digits_are_the_number(number: u64) {
        let text = Grouped(number).to_string();
        prop_assert_eq!(text.replace(',', ""), number.to_string());
        prop_assert!(text.rsplit(',').skip(1).count() == 0 || text.split(',').skip(1).all(|three| three.len() == 3));
    }
}

#[test]
fn numbers_are_written_as_in_print() {
    let short = [
        0.026_488_616,
        0.0,
        -0.5,
        1000.4,
        62_831.85,
        2.6e-7,
        9.999e-5,
    ]
    .map(|number| Short(number).to_string());
    assert_eq!(
        short,
        [
            "0.02649",
            "0",
            "−0.5000",
            "1,000",
            "62,832",
            "2.60\u{a0}×\u{a0}10⁻⁷",
            "1.00\u{a0}×\u{a0}10⁻⁴"
        ]
    );
    assert_eq!(
        [0.0, 20.0, 2.5, 1e-7].map(|n| Tick(n).to_string()),
        ["0", "20", "2.5", "1.00\u{a0}×\u{a0}10⁻⁷"]
    );
    assert_eq!(
        [-0.0004, 0.0005, -0.0006].map(|n| format!("{:.3}", Fixed(n))),
        ["0.000", "0.001", "−0.001"]
    );
    assert_eq!(
        [2.0, -3.25, 0.5, 20.25].map(|n| Place(n).to_string()),
        ["2", "−3.250", "0.500", "20.25"]
    );
    assert_eq!(
        [0, 9, 10, 53].map(|n| Superscript(n).to_string()),
        ["⁰", "⁹", "¹⁰", "⁵³"]
    );
    // A fraction that would round up to one stays below, because the position is not reached yet.
    for number in [0.9999, 12.999, 1_234.998] {
        let written = read(&Place(number).to_string());
        assert!(
            written < number.ceil() && number - written < 0.01,
            "{number} is shown as {written}"
        );
    }
}
