//! Whether a model can run in a page.

use serde_json::Value;

use phasor_report::Subject;

/// The most weights in the layers of a model that runs in a page, where a file has at most 2 GB: with 4 bits and a scale, a weight
/// takes 0.6 bytes.
const MOST_WEIGHTS: f64 = 3.2e9;

/// Returns whether the model is of a class that runs in a page, and about small enough for it. The file that is opened has
/// the last word.
pub(crate) fn runs(subject: &Subject) -> bool {
    let class = subject.model().model_type.as_deref();
    class.is_some_and(phasor_decoder::runs)
        && n_weights(subject).is_some_and(|n_weights| n_weights <= MOST_WEIGHTS)
}

/// Returns about how many weights the layers have: Llama's have `12 hidden_size^2` with the usual sizes of its parts (Kaplan et
/// al. 2020, *Scaling Laws for Neural Language Models*, table 1).
fn n_weights(subject: &Subject) -> Option<f64> {
    let config: Value = serde_json::from_str(subject.text()).ok()?;
    let hidden_size = config.get("hidden_size")?.as_f64()?;
    Some(12.0 * hidden_size * hidden_size * subject.model().layers.len() as f64)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops where it finds a fault")]
mod tests {
    use phasor_report::shelf;

    use super::*;

    #[test]
    fn small_models_of_known_classes_run() {
        let does_run = |name| runs(&shelf::published(name).unwrap().subject().unwrap());
        for small in ["smollm2-360m", "qwen3-0.6b", "llama-3.2-1b", "smollm3-3b"] {
            assert!(does_run(small), "{small}");
        }
        for other in ["llama-3.1-8b", "qwen3-8b", "mistral-7b-v0.3", "gemma-2-2b"] {
            assert!(!does_run(other), "{other}");
        }
        assert!(!runs(&Subject::read(r#"{"model_type": "llama"}"#).unwrap()));
    }
}
