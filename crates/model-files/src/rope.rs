//! The rotary layers of a model: one entry for all, or one for each layer type.

use serde_json::{Map, Value};

use super::family::{Family, HeadDim, Sets};
use super::fields::{self, Fields};
use super::finding::{Finding, Notice};
use super::scaling::{self, Rule};
use super::sets::{
    Reader, by_type, nested_keys, parameters, report_default_rule, report_odd_keys, stated_base,
    turns_part,
};
use super::size::even_part;
use super::{Edit, Modules, Sections, json, modules};
use phasor_encoding::scaling::softmax_factor;
use phasor_encoding::{AxialRope, EncodingError, Pairing, Rope, Scaled, Scaling};
use phasor_text::number::Plain;

/// RoPE in the layers of one type.
///
/// ```
/// use phasor_model_files::{LayerRope};
///
/// let text = r#"{"model_type": "gptj", "n_embd": 4096, "n_head": 16, "rotary_dim": 64}"#;
/// let model = phasor_model_files::read(text)?.model;
/// let layer: &LayerRope = model.rope(None).unwrap();
/// assert_eq!((layer.head_dim, layer.rotary_dim), (256, 64));
/// let rotated = layer.rope(None).unwrap().rotate(7.0, &[1.0; 256]).unwrap();
/// assert_eq!(rotated[64..], [1.0; 192]);
/// # Ok::<(), phasor_model_files::Unreadable>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LayerRope {
    /// The name of the layer type, or `None` if all layers are alike.
    pub layer_type: Option<String>,
    /// The base (`rope_theta`).
    pub base: f64,
    /// The number of components of a head, or of its rotated part if that is separate.
    pub head_dim: usize,
    /// Whether the rotated part of a head is separate from the rest (DeepSeek's latent attention).
    pub is_separate: bool,
    /// The number of components that rotate; even, at most `head_dim`.
    pub rotary_dim: usize,
    /// The layout of pairs in the model's class.
    pub pairing: Pairing,
    /// The rule that makes the frequencies.
    pub scaling: Scaling,
    /// The sections of M-RoPE.
    pub sections: Option<Sections>,
    /// Whether attention multiplies its scores by what `mscale_all_dim` gives, as DeepSeek-V3 does.
    pub has_softmax_factor: bool,
    /// `mscale_all_dim` beside another rule than YaRN, which has it among its numbers; `None` if attention does not read it.
    pub mscale_all_dim: Option<f64>,
    /// What else rotates, and where in a head.
    pub modules: Modules,
}

impl LayerRope {
    /// Returns frequencies and attention factor for a sequence of `seq_len` tokens, or for one that
    /// fits the original length. As in transformers, a plain partial rotary factor gives one
    /// frequency for each pair that rotates, while `proportional` gives one for each pair of the
    /// head, 0 for those that do not rotate.
    ///
    /// # Errors
    /// [`EncodingError`] if a field was changed to a value outside its range. The results of
    /// [`read`](super::read) are always in range.
    pub fn scaled(&self, seq_len: Option<usize>) -> Result<Scaled, EncodingError> {
        let dim = match self.scaling.spans_head() {
            true => self.head_dim,
            false => self.rotary_dim,
        };
        let scaled = self.scaling.apply(self.base, dim, seq_len)?;
        let weight = self.softmax_weight().unwrap_or(0.0);
        let factor = self.scaling.factor().unwrap_or(1.0);
        Ok(scaled.with_softmax_factor(softmax_factor(factor, weight)))
    }

    /// Returns the weight `mscale_all_dim` by which attention multiplies its scores before softmax; `None` if it does not.
    ///
    /// ```
    /// let text = r#"{"model_type": "deepseek_v3", "rope_theta": 1e4, "rope_scaling":
    ///     {"rope_type": "linear", "factor": 40, "mscale_all_dim": 1}}"#;
    /// let model = phasor_model_files::read(text)?.model;
    /// let layer = model.rope(None).unwrap();
    /// assert_eq!(layer.softmax_weight(), Some(1.0));
    /// assert!((layer.scaled(None).unwrap().softmax_factor() - 1.8738542).abs() < 1e-7);
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    #[must_use]
    pub fn softmax_weight(&self) -> Option<f64> {
        let given = match &self.scaling {
            Scaling::Default => None,
            Scaling::Yarn(yarn) => yarn.mscale_all_dim,
            _ => self.mscale_all_dim,
        };
        given.filter(|weight| self.has_softmax_factor && *weight != 0.0)
    }

    /// Returns the same layers under another rule. Keys beside a rule stay only with a rule of the same name.
    ///
    /// ```
    /// use phasor_encoding::Scaling;
    ///
    /// let text = r#"{"model_type": "llama", "head_dim": 64, "rope_scaling": {"rope_type": "linear", "factor": 4}}"#;
    /// let model = phasor_model_files::read(text)?.model;
    /// let plain = model.rope(None).unwrap().with_rule(&Scaling::Default);
    /// assert_eq!(plain.scaling, Scaling::Default);
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    #[must_use]
    pub fn with_rule(&self, rule: &Scaling) -> Self {
        let is_same = rule.name() == self.scaling.name();
        Self {
            scaling: rule.clone(),
            mscale_all_dim: self.mscale_all_dim.filter(|_| is_same),
            ..self.clone()
        }
    }

    /// Returns the original length in tokens, if the rule depends on it.
    ///
    /// ```
    /// let text = r#"{"model_type": "llama", "head_dim": 128, "rope_theta": 5e5, "rope_scaling":
    ///     {"rope_type": "llama3", "factor": 8, "low_freq_factor": 1, "high_freq_factor": 4,
    ///     "original_max_position_embeddings": 8192}}"#;
    /// let model = phasor_model_files::read(text)?.model;
    /// assert_eq!(model.rope(None).unwrap().original_length(), Some(8192.0));
    /// # Ok::<(), phasor_model_files::Unreadable>(())
    /// ```
    #[must_use]
    pub fn original_length(&self) -> Option<f64> {
        self.scaling.original_length()
    }

    /// Returns the rotation for a sequence of `seq_len` tokens.
    ///
    /// # Errors
    /// The same as for [`scaled`](Self::scaled).
    pub fn rope(&self, seq_len: Option<usize>) -> Result<Rope, EncodingError> {
        let rope = self.scaled(seq_len)?.rope(self.pairing)?;
        rope.with_head_dim(self.head_dim)
    }

    /// Returns the rotation on several axes if the model has sections that do not split pairs,
    /// without the attention factor.
    ///
    /// # Errors
    /// The same as for [`scaled`](Self::scaled), and [`EncodingError::Parameter`] if the sections
    /// do not add up to the number of pairs.
    pub fn axial(&self, seq_len: Option<usize>) -> Result<Option<AxialRope>, EncodingError> {
        let Some(sections) = self
            .sections
            .as_ref()
            .filter(|sections| !sections.splits_pairs)
        else {
            return Ok(None);
        };
        let scaled = self.scaled(seq_len)?;
        let frequencies = scaled.frequencies();
        AxialRope::mrope(frequencies, &sections.sizes, sections.order, self.pairing).map(Some)
    }
}

/// Reads the rotary layers that the file describes.
pub(super) fn layers(
    fields: &Fields<'_>,
    family: Family,
    findings: &mut Vec<Finding>,
) -> Vec<LayerRope> {
    report_odd_keys(fields, family, findings);
    let standard = family.default_rope.map(json::built_in);
    let standard = standard.as_ref().map(|object| fields.standing_in(object));
    if family.is_known_to_read("partial_rotary_factors")
        && let Some(lists) = by_type(fields, findings)
    {
        return of_layer_types(fields, &fields.standing_in(&lists), family, findings);
    }
    let given = parameters(fields, family, findings);
    if let (None, Some(standard)) = (&given, &standard) {
        report_default_rule(fields, standard, findings);
    }
    let parameters = given.or(standard);
    let nothing = Map::new();
    let flat = fields.standing_in(&nothing);
    let Some(parameters) = parameters else {
        return of_one_object(fields, &flat, family, findings);
    };
    if nested_keys(&parameters).next().is_none() {
        return of_one_object(fields, &parameters, family, findings);
    }
    of_layer_types(fields, &parameters, family, findings)
}

fn of_layer_types(
    fields: &Fields<'_>,
    parameters: &Fields<'_>,
    family: Family,
    findings: &mut Vec<Finding>,
) -> Vec<LayerRope> {
    let turns_part = turns_part(fields, parameters);
    let layer = |parameters: &Fields<'_>, layer_type: &str, findings: &mut Vec<Finding>| {
        let reader = Reader {
            fields,
            parameters,
            family,
            layer_type: Some(layer_type),
            is_nested: true,
            turns_part,
        };
        reader.layer(findings)
    };
    let mut layers = Vec::new();
    for layer_type in nested_keys(parameters) {
        if !has_layer_type(fields, family, layer_type) {
            let sentence = "The model’s class has no such layer type; ignored.";
            findings.error(&parameters.path_of(layer_type), sentence);
            continue;
        }
        // A layer type that is null does not rotate.
        if let Some(parameters) = parameters.object_at(layer_type) {
            if layers.len() == MOST_ROTATIONS {
                let sentence = "Must have at most 16 layer types; the others are ignored.";
                findings.error(&fields.path_of("rope_parameters"), sentence);
                break;
            }
            layers.push(layer(&parameters, layer_type, findings));
        }
    }
    // These classes have defaults for every layer type that the file leaves out.
    if let Some(two_bases) = family.two_bases.filter(|_| family.sets == Sets::ByLayer) {
        let nothing = Map::new();
        let plain = fields.standing_in(&nothing);
        for layer_type in [two_bases.full, two_bases.local] {
            let is_there = |layer: &LayerRope| layer.layer_type.as_deref() == Some(layer_type);
            if !layers.iter().any(is_there) {
                layers.push(layer(&plain, layer_type, findings));
            }
        }
        // The order in which they are read when the file has both.
        layers.sort_by(|one, other| one.layer_type.cmp(&other.layer_type));
    }
    layers
}

/// Returns whether the model may have layers of that type: one of the two of its class, or one that
/// the file lists.
fn has_layer_type(fields: &Fields<'_>, family: Family, layer_type: &str) -> bool {
    let listed = fields.get("layer_types").and_then(Value::as_array);
    let is_listed = listed.is_some_and(|types| types.iter().any(|name| name == layer_type));
    match family.two_bases {
        Some(two_bases) if family.sets == Sets::ByLayer => {
            is_listed || [two_bases.full, two_bases.local].contains(&layer_type)
        }
        _ => true,
    }
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

impl Reader<'_> {
    fn layer(&self, findings: &mut Vec<Finding>) -> LayerRope {
        let rule = scaling::rule(self.parameters, self.family, self.is_merged(), findings);
        let base = self.base(findings);
        let head_dim = self.head_dim(findings);
        self.report_null_head_dim(rule, head_dim, findings);
        let (rotary_dim, scaling) = self.scaling(rule, (base, head_dim), findings);
        let mut layer = LayerRope {
            layer_type: self.layer_type.map(str::to_owned),
            base,
            head_dim,
            is_separate: matches!(self.family.head_dim, HeadDim::RopePart(_)),
            rotary_dim,
            pairing: self.pairing(),
            scaling,
            sections: self.sections(findings),
            has_softmax_factor: self.family.has_softmax_factor,
            mscale_all_dim: scaling::mscale_all_dim(self.parameters, self.family, rule, findings),
            modules: modules::of_class(self.fields.model_type().unwrap_or(""), self.pairing()),
        };
        // Numbers that are valid separately may not be valid together.
        let mut tried = [None, Some(usize::MAX)].iter();
        if layer.scaling != Scaling::Default
            && let Some(error) = tried.find_map(|seq_len| layer.rope(*seq_len).err())
        {
            let sentence = format!(
                "The numbers of the rule give no frequencies ({error}); no scaling is used."
            );
            findings.error(&self.parameters.path_of("rope_type"), sentence);
            layer.scaling = Scaling::Default;
        }
        if layer.scaling == Scaling::Default {
            layer.mscale_all_dim = None;
        }
        if layer.scaling == Scaling::Default && !rule.is_none() {
            // Without a rule, some classes ignore the partial rotary factor, so it has to be read
            // again.
            (layer.rotary_dim, _) = self.scaling(scaling::NONE, (base, head_dim), findings);
        }
        layer
    }

    /// Returns `true` if the class merges an old `rope_scaling` into its own set.
    fn is_merged(&self) -> bool {
        self.family.sets == Sets::ByLayer && !self.is_nested
    }

    /// Returns the number of components that rotate with `rule`, and the rule with its numbers.
    fn scaling(
        &self,
        rule: Rule,
        (base, head_dim): (f64, usize),
        findings: &mut Vec<Finding>,
    ) -> (usize, Scaling) {
        let partial = self.partial(rule, head_dim, findings);
        let key = self.fields.path_of("head_dim");
        let rotary_dim = even_part(partial, head_dim, &key, findings);
        let context = scaling::Context {
            fields: self.fields,
            parameters: self.parameters,
            family: self.family,
            has_own_length: self.is_nested || self.is_merged(),
            has_layer_type: self.layer_type.is_some(),
            base,
            n_pairs: rotary_dim / 2,
            partial,
        };
        (rotary_dim, (rule.read)(&context, findings))
    }

    /// Returns whether the class reads a base among the parameters. DeepSeek-V4 makes two sets from
    /// one set and takes their bases from outside.
    fn reads_inner_base(&self) -> bool {
        self.is_nested || self.family.sets != Sets::Either
    }

    fn base(&self, findings: &mut Vec<Finding>) -> f64 {
        let inner = self.parameters.positive("rope_theta", findings);
        let inner = match self.family.two_bases {
            Some(two_bases) if !self.reads_inner_base() => {
                if inner.is_some() {
                    let sentence = format!(
                        "The model’s class reads `{}` and `{}` outside of the rotary parameters; ignored.",
                        self.family.base_key, two_bases.local_key
                    );
                    findings.warn(&self.parameters.path_of("rope_theta"), sentence);
                }
                None
            }
            _ => inner,
        };
        let ratio = self.ratio(findings);
        let (key, standard) = match self.family.two_bases {
            Some(two_bases) if self.layer_type == Some(two_bases.local) => {
                (two_bases.local_key, two_bases.local_base)
            }
            _ => (self.family.base_key, self.family.base),
        };
        let outer = self.fields.positive(key, findings);
        if self.family.is_known() && key != "rope_theta" && !key.is_empty() && outer.is_none() {
            self.report_unread("rope_theta", key, findings);
        }
        let other = self.fields.number("rotary_emb_base", &mut Vec::new());
        if self.family.is_known() && key != "rotary_emb_base" && outer.is_none() {
            // A file may repeat the default of its class under the name of another class.
            if other.is_some_and(|other| other != standard) {
                self.report_unread("rotary_emb_base", key, findings);
            }
        }
        if let (Some(inner), Some(outer)) = (inner, outer)
            && inner != outer
            && !self.is_nested
        {
            let sentence = format!(
                "Should equal `{}`, {inner}, not {outer}; {inner} is used.",
                self.parameters.path_of("rope_theta"),
                inner = Plain(inner),
                outer = Plain(outer)
            );
            findings.warn(&self.fields.path_of(key), sentence);
        }
        inner.or(outer).unwrap_or_else(|| {
            let base = (standard * ratio).clamp(fields::SMALLEST, fields::LARGEST);
            self.report_missing_base(key, base, findings);
            base
        })
    }

    /// Reports that neither `rope_theta` among the parameters nor `key` outside of them gives a
    /// base, so that `base` is used.
    fn report_missing_base(&self, key: &'static str, base: f64, findings: &mut Vec<Finding>) {
        let base = Plain(base);
        let is_needed =
            self.is_nested && self.family.sets == Sets::ByLayer && self.family.two_bases.is_none();
        let (inner, outer) = (
            self.parameters.path_of("rope_theta"),
            self.fields.path_of(key),
        );
        let null = |path: &str, findings: &mut Vec<Finding>| {
            let sentence =
                format!("Must be a number, not null, which transformers rejects; {base} is used.");
            findings.error(path, sentence);
        };
        if is_needed {
            let sentence = format!("Missing, which transformers rejects; {base} is used.");
            findings.error(&self.parameters.path_of(key), sentence);
        } else if self.parameters.is_null("rope_theta") {
            null(&inner, findings);
        } else if self.fields.is_null(key) {
            null(&outer, findings);
        } else if self.fields.has(key) || self.parameters.has("rope_theta") {
            findings.note(&outer, format!("Not usable; {base} is used."));
        } else if let Some(lost) = self.replaced_base() {
            let sentence = format!(
                "Missing beside `rope_scaling`, which replaces base {lost} of `rope_parameters`; {base} is used."
            );
            findings.warn(&outer, sentence);
            findings.mended_by(Edit::Set(lost));
        } else if !key.is_empty() {
            findings.note(&outer, format!("Missing; {base} is used."));
            findings.mended_by(Edit::Set(base.to_string()));
        }
    }

    /// Returns the base of a `rope_parameters` that `rope_scaling` replaces.
    fn replaced_base(&self) -> Option<String> {
        let old = self.fields.object_at("rope_scaling")?;
        old.keys().next()?;
        stated_base(&self.fields.object_at("rope_parameters")?)
    }

    /// The factor that ChatGLM multiplies the base by.
    fn ratio(&self, findings: &mut Vec<Finding>) -> f64 {
        const MOST: f64 = 1e9;
        if !self.family.reads("rope_ratio") {
            return 1.0;
        }
        let ratio = self.fields.positive("rope_ratio", findings).unwrap_or(1.0);
        if ratio > MOST {
            let sentence = format!("Must be at most {MOST}, not {}; ignored.", Plain(ratio));
            findings.error(&self.fields.path_of("rope_ratio"), sentence);
            return 1.0;
        }
        ratio
    }

    fn pairing(&self) -> Pairing {
        let is_interleaved = self.fields.get("rope_interleave").and_then(Value::as_bool);
        match is_interleaved {
            Some(true) => Pairing::Interleaved,
            Some(false) => Pairing::HalfSplit,
            None => self.family.pairing,
        }
    }
}

/// The largest number of rotations of one model. Real models have two that rotate; each may have a head of
/// [`MOST`] components, and a reader of all of them must not wait for long.
pub(super) const MOST_ROTATIONS: usize = 16;
