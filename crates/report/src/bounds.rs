//! The bases that a length of text needs.
//!
//! Source: Men et al. 2024, *Base of RoPE Bounds Context Length*, section 4.

use super::block::Table;
use super::{Block, Outlook};
use phasor_encoding::analysis::decay::first_negative;
use phasor_text::number::{Digits, Place};

/// The lengths of the table, in tokens.
const LENGTHS: [usize; 6] = [4096, 8192, 16_384, 32_768, 65_536, 131_072];

/// The smallest base for each of these lengths, by `head_dim`: what
/// [`smallest_base`](phasor_encoding::analysis::decay::smallest_base) returns, which takes up to a minute
/// for a length, rounded up.
const SMALLEST: [(usize, [f64; 6]); 4] = [
    (
        64,
        [
            100_080.0,
            323_750.0,
            1_358_700.0,
            3_788_400.0,
            4_867_200.0,
            73_781_000.0,
        ],
    ),
    (
        96,
        [
            54_601.0,
            103_150.0,
            500_230.0,
            726_720.0,
            4_773_700.0,
            16_750_000.0,
        ],
    ),
    (
        128,
        [
            26_953.0,
            83_765.0,
            231_650.0,
            629_980.0,
            2_090_300.0,
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
            1_697_800.0,
        ],
    ),
];

/// The longest text whose sums are computed, in tokens.
const LONGEST: usize = 1 << 20;

/// Returns the section.
pub(super) fn blocks(outlook: &Outlook<'_>) -> Vec<Block> {
    let length = outlook.target.min(LONGEST);
    let sums = match first_negative(&outlook.stretch.after, length) {
        None => format!(
            "stays above 0 at every distance below {}",
            Place(length as f64)
        ),
        Some(first) => format!("first falls below 0 at distance {}", Place(first as f64)),
    };
    let mut blocks = vec![
        Block::heading("Is the base large enough?"),
        Block::text(format!(
            "With the model’s frequencies, the sum of the cosines of all pairs {sums}. Where it is negative, a key that equals \
             the query scores less than a random one on average. A base that avoids this is necessary for long texts, but \
             not sufficient."
        )),
    ];
    let dim = outlook.stretch.after.dim();
    if let Some((_, bases)) = SMALLEST.iter().find(|(of, _)| *of == dim) {
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
        blocks.push(Block::Table(table));
    }
    blocks
}
