//! What low precision does to the last position of a text.

use super::block::Table;
use super::{Block, Outlook};
use phasor_encoding::{Format, Narrow, Order, Sinusoidal, Step};
use phasor_params::choice::Choice as _;
use phasor_text::number::{Place, Short};

/// The formats in which engines compute angles.
const FORMATS: [Format; 3] = [Format::Bf16, Format::F16, Format::F32];

/// Returns the section.
pub(super) fn blocks(outlook: &Outlook<'_>) -> Vec<Block> {
    let last = outlook.target - 1;
    let position = last as f64;
    let sinusoidal = Sinusoidal::new(outlook.stretch.after.clone(), Order::Interleaved);
    let mut table = Table::new(
        format!("Position {} in low precision", Place(position)),
        &[
            "format",
            "becomes",
            "shared by positions",
            "error with angles in the format",
            "error with only cosines and sines rounded",
        ],
    );
    for format in FORMATS {
        let error = |step| {
            let error = Narrow { format, step }.encoding_error(&sinusoidal, position);
            match error.is_finite() {
                true => Short(error).to_string(),
                false => "overflows".to_owned(),
            }
        };
        let rounded = format.round(position);
        let (becomes, shared) = match rounded.is_finite() {
            true => {
                let (first, end) = shared(format, last);
                let range = match first == end {
                    true => "it alone".to_owned(),
                    false => format!("{} to {}", Place(first as f64), Place(end as f64)),
                };
                (Place(rounded).to_string(), range)
            }
            false => ("infinity".to_owned(), "all from 65,520".to_owned()),
        };
        table.row([
            format.word().name.to_owned(),
            becomes,
            shared,
            error(Step::Angle),
            error(Step::Table),
        ]);
    }
    vec![
        Block::heading("Precision at the end of the text"),
        Block::text(
            "Compute positions, frequencies and angles in f32 or better, and round only the cosines and sines. The errors are \
             the largest of any cosine or sine.",
        ),
        Block::Table(table),
    ]
}

/// Returns the first and the last whole position that the format rounds to the same number as `position`.
fn shared(format: Format, position: usize) -> (usize, usize) {
    let rounded = |position: usize| format.round(position as f64);
    let here = rounded(position);
    // Rounding keeps the order, so both ends can be found by bisection.
    let reach = format.spacing(position as f64).max(1.0) as usize * 2;
    let (mut low, mut high) = (position.saturating_sub(reach), position);
    while low < high {
        let middle = low.midpoint(high);
        match rounded(middle) < here {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    let first = low;
    let (mut low, mut high) = (position, position + reach);
    while low < high {
        let middle = (low + high).div_ceil(2);
        match rounded(middle) > here {
            true => high = middle - 1,
            false => low = middle,
        }
    }
    (first, low)
}
