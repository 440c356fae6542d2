//! The keys of a `config.json` for transformers.

use super::wanted::Wanted;
use crate::report::ask::Rule;
use crate::report::block::Snippet;

/// Returns the keys for both generations.
pub(super) fn transformers(wanted: &Wanted<'_>) -> Vec<Snippet> {
    let where_to = match wanted.is_nested() {
        true => " inside the text model’s object",
        false => "",
    };
    let length = format!("\"max_position_embeddings\": {},\n", wanted.target);
    let remark_5 = "Read by transformers 5. `rope_theta` must stand inside: without it, the class’s default base is used \
        without a word."
        .to_owned();
    let five = Snippet {
        label: format!("config.json, transformers 5{where_to}"),
        text: format!(
            "{length}\"rope_parameters\": {}",
            spaced(&wanted.rope_parameters())
        ),
        remark: remark_5,
    };
    let mut four = Snippet {
        label: format!("config.json, transformers 4{where_to}"),
        text: format!(
            "{length}\"rope_theta\": {},\n\"rope_scaling\": {}",
            wanted.theta(),
            spaced(&wanted.rope_scaling())
        ),
        remark: match wanted.rule {
            Rule::Yarn => format!(
                "Since 4.43, for Qwen2 since 4.45. From 4.51 to 4.55 the factor is `max_position_embeddings` over the original \
                 length, whatever `factor` says, so the length must be {}. From 4.43 to 4.50 it must stay {}, and the key \
                 `original_max_position_embeddings` is not read.",
                wanted.target, wanted.trained
            ),
            Rule::Linear => "Since 4.31, where the key was `type`.".to_owned(),
        },
    };
    if wanted.is_by_layer() {
        four.remark.push_str(
            " The rule applies to the layers with full attention; the others keep their base.",
        );
    }
    let old_and_new = Snippet {
        label: "config.json for old and new readers".to_owned(),
        text: format!("{},\n{}", four.text, five.text.trim_start_matches(length.as_str())),
        remark: "A file with `rope_parameters` alone is read by transformers 4 with its default base and without a rule, so \
            keep both."
            .to_owned(),
    };
    vec![five, four, old_and_new]
}

/// Returns JSON with a space after each colon and comma, as people write it.
fn spaced(json: &str) -> String {
    json.replace("\":", "\": ").replace(",\"", ", \"")
}
