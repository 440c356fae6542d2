//! How RoPE is changed for a longer test, without further training.

use phasor_encoding::scaling::{Linear, Ntk};
use phasor_encoding::{Scaling, Yarn};
use phasor_figures::length::training_race::Stretch;

/// Returns the rule for texts of `length` tokens after training on texts of `trained` tokens.
pub(super) fn scaling(stretch: Stretch, length: usize, trained: usize) -> Scaling {
    let factor = length as f64 / trained as f64;
    let yarn = |beta_fast, beta_slow| {
        Scaling::Yarn(Yarn {
            factor,
            original_max_position_embeddings: trained as f64,
            beta_fast,
            beta_slow,
            truncate: false,
            ..Yarn::default()
        })
    };
    match stretch {
        Stretch::None => Scaling::Default,
        Stretch::Linear => Scaling::Linear(Linear { factor }),
        Stretch::Ntk => Scaling::Ntk(Ntk { factor }),
        Stretch::Yarn => yarn(32.0, 1.0),
        Stretch::YarnShort => yarn(1.0, 0.25),
    }
}
