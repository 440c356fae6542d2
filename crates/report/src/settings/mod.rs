//! The settings by which engines read longer texts with a model.
//!
//! The sources name the versions that were read. No engine was run.

mod files;
mod servers;
mod trainers;
mod wanted;

use super::block::Snippet;
use super::rules::named;
use super::{Ask, Block, Engine, Outlook, Subject};
use phasor_encoding::Scaling;
use phasor_params::choice::Choice as _;
use phasor_text::number::{Digits, Place};
use wanted::Wanted;

/// Returns the report.
pub(super) fn blocks(subject: &Subject, ask: &Ask) -> Vec<Block> {
    // A rule is for the layers that attend to the whole text.
    let Some(layer) = subject.rope(None) else {
        return vec![Block::Lead(
            "Nothing rotates in this model, so no engine has a setting for it.".to_owned(),
        )];
    };
    let Ok(outlook) = Outlook::new(subject, layer, ask.target) else {
        return Vec::new();
    };
    let wanted = Wanted::new(subject, &outlook, ask.rule);
    if let Some(reason) = wanted.obstacle() {
        return vec![Block::Lead(reason)];
    }
    let mut blocks = vec![Block::Lead(lead(&outlook, &wanted))];
    if !wanted.is_needed {
        blocks.push(Block::text(
            "Choose a longer text above to get settings for it.",
        ));
        return blocks;
    }
    blocks.extend(warnings(&outlook).map(Block::Text));
    for engine in Engine::all().filter(|engine| ask.engine.is_none_or(|chosen| chosen == *engine)) {
        blocks.push(Block::heading(engine.word().label));
        blocks.extend(snippets(engine, &wanted).into_iter().map(Block::Snippet));
        let source = source(engine);
        blocks.push(Block::text(format!(
            "Source: {source}. The engine was not run."
        )));
    }
    blocks
}

/// Returns the settings of an engine, or nothing if the model does not rotate.
///
/// ```
/// use phasor_report::{Ask, Engine, settings::of_engine, shelf};
///
/// let qwen = shelf::published("qwen2.5-7b-instruct").unwrap().subject().unwrap();
/// let ask = Ask { target: Some(131_072), ..Ask::default() };
/// let snippets = of_engine(Engine::LlamaCpp, &qwen, &ask);
/// assert!(snippets[0].text.contains("-c 131072 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768"));
/// ```
#[must_use]
pub fn of_engine(engine: Engine, subject: &Subject, ask: &Ask) -> Vec<Snippet> {
    let layer = subject.rope(None);
    let outlook = layer.and_then(|layer| Outlook::new(subject, layer, ask.target).ok());
    outlook.map_or_else(Vec::new, |outlook| {
        let wanted = Wanted::new(subject, &outlook, ask.rule);
        match wanted.obstacle() {
            Some(_) => Vec::new(),
            None => snippets(engine, &wanted),
        }
    })
}

/// Returns what was read of an engine.
fn source(engine: Engine) -> &'static str {
    match engine {
        Engine::Transformers => {
            "`modeling_rope_utils.py` and the configuration classes of transformers 4.43 to 4.57 and 5.23"
        }
        Engine::Vllm => "`config/model.py` of vLLM 0.10.2 to 0.33.0, pull requests 28006 and 56446",
        Engine::Sglang => {
            "`utils/hf_transformers/config.py` of SGLang 0.4.6 to 0.5.23, pull request 22739"
        }
        Engine::LlamaCpp => {
            "`common/arg.cpp`, `src/llama-context.cpp` and the converter of llama.cpp in September 2026, pull requests \
             17945 and 28030"
        }
        Engine::Ollama => "`llm/server.go` and `convert/convert_qwen2.go` of ollama in August 2026",
        Engine::TensorRtLlm => {
            "`attention_backend/interface.py` of TensorRT-LLM 1.2, pull request 10351"
        }
        Engine::Training => {
            "`loaders/utils.py` of axolotl in July 2026, `models/llama.py` of unsloth in August 2026"
        }
    }
}

/// Returns the settings of an engine for a rule.
fn snippets(engine: Engine, wanted: &Wanted<'_>) -> Vec<Snippet> {
    match engine {
        Engine::Transformers => files::transformers(wanted),
        Engine::Vllm => servers::vllm(wanted),
        Engine::Sglang => servers::sglang(wanted),
        Engine::LlamaCpp => servers::llama_cpp(wanted),
        Engine::Ollama => servers::ollama(wanted),
        Engine::TensorRtLlm => servers::tensorrt(wanted),
        Engine::Training => trainers::both(wanted),
    }
}

fn lead(outlook: &Outlook<'_>, wanted: &Wanted<'_>) -> String {
    let (trained, target) = (Place(outlook.trained as f64), Place(outlook.target as f64));
    if wanted.is_needed {
        return format!(
            "{} with factor {} takes this model from {trained} to {target} tokens.",
            wanted.rule_name(),
            Digits(wanted.factor)
        );
    }
    match (outlook.target <= outlook.trained, outlook.declared) {
        (true, None) => format!(
            "The file gives no length, so {trained} tokens are assumed; up to there, no engine needs a setting."
        ),
        (true, Some(_)) => format!(
            "{target} tokens are within the {trained} of training, so no engine needs a setting."
        ),
        (false, _) => format!(
            "The model declares {target} tokens with {}, so no engine needs a setting.",
            named(&outlook.layer.scaling)
        ),
    }
}

/// Returns what to know before any of these settings.
fn warnings(outlook: &Outlook<'_>) -> Option<String> {
    match &outlook.layer.scaling {
        Scaling::Default => Some(
            "The rule is static: it also changes short prompts (see *What if*). Set it only for servers that read long texts."
                .to_owned()
                .replace('*', ""),
        ),
        rule => Some(format!(
            "The file already has {}; these settings replace it, so the model was not trained with what they give.",
            named(rule)
        )),
    }
}
