//! The keys of a GGUF file as those of a `config.json`.
//!
//! Sources: `gguf-py/gguf/constants.py` for the names, the converter of llama.cpp for how it
//! writes them, and `llama-model.cpp` for the values that it uses for missing ones.

use serde_json::{Map, Value, json};

use super::architectures::{ALTERNATING, class_of};
use super::gguf_cache;
use super::gguf_keys::{Extent, Keys};
use super::notes::{Notes, value_of};
use crate::{ClassKeys, Format, Part};
use phasor_text::shorten;

type Object = Map<String, Value>;

/// Returns the `config.json` of the same model.
///
/// # Errors
/// [`Format::GgufCut`] if the header is cut off before the sizes and the base, and [`Format::GgufBroken`] if it is
/// whole but has no key of a model.
pub(super) fn config(keys: &Keys, notes: &mut Notes) -> Result<Object, Format> {
    let architecture = keys.architecture().ok_or(match keys.extent {
        Extent::Whole => Format::GgufBroken("it has no key of a model"),
        Extent::Model | Extent::Part => Format::GgufCut,
    })?;
    let mut header = Header {
        keys,
        architecture,
        class: class_of(architecture).unwrap_or(architecture),
        notes,
    };
    if header.class == "olmo2" && header.has("attention.sliding_window") {
        header.class = "olmo3";
    }
    header.check_extent()?;
    header.report_architecture();
    let names = ClassKeys::of(header.class);
    let mut config = Object::new();
    config.insert("model_type".to_owned(), json!(header.class));
    header.sizes(names, &mut config);
    header.windows(&mut config);
    header.switch(&mut config);
    gguf_cache::write(header.class, |key| header.get(key), &mut config);
    if names.rotates {
        header.part(names, &mut config);
        header.bases(names, &mut config);
        let rule = header.rule(names);
        if !rule.is_empty() {
            config.insert("rope_scaling".to_owned(), Value::Object(rule));
        }
        header.report_tensors();
    }
    Ok(config)
}

/// The architectures for which `convert_hf_to_gguf.py` (llama.cpp, August 2026) writes the rule llama3 as a tensor.
const WITH_DIVISORS: &[&str] = &[
    "llama",
    "llama4",
    "deci",
    "exaone",
    "exaone4",
    "smollm3",
    "arcee",
    "granite",
    "granitemoe",
    "apertus",
];

/// Returns whether the rule may be in the tensor `rope_freqs.weight`: it is there, or no list of tensors was read.
pub(super) fn may_hide_rule(keys: &Keys) -> bool {
    let is_usual = keys
        .architecture()
        .is_some_and(|name| WITH_DIVISORS.contains(&name));
    keys.tensors.has_divisors || (is_usual && !keys.tensors.are_listed)
}

struct Header<'a> {
    keys: &'a Keys,
    architecture: &'a str,
    class: &'a str,
    notes: &'a mut Notes,
}

impl Header<'_> {
    fn get(&self, suffix: &str) -> Option<&Value> {
        self.keys.get(&format!("{}.{suffix}", self.architecture))
    }

    fn has(&self, suffix: &str) -> bool {
        self.get(suffix).is_some()
    }

    fn number(&self, suffix: &str) -> Option<f64> {
        self.get(suffix)?.as_f64()
    }

    fn list(&self, suffix: &str) -> Option<Vec<f64>> {
        let list = self.get(suffix)?.as_array()?;
        let numbers = list.iter().map(|item| match item {
            Value::Bool(is_set) => Some(f64::from(u8::from(*is_set))),
            item => item.as_f64(),
        });
        numbers.collect()
    }

    /// Returns a key in the form in which a note quotes it.
    fn key(&self, suffix: &str) -> String {
        format!("`{}.{suffix}`", shorten(self.architecture))
    }

    /// Reports a header that ends early, and rejects one without the sizes or the base.
    fn check_extent(&mut self) -> Result<(), Format> {
        let has_head = self.has("attention.key_length")
            || (self.has("embedding_length") && self.has("attention.head_count"));
        match self.keys.extent {
            Extent::Whole => return Ok(()),
            _ if !has_head => return Err(Format::GgufCut),
            Extent::Model => {}
            Extent::Part if self.has("rope.freq_base") => {
                let sentence = "The bytes end within the keys of the model, so keys of a scaling \
                                rule may be missing.";
                self.notes.add(sentence);
            }
            Extent::Part => return Err(Format::GgufCut),
        }
        self.notes.add("The rest of the header was not read.");
        Ok(())
    }

    fn report_architecture(&mut self) {
        if class_of(self.architecture).is_none() {
            let name = shorten(self.architecture);
            self.notes.add(format!(
                "The class of Hugging Face that the architecture `{name}` stands for is not known \
                 here, so the name was kept."
            ));
        }
        if self.architecture == "llama" {
            self.notes.add(
                "Mistral, Mixtral and others also have the architecture `llama`. llama.cpp rotates \
                 neighbouring components, for which its converter permutes the weights; a \
                 config.json is about the half-split pairs before that.",
            );
        }
    }

    /// Returns a number, or the largest one of a list with one for each layer.
    fn largest(&mut self, suffix: &str) -> Option<f64> {
        let Some(list) = self.list(suffix) else {
            return self.number(suffix);
        };
        let largest = list.iter().copied().reduce(f64::max)?;
        if list.iter().any(|number| *number != largest) {
            let key = self.key(suffix);
            self.notes.add(format!(
                "{key} differs between layers; the largest number, {largest}, is used."
            ));
        }
        Some(largest)
    }

    fn sizes(&mut self, names: ClassKeys, config: &mut Object) {
        let mut put = |key: &str, number: Option<f64>| {
            if let Some(number) = number {
                config.insert(key.to_owned(), value_of(number));
            }
        };
        // llama.cpp counts layers that only predict further tokens.
        let extra = self.number("nextn_predict_layers").unwrap_or(0.0);
        let n_layers = self.number("block_count").map(|count| count - extra);
        put("num_hidden_layers", n_layers.filter(|count| *count > 0.0));
        put("hidden_size", self.number("embedding_length"));
        put("max_position_embeddings", self.number("context_length"));
        put("num_attention_heads", self.largest("attention.head_count"));
        let n_kv_heads = self.largest("attention.head_count_kv");
        if names.part != Part::Separate {
            put("num_key_value_heads", n_kv_heads);
            put("head_dim", self.number("attention.key_length"));
        }
    }

    fn windows(&mut self, config: &mut Object) {
        let window = self.number("attention.sliding_window");
        if let Some(window) = window.filter(|window| *window > 0.0) {
            config.insert("sliding_window".to_owned(), value_of(window));
        }
        let pattern = "attention.sliding_window_pattern";
        if let Some(list) = self.list(pattern) {
            let name = |is_local: f64| match is_local == 0.0 {
                true => "full_attention",
                false => "sliding_attention",
            };
            let types: Vec<&str> = list.into_iter().map(name).collect();
            config.insert("layer_types".to_owned(), json!(types));
        } else if let Some(every) = self.number(pattern) {
            config.insert("sliding_window_pattern".to_owned(), value_of(every));
        }
    }

    /// Writes whether a hybrid Granite rotates, which a `config.json` must say. llama.cpp (`models/granite-hybrid.cpp`)
    /// keeps this as `finetuned`, and rotates without it.
    fn switch(&self, config: &mut Object) {
        if self.class == "granitemoehybrid" {
            let is_off = self.get("rope.scaling.finetuned") == Some(&Value::Bool(false));
            let word = if is_off { "nope" } else { "rope" };
            config.insert("position_embedding_type".to_owned(), json!(word));
        }
    }

    /// Writes how many components of a head rotate.
    fn part(&mut self, names: ClassKeys, config: &mut Object) {
        let Some(part) = self.number("rope.dimension_count") else {
            return;
        };
        let size = |key: &str| config.get(key).and_then(Value::as_f64);
        let of_heads = || Some(size("hidden_size")? / size("num_attention_heads")?);
        let length = self.number("attention.key_length");
        let head_dim = length.or_else(of_heads).unwrap_or(part);
        match names.part {
            Part::Separate => {
                config.insert("qk_rope_head_dim".to_owned(), value_of(part));
                let whole = self.number("attention.key_length_mla").or(length);
                if let Some(whole) = whole.filter(|whole| *whole > part) {
                    config.insert("qk_nope_head_dim".to_owned(), value_of(whole - part));
                }
            }
            Part::Count(key) => _ = config.insert(key.to_owned(), value_of(part)),
            Part::Share(key) => _ = config.insert(key.to_owned(), value_of(part / head_dim)),
            Part::Whole if part != head_dim => {
                let key = self.key("rope.dimension_count");
                self.notes.add(format!(
                    "{key}, {part}, was not taken over, because the class rotates whole heads of \
                     {head_dim} components."
                ));
            }
            Part::Whole => {}
        }
    }

    fn bases(&mut self, names: ClassKeys, config: &mut Object) {
        const STANDARD: f64 = 10_000.0;
        let base = self.number("rope.freq_base").unwrap_or_else(|| {
            let key = self.key("rope.freq_base");
            self.notes.add(format!(
                "{key} is missing; {STANDARD} is used, as in llama.cpp."
            ));
            STANDARD
        });
        match (names.base, self.class) {
            // The class of ChatGLM multiplies a fixed base.
            ("", "chatglm") => {
                _ = config.insert("rope_ratio".to_owned(), value_of(base / STANDARD));
            }
            ("", _) => {}
            // The base of windows; summaries have their own key.
            (key, "deepseek_v4") => {
                config.insert("rope_theta".to_owned(), value_of(base));
                if let Some(base) = self.number("attention.compress_rope_freq_base") {
                    config.insert(key.to_owned(), value_of(base));
                }
            }
            (key, _) => _ = config.insert(key.to_owned(), value_of(base)),
        }
        let Some(local) = self.number("rope.freq_base_swa") else {
            return;
        };
        match names.local_base {
            Some(key) => _ = config.insert(key.to_owned(), value_of(local)),
            None if local != base => {
                let key = self.key("rope.freq_base_swa");
                self.notes.add(format!(
                    "{key}, {local}, was not taken over, because the class has one base for all \
                     layers."
                ));
            }
            None => {}
        }
    }

    /// Returns the scaling rule and the sections of M-RoPE; empty if there is neither.
    fn rule(&mut self, names: ClassKeys) -> Object {
        let factor = self.number("rope.scaling.factor");
        let factor = factor.or_else(|| self.number("rope.scale_linear"));
        let factor = factor.filter(|factor| *factor != 0.0);
        let rule_name = self.get("rope.scaling.type").and_then(Value::as_str);
        let rule_name = rule_name.map(shorten);
        let mut rule = match (rule_name.as_deref(), factor) {
            (Some("yarn"), Some(factor)) => self.yarn(factor),
            // Without a type, llama.cpp assumes this one.
            (None | Some("linear"), Some(factor)) if factor != 1.0 => rule("linear", factor),
            (Some("yarn"), None) => {
                let key = self.key("rope.scaling.factor");
                self.notes
                    .add(format!("{key} is missing, so YaRN is not used."));
                Object::new()
            }
            (Some("longrope" | "none" | "linear" | "default") | None, _) => Object::new(),
            (Some(other), _) => {
                let key = self.key("rope.scaling.type");
                self.notes.add(format!(
                    "{key}, `{other}`, is not known here; no scaling is used."
                ));
                Object::new()
            }
        };
        let is_long = rule_name.as_deref() == Some("longrope");
        let is_yarn = rule_name.as_deref() == Some("yarn");
        self.report_lists(is_long, is_yarn);
        if let Some(sections) = self.sections() {
            rule.entry("rope_type").or_insert(json!("default"));
            rule.insert("mrope_section".to_owned(), json!(sections));
            if ALTERNATING.contains(&self.architecture) {
                rule.insert("mrope_interleaved".to_owned(), json!(true));
            }
        } else if rule.is_empty() && names.has_rule {
            // Otherwise the reader would take the rule of the class.
            rule.insert("rope_type".to_owned(), json!("default"));
        }
        rule
    }
}

/// What the scaling rules of llama.cpp need.
impl Header<'_> {
    fn yarn(&mut self, factor: f64) -> Object {
        let mut rule = rule("yarn", factor);
        let original = self.number("rope.scaling.original_context_length");
        let original = original.or_else(|| self.number("context_length"));
        for (key, number) in [
            ("original_max_position_embeddings", original),
            ("beta_fast", self.number("rope.scaling.yarn_beta_fast")),
            ("beta_slow", self.number("rope.scaling.yarn_beta_slow")),
            ("attention_factor", self.attention_factor(factor)),
        ] {
            if let Some(number) = number {
                rule.insert(key.to_owned(), value_of(number));
            }
        }
        if let Some(log) = self.number("rope.scaling.yarn_log_multiplier") {
            // The converter writes a tenth of `mscale_all_dim`, except for this architecture.
            let (mscale, all) = match self.architecture {
                "mistral3" => (1.0, log),
                _ => (rounded(10.0 * log), rounded(10.0 * log)),
            };
            rule.insert("mscale".to_owned(), value_of(mscale));
            rule.insert("mscale_all_dim".to_owned(), value_of(all));
        }
        if self.architecture == "gpt-oss" {
            self.notes.add(
                "llama.cpp rounds the range of YaRN to whole pairs, as here; the config.json of \
                 gpt-oss has `truncate: false`, so its frequencies differ.",
            );
        }
        rule
    }

    /// Returns the factor of cosines and sines. `yarn_attn_factor` is that of the config.json, while
    /// llama.cpp multiplies YaRN's own by `attn_factor`.
    fn attention_factor(&self, factor: f64) -> Option<f64> {
        let own = 1.0 + 0.1 * factor.ln();
        let times = self.number("rope.scaling.attn_factor");
        let times = times.filter(|times| *times != 1.0 && factor > 0.0);
        let given = self.number("rope.scaling.yarn_attn_factor");
        given.or(times.map(|times| times * own))
    }

    fn sections(&self) -> Option<Vec<Value>> {
        const AXES: usize = 3;
        let sections = self.list("rope.dimension_sections")?;
        let sizes: Vec<f64> = sections.into_iter().take(AXES).collect();
        let is_used = sizes.len() == AXES && sizes.iter().all(|size| *size > 0.0);
        is_used.then(|| sizes.into_iter().map(value_of).collect())
    }

    /// Reports the lists of LongRoPE, which are in tensors. Older files of Phi-3 give only the
    /// factor.
    fn report_lists(&mut self, is_long: bool, is_yarn: bool) {
        let factor = self.number("rope.scaling.attn_factor");
        let factor = factor.filter(|factor| *factor != 1.0 && !is_yarn);
        if is_long || factor.is_some() || self.keys.tensors.has_lists {
            self.notes.add(
                "The factors of LongRoPE are in the tensors `rope_factors_long.weight` and \
                 `rope_factors_short.weight`, not in the header, so the frequencies are those \
                 without the rule.",
            );
        }
        if let Some(factor) = factor {
            let key = self.key("rope.scaling.attn_factor");
            self.notes
                .add(format!("{key}, {factor}, was not taken over."));
        }
    }

    fn report_tensors(&mut self) {
        if self.keys.tensors.has_divisors {
            self.notes.add(
                "The divisors of the llama3 rule are in the tensor `rope_freqs.weight`, not in the \
                 header, so the frequencies are those without the rule.",
            );
        } else if may_hide_rule(self.keys) {
            self.notes.add(
                "If the file has a tensor `rope_freqs.weight`, as Llama 3.1 does, its divisors are \
                 missing here.",
            );
        }
        if self
            .number("rope.scaling.yarn_ext_factor")
            .is_some_and(|factor| factor != 1.0)
        {
            let key = self.key("rope.scaling.yarn_ext_factor");
            self.notes.add(format!("{key} was not taken over."));
        }
    }
}

fn rule(rope_type: &str, factor: f64) -> Object {
    let keys = [
        ("rope_type", json!(rope_type)),
        ("factor", value_of(factor)),
    ];
    keys.map(|(key, value)| (key.to_owned(), value))
        .into_iter()
        .collect()
}

/// Rounds to the digits that a number of 32 bits has.
fn rounded(number: f64) -> f64 {
    const SCALE: f64 = 1e6;
    (number * SCALE).round() / SCALE
}
