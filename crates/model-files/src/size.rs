//! The number of components of a head, and the number that rotate.

use super::family::{HeadDim, Partial};
use super::finding::{Finding, Notice};
use super::keys::{HEAD_DIM, HIDDEN_SIZE, N_HEADS, PARTIAL};
use super::rows::{has, row_of};
use super::scaling::Rule;
use super::sets::Reader;
use phasor_text::number::Plain;

impl Reader<'_> {
    pub(super) fn head_dim(&self, findings: &mut Vec<Finding>) -> usize {
        let stated = self.stated_head_dim(findings);
        let head_dim = stated.clamp(2, MOST);
        if head_dim != stated {
            let sentence = format!("Must be from 2 to {MOST}, not {stated}; {head_dim} is used.");
            findings.error(&self.fields.path_of("head_dim"), sentence);
        }
        head_dim
    }

    /// Returns the size of the heads with full attention, where the class makes them wider than the others.
    fn wide_head_dim(&self, findings: &mut Vec<Finding>) -> Option<usize> {
        let standard = self.family.global_head_dim?;
        if self.layer_type != Some("full_attention") {
            return None;
        }
        // Files saved by transformers 5.23 list the layers whose heads differ instead.
        let Some(layers) = self.fields.object_at("per_layer_config") else {
            let given = self.fields.count(&["global_head_dim"], findings);
            return given.or(Some(standard));
        };
        let own = layers
            .entries()
            .find_map(|(_, layer)| layer.get("head_dim")?.as_u64())?;
        usize::try_from(own).ok()
    }

    /// Returns the size from the file or from the model's class, which may be out of range.
    fn stated_head_dim(&self, findings: &mut Vec<Finding>) -> usize {
        let fields = self.fields;
        if let Some(wide) = self.wide_head_dim(findings) {
            return wide;
        }
        let rope_part = fields.count(&["qk_rope_head_dim"], findings);
        let given = match self.family.reads("kv_channels") {
            true => fields.count(HEAD_DIM, findings),
            false => fields.count(&["head_dim"], findings),
        };
        let is_null = fields.is_null("head_dim");
        let times = match (self.family.head_dim, rope_part) {
            (HeadDim::RopePart(standard), rope_part) => {
                let rope_part = rope_part.unwrap_or(standard);
                self.report_other_head_dim(given, rope_part, findings);
                return rope_part;
            }
            (HeadDim::Derived, Some(rope_part))
                if !self.turns_part && self.family.reads("qk_rope_head_dim") =>
            {
                return rope_part;
            }
            (HeadDim::Fixed(standard), _) => {
                if is_null {
                    let sentence = format!("Null, which transformers rejects; {standard} is used.");
                    findings.error(&fields.path_of("head_dim"), sentence);
                }
                return given.unwrap_or(standard);
            }
            (HeadDim::FixedUnlessNull(standard), _) if !is_null => {
                return given.unwrap_or(standard);
            }
            (HeadDim::TwiceDerived, _) => 2,
            _ => 1,
        };
        if let Some(given) = given {
            return given;
        }
        self.derived_head_dim(times, findings)
    }

    /// Returns `times` the size of the model over the number of heads.
    fn derived_head_dim(&self, times: usize, findings: &mut Vec<Finding>) -> usize {
        let fields = self.fields;
        let hidden_size = fields.count(HIDDEN_SIZE, findings);
        let n_heads = fields.count(N_HEADS, findings);
        match (hidden_size, n_heads) {
            (Some(hidden_size), Some(n_heads)) if hidden_size >= n_heads => {
                if !hidden_size.is_multiple_of(n_heads) {
                    let sentence = format!(
                        "Should be a multiple of the number of heads, {n_heads}, not \
                         {hidden_size}, which many classes reject; {} components per head are used.",
                        hidden_size / n_heads
                    );
                    findings.error(&fields.path_of("hidden_size"), sentence);
                }
                times * (hidden_size / n_heads)
            }
            (None, None) if self.family.is_known() => {
                let standard = times * default_head_dim(fields.model_type());
                let sentence = format!(
                    "Missing, as are the sizes of the model; {standard}, the default of the class, is used."
                );
                findings.note(&fields.path_of("head_dim"), sentence);
                standard
            }
            _ => {
                let sentence = "Missing, and cannot be computed from `hidden_size` and \
                                `num_attention_heads`; 128 is used.";
                findings.warn(&fields.path_of("head_dim"), sentence);
                128
            }
        }
    }

    /// Reports a head size that does not fit its rotated part, if that part has its own key.
    fn report_other_head_dim(
        &self,
        given: Option<usize>,
        rope_part: usize,
        findings: &mut Vec<Finding>,
    ) {
        let Some(given) = given.filter(|given| *given != rope_part) else {
            return;
        };
        let rest = self.fields.count(&["qk_nope_head_dim"], findings);
        if rest.is_none_or(|rest| given != rest && given != rest + rope_part) {
            let sentence = format!(
                "Should equal `qk_rope_head_dim`, {rope_part}, `qk_nope_head_dim` or both together, \
                 not {given}; {rope_part} is used."
            );
            findings.warn(&self.fields.path_of("head_dim"), sentence);
        }
    }

    /// Returns the share of the head that rotates.
    pub(super) fn partial(&self, rule: Rule, head_dim: usize, findings: &mut Vec<Finding>) -> f64 {
        let key = self.family.partial_key;
        let inner = self.parameters.number(PARTIAL, findings);
        let outer = self.fields.number(key, findings);
        let standard = match self.family.partial {
            Partial::Used(standard) => Some(standard),
            Partial::Ignored => None,
        };
        let unread = self.fields.number(PARTIAL, findings);
        if key != PARTIAL && inner.is_none() && unread != outer.or(standard) {
            let instead = match (key.is_empty(), self.family.rotary_dim) {
                (false, _) => key,
                (true, Some(_)) => "rotary_dim",
                (true, None) => "rope_parameters.partial_rotary_factor",
            };
            self.report_unread(PARTIAL, instead, findings);
        }
        if self.parameters.is_null(PARTIAL) && (!rule.is_none() || self.family.is_partial()) {
            let sentence =
                "Must be a number, not null, which transformers cannot use; read as missing.";
            findings.error(&self.parameters.path_of(PARTIAL), sentence);
        }
        let mut dim_at = |name: &'static str, names| match self.family.reads(name) {
            true => self.fields.count(names, findings),
            false => None,
        };
        let rotary_dim = dim_at("rotary_dim", &["rotary_dim"]);
        let rotary_dim = match self.family.head_dim {
            HeadDim::Fixed(_) => {
                rotary_dim.or_else(|| dim_at("qk_rope_head_dim", &["qk_rope_head_dim"]))
            }
            _ => rotary_dim,
        };
        let rotary_dim = rotary_dim.or(self.family.rotary_dim);
        let from_dim = rotary_dim.map(|rotary_dim| share(rotary_dim, head_dim));
        let given = inner.or(outer).or(from_dim);
        let given = given.filter(|given| !self.is_share_of_whole_head(*given, head_dim));
        let standard = match self.family.partial {
            Partial::Used(standard) => standard,
            Partial::Ignored => {
                let is_partial = given.is_some_and(|given| given != 1.0);
                self.report_part_of_whole_head(rule, is_partial, findings);
                if rule.is_none() {
                    return 1.0;
                }
                1.0
            }
        };
        let factor = given.unwrap_or(standard);
        if factor > 0.0 && factor <= 1.0 {
            return factor;
        }
        let sentence = format!(
            "Must be above 0 and at most 1, not {}; 1 is used.",
            Plain(factor)
        );
        findings.error(&self.parameters.path_of(PARTIAL), sentence);
        1.0
    }

    /// Returns whether the factor only repeats which part of a head rotates, in a class that has this part apart.
    fn is_share_of_whole_head(&self, factor: f64, rope_part: usize) -> bool {
        let class = self.fields.model_type().unwrap_or("");
        let rest = self.fields.count(&["qk_nope_head_dim"], &mut Vec::new());
        let is_share =
            |rest: usize| factor == rope_part as f64 / rope_part.saturating_add(rest) as f64;
        has(SHARES, class) && rest.is_some_and(is_share)
    }

    /// Reports a partial rotary factor for a class that always rotates whole heads.
    fn report_part_of_whole_head(&self, rule: Rule, is_partial: bool, findings: &mut Vec<Finding>) {
        if !is_partial || rule.has_part {
            return;
        }
        if rule.is_none() {
            let sentence = "The model’s class reads it only with a scaling rule; ignored, so the \
                            whole head rotates.";
            findings.warn(&self.parameters.path_of(PARTIAL), sentence);
        } else {
            let sentence = "The model’s class rotates whole heads, so with a scaling rule \
                            transformers fails; only this part rotates here.";
            findings.error(&self.partial_path(), sentence);
        }
    }

    /// Returns the path of the partial rotary factor that is read.
    fn partial_path(&self) -> String {
        match self.parameters.has(PARTIAL) {
            true => self.parameters.path_of(PARTIAL),
            false => self.fields.path_of(self.family.partial_key),
        }
    }

    pub(super) fn report_null_head_dim(
        &self,
        rule: Rule,
        head_dim: usize,
        findings: &mut Vec<Finding>,
    ) {
        if rule.needs_head_dim && self.family.is_head_dim_null && !self.fields.has("head_dim") {
            let sentence = format!(
                "Missing, but transformers needs it for the rule \"{}\"; {head_dim} is used.",
                rule.name
            );
            findings.error(&self.fields.path_of("head_dim"), sentence);
        }
    }
}

/// Returns the share that gives exactly `part` of `whole` components: a quotient may be too small by its rounding, as for 30
/// of 44.
fn share(part: usize, whole: usize) -> f64 {
    let share = part as f64 / whole as f64;
    match ((whole as f64 * share) as usize) < part {
        true => share.next_up(),
        false => share,
    }
}

/// Returns the number of components of a head in a class without `head_dim`, for a file without any size.
fn default_head_dim(model_type: Option<&str>) -> usize {
    let row = model_type.and_then(|class| row_of(HEADS, class));
    row.copied().unwrap_or(128)
}

/// The classes of transformers 5.23.0 whose default heads do not have 128 components.
/// `tests/golden/families.json` holds the values of transformers.
const HEADS: &[(usize, &str)] = &[
    (
        64,
        "blt_local_decoder blt_patcher diffllama ernie4_5 eurobert falcon glm_ocr_text \
        granite_docling_text gte jina_embeddings_v3 kyutai_speech_to_text lfm2_moe modernbert \
        modernbert-decoder nomic_bert persimmon phi qwen3_moe qwen3_omni_moe_talker_text",
    ),
    (80, "arcee gpt_neox_japanese lfm2 stablelm zamba2"),
    (96, "gpt_neox phi3 phi4_multimodal"),
    (144, "dots1"),
    (256, "recurrent_gemma"),
];

/// The largest size of a head; real heads have a few hundred components.
const MOST: usize = 1 << 16;

/// Returns `floor(partial x head_dim)` as transformers computes it, made even and at least 2.
pub(super) fn even_part(
    partial: f64,
    head_dim: usize,
    key: &str,
    findings: &mut Vec<Finding>,
) -> usize {
    let part = (head_dim as f64 * partial) as usize;
    if part >= 2 && part.is_multiple_of(2) {
        return part;
    }
    let even = (part - part % 2).max(2);
    let sentence = format!(
        "The number of components that rotate must be even and at least 2, not {part}; {even} is \
         used."
    );
    findings.error(key, sentence);
    even
}

/// The classes whose configuration in transformers counts the rotary part in the whole head.
const SHARES: &str = "mistral4";
