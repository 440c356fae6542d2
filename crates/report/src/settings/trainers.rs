//! The settings of programs that train.

use super::servers::length_only;
use super::wanted::{Style, Wanted};
use crate::block::Snippet;

pub(super) fn both(wanted: &Wanted<'_>, styles: &[Style]) -> Vec<Snippet> {
    let target = wanted.target;
    let unsloth = |more: &str| {
        format!("FastLanguageModel.from_pretrained(..., max_seq_length={target}{more})")
    };
    // Both load models through transformers, which reads texts of any length.
    if !wanted.has_set() {
        let mut all = length_only("axolotl", format!("sequence_len: {target}"));
        all.extend(length_only("unsloth", unsloth("")));
        return all;
    }
    if !styles.contains(&Style::New) {
        return Vec::new();
    }
    let members = wanted.keys(Style::New).into_iter();
    let members = members.map(|(key, value)| format!("\"{key}\":{value}"));
    // YAML takes an object of JSON as it is.
    let overrides = wanted.wrapped(&members.collect::<Vec<_>>().join(","));
    let axolotl = Snippet {
        label: "axolotl".to_owned(),
        text: format!("sequence_len: {target}\noverrides_of_model_config: {overrides}"),
        remark: "The whole object replaces that of the model, so `rope_theta` is repeated. `sequence_len` alone does not scale."
            .to_owned(),
    };
    if !wanted.place().is_empty() {
        return vec![axolotl];
    }
    let unsloth = Snippet {
        label: "unsloth".to_owned(),
        text: unsloth(&format!(", rope_scaling={}", wanted.set(Style::New))),
        remark: "Without `rope_scaling`, unsloth stretches every model linearly, except those with `llama3`.".to_owned(),
    };
    vec![axolotl, unsloth]
}
