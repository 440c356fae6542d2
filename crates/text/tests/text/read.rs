//! Reads numbers in the forms that readers see.

/// Returns the number that `text` shows.
#[track_caller]
pub(crate) fn read(text: &str) -> f64 {
    let plain = |text: &str| text.replace('−', "-").replace(',', "");
    let Some((mantissa, power)) = text.split_once('×') else {
        return plain(text).parse().unwrap();
    };
    let digit = |letter: char| match letter {
        '⁻' => '-',
        _ => char::from_digit(
            "⁰¹²³⁴⁵⁶⁷⁸⁹"
                .chars()
                .position(|other| other == letter)
                .unwrap() as u32,
            10,
        )
        .unwrap(),
    };
    let (_, power) = power.split_once("10").unwrap();
    let power: String = power.chars().map(digit).collect();
    format!("{}e{power}", plain(mantissa.trim()))
        .parse()
        .unwrap()
}
