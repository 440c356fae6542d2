//! The settings of programs that train.

use super::wanted::Wanted;
use crate::block::Snippet;

pub(super) fn both(wanted: &Wanted<'_>) -> Vec<Snippet> {
    let target = wanted.target;
    let axolotl = Snippet {
        label: "axolotl".to_owned(),
        text: format!(
            "sequence_len: {target}\noverrides_of_model_config:\n  max_position_embeddings: {target}\n  rope_parameters: {}",
            wanted.rope_parameters()
        ),
        remark: "The whole object replaces that of the model, so `rope_theta` is repeated. `sequence_len` alone does not scale."
            .to_owned(),
    };
    let unsloth = Snippet {
        label: "unsloth".to_owned(),
        text: format!(
            "FastLanguageModel.from_pretrained(..., max_seq_length={target}, rope_scaling={})",
            wanted.rope_parameters()
        ),
        remark: "Without `rope_scaling`, unsloth stretches every model linearly, except those with `llama3`.".to_owned(),
    };
    vec![axolotl, unsloth]
}
