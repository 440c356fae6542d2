//! The bases that a length of text needs.
//!
//! Source: Men et al. 2024, *Base of RoPE Bounds Context Length*, section 4.

use super::block::Table;
use super::{Block, Outlook};
use phasor_encoding::analysis::decay::{first_negative, first_negative_with};
use phasor_text::number::{Digits, Place};

/// The lengths of the table, in tokens.
const LENGTHS: [usize; 6] = [4096, 8192, 16_384, 32_768, 65_536, 131_072];

/// The smallest base for each of these lengths, by `head_dim`: the first number of five digits at which no sum is
/// negative. For 256 components and 131,072 tokens it has six digits, since the bases that pass lie between two numbers
/// of five. A test checks each number and the one before it. The search for them, that of
/// [`smallest_base`](phasor_encoding::analysis::decay::smallest_base) with a precision of 2e-7, takes minutes.
const SMALLEST: [(usize, [f64; 6]); 4] = [
    (
        64,
        [
            100_080.0,
            323_750.0,
            1_358_700.0,
            3_788_400.0,
            4_867_200.0,
            73_780_000.0,
        ],
    ),
    (
        96,
        [
            54_601.0,
            103_150.0,
            500_220.0,
            726_720.0,
            4_773_700.0,
            16_749_000.0,
        ],
    ),
    (
        128,
        [
            26_953.0,
            83_764.0,
            231_650.0,
            629_980.0,
            2_090_200.0,
            4_869_200.0,
        ],
    ),
    (
        256,
        [
            17_733.0,
            41_308.0,
            103_610.0,
            223_820.0,
            665_850.0,
            1_697_710.0,
        ],
    ),
];

/// The longest text whose sums are computed, in tokens.
const LONGEST: usize = 1 << 20;

/// Returns the section.
pub(super) fn blocks(outlook: &Outlook<'_>) -> Vec<Block> {
    let mut blocks = vec![
        Block::heading("Is the base large enough?"),
        Block::text(format!(
            "{} Where it is negative, a key that equals the query scores less than a random one on average. Men et al. 2024 hold \
             that finding things in long texts needs a base that avoids this. But Llama 2 was trained on texts of 4,096 tokens \
             with a base of 10,000, whose sum falls below 0 at distance 1,707.",
            sum(outlook)
        )),
    ];
    blocks.extend(smallest(outlook).map(Block::Table));
    blocks
}

/// Says where the sum of cosines becomes negative.
fn sum(outlook: &Outlook<'_>) -> String {
    let length = outlook.narrow_window().unwrap_or(outlook.target);
    let length = length.min(LONGEST);
    let first = first_negative_with(&outlook.stretch.after, outlook.n_still.unwrap_or(0), length);
    let sums = match first {
        None => format!(
            "stays above 0 at every distance below {}",
            Place(length as f64)
        ),
        Some(first) => format!("first falls below 0 at distance {}", Place(first as f64)),
    };
    let (of_still, caution) = match outlook.n_still {
        Some(0) => (String::new(), ""),
        Some(n_still) => (
            format!(
                ", with {} for the {} components that do not rotate,",
                Digits(n_still as f64 / 2.0),
                Place(n_still as f64)
            ),
            "",
        ),
        None => (
            String::new(),
            " A head also has components that do not rotate, which raise the sum; the file does not give their number.",
        ),
    };
    format!(
        "With the model’s frequencies, the sum of the cosines of all pairs{of_still} {sums}.{caution}"
    )
}

/// Tabulates the smallest bases, if the whole head rotates and attends to the whole text.
fn smallest(outlook: &Outlook<'_>) -> Option<Table> {
    let is_still = outlook.layer.scaling.spans_head();
    if is_still || outlook.n_still != Some(0) || outlook.narrow_window().is_some() {
        return None;
    }
    let dim = outlook.stretch.after.dim();
    let (_, bases) = SMALLEST.iter().find(|(of, _)| *of == dim)?;
    // A larger base can fail where a smaller one does not, so the model's own is computed.
    let before = &outlook.stretch.before;
    let fails = first_negative(before, LENGTHS.into_iter().fold(0, usize::max));
    let mut table = Table::new(
        format!(
            "The smallest base that keeps the sum from going negative, {dim} components, without a rule"
        ),
        &["text (tokens)", "smallest base", "the model’s base"],
    );
    for (length, base) in LENGTHS.into_iter().zip(bases) {
        let verdict = match fails.filter(|first| *first < length) {
            None => "never negative".to_owned(),
            Some(first) => format!("negative at distance {}", Place(first as f64)),
        };
        table.row([
            Place(length as f64).to_string(),
            Digits(*base).to_string(),
            format!("{}: {verdict}", Digits(outlook.layer.base)),
        ]);
    }
    Some(table)
}
