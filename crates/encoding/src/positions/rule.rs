//! The rules by which models number words and patches.

use super::Part;
use super::assign::{Assign, Needs};
use super::counting::Sequential;
use super::mrope::{Ernie4_5Vl, Glm4v, HunyuanVl, Qwen2_5Vl, Qwen2Vl, Qwen3Vl};
use crate::EncodingError;

/// How a model numbers the words and patches of a sequence. [`Numbering`](super::Numbering) decides
/// what happens at padding, at borders of documents and after a cache.
///
/// ```
/// use phasor_encoding::positions::Rule;
///
/// let names: Vec<&str> = Rule::all().iter().map(Rule::name).collect();
/// assert_eq!(names[..3], ["sequential", "qwen2_vl", "qwen2_5_vl"]);
/// assert!(Rule::HunyuanVl.source().contains("HunYuan"));
/// assert_eq!((Rule::Sequential.n_axes(), Rule::HunyuanVl.n_axes()), (1, 4));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Rule {
    /// One axis, on which each token is one step: all text-only models.
    Sequential,
    /// Time, row and column of patches: Qwen2-VL.
    Qwen2Vl(Qwen2Vl),
    /// The same with times in seconds: Qwen2.5-VL.
    Qwen2_5Vl(Qwen2_5Vl),
    /// Row and column of patches, and times as text: Qwen3-VL and Qwen3.5.
    Qwen3Vl,
    /// The same for GLM-4.1V, GLM-4.5V and GLM-4.6V.
    Glm4v,
    /// Time, row and column of patches: ERNIE 4.5 VL.
    Ernie4_5Vl(Ernie4_5Vl),
    /// Place in the sequence, column, row and number of the image: Hunyuan-VL.
    HunyuanVl,
}

impl Rule {
    /// Returns every rule, with the settings that transformers 5.23 and the published models have.
    #[must_use]
    pub fn all() -> Vec<Self> {
        vec![
            Self::Sequential,
            Self::Qwen2Vl(Qwen2Vl::default()),
            Self::Qwen2_5Vl(Qwen2_5Vl::default()),
            Self::Qwen3Vl,
            Self::Glm4v,
            Self::Ernie4_5Vl(Ernie4_5Vl::default()),
            Self::HunyuanVl,
        ]
    }

    /// The name of the rule: the first of its [`classes`](Self::classes), or `sequential`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.classes().first().copied().unwrap_or("sequential")
    }

    /// The classes of transformers 5.23 with these ids (`model_type`); none for the rule of text-only
    /// models.
    ///
    /// ```
    /// use phasor_encoding::positions::Rule;
    ///
    /// let rule = Rule::all().into_iter().find(|rule| rule.classes().contains(&"qwen3_5_moe"));
    /// assert_eq!(rule, Some(Rule::Qwen3Vl));
    /// ```
    #[must_use]
    pub fn classes(&self) -> &'static [&'static str] {
        match self {
            Self::Sequential => &[],
            Self::Qwen2Vl(_) => &["qwen2_vl", "paddleocr_vl"],
            Self::Qwen2_5Vl(_) => &["qwen2_5_vl"],
            Self::Qwen3Vl => &[
                "qwen3_vl",
                "qwen3_vl_moe",
                "qwen3_5",
                "qwen3_5_moe",
                "qwen4_exp",
                "cohere_compass",
                "cosmos3_edge",
            ],
            Self::Glm4v => &["glm4v", "glm4v_moe", "glm46v", "glm_ocr"],
            Self::Ernie4_5Vl(_) => &["ernie4_5_vl_moe"],
            Self::HunyuanVl => &["hunyuan_vl"],
        }
    }

    /// The publication of the rule.
    #[must_use]
    pub fn source(&self) -> &'static str {
        match self {
            Self::Sequential => "Vaswani et al. 2017, Attention Is All You Need, section 3.5",
            Self::Qwen2Vl(_) => "Wang et al. 2024, Qwen2-VL, section 2.1",
            Self::Qwen2_5Vl(_) => "Bai et al. 2025, Qwen2.5-VL, section 2.1",
            Self::Qwen3Vl => "Qwen3VLModel.get_rope_index of transformers 5.23",
            Self::Glm4v => "Glm4vModel.get_rope_index of transformers 5.23",
            Self::Ernie4_5Vl(_) => "Ernie4_5_VLMoeModel.get_rope_index of transformers 5.23",
            Self::HunyuanVl => "HunYuanVLModel.get_rope_index of transformers 5.23",
        }
    }

    /// The number of axes.
    #[must_use]
    pub fn n_axes(&self) -> usize {
        self.axis_names().len()
    }

    /// What a position says on each axis. Shape `[n_axes]`.
    ///
    /// ```
    /// use phasor_encoding::positions::Rule;
    ///
    /// assert_eq!(Rule::Sequential.axis_names(), ["position"]);
    /// assert_eq!(Rule::Qwen3Vl.axis_names(), ["time", "row", "column"]);
    /// ```
    #[must_use]
    pub fn axis_names(&self) -> &'static [&'static str] {
        match self {
            Self::Sequential => &["position"],
            Self::HunyuanVl => &["place", "column", "row", "image"],
            Self::Qwen2Vl(_)
            | Self::Qwen2_5Vl(_)
            | Self::Qwen3Vl
            | Self::Glm4v
            | Self::Ernie4_5Vl(_) => &["time", "row", "column"],
        }
    }

    /// Returns the part with the tokens that the models add to patches: one at the end of each row of
    /// an image (Hunyuan-VL), or a time stamp of `time_stamp_tokens` tokens before each frame of a
    /// video (Qwen3-VL and GLM). A part that has such tokens, or needs none, is unchanged.
    ///
    /// ```
    /// use phasor_encoding::positions::{Image, Part, Rule, Video};
    ///
    /// let image = Image::new(2, 3, 1)?;
    /// let part = Rule::HunyuanVl.completed(Part::Image(image), 5)?;
    /// assert_eq!(part, Part::Image(image.with_row_ends()));
    /// let video = Video::new(4, image, 1.0)?;
    /// let part = Rule::Qwen3Vl.completed(Part::Video(video), 5)?;
    /// assert_eq!(part, Part::Video(video.with_time_stamps(5)?));
    /// assert_eq!(Rule::Sequential.completed(Part::Text(3), 5)?, Part::Text(3));
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::Parameter`] if a time stamp is needed and `time_stamp_tokens` is not from 1 to
    /// [`MAX_SIDE`](super::MAX_SIDE).
    pub fn completed(&self, part: Part, time_stamp_tokens: usize) -> Result<Part, EncodingError> {
        Ok(match (self.assign().needs(&part), part) {
            (Needs::RowEnds, Part::Image(image)) => Part::Image(image.with_row_ends()),
            (Needs::TimeStamps, Part::Video(video)) if video.time_stamp_tokens() == 0 => {
                Part::Video(video.with_time_stamps(time_stamp_tokens)?)
            }
            _ => part,
        })
    }

    pub(super) fn assign(&self) -> &dyn Assign {
        match self {
            Self::Sequential => &Sequential,
            Self::Qwen2Vl(rule) => rule,
            Self::Qwen2_5Vl(rule) => rule,
            Self::Qwen3Vl => &Qwen3Vl,
            Self::Glm4v => &Glm4v,
            Self::Ernie4_5Vl(rule) => rule,
            Self::HunyuanVl => &HunyuanVl,
        }
    }

    /// Checks that the models have tokens for these parts.
    ///
    /// ```
    /// use phasor_encoding::positions::{Image, Part, Rule};
    ///
    /// let parts = [Part::Text(1), Part::Image(Image::new(2, 3, 1)?)];
    /// assert!(Rule::Qwen2Vl(Default::default()).check(&parts).is_ok());
    /// let error = Rule::HunyuanVl.check(&parts).unwrap_err().to_string();
    /// assert!(error.contains("part 1 of the layout must be"), "{error}");
    /// # Ok::<(), phasor_encoding::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError::Part`] for the first part that they have no tokens for.
    pub fn check(&self, parts: &[Part]) -> Result<(), EncodingError> {
        for (part, content) in parts.iter().enumerate() {
            EncodingError::check_part(part, self.assign().needs(content).unmet(content))?;
        }
        Ok(())
    }
}
