//! The flags of engines that serve models.

use super::wanted::Wanted;
use crate::ask::Rule;
use crate::block::Snippet;

pub(super) fn vllm(wanted: &Wanted<'_>) -> Vec<Snippet> {
    let set = format!("\"rope_parameters\":{}", wanted.rope_parameters());
    let members = match wanted.length_member() {
        Some(length) => format!("{set},{length}"),
        None => set,
    };
    let target = wanted.target;
    let now = Snippet {
        label: "vLLM 0.12 to 0.33".to_owned(),
        text: format!(
            "--hf-overrides '{}' --max-model-len {target}",
            wanted.wrapped(&members)
        ),
        remark: format!(
            "Repeat `rope_theta`: the override replaces the whole object, and some models then take 10000.{} In 0.12 and later, \
             an override of `rope_scaling` has no effect.",
            match wanted.rule {
                Rule::Yarn =>
                    " Since 0.30 the declared length is no longer multiplied for YaRN, so it is raised here.",
                Rule::Linear => "",
            }
        ),
    };
    let before = Snippet {
        label: "vLLM up to 0.11.0".to_owned(),
        text: format!("--rope-scaling '{}' --max-model-len {target}", wanted.rope_scaling()),
        remark: "The flag was dropped in 0.11.1. In 0.11.1 and 0.11.2, pass the same object as `rope_scaling` in \
            `--hf-overrides`."
            .to_owned(),
    };
    vec![now, before]
}

pub(super) fn sglang(wanted: &Wanted<'_>) -> Vec<Snippet> {
    let mut members = format!(
        "\"rope_parameters\":{},\"rope_scaling\":{}",
        wanted.rope_parameters(),
        wanted.rope_scaling()
    );
    members.push_str(&format!(",\"rope_theta\":{}", wanted.theta()));
    if let Some(length) = wanted.length_member() {
        members.push_str(&format!(",{length}"));
    }
    vec![Snippet {
        label: "SGLang 0.5".to_owned(),
        text: format!(
            "--json-model-override-args '{}' --context-length {}",
            wanted.wrapped(&members),
            wanted.target
        ),
        remark: "Before 0.5.23 the override replaces whole objects, so `rope_theta` is repeated in every place. With an \
            original length, SGLang takes `max_position_embeddings` as the longest text, so it is raised here."
            .to_owned(),
    }]
}

pub(super) fn llama_cpp(wanted: &Wanted<'_>) -> Vec<Snippet> {
    let (target, trained, factor) = (wanted.target, wanted.trained, wanted.factor_flag());
    let flags = match wanted.rule {
        Rule::Yarn => format!(
            "-c {target} --rope-scaling yarn --rope-scale {factor} --yarn-orig-ctx {trained}"
        ),
        Rule::Linear => format!("-c {target} --rope-scaling linear --rope-scale {factor}"),
    };
    let architecture = wanted.architecture();
    let name = architecture.unwrap_or("ARCHITECTURE");
    let cap = format!(" --override-kv {name}.context_length=int:{target}");
    let mut snippets = vec![Snippet {
        label: "llama-server, llama-cli".to_owned(),
        text: flags.clone(),
        remark: match wanted.rule {
            Rule::Yarn => "Since August 2026 (pull request 28030). `--yarn-attn-factor` has no effect with YaRN: scores get \
                the usual factor."
                .to_owned(),
            Rule::Linear => "The server caps the text at the GGUF’s length for linear scaling; the next line lifts it.".to_owned(),
        },
    }];
    snippets.push(Snippet {
        label: match wanted.rule {
            Rule::Yarn => "llama-server from November 2025 to August 2026".to_owned(),
            Rule::Linear => "llama-server since November 2025".to_owned(),
        },
        text: format!("{flags}{cap}"),
        remark: match architecture {
            Some(name) => format!("`{name}` is the GGUF’s `general.architecture`."),
            None => {
                "In place of ARCHITECTURE, write the GGUF’s `general.architecture`, such as qwen2."
                    .to_owned()
            }
        },
    });
    snippets.push(Snippet {
        label: "convert_hf_to_gguf.py".to_owned(),
        text: format!(
            "\"max_position_embeddings\": {target},\n\"rope_theta\": {},\n\"rope_scaling\": {}",
            wanted.theta(),
            wanted.rope_scaling()
        ),
        remark: match wanted.is_qwen2() {
            true => "Put it into the config.json before you convert, and the GGUF needs no flags. The converter of early 2025 \
                reads YaRN of Qwen2 only under the key `type`.",
            false => "Put it into the config.json before you convert, and the GGUF needs no flags.",
        }
        .to_owned(),
    });
    snippets
}

pub(super) fn ollama(wanted: &Wanted<'_>) -> Vec<Snippet> {
    vec![Snippet {
        label: "Modelfile".to_owned(),
        text: format!("FROM ./converted.gguf\nPARAMETER num_ctx {}", wanted.target),
        remark: "ollama has no setting for scaling and keeps `num_ctx` within the GGUF’s length. Convert with llama.cpp’s \
            converter from a config.json with the rule and the longer `max_position_embeddings`, not with ollama’s own import."
            .to_owned(),
    }]
}

pub(super) fn tensorrt(wanted: &Wanted<'_>) -> Vec<Snippet> {
    let mut members = Vec::new();
    members.extend(
        wanted
            .length_member()
            .map(|length| format!("  {}", yaml(&length))),
    );
    members.push(format!("  rope_scaling: {}", wanted.rope_scaling()));
    members.push(format!("  rope_theta: {}", wanted.theta()));
    vec![Snippet {
        label: "--extra_llm_api_options FILE.yaml, PyTorch backend since January 2026".to_owned(),
        text: format!("max_seq_len: {}\nmodel_kwargs:\n{}", wanted.target, members.join("\n")),
        remark: "Or edit the config.json before you convert, with `rope_theta` at the top. `attention_factor` is not read.".to_owned(),
    }]
}

/// Returns a member of a JSON object as a line of YAML.
fn yaml(member: &str) -> String {
    member.replacen("\":", ": ", 1).replacen('"', "", 1)
}
