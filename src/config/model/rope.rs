//! The rotary layers of a model: one entry, or one for each layer type.

use serde_json::{Map, Value};

use super::family::{Family, HeadDim, Partial};
use super::fields::{self, Fields};
use super::finding::{Finding, Notice, Said};
use super::{json, scaling};
use crate::encoding::{AxialRope, EncodingError, Pairing, Rope, Scaled, Scaling, SectionOrder};

const PARTIAL: &str = "partial_rotary_factor";

/// How the pairs are dealt to the axes of M-RoPE.
///
/// ```
/// use phasor::config::model::{self, Sections};
/// use phasor::encoding::SectionOrder;
///
/// let text = r#"{"model_type": "qwen2_vl", "hidden_size": 3584, "num_attention_heads": 28,
///     "rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]}}"#;
/// let model = model::read(text)?.model;
/// let sections = model.rope(None).unwrap().sections.clone();
/// let expected = Sections { sizes: vec![16, 24, 24], order: SectionOrder::Contiguous };
/// assert_eq!(sections, Some(expected));
/// # Ok::<(), model::Unreadable>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sections {
    /// Pairs of each axis: time, row, column (`mrope_section`).
    pub sizes: Vec<usize>,
    /// One run after the other, or in turns (`mrope_interleaved`).
    pub order: SectionOrder,
}

/// RoPE as the layers of one type have it.
///
/// ```
/// use phasor::config::model::{self, LayerRope};
///
/// let text = r#"{"model_type": "gptj", "n_embd": 4096, "n_head": 16, "rotary_dim": 64}"#;
/// let model = model::read(text)?.model;
/// let layer: &LayerRope = model.rope(None).unwrap();
/// assert_eq!((layer.head_dim, layer.rotary_dim), (256, 64));
/// let rotated = layer.rope(None).unwrap().rotate(7.0, &[1.0; 256]).unwrap();
/// assert_eq!(rotated[64..], [1.0; 192]);
/// # Ok::<(), model::Unreadable>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LayerRope {
    /// The layers' name; `None` where all are alike.
    pub layer_type: Option<String>,
    /// The base (`rope_theta`).
    pub base: f64,
    /// Components of a head, or of its rotated part where that is kept apart (DeepSeek).
    pub head_dim: usize,
    /// Components that turn; even, at most `head_dim`.
    pub rotary_dim: usize,
    /// The layout of pairs that the model's class has.
    pub pairing: Pairing,
    /// The rule that makes the frequencies.
    pub scaling: Scaling,
    /// The sections of M-RoPE.
    pub sections: Option<Sections>,
}

impl LayerRope {
    /// Frequencies and attention factor for a sequence of `seq_len` tokens; without a length
    /// one that fits the training length. Under a plain partial factor there is one frequency
    /// for each pair that turns, under `proportional` one for each pair of the head, 0 for
    /// those that do not turn: both as transformers has it.
    ///
    /// # Errors
    /// [`EncodingError`] for a value that was changed by hand to one outside its range; what
    /// [`read`](super::read) gives is always in range.
    pub fn scaled(&self, seq_len: Option<usize>) -> Result<Scaled, EncodingError> {
        let dim = match self.scaling {
            Scaling::Proportional { .. } => self.head_dim,
            _ => self.rotary_dim,
        };
        self.scaling.apply(self.base, dim, seq_len)
    }

    /// The rotation itself, for a sequence of `seq_len` tokens.
    ///
    /// # Errors
    /// As [`scaled`](Self::scaled).
    pub fn rope(&self, seq_len: Option<usize>) -> Result<Rope, EncodingError> {
        let rope = self.scaled(seq_len)?.rope(self.pairing)?;
        rope.with_head_dim(self.head_dim)
    }

    /// The rotation by several axes, if the model has sections; without the attention factor.
    ///
    /// # Errors
    /// As [`scaled`](Self::scaled), and [`EncodingError::Parameter`] for sections that do not
    /// fit the number of pairs.
    pub fn axial(&self, seq_len: Option<usize>) -> Result<Option<AxialRope>, EncodingError> {
        let Some(sections) = &self.sections else {
            return Ok(None);
        };
        let scaled = self.scaled(seq_len)?;
        let frequencies = scaled.frequencies();
        AxialRope::mrope(frequencies, &sections.sizes, sections.order, self.pairing).map(Some)
    }
}

/// The layers that the file describes.
pub(super) fn layers(
    fields: &Fields<'_>,
    family: Family,
    findings: &mut Vec<Finding>,
) -> Vec<LayerRope> {
    let standard = family.default_rope.and_then(|text| json::object(text).ok());
    let standard = standard.as_ref().map(|object| fields.standing_in(object));
    let parameters = parameters(fields, findings).or(standard);
    let nothing = Map::new();
    let flat = fields.standing_in(&nothing);
    let Some(parameters) = parameters else {
        return of_one_object(fields, &flat, family, findings);
    };
    let nested: Vec<&str> = nested_keys(&parameters).collect();
    if nested.is_empty() {
        return of_one_object(fields, &parameters, family, findings);
    }
    let turns_part = turns_part(fields, &parameters);
    let mut layers = Vec::new();
    for layer_type in nested {
        // A layer type that is null has no rotation.
        if let Some(parameters) = parameters.object_at(layer_type) {
            if layers.len() == MOST_LAYER_TYPES {
                let sentence = "There are more than 16 types of layers; the others are left out.";
                findings.error(&fields.path_of("rope_parameters"), sentence);
                break;
            }
            let reader = Reader {
                fields,
                parameters: &parameters,
                family,
                layer_type: Some(layer_type),
                is_nested: true,
                turns_part,
            };
            layers.push(reader.layer(findings));
        }
    }
    layers
}

/// The object with the rotary parameters: an old `rope_scaling` goes before `rope_parameters`.
fn parameters<'a>(fields: &Fields<'a>, findings: &mut Vec<Finding>) -> Option<Fields<'a>> {
    for name in ["rope_scaling", "rope_parameters"] {
        let value = fields.get(name);
        if value.is_some_and(|value| !value.is_object()) {
            findings.error(
                &fields.path_of(name),
                "It must be an object, and is left out.",
            );
        }
    }
    let object = |name| {
        fields
            .object_at(name)
            .filter(|object| object.keys().next().is_some())
    };
    let (old, new) = (object("rope_scaling"), object("rope_parameters"));
    if old.is_some() && new.is_some() && fields.get("rope_scaling") != fields.get("rope_parameters")
    {
        let sentence = "It says something else than `rope_parameters`; transformers uses it.";
        findings.warn(&fields.path_of("rope_scaling"), sentence);
    }
    old.or(new)
}

/// The layer types that the parameters are nested under.
fn nested_keys<'a>(parameters: &Fields<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
    let has_objects = parameters.entries().any(|(_, value)| value.is_object());
    let entries = parameters.entries();
    entries
        .filter(move |(_, value)| has_objects && (value.is_object() || value.is_null()))
        .map(|(key, _)| key)
}

/// Whether the file says of some layer which part of the head turns.
fn turns_part(fields: &Fields<'_>, parameters: &Fields<'_>) -> bool {
    let mut inside = parameters.entries().map(|(_, value)| value.get(PARTIAL));
    fields.has(PARTIAL)
        || parameters.has(PARTIAL)
        || inside.any(|part| part.is_some_and(|part| !part.is_null()))
}

fn of_one_object(
    fields: &Fields<'_>,
    parameters: &Fields<'_>,
    family: Family,
    findings: &mut Vec<Finding>,
) -> Vec<LayerRope> {
    let turns_part = turns_part(fields, parameters);
    let reader = |parameters, layer_type| Reader {
        fields,
        parameters,
        family,
        layer_type,
        is_nested: false,
        turns_part,
    };
    let Some(two_bases) = family.two_bases else {
        return vec![reader(parameters, None).layer(findings)];
    };
    let nothing = Map::new();
    let plain = fields.standing_in(&nothing);
    let full = reader(parameters, Some(two_bases.full)).layer(findings);
    let local = if two_bases.scales_both {
        parameters
    } else {
        &plain
    };
    vec![full, reader(local, Some(two_bases.local)).layer(findings)]
}

/// One set of parameters and what stands around it.
struct Reader<'a> {
    fields: &'a Fields<'a>,
    parameters: &'a Fields<'a>,
    family: Family,
    layer_type: Option<&'a str>,
    is_nested: bool,
    turns_part: bool,
}

impl Reader<'_> {
    fn layer(&self, findings: &mut Vec<Finding>) -> LayerRope {
        let rule = scaling::rule(self.parameters, findings);
        let base = self.base(findings);
        let head_dim = self.head_dim(findings);
        let (rotary_dim, scaling) = self.scaling(rule, (base, head_dim), findings);
        let mut layer = LayerRope {
            layer_type: self.layer_type.map(str::to_owned),
            base,
            head_dim,
            rotary_dim,
            pairing: self.pairing(),
            scaling,
            sections: self.sections(findings),
        };
        // Numbers that are in range one by one may be out of it together.
        let mut tried = [None, Some(usize::MAX)].iter();
        if layer.scaling != Scaling::Default
            && let Some(error) = tried.find_map(|seq_len| layer.rope(*seq_len).err())
        {
            let sentence =
                format!("Its numbers make no frequencies ({error}); no scaling is used.");
            findings.error(&self.parameters.path_of("rope_type"), sentence);
            layer.scaling = Scaling::Default;
        }
        if layer.scaling == Scaling::Default && rule != "default" {
            // A rule that is not used does not make the class look at the partial factor either.
            (layer.rotary_dim, _) = self.scaling("default", (base, head_dim), findings);
        }
        layer
    }

    /// The components that turn under `rule`, and the rule with its numbers.
    fn scaling(
        &self,
        rule: &str,
        (base, head_dim): (f64, usize),
        findings: &mut Vec<Finding>,
    ) -> (usize, Scaling) {
        let partial = self.partial(rule, head_dim, findings);
        let key = self.parameters.path_of("head_dim");
        let rotary_dim = even_part(partial, head_dim, &key, findings);
        let context = scaling::Context {
            fields: self.fields,
            parameters: self.parameters,
            is_nested: self.is_nested,
            has_layer_type: self.layer_type.is_some(),
            base,
            n_pairs: rotary_dim / 2,
            partial,
            yarn_attention_factor: self.family.yarn_attention_factor,
        };
        (rotary_dim, scaling::read(rule, &context, findings))
    }

    fn base(&self, findings: &mut Vec<Finding>) -> f64 {
        let inner = self.parameters.positive("rope_theta", findings);
        let ratio = self.ratio(findings);
        let (key, standard) = match self.family.two_bases {
            Some(two_bases) if self.layer_type == Some(two_bases.local) => {
                (two_bases.local_key, two_bases.local_base)
            }
            _ => (self.family.base_key, self.family.base),
        };
        let outer = self.fields.positive(key, findings);
        if let (Some(inner), Some(outer)) = (inner, outer)
            && inner != outer
            && !self.is_nested
        {
            let (inner, outer) = (Said(inner), Said(outer));
            let sentence =
                format!("It is {outer} here and {inner} inside; the one inside is used.");
            findings.warn(&self.fields.path_of(key), sentence);
        }
        inner.or(outer).unwrap_or_else(|| {
            let base = (standard * ratio).clamp(fields::SMALLEST, fields::LARGEST);
            if !key.is_empty() {
                let sentence = format!("It is missing; {} is used.", Said(base));
                findings.note(&self.fields.path_of(key), sentence);
            }
            base
        })
    }

    /// What ChatGLM multiplies the base by.
    fn ratio(&self, findings: &mut Vec<Finding>) -> f64 {
        const MOST: f64 = 1e9;
        let ratio = self.fields.positive("rope_ratio", findings).unwrap_or(1.0);
        if ratio > MOST {
            let sentence = format!(
                "It must be at most {MOST}, not {}, and is left out.",
                Said(ratio)
            );
            findings.error(&self.fields.path_of("rope_ratio"), sentence);
            return 1.0;
        }
        ratio
    }

    fn head_dim(&self, findings: &mut Vec<Finding>) -> usize {
        let stated = self.stated_head_dim(findings);
        let head_dim = stated.clamp(2, MOST);
        if head_dim != stated {
            let sentence =
                format!("It must be from 2 to {MOST}, not {stated}; {head_dim} is used.");
            findings.error(&self.fields.path_of("head_dim"), sentence);
        }
        head_dim
    }

    /// The size that the file or the model's class states, in range or not.
    fn stated_head_dim(&self, findings: &mut Vec<Finding>) -> usize {
        let fields = self.fields;
        if self.layer_type == Some("full_attention")
            && let Some(wide) = self.family.global_head_dim
        {
            return fields.count(&["global_head_dim"], findings).unwrap_or(wide);
        }
        let rope_part = fields.count(&["qk_rope_head_dim"], findings);
        match (self.family.head_dim, rope_part) {
            (HeadDim::RopePart(standard), given) => return given.unwrap_or(standard),
            (HeadDim::Derived, Some(given)) if !self.turns_part => return given,
            _ => {}
        }
        if let Some(given) = fields.count(fields::HEAD_DIM, findings) {
            return given;
        }
        let times = match self.family.head_dim {
            HeadDim::Fixed(standard) => return standard,
            HeadDim::TwiceDerived => 2,
            _ => 1,
        };
        let hidden_size = fields.count(fields::HIDDEN_SIZE, findings);
        let n_heads = fields.count(fields::N_HEADS, findings);
        match (hidden_size, n_heads) {
            (Some(hidden_size), Some(n_heads)) if hidden_size >= n_heads => {
                if !hidden_size.is_multiple_of(n_heads) {
                    let sentence = format!(
                        "{hidden_size} is no multiple of the {n_heads} heads; {} components a \
                         head are used.",
                        hidden_size / n_heads
                    );
                    findings.warn(&fields.path_of("hidden_size"), sentence);
                }
                times * (hidden_size / n_heads)
            }
            _ => {
                let sentence = "It is missing, and so is what it could be computed from \
                                (`hidden_size`, `num_attention_heads`); 128 is used.";
                findings.warn(&fields.path_of("head_dim"), sentence);
                128
            }
        }
    }

    /// The part of the head that turns.
    fn partial(&self, rule: &str, head_dim: usize, findings: &mut Vec<Finding>) -> f64 {
        let old_key = self.family.partial_key;
        let inner = self.parameters.number(PARTIAL, findings);
        let outer = self.fields.number(PARTIAL, findings);
        let outer = outer.or_else(|| self.fields.number(old_key, findings));
        let part: fields::Names = match self.family.head_dim {
            HeadDim::Fixed(_) => &["rotary_dim", "qk_rope_head_dim"],
            _ => &["rotary_dim"],
        };
        let rotary_dim = self.fields.count(part, findings);
        let from_dim = rotary_dim.map(|rotary_dim| rotary_dim as f64 / head_dim as f64);
        let given = inner.or(outer).or(from_dim);
        let standard = match self.family.partial {
            Partial::Used(standard) => standard,
            Partial::Ignored if rule == "default" => {
                if given.is_some_and(|given| given != 1.0) {
                    let sentence = "The model's class does not look at it without a scaling \
                                    rule; all of the head turns.";
                    findings.warn(&self.parameters.path_of(PARTIAL), sentence);
                }
                return 1.0;
            }
            Partial::Ignored => 1.0,
        };
        let factor = given.unwrap_or(standard);
        if factor > 0.0 && factor <= 1.0 {
            return factor;
        }
        let sentence = format!(
            "It must be above 0 and at most 1, not {}; 1 is used.",
            Said(factor)
        );
        findings.error(&self.parameters.path_of(PARTIAL), sentence);
        1.0
    }

    fn pairing(&self) -> Pairing {
        let told = self.fields.get("rope_interleave").and_then(Value::as_bool);
        match told {
            Some(true) => Pairing::Interleaved,
            Some(false) => Pairing::HalfSplit,
            None => self.family.pairing,
        }
    }

    fn sections(&self, findings: &mut Vec<Finding>) -> Option<Sections> {
        let sizes = self.parameters.numbers("mrope_section", findings)?;
        if sizes.iter().any(|size| size.fract() != 0.0 || *size > 1e6) {
            let sentence = "It must be a list of whole numbers, and is left out.";
            findings.error(&self.parameters.path_of("mrope_section"), sentence);
            return None;
        }
        if sizes.len() > MOST_AXES {
            let sentence = format!(
                "It has {} sizes, not up to 16, and is left out.",
                sizes.len()
            );
            findings.error(&self.parameters.path_of("mrope_section"), sentence);
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

/// The most components that a head is taken to have; models have a few hundred.
const MOST: usize = 1 << 16;

/// Models have two types of layers that rotate. Each may have a head of [`MOST`] components, and
/// whoever looks at all of them is not to wait for long.
const MOST_LAYER_TYPES: usize = 16;

/// Models have three axes. Every pair looks for its own among them.
const MOST_AXES: usize = 16;

/// `floor(partial x head_dim)` as transformers has it, made even, at least 2.
fn even_part(partial: f64, head_dim: usize, key: &str, findings: &mut Vec<Finding>) -> usize {
    let part = (head_dim as f64 * partial) as usize;
    if part >= 2 && part.is_multiple_of(2) {
        return part;
    }
    let even = (part - part % 2).max(2);
    let sentence = format!(
        "{part} components would turn, and pairs need an even number; {even} are taken to turn."
    );
    findings.error(key, sentence);
    even
}
