//! The keys of a `config.json` for transformers.

use super::course::Kind;
use super::wanted::{Style, Wanted};
use crate::block::Snippet;

/// Returns the keys of a `config.json` as lines.
pub(super) fn lines(wanted: &Wanted<'_>, style: Style) -> String {
    let keys = wanted.keys(style).into_iter();
    let lines = keys.map(|(key, value)| format!("\"{key}\": {}", spaced(&value)));
    lines.collect::<Vec<_>>().join(",\n")
}

/// Returns where the lines belong and what they replace, for use after a label.
pub(super) fn place(wanted: &Wanted<'_>, style: Style) -> String {
    let gone = match (style, wanted.style) {
        (Style::New, Some(Style::Old)) => ", in place of `rope_scaling`",
        (Style::Old, Some(Style::New)) => ", in place of `rope_parameters`",
        _ => "",
    };
    format!("{}{gone}", wanted.place())
}

/// Returns the keys for both generations, as far as they were read back well.
pub(super) fn transformers(wanted: &Wanted<'_>, styles: &[Style]) -> Vec<Snippet> {
    let mut all = Vec::new();
    if styles.contains(&Style::New) {
        all.push(Snippet {
            label: format!("config.json, transformers 5{}", place(wanted, Style::New)),
            text: lines(wanted, Style::New),
            remark: "`rope_theta` must stand inside: without it, the class’s default base is used without a word. \
                transformers 4 does not read `rope_parameters`."
                .to_owned(),
        });
    }
    if styles.contains(&Style::Old) {
        let mut four = four(wanted);
        if wanted.is_by_layer() {
            for snippet in &mut four {
                snippet.remark.push_str(
                    " The rule applies to the layers with full attention; the others keep their base.",
                );
            }
        }
        all.extend(four);
    }
    all
}

/// Returns the keys for transformers 4, the newest versions first.
fn four(wanted: &Wanted<'_>) -> Vec<Snippet> {
    let place = place(wanted, Style::Old);
    let snippet = |versions: &str, text: String, remark: &str| Snippet {
        label: format!("config.json, transformers {versions}{place}"),
        text,
        remark: remark.to_owned(),
    };
    let text = lines(wanted, Style::Old);
    if wanted.is_linear() {
        let remark = "Since 4.31, where the key was `type`.";
        return vec![snippet("4", text, remark)];
    }
    let mut all = vec![snippet(
        "4.51 to 4.57",
        text,
        "Up to 4.55 the factor is `max_position_embeddings` over the original length, whatever `factor` says, so all three \
         must agree.",
    )];
    if wanted.course.kind == Kind::Added {
        let first = if wanted.is_qwen2() { "4.45" } else { "4.43" };
        all.push(snippet(
            &format!("{first} to 4.50"),
            format!(
                "\"max_position_embeddings\": {},\n\"rope_theta\": {},\n\"rope_scaling\": {}",
                wanted.original,
                wanted.theta(),
                spaced(&wanted.set_without_length())
            ),
            "These versions take `max_position_embeddings` as the length of training and do not read the original length, so \
             it stays. They read longer texts with a warning at most. Older versions have no YaRN.",
        ));
    }
    all
}

/// Returns JSON with a space after each colon and comma, as people write it.
fn spaced(json: &str) -> String {
    json.replace("\":", "\": ").replace(",\"", ", \"")
}
