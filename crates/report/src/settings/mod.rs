//! The settings by which engines read longer texts with a model.
//!
//! The sources name the versions that were read. No engine was run.

mod course;
mod files;
mod proof;
mod servers;
mod trainers;
mod wanted;

use super::block::Snippet;
use super::nearest::longest_with_rule;
use super::{Ask, Block, Engine, Outlook, Subject};
use course::{Course, Kind};
use phasor_encoding::Scaling;
use phasor_params::choice::Choice as _;
use phasor_text::number::Digits;
use wanted::{Style, Wanted};

/// Returns the report: that of one engine if the reader asks for one, or else of all.
pub(super) fn blocks(subject: &Subject, ask: &Ask) -> Vec<Block> {
    // A rule is for the layers that attend to the whole text.
    let Some(layer) = subject.rope(None) else {
        return vec![Block::Lead(
            "Nothing rotates in this model, so no engine has a setting for it.".to_owned(),
        )];
    };
    let outlook = match Outlook::new(subject, layer, ask.target) {
        Ok(outlook) => outlook,
        Err(error) => return vec![Block::Lead(format!("No setting is given: {error}."))],
    };
    let published = longest_with_rule(subject, layer);
    let course = match Course::new(&outlook, ask.rule, published) {
        Ok(course) => course,
        Err(reason) => return vec![Block::Lead(reason)],
    };
    let mut blocks = vec![Block::Lead(course.lead(&outlook))];
    blocks.extend(warnings(subject, &course, &outlook).map(Block::Text));
    let wanted = Wanted::new(subject, &outlook, course);
    let styles = match proven(subject, &wanted) {
        Ok(styles) => styles,
        Err(reason) => return vec![Block::Lead(reason)],
    };
    for engine in Engine::all().filter(|engine| ask.engine.is_none_or(|chosen| chosen == *engine)) {
        blocks.push(Block::heading(engine.word().label));
        let snippets = snippets(engine, &wanted, &styles);
        if snippets.is_empty() {
            blocks.push(Block::text(without(&wanted)));
            continue;
        }
        blocks.extend(snippets.into_iter().map(Block::Snippet));
        let source = source(engine);
        blocks.push(Block::text(format!(
            "Source: {source}. The engine was not run."
        )));
    }
    blocks
}

/// Returns what to know before any of the settings.
fn warnings(subject: &Subject, course: &Course, outlook: &Outlook<'_>) -> Option<String> {
    match course.kind {
        Kind::Added => Some(
            "The rule is static: it also changes short prompts. Set it only for servers that read long texts.".to_owned(),
        ),
        Kind::Widened => {
            let Scaling::Yarn(yarn) = &course.rule else {
                return None;
            };
            yarn.attention_factor.map(|factor| {
                format!(
                    "Its attention factor, {}, is fixed and stays; it does not grow with the factor.",
                    Digits(factor)
                )
            })
        }
        Kind::Unchanged => {
            let after = proof::after_length(subject, course)?;
            let after = after.rope(None)?.scaled(Some(outlook.target)).ok()?;
            let (before, after) = (outlook.scaled.attention_factor(), after.attention_factor());
            (before != after).then(|| {
                format!(
                    "Its attention factor is computed from the declared length: where an engine needs a longer one, it goes \
                     from {} to {}.",
                    Digits(before),
                    Digits(after)
                )
            })
        }
        Kind::Within | Kind::Replaced => None,
    }
}

/// Returns the spellings in which the file would have what was wanted. A text within the declared length needs none.
///
/// # Errors
/// The sentence that says why there is no such spelling.
fn proven(subject: &Subject, wanted: &Wanted<'_>) -> Result<Vec<Style>, String> {
    let both = [Style::New, Style::Old];
    if wanted.course.kind == Kind::Within {
        return Ok(Vec::new());
    }
    let checked = both.map(|style| (style, proof::check(subject, wanted, style)));
    let styles = checked.iter().filter(|(_, result)| result.is_ok());
    let styles: Vec<Style> = styles.map(|(style, _)| *style).collect();
    let reason = checked.into_iter().find_map(|(_, result)| result.err());
    match (styles.as_slice(), reason) {
        ([], Some(reason)) => Err(format!(
            "No setting is given, because the file would not be read as wanted: {reason}."
        )),
        _ => Ok(styles),
    }
}

/// Says why an engine gets no snippet.
fn without(wanted: &Wanted<'_>) -> &'static str {
    match wanted.has_set() {
        false => {
            "Nothing has to be set: transformers reads longer texts than a file declares, with a warning at most."
        }
        true => {
            "In the spelling that this engine reads, the file would not be read as wanted, so no setting is given."
        }
    }
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

/// Returns the settings of an engine in the spellings that were proven.
fn snippets(engine: Engine, wanted: &Wanted<'_>, styles: &[Style]) -> Vec<Snippet> {
    match engine {
        Engine::Transformers if !wanted.has_set() => Vec::new(),
        Engine::Transformers => files::transformers(wanted, styles),
        Engine::Vllm => servers::vllm(wanted, styles),
        Engine::Sglang => servers::sglang(wanted, styles),
        Engine::LlamaCpp => servers::llama_cpp(wanted, styles),
        Engine::Ollama => servers::ollama(wanted),
        Engine::TensorRtLlm => servers::tensorrt(wanted, styles),
        Engine::Training => trainers::both(wanted, styles),
    }
}
