//! Flags of Megatron-LM, as in `megatron/training/arguments.py`.

use serde_json::{Map, Value, json};

use super::flags::Flags;
use super::notes::{Notes, value_of};
use phasor_text::shorten;

type Object = Map<String, Value>;

/// Flags by which a text is known.
const OWN: &[&str] = &[
    "rotary-base",
    "rotary-percent",
    "rotary-interleaved",
    "rotary-seq-len-interpolation-factor",
    "use-rotary-position-embeddings",
    "position-embedding-type",
    "use-rope-scaling",
    "rope-scaling-factor",
    "kv-channels",
    "num-query-groups",
    "num-attention-heads",
];

/// The flags of the sizes, with their names in a `config.json`. Of two flags for one name, the last
/// one counts.
const SIZES: &[(&str, &str)] = &[
    ("hidden-size", "hidden_size"),
    ("num-attention-heads", "num_attention_heads"),
    ("num-query-groups", "num_key_value_heads"),
    ("kv-channels", "head_dim"),
    ("num-layers", "num_hidden_layers"),
    ("seq-length", "max_position_embeddings"),
    ("max-position-embeddings", "max_position_embeddings"),
];

/// The sizes of latent attention, with their names in a `config.json` and their defaults in Megatron Core.
const LATENT_SIZES: &[(&str, &str, f64)] = &[
    ("qk-pos-emb-head-dim", "qk_rope_head_dim", 64.0),
    ("qk-head-dim", "qk_nope_head_dim", 128.0),
    ("v-head-dim", "v_head_dim", 128.0),
    ("kv-lora-rank", "kv_lora_rank", 512.0),
];

/// The numbers of YaRN, with their names in a `config.json` and their defaults in `MLATransformerConfig` of Megatron Core.
const YARN: &[(&str, &str, f64)] = &[
    ("rotary-scaling-factor", "factor", 40.0),
    (
        "original-max-position-embeddings",
        "original_max_position_embeddings",
        4096.0,
    ),
    ("beta-fast", "beta_fast", 32.0),
    ("beta-slow", "beta_slow", 1.0),
    ("mscale", "mscale", 1.0),
    ("mscale-all-dim", "mscale_all_dim", 0.0),
];

/// Flags about positions that are read, but not listed above.
const READ: &[&str] = &[
    "multi-latent-attention",
    "rope-type",
    "no-position-embedding",
];

/// Returns the `config.json` of a model with these flags, or `None` if the text has none of them.
pub(super) fn config(text: &str, notes: &mut Notes) -> Option<Object> {
    let flags = Flags::of(words(text));
    if !OWN.iter().any(|name| flags.has(name)) {
        return None;
    }
    let mut config = Object::new();
    for (flag, name) in SIZES {
        if let Some(size) = number(&flags, flag, notes) {
            config.insert((*name).to_owned(), value_of(size));
        }
    }
    match flags.value("position-embedding-type") {
        Some("learned_absolute") => {
            config.insert("model_type".to_owned(), json!("gpt2"));
            notes.add("The table of positions is learned, so the model is read as a GPT-2.");
        }
        kind => {
            report_kind(kind, &flags, notes);
            rotary(&flags, &mut config, notes);
            report_unread(&flags, notes);
        }
    }
    Some(config)
}

/// Returns the words of a shell script or a YAML file without what surrounds a flag there. Old
/// scripts keep all flags in one string, so quotation marks do not count.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.lines().flat_map(|line| {
        let words = line.split_whitespace();
        let words = words.take_while(|word| !word.starts_with('#'));
        let around = |letter: char| "\"',[]()\\".contains(letter);
        words.map(move |word| word.trim_matches(around).to_owned())
    })
}

/// Returns the numbers of flags, and the defaults of those that are missing.
fn numbers(rows: &[(&str, &str, f64)], flags: &Flags, notes: &mut Notes) -> Object {
    let mut object = Object::new();
    for (flag, name, standard) in rows {
        let given = number(flags, flag, notes);
        if given.is_none() {
            notes.add(format!(
                "`--{flag}` is missing; {standard} is used, as in Megatron Core."
            ));
        }
        object.insert((*name).to_owned(), value_of(given.unwrap_or(*standard)));
    }
    object
}

/// Reads latent attention, whose heads have a part that rotates whole, with neighbours as pairs.
fn latent(flags: &Flags, config: &mut Object, notes: &mut Notes) {
    for name in ["head_dim", "partial_rotary_factor", "rope_interleave"] {
        config.remove(name);
    }
    config.insert("model_type".to_owned(), json!("deepseek_v3"));
    config.extend(numbers(LATENT_SIZES, flags, notes));
    notes.add("Attention is latent, so the model is read as a DeepSeek-V3.");
}

/// Names the flags about positions that are not read.
fn report_unread(flags: &Flags, notes: &mut Notes) {
    let rows = || LATENT_SIZES.iter().chain(YARN).map(|(flag, ..)| *flag);
    let sizes = || SIZES.iter().map(|(flag, _)| *flag);
    let is_read = |flag: &str| {
        let mut known = OWN
            .iter()
            .copied()
            .chain(READ.iter().copied())
            .chain(sizes())
            .chain(rows());
        known.any(|name| name == flag)
    };
    let words = ["rope", "rotary", "yarn", "mscale", "position"];
    for (flag, _) in flags.iter() {
        if words.iter().any(|word| flag.contains(word)) && !is_read(flag) {
            notes.add(format!("`--{}` was not read.", shorten(flag)));
        }
    }
}

fn number(flags: &Flags, flag: &str, notes: &mut Notes) -> Option<f64> {
    if !flags.has(flag) {
        return None;
    }
    let Some(text) = flags.value(flag) else {
        notes.add(format!("`--{flag}` must have a number; ignored."));
        return None;
    };
    let number: Option<f64> = text.parse().ok().filter(|number: &f64| number.is_finite());
    if number.is_none() {
        notes.add(format!(
            "`--{flag}` must have a number, not `{}`; ignored.",
            shorten(text)
        ));
    }
    number
}

/// Returns whether a flag without a value is there. In YAML it has one.
fn is_set(flags: &Flags, flag: &str) -> bool {
    flags.has(flag) && !matches!(flags.value(flag), Some("false" | "False"))
}

fn report_kind(kind: Option<&str>, flags: &Flags, notes: &mut Notes) {
    match kind {
        Some("rope") => {}
        None if is_set(flags, "use-rotary-position-embeddings") => {}
        None => notes.add(
            "`--position-embedding-type` is missing; RoPE is assumed, although Megatron-LM then \
             learns a table of positions.",
        ),
        Some(kind) => notes.add(format!(
            "`--position-embedding-type {}` is not read; RoPE is assumed.",
            shorten(kind)
        )),
    }
}

fn rotary(flags: &Flags, config: &mut Object, notes: &mut Notes) {
    let base = number(flags, "rotary-base", notes);
    if base.is_none() {
        notes.add("`--rotary-base` is missing; 10000 is used, as in Megatron-LM.");
    }
    config.insert("rope_theta".to_owned(), value_of(base.unwrap_or(10_000.0)));
    let part = number(flags, "rotary-percent", notes).filter(|part| *part != 1.0);
    config.insert("model_type".to_owned(), json!("llama"));
    if let Some(part) = part {
        // The class of Llama rotates whole heads.
        config.insert("model_type".to_owned(), json!("nemotron"));
        config.insert("partial_rotary_factor".to_owned(), json!(part));
        notes.add(
            "Only a part of each head rotates, so the model is read as a Nemotron, because a Llama \
             rotates whole heads.",
        );
    }
    if is_set(flags, "rotary-interleaved") {
        config.insert("rope_interleave".to_owned(), json!(true));
    }
    let is_latent = is_set(flags, "multi-latent-attention");
    if is_latent {
        latent(flags, config, notes);
    }
    // Latent attention takes YaRN without the flag.
    if flags
        .value("rope-type")
        .map_or(is_latent, |kind| kind == "yarn")
    {
        let mut rule = numbers(YARN, flags, notes);
        rule.insert("rope_type".to_owned(), json!("yarn"));
        config.insert("rope_scaling".to_owned(), Value::Object(rule));
    }
    let linear = number(flags, "rotary-seq-len-interpolation-factor", notes);
    let linear = linear.filter(|factor| *factor != 1.0);
    let is_llama3 = is_set(flags, "use-rope-scaling");
    if is_llama3 {
        let factor = number(flags, "rope-scaling-factor", notes).unwrap_or(8.0);
        let rule = json!({
            "rope_type": "llama3",
            "factor": factor,
            "low_freq_factor": 1.0,
            "high_freq_factor": 4.0,
            "original_max_position_embeddings": 8192,
        });
        config.insert("rope_scaling".to_owned(), rule);
    }
    match linear {
        Some(factor) if is_llama3 => notes.add(format!(
            "A config.json has one scaling rule, so `--rotary-seq-len-interpolation-factor {factor}` \
             was not taken over; it divides the scaled frequencies once more."
        )),
        Some(factor) => {
            let rule = json!({"rope_type": "linear", "factor": factor});
            config.insert("rope_scaling".to_owned(), rule);
        }
        None => {}
    }
}
