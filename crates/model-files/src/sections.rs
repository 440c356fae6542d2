//! The sections of M-RoPE: which pairs belong to which axis.

use super::finding::{Finding, Notice};
use super::sets::Reader;
use phasor_encoding::SectionOrder;

/// How pairs are assigned to the axes of M-RoPE.
///
/// ```
/// use phasor_model_files::{Sections};
/// use phasor_encoding::SectionOrder;
///
/// let text = r#"{"model_type": "qwen2_vl", "hidden_size": 3584, "num_attention_heads": 28,
///     "rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]}}"#;
/// let model = phasor_model_files::read(text)?.model;
/// let sections = model.rope(None).unwrap().sections.clone();
/// let expected = Sections { sizes: vec![16, 24, 24], order: SectionOrder::Contiguous };
/// assert_eq!(sections, Some(expected));
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sections {
    /// The number of pairs of each axis: time, row, column (`mrope_section`).
    pub sizes: Vec<usize>,
    /// Whether the axes have consecutive runs of pairs or alternate (`mrope_interleaved`).
    pub order: SectionOrder,
}

impl Reader<'_> {
    /// Returns the sections of the file or, if it has none that can be used, those of a class with
    /// M-RoPE.
    pub(super) fn sections(&self, findings: &mut Vec<Finding>) -> Option<Sections> {
        let stated = self.stated_sections(findings);
        if stated.is_some() {
            return stated;
        }
        let class = self.fields.model_type()?;
        let (_, sizes, order) = SECTIONS.iter().find(|(names, ..)| names.contains(&class))?;
        if !self.parameters.has("mrope_section") {
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            let sentence = format!(
                "Missing; transformers uses [{}], but vLLM then reads the model as one without M-RoPE.",
                sizes.join(", ")
            );
            findings.warn(&self.parameters.path_of("mrope_section"), sentence);
        }
        Some(Sections {
            sizes: sizes.to_vec(),
            order: *order,
        })
    }

    fn stated_sections(&self, findings: &mut Vec<Finding>) -> Option<Sections> {
        let key = self.parameters.path_of("mrope_section");
        let sizes = self.parameters.numbers("mrope_section", findings)?;
        if sizes.iter().any(|size| size.fract() != 0.0 || *size > 1e6) {
            findings.error(&key, "Must be a list of whole numbers up to 1e6; ignored.");
            return None;
        }
        if sizes.len() > MOST_AXES {
            let sentence = format!("Must have at most 16 sizes, not {}; ignored.", sizes.len());
            findings.error(&key, sentence);
            return None;
        }
        let is_interleaved = self.parameters.flag("mrope_interleaved", findings);
        Some(Sections {
            sizes: sizes.into_iter().map(|size| size as usize).collect(),
            order: match is_interleaved {
                Some(true) => SectionOrder::Interleaved,
                _ => SectionOrder::Contiguous,
            },
        })
    }
}

/// The classes with M-RoPE that have sections for files without any.
const SECTIONS: &[(&[&str], [usize; 3], SectionOrder)] = &[
    (
        &["qwen2_vl", "qwen2_vl_text", "qwen2_5_vl", "qwen2_5_vl_text"],
        [16, 24, 24],
        SectionOrder::Contiguous,
    ),
    (&["qwen3_vl_text"], [24, 20, 20], SectionOrder::Interleaved),
    (&["glm4v_text"], [8, 12, 12], SectionOrder::Contiguous),
];

/// The largest number of axes. Real models have three, and every pair searches them for its own.
const MOST_AXES: usize = 16;
