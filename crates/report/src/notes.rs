//! What a class does with pairs that no key of its file says.
//!
//! Source: `modeling_deepseek_v4.py`, `modeling_deepseek_v32.py`, `modeling_glm_moe_dsa.py`, `modeling_axk2.py` and
//! `modeling_phimoe.py` of transformers 5.23.0.

use super::Subject;
use phasor_encoding::{Pairing, Scaling};
use phasor_params::choice::Choice as _;

/// Returns whether the last components of a head rotate in a class, and not the first.
pub(super) fn rotates_last(class: &str) -> bool {
    class == "deepseek_v4"
}

/// Returns what to know of the class of `subject`, if there is anything.
pub(super) fn of_class(subject: &Subject) -> Option<String> {
    let rotates = subject.rope(None)?.rotary_dim;
    match subject.class() {
        "deepseek_v4" => Some(format!(
            "The last {rotates} components of each head rotate. Keys and values are the same vectors, so values rotate as well; \
             the output of attention is rotated back by the position of its query. The programs here rotate the first \
             {rotates} instead. Layers that keep only a window (`sliding_attention`) rotate as `main` says, all others as \
             `compress`."
        )),
        "phimoe" if matches!(subject.rope(None)?.scaling, Scaling::LongRope(_)) => Some(
            "In transformers 5.23 the class computes with `short_factor` in texts of every length, and only its factor changes \
             (`short_mscale`, `long_mscale`). The numbers here change to `long_factor` after the original length, as the \
             publisher’s code does."
                .to_owned(),
        ),
        _ => of_indexer(subject),
    }
}

/// Returns how the pairs of the indexer lie, which chooses the tokens to attend to, if the class has one.
pub(super) fn of_indexer(subject: &Subject) -> Option<String> {
    let rotates = subject.rope(None)?.rotary_dim;
    let pairing = match subject.class() {
        "deepseek_v32" | "axk2" => Pairing::HalfSplit,
        "glm_moe_dsa" => Pairing::Interleaved,
        _ => return None,
    };
    Some(format!(
        "These are the pairs of attention. The indexer, which chooses the tokens to attend to, has {} pairs in the first \
         {rotates} components of its queries and keys.",
        pairing.word().name
    ))
}
