//! The flags of engines that serve models.

use super::course::Kind;
use super::files;
use super::wanted::{Style, Wanted};
use crate::block::Snippet;

/// Returns a snippet that sets nothing but a length.
pub(super) fn length_only(label: &str, text: String) -> Vec<Snippet> {
    vec![Snippet {
        label: label.to_owned(),
        text,
        remark: String::new(),
    }]
}

pub(super) fn vllm(wanted: &Wanted<'_>, styles: &[Style]) -> Vec<Snippet> {
    let flag = format!("--max-model-len {}", wanted.target);
    if wanted.course.kind == Kind::Within {
        return length_only("vLLM", flag);
    }
    let length = wanted.length_member();
    if !wanted.has_set() {
        let length = length.expect("a rule that stays as it is takes the length from the file");
        let overrides = wanted.wrapped(&length);
        return length_only("vLLM", format!("--hf-overrides '{overrides}' {flag}"));
    }
    let mut all = Vec::new();
    if styles.contains(&Style::New) {
        let mut members = vec![format!("\"rope_parameters\":{}", wanted.set(Style::New))];
        members.extend(length);
        let since = match wanted.is_linear() {
            false => {
                " Since 0.30 the declared length is no longer multiplied for YaRN, so it is raised here."
            }
            true => "",
        };
        all.push(Snippet {
            label: "vLLM 0.12 to 0.33".to_owned(),
            text: format!("--hf-overrides '{}' {flag}", wanted.wrapped(&members.join(","))),
            remark: format!(
                "Repeat `rope_theta`: the override replaces the whole object, and some models then take 10000.{since} In \
                 0.12 and later, an override of `rope_scaling` has no effect."
            ),
        });
    }
    // The flag sets no base, which a new file has inside of the set that the flag replaces.
    if styles.contains(&Style::Old) && wanted.style != Some(Style::New) {
        all.push(Snippet {
            label: "vLLM up to 0.11.0".to_owned(),
            text: format!("--rope-scaling '{}' {flag}", wanted.set(Style::Old)),
            remark: "The flag was dropped in 0.11.1. In 0.11.1 and 0.11.2, pass the same object as `rope_scaling` in \
                `--hf-overrides`."
                .to_owned(),
        });
    }
    all
}

pub(super) fn sglang(wanted: &Wanted<'_>, styles: &[Style]) -> Vec<Snippet> {
    let flag = format!("--context-length {}", wanted.target);
    if wanted.course.kind == Kind::Within {
        return length_only("SGLang", flag);
    }
    let mut members = Vec::new();
    if wanted.has_set() {
        let sets = styles.iter();
        members.extend(sets.map(|style| format!("\"{}\":{}", style.key(), wanted.set(*style))));
        members.push(format!("\"rope_theta\":{}", wanted.theta()));
    }
    members.extend(wanted.length_member());
    vec![Snippet {
        label: "SGLang 0.5".to_owned(),
        text: format!(
            "--json-model-override-args '{}' {flag}",
            wanted.wrapped(&members.join(","))
        ),
        remark: match wanted.has_set() {
            true => "Before 0.5.23 the override replaces whole objects, so `rope_theta` is repeated in every place. With an \
                original length, SGLang takes `max_position_embeddings` as the longest text, so it is raised here.",
            false => "",
        }
        .to_owned(),
    }]
}

pub(super) fn llama_cpp(wanted: &Wanted<'_>, styles: &[Style]) -> Vec<Snippet> {
    const PROGRAMS: &str = "llama-server, llama-cli";
    let (target, original) = (wanted.target, wanted.original);
    if wanted.course.kind == Kind::Within {
        return length_only(PROGRAMS, format!("-c {target}"));
    }
    let factor = wanted.factor_flag();
    let flags = match (wanted.has_set(), wanted.is_linear()) {
        (false, _) => format!("-c {target}"),
        (true, true) => format!("-c {target} --rope-scaling linear --rope-scale {factor}"),
        (true, false) => format!(
            "-c {target} --rope-scaling yarn --rope-scale {factor} --yarn-orig-ctx {original}"
        ),
    };
    let cap = "The server caps the text at the GGUF’s length; the next line lifts it.";
    let mut remark = match (wanted.has_set(), wanted.is_linear()) {
        (false, _) | (true, true) => cap.to_owned(),
        (true, false) => "Since August 2026 (pull request 28030). `--yarn-attn-factor` has no effect with YaRN: scores get \
            the usual factor."
            .to_owned(),
    };
    let without = wanted.without_flag();
    if wanted.has_set() && !without.is_empty() {
        remark.push_str(&format!(
            " No flag takes `{}`; the GGUF has what its converter wrote of them, for the old factor.",
            without.join("`, `")
        ));
    }
    let mut snippets = vec![Snippet {
        label: PROGRAMS.to_owned(),
        text: flags.clone(),
        remark,
    }];
    snippets.push(capped(wanted, &flags));
    // Of two sets the converter reads `rope_parameters`, so the file's own spelling stays.
    let style = wanted.style.unwrap_or(Style::Old);
    if wanted.has_set() && styles.contains(&style) {
        snippets.push(Snippet {
            label: format!("convert_hf_to_gguf.py, config.json{}", files::place(wanted, style)),
            text: files::lines(wanted, style),
            remark: match wanted.is_qwen2() {
                true => "Put it into the config.json before you convert, in place of what it has under these keys, and the \
                    GGUF needs no flags. The converter of early 2025 reads YaRN of Qwen2 only under the key `type`.",
                false => "Put it into the config.json before you convert, in place of what it has under these keys, and \
                    the GGUF needs no flags.",
            }
            .to_owned(),
        });
    }
    snippets
}

/// Returns the flags with the one that raises the length of the GGUF.
fn capped(wanted: &Wanted<'_>, flags: &str) -> Snippet {
    let architecture = wanted.architecture();
    let name = architecture.unwrap_or("ARCHITECTURE");
    Snippet {
        label: match wanted.has_set() && !wanted.is_linear() {
            true => "llama-server from November 2025 to August 2026".to_owned(),
            false => "llama-server since November 2025".to_owned(),
        },
        text: format!(
            "{flags} --override-kv {name}.context_length=int:{}",
            wanted.target
        ),
        remark: match architecture {
            Some(name) => format!("`{name}` is the GGUF’s `general.architecture`."),
            None => {
                "In place of ARCHITECTURE, write the GGUF’s `general.architecture`, such as qwen2."
                    .to_owned()
            }
        },
    }
}

pub(super) fn ollama(wanted: &Wanted<'_>) -> Vec<Snippet> {
    let text = format!("FROM ./converted.gguf\nPARAMETER num_ctx {}", wanted.target);
    if wanted.course.kind == Kind::Within {
        return length_only("Modelfile", text);
    }
    vec![Snippet {
        label: "Modelfile".to_owned(),
        text,
        remark: "ollama has no setting for scaling and keeps `num_ctx` within the GGUF’s length. Convert with llama.cpp’s \
            converter from a config.json with the rule and the longer `max_position_embeddings`, not with ollama’s own import."
            .to_owned(),
    }]
}

pub(super) fn tensorrt(wanted: &Wanted<'_>, styles: &[Style]) -> Vec<Snippet> {
    let label = "--extra_llm_api_options FILE.yaml, PyTorch backend since January 2026";
    let length = format!("max_seq_len: {}", wanted.target);
    if wanted.course.kind == Kind::Within {
        return length_only(label, length);
    }
    let mut members = Vec::new();
    members.extend(wanted.length_member());
    if wanted.has_set() {
        if !styles.contains(&Style::Old) {
            return Vec::new();
        }
        members.push(format!("\"rope_scaling\":{}", wanted.set(Style::Old)));
        members.push(format!("\"rope_theta\":{}", wanted.theta()));
    }
    // YAML takes an object of JSON as it is.
    let kwargs = wanted.wrapped(&members.join(","));
    vec![Snippet {
        label: label.to_owned(),
        text: format!("{length}\nmodel_kwargs: {kwargs}"),
        remark: "Or edit the config.json before you convert, with `rope_theta` at the top. `attention_factor` is not read."
            .to_owned(),
    }]
}
