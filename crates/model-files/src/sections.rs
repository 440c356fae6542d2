//! The sections of M-RoPE: which pairs belong to which axis.
//!
//! Source: the rotary embeddings of transformers 5.23.0, where the class alone decides the order;
//! `tests/golden/classes.json` holds the axis of each pair.

use super::finding::{Finding, Notice};
use super::keys::XDROPE;
use super::rows::has;
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
/// let order = SectionOrder::Contiguous;
/// let expected = Sections { sizes: vec![16, 24, 24], order, splits_pairs: false };
/// assert_eq!(sections, Some(expected));
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sections {
    /// The number of pairs of each axis: time, row, column.
    pub sizes: Vec<usize>,
    /// Whether the axes have consecutive runs of pairs or alternate.
    pub order: SectionOrder,
    /// Whether a section of n pairs is 2n consecutive components instead, so that the two components of a pair follow
    /// different axes, and nothing is rotated where these differ (HunYuan VL).
    pub splits_pairs: bool,
}

impl Sections {
    /// Creates sections from the sizes in the order of a file, which is that of the pairs: with
    /// [`SectionOrder::FirstLast`], time is last.
    fn of_file(mut sizes: Vec<usize>, order: SectionOrder) -> Self {
        if order == SectionOrder::FirstLast {
            let n_last = sizes.len().min(1);
            sizes.rotate_right(n_last);
        }
        Self {
            sizes,
            order,
            splits_pairs: false,
        }
    }

    /// Returns the axis of each component of a head, if pairs are split.
    ///
    /// ```
    /// let text = r#"{"model_type": "hunyuan_vl_text", "head_dim": 12, "rope_parameters":
    ///     {"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [1, 2, 3]}}"#;
    /// let model = phasor_model_files::read(text)?.model;
    /// let sections = model.rope(None).unwrap().sections.as_ref().unwrap();
    /// assert_eq!(sections.component_axes().unwrap(), [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    #[must_use]
    pub fn component_axes(&self) -> Option<Vec<usize>> {
        let axes = self.sizes.iter().enumerate();
        let axes = axes.flat_map(|(axis, size)| std::iter::repeat_n(axis, size.saturating_mul(2)));
        self.splits_pairs.then(|| axes.collect())
    }

    /// Returns the sizes in the order of a file (`mrope_section`).
    ///
    /// ```
    /// let text = r#"{"model_type": "ernie4_5_vl_moe_text", "head_dim": 128}"#;
    /// let model = phasor_model_files::read(text)?.model;
    /// let sections = model.rope(None).unwrap().sections.as_ref().unwrap();
    /// assert_eq!((sections.sizes[0], sections.in_file()), (20, vec![22, 22, 20]));
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    #[must_use]
    pub fn in_file(&self) -> Vec<usize> {
        let mut sizes = self.sizes.clone();
        if self.order == SectionOrder::FirstLast {
            let n_first = sizes.len().min(1);
            sizes.rotate_left(n_first);
        }
        sizes
    }
}

impl Reader<'_> {
    /// Returns the sections of the file or, if it has none that can be used, those of a class with
    /// M-RoPE.
    pub(super) fn sections(&self, findings: &mut Vec<Finding>) -> Option<Sections> {
        let class = self.fields.model_type().unwrap_or("");
        let row = SECTIONS.iter().find(|(classes, ..)| has(classes, class));
        if self.family.is_known_to_read(XDROPE) {
            return self.split_sections(findings);
        }
        let order = self.section_order(row.map(|(_, _, order)| *order), findings);
        if let Some(sizes) = self.stated_sizes("mrope_section", findings) {
            return Some(Sections::of_file(sizes, order));
        }
        let (_, sizes, _) = row?;
        if !self.parameters.has("mrope_section") {
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            let sentence = format!(
                "Missing; transformers uses [{}], but vLLM then reads the model as one without M-RoPE.",
                sizes.join(", ")
            );
            findings.warn(&self.parameters.path_of("mrope_section"), sentence);
        }
        Some(Sections::of_file(sizes.to_vec(), order))
    }

    /// Returns the sections of HunYuan VL, whose old name is `xdrope_section`.
    fn split_sections(&self, findings: &mut Vec<Finding>) -> Option<Sections> {
        let [new, old] = ["mrope_section", "xdrope_section"].map(|key| {
            (
                self.parameters.path_of(key),
                self.stated_sizes(key, findings),
            )
        });
        if let (Some(sizes), Some(other)) = (&new.1, &old.1)
            && sizes != other
        {
            let sentence = "Must equal `mrope_section`, which transformers requires; ignored.";
            findings.error(&old.0, sentence);
        }
        let Some(sizes) = new.1.or(old.1) else {
            let sentence = "Missing, and without it transformers fails in the rotary embedding of the model’s class.";
            findings.warn(&new.0, sentence);
            return None;
        };
        Some(Sections {
            sizes,
            order: SectionOrder::Contiguous,
            splits_pairs: true,
        })
    }

    /// Returns the order of the class or, for a class without one, that of the file.
    fn section_order(
        &self,
        of_class: Option<SectionOrder>,
        findings: &mut Vec<Finding>,
    ) -> SectionOrder {
        const KEY: &str = "mrope_interleaved";
        let given = self.parameters.flag(KEY, findings);
        let of_file = match given {
            Some(true) => SectionOrder::Interleaved,
            _ => SectionOrder::Contiguous,
        };
        let order = of_class.unwrap_or(of_file);
        if given.is_some_and(|given| given != (order == SectionOrder::Interleaved)) {
            let sentence = "The model’s class decides the order; ignored.";
            findings.warn(&self.parameters.path_of(KEY), sentence);
        }
        order
    }

    fn stated_sizes(&self, name: &str, findings: &mut Vec<Finding>) -> Option<Vec<usize>> {
        let key = self.parameters.path_of(name);
        let sizes = self.parameters.numbers(name, findings)?;
        if sizes.iter().any(|size| size.fract() != 0.0 || *size > 1e6) {
            findings.error(&key, "Must be a list of whole numbers up to 1e6; ignored.");
            return None;
        }
        if sizes.len() > MOST_AXES {
            let sentence = format!("Must have at most 16 sizes, not {}; ignored.", sizes.len());
            findings.error(&key, sentence);
            return None;
        }
        Some(sizes.into_iter().map(|size| size as usize).collect())
    }
}

/// The classes with M-RoPE, the sections of a file without any, and their order.
const SECTIONS: &[(&str, [usize; 3], SectionOrder)] = &[
    (
        "paddleocr_vl_text qwen2_vl qwen2_vl_text qwen2_5_vl qwen2_5_vl_text qwen2_5_omni_text qwen2_5_omni_talker",
        [16, 24, 24],
        SectionOrder::Contiguous,
    ),
    (
        "cohere_compass_text cosmos3_edge_text qwen3_omni_moe_talker_text qwen3_omni_moe_text qwen3_vl_text qwen3_vl_moe_text",
        [24, 20, 20],
        SectionOrder::Interleaved,
    ),
    (
        "qwen3_5_text qwen3_5_moe_text qwen4_exp_text",
        [11, 11, 10],
        SectionOrder::Interleaved,
    ),
    (
        "glm4v_text glm4v_moe_text glm_ocr_text glm_image_text",
        [8, 12, 12],
        SectionOrder::Contiguous,
    ),
    (
        "ernie4_5_vl_moe_text",
        [22, 22, 20],
        SectionOrder::FirstLast,
    ),
];

/// The largest number of axes. Real models have three, and every pair searches them for its own.
const MOST_AXES: usize = 16;
