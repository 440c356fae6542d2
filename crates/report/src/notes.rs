//! What a class does with positions that no key of its file says.
//!
//! Source: `modeling_deepseek_v4.py`, `modeling_phimoe.py`, `modeling_hunyuan_vl.py` and `modeling_mistral_large4.py` of
//! transformers 5.23.0.

use super::Subject;
use phasor_encoding::Scaling;
use phasor_model_files::LayerRope;
use phasor_params::choice::Choice as _;

/// Returns what to know of the class of `subject`, if there is anything.
pub(super) fn of_class(subject: &Subject) -> Option<String> {
    let layer = subject.rope(None)?;
    let of_values = of_values(layer).or_else(|| of_code(subject.class(), layer));
    of_values.or_else(|| of_indexer(subject))
}

/// Says which values rotate.
fn of_values(layer: &LayerRope) -> Option<String> {
    let rotates = layer.rotary_dim;
    layer.modules.rotates_values.then(|| {
        format!(
            "The last {rotates} components of each head rotate. Keys and values are the same vectors, so values rotate as well; \
             the output of attention is rotated back by the position of its query. The programs here rotate the first \
             {rotates} instead. Layers that keep only a window (`sliding_attention`) rotate as `main` says, all others as \
             `compress`."
        )
    })
}

fn of_code(class: &str, layer: &LayerRope) -> Option<String> {
    let text = match class {
        "phimoe" if matches!(layer.scaling, Scaling::LongRope(_)) => {
            "In transformers 5.23 the class computes with `short_factor` in texts of every length, and only its factor changes \
             (`short_mscale`, `long_mscale`). The numbers here change to `long_factor` after the original length, as the \
             publisher’s code does."
        }
        "hunyuan_vl_text" => {
            "The numbers here are for text. In images, transformers 5.23 gives the two components of a pair to different axes, \
             which is no rotation."
        }
        "mistral_large4_text" => {
            "The weights hold a number for each pair that multiplies its frequency, and two for each head that lengthen its \
             queries with the position. The file shows neither, so the numbers here are those before training."
        }
        _ => return None,
    };
    Some(text.to_owned())
}

/// Returns how the pairs of the indexer lie, which chooses the tokens to attend to, if the class has one.
pub(super) fn of_indexer(subject: &Subject) -> Option<String> {
    let layer = subject.rope(None)?;
    let pairing = layer.modules.indexer?;
    Some(format!(
        "These are the pairs of attention. The indexer, which chooses the tokens to attend to, has {} pairs in the first {} \
         components of its queries and keys.",
        pairing.word().name,
        layer.rotary_dim
    ))
}
