//! The reader of `config.json`.

mod broken;
mod cache;
mod census;
mod classes;
mod findings;
mod laws;
mod layers;
mod position;
mod published;
mod queries;
mod rules;
mod wording;

/// Returns the severity and the key of each finding. The sentences are in the snapshot of `wording`.
fn places(findings: &[phasor_model_files::Finding]) -> Vec<String> {
    let place = |finding: &phasor_model_files::Finding| {
        format!("{}: {}", finding.severity.name(), finding.key)
    };
    findings.iter().map(place).collect()
}
