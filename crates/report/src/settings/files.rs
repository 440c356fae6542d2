//! The keys of a `config.json` for transformers.

use super::wanted::Wanted;
use crate::ask::Rule;
use crate::block::Snippet;

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
    let mut four = four(wanted, where_to);
    if wanted.is_by_layer() {
        for snippet in &mut four {
            snippet.remark.push_str(
                " The rule applies to the layers with full attention; the others keep their base.",
            );
        }
    }
    let newest = four.first().map_or("", |snippet| &snippet.text);
    let old_and_new = Snippet {
        label: "config.json for transformers 4.51 and later, all versions at once".to_owned(),
        text: format!("{newest},\n{}", five.text.trim_start_matches(length.as_str())),
        remark: "A file with `rope_parameters` alone is read by transformers 4 with its default base and without a rule, so \
            keep both."
            .to_owned(),
    };
    let mut all = vec![five];
    all.extend(four);
    all.push(old_and_new);
    all
}

/// Returns the keys for transformers 4, the newest versions first.
fn four(wanted: &Wanted<'_>, where_to: &str) -> Vec<Snippet> {
    let snippet = |versions: &str, length: usize, scaling: &str, remark: &str| Snippet {
        label: format!("config.json, transformers {versions}{where_to}"),
        text: format!(
            "\"max_position_embeddings\": {length},\n\"rope_theta\": {},\n\"rope_scaling\": {}",
            wanted.theta(),
            spaced(scaling)
        ),
        remark: remark.to_owned(),
    };
    let scaling = wanted.rope_scaling();
    match wanted.rule {
        Rule::Linear => vec![snippet(
            "4",
            wanted.target,
            &scaling,
            "Since 4.31, where the key was `type`.",
        )],
        Rule::Yarn => {
            let first = if wanted.is_qwen2() { "4.45" } else { "4.43" };
            vec![
                snippet(
                    "4.51 to 4.57",
                    wanted.target,
                    &scaling,
                    "Up to 4.55 the factor is `max_position_embeddings` over the original length, whatever `factor` says, so \
                     all three must agree.",
                ),
                snippet(
                    &format!("{first} to 4.50"),
                    wanted.trained,
                    &wanted.rope_scaling_without_length(),
                    "These versions take `max_position_embeddings` as the length of training and do not read the original \
                     length, so it stays. They read longer texts with a warning at most. Older versions have no YaRN.",
                ),
            ]
        }
    }
}

/// Returns JSON with a space after each colon and comma, as people write it.
fn spaced(json: &str) -> String {
    json.replace("\":", "\": ").replace(",\"", ", \"")
}
