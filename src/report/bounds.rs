//! The bases that a length of text needs.
//!
//! Source: Men et al. 2024, *Base of RoPE Bounds Context Length*, section 4.

use super::block::Table;
use super::number::Digits;
use super::{Block, Outlook};
use crate::encoding::analysis::decay::first_negative;
use crate::figure::number::{Place, Short};

/// The lengths of the table, in tokens.
const LENGTHS: [usize; 6] = [4096, 8192, 16_384, 32_768, 65_536, 131_072];

/// The smallest base for each of these lengths, by `head_dim`: what
/// [`smallest_base`](crate::encoding::analysis::decay::smallest_base) returns, which takes up to a minute for a length.
const SMALLEST: [(usize, [f64; 6]); 4] = [
    (
        64,
        [1.0007e5, 3.2375e5, 1.3586e6, 3.7884e6, 4.8672e6, 7.378e7],
    ),
    (
        96,
        [5.46e4, 1.0314e5, 5.0022e5, 7.2673e5, 4.7737e6, 1.6749e7],
    ),
    (
        128,
        [2.6953e4, 8.3764e4, 2.3165e5, 6.2998e5, 2.0902e6, 4.8691e6],
    ),
    (
        256,
        [1.7733e4, 4.1308e4, 1.0361e5, 2.2382e5, 6.6585e5, 1.6977e6],
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
        let mut table = Table::new(
            format!(
                "The smallest base that keeps the sum from going negative, {dim} components, without a rule"
            ),
            &["text (tokens)", "smallest base", "the model’s base"],
        );
        for (length, base) in LENGTHS.iter().zip(bases) {
            let here = outlook.layer.base;
            let is_enough = if here >= *base {
                "large enough"
            } else {
                "too small"
            };
            table.row([
                Place(*length as f64).to_string(),
                Short(*base).to_string(),
                format!("{}: {is_enough}", Digits(here)),
            ]);
        }
        blocks.push(Block::Table(table));
    }
    blocks
}
