//! What a model's class supplies when its configuration does not say.
//!
//! Source: the `configuration_*.py` and `modeling_*.py` of transformers 5.23.0. Only classes
//! that differ from Llama have a row; `tests/golden/families.json` holds the defaults of all.

use crate::encoding::Pairing;

/// How a class treats `partial_rotary_factor` when no scaling rule is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Partial {
    /// It does not look at it: all of the head turns.
    Ignored,
    /// It uses it, and this value if it is missing.
    Used(f64),
}

/// How many components a head has when `head_dim` is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeadDim {
    /// `hidden_size / num_attention_heads`.
    Derived,
    /// A number of the class.
    Fixed(usize),
    /// The rotated part has a key of its own, `qk_rope_head_dim`, with this default.
    RopePart(usize),
}

/// Layers that see everything and layers that see a window, with bases of their own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TwoBases {
    /// The old key of the base of `sliding_attention`; that of `full_attention` is
    /// [`Family::base_key`].
    pub(super) local_key: &'static str,
    /// Its default.
    pub(super) local_base: f64,
    /// Whether an old `rope_scaling` is for both.
    pub(super) scales_both: bool,
}

/// The defaults of a class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Family {
    pub(super) base: f64,
    /// The old key of the base.
    pub(super) base_key: &'static str,
    pub(super) partial: Partial,
    /// The old key of the partial factor.
    pub(super) partial_key: &'static str,
    pub(super) head_dim: HeadDim,
    pub(super) pairing: Pairing,
    pub(super) two_bases: Option<TwoBases>,
    /// Components of a head of `full_attention` layers where those are wider.
    pub(super) global_head_dim: Option<usize>,
    /// Rotary parameters, as JSON, for a file that has none.
    pub(super) default_rope: Option<&'static str>,
}

const LLAMA: Family = Family {
    base: 10_000.0,
    base_key: "rope_theta",
    partial: Partial::Ignored,
    partial_key: "partial_rotary_factor",
    head_dim: HeadDim::Derived,
    pairing: Pairing::HalfSplit,
    two_bases: None,
    global_head_dim: None,
    default_rope: None,
};

const fn based(base: f64) -> Family {
    Family { base, ..LLAMA }
}

const fn partial(factor: f64) -> Family {
    Family {
        partial: Partial::Used(factor),
        ..LLAMA
    }
}

impl Family {
    const fn base(self, base: f64) -> Self {
        Self { base, ..self }
    }

    const fn head(self, head_dim: usize) -> Self {
        Self {
            head_dim: HeadDim::Fixed(head_dim),
            ..self
        }
    }

    const fn rope_part(self, rope_head_dim: usize) -> Self {
        Self {
            head_dim: HeadDim::RopePart(rope_head_dim),
            ..self
        }
    }

    const fn interleaved(self) -> Self {
        Self {
            pairing: Pairing::Interleaved,
            ..self
        }
    }

    const fn two_bases(self, local_key: &'static str, local_base: f64) -> Self {
        Self {
            two_bases: Some(TwoBases {
                local_key,
                local_base,
                scales_both: false,
            }),
            ..self
        }
    }

    /// The defaults of the class of `model_type`. One without a row is taken to be like Llama,
    /// and to mean a partial factor if it has one.
    pub(super) fn of(model_type: Option<&str>) -> Self {
        let known = |names: &[&str]| model_type.is_some_and(|name| names.contains(&name));
        let row = FAMILIES.iter().find(|(names, _)| known(names));
        row.map_or(partial(1.0), |(_, family)| *family)
    }
}

const MODERNBERT: Family = Family {
    base_key: "global_rope_theta",
    two_bases: Some(TwoBases {
        local_key: "local_rope_theta",
        local_base: 10_000.0,
        scales_both: true,
    }),
    ..based(160_000.0)
};

const GPT_NEOX: Family = Family {
    base_key: "rotary_emb_base",
    partial_key: "rotary_pct",
    ..partial(0.25)
};

const GEMMA_4: Family = Family {
    global_head_dim: Some(512),
    default_rope: Some(
        r#"{"sliding_attention": {"rope_type": "default", "rope_theta": 10000.0},
            "full_attention": {"rope_type": "proportional", "rope_theta": 1000000.0,
                               "partial_rotary_factor": 0.25}}"#,
    ),
    ..LLAMA.head(256)
};

const FAMILIES: &[(&[&str], Family)] = &[
    (
        &[
            "arcee",
            "aria_text",
            "chameleon",
            "dbrx",
            "diffllama",
            "doge",
            "dots1",
            "eurobert",
            "exaone4",
            "exaone_moe",
            "falcon",
            "falcon_h1",
            "granite",
            "granitemoe",
            "granitemoehybrid",
            "granitemoeshared",
            "hunyuan_v1_dense",
            "hunyuan_v1_moe",
            "hyperclovax",
            "jais2",
            "kyutai_speech_to_text",
            "llama",
            "mimi",
            "ministral",
            "mistral",
            "moshi",
            "nanochat",
            "olmo",
            "olmo2",
            "olmo_hybrid",
            "olmoe",
            "qwen2",
            "qwen2_moe",
            "qwen3_moe",
            "qwen3_omni_moe_talker_text",
            "starcoder2",
            "voxtral_realtime_text",
            "zamba2",
        ],
        LLAMA,
    ),
    (
        &[
            "bitnet",
            "csm",
            "evolla",
            "ernie4_5_vl_moe_text",
            "flex_olmo",
            "mllama_text_model",
            "qwen3_vl_moe_text",
            "cwm",
            "apertus",
        ],
        based(500_000.0),
    ),
    (
        &["cohere", "ernie4_5_moe", "blt"],
        based(500_000.0).interleaved(),
    ),
    (&["cohere2"], LLAMA.interleaved()),
    (&["cohere2_moe"], LLAMA.interleaved().head(128)),
    (&["ernie4_5"], based(500_000.0).interleaved().head(128)),
    (
        &["llama4_text", "llama4"],
        based(500_000.0).interleaved().head(128),
    ),
    (
        &[
            "qwen3_vl_text",
            "paddleocr_vl_text",
            "muse_glimmer_assistant",
        ],
        based(500_000.0).head(128),
    ),
    (
        &[
            "mixtral",
            "phimoe",
            "minimax",
            "lfm2",
            "lfm2_moe",
            "emu3_text_model",
            "qwen2_vl",
            "qwen2_vl_text",
            "qwen2_5_vl",
            "qwen2_5_vl_text",
            "qwen2_5_omni_text",
            "qwen3_omni_moe_text",
        ],
        based(1_000_000.0),
    ),
    (&["ministral3"], based(1_000_000.0).head(128)),
    (
        &["gpt_oss", "openai_privacy_filter"],
        based(150_000.0).head(64),
    ),
    (&["smollm3"], based(2_000_000.0)),
    (&["gte"], based(160_000.0)),
    (&["jina_embeddings_v3"], based(20_000.0)),
    (&["nomic_bert"], based(1_000.0)),
    (&["helium"], based(100_000.0).interleaved().head(128)),
    (&["hy_v3"], based(11_158_840.0).head(128)),
    (
        &[
            "qwen3",
            "seed_oss",
            "afmoe",
            "flint",
            "hrm_text",
            "jetmoe",
            "kolibri1",
            "molmo2_text",
            "muse_glimmer_text",
            "qwen3_omni_moe_talker_code_predictor",
        ],
        LLAMA.head(128),
    ),
    (
        &["gemma", "gemma2", "vaultgemma", "t5_gemma_module"],
        LLAMA.head(256),
    ),
    (
        &[
            "gemma3_text",
            "gemma3n_text",
            "t5gemma2_text",
            "t5gemma2_decoder",
        ],
        based(1_000_000.0)
            .head(256)
            .two_bases("rope_local_base_freq", 10_000.0),
    ),
    (&["olmo3"], based(500_000.0).two_bases("", 500_000.0)),
    (&["modernbert", "modernbert-decoder"], MODERNBERT),
    (&["gemma4_text", "gemma4_unified_text"], GEMMA_4),
    (
        &[
            "bamba",
            "persimmon",
            "phi",
            "nemotron",
            "recurrent_gemma",
            "glm4_moe",
            "glm4v_moe_text",
        ],
        partial(0.5),
    ),
    (&["glm", "glm4"], partial(0.5).interleaved().head(128)),
    (&["stablelm"], partial(0.25)),
    (
        &["qwen3_next", "qwen3_5_text", "qwen3_5_moe_text"],
        partial(0.25).head(256),
    ),
    (&["phi3", "phi4_multimodal", "glm_image_text"], partial(1.0)),
    (&["glm4v_text", "glm_ocr_text"], partial(1.0).interleaved()),
    (&["solar_open"], partial(1.0).base(1_000_000.0).head(128)),
    (
        &["minimax_m2", "minimax_m3_vl_text"],
        partial(1.0).base(5_000_000.0).head(128),
    ),
    (
        &["laguna", "mellum", "step3p5", "zaya"],
        partial(1.0).head(128),
    ),
    (&["mimo_v2_flash"], partial(1.0).head(192)),
    (&["qwen4_exp_text"], partial(1.0).head(256)),
    (&["gpt_neox"], GPT_NEOX),
    (
        &["gpt_neox_japanese"],
        Family {
            partial: Partial::Used(1.0),
            ..GPT_NEOX
        },
    ),
    (&["gptj", "codegen"], partial(1.0).interleaved()),
    (
        &[
            "deepseek_v2",
            "deepseek_v3",
            "deepseek_v32",
            "glm_moe_dsa",
            "axk1",
            "youtu",
            "kimi_k2",
        ],
        LLAMA.interleaved().rope_part(64),
    ),
    (&["glm4_moe_lite"], partial(1.0).interleaved().rope_part(64)),
    (
        &["bailing_hybrid"],
        based(6_000_000.0).interleaved().rope_part(64),
    ),
    (
        &["longcat_flash"],
        based(10_000_000.0).interleaved().rope_part(64),
    ),
    (&["axk2"], LLAMA.interleaved().rope_part(32)),
    (&["minicpm3"], LLAMA.rope_part(32)),
];
